"""Layouts made at random: legal, and the same for both sides, because every object has a twin half a turn away.

The outer rows stay free for the squads, and a large unit finds its way from either side to the other.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Final

from muster.games.obsidian_protocol.board.battlefield import SMALL
from muster.games.obsidian_protocol.board.table_plan import BUILDING, CONTAINER, ENVIRONMENTS, SIDE, WALL, card_of
from muster.kernel.errors import GameError
from muster.kernel.tables import Breach, Piece, Plan, half_turned

MIDDLE: Final = (SIDE * SMALL / 2, SIDE * SMALL / 2)
FREE_ROWS: Final = 2
"""Rows at both edges without terrain."""
TRIES: Final = 400
CARDS: Final = 4
"""Environment cards that a layout takes, like those of the printed ones."""
SMALL_THINGS: Final = ((WALL, 1, 3, 3, 4), (WALL, 1, 3, 2, 3), (CONTAINER, 1, 2, 1, 2), (CONTAINER, 1, 1, 1, 1))
STYLES: Final = {
    "dense": ((BUILDING, 3, 3, 3, 7), *SMALL_THINGS, (CONTAINER, 1, 2, 1, 2)),
    "open": ((BUILDING, 3, 3, 3, 2), *SMALL_THINGS),
}
"""The objects of each style: kind, width, depth, height, and how many pairs."""
Grid = tuple[int, int]
"""Column and row, from 0."""


def make(check: Callable[[dict[str, Any]], Sequence[Breach]], style: str, rng: random.Random) -> dict[str, Any]:
    """A legal layout in a style."""
    for _ in range(TRIES):
        card = _attempt(style, rng)
        if card is not None and all(found.advice for found in check(card)):
            return card
    raise GameError(f"no layout of the style {style!r} came together")


def _attempt(style: str, rng: random.Random) -> dict[str, Any] | None:
    """A layout, or None if it cuts the board in two."""
    rows = range(FREE_ROWS, SIDE - FREE_ROWS)
    grids = [(column, row) for row in rows for column in range(SIDE)]
    half = [grid for grid in grids if grid < _twin(grid)]
    rng.shuffle(half)
    pieces: list[Piece] = []
    taken: set[Grid] = set()
    for kind, width, depth, height, pairs in STYLES[style]:
        for _ in range(pairs):
            column, row = grid = half.pop()
            across, along = (width, depth) if rng.random() < 0.5 else (depth, width)
            x = column * SMALL + rng.randrange(SMALL - across + 1) + across / 2
            y = row * SMALL + rng.randrange(SMALL - along + 1) + along / 2
            piece = Piece(kind, x, y, width=across, depth=along, height=height)
            pieces += [piece, half_turned(piece, MIDDLE)]
            if kind != CONTAINER:
                taken |= {grid, _twin(grid)}
    if not connected(taken):
        return None
    return card_of(Plan(choices={ENVIRONMENTS: CARDS}, pieces=tuple(pieces)))


def _twin(grid: Grid) -> Grid:
    return SIDE - 1 - grid[0], SIDE - 1 - grid[1]


def connected(taken: set[Grid]) -> bool:
    """Whether a unit that fills a grid can get from the north-west corner to every grid without terrain."""
    free = {(column, row) for column in range(SIDE) for row in range(SIDE)} - taken
    reached, frontier = {(0, 0)}, [(0, 0)]
    while frontier:
        column, row = frontier.pop()
        beside = {(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)}
        fresh = (beside & free) - reached
        reached |= fresh
        frontier += sorted(fresh)
    return reached == free
