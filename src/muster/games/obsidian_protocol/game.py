"""Obsidian Protocol as a `Game`: set-up options, the run, the views, and the handles for bots and scenarios."""

from __future__ import annotations

import random
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any

import msgspec

from muster.games.obsidian_protocol import bot, end_phase, hidden, pictures, positions, prospects, sequence, setup
from muster.games.obsidian_protocol.battlefield import CELLS
from muster.games.obsidian_protocol.content import Kind, Level
from muster.games.obsidian_protocol.movement import Map, is_mine
from muster.games.obsidian_protocol.pack import Reader, card_sources
from muster.games.obsidian_protocol.position import base, on_board, overlap
from muster.games.obsidian_protocol.state import State
from muster.games.obsidian_protocol.views import TableView, table_view
from muster.kernel.clauses import Register
from muster.kernel.errors import GameError
from muster.kernel.game import Result, Setting, one_of
from muster.kernel.packs import PackFile, decode, pack_id
from muster.kernel.requests import Ask, Event, Seat, Table
from muster.kernel.spaces import Option
from muster.kernel.text import Text
from muster.kernel.words import Catalogue, Words


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a match is set up: two squads; battlefield and main task are drawn unless they are named."""

    squads: tuple[str, str] = ("rdl_600_line", "un_600_line")
    battlefield: str = ""
    task: str = ""


class ObsidianProtocol:
    """The game with its content."""

    name = "obsidian_protocol"
    rules_version = 1

    def __init__(
        self, core: Sequence[PackFile], overlays: Sequence[PackFile], catalogue: Catalogue, clauses: Register
    ) -> None:
        reader = Reader(core, overlays)
        self.content = reader.content()
        self.content.battlefields = reader.battlefields()
        self.content.names.update(reader.names)
        self.sources = card_sources(core, overlays)
        self.packs = (pack_id("core", core), *(pack_id(overlay.name, [overlay]) for overlay in overlays))
        self.catalogue = with_names(catalogue, self.content.names)
        self.clauses = clauses

    # Setting up

    def options(self, given: Mapping[str, Any]) -> Options:
        options = decode(given, Options, "options")
        for squad in options.squads:
            if squad not in self.content.squad_number:
                known = ", ".join(self.content.squad_number)
                raise GameError(f"options: field squads: there is no squad {squad!r}; there are {known}")
        fields = [field.id for field in self.content.battlefields]
        if options.battlefield and options.battlefield not in fields:
            raise GameError(f"options: field battlefield: there are {', '.join(fields)}")
        tasks = [task.id for task in self.content.tasks]
        if options.task and options.task not in tasks:
            raise GameError(f"options: field task: there are {', '.join(tasks)}")
        return options

    def settings(self) -> Sequence[Setting]:
        content = self.content
        return (
            one_of("squads", "squad", content.squad_number, each=True),
            one_of("battlefield", "battlefield", [field.id for field in content.battlefields], drawn=True),
            one_of("task", "task", [task.id for task in content.tasks], drawn=True),
        )

    def plain_options(self, options: Options) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(options)
        return plain

    def seats(self, options: Options) -> int:
        return 2

    def players(self, options: Options) -> Sequence[Seat]:
        return range(2)

    def new(self, options: Options) -> State:
        numbers = self.content.squad_number
        squads = (numbers[options.squads[0]], numbers[options.squads[1]])
        return setup.new_state(self.content, squads, options.battlefield, options.task)

    def position(self, given: Mapping[str, Any]) -> State:
        return positions.place(self.content, given)

    # Playing

    def run(self, table: Table, state: State) -> Coroutine[Any, Any, None]:
        return sequence.play(table, state)

    def copy(self, state: State) -> State:
        return state.copy()

    def determinize(self, state: State, seat: Seat, rng: random.Random) -> None:
        hidden.determinize(state, seat, rng)

    def result(self, state: State) -> Result | None:
        return end_phase.result(state)

    # Showing

    def view(self, state: State, seat: Seat | None) -> TableView:
        return table_view(state, seat)

    def dump(self, state: State) -> Any:
        return msgspec.to_builtins(table_view(state, None, everything=True))

    def picture(self, view: TableView, words: Words) -> str:
        return pictures.picture(view, words)

    # Odds

    def matters(self, ask: Ask[Any], option: Option[Any]) -> bool:
        return prospects.matters(ask, option)

    def settled(self, state: State, asks: Sequence[Ask[Any]], events: Sequence[Event]) -> bool:
        return prospects.settled(state, asks, events)

    def habit(self, state: State, ask: Ask[Any], rng: random.Random) -> Option[Any]:
        return prospects.habit(state, ask, rng)

    def outcome(self, state: State, events: Sequence[Event], option: Option[Any], seat: Seat) -> Text:
        return prospects.outcome(state, events, option, seat)

    # Bots and tests

    def evaluate(self, state: State, seat: Seat) -> float:
        return bot.evaluate(state, seat)

    def market(self, events: Sequence[Event]) -> tuple[set[str], set[str]]:
        """Squads are fixed before a match: nothing is on offer in it."""
        return set(), set()

    def conserved(self, state: State) -> Mapping[str, int]:
        """Every unit of both squads is somewhere; nothing stands in another thing or beside the board."""
        counts = {
            f"mechs {seat}": sum(unit.seat == seat and unit.kind == Kind.MECH for unit in state.units)
            for seat in (0, 1)
        }
        solid = [unit for unit in on_board(state) if unit.level != Level.AERIAL and not is_mine(state, unit)]
        boxes = [base(unit) for unit in solid]
        counts["overlapping"] = sum(
            overlap(one, other) for index, one in enumerate(boxes) for other in boxes[index + 1 :]
        )
        counts["in terrain"] = sum(bool(Map(state, unit).terrain_at(base(unit))) for unit in solid)
        counts["off the board"] = sum(not (box[0] >= 0 and box[2] <= CELLS and 0 <= box[1] <= CELLS) for box in boxes)
        counts["numbers"] = sum(unit.id != index for index, unit in enumerate(state.units))
        return counts


def with_names(catalogue: Catalogue, names: Mapping[str, str]) -> Catalogue:
    """The words of the game with the names of its cards, which are the same in every language."""
    things = dict(names)
    for key, name in names.items():
        kind, _, card = key.partition(".")
        if kind in ("pilot", "unit"):
            things[f"thing.{kind}/{card}"] = name
    return Catalogue({language: {**things, **known} for language, known in catalogue.templates.items()})


def create(
    core: Sequence[PackFile], overlays: Sequence[PackFile], catalogue: Catalogue, clauses: Register
) -> ObsidianProtocol:
    """Make the game out of the texts of its content."""
    return ObsidianProtocol(core, overlays, catalogue, clauses)
