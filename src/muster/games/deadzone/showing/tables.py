"""Battlefields of one's own: the kit they are built from, the bare battlefield, and a look around on it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from muster.games.deadzone.board.battlefield import Battlefield
from muster.games.deadzone.board.construction import build
from muster.games.deadzone.board.reach import Reach, ways_of
from muster.games.deadzone.board.table_check import breaches
from muster.games.deadzone.board.table_making import MIDDLE, STYLES, make
from muster.games.deadzone.board.table_plan import HIGHEST, KINDS, card_of, cell_name, cube_of, plan_of
from muster.games.deadzone.cards.content import COLUMNS, ROWS, Content
from muster.games.deadzone.cards.scenery import BattlefieldFile
from muster.games.deadzone.showing.scenario import place
from muster.games.deadzone.showing.views import table_view
from muster.kernel.errors import GameError
from muster.kernel.forms import ChoiceValue
from muster.kernel.packs import decode
from muster.kernel.tables import Breach, Kit, Piece, PieceKind, Plan, Polygon, Span, Tables, Vista
from muster.kernel.text import Text
from muster.kernel.words import Words

LOOKERS: Final = ("size_1", "size_2", "size_3")
UPPER: Final = (2, HIGHEST)
ANY: Final = (1, HIGHEST)
SHAPES: Final[dict[str, PieceKind]] = {
    "building": PieceKind("", "", "", Span(1, 2, 4), Span(1, 2, 4), Span(1, 1, 3), turning="swap"),
    "door": PieceKind("", "", levels=(1, HIGHEST - 1), radius=0.3, over=3),
    "window": PieceKind("", "", levels=(1, HIGHEST - 1), radius=0.3, over=3),
    "gap": PieceKind("", "", levels=(1, HIGHEST - 1), radius=0.3, over=3),
    "wall": PieceKind("", "", levels=ANY, radius=0.3, over=3),
    "partial": PieceKind("", "", levels=UPPER, radius=0.4, over=2),
    "hole": PieceKind("", "", levels=UPPER, radius=0.4, over=2),
    "floor": PieceKind("", "", levels=UPPER, radius=0.42, over=1),
    "walkway": PieceKind("", "", levels=UPPER, radius=0.42, over=1),
    "ramp": PieceKind("", "", levels=(1, HIGHEST - 1), turning=90, radius=0.42, over=1),
    "cover": PieceKind("", "", levels=ANY, radius=0.4, over=2),
}


class Battlefields:
    """The tables of Deadzone."""

    def __init__(self, content: Content) -> None:
        self._content = content

    def tables(self) -> Tables:
        return Tables(
            kind="battlefield",
            field="battlefield",
            styles=tuple(STYLES),
            kit=kit,
            ready=self.ready,
            plan=self.plan,
            card=card_of,
            check=self.check,
            make=self.make,
            show=self.show,
            look=look,
        )

    def ready(self) -> Mapping[str, Mapping[str, Any]]:
        return {name: msgspec.to_builtins(card) for name, card in self._content.battlefields.items()}

    def plan(self, card: Mapping[str, Any]) -> Plan:
        return plan_of(decode(card, BattlefieldFile, "battlefield"))

    def check(self, card: Mapping[str, Any]) -> list[Breach]:
        return breaches(decode(card, BattlefieldFile, "battlefield"))

    def make(self, style: str, rng: random.Random) -> dict[str, Any]:
        return make(style, rng)

    def show(self, plan: Plan) -> msgspec.Struct:
        field = field_of(plan)
        return table_view(place(self._content, {field.id: field}, {"battlefield": field.id}), None)


def kit(words: Words) -> Kit:
    def say(key: str) -> str:
        return words.say(Text(key))

    kinds = [msgspec.structs.replace(SHAPES[kind], id=kind, title=say(f"piece.{kind}")) for kind in KINDS]
    return Kit(
        one=say("table_look.one"),
        width=COLUMNS,
        depth=ROWS,
        middle=MIDDLE,
        step=1.0,
        levels=HIGHEST,
        choices=[],
        kinds=kinds,
        styles=[ChoiceValue(style, say(f"setup.{style}")) for style in STYLES],
        lookers=[ChoiceValue(looker, say(f"table_look.{looker}")) for looker in LOOKERS],
    )


def field_of(plan: Plan) -> Battlefield:
    """The battlefield of a plan as far as it can be built: pieces that stick out are left away."""
    card = decode(card_of(plan), BattlefieldFile, "battlefield")
    taller = max([card.levels, *[building.storeys + 1 for building in card.buildings]])
    return build(msgspec.structs.replace(card, levels=min(taller, HIGHEST)))


def look(plan: Plan, piece: Piece, looker: str) -> Vista:
    """The cubes that somebody standing in a cube sees nothing of, and those within one action."""
    if looker not in LOOKERS:
        raise GameError(f"looker: there are {', '.join(LOOKERS)}")
    size = LOOKERS.index(looker) + 1
    field = field_of(plan)
    name = cell_name(cube_of(piece))
    cube = field.cubes.index.get(name if "." in name else f"{name}.1", -1)
    if cube < 0 or not field.stand[cube]:
        raise GameError(f"look: nobody can stand in {name}")
    eye = (cube * 4 * 4 + size - 1) * 2
    hidden: dict[int, list[Polygon]] = {}
    reached: dict[int, list[Polygon]] = {}
    region = Reach(field, ways_of(0), size, hovers=False).region(cube)
    for other in field.ground:
        column, row, level = field.cubes.where[other]
        if not field.area_sight(eye, other):
            hidden.setdefault(level + 1, []).append(square(column, row))
        if other in region.ends:
            reached.setdefault(level + 1, []).append(square(column, row))
    column, row, level = field.cubes.where[cube]
    return Vista(column + 0.5, row + 0.5, level + 1, hidden, reached)


def square(column: int, row: int) -> Polygon:
    return (column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)
