"""Tethers: a harpoon that has struck holds its target on a line, which ends when the two are too far apart or the unit
that holds it is penetrated. As long as it lasts the harpoon's card lies on its other face."""

from __future__ import annotations

from collections.abc import Iterator

from muster.games.obsidian_protocol.board.battlefield import DISTANCE
from muster.games.obsidian_protocol.board.bitmaps import EVERYWHERE, disc
from muster.games.obsidian_protocol.cards.kinds import SLOTS
from muster.games.obsidian_protocol.rules.faces import turn_over
from muster.games.obsidian_protocol.rules.naming import tell
from muster.games.obsidian_protocol.state.geometry import grid_of
from muster.games.obsidian_protocol.state.sheet import part_of
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NONE, Unit
from muster.kernel.requests import Table


def tie(table: Table, state: State, unit: Unit, slot: int, target: Unit) -> None:
    """Tie a target to the part that struck it, and turn that part's card over.  [OP card.tether]"""
    unit.tether = target.id
    turn_over(state, unit, slot, part_of(state, unit, slot).turns)
    tell(table, state, "tethered", "OP card.tether", target, range=length(state, unit))


def length(state: State, unit: Unit) -> int:
    """How many grids a unit's line is long; 0 if it holds none.  [OP card.tether]"""
    return max(0, *(part_of(state, unit, slot).passives.get("retrieve", (0, 0))[0] for slot in fitted(unit)))


def fitted(unit: Unit) -> list[int]:
    return [slot for slot in SLOTS if unit.parts[slot] != NONE]


def holders(state: State, unit: Unit) -> list[Unit]:
    """The units that hold this one on a line."""
    if "retrieve" not in state.passives:
        return []
    return [other for other in state.units if other.tether == unit.id and other.alive]


def held_within(state: State, unit: Unit) -> int:
    """The spots to which a unit's own movement may lead: every line must reach there.  [OP card.tether]"""
    spots = EVERYWHERE
    for holder in holders(state, unit):
        spots &= disc(grid_of(holder), length(state, holder), unit.size)
    return spots


def let_loose(table: Table, state: State, unit: Unit) -> None:
    """End a unit's tether and turn the card back.  [OP card.tether]"""
    target = state.units[unit.tether]
    for slot in fitted(unit):
        if "retrieve" in part_of(state, unit, slot).passives:
            turn_over(state, unit, slot, part_of(state, unit, slot).turns)
    unit.tether = NONE
    tell(table, state, "untethered", "OP card.tether", target)


def strain(table: Table, state: State, unit: Unit) -> None:
    """Break the lines from and to a unit that is where they do not reach, or no longer on the board.

    [OP card.tether]
    """
    for holder, target in list(lines(state, unit)):
        there = holder.alive and target.alive
        if not there or DISTANCE[grid_of(holder)][grid_of(target)] > length(state, holder):
            let_loose(table, state, holder)


def lines(state: State, unit: Unit) -> Iterator[tuple[Unit, Unit]]:
    """The lines that end at a unit, each as the unit that holds it and the one it holds."""
    if "retrieve" not in state.passives:
        return
    for other in state.units:
        if other.tether != NONE and unit.id in (other.id, other.tether):
            yield other, state.units[other.tether]
