"""Square grids of any outline: steps and distances, also around holes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from muster.geometry.squares import (
    DIAGONAL,
    EAST,
    NORTH,
    NOWHERE,
    ORTHOGONAL,
    SOUTH,
    WEST,
    Cell,
    cell_name,
    distances,
    steps,
)

outlines = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=24, unique=True)


def drawn(*rows: str) -> list[Cell]:
    """The cells of an outline drawn with `#`."""
    return [(column, row) for row, line in enumerate(rows) for column, mark in enumerate(line) if mark == "#"]


RING = drawn("###", "#.#", "###")


def way(cells: list[Cell], direction: int, cell: Cell, length: int = 1) -> Cell | None:
    found = steps(cells, ORTHOGONAL, length)[direction][cells.index(cell)]
    return None if found == NOWHERE else cells[found]


def test_north_is_up_and_row_0_is_the_north_edge() -> None:
    cells = drawn("###", "###", "###")
    assert way(cells, NORTH, (1, 1)) == (1, 0)
    assert way(cells, EAST, (1, 1)) == (2, 1)
    assert way(cells, SOUTH, (1, 1)) == (1, 2)
    assert way(cells, WEST, (1, 1)) == (0, 1)
    assert way(cells, NORTH, (1, 0)) is None


def test_diagonals_go_clockwise_from_the_north_east() -> None:
    cells = drawn("###", "###", "###")
    found = [cells[way[cells.index((1, 1))]] for way in steps(cells, DIAGONAL)]
    assert found == [(2, 0), (2, 2), (0, 2), (0, 0)]


def test_a_step_does_not_enter_a_hole_but_a_jump_clears_it() -> None:
    assert way(RING, EAST, (0, 1)) is None
    assert way(RING, EAST, (0, 1), length=2) == (2, 1)


def test_distances_go_around_a_hole() -> None:
    assert distances(RING)[RING.index((0, 1))][RING.index((2, 1))] == 4


def test_there_is_no_distance_between_islands() -> None:
    cells = drawn("#.#")
    assert distances(cells) == [[0, NOWHERE], [NOWHERE, 0]]


@given(cells=outlines, length=st.integers(1, 3))
def test_every_step_can_be_taken_back(cells: list[Cell], length: int) -> None:
    for vectors in (ORTHOGONAL, DIAGONAL):
        ways = steps(cells, vectors, length)
        for direction in range(4):
            for here, there in enumerate(ways[direction]):
                if there != NOWHERE:
                    assert ways[(direction + 2) % 4][there] == here


@given(cells=outlines)
def test_a_step_leads_one_vector_away_or_off_the_grid(cells: list[Cell]) -> None:
    for (dx, dy), way in zip(ORTHOGONAL, steps(cells, ORTHOGONAL), strict=True):
        for (column, row), there in zip(cells, way, strict=True):
            target = (column + dx, row + dy)
            assert (cells[there] == target) if there != NOWHERE else (target not in cells)


@given(cells=outlines)
def test_distance_is_a_metric(cells: list[Cell]) -> None:
    table = distances(cells)
    places = range(len(cells))
    for a in places:
        for b in places:
            assert table[a][b] == table[b][a]
            assert (table[a][b] == 0) == (a == b)
            for c in places:
                if NOWHERE not in (table[a][b], table[b][c]):
                    assert NOWHERE != table[a][c] <= table[a][b] + table[b][c]


@given(cells=outlines)
def test_distance_is_never_shorter_than_as_the_crow_walks_and_one_between_neighbours(cells: list[Cell]) -> None:
    table = distances(cells)
    for a, (column, row) in enumerate(cells):
        for b, (other_column, other_row) in enumerate(cells):
            direct = abs(column - other_column) + abs(row - other_row)
            assert table[a][b] == NOWHERE or table[a][b] >= direct
            if direct == 1:
                assert table[a][b] == 1


def test_cells_are_named_like_on_a_chessboard_seen_from_the_north() -> None:
    assert [cell_name(cell) for cell in ((0, 0), (1, 2), (4, 4))] == ["a1", "b3", "e5"]
