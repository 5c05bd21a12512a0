"""Tables made at random: legal, and the same seen from opposite sides, because every piece has a twin half a turn away.

The tiles form a hexagon with lairs inside it; scenery and containers stand where nothing else does.
"""

from __future__ import annotations

import random
from itertools import product
from math import dist
from typing import Any, Final

from msgspec.structs import replace

from muster.games.tag_raid.board.table_check import breaches
from muster.games.tag_raid.board.table_plan import (
    ACCESS,
    CONTAINER,
    LETTERS,
    SCENERY,
    SHEET,
    card_of,
    cell_under,
    middle_in_mm,
)
from muster.games.tag_raid.cards.content import Constants
from muster.games.tag_raid.cards.pack import TableFile, table_card
from muster.geometry.hexes import Cell, steps_between
from muster.kernel.errors import GameError
from muster.kernel.packs import decode
from muster.kernel.tables import Piece, Plan, half_turned

HEART: Final[Cell] = (SHEET // 2, SHEET // 2)
TRIES: Final = 400
Size = tuple[int, int, int]
"""Width, depth and height of scenery."""
LARGE: Final[Size] = (100, 90, 80)
BLOCK: Final[Size] = (50, 50, 90)
BARRIER: Final[Size] = (80, 12, 40)
STYLES: Final[dict[str, tuple[tuple[Size, int], ...]]] = {
    "dense": ((BLOCK, 2), (BARRIER, 4)),
    "open": ((BARRIER, 2),),
}
"""The scenery of each style besides the piece in the middle, and how many pairs of each."""
APART: Final = 70.0
"""The least distance of two middles, in millimetres, so that a TAG gets between most things."""


def make(constants: Constants, style: str, rng: random.Random) -> dict[str, Any]:
    """A legal table in a style."""
    for _ in range(TRIES):
        card = _attempt(constants, style, rng)
        if card is not None and not breaches(table_card(-1, decode(card, TableFile, "table")), constants):
            return card
    raise GameError(f"no table of the style {style!r} came together")


def twin(cell: Cell) -> Cell:
    """The hexagon on the other side of the heart of the sheet, whose row is even."""
    column, row = cell
    return 2 * HEART[0] - column - row % 2, 2 * HEART[1] - row


def _attempt(constants: Constants, style: str, rng: random.Random) -> dict[str, Any] | None:
    cells = [(column, row) for row in range(SHEET) for column in range(SHEET)]
    far = {cell: steps_between(cell, HEART) for cell in cells}
    tiles = {cell for cell in cells if far[cell] <= 2}
    for cell in rng.sample([cell for cell in cells if far[cell] == 3], 2):
        tiles |= {cell, twin(cell)}
    lair = rng.choice([cell for cell in cells if far[cell] == 1])
    tiles -= {lair, twin(lair)}
    pieces = _lay(constants, tiles, rng)
    spots: list[tuple[float, float]] = []
    middle = middle_in_mm(HEART, constants)
    pieces.append(_scenery(LARGE, rng.randrange(0, 180, 30), *middle))
    spots.append(middle)
    for size, pairs in STYLES[style]:
        for _ in range(pairs):
            if not _put(_scenery(size, rng.randrange(0, 180, 15)), tiles, pieces, spots, constants, rng):
                return None
    for _ in range(2):
        if not _put(Piece(CONTAINER, 0, 0), tiles, pieces, spots, constants, rng):
            return None
    return card_of(Plan(choices={ACCESS: 10}, pieces=tuple(pieces)), constants)


def _scenery(size: Size, turn: int, x: float = 0, y: float = 0) -> Piece:
    width, depth, height = size
    return Piece(SCENERY, x, y, width=width, depth=depth, height=height, turn=turn)


def _lay(constants: Constants, tiles: set[Cell], rng: random.Random) -> list[Piece]:
    """Tiles of all terrains in turn, the same for twins."""
    terrains = list(LETTERS)
    rng.shuffle(terrains)
    pieces: list[Piece] = []
    halves = sorted(cell for cell in tiles if cell <= twin(cell))
    rng.shuffle(halves)
    for number, cell in enumerate(halves):
        terrain = terrains[number % len(terrains)]
        pieces += [Piece(terrain, *middle_in_mm(one, constants)) for one in sorted({cell, twin(cell)})]
    return pieces


def _put(
    piece: Piece,
    tiles: set[Cell],
    pieces: list[Piece],
    spots: list[tuple[float, float]],
    constants: Constants,
    rng: random.Random,
) -> bool:
    """Put a piece and its twin on tiles, away from everything else; False if no place was found."""
    for _ in range(40):
        east, south = middle_in_mm(rng.choice(sorted(tiles)), constants)
        x, y = round(east + rng.randrange(-45, 46)), round(south + rng.randrange(-45, 46))
        placed = replace(piece, x=x, y=y)
        other = half_turned(placed, middle_in_mm(HEART, constants))
        places = [(placed.x, placed.y), (other.x, other.y)]
        apart = all(dist(*pair) >= APART for pair in [places, *product(places, spots)])
        if apart and all(cell_under(*place, constants) in tiles for place in places):
            pieces += [placed, other]
            spots += places
            return True
    return False
