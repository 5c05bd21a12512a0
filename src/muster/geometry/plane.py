"""The open table, seen from above: points, straight pieces and convex shapes, with exact distances.

Lengths are in the caller's unit; positions are usually whole numbers, so that a place written down once stays the
same place for ever. The y axis points south; bearings are compass degrees, 0 is north, 90 is east.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, pi, radians, sin, sqrt
from typing import Final

Point = tuple[float, float]
CIRCLE: Final = 360
"""The whole numbers of degrees on a compass."""
EDGE: Final = 1e-9
"""A crossing shorter than this share of a piece only grazes a shape."""


def bearing(ax: float, ay: float, bx: float, by: float) -> float:
    """The compass direction from one point to another, 0 <= degrees < 360."""
    return degrees(atan2(bx - ax, ay - by)) % 360.0


def along(compass: float) -> Point:
    """The unit vector of a compass direction."""
    angle = radians(compass)
    return sin(angle), -cos(angle)


def turn_between(one: float, other: float) -> float:
    """The smaller angle between two compass directions, 0 to 180."""
    difference = abs(one - other) % 360.0
    return 360.0 - difference if difference > 180.0 else difference


def span(dx: float, dy: float) -> float:
    """The length of a step."""
    return sqrt(dx * dx + dy * dy)


def to_piece(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> float:
    """The distance from a point to the piece from a to b."""
    dx, dy = bx - ax, by - ay
    px -= ax
    py -= ay
    along_it = px * dx + py * dy
    if along_it <= 0:
        return sqrt(px * px + py * py)
    length = dx * dx + dy * dy
    if along_it >= length:
        px -= dx
        py -= dy
        return sqrt(px * px + py * py)
    return abs(px * dy - py * dx) / sqrt(length)


class Outline:
    """The corners of a convex shape, and a circle around it: enough to see past it."""

    __slots__ = ("corners", "radius", "x", "y")

    def __init__(self, corners: Sequence[Point], x: float, y: float, radius: float) -> None:
        self.corners = tuple(corners)
        self.x = x
        self.y = y
        self.radius = radius


class Convex(Outline):
    """A convex polygon, corners clockwise as seen on a table whose y axis points south (either way is accepted)."""

    __slots__ = ("_sides",)

    def __init__(self, corners: Sequence[Point]) -> None:
        points = list(corners)
        if area(points) < 0:
            points.reverse()
        x = sum([x for x, _ in points]) / len(points)
        y = sum([y for _, y in points]) / len(points)
        super().__init__(points, x, y, max([span(px - x, py - y) for px, py in points]))
        # Where each side begins, the direction out of the shape, and how long the side is.
        sides: list[tuple[float, float, float, float, float]] = []
        for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
            length = span(bx - ax, by - ay)
            sides.append((ax, ay, (by - ay) / length, (ax - bx) / length, length))
        self._sides = sides

    def inside(self, px: float, py: float) -> float:
        """How deep a point lies inside; negative outside (then no distance, only its sign and a bound)."""
        deepest = -1e18
        for ax, ay, nx, ny, _ in self._sides:
            out = (px - ax) * nx + (py - ay) * ny
            if out > deepest:
                deepest = out
        return -deepest

    def distance(self, px: float, py: float) -> float:
        """From a point to the shape, 0 inside."""
        nearest = 0.0
        outside = False
        for ex, ey, nx, ny, length in self._sides:
            dx, dy = px - ex, py - ey
            out = dx * nx + dy * ny
            if out > 0:
                # Only a side that looks at the point can be the nearest.
                share = dy * nx - dx * ny
                if share > 0:
                    past = share - length
                    found = sqrt(out * out + past * past) if past > 0 else out
                else:
                    found = sqrt(dx * dx + dy * dy)
                if not outside or found < nearest:
                    nearest = found
                outside = True
        return nearest

    def crossing(self, ax: float, ay: float, bx: float, by: float) -> Point | None:
        """From which to which share of the piece a-b it runs inside, or None when it at most grazes the shape."""
        first, last = 0.0, 1.0
        for ex, ey, nx, ny, _ in self._sides:
            start = (ax - ex) * nx + (ay - ey) * ny
            end = (bx - ex) * nx + (by - ey) * ny
            if start >= 0 and end >= 0:
                return None
            if start > 0:
                share = start / (start - end)
                if share > first:
                    first = share
            elif end > 0:
                share = start / (start - end)
                if share < last:
                    last = share
            if last - first <= EDGE:
                return None
        return first, last

    def to_piece(self, ax: float, ay: float, bx: float, by: float) -> float:
        """From the piece a-b to the shape, 0 when they meet."""
        if self.crossing(ax, ay, bx, by) is not None:
            return 0.0
        nearest = min(self.distance(ax, ay), self.distance(bx, by))
        for px, py in self.corners:
            found = to_piece(px, py, ax, ay, bx, by)
            if found < nearest:
                nearest = found
        return nearest

    def is_far(self, distance: float, ax: float, ay: float, bx: float, by: float) -> bool:
        """Whether the piece a-b is so far away that the circle around the shape is proof enough."""
        return to_piece(self.x, self.y, ax, ay, bx, by) - self.radius >= distance

    def closer_than(self, distance: float, ax: float, ay: float, bx: float, by: float) -> bool:
        """Whether the piece a-b comes closer to the shape than a distance. Quick when it is far away."""
        return not self.is_far(distance, ax, ay, bx, by) and self.to_piece(ax, ay, bx, by) < distance


class Boxed:
    """A shape with the box around it, and a word for it."""

    __slots__ = ("east", "north", "shape", "south", "west", "word")

    def __init__(self, shape: Convex, word: str) -> None:
        xs, ys = [x for x, _ in shape.corners], [y for _, y in shape.corners]
        self.west, self.north, self.east, self.south = min(xs), min(ys), max(xs), max(ys)
        self.shape = shape
        self.word = word


class Clutter:
    """Many shapes, each with a word for it. A path comes near only a few; boxes around them tell which."""

    __slots__ = ("_boxed",)

    def __init__(self, shapes: Sequence[tuple[Convex, str]]) -> None:
        self._boxed = [Boxed(shape, word) for shape, word in shapes]

    def closer_than(self, distance: float, ax: float, ay: float, bx: float, by: float) -> str:
        """The word of the first shape that the piece a-b comes closer to than a distance, or an empty text."""
        low_x, high_x = (ax - distance, bx + distance) if ax < bx else (bx - distance, ax + distance)
        low_y, high_y = (ay - distance, by + distance) if ay < by else (by - distance, ay + distance)
        for box in self._boxed:
            near = low_x < box.east and high_x > box.west and low_y < box.south and high_y > box.north
            if near and box.shape.closer_than(distance, ax, ay, bx, by):
                return box.word
        return ""


def area(corners: Sequence[Point]) -> float:
    """The signed area: positive when the corners run clockwise on a table whose y axis points south."""
    total = 0.0
    bx, by = corners[-1]
    for ax, ay in corners:
        total += bx * ay - ax * by
        bx, by = ax, ay
    return total / 2


def is_convex(corners: Sequence[Point]) -> bool:
    """At least three corners that turn one way only."""
    count = len(corners)
    if count < 3:
        return False
    turns: list[bool] = []
    for index in range(count):
        (ax, ay), (bx, by), (cx, cy) = corners[index], corners[(index + 1) % count], corners[(index + 2) % count]
        cross = (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        if abs(cross) < EDGE:
            return False
        turns.append(cross > 0)
    return all(turns) or not any(turns)


ROUND_CORNERS: Final = 36
_STEP = 2 * pi / ROUND_CORNERS
_OUTER = 1 / cos(_STEP / 2)
_CIRCLE = [(_OUTER * cos(_STEP * k), _OUTER * sin(_STEP * k)) for k in range(ROUND_CORNERS)]


def disc(x: float, y: float, radius: float) -> Outline:
    """A round base as the polygon around it: never smaller, and nowhere wider by more than four thousandths."""
    return Outline([(x + radius * dx, y + radius * dy) for dx, dy in _CIRCLE], x, y, radius * _OUTER)
