"""Sight between rectangles on an integer grid, exactly: no rounding, no sampling.

Rectangles are (left, top, right, bottom) in small cells. Two questions:

- `touches(a, b, box)`: does some straight line from `a` to `b` pass through `box`? A line over a corner does; lines
  that only run along an edge of the grid do not.
- `is_open(a, b, boxes)`: is there a straight line from `a` to `b` that keeps clear of every box?

All lines from `a` to `b` together fill their convex hull, so the first is a question about that hull. For the second,
lines that keep clear form open regions in the space of lines, and every such region has a corner: a line through two
corners of rectangles. So it is enough to try the lines through every two corners, moved a hair's breadth to either side
of each. Integers make the hair exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

Box = tuple[int, int, int, int]
Point = tuple[int, int]

HAIR = 1 << 20
"""Coordinates are multiplied by this, so that 1 is far less than any distance that matters on a table."""


def corners(box: Box) -> list[Point]:
    left, top, right, bottom = box
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def hull(a: Box, b: Box) -> list[Point]:
    """The corners of the convex hull of two boxes, in order (Andrew's monotone chain)."""
    points = sorted(set(corners(a) + corners(b)))
    lower = _chain(points)
    upper = _chain(points[::-1])
    return lower[:-1] + upper[:-1]


def _chain(points: Sequence[Point]) -> list[Point]:
    chain: list[Point] = []
    for point in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def _turn(o: Point, p: Point, q: Point) -> int:
    """Positive when o, p, q turn left."""
    return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])


def touches(a: Box, b: Box, box: Box) -> bool:
    """Whether some line between `a` and `b` passes through `box`, be it over a corner of it."""
    left, top = min(a[0], b[0]), min(a[1], b[1])
    right, bottom = max(a[2], b[2]), max(a[3], b[3])
    if box[2] <= left or box[0] >= right or box[3] <= top or box[1] >= bottom:
        return False
    outline = hull(a, b)
    start = outline[-1]
    for end in outline:
        dx, dy = end[0] - start[0], end[1] - start[1]
        # How far the corner that lies farthest to the left of this side is on the inner side of it.
        across = (box[3] if dx > 0 else box[1]) - start[1]
        along = (box[0] if dy > 0 else box[2]) - start[0]
        nearest = dx * across - dy * along
        if nearest < 0:
            return False
        if nearest == 0:
            # The box is outside, and touches this side of the hull. Only a slanted side passes over its corner.
            if dx == 0 or dy == 0:
                return False
            if not any(_turn(start, end, p) == 0 and _within(start, end, p) for p in corners(box)):
                return False
        start = end
    return True


def _within(start: Point, end: Point, point: Point) -> bool:
    """Strictly between the ends, for a point on their line."""
    return min(start[0], end[0]) < point[0] < max(start[0], end[0])


def is_open(a: Box, b: Box, boxes: Sequence[Box]) -> bool:
    """Whether some line between `a` and `b` keeps clear of every box."""
    left, top = min(a[0], b[0]), min(a[1], b[1])
    right, bottom = max(a[2], b[2]), max(a[3], b[3])
    near = [box for box in boxes if box[0] < right and box[2] > left and box[1] < bottom and box[3] > top]
    near = [box for box in near if touches(a, b, box)]
    if not near:
        return True
    if _is_clear(a, b, near, _middle(a), _middle(b)):
        return True
    return _is_open_around(a, b, tuple(near))


@lru_cache(maxsize=1 << 13)
def _is_open_around(a: Box, b: Box, near: tuple[Box, ...]) -> bool:
    """The same with boxes that all touch some line, after the straight way. It takes long, and whoever thinks about a
    position asks for the same places again and again, so the answers are kept.
    """
    if _is_cut(a, b, near):
        return False
    points = list(dict.fromkeys(corners(a) + corners(b) + [point for box in near for point in corners(box)]))
    for index, first in enumerate(points):
        for second in points[index + 1 :]:
            if _try_around(a, b, near, first, second):
                return True
    return False


def _is_cut(a: Box, b: Box, boxes: Sequence[Box]) -> bool:
    """Whether one box alone lies across the whole way: it reaches from side to side of the hull between `a` and `b`.

    Not the only way to be blocked, but the quickest to see.
    """
    ends_a, ends_b = set(corners(a)), set(corners(b))
    outline = hull(a, b)
    sides = []
    for index, start in enumerate(outline):
        end = outline[(index + 1) % len(outline)]
        if (start in ends_a) != (end in ends_a) and (start in ends_b) != (end in ends_b):
            sides.append((start, end))
    if len(sides) != 2:
        return False
    return any(
        not _overlap(box, a) and not _overlap(box, b) and all(_crosses(box, start, end) for start, end in sides)
        for box in boxes
    )


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _crosses(box: Box, start: Point, end: Point) -> bool:
    """Whether the way from one point to another leads through a box, or touches it."""
    dx, dy = (end[0] - start[0]) * HAIR, (end[1] - start[1]) * HAIR
    found = _span(box, (start[0] * HAIR, start[1] * HAIR), dx, dy, closed=True)
    return found is not None and found[0] <= _whole(dx, dy) and found[1] >= 0


def _middle(box: Box) -> Point:
    return (box[0] + box[2]) * (HAIR // 2), (box[1] + box[3]) * (HAIR // 2)


def _try_around(a: Box, b: Box, boxes: Sequence[Box], first: Point, second: Point) -> bool:
    """The lines next to the one through two points: a hair to either side of each."""
    dx, dy = second[0] - first[0], second[1] - first[1]
    level = dx * first[1] - dy * first[0]
    if _misses(a, dx, dy, level) or _misses(b, dx, dy, level) or _is_struck(a, b, boxes, first, second):
        return False
    aside = (-_sign(dy), _sign(dx))
    for one in (1, -1):
        for other in (1, -1):
            start = (first[0] * HAIR + one * aside[0], first[1] * HAIR + one * aside[1])
            end = (second[0] * HAIR + other * aside[0], second[1] * HAIR + other * aside[1])
            if _is_clear(a, b, boxes, start, end):
                return True
    return False


def _is_struck(a: Box, b: Box, boxes: Sequence[Box], first: Point, second: Point) -> bool:
    """Whether a line runs so deep through a box between `a` and `b` that a hair's breadth cannot save it."""
    start = first[0] * HAIR, first[1] * HAIR
    dx, dy = (second[0] - first[0]) * HAIR, (second[1] - first[1]) * HAIR
    at_a, at_b = _span(a, start, dx, dy, closed=True), _span(b, start, dx, dy, closed=True)
    if at_a is None or at_b is None:
        return False
    if at_a[0] > at_b[0]:
        at_a, at_b = at_b, at_a
    deep = _whole(dx, dy) // DEEP
    for box in boxes:
        found = _span(box, start, dx, dy)
        if found is None:
            continue
        enter, depart = found
        if depart - enter > deep and at_b[0] - enter > deep and depart - at_a[1] > deep:
            return True
    return False


DEEP = 1 << 10
"""A thousandth of the way is far more than what a hair's breadth shifts."""


def _misses(box: Box, dx: int, dy: int, level: int) -> bool:
    """Whether a box lies wholly to one side of a line, so that a hair's breadth does not matter."""
    low = dx * (box[1] if dx > 0 else box[3]) - dy * (box[2] if dy > 0 else box[0])
    high = dx * (box[3] if dx > 0 else box[1]) - dy * (box[0] if dy > 0 else box[2])
    return low > level or high < level


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _is_clear(a: Box, b: Box, boxes: Sequence[Box], start: Point, end: Point) -> bool:
    """Whether the line through two points meets the inside of `a` and of `b`, and no box on the way between."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    at_a = _span(a, start, dx, dy)
    if at_a is None:
        return False
    at_b = _span(b, start, dx, dy)
    if at_b is None:
        return False
    if at_a[0] > at_b[0]:
        at_a, at_b = at_b, at_a
    leave, reach = at_a[1], at_b[0]
    for box in boxes:
        found = _span(box, start, dx, dy, closed=True)
        if found is not None and found[0] <= reach and found[1] >= leave:
            return False
    return True


def _whole(dx: int, dy: int) -> int:
    """The number that stands for the whole way from one point of a line to the other; the same for every box."""
    return abs(dx * dy) if dx and dy else abs(dx + dy)


def _span(box: Box, start: Point, dx: int, dy: int, closed: bool = False) -> tuple[int, int] | None:
    """Where a line is inside a box, in parts of the `_whole` way, or None when it misses it. To a closed box its edge
    belongs, so that touching a corner of it counts.
    """
    x, y = start
    left, top, right, bottom = box[0] * HAIR, box[1] * HAIR, box[2] * HAIR, box[3] * HAIR
    edge = int(closed)
    if dx == 0:
        if not left - edge < x < right + edge:
            return None
        return (top - y, bottom - y) if dy > 0 else (y - bottom, y - top)
    if dy == 0:
        if not top - edge < y < bottom + edge:
            return None
        return (left - x, right - x) if dx > 0 else (x - right, x - left)
    wide, high = abs(dx), abs(dy)
    first = ((left - x) if dx > 0 else (x - right)) * high
    above = ((top - y) if dy > 0 else (y - bottom)) * wide
    last = ((right - x) if dx > 0 else (x - left)) * high
    below = ((bottom - y) if dy > 0 else (y - top)) * wide
    if above > first:
        first = above
    if below < last:
        last = below
    return None if first >= last + edge else (first, last)
