"""Sets of places as bitmaps: one bit for each small grid of the board, so that a whole board is searched at once.

A place is the north-west small grid of a base; a base of 1, 2 or 3 small grids always stands inside one grid. What a
base covers, where it can be, and how it steps inside a grid or over its edge are tables, made once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from muster.games.obsidian_protocol.battlefield import ADJACENT, CELLS, GRIDS, SMALL

Step = tuple[int, int]
"""The places from which a step is possible, and how far it shifts the bitmap (north and west are negative)."""
SIZES: Final = range(1, SMALL + 1)


def _where(test: Callable[[int, int], bool]) -> int:
    """The small grids for which a test of column and row holds."""
    found = 0
    for place in range(CELLS * CELLS):
        if test(place % CELLS, place // CELLS):
            found |= 1 << place
    return found


def _places(size: int) -> int:
    return _where(lambda col, row: col % SMALL + size <= SMALL and row % SMALL + size <= SMALL)


def _base(size: int) -> int:
    return sum(1 << row * CELLS + col for row in range(size) for col in range(size))


def _inside(size: int) -> tuple[Step, ...]:
    """One small grid north, east, south and west inside the grid."""
    room, all_places = SMALL - size, _places(size)
    return (
        (all_places & _where(lambda col, row: row % SMALL > 0), -CELLS),
        (all_places & _where(lambda col, row: col % SMALL < room), 1),
        (all_places & _where(lambda col, row: row % SMALL < room), CELLS),
        (all_places & _where(lambda col, row: col % SMALL > 0), -1),
    )


def _across(size: int) -> tuple[Step, ...]:
    """From the edge of a grid to just over it: north, east, south and west."""
    room, all_places = SMALL - size, _places(size)
    return (
        (all_places & _where(lambda col, row: row % SMALL == 0 and row > 0), -size * CELLS),
        (all_places & _where(lambda col, row: col % SMALL == room and col + size < CELLS), size),
        (all_places & _where(lambda col, row: row % SMALL == room and row + size < CELLS), size * CELLS),
        (all_places & _where(lambda col, row: col % SMALL == 0 and col > 0), -size),
    )


PLACES: Final = (0, *(_places(size) for size in SIZES))
"""By size: where such a base can be at all."""
BASE: Final = (0, *(_base(size) for size in SIZES))
"""By size: the small grids under a base in the north-west corner of the board."""
INSIDE: Final = ((), *(_inside(size) for size in SIZES))
ACROSS: Final = ((), *(_across(size) for size in SIZES))
GRID_AREA: Final = tuple(BASE[SMALL] << (grid // GRIDS * CELLS + grid % GRIDS) * SMALL for grid in range(GRIDS * GRIDS))
"""The small grids of each grid."""


def _union(grids: frozenset[int]) -> int:
    found = 0
    for grid in grids:
        found |= GRID_AREA[grid]
    return found


AROUND: Final = tuple(_union(near) for near in ADJACENT)
"""The small grids of each grid and the eight around it."""
_FIRST_COLUMN: Final = _where(lambda col, row: col % SMALL == 0)
_ROW: Final = (1 << CELLS) - 1
_FIRST_ROW: Final = _where(lambda col, row: row % SMALL == 0)


def shifted(places: int, step: Step) -> int:
    """Where a step leads from any of some places."""
    mask, by = step
    return (places & mask) << by if by > 0 else (places & mask) >> -by


def back(places: int, step: Step) -> int:
    """Whence a step leads to any of some places."""
    mask, by = step
    return (places >> by if by > 0 else places << -by) & mask


def touching(cells: int, size: int) -> int:
    """The places in which a base of this size covers any of some small grids."""
    if size == 1:
        return cells
    if size == 2:
        wide = cells | cells >> 1
        return wide | wide >> CELLS
    wide = cells | cells >> 1 | cells >> 2
    return wide | wide >> CELLS | wide >> 2 * CELLS


def fill(places: int, size: int, through: int) -> int:
    """Everything that can be reached from some places without leaving their grids."""
    steps = INSIDE[size]
    fresh = places
    while fresh and size < SMALL:
        found = 0
        for step in steps:
            found |= shifted(fresh, step)
        fresh = found & through & ~places
        places |= fresh
    return places


def each(places: int) -> Iterator[int]:
    """The numbers of the places in a set, from the north-west on."""
    while places:
        low = places & -places
        yield low.bit_length() - 1
        places ^= low


def _corners(cells: int) -> int:
    """The north-west small grids of the grids in which some of these are."""
    wide = (cells | cells >> 1 | cells >> 2) & _FIRST_COLUMN
    return (wide | wide >> CELLS | wide >> 2 * CELLS) & _FIRST_ROW


def grids_with(places: int) -> list[int]:
    """The grids in which some of these places are, in order."""
    corners = _corners(places)
    found: list[int] = []
    for row in range(GRIDS):
        here = corners >> row * SMALL * CELLS & _ROW
        if here:
            found += _grids_of_row(here, row)
    return found


_ROWS: Final[dict[tuple[int, int], tuple[int, ...]]] = {}


def _grids_of_row(corners: int, row: int) -> tuple[int, ...]:
    """The grids of a row by their first small grids; the same rows come again and again."""
    found = _ROWS.get((row, corners))
    if found is None:
        columns = [column for column in range(GRIDS) if corners >> column * SMALL & 1]
        found = _ROWS[row, corners] = tuple(row * GRIDS + column for column in columns)
    return found


def whole_grids(cells: int) -> int:
    """All small grids of the grids in which some of these are."""
    corners = _corners(cells)
    wide = corners | corners << 1 | corners << 2
    return wide | wide << CELLS | wide << 2 * CELLS


_DISCS: Final[dict[tuple[int, int], int]] = {}


def disc(grid: int, reach: int) -> int:
    """The small grids of all grids within range of one, counted orthogonally.  [OP 4.2.1.range]"""
    found = _DISCS.get((grid, reach))
    if found is None:
        found = 0
        column, row = grid % GRIDS, grid // GRIDS
        for other, area in enumerate(GRID_AREA):
            if abs(other % GRIDS - column) + abs(other // GRIDS - row) <= reach:
                found |= area
        _DISCS[grid, reach] = found
    return found
