"""Sight between cubes: straight lines against the walls and floors that stand on the faces of cubes.

Scenery is one kind of wall on the east and south face of each cube and one kind of floor under it. A line is followed
from plane to plane; where it crosses a face, the place of the crossing says whether the wall or floor is in the way
or the line goes through its opening. A line seen from its other end is the same line: sight along it is symmetric.
"""

from __future__ import annotations

from enum import IntEnum
from math import ceil
from typing import Final

from muster.geometry.cubes import Cubes
from muster.geometry.squares import NOWHERE

Point = tuple[float, float, float]
"""In cubes: column, row, height; the ground is at height 0."""


Standing = tuple[int, int, int, int]
"""A face between two cubes: its plane, its place on that plane, and its kind."""


class Face(IntEnum):
    """A wall or floor on a face of a cube."""

    OPEN = 0
    SOLID = 1
    DOOR = 2
    WINDOW = 3
    PARTIAL = 4
    """A floor with a hole in its south-east quarter."""
    HALF = 5
    """A walkway: a floor in the north half only."""


_OPEN: Final = 0
_SOLID: Final = 1
_DOOR: Final = 2
_WINDOW: Final = 3
_PARTIAL: Final = 4
"""The same as plain numbers: lines are followed by the million."""


def stops(face: int, u: float, v: float) -> bool:
    """Whether a face is in the way of a line that crosses it at (u, v): along and up a wall, east and south on a
    floor.
    """
    if face == _SOLID:
        return True
    if face == _OPEN:
        return False
    if face == _DOOR:
        return not (0.2 < u < 0.8 and v < 0.8)
    if face == _WINDOW:
        return not (0.2 < u < 0.8 and 0.35 < v < 0.8)
    if face == _PARTIAL:
        return not (u > 0.5 and v > 0.5)
    return v < 0.5  # a walkway


class Scenery:
    """The faces of all cubes: `east` and `south` walls, and the `floor` each cube stands on."""

    __slots__ = ("cubes", "east", "floor", "south")

    def __init__(self, cubes: Cubes) -> None:
        self.cubes = cubes
        self.east = [_OPEN] * cubes.size
        self.south = [_OPEN] * cubes.size
        self.floor = [_OPEN] * cubes.size

    def wall(self, cube: int, dx: int, dy: int) -> int:
        """The wall between a cube and its orthogonal neighbour; the edge of the board is solid."""
        other = self.cubes.step(cube, dx, dy)
        if other == NOWHERE:
            return _SOLID
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
        return self._clear_east(start, end) and self._clear_south(start, end) and self._clear_floors(start, end)

    def _clear_east(self, start: Point, end: Point) -> bool:
        """No wall across the planes between columns."""
        ax, ay, az = start if start[0] <= end[0] else end
        bx, by, bz = end if start[0] <= end[0] else start
        first, last = int(ax) + 1, ceil(bx)
        if first >= last:
            return True
        faces, columns, rows, levels = self.east, self.cubes.columns, self.cubes.rows, self.cubes.levels
        dy, dz = (by - ay) / (bx - ax), (bz - az) / (bx - ax)
        for plane in range(first, last):
            along, height = ay + (plane - ax) * dy, az + (plane - ax) * dz
            row, level = int(along), int(height)
            if level < levels:
                face = faces[(level * rows + row) * columns + plane - 1]
                if face and stops(face, along - row, height - level):
                    return False
        return True

    def _clear_south(self, start: Point, end: Point) -> bool:
        """No wall across the planes between rows."""
        ax, ay, az = start if start[1] <= end[1] else end
        bx, by, bz = end if start[1] <= end[1] else start
        first, last = int(ay) + 1, ceil(by)
        if first >= last:
            return True
        faces, columns, rows, levels = self.south, self.cubes.columns, self.cubes.rows, self.cubes.levels
        dx, dz = (bx - ax) / (by - ay), (bz - az) / (by - ay)
        for plane in range(first, last):
            along, height = ax + (plane - ay) * dx, az + (plane - ay) * dz
            column, level = int(along), int(height)
            if level < levels:
                face = faces[(level * rows + plane - 1) * columns + column]
                if face and stops(face, along - column, height - level):
                    return False
        return True

    def _clear_floors(self, start: Point, end: Point) -> bool:
        """No floor across the planes between levels."""
        ax, ay, az = start if start[2] <= end[2] else end
        bx, by, bz = end if start[2] <= end[2] else start
        first, last = int(az) + 1, min(ceil(bz), self.cubes.levels)
        if first >= last:
            return True
        faces, columns, rows = self.floor, self.cubes.columns, self.cubes.rows
        dx, dy = (bx - ax) / (bz - az), (by - ay) / (bz - az)
        for plane in range(first, last):
            x, y = ax + (plane - az) * dx, ay + (plane - az) * dy
            column, row = int(x), int(y)
            face = faces[(plane * rows + row) * columns + column]
            if face and stops(face, x - column, y - row):
                return False
        return True

    def screen(self, one: int, other: int) -> Screen:
        """Everything that can stand between two cubes: no line from inside one to inside the other meets more."""
        a, b = self.cubes.where[one], self.cubes.where[other]
        layer = self.cubes.columns * self.cubes.rows
        found = Screen()
        _gather(found, found.easts, self.east, a[0], b[0], a[1], b[1], a[2], b[2], 1, self.cubes.columns, layer, -1)
        _gather(found, found.souths, self.south, a[1], b[1], a[0], b[0], a[2], b[2], self.cubes.columns, 1, layer, -1)
        _gather(found, found.floors, self.floor, a[2], b[2], a[0], b[0], a[1], b[1], layer, 1, self.cubes.columns, 0)
        found.open = not (found.easts or found.souths or found.floors)
        return found


def _gather(
    screen: Screen,
    found: list[Standing],
    faces: list[int],
    a: int,
    b: int,
    au: int,
    bu: int,
    av: int,
    bv: int,
    stride: int,
    u_stride: int,
    v_stride: int,
    shift: int,
) -> None:
    """Note the faces on the planes across one axis that lines between two cubes can meet, and whether solid ones fill
    one of those planes. The cubes are at `a` and `b` along that axis, at `au`, `bu` and `av`, `bv` along the others;
    the face on a plane belongs to the cube `shift` beside it.
    """
    if a > b:
        a, b, au, bu, av, bv = b, a, bu, au, bv, av
    length = b - a
    for step in range(1, length + 1):
        plane = a + step
        start = (plane + shift) * stride
        u_low, u_high = _low(au, bu - au, step, length), _high(au, bu - au, step, length)
        v_low, v_high = _low(av, bv - av, step, length), _high(av, bv - av, step, length)
        solid = True
        for u in range(u_low, u_high + 1):
            for v in range(v_low, v_high + 1):
                face = faces[start + u * u_stride + v * v_stride]
                if face:
                    found.append((plane, u, v, face))
                if face != _SOLID:
                    solid = False
        if solid:
            screen.shut = True


def _low(start: int, change: int, step: int, length: int) -> int:
    """The first row, along a second axis, where lines from one cube to another can be as they cross the plane after so
    many steps of the first axis.
    """
    return start + (step - 1 if change > 0 else step) * change // length


def _high(start: int, change: int, step: int, length: int) -> int:
    """The last such row."""
    return start - (-(step if change > 0 else step - 1) * change // length)


class Screen:
    """The faces that may be in the way of lines from one cube to another; `open` if there are none, `shut` if no line
    gets through.

    Lines between the same cubes tend to meet the same face, so the last one met is tried first.
    """

    __slots__ = ("easts", "floors", "open", "order", "shut", "souths")

    def __init__(self) -> None:
        self.easts: list[Standing] = []
        self.souths: list[Standing] = []
        self.floors: list[Standing] = []
        self.open = False
        self.shut = False
        self.order = [0, 1, 2]

    def clear(self, start: Point, end: Point) -> bool:
        """Whether nothing stands between a point in the one cube and a point in the other."""
        if self.open:
            return True
        if self.shut:
            return False
        x, y, z = start
        dx, dy, dz = end[0] - x, end[1] - y, end[2] - z
        order = self.order
        for axis in order:
            if axis == 0:
                is_met = _meets(self.easts, x, dx, y, dy, z, dz)
            elif axis == 1:
                is_met = _meets(self.souths, y, dy, x, dx, z, dz)
            else:
                is_met = _meets(self.floors, z, dz, x, dx, y, dy)
            if is_met:
                if axis != order[0]:
                    order.remove(axis)
                    order.insert(0, axis)
                return False
        return True

    def hides(self, start: Point, points: list[Point]) -> bool:
        """Whether the face met last is solid and hides all these points by itself."""
        axis = self.order[0]
        faces = self.easts if axis == 0 else self.souths if axis == 1 else self.floors
        if not faces or faces[0][3] != _SOLID:
            return False
        plane, first, second, _ = faces[0]
        a, u, v = _turned(axis, start)
        for point in points:
            end, along, across = _turned(axis, point)
            share = (plane - a) / (end - a)
            if not 0.0 <= u + share * (along - u) - first < 1.0 or not 0.0 <= v + share * (across - v) - second < 1.0:
                return False
        return True


def _turned(axis: int, point: Point) -> Point:
    """A point with the coordinate along an axis first."""
    x, y, z = point
    if axis == 0:
        return x, y, z
    return (y, x, z) if axis == 1 else (z, x, y)


def _meets(faces: list[Standing], a: float, da: float, u: float, du: float, v: float, dv: float) -> bool:
    """Whether a line from `a`, `u`, `v` meets one of the faces across the first axis; that one is then tried first."""
    for place, (plane, first, second, face) in enumerate(faces):
        share = (plane - a) / da
        across, along = u + share * du - first, v + share * dv - second
        if 0.0 <= across < 1.0 and 0.0 <= along < 1.0 and (face == _SOLID or stops(face, across, along)):
            if place:
                faces[0], faces[place] = faces[place], faces[0]
            return True
    return False
