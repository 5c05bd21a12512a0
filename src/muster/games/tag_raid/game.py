"""TAG Raid, put together from its rooms."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from muster.games.tag_raid.board.battlefield import battlefields
from muster.games.tag_raid.board.table_check import breaches
from muster.games.tag_raid.bot import evaluation, outcomes
from muster.games.tag_raid.cards.content import TableCard
from muster.games.tag_raid.cards.pack import TYPES, TableFile, content_of
from muster.games.tag_raid.rules import hidden, options, rounds, sequence
from muster.games.tag_raid.rules.told import EVENTS
from muster.games.tag_raid.showing import (
    bench,
    counts,
    goal,
    inquiries,
    luck,
    meanings,
    pictures,
    previews,
    prospects,
    reckoning,
    scenario,
    scenario_writer,
)
from muster.games.tag_raid.showing.position import Position
from muster.games.tag_raid.showing.tables import Areas
from muster.games.tag_raid.showing.views import TableView, table_view
from muster.games.tag_raid.state.state import State
from muster.kernel.clauses import Register
from muster.kernel.game import Bench, Game, Look, Rules, Setup, Showing, Testing, Thinking
from muster.kernel.odds import Reckoning
from muster.kernel.packs import PackFile, Shelf, named, pack_ids
from muster.kernel.requests import Seat
from muster.kernel.tables import refuse_breaches
from muster.kernel.words import Catalogue


def look(state: State, seat: Seat | None) -> Look:
    view = table_view(state, seat)
    return Look(view, partial(pictures.picture, view), told=partial(pictures.told, view))


def create(
    core: Sequence[PackFile], overlays: Sequence[PackFile], catalogue: Catalogue, clauses: Register
) -> Game[State]:
    """Make the game from the texts of its content."""
    shelf = Shelf(core, overlays, TYPES)
    content, catalogue = content_of(shelf), named(catalogue, shelf)
    words = catalogue.words("en")

    def check(card: TableCard) -> None:
        refuse_breaches(breaches(card, content.constants), words, f"table {card.id!r}")

    fields = battlefields(content, shelf.about, check)
    shelf.settle()
    chest = options.chest_of(content, fields, words)
    return Game(
        name="tag_raid",
        rules_version=3,
        packs=pack_ids(core, overlays),
        catalogue=catalogue,
        clauses=clauses,
        sources=shelf.sources(),
        cards=shelf,
        rules=Rules(sequence.play, State.copy, hidden.determinize, rounds.result, lambda state: len(state.miners)),
        setup=Setup(partial(options.prepare, content, chest), partial(options.settings, content)),
        showing=Showing(
            look,
            TableView,
            previews.preview,
            previews.TYPES,
            inquiries.inquire,
            EVENTS,
            goal.goal,
            meanings.meaning,
            luck.luck,
        ),
        thinking=Thinking(
            evaluation.evaluate,
            outcomes.habit,
            outcomes.begins,
            outcomes.outcome,
            evaluation.progress,
            evaluation.round_of,
            unjudged=frozenset(("prompt.corporation",)),
        ),
        tables=Areas(content, shelf.cards("table", TableFile)).tables(),
        testing=Testing(
            partial(scenario.place, content, fields),
            scenario.dump,
            counts.conserved,
            counts.report,
            Bench(
                Position,
                scenario_writer.written,
                bench.choices(content, fields),
                bench.impossible,
            ),
        ),
        reckoning=Reckoning(reckoning.ATTACKS, prospects.prospects),
    )
