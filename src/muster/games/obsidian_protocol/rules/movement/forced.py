"""Forced movement (rulebook 4.3.4): being knocked back, pushed and dragged."""

from __future__ import annotations

from muster.games.obsidian_protocol.board.battlefield import ADJACENT, GRID_NAMES, GRIDS
from muster.games.obsidian_protocol.board.bitmaps import SPOT
from muster.games.obsidian_protocol.cards.kinds import Level
from muster.games.obsidian_protocol.rules.asking import ask_facing, ask_grid
from muster.games.obsidian_protocol.rules.attack.damage import lose_link
from muster.games.obsidian_protocol.rules.attack.interception import intercept
from muster.games.obsidian_protocol.rules.movement.driven import (
    destinations,
    path_to,
    room_for,
    straight,
    through_the_air,
)
from muster.games.obsidian_protocol.rules.movement.entering import enter
from muster.games.obsidian_protocol.rules.movement.moving import choose_place, put
from muster.games.obsidian_protocol.rules.movement.standing import may_be_forced
from muster.games.obsidian_protocol.rules.naming import tell
from muster.games.obsidian_protocol.rules.validity import is_there
from muster.games.obsidian_protocol.rules.warfare.stealth import bump
from muster.games.obsidian_protocol.state.geometry import VECTORS, grid_of
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Unit
from muster.kernel.requests import Table


def direction_between(one: Unit, other: Unit) -> int:
    """The direction in which a blow drives its target: along the longer axis, or the way the attacker faces."""
    here, there = grid_of(one), grid_of(other)
    dx, dy = there % GRIDS - here % GRIDS, there // GRIDS - here // GRIDS
    along = [dx * x + dy * y for x, y in VECTORS]
    furthest = max(along)
    return one.facing if along.count(furthest) > 1 else along.index(furthest)


async def knock_back(table: Table, state: State, by: Unit, unit: Unit, distance: int) -> None:
    """Knock a unit back in a straight line until something stops it. The attacker chooses where in the last grid it
    ends and turns it, even if it could not move.

    [OP 6.2.knock_back] [OP 4.3.4.facing] [OP 4.3.4.valid] [OP 4.3.4.chosen]
    """
    if not may_be_forced(state, unit):
        return
    start, direction = grid_of(unit), direction_between(by, unit)
    layers = straight(state, unit, direction, distance)
    moved = False
    if len(layers) > 1:
        end = await choose_place(table, by.seat, unit, destinations(unit, layers))
        for place in path_to(unit, layers, direction, end):
            if not room_for(state, unit) >> SPOT[unit.size][place] & 1:
                break  # what happened on the way put something there
            put(unit, place)
            moved = True
            stopped = await enter(table, state, unit)
            if not unit.alive:
                return
            if stopped:
                break
    if moved:
        tell(table, state, "forced", "OP 6.2.knock_back", unit, grid=GRID_NAMES[grid_of(unit)])
        await expose(table, state, unit, start)
        if not unit.alive:
            return
    unit.facing = await ask_facing(table, state, by.seat, unit, "prompt.facing_forced")
    await bump(table, state, [unit])


async def expose(table: Table, state: State, unit: Unit, start: int) -> None:
    """Being forced is movement, too: interceptors shoot at an aerial unit that is driven or dragged past them.

    [OP 4.9.range] [OP 4.3.4.type]
    """
    if unit.level == Level.AERIAL:
        await intercept(table, state, unit, start, grid_of(unit))


async def push(table: Table, state: State, by: Unit, unit: Unit, distance: int) -> None:
    """Knock a unit back; a mech also loses a point of link.  [OP 6.2.push]"""
    await knock_back(table, state, by, unit, distance)
    lose_link(table, state, unit, 1, "OP 6.2.push")


def drag_grids(state: State, by: Unit, unit: Unit) -> dict[int, list[int]]:
    """The grids adjacent to the attacker that a unit can be dragged to, with the places in them.  [OP 6.2.drag]"""
    if not is_there(by) or not may_be_forced(state, unit):
        return {}
    return through_the_air(state, unit, sorted(ADJACENT[grid_of(by)] & state.battlefield.board.inside))


async def drag(table: Table, state: State, by: Unit, unit: Unit) -> None:
    """Drag a unit through the air into a grid adjacent to the attacker, and turn it.  [OP 6.2.drag]"""
    grids = drag_grids(state, by, unit)
    if not grids:
        return
    start, grid = grid_of(unit), await ask_grid(table, by.seat, "prompt.drag", sorted(grids))
    put(unit, await choose_place(table, by.seat, unit, grids[grid]))
    tell(table, state, "forced", "OP 6.2.drag", unit, grid=GRID_NAMES[grid])
    await enter(table, state, unit)
    await expose(table, state, unit, start)
    if unit.alive:
        unit.facing = await ask_facing(table, state, by.seat, unit, "prompt.facing_forced")
        await bump(table, state, [unit])
