"""Deadzone as a `Game`: set-up options, the run, the views, and the handles for bots, scenarios and clients."""

from __future__ import annotations

import random
from collections.abc import Coroutine, Mapping, Sequence
from typing import Annotated, Any

import msgspec

from muster.games.deadzone import (
    bot,
    forces,
    hidden,
    inquiries,
    missions,
    pictures,
    positions,
    prospects,
    sequence,
    setup,
    strike_team,
    surveys,
)
from muster.games.deadzone.content import Team, TeamModel
from muster.games.deadzone.pack import TeamFile, TeamModelFile, card_sources, read_content, team_of
from muster.games.deadzone.state import State
from muster.games.deadzone.views import TableView, table_view
from muster.kernel.clauses import Register
from muster.kernel.errors import GameError
from muster.kernel.game import Market, Result, Setting, one_of
from muster.kernel.packs import PackFile, decode, pack_id
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Ask, Event, Seat, Table
from muster.kernel.spaces import Option
from muster.kernel.text import Text
from muster.kernel.words import Catalogue, Words


class TeamOption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A strike team of one's own: its faction, its models with their items, extra cards, guns set up."""

    faction: str
    models: tuple[TeamModelFile, ...]
    extra_cards: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    deployed_guns: bool = False
    commander: int = -1
    """Which model of the list, from 0, is the Commander if several have the highest total; else the first."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a match is set up: a battlefield, and for each side a ready team by name or one of its own."""

    players: Annotated[int, msgspec.Meta(ge=2, le=2)] = 2
    battlefield: str = "outpost"
    teams: tuple[str | TeamOption, str | TeamOption] = ("enforcers_patrol", "plague_horde")


class Deadzone:
    """The game with its content."""

    name = "deadzone"
    rules_version = 3
    force_kind = "team"

    def __init__(
        self, core: Sequence[PackFile], overlays: Sequence[PackFile], catalogue: Catalogue, clauses: Register
    ) -> None:
        self.content = read_content(core, overlays)
        self.sources = card_sources(core, overlays)
        self.packs = (pack_id("core", core), *(pack_id(overlay.name, [overlay]) for overlay in overlays))
        self.catalogue = catalogue
        self.clauses = clauses
        for team in self.content.teams.values():
            self._check(team, f"team {team.id!r}")

    # Setting up

    def options(self, given: Mapping[str, Any]) -> Options:
        options = decode(given, Options, "options")
        if options.battlefield not in self.content.battlefields:
            known = ", ".join(self.content.battlefields)
            raise GameError(f"options: field battlefield: there is no {options.battlefield!r}; there are {known}")
        for team in options.teams:
            self._check(self.team(team), "options: field teams")
        return options

    def team(self, option: str | TeamOption) -> Team:
        if isinstance(option, str):
            if option not in self.content.teams:
                known = ", ".join(self.content.teams)
                raise GameError(f"options: field teams: there is no team {option!r}; there are {known}")
            return self.content.teams[option]
        models = [TeamModel(entry.model, entry.items) for entry in option.models for _ in range(entry.count)]
        return Team("own", option.faction, models, option.extra_cards, option.deployed_guns, option.commander)

    def _check(self, team: Team, where: str) -> None:
        """Refuse a team that breaks the limits, with every clause."""
        words = self.catalogue.words("en")
        found = [f"{words.say(fault.reason)} [{fault.clause}]" for fault in strike_team.faults(self.content, team)]
        if found:
            raise GameError(f"{where}: {'; '.join(found)}")

    # Forces

    def check_force(self, force: Mapping[str, Any]) -> list[Refusal]:
        return strike_team.faults(self.content, self._team_in(force))

    def build_force(self, wishes: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
        return forces.plain(forces.build(self.content, wishes, rng))

    def show_force(self, force: Mapping[str, Any], words: Words) -> str:
        return forces.show(self.content, self._team_in(force), words)

    def ready_forces(self) -> Mapping[str, Mapping[str, Any]]:
        return {
            team.id: {"id": team.id, "source": self.sources[f"team.{team.id}"], **forces.plain(team)}
            for team in self.content.teams.values()
        }

    def _team_in(self, force: Mapping[str, Any]) -> Team:
        return team_of(decode(force, TeamFile, "team"))

    def settings(self) -> Sequence[Setting]:
        teams, fields = self.content.teams, self.content.battlefields
        return one_of("teams", "team", teams, each=True), one_of("battlefield", "battlefield", fields)

    def plain_options(self, options: Options) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(options)
        return plain

    def seats(self, options: Options) -> int:
        return 2

    def players(self, options: Options) -> Sequence[Seat]:
        return range(2)

    def new(self, options: Options) -> State:
        field = self.content.battlefields[options.battlefield]
        return setup.new_state(self.content, field, (self.team(options.teams[0]), self.team(options.teams[1])))

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
        return missions.result(state)

    # Showing

    def view(self, state: State, seat: Seat | None) -> TableView:
        return table_view(state, seat)

    def dump(self, state: State) -> Any:
        return msgspec.to_builtins(table_view(state, None, everything=True))

    def picture(self, view: TableView, words: Words) -> str:
        return pictures.picture(view, words)

    def inquire(self, view: TableView, words: Words, question: str) -> str | None:
        return inquiries.inquire(view, words, question)

    def survey(self, view: TableView, words: Words, about: str) -> surveys.Glance | surveys.Watch:
        """What a model sees from where it stands or could go (`sight:…`), how its overwatch may end (`watch:…`)."""
        return surveys.survey(self.content, view, about)

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

    def reply(self, state: State, ask: Ask[Any]) -> Option[Any] | None:
        return prospects.reply(state, ask)

    def evaluate(self, state: State, seat: Seat) -> float:
        return bot.evaluate(state, seat)

    def market(self, events: Sequence[Event]) -> Market:
        """The battle cards of all factions, those that were played, and who started."""
        offered = {f"battle_card.{card.id}" for card in self.content.cards}
        taken = {f"battle_card.{event.params['card']}" for event in events if event.key == "card_played"}
        first = next((int(event.params["seat"]) for event in events if event.key == "starter"), 0)
        return Market(offered, taken, first)

    def conserved(self, state: State) -> Mapping[str, int]:
        """Every card and every counter is somewhere, once; models are on the table, dead, gone, or not yet there."""
        counts: dict[str, int] = {}
        for side in state.sides:
            piles = (side.hand, side.unseen, side.mixed, side.bottom, side.discards, side.drawn)
            counts[f"cards {side.seat}"] = sum(len(pile) for pile in piles)
            kinds = sorted(number for pile in piles for number in pile)
            counts[f"card kinds {side.seat}"] = sum(place * number for place, number in enumerate(kinds))
        carried = sum(len(model.items) for model in state.models)
        counts["items"] = carried + len(state.items) + len(state.crates_left)
        counts["models"] = len(state.models)
        given = sum(model.mutation >= 0 for model in state.models)
        counts["mutations"] = given + len(state.mutations)
        counts["dead models on the table"] = sum(model.dead and model.cube >= 0 for model in state.models)
        return counts


def create(core: Sequence[PackFile], overlays: Sequence[PackFile], catalogue: Catalogue, clauses: Register) -> Deadzone:
    """Make the game out of the texts of its content."""
    return Deadzone(core, overlays, catalogue, clauses)
