"""Paths of forced movement (rulebook 4.3.4): grid by grid, with room for the base all the way."""

from __future__ import annotations

from muster.games.obsidian_protocol.board.battlefield import CELLS, NEIGHBOURS, SMALL
from muster.games.obsidian_protocol.board.bitmaps import (
    ACROSS,
    GRID_AREA,
    PLACE,
    SPOT,
    back,
    each,
    fill,
    over_edges,
    places_of,
    shifted,
)
from muster.games.obsidian_protocol.cards.kinds import Level
from muster.games.obsidian_protocol.rules.movement.standing import Map, whole_board
from muster.games.obsidian_protocol.state.geometry import VECTORS, grid_of, place_of
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Unit

Layers = list[int]
"""The spots a unit can be in: where it starts, and in each grid that it is driven into."""


def room_for(state: State, unit: Unit) -> int:
    """The spots that a unit can be forced into; aerial units share every grid.  [OP 2.2.1.share] [OP 4.3.4.valid]"""
    return whole_board(state, unit.size) if unit.level == Level.AERIAL else Map(state, unit, forced=True).free


def straight(state: State, unit: Unit, direction: int, distance: int) -> Layers:
    """The grids in a straight line, as far as there is room for the base all the way. Flying units are stopped as well.

    [OP 4.3.4.valid] [OP 4.3.1.blocked] [OP 6.2.knock_back]
    """
    size, free = unit.size, room_for(state, unit)
    found = [fill(1 << SPOT[size][place_of(unit)], size, free)]
    while len(found) <= distance:
        there = shifted(found[-1], ACROSS[size][direction]) & free
        if not there:
            break
        found.append(fill(there, size, free))
    return found


def destinations(unit: Unit, layers: Layers) -> list[int]:
    """The places in the last grid, beginning with the one most like the unit's present place.  [OP 4.3.4.chosen]"""
    return usual_first(unit, places_of(layers[-1], unit.size))


def usual_first(unit: Unit, places: list[int]) -> list[int]:
    """Places of one grid, beginning with the one most like where the unit stands in its own grid."""
    column, row = unit.col % SMALL, unit.row % SMALL
    return sorted(places, key=lambda p: abs(p % CELLS % SMALL - column) + abs(p // CELLS % SMALL - row))


def path_to(unit: Unit, layers: Layers, direction: int, place: int) -> list[int]:
    """A place in each grid on the way to the last, straight ahead where possible."""
    size = unit.size
    spot = SPOT[size][place]
    found = [place]
    dx, dy = VECTORS[direction]
    ahead = 3 * (dy * CELLS + dx)
    for layer, before in zip(layers[:0:-1], layers[-2:0:-1], strict=False):
        entries = fill(1 << spot, size, layer)
        sources = fill(back(entries, ACROSS[size][direction]) & before, size, before)
        kept = SPOT[size][found[0] - ahead]
        spot = kept if sources >> kept & 1 else each(sources)[0]
        found.insert(0, PLACE[size][spot])
    return found


def one_grid_away(state: State, unit: Unit) -> dict[int, list[int]]:
    """The orthogonal neighbours a unit can be forced into, with the places in them: on foot past whatever is in
    between, or, if it flies, wherever there is room.

    [OP 4.3.4.valid] [OP 4.3.4.type] [OP 4.3.6.force]
    """
    size, free = unit.size, room_for(state, unit)
    if unit.level == Level.GROUND:
        spots = over_edges(fill(1 << SPOT[size][place_of(unit)], size, free), size) & free
        spots = fill(spots, size, free)
    else:
        spots = free
    found: dict[int, list[int]] = {}
    for grid in NEIGHBOURS[grid_of(unit)]:
        places = places_of(spots & GRID_AREA[size][grid], size)
        if places:
            found[grid] = usual_first(unit, places)
    return found


def through_the_air(state: State, unit: Unit, grids: list[int]) -> dict[int, list[int]]:
    """Those of some grids that have room for a unit, with the places in them; what is in between does not matter.

    [OP 4.3.2.over] [OP 6.2.drag]
    """
    free = room_for(state, unit)
    found: dict[int, list[int]] = {}
    for grid in grids:
        places = places_of(free & GRID_AREA[unit.size][grid], unit.size)
        if places:
            found[grid] = usual_first(unit, places)
    return found
