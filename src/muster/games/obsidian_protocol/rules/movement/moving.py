"""Movement as it happens (rulebook 4.3): choosing a destination, entering grids, crushing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.obsidian_protocol.board.battlefield import (
    CELLS,
    GRID_INDEX,
    GRID_NAMES,
    SMALL,
    box_at,
)
from muster.games.obsidian_protocol.cards.content import Effect
from muster.games.obsidian_protocol.cards.kinds import Kind, Level
from muster.games.obsidian_protocol.rules.actions.detonation import wreck
from muster.games.obsidian_protocol.rules.actions.projectiles import launch, new_unit, place_for
from muster.games.obsidian_protocol.rules.asking import ask_facing, ask_grid, ask_midway, place_option, yes
from muster.games.obsidian_protocol.rules.attack.damage import destroy_unit
from muster.games.obsidian_protocol.rules.attack.interception import intercept
from muster.games.obsidian_protocol.rules.movement.driven import one_grid_away, usual_first
from muster.games.obsidian_protocol.rules.movement.entering import enter
from muster.games.obsidian_protocol.rules.movement.paths import Path, Ways
from muster.games.obsidian_protocol.rules.movement.reasons import why_not_there
from muster.games.obsidian_protocol.rules.movement.standing import Map, blockers, may_be_forced, places_in
from muster.games.obsidian_protocol.rules.naming import named, tell
from muster.games.obsidian_protocol.rules.validity import is_there, may_move_on
from muster.games.obsidian_protocol.rules.warfare.stealth import bump
from muster.games.obsidian_protocol.state.geometry import (
    distance,
    grid_at,
    grid_of,
    overlap,
    place_of,
)
from muster.games.obsidian_protocol.state.sheet import actions_of, passive
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NOBODY, NONE, Unit
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Open, Option, no_such_option
from muster.kernel.text import Text

MOVE_OPTIONS: Final[tuple[Option[tuple[int, ...]], ...]] = tuple(
    Option(f"move:{name}", (number,), "OP 4.3.1.steps", Text("option.move", {"grid": name}))
    for number, name in enumerate(GRID_NAMES)
)


Stands = dict[int, list[int]]
"""Places where a movement may end, each with the facings it may end in."""


class Route:
    """A movement that was chosen: the place it ends in, the places on the way, and the range left over."""

    __slots__ = ("path", "place", "spare")

    def __init__(self, place: int, path: Path, spare: int) -> None:
        self.place = place
        self.path = path
        self.spare = spare


def route_space(ways: Ways, ends: tuple[int, ...] | None) -> Open[tuple[int, ...]]:
    """The space of movements: it offers the grids the movement may end in, all in reach or `ends`, and also reads a
    path such as `path:f7,e7` grid by grid.

    The value is the grid alone, or 0 followed by every grid of the path.

    [OP 4.3.1.steps]
    """
    return Open(
        lambda key: read_route(ways, ends, key),
        lambda: [MOVE_OPTIONS[grid] for grid in (ways.grids() if ends is None else ends)],
    )


def read_route(ways: Ways, ends: tuple[int, ...] | None, key: str) -> Option[tuple[int, ...]]:
    """The movement behind a key: a grid, or a path grid by grid.  [OP 4.3.1.steps]"""
    grids: Sequence[int] = ways.grids() if ends is None else ends
    kind, _, names = key.partition(":")
    numbers = [GRID_INDEX.get(name, NONE) for name in names.split(",")]
    if kind == "move" and numbers[0] in ways.state.battlefield.board.inside and len(numbers) == 1:
        if numbers[0] not in grids:
            raise why_not_there(ways, numbers[0])
        return MOVE_OPTIONS[numbers[0]]
    if kind != "path" or key != f"path:{','.join(GRID_NAMES[n] for n in numbers)}":
        raise no_such_option(key)
    if ways.along(numbers)[2] and numbers[-1] not in grids:
        raise why_not_there(ways, numbers[-1])
    return Option(key, (0, *numbers), "OP 4.3.1.steps", Text("option.path", {"path": names.replace(",", "+")}))


def grids_of(stands: Stands | None) -> tuple[int, ...] | None:
    """The grids in which a movement must end, or None if it may end anywhere."""
    return None if stands is None else tuple(sorted({grid_at(place) for place in stands}))


async def choose_route(table: Table, state: State, ways: Ways, unit: Unit, stands: Stands | None, seat: int) -> Route:
    """Choose a grid and a place in it, reached by the cheapest path; or every grid on the way.

    [OP 4.3.1.steps] [OP 4.3.1.inside]
    """
    grids = grids_of(stands)
    prompt, space = Text("prompt.move", named(state, unit)), route_space(ways, grids)
    chosen = await ask_midway(table, seat, prompt, space, subject=ways.subject(grids))
    if len(chosen) == 1:
        places = ways.places_in(chosen[0])
        place = await choose_corner(table, unit, places if stands is None else [p for p in places if p in stands], seat)
        return Route(place, ways.path(place), ways.spare(place, ways.cost(place)))
    cost, path, ends = ways.along(chosen[1:])
    place = await choose_corner(table, unit, ends if stands is None else [p for p in ends if p in stands], seat)
    return Route(place, (*path[:-1], place), max(0, ways.spare(place, cost)))


async def choose_corner(table: Table, unit: Unit, places: list[int], seat: int) -> int:
    """The place in a grid where a unit ends its own movement.  [OP 4.3.1.inside]"""
    if len(places) == 1:
        return places[0]
    space = OneOf(lambda: [place_option(place, unit.size) for place in places])
    return await ask_midway(table, seat, CORNER, space)


async def choose_place(table: Table, seat: int, unit: Unit, places: list[int]) -> int:
    """Choose the place in a grid where a unit that was moved ends. It is a small question for the player who moved it.

    [OP 4.3.4.chosen]
    """
    return await table.ask_small(seat, CORNER, [place_option(place, unit.size) for place in places])


CORNER: Final = Text("prompt.place")


async def move(
    table: Table, state: State, unit: Unit, ways: Ways, stands: Stands | None = None, seat: int = NOBODY
) -> None:
    """Perform a unit's own movement: where to, through what, and which way to face. Its player chooses, or whoever
    steers it, at `seat`.

    [OP 4.3.1.enter] [OP 4.3.1.facing] [OP 4.3.2.over] [OP card.control_movement]
    """
    if seat == NOBODY:
        seat = unit.seat
        await offer_link(table, state, unit, ways)
    route = await choose_route(table, state, ways, unit, stands, seat)
    if ways.link and ways.tolls(route.path):
        unit.link -= ways.tolls(route.path)
        tell(table, state, "link_lost", "OP trait.block", unit, link=unit.link)
    moved = [unit]
    if ways.flying:
        await fly_to(table, state, unit, route)
    else:
        moved += await walk_along(table, state, unit, route)
    if is_there(unit):
        tell(table, state, "moved", "OP 4.3.1.steps", unit, grid=GRID_NAMES[grid_of(unit)])
        facings = stands.get(place_of(unit)) if stands is not None else None
        unit.facing = await ask_facing(table, state, seat, unit, facings=facings)
    await bump(table, state, moved)


async def offer_link(table: Table, state: State, unit: Unit, ways: Ways) -> None:
    """A mech near a pilot who blocks may pay the toll with link instead of range.  [OP trait.block] [OP 4.10.last]"""
    if ways.flying or unit.kind != Kind.MECH or unit.link < 2:
        return
    if any(distance(unit, other) <= ways.reach + 2 for other in blockers(state, unit)) and await yes(
        table, unit.seat, "prompt.block_link", "OP trait.block", {}
    ):
        ways.link = unit.link - 1


async def fly_to(table: Table, state: State, unit: Unit, route: Route) -> None:
    """Fly to a place; only the grid where it lands is entered.  [OP 4.3.2.over]"""
    start = grid_of(unit)
    put(unit, route.place)
    if route.path:
        await lay(table, state, unit, start, route)
        await enter(table, state, unit)
        if unit.level == Level.AERIAL and unit.alive:
            await intercept(table, state, unit, start, grid_of(unit))


async def walk_along(table: Table, state: State, unit: Unit, route: Route) -> list[Unit]:
    """Leave and enter grid after grid; crushing comes last. Returns the units that were crushed.  [OP 4.3.1.enter]"""
    crushed: list[Unit] = []
    behind, able = [place_of(unit)], may_move_on(unit)  # who crawls has no chassis from the start
    for number, step in enumerate(route.path):
        start = grid_of(unit)
        if number + 1 == len(route.path) and unit.size == SMALL:
            crushed = await crush(table, state, unit, step)
            if not is_there(unit) or (able and not may_move_on(unit)):
                return crushed
        put(unit, step)
        if "lay" in state.passives:
            await lay(table, state, unit, start, route)
        stopped = await enter(table, state, unit)
        if stopped or not may_move_on(unit):
            step_back(state, unit, behind)
            return crushed
        behind.append(step)
    if not route.path:
        put(unit, route.place)
    return crushed


def step_back(state: State, unit: Unit, places: list[int]) -> None:
    """A unit that is stopped while slipping past another ends in the last place that had room.

    [OP 4.3.1.blocked] [OP trait.stealth]
    """
    view = Map(state, unit)
    if is_there(unit) and not view.fits(place_of(unit)):
        put(unit, next((place for place in reversed(places) if view.fits(place)), places[0]))


async def lay(table: Table, state: State, unit: Unit, grid: int, route: Route) -> None:
    """Lay deployables in the grid just left, each for a step of the range left over.

    [OP 4.7.5.lay] [OP 4.7.5.range] [OP 4.7.5.several] [OP 4.7.5.interception]
    """
    effect = laid(state, unit)
    if effect is None:
        return
    card = state.content.units[state.content.unit_number[effect.card]]
    before = len(state.units)
    while route.spare > 0 and unit.alive and place_for(state, new_unit(state, unit.seat, card), grid) != NONE:
        if not await yes(table, unit.seat, "prompt.lay", "OP 4.7.5.lay", {"card": card.id, "grid": GRID_NAMES[grid]}):
            return
        route.spare -= 1
        laid_down = await launch(table, state, unit, card, grid, True, before)
        await bump(table, state, [laid_down])


def laid(state: State, unit: Unit) -> Effect | None:
    """The effect by which a mech lays deployables on its way, if it has one.  [OP card.mine_layer]"""
    if not passive(state, unit, "lay"):
        return None
    effects = (effect for _, action in actions_of(state, unit) for effect in action.effects)
    return next((effect for effect in effects if effect.keyword == "lay"), None)


def put(unit: Unit, place: int) -> None:
    """Put a unit's base on a place."""
    unit.col, unit.row = place % CELLS, place // CELLS


async def crush(table: Table, state: State, unit: Unit, place: int) -> list[Unit]:
    """A large unit clears the grid it is about to enter: terrain and deployables break, units are pushed out. Returns
    the units that were pushed out.

    [OP 4.3.6.force] [OP 4.3.6.swap] [OP 4.3.6.deployables] [OP 4.3.6.terrain]
    """
    view = Map(state, unit)
    crushed: list[Unit] = []
    swapped: list[tuple[Unit, int]] = []  # who goes where the large unit came from, once it has left
    if view.fits(place):
        return crushed
    box = box_at(unit.size, place)
    for number in view.terrain_at(box):
        wreck(table, state, number)
    origin = place_of(unit)
    for victim in view.units_at(box):
        if not victim.alive:
            continue
        tell(table, state, "crushed", "OP 4.3.6.force", victim)
        grids = one_grid_away(state, victim)
        places = left_behind(state, unit, victim, origin, swapped)
        if not may_be_forced(state, victim) or not (grids or places):
            destroy_unit(table, state, victim, unit.id, "OP 4.3.6.deployables")
            continue
        if grids:
            grid = await ask_grid(table, unit.seat, "prompt.crush", sorted(grids))
            places = grids[grid]
        spot = await choose_place(table, unit.seat, victim, places)
        if grids:
            put(victim, spot)
        else:
            swapped.append((victim, spot))
        victim.facing = await ask_facing(table, state, unit.seat, victim, "prompt.facing_forced", drawn=bool(grids))
        crushed.append(victim)
    for victim, spot in swapped:
        put(victim, spot)
    for victim in crushed:
        if victim.alive:
            tell(table, state, "forced", "OP 4.3.6.force", victim, grid=GRID_NAMES[grid_of(victim)])
            await enter(table, state, victim)
    return crushed


def left_behind(
    state: State, unit: Unit, victim: Unit, origin: int, swapped: Sequence[tuple[Unit, int]] = ()
) -> list[int]:
    """Places for a crushed unit that has nowhere to go: in the grid the large unit leaves, beside others that went
    there.

    [OP 4.3.6.swap]
    """
    taken = [
        box_at(other.size, place_of(other))
        for other in state.units
        if other.alive and other.deployed and other is not unit and other is not victim and other.level != Level.AERIAL
    ]
    taken += [box_at(other.size, spot) for other, spot in swapped]
    places = [
        place
        for place in places_in(grid_at(origin), victim.size)
        if not any(overlap(box_at(victim.size, place), box) for box in taken)
    ]
    return usual_first(victim, places)
