"""Deadzone, put together from its rooms."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from muster.games.deadzone.board.construction import battlefields
from muster.games.deadzone.board.table_check import breaches
from muster.games.deadzone.bot import evaluation, odds
from muster.games.deadzone.cards import building, legality
from muster.games.deadzone.cards.content import Content
from muster.games.deadzone.cards.pack import FILES, NAMED, TeamFile, content_of, team_of
from muster.games.deadzone.cards.scenery import BattlefieldFile
from muster.games.deadzone.cards.team_form import TeamForm
from muster.games.deadzone.rules import hidden, missions, options, sequence
from muster.games.deadzone.rules.told import EVENTS
from muster.games.deadzone.showing import (
    bench,
    counts,
    goal,
    inquiries,
    luck,
    matchup,
    meanings,
    pictures,
    previews,
    prospects,
    reckoning,
    scenario,
    scenario_writer,
)
from muster.games.deadzone.showing.position import Position
from muster.games.deadzone.showing.tables import Battlefields
from muster.games.deadzone.showing.views import TableView, table_view
from muster.games.deadzone.state.state import State
from muster.kernel.clauses import Register
from muster.kernel.game import Bench, Building, Forces, Game, Look, Rules, Setup, Showing, Testing, Thinking
from muster.kernel.odds import Reckoning
from muster.kernel.packs import PackFile, Shelf, decode, named, pack_ids
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Seat
from muster.kernel.tables import refuse_breaches
from muster.kernel.words import Catalogue, Words


def look(state: State, seat: Seat | None) -> Look:
    view = table_view(state, seat)
    return Look(view, partial(pictures.picture, view), told=partial(pictures.told, view))


def inquire(state: State, seat: Seat | None, question: str, words: Words) -> str | None:
    return inquiries.inquire(table_view(state, seat), words, question)


class Teams:
    """Strike teams before the match."""

    def __init__(self, content: Content, sources: Mapping[str, str]) -> None:
        self._content = content
        self._sources = sources

    def check(self, force: Mapping[str, Any]) -> list[Refusal]:
        team = team_of(decode(force, TeamFile, "team"))
        return [*legality.faults(self._content, team), *legality.unheeded(self._content, team)]

    def build(self, wishes: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
        return building.plain(building.build(self._content, wishes, rng))

    def show(self, force: Mapping[str, Any], words: Words) -> str:
        return building.show(self._content, team_of(decode(force, TeamFile, "team")), words)

    def ready(self) -> Mapping[str, Mapping[str, Any]]:
        return {
            team.id: {"id": team.id, "source": self._sources[f"team.{team.id}"], **building.plain(team)}
            for team in self._content.teams.values()
        }


def create(
    core: Sequence[PackFile], overlays: Sequence[PackFile], catalogue: Catalogue, clauses: Register
) -> Game[State]:
    """Make the game from the texts of its content."""
    shelf = Shelf(core, overlays, FILES)
    content, catalogue = content_of(shelf), named(catalogue, shelf, NAMED)
    words = catalogue.words("en")

    def check(card: BattlefieldFile) -> None:
        refuse_breaches(breaches(card), words, f"battlefield {card.id!r}")

    fields = battlefields(content, shelf.about, check)
    for team in content.teams.values():
        with shelf.about("team", team.id):
            options.check_team(content, words, team, f"team {team.id!r}")
    shelf.settle()
    sources = shelf.sources()
    teams, form = Teams(content, sources), TeamForm(content, sources)
    building = Building("teams", form.form, form.draft, form.force, form.tally)
    chest = options.chest_of(fields, words)
    return Game(
        name="deadzone",
        rules_version=4,
        packs=pack_ids(core, overlays),
        catalogue=catalogue,
        clauses=clauses,
        sources=sources,
        cards=shelf,
        rules=Rules(sequence.play, State.copy, hidden.determinize, missions.result),
        setup=Setup(partial(options.prepare, content, chest, words), partial(options.settings, content)),
        showing=Showing(
            look,
            TableView,
            previews.preview,
            previews.PREVIEWS,
            inquire,
            EVENTS,
            goal.goal,
            meanings.meaning,
            luck.luck,
        ),
        thinking=Thinking(
            evaluation.evaluate, odds.habit, odds.begins, odds.outcome, evaluation.progress, evaluation.round_of
        ),
        forces=Forces("team", teams.check, teams.build, teams.show, teams.ready, building),
        tables=Battlefields(content).tables(),
        testing=Testing(
            partial(scenario.place, content, fields),
            scenario.dump,
            counts.conserved,
            partial(counts.report, content),
            Bench(
                Position,
                scenario_writer.written,
                bench.choices(content, fields),
                bench.impossible,
                empty=scenario_writer.EMPTY,
            ),
        ),
        reckoning=Reckoning(reckoning.ATTACKS, prospects.prospects, partial(matchup.matchup, content)),
    )
