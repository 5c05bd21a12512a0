"""Obsidian Protocol, put together from its rooms."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from muster.games.obsidian_protocol.board.battlefield import GRID_NAMES, Board, battlefields_of
from muster.games.obsidian_protocol.board.table_check import breaches
from muster.games.obsidian_protocol.bot import evaluation, features, habits, odds, quick
from muster.games.obsidian_protocol.cards import squad_builder, squads
from muster.games.obsidian_protocol.cards.content import Content
from muster.games.obsidian_protocol.cards.pack import BattlefieldFile, SquadFile
from muster.games.obsidian_protocol.cards.pack_reader import BOARDS, Reader
from muster.games.obsidian_protocol.cards.squad_form import SquadForm
from muster.games.obsidian_protocol.rules import hidden, sequence
from muster.games.obsidian_protocol.rules.attack.told import EVENTS
from muster.games.obsidian_protocol.rules.options import Preparing
from muster.games.obsidian_protocol.rules.phases import end
from muster.games.obsidian_protocol.showing import (
    bench,
    counter_rolls,
    counts,
    goal,
    inquiries,
    luck,
    matchup,
    meanings,
    pictures,
    prospects,
    reckoning,
    scenario,
    scenario_writer,
)
from muster.games.obsidian_protocol.showing.position import Position
from muster.games.obsidian_protocol.showing.previews import PREVIEWS, preview
from muster.games.obsidian_protocol.showing.tables import Layouts
from muster.games.obsidian_protocol.showing.views import TableView, table_view
from muster.games.obsidian_protocol.state.state import State
from muster.kernel.clauses import Register
from muster.kernel.game import Bench, Building, Features, Forces, Game, Look, Rules, Setup, Showing, Testing, Thinking
from muster.kernel.odds import Reckoning
from muster.kernel.packs import PackFile, decode, pack_ids
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Seat
from muster.kernel.tables import refuse_breaches
from muster.kernel.words import Catalogue, Words


def look(state: State, seat: Seat | None) -> Look:
    view = table_view(state, seat)
    return Look(view, partial(pictures.picture, view), told=partial(pictures.told, view))


def inquire(state: State, seat: Seat | None, question: str, words: Words) -> str | None:
    return inquiries.inquire(table_view(state, seat), words, question)


class Squads:
    """Squads before the match."""

    def __init__(self, content: Content, ready: Mapping[str, SquadFile]) -> None:
        self._content = content
        self._ready = ready

    def check(self, force: Mapping[str, Any]) -> list[Refusal]:
        return squads.faults(self._content, decode(force, SquadFile, "squad"))

    def build(self, wishes: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
        squad = squad_builder.build(self._content, decode(wishes, squad_builder.Wishes, "wishes"), rng)
        plain: dict[str, Any] = msgspec.to_builtins(squad)
        return {field: value for field, value in plain.items() if value and field not in ("id", "source")}

    def show(self, force: Mapping[str, Any], words: Words) -> str:
        return squads.show(self._content, decode(force, SquadFile, "squad"), words)

    def ready(self) -> Mapping[str, Mapping[str, Any]]:
        return {name: msgspec.to_builtins(squad) for name, squad in self._ready.items()}


def with_names(catalogue: Catalogue, names: Mapping[str, str]) -> Catalogue:
    """The words of the game with the names of its cards and grids, which are the same in every language."""
    things = {**names, **{f"grid.{grid}": grid.upper() for grid in GRID_NAMES}}
    for key, name in names.items():
        kind, _, card = key.partition(".")
        if kind in ("pilot", "unit"):
            things[f"thing.{kind}/{card}"] = name
    return Catalogue({language: {**things, **known} for language, known in catalogue.templates.items()})


def create(
    core: Sequence[PackFile], overlays: Sequence[PackFile], catalogue: Catalogue, clauses: Register
) -> Game[State]:
    """Make the game from the texts of its content."""
    reader = Reader(core, overlays)
    content = reader.content()
    cards = reader.shelf.cards("battlefield", BattlefieldFile)

    def check(card_id: str, boards: Mapping[int, Board]) -> None:
        found = breaches(cards[card_id], boards, BOARDS[cards[card_id].board])
        if any(not one.advice for one in found):
            words = with_names(catalogue, reader.names).words("en")
            refuse_breaches(found, words, f"battlefield {card_id!r}")

    battlefields = battlefields_of(content, reader.shelf.about, check)
    ready = reader.squads()
    reader.shelf.settle()
    content.names.update(reader.names)
    named = with_names(catalogue, content.names)
    words = named.words("en")
    preparing, forces = Preparing(content, battlefields, ready, words), Squads(content, ready)
    form = SquadForm(content, reader.shelf)
    building = Building("squads", form.form, form.draft, form.force, form.tally)
    return Game(
        name="obsidian_protocol",
        rules_version=2,
        packs=pack_ids(core, overlays),
        catalogue=named,
        clauses=clauses,
        sources=reader.shelf.sources(),
        cards=reader.shelf,
        rules=Rules(sequence.play, State.copy, hidden.determinize, end.result),
        setup=Setup(preparing.prepare, preparing.settings),
        showing=Showing(look, TableView, preview, PREVIEWS, inquire, EVENTS, goal.goal, meanings.meaning, luck.luck),
        thinking=Thinking(
            evaluation.evaluate,
            habits.habit,
            odds.begins,
            odds.outcome,
            evaluation.progress,
            evaluation.round_of,
            features=Features(features.NAMES, features.count),
            horizon=evaluation.horizon,
            quick=quick.quick,
        ),
        forces=Forces("squad", forces.check, forces.build, forces.show, forces.ready, building),
        tables=Layouts(content, battlefields, cards, preparing.check).tables(),
        testing=Testing(
            partial(scenario.place, content, battlefields),
            scenario.dump,
            counts.conserved,
            partial(counts.report, content, ready),
            Bench(
                Position,
                scenario_writer.written,
                bench.choices(content, battlefields),
                bench.impossible,
                empty=scenario_writer.EMPTY,
            ),
        ),
        reckoning=Reckoning(
            (reckoning.attack_kind(content.red_die), counter_rolls.KIND),
            prospects.prospects,
            partial(matchup.matchup, content),
        ),
    )
