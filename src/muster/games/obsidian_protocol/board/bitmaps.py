"""Sets of places as bitmaps, so that a whole board is searched at once.

A place is the north-west small grid of a base. A base of 1, 2 or 3 small grids always stands inside one grid, so it has
9, 4 or 1 places there: its spots, numbered grid after grid. A set of places of one size of base is a bitmap of spots,
short for the large bases; a set of grids is a bitmap of grids, which is the same as one of spots of the largest base.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from muster.games.obsidian_protocol.board.battlefield import ADJACENT, CELLS, GRIDS, SMALL

Step = tuple[int, int]
"""The spots from which a step is possible, and how far it shifts the bitmap (north and west are negative)."""
NOWHERE: Final = -1
SIZES: Final = range(1, SMALL + 1)
ALL_GRIDS: Final = range(GRIDS * GRIDS)

SPOTS: Final[tuple[int, ...]] = (0, *((SMALL - size + 1) ** 2 for size in SIZES))
"""By size: how many spots a base has in a grid."""


def _spot_places(size: int) -> tuple[int, ...]:
    steps = range(SMALL - size + 1)
    corners = [(grid // GRIDS * CELLS + grid % GRIDS) * SMALL for grid in ALL_GRIDS]
    return tuple(corner + y * CELLS + x for corner in corners for y in steps for x in steps)


def _place_spots(size: int) -> tuple[int, ...]:
    found = [NOWHERE] * (CELLS * CELLS)
    for spot, place in enumerate(PLACE[size]):
        found[place] = spot
    return tuple(found)


PLACE: Final[tuple[tuple[int, ...], ...]] = ((), *(_spot_places(size) for size in SIZES))
"""By size and spot: the place it is."""
SPOT: Final[tuple[tuple[int, ...], ...]] = ((), *(_place_spots(size) for size in SIZES))
"""By size and place: the spot it is, NOWHERE where such a base cannot be."""


def _where(size: int, test: Callable[[int, int], bool]) -> int:
    """The spots whose place, by column and row, passes a test."""
    found = 0
    for spot, place in enumerate(PLACE[size]):
        if test(place % CELLS, place // CELLS):
            found |= 1 << spot
    return found


def _inside(size: int) -> tuple[Step, Step, Step, Step]:
    """Shift one small grid north, east, south or west inside the grid."""
    room = SMALL - size
    return (
        (_where(size, lambda col, row: row % SMALL > 0), -room - 1),
        (_where(size, lambda col, row: col % SMALL < room), 1),
        (_where(size, lambda col, row: row % SMALL < room), room + 1),
        (_where(size, lambda col, row: col % SMALL > 0), -1),
    )


def _across(size: int) -> tuple[Step, Step, Step, Step]:
    """Shift from the edge of a grid to just over it: north, east, south or west."""
    room, spots = SMALL - size, SPOTS[size]
    down = GRIDS * spots - room * (room + 1)
    return (
        (_where(size, lambda col, row: row % SMALL == 0 and row > 0), -down),
        (_where(size, lambda col, row: col % SMALL == room and col + size < CELLS), spots - room),
        (_where(size, lambda col, row: row % SMALL == room and row + size < CELLS), down),
        (_where(size, lambda col, row: col % SMALL == 0 and col > 0), room - spots),
    )


INSIDE: Final[tuple[tuple[Step, Step, Step, Step], ...]] = tuple(_inside(max(size, 1)) for size in range(SMALL + 1))
ACROSS: Final[tuple[tuple[Step, Step, Step, Step], ...]] = tuple(_across(max(size, 1)) for size in range(SMALL + 1))
_GRID: Final[tuple[int, ...]] = (0, *((1 << SPOTS[size]) - 1 for size in SIZES))
"""By size: the spots of the first grid."""
GRID_AREA: Final[tuple[tuple[int, ...], ...]] = (
    (),
    *(tuple(_GRID[size] << grid * SPOTS[size] for grid in ALL_GRIDS) for size in SIZES),
)
"""By size and grid: its spots."""


def area(grids: Iterable[int], size: int) -> int:
    """The spots of some grids."""
    found = 0
    for grid in grids:
        found |= GRID_AREA[size][grid]
    return found


EVERYWHERE: Final = area(ALL_GRIDS, 1)
"""All spots of the smallest base, which has most of them."""
AROUND: Final[tuple[tuple[int, ...], ...]] = ((), *(tuple(area(near, size) for near in ADJACENT) for size in SIZES))
"""By size and grid: the spots of the grid and of the eight around it."""
_FIRST: Final[tuple[int, ...]] = (0, *(_where(size, lambda col, row: not col % SMALL | row % SMALL) for size in SIZES))
"""By size: the first spot of each grid."""


def covering(size: int, box: tuple[int, int, int, int]) -> int:
    """The spots where a base of this size would cover part of a rectangle inside a grid."""
    left, top, right, bottom = box
    found = 0
    for row in range(top // SMALL * SMALL, bottom):
        for column in range(left // SMALL * SMALL, right):
            if column + size > left and row + size > top and SPOT[size][row * CELLS + column] >= 0:
                found |= 1 << SPOT[size][row * CELLS + column]
    return found


def _bases(size: int, other: int) -> tuple[int, ...]:
    found = [0] * (CELLS * CELLS)
    for spot in range(SPOTS[other]):
        column, row = PLACE[other][spot] % CELLS, PLACE[other][spot] // CELLS
        first = covering(size, (column, row, column + other, row + other))
        for grid in ALL_GRIDS:
            found[PLACE[other][grid * SPOTS[other] + spot]] = first << grid * SPOTS[size]
    return tuple(found)


COVERED: Final[tuple[tuple[tuple[int, ...], ...], ...]] = (
    (),
    *(((), *(_bases(size, other) for other in SIZES)) for size in SIZES),
)
"""By size, and by size and place of another base: the spots in which the first would stand on the other."""


def without(spots: int, others: int) -> int:
    """The spots that are not among others. Long numbers are quicker so than with `~`, which makes a negative one."""
    return spots ^ (spots & others)


def shifted(spots: int, step: Step) -> int:
    """The spots that a step leads to from any of these spots."""
    mask, by = step
    return (spots & mask) << by if by > 0 else (spots & mask) >> -by


def stepped(spots: int, steps: tuple[Step, Step, Step, Step]) -> int:
    """The spots that steps to the north, east, south and west lead to from any of these spots."""
    north, east, south, west = steps
    return (
        (spots & north[0]) >> -north[1]
        | (spots & east[0]) << east[1]
        | (spots & south[0]) << south[1]
        | (spots & west[0]) >> -west[1]
    )


def over_edges(spots: int, size: int) -> int:
    """The spots that a step over the edge of a grid leads to, in all four directions."""
    return stepped(spots, ACROSS[size])


def back(spots: int, step: Step) -> int:
    """The spots from which a step leads to any of these spots."""
    mask, by = step
    return (spots >> by if by > 0 else spots << -by) & mask


def fill(spots: int, size: int, through: int) -> int:
    """All spots that can be reached from these spots without leaving their grids."""
    if size == SMALL:
        return spots
    steps = INSIDE[size]
    fresh = spots
    while fresh:
        fresh = without(stepped(fresh, steps) & through, spots)
        spots |= fresh
    return spots


def fill_open(spots: int, size: int, through: int, wide: int) -> int:
    """The same; `wide` holds the first spots of grids that are open everywhere, which are filled at once."""
    if size == SMALL:
        return spots
    filled = (_any(spots, size) & wide) * _GRID[size]
    narrow = without(spots, filled)
    return filled | fill(narrow, size, through) if narrow else filled


def wide_grids(through: int, size: int) -> int:
    """The first spots of the grids in which every spot can be passed."""
    return _all(through, size) & _FIRST[size]


def _any(spots: int, size: int) -> int:
    """For the first spot of each grid: whether any spot of the grid is in the set. Other bits mean nothing."""
    if size == SMALL:
        return spots
    pairs = spots | spots >> 1
    fours = pairs | pairs >> 2
    return fours if size == 2 else fours | fours >> 4 | spots >> 8


def _all(spots: int, size: int) -> int:
    """For the first spot of each grid: whether all spots of the grid are in the set. Other bits mean nothing."""
    if size == SMALL:
        return spots
    pairs = spots & spots >> 1
    fours = pairs & pairs >> 2
    return fours if size == 2 else fours & fours >> 4 & spots >> 8


def each(spots: int) -> list[int]:
    """The numbers in a set, in order."""
    found = []
    while spots:
        last = spots.bit_length() - 1
        found.append(last)
        spots ^= 1 << last
    found.reverse()
    return found


def places_of(spots: int, size: int) -> list[int]:
    """The places of some spots, in the order of the spots."""
    places = PLACE[size]
    return [places[spot] for spot in each(spots)]


def grids_with(spots: int, size: int) -> list[int]:
    """The grids that hold some of these spots, in order."""
    firsts = _any(spots, size) & _FIRST[size]
    width, mask, rows = GRIDS * SPOTS[size], _ROW[size], _ROWS[size]
    found: list[int] = []
    row = 0
    while firsts:
        here = firsts & mask
        if here:
            key = here << 4 | row
            grids = rows.get(key)
            found += _grids_of_row(key, size) if grids is None else grids
        firsts >>= width
        row += 1
    return found


_ROW: Final[tuple[int, ...]] = (0, *((1 << GRIDS * SPOTS[size]) - 1 for size in SIZES))
_ROWS: Final[tuple[dict[int, list[int]], ...]] = ({}, {}, {}, {})
"""By size: the grids of a row by their first spots and the row's number; the same rows come again and again."""


def _grids_of_row(key: int, size: int) -> list[int]:
    row, firsts = key & 15, key >> 4
    columns = [column for column in range(GRIDS) if firsts >> column * SPOTS[size] & 1]
    found = _ROWS[size][key] = [row * GRIDS + column for column in columns]
    return found


_DISCS: Final[dict[tuple[int, int, int], int]] = {}


def disc(grid: int, reach: int, size: int) -> int:
    """The spots in all grids within range of one, counted orthogonally.  [OP 4.2.1.range]"""
    found = _DISCS.get((grid, reach, size))
    if found is None:
        column, row = grid % GRIDS, grid // GRIDS
        near = [g for g in ALL_GRIDS if abs(g % GRIDS - column) + abs(g // GRIDS - row) <= reach]
        found = _DISCS[grid, reach, size] = area(near, size)
    return found
