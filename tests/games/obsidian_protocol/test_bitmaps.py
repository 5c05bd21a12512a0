"""Sets of places as bitmaps beside plain sets of columns and rows: steps, filling, grids, what a base covers."""

from __future__ import annotations

import random

import pytest

from games.obsidian_protocol.desk import BATTLEFIELDS, position, wall
from muster.games.obsidian_protocol.board import bitmaps
from muster.games.obsidian_protocol.board.battlefield import ADJACENT, CELLS, GRIDS, NEIGHBOURS, SMALL
from muster.games.obsidian_protocol.state.geometry import corner_of, grid_at, middle_of
from muster.kernel.errors import GameError

Cell = tuple[int, int]
SIZES = (1, 2, 3)
WAYS = ((0, -1), (1, 0), (0, 1), (-1, 0))
LAST = GRIDS - 1


def inside_one_grid(size: int) -> list[Cell]:
    """Where a base may be, grid after grid."""
    room = range(SMALL - size + 1)
    return [
        (SMALL * x + column, SMALL * y + row)
        for y in range(GRIDS)
        for x in range(GRIDS)
        for row in room
        for column in room
    ]


def bits(cells: set[Cell], size: int) -> int:
    return sum(1 << bitmaps.SPOT[size][row * CELLS + column] for column, row in cells)


def cells(spots: int, size: int) -> set[Cell]:
    return {(place % CELLS, place // CELLS) for place in bitmaps.places_of(spots, size)}


def grid(cell: Cell) -> Cell:
    return cell[0] // SMALL, cell[1] // SMALL


def number(at: Cell) -> int:
    return at[1] * GRIDS + at[0]


def some(size: int, seed: int, share: float) -> set[Cell]:
    """Places all over the board, with its four corners."""
    rng, every = random.Random(f"{size} {seed}"), inside_one_grid(size)
    far = CELLS - size
    return {cell for cell in every if rng.random() < share} | {(0, 0), (far, 0), (0, far), (far, far)}


def test_grids_and_small_grids() -> None:
    assert [NEIGHBOURS[number(at)] for at in ((0, 0), (LAST, LAST))] == [
        (number((1, 0)), number((0, 1))),
        (number((LAST, LAST - 1)), number((LAST - 1, LAST))),
    ]
    assert NEIGHBOURS[number((5, 5))] == tuple(number(at) for at in ((5, 4), (6, 5), (5, 6), (4, 5)))
    for at in ((0, 0), (5, 7), (LAST, 3), (LAST, LAST)):
        near = {(x, y) for x in range(GRIDS) for y in range(GRIDS) if max(abs(x - at[0]), abs(y - at[1])) <= 1}
        assert ADJACENT[number(at)] == {number(one) for one in near}
        corner = corner_of(number(at))
        assert (corner % CELLS, corner // CELLS) == (SMALL * at[0], SMALL * at[1])
        middle = middle_of(number(at))
        assert (middle % CELLS, middle // CELLS) == (SMALL * at[0] + 1, SMALL * at[1] + 1)
        assert {grid_at(corner), grid_at(middle), grid_at(corner + 2 * CELLS + 2)} == {number(at)}


@pytest.mark.parametrize("size", SIZES)
def test_spots_are_places_inside_a_grid(size: int) -> None:
    every = inside_one_grid(size)
    assert [(place % CELLS, place // CELLS) for place in bitmaps.PLACE[size]] == every
    assert bitmaps.SPOTS[size] * GRIDS * GRIDS == len(every)
    spots = {row * CELLS + column: spot for spot, (column, row) in enumerate(every)}
    assert all(bitmaps.SPOT[size][place] == spots.get(place, -1) for place in range(CELLS * CELLS))
    for at in ((0, 0), (4, 2), (LAST, LAST)):
        assert cells(bitmaps.GRID_AREA[size][number(at)], size) == {cell for cell in every if grid(cell) == at}
        near = {cell for cell in every if max(abs(grid(cell)[0] - at[0]), abs(grid(cell)[1] - at[1])) <= 1}
        assert cells(bitmaps.AROUND[size][number(at)], size) == near
        for reach in (0, 1, 5):
            disc = {c for c in every if abs(grid(c)[0] - at[0]) + abs(grid(c)[1] - at[1]) <= reach}
            assert cells(bitmaps.disc(number(at), reach, size), size) == disc
            assert cells(bitmaps.disc(number(at), reach, size), size) == disc  # as it is remembered


@pytest.mark.parametrize("size", SIZES)
def test_steps(size: int) -> None:
    """Inside a grid, and over its edge: the whole base ends in the next."""
    every = set(inside_one_grid(size))
    start = some(size, 1, 0.3)
    over: set[Cell] = set()
    for step, (dx, dy) in zip(bitmaps.ACROSS[size], WAYS, strict=True):
        across = set()
        for column, row in start:
            there = column + dx * size, row + dy * size
            if (
                there in every
                and grid(there) != grid((column, row))
                and grid(there)
                == (
                    grid((column, row))[0] + dx,
                    grid((column, row))[1] + dy,
                )
            ):
                across.add(there)
        assert cells(bitmaps.shifted(bits(start, size), step), size) == across
        over |= across
        ends = some(size, 2, 0.3)
        sources = {cell for cell in every if (cell[0] + dx * size, cell[1] + dy * size) in ends}
        sources = {cell for cell in sources if grid((cell[0] + dx * size, cell[1] + dy * size)) != grid(cell)}
        assert cells(bitmaps.back(bits(ends, size), step), size) == sources
    assert cells(bitmaps.over_edges(bits(start, size), size), size) == over
    for step, (dx, dy) in zip(bitmaps.INSIDE[size], WAYS, strict=True):
        near = {
            (column + dx, row + dy) for column, row in start if grid((column + dx, row + dy)) == grid((column, row))
        }
        assert cells(bitmaps.shifted(bits(start, size), step), size) == near & every


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("size", SIZES)
def test_filling(size: int, seed: int) -> None:
    """What can be reached inside the grids, one small grid after the other; open grids are filled at once."""
    every = set(inside_one_grid(size))
    start, through = some(size, seed, 0.05), some(size, seed + 10, 0.7)
    whole = {(x, y) for x in range(GRIDS) for y in range(GRIDS) if (x + y + seed) % 3 == 0}
    through |= {cell for cell in every if grid(cell) in whole}
    filled, fresh = set(start), list(start)
    while fresh:
        column, row = fresh.pop()
        for dx, dy in WAYS:
            there = column + dx, row + dy
            if there in through - filled and grid(there) == grid((column, row)):
                filled.add(there)
                fresh.append(there)
    passable = bits(through, size)
    wide = bitmaps.wide_grids(passable, size)
    open_grids = {at for at in map(grid, every) if all(cell in through for cell in every if grid(cell) == at)}
    assert {grid(cell) for cell in cells(wide, size)} == open_grids
    assert cells(bitmaps.fill(bits(start, size), size, passable), size) == filled
    assert cells(bitmaps.fill_open(bits(start, size), size, passable, wide), size) == filled
    narrow = {cell for cell in start if grid(cell) not in open_grids}
    part = {cell for cell in filled if grid(cell) not in open_grids}
    assert cells(bitmaps.fill_open(bits(narrow, size), size, passable, wide), size) == part


@pytest.mark.parametrize("size", SIZES)
def test_grids_with_some_places(size: int) -> None:
    for seed in range(4):
        start = some(size, seed, 0.04)
        found = sorted({number(grid(cell)) for cell in start})
        assert bitmaps.grids_with(bits(start, size), size) == found
        assert bitmaps.grids_with(bits(start, size), size) == found  # as it is remembered
    for cell in inside_one_grid(size):
        assert bitmaps.grids_with(bits({cell}, size), size) == [number(grid(cell))]


@pytest.mark.parametrize("size", SIZES)
def test_what_a_base_covers(size: int) -> None:
    """Where one base would stand on a rectangle, or on another base."""
    every = inside_one_grid(size)
    for left, top, wide, deep in (
        (0, 0, 1, 1),
        (4, 6, 2, 1),
        (5, 8, 1, 1),
        (6, 3, 3, 3),
        (46, 45, 1, 3),
        (45, 47, 3, 1),
    ):
        over = {(x, y) for x, y in every if left - size < x < left + wide and top - size < y < top + deep}
        assert cells(bitmaps.covering(size, (left, top, left + wide, top + deep)), size) == over
    for other in SIZES:
        for left, top in inside_one_grid(other)[:: 97 // other**2]:
            over = {(x, y) for x, y in every if left - size < x < left + other and top - size < y < top + other}
            assert cells(bitmaps.COVERED[size][other][top * CELLS + left], size) == over


TERRAIN = [
    ("l12", 3, 3, True),
    ("f4-1", 1, 1, True),
    ("f4-9", 1, 1, True),
    ("f4-4", 3, 1, True),
    ("f4-2", 1, 3, True),
    ("f4-2", 2, 2, True),
    ("f4-2", 3, 1, False),
    ("f4-3", 2, 1, False),
    ("f4-4", 1, 3, False),
    ("f4-7", 1, 2, False),
    ("m5", 1, 1, False),
    ("e13", 1, 1, False),
]


@pytest.mark.clause("OP 2.1.board")
@pytest.mark.parametrize(("at", "width", "depth", "stands"), TERRAIN)
def test_terrain_stands_inside_one_grid_of_the_board(at: str, width: int, depth: int, stands: bool) -> None:
    if stands:
        state = position(stage="command", terrain=[wall(at, width, depth)])
        assert sum(map(bool, state.battlefield.block)) == width * depth
    else:
        with pytest.raises(GameError, match="terrain 0 is not inside one grid"):
            position(stage="command", terrain=[wall(at, width, depth)])


@pytest.mark.clause("OP 5.2.1.large")
def test_a_zone_outside_the_board_is_an_error() -> None:
    board = BATTLEFIELDS.boards[12]
    kind = type(board)
    zones = {"alpha": (0, GRIDS + 11)}
    assert kind(12, zones, {}).zones == {"alpha": frozenset((0, GRIDS + 11))}
    with pytest.raises(GameError, match=r"'alpha': a board of 11 by 11 grids has no l2"):
        kind(11, zones, {})
    with pytest.raises(GameError, match=r"'long': a board of 11 by 11 grids has no a12"):
        kind(11, {}, {"long": ((0, 1), (2, 11 * GRIDS))})
