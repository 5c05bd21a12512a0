"""A table as a plan of pieces, and back: tiles, scenery and containers by their middles, in millimetres.

A plan lies on a sheet of nine by nine hexagons, with the table in the midst of it; turned half about the middle of the
sheet, hexagons lie on hexagons. A card begins with the first row and column that has a tile.
"""

from __future__ import annotations

from typing import Any, Final

from muster.games.tag_raid.board.area import middle_of
from muster.games.tag_raid.cards.content import Constants
from muster.games.tag_raid.cards.pack import TERRAIN, TableFile
from muster.geometry.hexes import ROOT, Cell, cell_at, cell_name
from muster.kernel.errors import GameError
from muster.kernel.tables import Piece, Plan, known_kind

SHEET: Final = 9
"""Hexagons along each side of the sheet."""
MOST_SCENERY: Final = 60
SCENERY, CONTAINER = "scenery", "container"
LETTERS: Final = {terrain: letter for letter, terrain in TERRAIN.items()}
KINDS: Final = (*LETTERS, SCENERY, CONTAINER)
ACCESS: Final = "access"
NUMBERS: Final = (4, 5, 10)
"""So many access points can share the faces of the d20, as the tables of the packs have them."""


def side_of(constants: Constants) -> float:
    """The side of a hexagon in millimetres."""
    return constants.hexagon_side / 10


def middle_in_mm(cell: Cell, constants: Constants) -> tuple[float, float]:
    x, y = middle_of(cell, side_of(constants))
    return round(x, 1), round(y, 1)


def cell_under(x: float, y: float, constants: Constants) -> Cell:
    """The hexagon of the sheet that a point lies in, or the nearest."""
    side = side_of(constants)
    column, row = cell_at(x - side * ROOT / 2, y - side, side)
    return min(max(column, 0), SHEET - 1), min(max(row, 0), SHEET - 1)


def cell_of(name: str) -> Cell:
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def plan_of(card: TableFile, constants: Constants) -> Plan:
    """The pieces of a table in the midst of the sheet; raises `GameError` for one that is too large for it."""
    columns, rows = max(map(len, card.rows), default=0), len(card.rows)
    if columns > SHEET or rows > SHEET:
        raise GameError(f"table {card.id!r}: at most {SHEET} by {SHEET} hexagons can be planned")
    if len(card.scenery) > MOST_SCENERY:
        raise GameError(f"table {card.id!r}: at most {MOST_SCENERY} pieces of scenery can be planned")
    right, down = (SHEET - columns) // 2, (SHEET - rows) // 4 * 2  # rows move by two: odd ones stand further east

    def place(name: str, dx: int = 0, dy: int = 0) -> tuple[float, float]:
        column, row = cell_of(name)
        x, y = middle_in_mm((column + right, row + down), constants)
        return x + dx, y + dy

    pieces: list[Piece] = []
    for row, line in enumerate(card.rows):
        for column, letter in enumerate(line):
            if letter in TERRAIN:
                pieces.append(Piece(TERRAIN[letter], *place(cell_name((column, row)))))
    for one in card.scenery:
        x, y = place(one.at, one.dx, one.dy)
        size = {"width": one.width, "depth": one.depth, "height": one.height}
        pieces.append(Piece(SCENERY, x, y, **size, turn=one.turn))
    pieces += [Piece(CONTAINER, *place(one.at, one.dx, one.dy)) for one in card.containers]
    return Plan(card.name, {ACCESS: card.access}, tuple(pieces))


def card_of(plan: Plan, constants: Constants, trimmed: bool = True) -> dict[str, Any]:
    """The table of a plan, tiles in the hexagons nearest to them; untrimmed it lies on the sheet as the plan does."""
    tiles: dict[Cell, str] = {}
    for piece in plan.pieces:
        if known_kind(piece, KINDS) in LETTERS:
            cell = cell_under(piece.x, piece.y, constants)
            tiles[cell] = LETTERS[piece.kind]
    left, top = _corner(tiles) if trimmed else (0, 0)
    right, low = max([c for c, _ in tiles], default=0), max([r for _, r in tiles], default=0)
    rows = ["".join(tiles.get((c, r), ".") for c in range(left, right + 1)) for r in range(top, low + 1)]

    def place(piece: Piece) -> dict[str, Any]:
        column, row = cell_under(piece.x, piece.y, constants)
        column, row = max(column, left), max(row, top)
        x, y = middle_in_mm((column, row), constants)
        shift = {"dx": _near(piece.x - x), "dy": _near(piece.y - y)}
        return {"at": cell_name((column - left, row - top)), **{name: by for name, by in shift.items() if by}}

    scenery: list[dict[str, Any]] = []
    for piece in plan.pieces:
        if piece.kind == SCENERY:
            size = {
                "width": max(piece.width, 5),
                "depth": max(piece.depth, 5),
                "height": min(max(piece.height, 5), 200),
            }
            scenery.append(place(piece) | size | ({"turn": piece.turn} if piece.turn else {}))
    access = plan.choices.get(ACCESS, 10)
    if access not in NUMBERS:
        raise GameError(f"plan: access: one of {', '.join(map(str, NUMBERS))}")
    named = {"name": plan.name} if plan.name else {}
    containers = [place(piece) for piece in plan.pieces if piece.kind == CONTAINER]
    card = {"id": "own", "source": "house", **named, "rows": rows, "access": access}
    return {**card, "scenery": scenery, "containers": containers}


def _corner(tiles: dict[Cell, str]) -> Cell:
    """The first column with a tile, and the first row; rows are left out in pairs, because odd ones stand apart."""
    return min([c for c, _ in tiles], default=0), min([r for _, r in tiles], default=0) // 2 * 2


def _near(shift: float) -> int:
    return min(max(round(shift), -400), 400)
