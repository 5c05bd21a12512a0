"""Effects: every change to a TAG or the MegaBeast, be it a step, a wound, a state or a turn.

Between a declaration and its effect somebody may have died, left or moved. So each function here first checks whether
its target is still there, and returns whether anything changed. A test reads the sources and finds any other code that
changes a place, a wound, a state or a facing.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.tag_raid.board.spots import Spot
from muster.games.tag_raid.state.questions import beast_card, is_there, tag_of
from muster.games.tag_raid.state.state import BEAST, NOWHERE, Miner, State
from muster.geometry.hexes import Cell

# TAGs


def take_card(state: State, miner: Miner, card: int) -> None:
    """Give a miner its corporation's TAG, with all its wounds.  [TR setup.corporation]"""
    miner.card = card
    miner.wounds = tag_of(state, miner).wounds


def arrive(state: State, miner: Miner, spot: Spot, facing: int) -> None:
    """Put a miner on the table, with all its wounds and no states.  [TR respawn.back] [TR death.tokens]"""
    assert not miner.on_table
    miner.x, miner.y, miner.level = spot
    miner.facing = facing
    miner.wounds = tag_of(state, miner).wounds
    miner.slowed = False


def walk(state: State, miner: Miner, path: Sequence[Spot], facing: int) -> bool:
    """Move a miner along a path, even one of no length, and turn it; False if it is not there."""
    if not is_there(state, miner.seat):
        return False
    if path:
        miner.x, miner.y, miner.level = path[-1]
    miner.facing = facing
    return True


def wound(state: State, miner: Miner, points: int) -> int:
    """Take wounds off a miner, none below zero; returns how many.  [TR death.zero]"""
    lost = min(points, miner.wounds) if is_there(state, miner.seat) else 0
    miner.wounds -= lost
    return lost


def repair(state: State, miner: Miner, points: int) -> int:
    """Give wounds back to a miner, up to its card; returns how many.  [TR tool.find] [TR tool.kept]"""
    gained = min(points, tag_of(state, miner).wounds - miner.wounds) if is_there(state, miner.seat) else 0
    miner.wounds += gained
    return gained


def slow(state: State, miner: Miner) -> bool:
    """Slow a miner, if it was not slowed.  [TR slowed.enter] [TR state.one_token]"""
    if miner.slowed or not is_there(state, miner.seat):
        return False
    miner.slowed = True
    return True


def shake_off(state: State, miner: Miner) -> bool:
    """End a miner's being slowed, if it was.  [TR slowed.cancel]"""
    was = miner.slowed
    miner.slowed = False
    return was


def leave(state: State, miner: Miner) -> None:
    """Take a dead miner off the table.  [TR death.removed] [TR death.tokens]"""
    assert not miner.wounds
    miner.x, miner.y, miner.level = NOWHERE
    miner.slowed = False


# The MegaBeast


def appear(state: State, cell: Cell, side: int) -> None:
    """Put the MegaBeast on the table.  [TR beast.appears]"""
    state.beast.cell = cell
    state.beast.facing = side


def burrow(state: State, cell: Cell) -> bool:
    """Move the MegaBeast to a hexagon; returns whether it moved.  [TR beast.moves]"""
    if not is_there(state, BEAST) or cell == state.beast.cell:
        return False
    state.beast.cell = cell
    return True


def turn(state: State, side: int) -> bool:
    """Turn the MegaBeast to a side of its hexagon; returns whether it turned.  [TR beast.facing]"""
    if not is_there(state, BEAST) or side == state.beast.facing:
        return False
    state.beast.facing = side
    return True


def wound_beast(state: State, wounds: int) -> int:
    """Take wounds off the MegaBeast, none below zero; returns how many. A dead MegaBeast leaves the table.

    [TR beast.wound] [TR beast.dies]
    """
    beast = state.beast
    lost = min(wounds, beast.wounds) if is_there(state, BEAST) else 0
    beast.wounds -= lost
    if not beast.wounds:
        beast.cell = None
    return lost


def heal_beast(state: State, wounds: int) -> int:
    """Give the MegaBeast wounds back, up to the number on its card; returns how many.  [TR beast.heals]"""
    healed = min(wounds, beast_card(state).wounds - state.beast.wounds) if is_there(state, BEAST) else 0
    state.beast.wounds += healed
    return healed
