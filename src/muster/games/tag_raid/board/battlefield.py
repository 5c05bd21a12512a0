"""A table ready to play on: the game area and its roadmap, both worked out from a printed table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, radians, sin

from muster.games.tag_raid.board.area import Area, middle_of
from muster.games.tag_raid.board.roadmap import Roadmap
from muster.games.tag_raid.cards.content import Constants, Content, PrintedScenery, TableCard
from muster.geometry.hexes import Cell
from muster.geometry.plane import Point
from muster.kernel.errors import GameError
from muster.kernel.packs import Noting, raising


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


def as_it_is(card: TableCard) -> None:
    """For cards that were checked before."""


def battlefields(
    content: Content, noting: Noting = raising, check: Callable[[TableCard], None] = as_it_is
) -> tuple[Battlefield, ...]:
    """Check and work out the tables of a pack."""
    made: list[Battlefield] = []
    for card in content.tables:
        with noting("table", card.id):
            check(card)
            made.append(battlefield(card, content.constants))
    return tuple(made)


def battlefield(card: TableCard, constants: Constants) -> Battlefield:
    """Work out one table; `table_check` says what is wrong with it."""
    if not card.tiles:
        raise GameError(f"table {card.id!r}: field rows: there are no tiles")
    size = float(constants.hexagon_side)
    scenery = [(outline(piece, size), piece.height * 10) for piece in card.scenery]
    containers: list[tuple[int, int]] = []
    for cell, dx, dy in card.containers:
        x, y = middle_of(cell, size)
        containers.append((round(x) + dx * 10, round(y) + dy * 10))
    return Battlefield(card.number, card.id, constants, card.tiles, scenery, containers, card.access)


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
