"""The table itself as structs: tiles, scenery, access points, rulers. It hardly differs between views."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from muster.games.tag_raid.board.area import FACES
from muster.games.tag_raid.board.battlefield import Battlefield
from muster.games.tag_raid.cards.content import (
    Content,
)
from muster.games.tag_raid.state.state import State
from muster.geometry.hexes import cell_name


class TileView(msgspec.Struct, frozen=True):
    name: str
    x: int
    y: int
    terrain: str
    special: str


class SceneryView(msgspec.Struct, frozen=True):
    corners: tuple[tuple[int, int], ...]
    height: int


class AccessView(msgspec.Struct, frozen=True):
    """An access point at the edge, its facing, and the faces of the d20 that lead there."""

    x: int
    y: int
    facing: int
    low: int
    high: int


class MeasuresView(msgspec.Struct, frozen=True):
    """The measures of the table, in tenths of a millimetre, and the rounds and units that end the match."""

    segment: int
    base: int
    token: int
    hexagon: int
    silhouette: int
    short: int
    mid: int
    long: int
    rounds: int
    units: int


@lru_cache(maxsize=64)
def scenery_of(field: Battlefield) -> tuple[SceneryView, ...]:
    """The scenery of a table, the same in every view."""
    return tuple(
        SceneryView(tuple((round(x), round(y)) for x, y in piece.shape.corners), piece.height)
        for piece in field.scenery
    )


@lru_cache(maxsize=64)
def access_of(field: Battlefield) -> tuple[AccessView, ...]:
    faces: dict[int, list[int]] = {}
    for face in range(1, FACES + 1):
        faces.setdefault(field.access_point(face).number, []).append(face)
    return tuple(
        AccessView(*point.edge, point.facing, faces[point.number][0], faces[point.number][-1]) for point in field.access
    )


@lru_cache(maxsize=64)
def voids_of(field: Battlefield) -> tuple[tuple[str, int, int], ...]:
    return tuple((cell_name(cell), round(shape.x), round(shape.y)) for cell, shape in field.voids.items())


@lru_cache(maxsize=64)
def measures_of(content: Content) -> MeasuresView:
    own = content.constants
    return MeasuresView(
        own.segment,
        own.base_radius,
        own.token_radius,
        own.hexagon_side,
        own.silhouette,
        own.short_range,
        own.mid_range,
        own.long_range,
        own.event_cards,
        own.early_end,
    )


def tile_of(state: State, number: int) -> TileView:
    tile = state.field.tiles[number]
    special = "impassable" if number in state.impassable else "difficult" if number in state.difficult else ""
    return TileView(tile.name, round(tile.x), round(tile.y), tile.terrain, special)
