"""A second, slow way to everything that is measured on the table, written from the rulebook and from nothing of ours.

A board is a set of small grids (column, row), a base the small grids it covers; sight is looked for by drawing lines,
movement by pushing a base about one small grid at a time. No table of ours is used, no bitmap, no cache of the game's.
"""

from __future__ import annotations

import heapq
import itertools
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import MultiPoint
from shapely.geometry import box as rectangle

Cell = tuple[int, int]
Box = tuple[int, int, int, int]
"""Left, top, right and bottom edge in small grids."""
BOARD = 12
LETTERS = "abcdefghijkl"
WAYS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""North, east, south, west."""


@dataclass
class Piece:
    """Terrain: where, how high, and whether it can be destroyed."""

    box: Box
    height: int
    soft: bool = False
    gone: bool = False


@dataclass
class Model:
    """A unit: its base, whether it stands on the ground, flies or is aerial, and whether it locks."""

    seat: int
    at: Cell
    size: int
    level: str
    locks: bool
    card: str
    facing: int = 0

    @property
    def box(self) -> Box:
        return self.at[0], self.at[1], self.at[0] + self.size, self.at[1] + self.size


@dataclass
class Table:
    pieces: list[Piece] = field(default_factory=list)
    models: list[Model] = field(default_factory=list)

    def tall(self) -> list[Box]:
        return [piece.box for piece in self.pieces if piece.height == 3 and not piece.gone]


def cells(box: Box) -> set[Cell]:
    return set(itertools.product(range(box[0], box[2]), range(box[1], box[3])))


def grid(at: Cell) -> Cell:
    """The large grid around a small one."""
    return at[0] // 3, at[1] // 3


def name(at: Cell, size: int = 1) -> str:
    """`f6-5`, or `f6` for a large base."""
    column, row = grid(at)
    inside = at[1] % 3 * 3 + at[0] % 3 + 1
    return f"{LETTERS[column]}{row + 1}" + ("" if size == 3 else f"-{inside}")


# Range, arcs, contact


def steps_between(one: Cell, other: Cell) -> int:
    """Range (4.2.1): grids on an orthogonal path, that of origin not counted. Found by walking."""
    seen, edge, far = {one}, [one], 0
    while other not in seen:
        far += 1
        edge = [(x + dx, y + dy) for x, y in edge for dx, dy in WAYS if 0 <= x + dx < BOARD and 0 <= y + dy < BOARD]
        edge = [at for at in dict.fromkeys(edge) if at not in seen]
        seen.update(edge)
    return far


def in_sector(facing: int, dx: float, dy: float) -> bool:
    """45 degrees to either side (4.2.5), the diagonals included."""
    ahead = (math.atan2(dy, dx) - math.atan2(WAYS[facing][1], WAYS[facing][0])) % (2 * math.pi)
    return min(ahead, 2 * math.pi - ahead) <= math.pi / 4 + 1e-9


def before(one: Model, other: Model, turned: int = 0) -> bool:
    """In the forward arc; in one grid by small grids."""
    facing = (one.facing + turned) % 4
    here, there = grid(one.at), grid(other.at)
    if here != there:
        return in_sector(facing, there[0] - here[0], there[1] - here[1])
    x, y = one.at[0] + one.size / 2, one.at[1] + one.size / 2
    return any(in_sector(facing, c + 0.5 - x, r + 0.5 - y) for c, r in cells(other.box))


def in_contact(one: Box, other: Box) -> bool:
    """At least one edge of neighbouring small grids in common."""
    mine, its = cells(one), cells(other)
    return any((c + dx, r + dy) in its for c, r in mine for dx, dy in WAYS) or bool(mine & its)


# Lines


def outline(box: Box, count: int) -> NDArray[np.float64]:
    """Points along the edge of a base, none of them on a corner or on the line between two small grids."""
    left, top, right, bottom = box
    share = (np.arange(count) + 0.4142) / count
    across, down = left + share * (right - left), top + share * (bottom - top)
    sides = [
        np.stack([across, np.full(count, top + 1e-3)], 1),
        np.stack([across, np.full(count, bottom - 1e-3)], 1),
        np.stack([np.full(count, left + 1e-3), down], 1),
        np.stack([np.full(count, right - 1e-3), down], 1),
    ]
    return np.concatenate(sides)


def struck(starts: NDArray[np.float64], ends: NDArray[np.float64], box: Box) -> NDArray[np.bool_]:
    """For every line between two points whether it meets a box, its edge included."""
    low = np.zeros(len(starts))
    high = np.ones(len(starts))
    for axis in (0, 1):
        way = ends[:, axis] - starts[:, axis]
        still = np.abs(way) < 1e-12
        safe = np.where(still, 1.0, way)
        first, last = (box[axis] - starts[:, axis]) / safe, (box[axis + 2] - starts[:, axis]) / safe
        first, last = np.minimum(first, last), np.maximum(first, last)
        outside = (starts[:, axis] < box[axis]) | (starts[:, axis] > box[axis + 2])
        low = np.where(still, np.where(outside, 2.0, low), np.maximum(low, first))
        high = np.where(still, high, np.minimum(high, last))
    return low <= high


def sampled(one: Box, other: Box, boxes: Sequence[Box], count: int = 24) -> bool:
    """Whether one of many lines between two bases keeps clear of every box."""
    a, b = outline(one, count), outline(other, count)
    starts, ends = np.repeat(a, len(b), 0), np.tile(b, (len(a), 1))
    clear = np.ones(len(starts), bool)
    for box in boxes:
        clear &= ~struck(starts, ends, box)
    return bool(clear.any())


SHIFTS = np.array([-3.7, -1.0, -0.27, 0.27, 1.0, 3.7]) * 1e-6


def critical(one: Box, other: Box, boxes: Sequence[Box]) -> bool:
    """The same for the lines that squeeze through: past every two corners, a little to either side of each."""
    corners = np.array(
        [(x, y) for b in (one, other, *boxes) for x in (b[0], b[2]) for y in (b[1], b[3])], dtype=np.float64
    )
    corners = np.unique(corners, axis=0)
    first, second = np.triu_indices(len(corners), 1)
    way = corners[second] - corners[first]
    length = np.hypot(way[:, 0], way[:, 1])
    aside = np.stack([-way[:, 1], way[:, 0]], 1) / length[:, None]
    for left, right in itertools.product(SHIFTS, SHIFTS):
        through, to = corners[first] + left * aside, corners[second] + right * aside
        if _any_clear(one, other, boxes, through, to):
            return True
    return False


def _any_clear(
    one: Box, other: Box, boxes: Sequence[Box], through: NDArray[np.float64], to: NDArray[np.float64]
) -> bool:
    """Whether one of some endless lines leads from base to base with nothing between."""
    way = to - through
    inside = [_span(through, way, box, 1e-9) for box in (one, other)]
    (a_in, a_out, a_hit), (b_in, b_out, b_hit) = inside
    ahead = a_in <= b_in
    start, end = np.where(ahead, a_out, b_out), np.where(ahead, b_in, a_in)
    clear = a_hit & b_hit
    for box in boxes:
        enter, leave, hit = _span(through, way, box, -1e-9)
        clear &= ~(hit & (enter <= end) & (leave >= start))
    return bool(clear.any())


def _span(
    start: NDArray[np.float64], way: NDArray[np.float64], box: Box, shrink: float
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
    low, high = np.full(len(start), -np.inf), np.full(len(start), np.inf)
    for axis in (0, 1):
        still = np.abs(way[:, axis]) < 1e-13
        safe = np.where(still, 1.0, way[:, axis])
        first = (box[axis] + shrink - start[:, axis]) / safe
        last = (box[axis + 2] - shrink - start[:, axis]) / safe
        outside = (start[:, axis] < box[axis] + shrink) | (start[:, axis] > box[axis + 2] - shrink)
        low = np.where(still, np.where(outside, np.inf, low), np.maximum(low, np.minimum(first, last)))
        high = np.where(still, high, np.minimum(high, np.maximum(first, last)))
    return low, high, low < high


@lru_cache(maxsize=4096)
def hull_of(one: Box, other: Box) -> object:
    return MultiPoint([(x, y) for b in (one, other) for x in (b[0], b[2]) for y in (b[1], b[3])]).convex_hull


def obstructs(one: Box, other: Box, box: Box) -> bool | None:
    """Whether lines between two bases pass through a box (4.2.4): over a corner they do, along edges they do not. None
    where the lines only begin or end at its corner, of which the book says nothing.
    """
    hull = hull_of(one, other)
    common = hull.intersection(rectangle(*box))  # type: ignore[attr-defined]
    if common.area > 1e-9:
        return True
    if common.is_empty:
        return False
    if common.length > 1e-9:
        (x0, y0), (x1, y1) = common.coords[0], common.coords[-1]
        return abs(x0 - x1) > 1e-9 and abs(y0 - y1) > 1e-9
    x, y = common.coords[0]
    ends = {(u, v) for b in (one, other) for u in (b[0], b[2]) for v in (b[1], b[3])}
    return None if any(abs(u - x) + abs(v - y) < 1e-9 for u, v in ends) else _slanted(hull, x, y)


def _slanted(hull: object, x: float, y: float) -> bool:
    """Whether the side of an outline that leads over a point is neither level nor upright."""
    points = list(hull.exterior.coords)  # type: ignore[attr-defined]
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        on = abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) < 1e-9
        if on and min(x0, x1) - 1e-9 <= x <= max(x0, x1) + 1e-9 and min(y0, y1) - 1e-9 <= y <= max(y0, y1) + 1e-9:
            return abs(x0 - x1) > 1e-9 and abs(y0 - y1) > 1e-9
    return False


def sees(one: Box, other: Box, boxes: Sequence[Box]) -> bool:
    """A straight line from base to base that keeps clear of every box (4.2.4): looked for among many, then among those
    that squeeze through."""
    near = [b for b in boxes if obstructs(one, other, b) is not False]
    return not near or sampled(one, other, near) or critical(one, other, near)


def sight(table: Table, one: Model, other: Model) -> bool:
    if "aerial" in (one.level, other.level):
        return True
    return sees(one.box, other.box, table.tall())


def covered_by_terrain(table: Table, one: Model, other: Model) -> bool | None:
    """Terrain protection (4.5.1): 2 inches or more in the way, the attacker not in contact with it."""
    if "aerial" in (one.level, other.level):
        return False
    found: bool | None = False
    for piece in table.pieces:
        if piece.height < 2 or piece.gone or in_contact(one.box, piece.box):
            continue
        between = obstructs(one.box, other.box, piece.box)
        if between:
            return True
        found = None if between is None else found
    return found


def covered_by_units(table: Table, one: Model, other: Model) -> bool | None:
    """Unit protection (4.5.2): a large unit in the way."""
    if "aerial" in (one.level, other.level):
        return False
    found: bool | None = False
    for model in table.models:
        if model is one or model is other or model.size < 3 or model.level == "aerial":
            continue
        between = obstructs(one.box, other.box, model.box)
        if between:
            return True
        found = None if between is None else found
    return found


# Movement


def occupied(table: Table, mover: Model) -> set[Cell]:
    """Small grids that a base may not stand on (2.2.1): terrain and units; aerial units share all."""
    found: set[Cell] = set()
    if mover.level == "aerial":
        return found
    for piece in table.pieces:
        if not piece.gone:
            found |= cells(piece.box)
    for model in table.models:
        if model is not mover and model.level != "aerial":
            found |= cells(model.box)
    return found


def stands(at: Cell, size: int, taken: set[Cell]) -> bool:
    column, row = at
    if not (0 <= column <= 3 * BOARD - size and 0 <= row <= 3 * BOARD - size):
        return False
    whole = grid(at) == grid((column + size - 1, row + size - 1))
    return whole and not cells((column, row, column + size, row + size)) & taken


def nudges(at: Cell, size: int, taken: set[Cell], ways: Sequence[Cell] = WAYS) -> Iterator[tuple[Cell, bool]]:
    """Where a base gets to with one push: one small grid on, or over the edge of its grid (then true)."""
    for dx, dy in WAYS:
        to = at[0] + dx, at[1] + dy
        if grid(to) == grid(at) and grid((to[0] + size - 1, to[1] + size - 1)) == grid(at):
            if stands(to, size, taken):
                yield to, False
        elif (dx, dy) in ways:
            over = at[0] + dx * size, at[1] + dy * size
            if stands(over, size, taken):
                yield over, True


def lock_count(table: Table, mover: Model, at: Cell) -> int:
    """Enemies with melee lock on somebody there (4.3.5): adjacent and in sight."""
    there = (at[0], at[1], at[0] + mover.size, at[1] + mover.size)
    count = 0
    for model in table.models:
        if model.seat == mover.seat or not model.locks:
            continue
        (x, y), (u, v) = grid(at), grid(model.at)
        if max(abs(x - u), abs(y - v)) <= 1 and (model.level == "aerial" or sees(model.box, there, table.tall())):
            count += 1
    return count


def walked(table: Table, mover: Model, reach: int) -> dict[Cell, int]:
    """The places a ground unit gets to on foot and what they cost (4.3.1): one for each grid entered, one more for each
    enemy that locks it as it leaves a grid (4.3.5); crushing (4.3.6) ends the movement."""
    taken = occupied(table, mover)
    found = {mover.at: 0}
    queue = [(0, mover.at)]
    locks: dict[Cell, int] = {}
    crushed: dict[Cell, int] = {}
    while queue:
        cost, at = heapq.heappop(queue)
        if cost > found[at]:
            continue
        if at not in locks:
            locks[at] = lock_count(table, mover, at)
        steps = list(nudges(at, mover.size, taken))
        if mover.size == 3:
            for dx, dy in WAYS:
                to = at[0] + 3 * dx, at[1] + 3 * dy
                if crushable(table, mover, to) and cost + 1 + locks[at] <= reach:
                    crushed[to] = min(crushed.get(to, reach), cost + 1 + locks[at])
        for to, over in steps:
            price = cost + (1 + locks[at] if over else 0)
            if price <= reach and price < found.get(to, reach + 1):
                found[to] = price
                heapq.heappush(queue, (price, to))
    return crushed | found


def crushable(table: Table, mover: Model, at: Cell) -> bool:
    """Whether a large unit clears a grid as it enters: everything there smaller, or terrain that breaks."""
    if not (0 <= at[0] <= 3 * BOARD - 3 and 0 <= at[1] <= 3 * BOARD - 3):
        return False
    here = cells((at[0], at[1], at[0] + 3, at[1] + 3))
    things = [piece for piece in table.pieces if not piece.gone and cells(piece.box) & here]
    units = [m for m in table.models if m is not mover and m.level != "aerial" and cells(m.box) & here]
    return bool(things or units) and all(p.soft for p in things) and all(m.size < mover.size for m in units)


def flown(table: Table, mover: Model, reach: int) -> set[Cell]:
    """Where a flight may end (4.3.2): in range, with room for the base, or for aerial units anywhere."""
    taken = occupied(table, mover)
    places = itertools.product(range(3 * BOARD), repeat=2)
    near = {at for at in places if stands(at, mover.size, taken) and steps_of(mover.at, at) <= reach}
    return near | {mover.at}


@cache
def _steps(one: Cell, other: Cell) -> int:
    return steps_between(one, other)


def steps_of(one: Cell, other: Cell) -> int:
    return _steps(grid(one), grid(other))


def driven(table: Table, mover: Model, direction: int, distance: int) -> tuple[int, set[Cell]]:
    """How many grids a unit is driven in a straight line as far as there is a way (4.3.4), and where it may end."""
    taken = occupied(table, mover)
    reached = spread({mover.at}, mover.size, taken)
    for count in range(distance):
        across = {to for at in reached for to, over in nudges(at, mover.size, taken, [WAYS[direction]]) if over}
        if not across:
            return count, reached
        reached = spread(across, mover.size, taken)
    return distance, reached


def spread(places: set[Cell], size: int, taken: set[Cell]) -> set[Cell]:
    """Everywhere inside the same grids."""
    found, edge = set(places), list(places)
    while edge:
        for to, over in nudges(edge.pop(), size, taken):
            if not over and to not in found:
                found.add(to)
                edge.append(to)
    return found


def shoved(table: Table, mover: Model) -> set[Cell]:
    """Where a unit may be put that is crushed: one grid away, on foot or flying (4.3.6)."""
    taken = occupied(table, mover)
    if mover.level != "ground":
        return {at for at in flown(table, mover, 1) if grid(at) != grid(mover.at)}
    inside = spread({mover.at}, mover.size, taken)
    across = {to for at in inside for to, over in nudges(at, mover.size, taken) if over}
    return {at for at in spread(across, mover.size, taken) if grid(at) != grid(mover.at)}


# Tables at random

SHAPES = ((3, 3), (3, 1), (1, 3), (2, 1), (1, 2), (1, 1), (1, 1))
KINDS = (
    ("", 3, "ground", True),
    ("n51_apologist", 3, "ground", False),
    ("dtg_30r_hyena_radar_type", 2, "ground", False),
    ("n31_hound_i_beagle", 2, "ground", True),
    ("sgm_2_pholcus_automatic_mine_unfolded", 1, "ground", False),
    ("amds210_delphinium_automatic_defense_system", 1, "ground", False),
    ("adk60r_raven_scout_type", 2, "flying", False),
    ("n503_valkyrie", 3, "flying", False),
    ("md_1_dragonfly_micro_scout", 1, "aerial", False),
)
"""Card, size, level, and whether it has a melee action; no card is a mech."""


def random_table(rng: random.Random, width: int, models: int, pieces: int) -> Table:
    """Terrain and units in a corner of the board, so that they are in each other's way."""
    table = Table()
    taken: set[Cell] = set()
    for _ in range(pieces):
        across, down = rng.choice(SHAPES)
        at = rng.randrange(width) * 3 + rng.randint(0, 3 - across), rng.randrange(width) * 3 + rng.randint(0, 3 - down)
        box = (at[0], at[1], at[0] + across, at[1] + down)
        if cells(box) & taken:
            continue
        taken |= cells(box)
        height = rng.choice((1, 2, 3, 3))
        soft = rng.random() < 0.3
        table.pieces.append(Piece(box, height, soft, soft and rng.random() < 0.4))
    taken = set().union(*(cells(piece.box) for piece in table.pieces if not piece.gone))
    for _ in range(models):
        card, size, level, locks = rng.choice(KINDS)
        at = rng.randrange(width) * 3 + rng.randint(0, 3 - size), rng.randrange(width) * 3 + rng.randint(0, 3 - size)
        if level != "aerial" and not stands(at, size, taken):
            continue
        model = Model(rng.randrange(2), at, size, level, locks, card, rng.randrange(4))
        table.models.append(model)
        taken |= cells(model.box) if level != "aerial" else set()
    return table
