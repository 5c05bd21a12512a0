"""Lines drawn over the board while a player chooses a place or a facing: paths, arcs, sight and protection.

Nothing here decides a rule; it asks the rules about places where a unit does not stand yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec

from muster.games.obsidian_protocol.board.battlefield import CELLS, GRID_NAMES, GRIDS
from muster.games.obsidian_protocol.cards.kinds import Kind, Type
from muster.games.obsidian_protocol.rules.attack.pools import PROTECTION, terrain_protection, unit_protection
from muster.games.obsidian_protocol.rules.attack.targets import effects_of, reach_of
from muster.games.obsidian_protocol.rules.movement.paths import Ways
from muster.games.obsidian_protocol.rules.movement.standing import place_name
from muster.games.obsidian_protocol.rules.naming import unit_key
from muster.games.obsidian_protocol.state.geometry import (
    FACINGS,
    base,
    distance,
    enemies_of,
    faces,
    firing_sight,
    grid_at,
    grid_of,
    has_sight,
    in_contact,
    in_front,
    in_reach,
    place_of,
    sight_to_grid,
    terrain_between,
    units_between,
)
from muster.games.obsidian_protocol.state.sheet import actions_of
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NONE, Unit

MANY = 30
"""With more places than these to choose from, lines lead to enemy mechs only: a question must be made quickly."""


class SightView(msgspec.Struct, frozen=True):
    """One line of sight: its length, whether it is open, what obstructs it, and the white dice that brings.

    `terrain` and `units` are in the way; of them `covers` protect the target and `blocks` hide it.
    """

    unit: str
    distance: int
    seen: bool
    smoke: bool
    terrain: list[int]
    units: list[str]
    covers: list[str]
    blocks: list[int]
    white: int


class WayView(msgspec.Struct, frozen=True):
    """A grid that can be moved to: its cost, the places on the way, and the sight from it."""

    cost: int
    path: list[str]
    sights: list[SightView]


class MoveView(msgspec.Struct, frozen=True, tag="move", tag_field="kind"):
    unit: str
    ways: dict[str, WayView]


class ArcView(msgspec.Struct, frozen=True):
    """A forward arc as far as the longest range: its grids, those of them out of sight, and the enemies in it."""

    grids: list[str]
    unseen: list[str]
    sights: list[SightView]


class FacingView(msgspec.Struct, frozen=True, tag="facing", tag_field="kind"):
    unit: str
    reach: int
    facings: dict[str, ArcView]


@contextmanager
def standing(unit: Unit, place: int, facing: int) -> Iterator[None]:
    """Run a block as if a unit stood elsewhere."""
    before = unit.col, unit.row, unit.facing
    unit.col, unit.row, unit.facing = place % CELLS, place // CELLS, facing
    try:
        yield
    finally:
        unit.col, unit.row, unit.facing = before


def sight(state: State, unit: Unit, enemy: Unit) -> SightView:
    """The line from one unit to another.  [OP 4.2.4.sight] [OP 4.2.4.obstructs] [OP 4.5.1.height] [OP 4.16.blocks]"""
    pieces = state.battlefield.terrain
    terrain = terrain_between(state, unit, enemy)
    away = distance(unit, enemy)
    if not has_sight(state, unit, enemy):
        tall = [number for number in terrain if pieces[number].height == 3]
        return SightView(unit_key(enemy), away, False, False, terrain, [], [], tall, 0)
    if not firing_sight(state, unit, enemy):
        return SightView(unit_key(enemy), away, False, True, terrain, [], [], [], 0)
    bodies = units_between(state, unit, enemy)
    by_terrain = terrain_protection(state, unit, enemy)
    by_unit = unit_protection(state, unit, enemy)
    covers = [
        f"t{number}"
        for number in terrain
        if by_terrain and pieces[number].height >= 2 and not in_contact(base(unit), pieces[number].box)
    ]
    covers += [unit_key(body) for body in bodies if by_unit and body.size == 3]
    white = PROTECTION * (by_terrain + by_unit)
    return SightView(
        unit_key(enemy), away, True, False, terrain, [unit_key(body) for body in bodies], covers, [], white
    )


def watched(state: State, unit: Unit) -> list[Unit]:
    """The enemies that lines are drawn to."""
    return [enemy for enemy in enemies_of(state, unit.seat) if enemy.kind in (Kind.MECH, Kind.DRONE)]


def sights_from(state: State, unit: Unit, enemies: Sequence[Unit]) -> list[SightView]:
    return [sight(state, unit, enemy) for enemy in enemies]


def longest_reach(state: State, unit: Unit) -> int:
    """The longest range of a unit's attacks; 1 when it has none.  [OP 2.4.2.range]"""
    found = [
        reach_of(state, unit, action, effects_of(state, unit, action, NONE))
        for _, action in actions_of(state, unit)
        if action.type in (Type.FIRING, Type.MELEE) and (action.yellow or action.red)
    ]
    return max([1, *found])


def arc(state: State, unit: Unit, reach: int, all_round: bool = False) -> tuple[list[str], list[str]]:
    """The grids in the forward arc within a range, and those of them out of sight.

    [OP 4.2.5.arc] [OP 4.2.1.range] [OP 4.2.4.sight]
    """
    here = grid_of(unit)
    grids, unseen = [], []
    for grid in state.battlefield.board.grids:
        if not in_reach(here, grid, reach):
            continue
        ahead = faces(unit.facing, grid % GRIDS - here % GRIDS, grid // GRIDS - here // GRIDS)
        if grid == here or ahead or all_round:
            grids.append(GRID_NAMES[grid])
            if not sight_to_grid(state, unit, grid):
                unseen.append(GRID_NAMES[grid])
    return grids, unseen


def arc_view(state: State, unit: Unit, reach: int) -> ArcView:
    grids, unseen = arc(state, unit, reach)
    inside = [
        sight(state, unit, enemy)
        for enemy in watched(state, unit)
        if in_front(unit, enemy) and in_reach(grid_of(unit), grid_of(enemy), reach)
    ]
    return ArcView(grids, unseen, inside)


def moving(state: State, ways: Ways, unit: Unit, grids: Sequence[int]) -> MoveView:
    """Every grid that can be moved to, with the sight from it; if there are very many, only sight to mechs.

    [OP 4.3.1.steps]
    """
    found = {}
    enemies = watched(state, unit)
    if len(grids) > MANY:
        enemies = [enemy for enemy in enemies if enemy.kind == Kind.MECH]
    for grid in grids:
        place = min(ways.places_in(grid), key=ways.cost)
        path = [place_name(step) for step in ways.path(place) or (place,)]
        with standing(unit, place, unit.facing):
            sights = sights_from(state, unit, enemies)
        found[GRID_NAMES[grid_at(place)]] = WayView(ways.cost(place), path, sights)
    return MoveView(unit_key(unit), found)


def turning(state: State, unit: Unit) -> FacingView:
    """The arc of a unit for each facing.  [OP 4.3.1.facing] [OP 4.2.5.arc]"""
    reach = longest_reach(state, unit)
    found = {}
    for number, name in enumerate(FACINGS):
        with standing(unit, place_of(unit), number):
            found[name] = arc_view(state, unit, reach)
    return FacingView(unit_key(unit), reach, found)
