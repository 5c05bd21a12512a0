"""Sight between cubes: straight lines against the walls and floors that stand on the faces of cubes.

Scenery is one kind of wall on the east and south face of each cube and one kind of floor under it. A line is followed
from plane to plane; where it crosses a face, the place of the crossing says whether the wall or floor is in the way
or the line goes through its opening. A line seen from its other end is the same line: sight along it is symmetric.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from math import ceil, floor

from muster.geometry.cubes import Cubes
from muster.geometry.squares import NOWHERE

Point = tuple[float, float, float]
"""In cubes: column, row, height; the ground is at height 0."""


class Face(IntEnum):
    """What stands on a face of a cube."""

    OPEN = 0
    SOLID = 1
    DOOR = 2
    WINDOW = 3
    PARTIAL = 4
    """A floor with a hole in its south-east quarter."""
    HALF = 5
    """A walkway: a floor in the north half only."""


def stops(face: int, u: float, v: float) -> bool:
    """Whether a face is in the way of a line that crosses it at (u, v): along and up a wall, east and south on a
    floor.
    """
    if face == Face.OPEN:
        return False
    if face == Face.DOOR:
        return not (0.2 < u < 0.8 and v < 0.8)
    if face == Face.WINDOW:
        return not (0.2 < u < 0.8 and 0.35 < v < 0.8)
    if face == Face.PARTIAL:
        return not (u > 0.5 and v > 0.5)
    if face == Face.HALF:
        return v < 0.5
    return True


class Scenery:
    """The faces of all cubes: `east` and `south` walls, and the `floor` each cube stands on."""

    __slots__ = ("cubes", "east", "floor", "south")

    def __init__(self, cubes: Cubes) -> None:
        self.cubes = cubes
        self.east = [0] * cubes.size
        self.south = [0] * cubes.size
        self.floor = [int(Face.OPEN)] * cubes.size

    def wall(self, cube: int, dx: int, dy: int) -> int:
        """The wall between a cube and its orthogonal neighbour; the edge of the board is solid."""
        other = self.cubes.step(cube, dx, dy)
        if other == NOWHERE:
            return int(Face.SOLID)
        if dx:
            return self.east[cube if dx > 0 else other]
        return self.south[cube if dy > 0 else other]

    def set_wall(self, cube: int, dx: int, dy: int, face: int) -> None:
        other = self.cubes.step(cube, dx, dy)
        if other == NOWHERE:
            return
        if dx:
            self.east[cube if dx > 0 else other] = face
        else:
            self.south[cube if dy > 0 else other] = face

    def clear(self, start: Point, end: Point) -> bool:
        """Whether nothing stands between two points."""
        return (
            self._clear_walls(self.east, start, end, 0)
            and self._clear_walls(self.south, start, end, 1)
            and self._clear_floors(start, end)
        )

    def _clear_walls(self, faces: Sequence[int], start: Point, end: Point, axis: int) -> bool:
        """No wall across the planes of one axis: 0 for east faces, 1 for south faces."""
        a, b = (start, end) if start[axis] <= end[axis] else (end, start)
        span = b[axis] - a[axis]
        columns, rows = self.cubes.columns, self.cubes.rows
        for plane in range(floor(a[axis]) + 1, ceil(b[axis])):
            t = (plane - a[axis]) / span
            along = a[1 - axis] + t * (b[1 - axis] - a[1 - axis])
            height = a[2] + t * (b[2] - a[2])
            level, cell = int(height), int(along)
            if level >= self.cubes.levels:
                continue
            row, column = (cell, plane - 1) if axis == 0 else (plane - 1, cell)
            face = faces[(level * rows + row) * columns + column]
            if face and stops(face, along - cell, height - level):
                return False
        return True

    def _clear_floors(self, start: Point, end: Point) -> bool:
        a, b = (start, end) if start[2] <= end[2] else (end, start)
        span = b[2] - a[2]
        columns, rows = self.cubes.columns, self.cubes.rows
        for level in range(floor(a[2]) + 1, ceil(b[2])):
            if level >= self.cubes.levels:
                break
            t = (level - a[2]) / span
            x, y = a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])
            column, row = int(x), int(y)
            face = self.floor[(level * rows + row) * columns + column]
            if face and stops(face, x - column, y - row):
                return False
        return True
