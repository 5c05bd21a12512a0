"""A site: the battlefield that players lay out in turn, as far as it has come, and what is still in the box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from muster.games.deadzone.board.battlefield import Battlefield
from muster.games.deadzone.board.construction import build
from muster.games.deadzone.board.table_check import Square, filled, footprint, on_board
from muster.games.deadzone.board.table_plan import card_of, cell_name, plan_of
from muster.games.deadzone.cards.scenery import BattlefieldFile, BuildingCardFile, BuildingFile
from muster.kernel.tables import IN_TURN, Piece, Plan

QUARTERS = ("south", "west", "north", "east")
"""Where the front of a building looks after so many quarter turns."""


class Site:
    """The pieces laid so far, the buildings left in the box by their ids, and how many pieces of cover were laid.

    It never changes: a step makes another one.
    """

    __slots__ = ("cover", "left", "pieces")

    def __init__(self, pieces: Sequence[Piece], left: Sequence[str], cover: int = 0) -> None:
        self.pieces = tuple(pieces)
        self.left = tuple(left)
        self.cover = cover

    def plain(self) -> dict[str, Any]:
        return {"pieces": msgspec.to_builtins(self.pieces), "left": list(self.left), "cover": self.cover}


def empty_site(box: Mapping[str, BuildingCardFile]) -> Site:
    """The bare ground, and a full box: the largest buildings first."""
    large = sorted(box.values(), key=lambda card: -card.width * card.depth * card.storeys)
    return Site((), [card.id for card in large for _ in range(card.copies)])


@lru_cache
def card_on(pieces: tuple[Piece, ...]) -> BattlefieldFile:
    """The battlefield of some pieces as a card."""
    return msgspec.convert(card_of(Plan(pieces=pieces)) | {"id": IN_TURN}, BattlefieldFile)


@lru_cache
def field_on(pieces: tuple[Piece, ...]) -> Battlefield:
    """The battlefield of some pieces, worked out."""
    return build(card_on(pieces))


def taken(site: Site) -> set[Square]:
    """The squares with buildings."""
    return {square for building in card_on(site.pieces).buildings for square in footprint(building)}


def filled_squares(site: Site) -> set[Square]:
    return filled(card_on(site.pieces))


def extent(card: BuildingCardFile, quarters: int) -> tuple[int, int]:
    """Width and depth of a building after so many quarter turns."""
    return (card.depth, card.width) if quarters % 2 else (card.width, card.depth)


def squares_at(card: BuildingCardFile, quarters: int, corner: Square) -> list[Square]:
    width, depth = extent(card, quarters)
    return footprint(BuildingFile(cell_name((*corner, 0)), width, depth))


def free_corners(site: Site, card: BuildingCardFile, quarters: int) -> list[Square]:
    """Where the north-west corner of a building may stand: on the board, in no other building."""
    others = taken(site)
    width, depth = extent(card, quarters)
    corners = [(column, row) for row in range(8 - depth + 1) for column in range(8 - width + 1)]
    return [corner for corner in corners if others.isdisjoint(squares_at(card, quarters, corner))]


def raised(card: BuildingCardFile, quarters: int, corner: Square) -> list[Piece]:
    """The pieces of a building that stands somewhere, turned clockwise by so many quarters."""
    frame = BuildingFile(
        "a1", card.width, card.depth, card.storeys, card.doors, card.windows, card.open, card.partial, card.missing
    )
    pieces = plan_of(BattlefieldFile(id="box", source=card.source, levels=4, buildings=(frame,))).pieces
    depth = card.depth
    for quarter in range(quarters):
        pieces = tuple(
            msgspec.structs.replace(piece, x=depth - piece.y, y=piece.x, width=piece.depth, depth=piece.width)
            for piece in pieces
        )
        depth = card.width if quarter % 2 == 0 else card.depth
    column, row = corner
    return [msgspec.structs.replace(piece, x=piece.x + column, y=piece.y + row) for piece in pieces]


def can_reach(site: Site, square: Square) -> bool:
    """Whether cover can be laid on the ground of a square: it is on the board, and there is none."""
    return on_board(square) and cell_name((*square, 0)) not in card_on(site.pieces).cover
