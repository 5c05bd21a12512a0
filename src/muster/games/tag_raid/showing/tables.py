"""Tables of one's own: the kit they are built from, the bare table, and a look around on it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from math import cos, pi, sin
from typing import Any, Final

import msgspec

from muster.games.tag_raid.board.battlefield import Battlefield, battlefield
from muster.games.tag_raid.board.spots import GROUND
from muster.games.tag_raid.board.table_check import breaches
from muster.games.tag_raid.board.table_making import HEART, STYLES, make
from muster.games.tag_raid.board.table_plan import (
    ACCESS,
    CONTAINER,
    LETTERS,
    NUMBERS,
    SCENERY,
    SHEET,
    card_of,
    middle_in_mm,
    plan_of,
    side_of,
)
from muster.games.tag_raid.cards.content import Content, TableCard
from muster.games.tag_raid.cards.pack import TableFile, table_card
from muster.games.tag_raid.rules.setup import new_state
from muster.games.tag_raid.showing.views import TableView, table_view
from muster.games.tag_raid.state.state import Stage
from muster.geometry.hexes import ROOT
from muster.kernel.errors import GameError
from muster.kernel.forms import ChoiceValue, FormChoice
from muster.kernel.packs import decode
from muster.kernel.tables import Breach, Kit, Piece, PieceKind, Plan, Polygon, Span, Tables, Vista
from muster.kernel.text import Text
from muster.kernel.words import Words

LOOKER: Final = "tag"
SEGMENTS: Final = 3
"""Segments of movement that are shown."""
PARTS: Final = 5
"""Into so many parts each side of a tile is split, to see which parts of it are hidden."""
DOT: Final = 11.0
"""How large the mark of a place within reach is, in millimetres."""


class Areas:
    """The tables of TAG Raid."""

    def __init__(self, content: Content, cards: Mapping[str, TableFile]) -> None:
        self._content = content
        self._cards = cards

    def tables(self) -> Tables:
        return Tables(
            kind="table",
            field="table",
            styles=tuple(STYLES),
            kit=self.kit,
            ready=self.ready,
            plan=self.plan,
            card=lambda plan: card_of(plan, self._content.constants),
            check=self.check,
            make=self.make,
            show=self.show,
            look=self.look,
        )

    def ready(self) -> Mapping[str, Mapping[str, Any]]:
        return {name: msgspec.to_builtins(card) for name, card in self._cards.items()}

    def plan(self, card: Mapping[str, Any]) -> Plan:
        return plan_of(decode(card, TableFile, "table"), self._content.constants)

    def check(self, card: Mapping[str, Any]) -> list[Breach]:
        """Everything a table breaks, placed on the sheet of the plan."""
        plan = self.plan(card)
        return breaches(self._laid(plan), self._content.constants)

    def make(self, style: str, rng: random.Random) -> dict[str, Any]:
        return make(self._content.constants, style, rng)

    def _laid(self, plan: Plan) -> TableCard:
        """The table of a plan where it lies on the sheet."""
        return table_card(-1, decode(card_of(plan, self._content.constants, trimmed=False), TableFile, "table"))

    def show(self, plan: Plan) -> msgspec.Struct:
        laid = self._laid(plan)
        empty = not laid.tiles
        shown = TableCard(-1, laid.id, {HEART: "rock"}, (), (), laid.access) if empty else laid
        state = new_state(self._content, battlefield(shown, self._content.constants), 2, 0)
        state.stage = Stage.DEPLOY
        view = table_view(state, None)
        return bare(view) if empty else view

    def look(self, plan: Plan, piece: Piece, looker: str) -> Vista:
        """The parts of tiles on which a TAG would not be seen from a place, and the places within its movement."""
        if looker != LOOKER:
            raise GameError(f"looker: there are {LOOKER}")
        laid = self._laid(plan)
        spot = round(piece.x * 10), round(piece.y * 10), GROUND
        field = battlefield(laid, self._content.constants) if laid.tiles else None
        if field is None or field.stands(*spot):
            raise GameError("look: there is no room for a TAG")
        hidden = [part for part in parts_of(field) if not field.vistas.clear(spot, middle_of_part(part))]
        ends = [way.end.spot for way in field.roadmap.ways(spot, SEGMENTS, climber=False)]
        reached = [dot(x / 10, y / 10) for x, y, level in ends if level == GROUND]
        return Vista(piece.x, piece.y, 1, {1: hidden}, {1: reached})

    def kit(self, words: Words) -> Kit:
        def say(key: str) -> str:
            return words.say(Text(key))

        side = side_of(self._content.constants)
        tiles = [
            PieceKind(terrain, say(f"piece.{terrain}"), f"i-{terrain}", radius=round(side * 0.8, 1))
            for terrain in LETTERS
        ]
        scenery = PieceKind(
            SCENERY,
            say("piece.scenery"),
            "",
            Span(10, 80, 200, 10),
            Span(10, 10, 200, 10),
            Span(10, 40, 120, 10),
            turning=15,
            over=1,
        )
        container = PieceKind(
            CONTAINER, say("piece.container"), "crate", radius=self._content.constants.token_radius / 10, over=2
        )
        values = [ChoiceValue(number, str(number)) for number in NUMBERS]
        return Kit(
            one=say("table_look.one"),
            width=round(side * ROOT * (SHEET + 0.5), 1),
            depth=round(side * (1.5 * SHEET + 0.5), 1),
            middle=middle_in_mm(HEART, self._content.constants),
            step=5.0,
            levels=1,
            choices=[FormChoice(ACCESS, say("table_look.access"), values, 10)],
            kinds=[*tiles, scenery, container],
            styles=[ChoiceValue(style, say(f"setup.{style}")) for style in STYLES],
            lookers=[ChoiceValue(LOOKER, say("table_look.tag"))],
        )


def bare(view: TableView) -> TableView:
    """The view of a table on which nothing lies."""
    return msgspec.structs.replace(view, tiles=(), voids=(), access=(), scenery=(), containers=())


def parts_of(field: Battlefield) -> list[Polygon]:
    """The tiles of a table in small rhombs, in millimetres: three large ones make up a hexagon."""
    found: list[Polygon] = []
    step = field.size / 10 / PARTS
    for tile in field.tiles:
        x, y = tile.x / 10, tile.y / 10
        for third in range(3):
            a, b = (pi / 3 * (2 * third + k) for k in (0, 2))
            across, along = (sin(a) * step, -cos(a) * step), (sin(b) * step, -cos(b) * step)
            found += [_rhomb(x, y, across, along, i, j) for i in range(PARTS) for j in range(PARTS)]
    return found


def _rhomb(x: float, y: float, across: tuple[float, float], along: tuple[float, float], i: int, j: int) -> Polygon:
    def at(m: int, n: int) -> tuple[float, float]:
        return round(x + m * across[0] + n * along[0], 1), round(y + m * across[1] + n * along[1], 1)

    return at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)


def middle_of_part(part: Polygon) -> tuple[int, int, int]:
    x, y = (sum(point[axis] for point in part) / len(part) for axis in (0, 1))
    return round(x * 10), round(y * 10), GROUND


def dot(x: float, y: float) -> Polygon:
    return tuple((round(x + DOT * sin(k * pi / 3), 1), round(y - DOT * cos(k * pi / 3), 1)) for k in range(6))
