"""The game area: hexagonal tiles, hexagons without tiles, scenery, access points and tool containers.

An area is built once from a pack and shared. It answers where a base stands, may stand and may walk, as far as the
table alone decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Final

from muster.games.tag_raid.board.spots import GROUND, Spot
from muster.games.tag_raid.board.vistas import Vistas
from muster.games.tag_raid.cards.content import Constants, Movement
from muster.geometry.hexes import (
    ROOT,
    SIDES,
    Cell,
    cell_at,
    cell_name,
    centre,
    corners,
    neighbour,
    neighbours,
    side_bearing,
)
from muster.geometry.plane import CIRCLE, Clutter, Convex, Point
from muster.geometry.silhouettes import SKY, Block

SLACK: Final = 1.0
"""Positions are whole tenths of a millimetre, so bases that touch may overlap by one."""
INTERIOR_TILES: Final = 4
"""The tiles that must surround an interior hexagon, at least.  [TR beast.interior]"""
BORDER_TILES: Final = 2
"""The tiles that a border hexagon touches, at least.  [TR beast.border]"""
FACES: Final = 20
KEPT: Final = 20_000
"""The most spots remembered together with their hexagon and what is under and beside them."""


def middle_of(cell: Cell, size: float) -> Point:
    """The middle of a hexagon with sides of this length."""
    x, y = centre(cell, size)
    return x + size * ROOT / 2, y + size


class Tile:
    """A hexagon with its terrain."""

    __slots__ = ("cell", "name", "shape", "terrain", "x", "y")

    def __init__(self, cell: Cell, terrain: str, shape: Convex) -> None:
        self.cell = cell
        self.terrain = terrain
        self.shape = shape
        self.name = cell_name(cell)
        self.x = shape.x
        self.y = shape.y


class Scenery:
    """A piece of scenery: its footprint, its height, and what it hides."""

    __slots__ = ("block", "height", "shape")

    def __init__(self, shape: Convex, height: int) -> None:
        self.shape = shape
        self.height = height
        self.block = Block(shape, float(height))


class AccessPoint:
    """A spot at the edge of the table where TAGs arrive, and the faces of the d20 that lead there."""

    __slots__ = ("edge", "facing", "number", "spot")

    def __init__(self, number: int, edge: tuple[int, int], spot: Spot, facing: int) -> None:
        self.number = number
        self.edge = edge
        self.spot = spot
        self.facing = facing


class Area:
    """A table with everything that stands on it."""

    __slots__ = (
        "_around",
        "_beside",
        "_middles",
        "_names",
        "_obstacles",
        "_parts",
        "_tiles",
        "_under",
        "access",
        "blocks",
        "cells",
        "constants",
        "containers",
        "depth",
        "id",
        "number",
        "scenery",
        "size",
        "tiles",
        "vistas",
        "void_blocks",
        "voids",
        "width",
    )

    def __init__(
        self,
        number: int,
        card_id: str,
        constants: Constants,
        tiles: dict[Cell, str],
        scenery: Sequence[tuple[Sequence[Point], int]],
        containers: Sequence[tuple[int, int]],
        access_points: int,
    ) -> None:
        self.number = number
        self.id = card_id
        self.constants = constants
        self.size = float(constants.hexagon_side)
        self.tiles = tuple(Tile(cell, terrain, self.hexagon(cell)) for cell, terrain in tiles.items())
        self._tiles = {tile.cell: index for index, tile in enumerate(self.tiles)}
        empty = {neighbour(cell, side) for cell in tiles for side in range(SIDES)} - tiles.keys()
        self.voids = {cell: self.hexagon(cell) for cell in sorted(empty)}
        self.scenery = tuple(Scenery(Convex(shape), height) for shape, height in scenery)
        self.void_blocks = {cell: Block(shape, SKY) for cell, shape in self.voids.items()}
        self.blocks = (*self.void_blocks.values(), *[piece.block for piece in self.scenery])
        self.vistas = Vistas(constants, self.blocks, [piece.height for piece in self.scenery])
        self._around: dict[Cell, list[int]] = {}
        self._middles: dict[Cell, Point] = {}
        self._names: dict[tuple[float, float], str] = {}
        self._parts: dict[tuple[float, float], int] = {}
        self._under: dict[tuple[float, float], list[int]] = {}
        self._beside: dict[Spot, list[int]] = {}
        self._obstacles = Clutter(
            [
                *[(shape, "TR move.no_tile") for shape in self.voids.values()],
                *[(piece.shape, "TR move.width") for piece in self.scenery],
            ]
        )
        self.containers: tuple[Spot, ...] = tuple((x, y, GROUND) for x, y in containers)
        self.width = int(max([x for tile in self.tiles for x, _ in tile.shape.corners])) + 1
        self.depth = int(max([y for tile in self.tiles for _, y in tile.shape.corners])) + 1
        self.access = self._spread(access_points)
        self.cells = {kind: tuple(self._beast_cells(kind)) for kind in Movement}

    def hexagon(self, cell: Cell) -> Convex:
        dx, dy = self.size * ROOT / 2, self.size
        return Convex([(x + dx, y + dy) for x, y in corners(cell, self.size)])

    def middle(self, cell: Cell) -> Point:
        found = self._middles.get(cell)
        if found is None:
            found = self._middles[cell] = middle_of(cell, self.size)
        return found

    def cell_at(self, x: float, y: float) -> Cell:
        return cell_at(x - self.size * ROOT / 2, y - self.size, self.size)

    def name_at(self, x: float, y: float) -> str:
        """The name of the hexagon that a point lies in."""
        found = self._names.get((x, y))
        if found is None:
            if len(self._names) >= KEPT:
                self._names.clear()
            found = self._names[x, y] = cell_name(self.cell_at(x, y))
        return found

    def part_at(self, x: float, y: float) -> int:
        """In which part of its hexagon a point lies: 0 in the middle, else 1 to 8 for the directions from north on."""
        found = self._parts.get((x, y))
        if found is None:
            if len(self._parts) >= KEPT:
                self._parts.clear()
            middle = self.middle(self.cell_at(x, y))
            dx, dy = x - middle[0], y - middle[1]
            turn = round(degrees(atan2(dx, -dy)) / 45) % 8
            found = self._parts[x, y] = 0 if hypot(dx, dy) < self.size / 4 else turn + 1
        return found

    def tile_of(self, cell: Cell) -> int:
        """The number of the tile in a cell, or -1."""
        return self._tiles.get(cell, -1)

    def tiles_under(self, x: float, y: float) -> list[int]:
        """The tiles that a base stands on, even partly.  [TR area.inside]"""
        found = self._under.get((x, y))
        if found is None:
            if len(self._under) >= KEPT:
                self._under.clear()
            found = self._under[x, y] = self._look_under(x, y)
        return found

    def _look_under(self, x: float, y: float) -> list[int]:
        radius = self.constants.base_radius - SLACK
        cell = self.cell_at(x, y)
        near = [self._tiles[other] for other in [cell, *neighbours(cell)] if other in self._tiles]
        return [tile for tile in near if self.tiles[tile].shape.distance(x, y) < radius]

    def wholly_on(self, x: float, y: float, tile: int) -> bool:
        """Whether the whole base stands on this tile.  [TR area.totally_inside]"""
        return self.tiles[tile].shape.inside(x, y) >= self.constants.base_radius - SLACK

    def floor(self, level: int) -> int:
        """The height at which a base on this level stands."""
        return 0 if level == GROUND else self.scenery[level].height

    # Set-up

    def _spread(self, count: int) -> tuple[AccessPoint, ...]:
        """Spread the access points evenly around the edge and share out the faces of the d20.  [TR setup.access]"""
        edge = self._perimeter()
        radius = self.constants.base_radius
        points: list[AccessPoint] = []
        for number in range(count):
            cell, side = edge[number * len(edge) // count]
            angle = radians(side_bearing(side))
            x, y = self.middle(cell)
            out = self.size * ROOT / 2
            inner = out - radius
            spot = round(x + sin(angle) * inner), round(y - cos(angle) * inner), GROUND
            rim = round(x + sin(angle) * out), round(y - cos(angle) * out)
            points.append(AccessPoint(number, rim, spot, round(side_bearing(side) + 180) % CIRCLE))
        return tuple(points)

    def access_gap(self) -> int:
        """The fewest hexagon sides between two neighbouring access points."""
        count, edge = len(self.access), len(self._perimeter())
        starts = [number * edge // count for number in range(count)]
        return min([(starts[(k + 1) % count] - starts[k]) % edge for k in range(count)])

    def _perimeter(self) -> list[tuple[Cell, int]]:
        """The outer sides of the tiles in order around the table, without those of interior holes."""
        outside = self._outside()
        after: dict[tuple[int, int], tuple[tuple[int, int], Cell, int]] = {}
        for tile in self.tiles:
            points = [(round(x), round(y)) for x, y in corners(tile.cell, self.size)]
            for side in range(SIDES):
                if neighbour(tile.cell, side) in outside:
                    after[points[side]] = points[(side + 1) % SIDES], tile.cell, side
        first = min(after)
        edge: list[tuple[Cell, int]] = []
        point = first
        while True:
            point, cell, side = after[point]
            edge.append((cell, side))
            if point == first:
                return edge

    def _outside(self) -> set[Cell]:
        """The empty hexagons around the table: all that are connected to the westernmost."""
        reached = {min(self.voids)}
        frontier = list(reached)
        while frontier:
            fresh = {other for other in neighbours(frontier.pop()) if other in self.voids} - reached
            reached |= fresh
            frontier += fresh
        return reached

    def surrounding(self, cell: Cell) -> list[int]:
        """The tiles around a hexagon."""
        found = self._around.get(cell)
        if found is None:
            found = self._around[cell] = [self._tiles[other] for other in neighbours(cell) if other in self._tiles]
        return found

    def _beast_cells(self, kind: Movement) -> list[Cell]:
        """The hexagons in which a MegaBeast of this kind can be.  [TR beast.interior] [TR beast.border]"""
        found: list[Cell] = []
        for cell in self.voids:
            tiles = len(self.surrounding(cell))
            interior = tiles >= INTERIOR_TILES
            border = BORDER_TILES <= tiles < INTERIOR_TILES
            if (interior and kind != Movement.BORDER) or (border and kind != Movement.INTERIOR):
                found.append(cell)
        return found

    def access_point(self, face: int) -> AccessPoint:
        """The access point that a d20 leads to.  [TR deploy.roll]"""
        return self.access[(face - 1) * len(self.access) // FACES]

    # Standing and moving, as far as the table alone decides

    def stands(self, x: float, y: float, level: int) -> str:
        """The clause that keeps a base from standing here, or nothing."""
        radius = self.constants.base_radius - SLACK
        if level != GROUND:
            return "" if self.scenery[level].shape.inside(x, y) >= radius else "TR move.room"
        if self.cell_at(x, y) not in self._tiles:
            return "TR move.no_tile"
        return "TR move.room" if self._obstacles.closer_than(radius, x, y, x, y) else ""

    def walks(self, ax: float, ay: float, bx: float, by: float, level: int) -> str:
        """The clause that keeps a base from walking straight from a to b on this level, or nothing."""
        half = self.constants.min_width / 2
        if level != GROUND:
            shape = self.scenery[level].shape
            return "" if min(shape.inside(ax, ay), shape.inside(bx, by)) >= half else "TR move.width"
        return self._obstacles.closer_than(half, ax, ay, bx, by)

    def beside(self, spot: Spot) -> list[int]:
        """The scenery that a silhouette touches: the piece it stands on, and pieces that rise beside it.

        [TR contact.silhouette]
        """
        found = self._beside.get(spot)
        if found is None:
            if len(self._beside) >= KEPT:
                self._beside.clear()
            found = self._beside[spot] = self._look_beside(spot)
        return found

    def _look_beside(self, spot: Spot) -> list[int]:
        x, y, level = spot
        reach, foot = self.constants.base_radius + self.constants.contact, self.floor(level)
        return [
            number
            for number, piece in enumerate(self.scenery)
            if number == level or (piece.height > foot and piece.shape.distance(x, y) <= reach)
        ]
