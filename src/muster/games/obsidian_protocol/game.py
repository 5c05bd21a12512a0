"""Obsidian Protocol as a `Game`: set-up options, the run, the views, and the handles for bots and scenarios."""

from __future__ import annotations

import random
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, Literal

import msgspec

from muster.games.obsidian_protocol import (
    bot,
    builder,
    end_phase,
    forces,
    hidden,
    inquiries,
    instinct,
    pictures,
    positions,
    prospects,
    sequence,
    setup,
)
from muster.games.obsidian_protocol.card_sheets import SheetView, sheet_of
from muster.games.obsidian_protocol.content import Kind, Level, Squad
from muster.games.obsidian_protocol.drawn_paths import PathView
from muster.games.obsidian_protocol.movement import Map, is_mine
from muster.games.obsidian_protocol.overlays import ActView, AimView
from muster.games.obsidian_protocol.pack import SquadFile, card_sources
from muster.games.obsidian_protocol.part_chances import PartsView
from muster.games.obsidian_protocol.position import base, on_board, overlap
from muster.games.obsidian_protocol.reader import Reader
from muster.games.obsidian_protocol.sightlines import FacingView, MoveView
from muster.games.obsidian_protocol.state import State
from muster.games.obsidian_protocol.views import TableView, table_view
from muster.kernel.clauses import Register
from muster.kernel.errors import GameError
from muster.kernel.game import Market, Result, Setting, one_of
from muster.kernel.packs import PackFile, decode, pack_id
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Ask, Event, Seat, Table
from muster.kernel.spaces import Option, no_such_option
from muster.kernel.text import Param, Text
from muster.kernel.words import Catalogue, Words


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a match is set up: two squads, by name or written out; the scale, by default that of the larger squad.

    Battlefield and main task are drawn unless they are named; environment cards are used if both players wish.
    """

    squads: tuple[str | SquadFile, str | SquadFile] = ("rdl_600_line", "un_600_line")
    scale: Literal[0, 600, 900, 1200] = 0
    battlefield: str = ""
    task: str = ""
    environments: bool = False


class ObsidianProtocol:
    """The game with its content."""

    name = "obsidian_protocol"
    rules_version = 2
    details = (AimView, ActView, MoveView, FacingView, PathView, PartsView)
    """What a question may carry, or say when asked, for a client that draws its options."""

    def __init__(
        self, core: Sequence[PackFile], overlays: Sequence[PackFile], catalogue: Catalogue, clauses: Register
    ) -> None:
        reader = Reader(core, overlays)
        self.content = reader.content()
        self.content.battlefields = reader.battlefields()
        self.squads = reader.squads()
        for squad in self.squads.values():
            forces.check_names(self.content, squad)
        self.content.names.update(reader.names)
        self.sources = card_sources(core, overlays)
        self.packs = (pack_id("core", core), *(pack_id(overlay.name, [overlay]) for overlay in overlays))
        self.catalogue = with_names(catalogue, self.content.names)
        self.clauses = clauses
        self._judged: dict[tuple[str, int], str] = {}  # by ready squad and scale: what is wrong with it
        self._made: dict[str, Squad] = {}  # the ready squads as they are deployed

    # Setting up

    def options(self, given: Mapping[str, Any]) -> Options:
        options = decode(given, Options, "options")
        scale = self._check_squads(options)
        fields = [field.id for field in setup.fields_for(self.content, scale)]
        if options.battlefield and options.battlefield not in fields:
            raise GameError(f"options: field battlefield: there are {', '.join(fields)}")
        tasks = [task.id for task in self.content.tasks]
        if options.task and options.task not in tasks:
            raise GameError(f"options: field task: there are {', '.join(tasks)}")
        return options

    def _check_squads(self, options: Options) -> int:
        """The scale of the battle; raises `GameError` with the clause that a squad breaks.  [OP 5.1.points]"""
        scale = self._scale(options)
        for squad in options.squads:
            if isinstance(squad, SquadFile):
                fault = self._fault(squad, scale)
            else:
                if (squad, scale) not in self._judged:
                    self._judged[squad, scale] = self._fault(self._squad(squad), scale)
                fault = self._judged[squad, scale]
            if fault:
                raise GameError(f"options: field squads: {fault}")
        return scale

    def _fault(self, squad: SquadFile, scale: int) -> str:
        """The first thing that is wrong with a squad, with its clause, or nothing.  [OP 5.1.points]"""
        broken = forces.faults(self.content, squad)
        points = 0 if broken else forces.points_of(self.content, squad)
        if points > scale:
            broken = [forces.fault("5.1.points", "points", points=points, limit=scale)]
        if not broken:
            return ""
        return f"{squad.id!r}: {self.catalogue.words('en').say(broken[0].reason)} [{broken[0].clause}]"

    def _scale(self, options: Options) -> int:
        return max([self._squad(squad).scale for squad in options.squads]) if not options.scale else options.scale

    def _squad(self, squad: str | SquadFile) -> SquadFile:
        if isinstance(squad, SquadFile):
            return squad
        if squad not in self.squads:
            known = ", ".join(self.squads)
            raise GameError(f"options: field squads: there is no squad {squad!r}; there are {known}")
        return self.squads[squad]

    def settings(self) -> Sequence[Setting]:
        content = self.content
        fields = setup.fields_for(content, self._scale(Options()))  # those of other scales are drawn
        return (
            one_of("squads", "squad", self.squads, each=True),
            one_of("battlefield", "battlefield", [field.id for field in fields], drawn=True),
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
        one, other = options.squads
        return setup.new_state(
            self.content,
            (self._make(one), self._make(other)),
            self._scale(options),
            options.battlefield,
            options.task,
            options.environments,
        )

    def _make(self, squad: str | SquadFile) -> Squad:
        """A squad with cards by their numbers; of the ready ones each is made once."""
        if isinstance(squad, SquadFile):
            return forces.make_squad(self.content, squad)
        if squad not in self._made:
            self._made[squad] = forces.make_squad(self.content, self._squad(squad))
        return self._made[squad]

    def position(self, given: Mapping[str, Any]) -> State:
        return positions.place(self.content, given)

    # Squads

    force_kind = "squad"

    def check_force(self, force: Mapping[str, Any]) -> list[Refusal]:
        return forces.faults(self.content, decode(force, SquadFile, "squad"))

    def build_force(self, wishes: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
        squad = builder.build(self.content, decode(wishes, builder.Wishes, "wishes"), rng)
        plain: dict[str, Any] = msgspec.to_builtins(squad)
        return {field: value for field, value in plain.items() if value and field not in ("id", "source")}

    def show_force(self, force: Mapping[str, Any], words: Words) -> str:
        return forces.show(self.content, decode(force, SquadFile, "squad"), words)

    def ready_forces(self) -> Mapping[str, Mapping[str, Any]]:
        return {name: msgspec.to_builtins(squad) for name, squad in self.squads.items()}

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

    def survey(self, view: TableView, words: Words, about: str) -> SheetView:
        """`sheet:b5` lays the cards of a unit open."""
        kind, _, key = about.partition(":")
        if kind != "sheet" or key not in view.units:
            raise no_such_option(about)
        return sheet_of(self.content, view.units[key])

    # Odds

    def matters(self, ask: Ask[Any], option: Option[Any]) -> bool:
        return prospects.matters(ask, option)

    def settled(self, state: State, asks: Sequence[Ask[Any]], events: Sequence[Event]) -> bool:
        return prospects.settled(state, asks, events)

    def habit(self, state: State, ask: Ask[Any], rng: random.Random) -> Option[Any]:
        return prospects.habit(state, ask, rng)

    def outcome(self, state: State, events: Sequence[Event], option: Option[Any], seat: Seat) -> Text:
        return prospects.outcome(state, events, option, seat)

    def inquire(self, view: TableView, words: Words, question: str) -> str | None:
        return inquiries.inquire(view, words, question)

    # Bots and tests

    def evaluate(self, state: State, seat: Seat) -> float:
        return bot.evaluate(state, seat)

    def reply(self, state: State, ask: Ask[Any]) -> Option[Any] | None:
        return instinct.reply(state, ask)

    def market(self, events: Sequence[Event]) -> Market:
        """Secondary tasks and the tactics cards of both squads, those that were taken and played; who was first player;
        the squads; the rounds it took.
        """
        said: dict[str, list[Mapping[str, Param]]] = {}
        for event in events:
            said.setdefault(event.key, []).append(event.params)
        sides = {int(told["seat"]): str(told["squad"]) for told in said.get("squad_fielded", ())}
        tactics = {card for squad in sides.values() if squad in self.squads for card in self.squads[squad].tactics}
        taken = {f"secondary.{told['task']}" for told in said.get("secondary", ())}
        taken |= {f"tactic.{told['card']}" for told in said.get("tactic_played", ())}
        offered = {f"secondary.{card.id}" for card in self.content.secondaries} | {f"tactic.{card}" for card in tactics}
        first = next((int(told["seat"]) for told in said.get("first_player", ())), 0)
        rounds = max((int(told["round"]) for told in said.get("round_begins", ())), default=0)
        named = {seat: f"squad.{squad}" for seat, squad in sides.items()}
        return Market(offered | taken, taken, first, named, rounds)

    def conserved(self, state: State) -> Mapping[str, int]:
        """Every unit of both squads is somewhere; nothing stands in another thing or beside the board."""
        counts = {
            f"mechs {seat}": sum(unit.seat == seat and unit.kind == Kind.MECH for unit in state.units)
            for seat in (0, 1)
        }
        solid = [unit for unit in on_board(state) if unit.level != Level.AERIAL and not is_mine(state, unit)]
        boxes = [base(unit) for unit in solid]
        cells = state.battlefield.board.cells
        counts["overlapping"] = sum(
            overlap(one, other) for index, one in enumerate(boxes) for other in boxes[index + 1 :]
        )
        counts["in terrain"] = sum(bool(Map(state, unit).terrain_at(base(unit))) for unit in solid)
        counts["off the board"] = sum(not (box[0] >= 0 and box[2] <= cells and 0 <= box[1] <= cells) for box in boxes)
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
