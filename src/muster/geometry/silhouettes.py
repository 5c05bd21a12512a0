"""Sight between two upright silhouettes among upright obstacles, exact.

A silhouette is the rectangle a volume shows to the other side: as wide as its base, from its foot to its head, square
to the line between the two centres. There is sight when one straight line leads from a point of one rectangle to a
point of the other without passing through an obstacle. Nothing hangs in the air, so the line from head to head is the
best for each pair of sides; which sides is a question of two numbers, and every obstacle is passed on its left or on
its right: linear conditions, solved by cutting a polygon.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.geometry.plane import Outline, Point, span

EPSILON: Final = 1e-6
HAIR: Final = 1e-4
"""Anything that misses by less than this touches."""
SKY: Final = 1e9
"""The height of something nobody can see over."""


class Volume:
    """The space a model takes up: a round base and a height above the table."""

    __slots__ = ("high", "low", "radius", "x", "y")

    def __init__(self, x: float, y: float, radius: float, low: float, high: float) -> None:
        self.x = x
        self.y = y
        self.radius = radius
        self.low = low
        self.high = high


class Block:
    """Something that hides what is behind it: a convex shape that stands on the table, and how high it is."""

    __slots__ = ("shape", "top")

    def __init__(self, shape: Outline, top: float) -> None:
        self.shape = shape
        self.top = top


def cut(polygon: Sequence[Point], a: float, b: float, limit: float) -> list[Point]:
    """The part of a polygon where a*x + b*y <= limit."""
    kept: list[Point] = []
    px, py = polygon[-1]
    before = a * px + b * py - limit
    for x, y in polygon:
        now = a * x + b * y - limit
        if (before < 0 < now) or (now < 0 < before):
            share = before / (before - now)
            kept.append((px + share * (x - px), py + share * (y - py)))
        if now <= 0:
            kept.append((x, y))
        px, py, before = x, y, now
    return kept


class Line:
    """The line between two centres as an axis: a point becomes its share of the way and its distance to the right."""

    __slots__ = ("ax", "ay", "dx", "dy", "length")

    def __init__(self, ax: float, ay: float, bx: float, by: float) -> None:
        self.ax = ax
        self.ay = ay
        self.length = span(bx - ax, by - ay)
        self.dx = (bx - ax) / self.length
        self.dy = (by - ay) / self.length

    def place(self, shape: Outline) -> list[Point]:
        ax, ay, dx, dy, length = self.ax, self.ay, self.dx, self.dy, self.length
        return [
            (((x - ax) * dx + (y - ay) * dy) / length, (x - ax) * dy * -1 + (y - ay) * dx) for x, y in shape.corners
        ]


def hides(line: Line, block: Block, start: float, end: float) -> list[Point]:
    """The part of a block that stands in the way of a line of sight which runs from one height to another."""
    placed = line.place(block.shape)
    nearest, farthest = 1e18, -1e18
    for share, _ in placed:
        if share < nearest:
            nearest = share
        if share > farthest:
            farthest = share
    if nearest < EPSILON:
        placed = cut(placed, -1, 0, -EPSILON)
    if placed and farthest > 1 - EPSILON:
        placed = cut(placed, 1, 0, 1 - EPSILON)
    if placed and start != end and block.top <= max(start, end):
        # The line passes over the block where it is higher: start + (end - start) * share >= top.
        if end > start:
            placed = cut(placed, 1, 0, (block.top - start) / (end - start))
        else:
            placed = cut(placed, -1, 0, -(block.top - start) / (end - start))
    return placed if len(placed) > 2 else []


def in_sight(one: Volume, other: Volume, blocks: Sequence[Block]) -> bool:
    """Whether some straight line joins the two silhouettes and passes through no block."""
    distance = span(other.x - one.x, other.y - one.y)
    if distance <= one.radius + other.radius:
        return True
    line = Line(one.x, one.y, other.x, other.y)
    wide = max(one.radius, other.radius)
    lowest = min(one.high, other.high)
    forced: list[_Obstacle] = []
    free: list[_Obstacle] = []
    left = right = True
    for block in blocks:
        if block.top < lowest or _beside(line, block.shape, wide):
            continue
        part = hides(line, block, one.high, other.high)
        if part:
            obstacle = _Obstacle(part, one.radius, other.radius)
            if not obstacle.on_left and not obstacle.on_right:
                return False
            if obstacle.on_left and obstacle.on_right:
                free.append(obstacle)
            else:
                forced.append(obstacle)
                left, right = left and obstacle.on_left, right and obstacle.on_right
    if left or right:
        return True
    box = [
        (-one.radius, -other.radius),
        (one.radius, -other.radius),
        (one.radius, other.radius),
        (-one.radius, other.radius),
    ]
    return _passes(box, forced + free, 0)


class _Obstacle:
    """A block in the way, and whether the outermost line on either side goes past it."""

    __slots__ = ("on_left", "on_right", "part")

    def __init__(self, part: list[Point], near: float, far: float) -> None:
        self.part = part
        left = right = 1e18
        for share, off in part:
            outermost = near + (far - near) * share
            if off + outermost < left:
                left = off + outermost
            if outermost - off < right:
                right = outermost - off
        self.on_left = left > HAIR
        self.on_right = right > HAIR


def _beside(line: Line, shape: Outline, wide: float) -> bool:
    """Whether a shape is too far off the line to matter."""
    x, y = shape.x - line.ax, shape.y - line.ay
    ahead = x * line.dx + y * line.dy
    if ahead < -shape.radius or ahead > line.length + shape.radius:
        return True
    return abs(y * line.dx - x * line.dy) >= wide + shape.radius


def _passes(ways: list[Point], obstacles: list[_Obstacle], index: int) -> bool:
    """Whether one of these ways (a polygon over the two sideways distances) goes past the obstacles from `index` on."""
    if index == len(obstacles):
        return True
    obstacle = obstacles[index]
    for side, open_there in ((1.0, obstacle.on_left), (-1.0, obstacle.on_right)):
        if not open_there:
            continue
        left = ways
        for share, off in obstacle.part:
            left = cut(left, side * (1 - share), side * share, side * off)
            if len(left) < 3:
                break
        if len(left) >= 3 and _size(left) > EPSILON and _passes(left, obstacles, index + 1):
            return True
    return False


def _size(polygon: Sequence[Point]) -> float:
    total = 0.0
    bx, by = polygon[-1]
    for ax, ay in polygon:
        total += bx * ay - ax * by
        bx, by = ax, ay
    return abs(total) / 2


CLEAR: Final = 0
MIXED: Final = 1
HIDDEN: Final = 2


def outlook(line: Line, reach: float, block: Block, low: float, high: float) -> int:
    """Judge a block for all lines between two discs of the same radius around the ends of a line.

    CLEAR: it is in nobody's way. HIDDEN: it parts the two from each other. MIXED: that depends on where one stands.
    `low` and `high` are the heads: what is lower than both is in nobody's way, what is as high as both can part them.
    """
    if block.top < low or _beside(line, block.shape, reach):
        return CLEAR
    margin = reach / line.length
    placed = line.place(block.shape)
    nearest, farthest, leftmost, rightmost = 1e18, -1e18, 1e18, -1e18
    for share, off in placed:
        if share < nearest:
            nearest = share
        if share > farthest:
            farthest = share
        if off < leftmost:
            leftmost = off
        if off > rightmost:
            rightmost = off
    if farthest < -margin or nearest > 1 + margin or leftmost > reach or rightmost < -reach:
        return CLEAR
    if block.top < high or margin >= 0.5:
        return MIXED
    between = cut(placed, -1, 0, -margin)
    if between:
        between = cut(between, 1, 0, 1 - margin)
    return HIDDEN if _straddles(between, -reach - 1, reach + 1) else MIXED


def _straddles(placed: Sequence[Point], left: float, right: float) -> bool:
    """Whether some points lie further to the left than that, and some further to the right."""
    to_left = to_right = False
    for _, off in placed:
        if off < left:
            to_left = True
        elif off > right:
            to_right = True
    return to_left and to_right


def hidden_in_part(eye: Volume, target: Volume, block: Block) -> bool:
    """Whether a block keeps some of the target's silhouette from the middle of the watcher's head.

    The foot of a silhouette is what is hidden first, so only lines to it are looked at.
    """
    if eye.x == target.x and eye.y == target.y:
        return False
    line = Line(eye.x, eye.y, target.x, target.y)
    if block.top < target.low or _beside(line, block.shape, target.radius):
        # What stands on a block is hidden by it from below: its top is where the foot is.
        return False
    part = hides(line, block, eye.high, target.low)
    if not part:
        return False
    left = right = False
    for share, off in part:
        if share > EPSILON:
            shadow = off / share
            left = left or shadow < target.radius - EPSILON
            right = right or shadow > EPSILON - target.radius
    return left and right
