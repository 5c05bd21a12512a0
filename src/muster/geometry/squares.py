"""Square grids of any outline: compass directions, steps, and distances in orthogonal steps.

Cells are (column, row) pairs; row 0 is the north edge. A grid may lack corners or have holes: only the cells given
exist.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

Cell = tuple[int, int]

NORTH, EAST, SOUTH, WEST = range(4)
ORTHOGONAL: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""One step north, east, south, west."""
DIAGONAL: tuple[Cell, ...] = ((1, -1), (1, 1), (-1, 1), (-1, -1))
"""One step north-east, south-east, south-west, north-west."""

NOWHERE: Final = -1


def steps(cells: Sequence[Cell], vectors: Sequence[Cell], length: int = 1) -> list[list[int]]:
    """For each direction and each cell, the index of the cell that many vectors away, or `NOWHERE`."""
    index = {cell: number for number, cell in enumerate(cells)}
    return [
        [index.get((column + dx * length, row + dy * length), NOWHERE) for column, row in cells] for dx, dy in vectors
    ]


def distances(cells: Sequence[Cell]) -> list[list[int]]:
    """Between every two cells, the number of orthogonal steps over cells that exist; `NOWHERE` if there is no way."""
    ways = steps(cells, ORTHOGONAL)
    return [_distances_from(start, ways) for start in range(len(cells))]


def _distances_from(start: int, ways: Sequence[Sequence[int]]) -> list[int]:
    found = [NOWHERE] * len(ways[0])
    found[start] = 0
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for way in ways:
            there = way[here]
            if there != NOWHERE and found[there] == NOWHERE:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def cell_name(cell: Cell) -> str:
    """`b3`: the column as a letter from the west, the row as a number from the north."""
    column, row = cell
    return f"{chr(ord('a') + column)}{row + 1}"
