"""Layouts of one's own: the kit they are built from, the bare battlefield, and a look around on it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from muster.games.obsidian_protocol.board.battlefield import (
    CELLS,
    GRIDS,
    NEIGHBOURS,
    SMALL,
    Battlefield,
    Battlefields,
)
from muster.games.obsidian_protocol.board.table_making import MIDDLE, STYLES, make
from muster.games.obsidian_protocol.board.table_plan import (
    BUILDING,
    CONTAINER,
    ENVIRONMENTS,
    SIDE,
    WALL,
    card_of,
    plan_of,
)
from muster.games.obsidian_protocol.cards.content import Content
from muster.games.obsidian_protocol.cards.pack import BattlefieldFile
from muster.games.obsidian_protocol.cards.pack_reader import field_card
from muster.games.obsidian_protocol.showing.views import table_view
from muster.games.obsidian_protocol.state.state import Stage, State
from muster.games.obsidian_protocol.state.unit import NONE
from muster.kernel.errors import GameError
from muster.kernel.forms import ChoiceValue, FormChoice
from muster.kernel.packs import decode
from muster.kernel.tables import Breach, Kit, Piece, PieceKind, Plan, Polygon, Span, Tables, Vista
from muster.kernel.text import Text
from muster.kernel.words import Words

LOOKER: Final = "mech"
BASE: Final = 3
"""Small grids along the base of the one who looks around: a large unit."""
STEPS: Final = 4
"""Grids of movement that are shown."""
MOST_CARDS: Final = 8
SHAPES: Final = {
    BUILDING: PieceKind(BUILDING, "", "", Span(3, 3, 3), Span(3, 3, 3), Span(3, 3, 3)),
    WALL: PieceKind(WALL, "", "", Span(1, 3, 3, 2), Span(1, 1, 3, 2), Span(2, 3, 3), turning="swap", over=1),
    CONTAINER: PieceKind(CONTAINER, "", "", Span(1, 2, 2), Span(1, 1, 2), Span(1, 1, 1), turning="swap", over=2),
}


class Layouts:
    """The tables of Obsidian Protocol."""

    def __init__(
        self,
        content: Content,
        battlefields: Battlefields,
        cards: Mapping[str, BattlefieldFile],
        check: Callable[[Mapping[str, Any]], list[Breach]],
    ) -> None:
        self._content = content
        self._battlefields = battlefields
        self._cards = cards
        self._check = check

    def tables(self) -> Tables:
        return Tables(
            kind="battlefield",
            field="battlefield",
            styles=tuple(STYLES),
            kit=kit,
            ready=self.ready,
            plan=self.plan,
            card=card_of,
            check=self._check,
            make=self.make,
            show=self.show,
            look=self.look,
        )

    def ready(self) -> Mapping[str, Mapping[str, Any]]:
        """The layouts of the board that is planned on; those of large battles are left to packs."""
        return {name: msgspec.to_builtins(card) for name, card in self._cards.items() if card.board == "standard"}

    def plan(self, card: Mapping[str, Any]) -> Plan:
        return plan_of(decode(card, BattlefieldFile, "battlefield"))

    def make(self, style: str, rng: random.Random) -> dict[str, Any]:
        return make(self._check, style, rng)

    def field(self, plan: Plan) -> Battlefield:
        return self._battlefields.build(field_card(NONE, decode(card_of(plan), BattlefieldFile, "battlefield")))

    def show(self, plan: Plan) -> msgspec.Struct:
        state = State(self._content, self._battlefields, self.field(plan), ("", "", False), [])
        state.stage = Stage.DISCARD_TASK
        return table_view(state, None)

    def look(self, plan: Plan, piece: Piece, looker: str) -> Vista:
        """The small grids that a large unit does not see into from a grid, and the grids within its movement."""
        if looker != LOOKER:
            raise GameError(f"looker: there are {LOOKER}")
        field = self.field(plan)
        column, row = (min(max(int(at // SMALL), 0), SIDE - 1) for at in (piece.x, piece.y))
        start = row * GRIDS + column
        if not free(field, start):
            raise GameError("look: there is terrain in the way of a large unit")
        place = row * SMALL * CELLS + column * SMALL
        hidden = [
            square(x, y, 1)
            for y in range(SIDE * SMALL)
            for x in range(SIDE * SMALL)
            if not field.open_between(place, BASE, y * CELLS + x, 1)
        ]
        reached = [square(grid % GRIDS * SMALL, grid // GRIDS * SMALL, SMALL) for grid in within(field, start)]
        return Vista((column + 0.5) * SMALL, (row + 0.5) * SMALL, 1, {1: hidden}, {1: reached})


def free(field: Battlefield, grid: int) -> bool:
    """Whether a large unit finds room in a grid.  [OP 4.3.1.blocked]"""
    column, row = grid % GRIDS * SMALL, grid // GRIDS * SMALL
    return not any(field.block[(row + dy) * CELLS + column + dx] for dy in range(SMALL) for dx in range(SMALL))


def within(field: Battlefield, start: int) -> list[int]:
    """The grids that a large unit reaches over ground without terrain."""
    reached, edge = {start}, {start}
    for _ in range(STEPS):
        near = {beside for grid in edge for beside in NEIGHBOURS[grid] if beside in field.board.inside}
        edge = {grid for grid in near - reached if free(field, grid)}
        reached |= edge
    return sorted(reached)


def square(x: int, y: int, size: int) -> Polygon:
    return (x, y), (x + size, y), (x + size, y + size), (x, y + size)


def kit(words: Words) -> Kit:
    def say(key: str) -> str:
        return words.say(Text(key))

    kinds = [msgspec.structs.replace(shape, title=say(f"piece.{kind}")) for kind, shape in SHAPES.items()]
    return Kit(
        one=say("table_look.one"),
        width=SIDE * SMALL,
        depth=SIDE * SMALL,
        middle=MIDDLE,
        step=1.0,
        levels=1,
        choices=[FormChoice(ENVIRONMENTS, say("table_look.environments"), [], 4, most=MOST_CARDS)],
        kinds=kinds,
        styles=[ChoiceValue(style, say(f"setup.{style}")) for style in STYLES],
        lookers=[ChoiceValue(LOOKER, say("table_look.mech"))],
    )
