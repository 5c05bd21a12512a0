"""A table ready to play on: the game area and its roadmap, both worked out from a printed table."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from typing import Final

from muster.games.tag_raid.board.area import FACES, Area, middle_of
from muster.games.tag_raid.board.roadmap import Roadmap
from muster.games.tag_raid.cards.content import Constants, Content, Movement, PrintedScenery, TableCard
from muster.geometry.hexes import Cell
from muster.geometry.plane import Point
from muster.kernel.errors import GameError
from muster.kernel.packs import Noting, raising

GAP: Final = 2
"""The fewest hexagon sides between two access points."""


class Battlefield(Area):
    """A game area, with the ways over it, which are worked out when they are first needed."""

    __slots__ = ("_roadmap",)

    def __init__(
        self,
        number: int,
        card_id: str,
        constants: Constants,
        tiles: dict[Cell, str],
        scenery: Sequence[tuple[Sequence[Point], int]],
        containers: Sequence[tuple[int, int]],
        access_points: int,
    ) -> None:
        super().__init__(number, card_id, constants, tiles, scenery, containers, access_points)
        self._roadmap: Roadmap | None = None

    @property
    def roadmap(self) -> Roadmap:
        found = self._roadmap
        if found is None:
            found = self._roadmap = Roadmap(self)
        return found


def battlefields(content: Content, noting: Noting = raising) -> tuple[Battlefield, ...]:
    """Work out and check the tables of a pack; raises `GameError` naming table and field."""
    made: list[Battlefield] = []
    for card in content.tables:
        with noting("table", card.id):
            made.append(battlefield(card, content.constants))
    return tuple(made)


def battlefield(card: TableCard, constants: Constants) -> Battlefield:
    """Work out one table and check it: tiles, containers, access points far enough apart.

    [TR setup.area] [TR setup.containers] [TR setup.access]
    """
    size = float(constants.hexagon_side)
    scenery = [(outline(piece, size), piece.height * 10) for piece in card.scenery]
    containers: list[tuple[int, int]] = []
    for cell, dx, dy in card.containers:
        x, y = middle_of(cell, size)
        containers.append((round(x) + dx * 10, round(y) + dy * 10))
    field = Battlefield(card.number, card.id, constants, card.tiles, scenery, containers, card.access)
    check(field, f"table {card.id!r}")
    return field


def outline(piece: PrintedScenery, size: float) -> list[Point]:
    """The corners of a piece of scenery."""
    x, y = middle_of(piece.cell, size)
    x, y = x + piece.dx * 10, y + piece.dy * 10
    c, s = cos(radians(piece.turn)), sin(radians(piece.turn))
    half_width, half_depth = piece.width * 5, piece.depth * 5
    return [
        (x + c * dx - s * dy, y + s * dx + c * dy)
        for dx, dy in (
            (-half_width, -half_depth),
            (half_width, -half_depth),
            (half_width, half_depth),
            (-half_width, half_depth),
        )
    ]


def check(field: Battlefield, where: str) -> None:
    if FACES % len(field.access) or field.access_gap() < GAP:
        raise GameError(f"{where}: field access: the access points stand closer than {GAP} hexagon sides")
    for point in field.access:
        if field.stands(*point.spot):
            raise GameError(f"{where}: no room for a TAG at access point {point.number + 1}")
    for kind in Movement:
        if not field.cells[kind]:
            raise GameError(f"{where}: no room for a MegaBeast of the kind {kind.name.lower()}")
    radius = field.constants.token_radius
    for x, y, _ in field.containers:
        if any(piece.shape.distance(x, y) < radius for piece in field.scenery):
            raise GameError(f"{where}: field containers: one stands in a piece of scenery")
        if field.tile_of(field.cell_at(x, y)) < 0:
            raise GameError(f"{where}: field containers: one stands on no tile")
