"""Movement as it happens (rulebook 4.3): choosing where to, entering grids, crushing, being forced."""

from __future__ import annotations

from muster.games.obsidian_protocol.battlefield import CELLS, GRID_NAMES, GRIDS, NEIGHBOURS
from muster.games.obsidian_protocol.content import Kind, Level
from muster.games.obsidian_protocol.damage import destroy_unit
from muster.games.obsidian_protocol.movement import Map, Ways, by_grid, place_name, places_in
from muster.games.obsidian_protocol.position import (
    VECTORS,
    box_at,
    card_of,
    grid_at,
    grid_of,
    overlap,
    place_of,
)
from muster.games.obsidian_protocol.projectiles import intercept, trigger_mines, wreck
from muster.games.obsidian_protocol.questions import ask_facing, ask_grid
from muster.games.obsidian_protocol.sheet import works
from muster.games.obsidian_protocol.state import State, Unit
from muster.games.obsidian_protocol.stealth import bump
from muster.games.obsidian_protocol.tasks import pick_up
from muster.games.obsidian_protocol.telling import tell, unit_key
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text

MOVE_OPTIONS = tuple(
    Option(f"move:{name}", number, "OP 4.3.1.steps", Text("option.move", {"grid": name}))
    for number, name in enumerate(GRID_NAMES)
)


async def choose_place(table: Table, seat: int, ways: Ways, unit: Unit) -> int:
    """The grid to move to, and where in it.  [OP 4.3.1.inside]"""
    grids = by_grid(ways)
    grid = await table.ask(
        seat,
        Text("prompt.move", {"unit": unit_key(unit)}),
        OneOf(lambda: [MOVE_OPTIONS[number] for number in sorted(grids)]),
    )
    return await choose_corner(table, seat, sorted(grids[grid]))


async def choose_corner(table: Table, seat: int, places: list[int]) -> int:
    if len(places) == 1:
        return places[0]

    def options() -> list[Option[int]]:
        return [
            Option(f"place:{place_name(p)}", p, "OP 4.3.1.inside", Text("option.place", {"place": place_name(p)}))
            for p in places
        ]

    return await table.ask(seat, Text("prompt.place"), OneOf(options))


async def move(table: Table, state: State, unit: Unit, ways: Ways, flying: bool) -> None:
    """A movement of one's own: where to, through what, and facing which way.

    [OP 4.3.1.enter] [OP 4.3.1.facing] [OP 4.3.2.over]
    """
    place = await choose_place(table, unit.seat, ways, unit)
    path = ways[place][1]
    start = grid_of(unit)
    if flying:
        put(unit, place)
        if path:
            await enter(table, state, unit)
        if unit.level == Level.AERIAL and unit.alive and path:
            await intercept(table, state, unit, start, grid_of(unit))
    else:
        for step in path[:-1]:
            put(unit, step)
            await enter(table, state, unit)
            if not unit.alive or (unit.kind == Kind.MECH and not works(unit, 1)):
                return
        if path:
            await crush(table, state, unit, place)
        put(unit, place)
        if path:
            await enter(table, state, unit)
    tell(table, state, "moved", "OP 4.3.1.steps", unit, grid=GRID_NAMES[grid_of(unit)])
    if unit.alive:
        unit.facing = await ask_facing(table, unit.seat)
    await bump(table, state)


def put(unit: Unit, place: int) -> None:
    unit.col, unit.row = place % CELLS, place // CELLS


async def enter(table: Table, state: State, unit: Unit) -> None:
    """What waits in the grid just entered: black boxes, mines.  [OP 4.3.1.enter] [OP 5.3.1.pick_up]"""
    pick_up(table, state, unit)
    if unit.level == Level.GROUND:
        await trigger_mines(table, state, unit)


async def crush(table: Table, state: State, unit: Unit, place: int) -> None:
    """A large unit clears the grid it is about to enter: terrain and deployables break, units are pushed out.

    [OP 4.3.6.force] [OP 4.3.6.swap] [OP 4.3.6.deployables] [OP 4.3.6.terrain]
    """
    view = Map(state, unit)
    box = box_at(unit.size, place)
    for number in view.terrain_at(box):
        wreck(table, state, number)
    origin = place_of(unit)
    for victim in view.units_at(box):
        tell(table, state, "crushed", "OP 4.3.6.force", victim)
        if victim.kind == Kind.DEPLOYABLE:
            destroy_unit(table, state, victim, unit.id, "OP 4.3.6.deployables")
            continue
        grids = refuges(state, victim)
        if grids:
            grid = await ask_grid(table, unit.seat, "prompt.crush", sorted(grids))
            put(victim, grids[grid][0])
            victim.facing = await ask_facing(table, unit.seat, "prompt.facing_forced")
        else:
            swap_places(state, unit, victim, origin)


def refuges(state: State, unit: Unit) -> dict[int, list[int]]:
    """Where a unit can be pushed to, one grid away.  [OP 4.3.4.valid] [OP 4.3.6.force]"""
    view = Map(state, unit)
    found: dict[int, list[int]] = {}
    for grid in NEIGHBOURS[grid_of(unit)]:
        places = [place for place in places_in(grid, unit.size) if view.fits(place)]
        if places:
            found[grid] = places
    return found


def swap_places(state: State, unit: Unit, victim: Unit, origin: int) -> None:
    """Nowhere to go: it takes the place that the large unit leaves.  [OP 4.3.6.swap]"""
    taken = [
        box_at(other.size, place_of(other))
        for other in state.units
        if other.alive and other.deployed and other is not unit and other is not victim and other.level != Level.AERIAL
    ]
    for place in places_in(grid_at(origin), victim.size):
        if not any(overlap(box_at(victim.size, place), box) for box in taken):
            put(victim, place)
            return


# Forced movement


def may_be_forced(state: State, unit: Unit) -> bool:
    """Deployables and drones without movement stay where they are.  [OP 4.3.4.immovable]"""
    if not unit.alive or unit.kind == Kind.DEPLOYABLE:
        return False
    return unit.kind != Kind.DRONE or card_of(state, unit).move > 0


def direction_between(one: Unit, other: Unit) -> int:
    """The way the blow drives its target: along the longer axis, else the way the attacker faces."""
    here, there = grid_of(one), grid_of(other)
    dx, dy = there % GRIDS - here % GRIDS, there // GRIDS - here // GRIDS
    if abs(dx) == abs(dy):
        return one.facing
    if abs(dx) > abs(dy):
        return 1 if dx > 0 else 3
    return 2 if dy > 0 else 0


async def knock_back(table: Table, state: State, by: Unit, unit: Unit, distance: int) -> None:
    """Driven in a straight line until something stops it; the attacker turns it.

    [OP 6.2.knock_back] [OP 4.3.4.facing] [OP 4.3.4.valid]
    """
    if not may_be_forced(state, unit):
        return
    direction = direction_between(by, unit)
    dx, dy = VECTORS[direction]
    view = Map(state, unit)
    moved = False
    for _ in range(distance):
        column, row = unit.col + 3 * dx, unit.row + 3 * dy
        if not (0 <= column <= CELLS - unit.size and 0 <= row <= CELLS - unit.size):
            break
        if not view.fits(row * CELLS + column):
            break
        unit.col, unit.row = column, row
        moved = True
        await enter(table, state, unit)
        if not unit.alive:
            return
    if moved:
        tell(table, state, "forced", "OP 6.2.knock_back", unit, grid=GRID_NAMES[grid_of(unit)])
        unit.facing = await ask_facing(table, by.seat, "prompt.facing_forced")
        await bump(table, state)


async def drag(table: Table, state: State, by: Unit, unit: Unit) -> None:
    """Pulled through the air into a grid next to the attacker, and turned.  [OP 6.2.drag]"""
    if not may_be_forced(state, unit):
        return
    view = Map(state, unit)
    here = grid_of(by)
    grids: dict[int, list[int]] = {}
    for row in range(max(0, here // GRIDS - 1), min(GRIDS, here // GRIDS + 2)):
        for column in range(max(0, here % GRIDS - 1), min(GRIDS, here % GRIDS + 2)):
            grid = row * GRIDS + column
            places = [place for place in places_in(grid, unit.size) if view.fits(place)]
            if places:
                grids[grid] = places
    if not grids:
        return
    grid = await ask_grid(table, by.seat, "prompt.drag", sorted(grids))
    put(unit, await choose_corner(table, by.seat, grids[grid]))
    tell(table, state, "forced", "OP 6.2.drag", unit, grid=GRID_NAMES[grid])
    await enter(table, state, unit)
    if unit.alive:
        unit.facing = await ask_facing(table, by.seat, "prompt.facing_forced")
        await bump(table, state)
