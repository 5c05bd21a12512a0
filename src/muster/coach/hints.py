"""Hints: what a strong player would do in this chair, why, and what would come next.

Three answers at most, the best first. Answers of one kind that come to the same within what the search can tell are
one piece of advice: four paths to the same wall help nobody.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final, TypeVar

from muster.bots.chair import Chair
from muster.bots.search import Budget
from muster.coach.deliberation import Deliberation
from muster.coach.lines import RUNS, advice_on
from muster.coach.sheets import Hint
from muster.coach.watch import Progress, Stop, Watch
from muster.kernel.spaces import Option

S = TypeVar("S")

ADVICE: Final = 3
"""Answers in a hint, at most."""
CANDIDATES: Final = 6
"""So many answers are looked at again before three of them are told."""
SEARCHING: Final = 0.8
"""The share of a budget for finding the best answer; the rest is for judging the others as carefully."""
JUDGING: Final = 0.9
"""The share of the time after which all are judged, and odds are worked out."""
FAIR: Final = 0.06
"""The share of all tries that an answer gets before anybody speaks of it."""
ALIKE: Final = 1.0
"""Answers of a kind are alike if they differ by no more than so many standard errors, or by less than anybody feels."""
UNFELT: Final = 0.005
TOO_FAR: Final = 0.15
"""An answer that is so much worse than the best is told only if there is nothing better to tell."""
DEFAULT: Final = Budget(iterations=1500, seconds=4.0)
"""The budget of a hint, unless somebody says otherwise."""
NO_LIMIT: Final = 1 << 30


def hint(
    chair: Chair[S],
    budget: Budget = DEFAULT,
    seed: int = 1,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Hint:
    """The best answers to the question before this chair. The same for the same seed and iterations, unless time runs
    out first. Raises `Stopped` soon after `stop` says
    so.
    """
    rng = random.Random(seed)
    watch = Watch(budget.seconds, stop, progress, budget.iterations)
    deliberation = Deliberation(chair, rng)
    deliberation.think(int(SEARCHING * (budget.iterations or NO_LIMIT)), watch.part(SEARCHING))
    best = deliberation.best()
    fair = max(1, int(FAIR * deliberation.tries))
    judging = watch.part(JUDGING)
    candidates = promising(deliberation, best)
    for option in candidates:
        deliberation.try_out(option, fair, judging)
    told = worth_telling(deliberation, candidates)
    advice = [advice_on(deliberation, option, rng, RUNS, watch.part(1.0)) for option in told]
    if progress is not None:
        progress(1.0)
    return Hint(chair.seat, deliberation.tries, advice)


def promising(deliberation: Deliberation[S], best: Option[Any]) -> list[Option[Any]]:
    """The answers worth a second look: the best, and then as many kinds of answers as there are, before a second one
    of any kind.
    """
    ranked = sorted(deliberation.options, key=lambda option: (option is not best, -caution(deliberation, option)))
    seen: dict[str, int] = {}
    turns: list[int] = []
    for option in ranked:
        seen[kind_of(option)] = seen.get(kind_of(option), 0) + 1
        turns.append(seen[kind_of(option)])
    mixed = sorted(range(len(ranked)), key=lambda place: (place > 0, turns[place], place))
    half = CANDIDATES // 2
    wanted = sorted({*range(min(half, len(ranked))), *mixed[:CANDIDATES]})
    return [ranked[place] for place in wanted]


def caution(deliberation: Deliberation[S], option: Option[Any]) -> float:
    """The chance to win with an answer, less our doubt: a lucky try or two is no recommendation."""
    return deliberation.chance(option) - deliberation.doubt(option)


def kind_of(option: Option[Any]) -> str:
    """The kind of an answer: what it says but for its particulars."""
    return option.key.partition(":")[0] if option.text is None else option.text.key


def worth_telling(deliberation: Deliberation[S], candidates: Sequence[Option[Any]]) -> list[Option[Any]]:
    """Of these the three to tell: the best, then what is really something else, then variants if nothing else is any
    good.
    """
    ranked = sorted(candidates, key=lambda option: -caution(deliberation, option))
    best = ranked[0]
    told: list[Option[Any]] = []
    for option in ranked:
        near = deliberation.chance(best) - deliberation.chance(option) <= TOO_FAR
        if near and not any(are_alike(deliberation, option, other) for other in told):
            told.append(option)
    told = told[:ADVICE]
    told += [option for option in ranked if option not in told][: ADVICE - len(told)]
    return sorted(told, key=ranked.index)


def are_alike(deliberation: Deliberation[S], one: Option[Any], other: Option[Any]) -> bool:
    """Whether two answers are variants: of a kind, and the same within what can be told."""
    if kind_of(one) != kind_of(other):
        return False
    gap, error = deliberation.gap(one, other)
    return abs(gap) <= max(UNFELT, ALIKE * error)
