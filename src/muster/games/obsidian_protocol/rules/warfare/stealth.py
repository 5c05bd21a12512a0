"""Stealth (rulebook 4.12): optical camouflage, being revealed, silence, scanning."""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.obsidian_protocol.board.battlefield import CELLS, GRID_NAMES
from muster.games.obsidian_protocol.cards.kinds import Level
from muster.games.obsidian_protocol.rules.asking import ask_facing, ask_grid, place_option, which_small
from muster.games.obsidian_protocol.rules.attack.damage import drop_hexagon
from muster.games.obsidian_protocol.rules.movement.entering import enter, note_movement
from muster.games.obsidian_protocol.rules.movement.paths import fly
from muster.games.obsidian_protocol.rules.naming import tell
from muster.games.obsidian_protocol.rules.warfare.electronic import counter_roll, may_initiate, may_respond
from muster.games.obsidian_protocol.state.geometry import base, in_contact, on_board
from muster.games.obsidian_protocol.state.sheet import covered
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NONE, Hexagon, Unit
from muster.kernel.requests import Table
from muster.kernel.text import Text


def hide(table: Table, state: State, unit: Unit, value: int, slot: int) -> None:
    """Put up optical camouflage; the unit loses its hexagon token.  [OP 4.12.2.activate] [OP 6.2.stealth]"""
    drop_hexagon(table, state, unit, "OP 4.12.2.activate")
    unit.stealth = value
    unit.hidden_by = slot
    tell(table, state, "camouflaged", "OP 4.12.2.activate", unit)


async def reveal(table: Table, state: State, unit: Unit, clause: str) -> None:
    """Reveal a camouflaged unit; it appears where it likes within its stealth value.

    [OP 4.12.2.manifestation] [OP 4.3.3.range] [OP 4.3.3.enter]
    """
    if unit.stealth < 0:
        return
    reach = unit.stealth
    unit.stealth = unit.hidden_by = NONE
    tell(table, state, "revealed", clause, unit)
    if not reach:
        return
    if state.active == unit.id:
        note_movement(state, unit)
    level = unit.level
    ways = fly(state, unit, reach)
    grid = await ask_grid(table, unit.seat, "prompt.manifest", ways.grids())
    places = [place_option(place, unit.size) for place in ways.places_in(grid)]
    place = await table.ask_small(unit.seat, Text("prompt.place"), places)
    unit.col, unit.row = place % CELLS, place // CELLS
    unit.level = level
    tell(table, state, "moved", "OP 4.12.2.manifestation", unit, grid=GRID_NAMES[grid])
    unit.facing = await ask_facing(table, state, unit.seat, unit)
    await enter(table, state, unit)
    await bump(table, state, [unit])


def is_heard(state: State, unit: Unit) -> bool:
    """Whether an enemy nearby takes Silence from what a unit does; asked where it begins and where it ends.

    [OP card.dynamic_perception]
    """
    return covered(state, unit, "dynamic_perception", 1 - unit.seat)


async def make_noise(table: Table, state: State, unit: Unit, silent: bool) -> None:
    """After an action without Silence, end camouflage and remove a Low Profile token.

    [OP 4.12.3.noise] [OP card.dynamic_perception]
    """
    if not unit.alive or not unit.deployed:
        return
    if silent and not is_heard(state, unit):
        return
    if unit.stealth >= 0:
        await reveal(table, state, unit, "OP 4.12.3.noise")
    if unit.alive and unit.hexagon == Hexagon.LOW_PROFILE:
        drop_hexagon(table, state, unit, "OP 4.12.3.noise")


async def bump(table: Table, state: State, moved: Sequence[Unit]) -> None:
    """After a movement, reveal camouflaged units in contact with an enemy ground unit if either of the two has moved.

    A unit that is launched or laid and stays counts as moved: a mine that comes to lie in contact reveals.

    [OP 4.12.2.contact]
    """
    while True:
        found = touched(state, moved)
        if not found:
            return
        seat = state.first if any(unit.seat == state.first for unit in found) else 1 - state.first
        mine = [unit for unit in found if unit.seat == seat]
        unit = await which_small(table, state, seat, "prompt.next_revealed", "OP 4.12.2.contact", mine)
        await reveal(table, state, unit, "OP 4.12.2.contact")


def touched(state: State, moved: Sequence[Unit]) -> list[Unit]:
    """The camouflaged units in contact with an enemy on the ground, where one of the two has moved."""
    hidden = [unit for unit in on_board(state) if unit.stealth >= 0]
    return [
        unit
        for unit in hidden
        if any(
            other.seat != unit.seat
            and other.level == Level.GROUND
            and (unit in moved or other in moved)
            and in_contact(base(unit), base(other))
            for other in on_board(state)
        )
    ]


def may_scan(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a target can be scanned: camouflaged, or with a Low Profile token. Low profile from elsewhere cannot be
    scanned.

    [OP 4.12.4.target]
    """
    hidden = target.stealth >= 0 or target.hexagon == Hexagon.LOW_PROFILE
    return hidden and may_initiate(state, unit) and may_respond(state, target)


async def scan(table: Table, state: State, unit: Unit, target: Unit) -> bool:
    """Scan a target with a counter-roll; success reveals it and removes its Low Profile token.  [OP 4.12.4.scan]"""
    if not await counter_roll(table, state, unit, target):
        return False
    if target.hexagon == Hexagon.LOW_PROFILE:
        drop_hexagon(table, state, target, "OP 4.12.4.scan")
    await reveal(table, state, target, "OP 4.12.4.scan")
    return True
