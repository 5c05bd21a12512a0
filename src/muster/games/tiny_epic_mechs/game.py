"""Tiny Epic Mechs, put together from its rooms."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from muster.games.tiny_epic_mechs.bot import evaluation, features, odds, quick, traits
from muster.games.tiny_epic_mechs.cards.pack import NAMED, TYPES, content_of
from muster.games.tiny_epic_mechs.rules import hidden, options, scoring, sequence
from muster.games.tiny_epic_mechs.showing import (
    bench,
    counts,
    goal,
    meanings,
    pictures,
    previews,
    prospects,
    reckoning,
    scenario,
    scenario_writer,
    scene,
)
from muster.games.tiny_epic_mechs.showing.position import Position
from muster.games.tiny_epic_mechs.showing.views import TableView, table_view
from muster.games.tiny_epic_mechs.state.state import State
from muster.kernel.clauses import Register
from muster.kernel.game import Bench, Features, Game, Look, Rules, Setup, Showing, Testing, Thinking, Traits
from muster.kernel.odds import Reckoning
from muster.kernel.packs import PackFile, Shelf, named, pack_ids
from muster.kernel.requests import Seat
from muster.kernel.words import Catalogue


def look(state: State, seat: Seat | None) -> Look:
    view = table_view(state, seat)
    return Look(view, partial(pictures.picture, view), partial(scene.scene, view), told=partial(pictures.told, view))


def create(
    core: Sequence[PackFile], overlays: Sequence[PackFile], catalogue: Catalogue, clauses: Register
) -> Game[State]:
    """Make the game from the texts of its content."""
    shelf = Shelf(core, overlays, TYPES)
    content = content_of(shelf)
    return Game(
        name="tiny_epic_mechs",
        rules_version=2,
        packs=pack_ids(core, overlays),
        catalogue=named(catalogue, shelf, NAMED),
        clauses=clauses,
        sources=shelf.sources(),
        cards=shelf,
        rules=Rules(sequence.play, State.copy, hidden.determinize, scoring.result, lambda state: len(state.players)),
        setup=Setup(partial(options.prepare, content), options.settings),
        showing=Showing(look, TableView, previews.preview, previews.TYPES, goal=goal.goal, meaning=meanings.meaning),
        thinking=Thinking(
            evaluation.evaluate,
            odds.habit,
            odds.begins,
            odds.outcome,
            evaluation.progress,
            evaluation.round_of,
            features=Features(features.NAMES, features.count),
            horizon=features.horizon,
            quick=quick.quick,
            traits=Traits(traits.NAMES, traits.traits, traits.alike),
        ),
        testing=Testing(
            partial(scenario.place, content),
            scenario.dump,
            counts.conserved,
            partial(counts.report, content),
            Bench(
                Position,
                scenario_writer.written,
                bench.choices(content),
                bench.impossible,
                scenario_writer.players,
            ),
        ),
        reckoning=Reckoning((reckoning.attack_kind(content),), prospects.prospects),
    )
