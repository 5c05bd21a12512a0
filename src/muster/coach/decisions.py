"""Decisions: what an answer cost, beside the best one in the same search.

Both get enough tries of their own to be judged fairly. A difference within what the search can tell costs nothing:
otherwise a hundred decisions without a mistake would add up to one.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

import msgspec

from muster.bots.chair import chair_at
from muster.bots.habits import finish
from muster.bots.search.judging import judge
from muster.bots.search.tree import Node
from muster.coach.deliberation import Deliberation, chances_of
from muster.coach.lines import advice_on
from muster.coach.past import Moment, Walk
from muster.coach.sheets import Advice
from muster.coach.watch import Watch
from muster.kernel.dice import RandomDice
from muster.kernel.game import thinking_of

SEARCHING: Final = 0.6
"""The share of the tries for finding the best answer. The rest is for the answer that was given: it gets as many as the
best one has, because a search thinks better of an answer the longer it looks at it.
"""
DOUBT: Final = 2.0
"""A difference of fewer standard errors than this costs nothing."""
KNOWN: Final = 6
"""Nobody is blamed on fewer tries than this, and the evaluation counts for so many."""
WORTH_WORDS: Final = 0.02
"""A decision that costs so much is worth a line and odds in words: it may be one of the moments of the match."""
RUNS: Final = 100
"""Runs for those odds."""
MOST_STEPS: Final = 60


class Verdict(msgspec.Struct, frozen=True):
    """A decision, judged: the chances of all seats before it, and what it cost. The advice is there if that is much."""

    chances: list[float]
    cost: float
    played: Advice | None = None
    better: Advice | None = None


def is_real(walk: Walk, moment: Moment) -> bool:
    """Whether there was something to decide: not a small thing, and more than one answer."""
    ask = walk.match.ask(moment.seat)
    return not ask.small and (len(ask.space.options()) > 1 or ask.space.options()[0].key != moment.played.key)


def verdict_on(walk: Walk, moment: Moment, tries: int, watch: Watch) -> Verdict:
    """Judge an answer by what the seat could know when it gave it. The same for the same number of tries."""
    rng = random.Random(moment.index)
    played = moment.played
    deliberation = Deliberation(chair_at(walk.match, moment.seat), rng, played)
    deliberation.think(int(SEARCHING * tries), watch.part(SEARCHING))
    best = deliberation.best()
    deliberation.try_out(played, deliberation.node(best).visits, watch.part(1.0))
    chances = chances_before(walk, moment.seat, (deliberation.node(best), deliberation.node(played)))
    gap, error = deliberation.gap(best, played)
    known = min(deliberation.node(best).visits, deliberation.node(played).visits)
    if best.key == played.key or known < KNOWN or gap <= DOUBT * error:
        return Verdict(chances, 0.0)
    if gap < WORTH_WORDS:
        return Verdict(chances, gap)
    return Verdict(chances, gap, advice_on(deliberation, played, rng, RUNS), advice_on(deliberation, best, rng, RUNS))


def chances_before(walk: Walk, seat: int, answers: Sequence[Node]) -> list[float]:
    """The chances of all seats when one has the best of these answers: the others share the rest as the evaluation sees
    them. Few tries count little beside that evaluation: of many answers one is always lucky at first.
    """
    match = walk.match
    seats = match.rules.seats(match.state)
    shares = standing(walk, seats)
    chance = max((node.total + KNOWN * shares[seat]) / (node.visits + KNOWN) for node in answers)
    rest = 1.0 - shares[seat]
    others = [(1.0 - chance) * (share / rest if rest > 0 else 1 / max(1, seats - 1)) for share in shares]
    return [chance if one == seat else share for one, share in enumerate(others)]


def standing(walk: Walk, seats: int) -> list[float]:
    """The chances of all seats at first sight, when what is half done has come to its end."""
    game = walk.game
    rng = random.Random(0)
    match = walk.again(RandomDice(rng))
    thinking = thinking_of(game)
    finish(thinking, match, rng, MOST_STEPS)
    return judge(thinking, chances_of(game, seats), match, seats)
