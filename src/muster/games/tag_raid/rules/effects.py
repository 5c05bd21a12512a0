"""All that changes a TAG or the MegaBeast: steps, wounds, states, turns.

Between what is declared and its effect somebody may have died, left or moved. So every effect asks here first whether
whom it concerns is still there, and says whether anything came of it; a rule cannot forget to. A test reads the sources
and finds whoever changes a place, a wound, a state or a facing in another way.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.tag_raid.board.spots import Spot
from muster.games.tag_raid.state.questions import beast_card, is_there, tag_of
from muster.games.tag_raid.state.state import BEAST, NOWHERE, Miner, State
from muster.geometry.hexes import Cell

# TAGs


def take_card(state: State, miner: Miner, card: int) -> None:
    """A corporation's TAG with all its wounds.  [TR setup.corporation]"""
    miner.card = card
    miner.wounds = tag_of(state, miner).wounds


def arrive(state: State, miner: Miner, spot: Spot, facing: int) -> None:
    """Onto the table, whole and free of states.  [TR respawn.back] [TR death.tokens]"""
    assert not miner.on_table
    miner.x, miner.y, miner.level = spot
    miner.facing = facing
    miner.wounds = tag_of(state, miner).wounds
    miner.slowed = False


def walk(state: State, miner: Miner, path: Sequence[Spot], facing: int) -> bool:
    """Along a path, if only of no length, and then looking somewhere; whether it is there to walk."""
    if not is_there(state, miner.seat):
        return False
    if path:
        miner.x, miner.y, miner.level = path[-1]
    miner.facing = facing
    return True


def wound(state: State, miner: Miner, points: int) -> int:
    """Wounds are lost, none below zero; how many were.  [TR death.zero]"""
    lost = min(points, miner.wounds) if is_there(state, miner.seat) else 0
    miner.wounds -= lost
    return lost


def repair(state: State, miner: Miner, points: int) -> int:
    """Wounds come back, no more than the card has; how many did.  [TR tool.find]"""
    gained = min(points, tag_of(state, miner).wounds - miner.wounds) if is_there(state, miner.seat) else 0
    miner.wounds += gained
    return gained


def slow(state: State, miner: Miner) -> bool:
    """Slowed, if it was not.  [TR slowed.enter] [TR state.one_token]"""
    if miner.slowed or not is_there(state, miner.seat):
        return False
    miner.slowed = True
    return True


def shake_off(state: State, miner: Miner) -> bool:
    """No longer slowed, if it was.  [TR slowed.cancel]"""
    was = miner.slowed
    miner.slowed = False
    return was


def leave(state: State, miner: Miner) -> None:
    """The dead are taken off the table.  [TR death.removed] [TR death.tokens]"""
    assert not miner.wounds
    miner.x, miner.y, miner.level = NOWHERE
    miner.slowed = False


# The MegaBeast


def appear(state: State, cell: Cell, side: int) -> None:
    """Onto the table.  [TR beast.appears]"""
    state.beast.cell = cell
    state.beast.facing = side


def burrow(state: State, cell: Cell) -> bool:
    """To another hexagon; whether it moved.  [TR beast.moves]"""
    if not is_there(state, BEAST) or cell == state.beast.cell:
        return False
    state.beast.cell = cell
    return True


def turn(state: State, side: int) -> bool:
    """To another side of its hexagon; whether it turned.  [TR beast.facing]"""
    if not is_there(state, BEAST) or side == state.beast.facing:
        return False
    state.beast.facing = side
    return True


def wound_beast(state: State, wounds: int) -> int:
    """It loses wounds, none below zero; how many. A dead MegaBeast is taken off the table.

    [TR beast.wound] [TR beast.dies]
    """
    beast = state.beast
    lost = min(wounds, beast.wounds) if is_there(state, BEAST) else 0
    beast.wounds -= lost
    if not beast.wounds:
        beast.cell = None
    return lost


def heal_beast(state: State, wounds: int) -> int:
    """It recovers wounds, never above the number on its card; how many.  [TR beast.heals]"""
    healed = min(wounds, beast_card(state).wounds - state.beast.wounds) if is_there(state, BEAST) else 0
    state.beast.wounds += healed
    return healed
