"""Pig: roll as often as you dare; a 1 loses what the turn has brought."""

from collections.abc import Sequence
from copy import deepcopy
from functools import partial

from muster.kernel.clauses import Register
from muster.kernel.game import Game, Rules, Setup, Showing, Testing, Thinking, nothing_hidden
from muster.kernel.packs import PackFile, decode, pack_ids
from muster.kernel.words import Catalogue
from muster_pig import bot, rules, table


def create(
    core: Sequence[PackFile], overlays: Sequence[PackFile], catalogue: Catalogue, clauses: Register
) -> Game[rules.State]:
    """Put the game together: the entry point `pig` leads here."""
    return Game(
        name="pig",
        rules_version=1,
        packs=pack_ids(core, overlays),
        catalogue=catalogue,
        clauses=clauses,
        sources={},
        rules=Rules(rules.play, deepcopy, nothing_hidden, rules.result, lambda state: len(state.scores)),
        setup=Setup(table.prepare, table.settings),
        showing=Showing(table.look, table.TableView),
        thinking=Thinking(bot.evaluate, bot.habit, bot.begins, bot.outcome),
        testing=Testing(partial(decode, wanted=rules.State, where="position")),
    )
