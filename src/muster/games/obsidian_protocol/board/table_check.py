"""Checking a layout: terrain inside grids, one object to a grid, room in areas and deployment zones
(rulebook 2.6, 5.2.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from muster.games.obsidian_protocol.board.battlefield import GRID_NAMES, GRIDS, SMALL, Board
from muster.games.obsidian_protocol.cards.pack import BattlefieldFile, TerrainFile
from muster.kernel.tables import Breach
from muster.kernel.text import Param, Text

OBJECTS: Final = frozenset(
    (
        *((3, 3, 3, False), (1, 3, 3, False), (1, 3, 2, False)),
        *((1, 2, 1, True), (1, 1, 1, True)),
    )
)
"""The printed terrain objects: sides from the shorter, height, whether they can be destroyed.  [OP 2.6.objects]"""
ROOM: Final = 6
"""The grids without terrain that a deployment zone needs: a squad must find room."""
TALL: Final = 3
"""The height that blocks sight.  [OP 4.2.4.sight]"""


def breaches(card: BattlefieldFile, boards: Mapping[int, Board], size: int) -> list[Breach]:
    """Everything a layout breaks.  [OP 2.6.placing] [OP 5.2.2.one]"""
    board = boards[size]
    return [*_placing(card, board), *_sorts(card), *_crowds(card), *_room(card, board), *_sight(card)]


def grids_of(piece: TerrainFile) -> list[int]:
    """The grids that a piece of terrain touches."""
    (x, y), (width, depth) = piece.at, piece.size
    columns = range(x // SMALL, (x + width - 1) // SMALL + 1)
    rows = range(y // SMALL, (y + depth - 1) // SMALL + 1)
    return [row * GRIDS + column for row in rows for column in columns if row < GRIDS and column < GRIDS]


def _breach(clause: str, what: str, piece: TerrainFile, advice: bool = False, **params: Param) -> Breach:
    (x, y), (width, depth) = piece.at, piece.size
    grid = GRID_NAMES[min(y // SMALL, GRIDS - 1) * GRIDS + min(x // SMALL, GRIDS - 1)]
    at = x + width / 2, y + depth / 2, 1
    return Breach(clause, Text(f"breach.{what}", {"grid": grid, **params}), at, advice)


def _placing(card: BattlefieldFile, board: Board) -> list[Breach]:
    """Terrain stands on the board, wholly inside one grid.  [OP 2.6.placing]"""
    found: list[Breach] = []
    for piece in card.terrain:
        (x, y), (width, depth) = piece.at, piece.size
        if x + width > board.cells or y + depth > board.cells:
            found.append(_breach("OP 2.6.placing", "outside", piece))
        elif len(grids_of(piece)) != 1 or not width or not depth:
            found.append(_breach("OP 2.6.placing", "across", piece))
    return found


def _sorts(card: BattlefieldFile) -> list[Breach]:
    """Objects of other sizes than the printed ones are worth a word, no more.  [OP 2.6.objects]"""
    found: list[Breach] = []
    for piece in card.terrain:
        short, long = sorted(piece.size)
        if (short, long, piece.height, piece.destructible) not in OBJECTS:
            found.append(_breach("OP 2.6.objects", "odd_object", piece, advice=True))
    return found


def _crowds(card: BattlefieldFile) -> list[Breach]:
    """One object stands in a grid.  [OP 5.2.2.one]"""
    found: list[Breach] = []
    seen: set[int] = set()
    for piece in card.terrain:
        grids = grids_of(piece)
        if not seen.isdisjoint(grids):
            found.append(_breach("OP 5.2.2.one", "crowd", piece))
        seen.update(grids)
    return found


def _room(card: BattlefieldFile, board: Board) -> list[Breach]:
    """Every deployment zone has room for a squad, every tactical area a grid that is not filled.

    [OP 3.1.4.zone] [OP 5.2.areas]
    """
    full = {grid for piece in card.terrain if piece.size == (SMALL, SMALL) for grid in grids_of(piece)}
    taken = {grid for piece in card.terrain for grid in grids_of(piece)}
    found: list[Breach] = []
    for name, grids in board.zones.items():
        if grids <= full:
            found.append(_area("OP 5.2.areas", "area", name, frozenset(grids)))
    for name, sides in board.deployments.items():
        found += [_area("OP 3.1.4.zone", "zone", name, grids) for grids in sides if len(grids - taken) < ROOM]
    return found


def _area(clause: str, what: str, name: str, grids: frozenset[int]) -> Breach:
    middle = sorted(grids)[len(grids) // 2]
    at = (middle % GRIDS + 0.5) * SMALL, (middle // GRIDS + 0.5) * SMALL, 1
    text = Text(f"breach.{what}", {"name": name, "grid": GRID_NAMES[middle]})
    return Breach(clause, text, at)


def _sight(card: BattlefieldFile) -> list[Breach]:
    """At best half of the objects block sight.  [OP 5.2.2.sight]"""
    tall = sum(piece.height == TALL for piece in card.terrain)
    if 2 * tall >= len(card.terrain):
        return []
    return [Breach("OP 5.2.2.sight", Text("breach.sight", {"count": tall, "all": len(card.terrain)}), None, True)]
