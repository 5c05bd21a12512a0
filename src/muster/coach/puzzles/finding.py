"""Is this decision a puzzle? One answer must be clearly better than all others, whatever the seed of the search.

A tree search spends its time on what looks good, so what it says of the other answers is little worth. Therefore every
answer gets a hearing: a search of its own, in which it is the only one, as long as that of any other. First all of them
get a short one, then those that might be best a long one, with several seeds.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from muster.bots.chair import Chair
from muster.bots.search import LEVELS, Search
from muster.coach.deliberation import asked_for
from muster.kernel.chances import Chances
from muster.kernel.requests import Ask
from muster.kernel.spaces import Option

S = TypeVar("S")

DOUBT: Final = 2.0
"""So many standard errors an answer may be better than a short hearing says."""
CLOSE: Final = 0.6
"""An answer that is behind by less than this share of the margin, after a short hearing, counts as close."""
LEAST_HEARD: Final = 4
"""So many answers get a long hearing at least, if there are as many."""
MOST_HEARD: Final = 8
"""If more answers than this might be best, nothing is clear."""
HOPELESS: Final = 0.1
"""With a smaller chance than this nobody cares what is best."""
EASY, NORMAL = (LEVELS[level].budget.iterations for level in ("easy", "normal"))


@dataclass(frozen=True, slots=True)
class Standard:
    """Demands on a puzzle."""

    margin: float = 0.06
    """By how much the right answers are better than all others, in chance to win."""
    tolerance: float = 0.02
    """Answers that differ by no more than this come to the same."""
    most_right: int = 3
    """So many answers may be right."""
    fewest: int = 4
    most: int = 60
    """How many answers there are to choose from."""
    hearing: int = 1000
    """Iterations for the long hearing of an answer,"""
    short: int = 100
    """for the short one,"""
    glance: int = 150
    """and for a first look at a decision."""
    seeds: int = 3
    """How many times that is done, with different seeds."""


USUAL: Final = Standard()


def spending(iterations: int) -> Standard:
    """The usual standard with another budget: so many iterations for a long hearing, the rest in step."""
    share = iterations / USUAL.hearing
    return replace(
        USUAL,
        hearing=iterations,
        short=max(1, round(USUAL.short * share)),
        glance=max(1, round(USUAL.glance * share)),
    )


@dataclass(frozen=True, slots=True)
class Finding:
    """Findings about a decision that is a puzzle."""

    right: list[Option[Any]]
    """The best first."""
    tempting: Option[Any]
    at_first_sight: bool
    difficulty: int
    values: Mapping[str, float]
    """The chance to win with each answer, by key: over all long hearings, or by the short one."""
    tries: Mapping[str, int]
    """How many tries that stands on."""
    gap: float
    seeds: list[int]


def is_real(ask: Ask[Any], standard: Standard = USUAL) -> bool:
    """Whether a question is worth a puzzle: no small matter, and neither too few answers nor too many."""
    return not ask.small and standard.fewest <= len(ask.space.options()) <= standard.most


def has_gap(chair: Chair[S], chances: Chances, rng: random.Random, standard: Standard = USUAL) -> bool:
    """Whether a cheap search sees a gap: few answers near the best, and nothing much between them and the others."""
    search = searched(chair, chances, rng, standard.glance)
    values = sorted((search.chance(option) for option in search.options), reverse=True)
    best = search.chance(search.best())
    near = sum(value > best - standard.tolerance for value in values)
    close = sum(value > best - standard.margin / 2 for value in values)
    return best >= HOPELESS and close <= standard.most_right and near < len(values)


def searched(chair: Chair[S], chances: Chances, rng: random.Random, iterations: int) -> Search[S]:
    """A search that uses up all its iterations, even if the choice is clear."""
    search = Search(chair, chances, rng)
    while search.iterations < iterations:
        search.iterate()
    return search


def heard(chair: Chair[S], chances: Chances, option: Option[Any], rng: random.Random, iterations: int) -> Search[S]:
    """A search in which this answer is the only one."""
    search = Search(asked_for(chair, [option]), chances, rng)
    for _ in range(iterations):
        search.iterate()
    return search


def examine(chair: Chair[S], chances: Chances, seed: int, standard: Standard = USUAL) -> Finding | None:
    """Whether a decision is a puzzle, and what was found; None if it is not."""
    examination = Examination(chair, chances, seed, standard)
    return examination.finding() if examination.is_promising() and examination.is_agreed() else None


class Examination(Generic[S]):
    """One decision, examined: first the short hearings, then the long ones, then what was found."""

    def __init__(self, chair: Chair[S], chances: Chances, seed: int, standard: Standard) -> None:
        self._chair = chair
        self._chances = chances
        self._standard = standard
        self._seed = seed
        self._options = {option.key: option for option in chair.options}
        self._short: dict[str, float] = {}
        """The result of every answer in its short hearing."""
        self._ranked: list[str] = []
        """The answers, in the order of what they might come to."""
        self._serious: list[str] = []
        """Those that might be best."""
        self._seeds = [seed * 100 + number for number in range(1, standard.seeds + 1)]
        self._long: list[dict[str, float]] = []
        """Their results in the long hearings, for each seed."""
        self._right: set[str] = set()

    def is_promising(self) -> bool:
        """Give every answer a short hearing: may few enough be best, and are few enough close to it?"""
        standard, rng = self._standard, random.Random(f"{self._seed}/short")
        hopes: dict[str, float] = {}
        for key, option in self._options.items():
            self._short[key], hopes[key] = in_short(self._chair, self._chances, option, rng, standard)
        best = max(self._short.values())
        self._ranked = sorted(hopes, key=lambda key: -hopes[key])
        serious = sum(hope > best - standard.margin for hope in hopes.values())
        close = sum(value > best - CLOSE * standard.margin for value in self._short.values())
        self._serious = self._ranked[: max(LEAST_HEARD, serious)]
        return serious <= MOST_HEARD and close <= standard.most_right

    def is_agreed(self) -> bool:
        """Give the serious ones a long hearing with each seed: are the same answers right, and clearly?"""
        for seed in self._seeds:
            values: dict[str, float] = {}
            for key in self._serious:
                values[key] = self._hear(key, seed)
                if not nothing_between(values, self._standard):
                    return False
            self._long.append(values)
            right = self._right_by(values)
            if right is None or (self._right and right != self._right):
                return False
            self._right = right
        return True

    def finding(self) -> Finding | None:
        """The findings, once the tempting answer agrees with them, too."""
        right, seeds = self._right, self._seeds
        sights, levels = zip(
            *(how_hard(self._chair, self._chances, random.Random(seed), right) for seed in seeds), strict=True
        )
        tempted = [key for key in sights if key not in right]
        at_first_sight = len(tempted) * 2 > len(sights)
        tempting = max(tempted, key=tempted.count) if at_first_sight else self._next_best()
        if tempting not in self._serious:
            self._serious.append(tempting)
            for seed, values in zip(seeds, self._long, strict=True):
                values[tempting] = self._hear(tempting, seed)
        means = {key: sum(values[key] for values in self._long) / len(seeds) for key in self._serious}
        judged = dict(sorted({**self._short, **means}.items(), key=lambda pair: -pair[1]))
        if any(self._right_by(values) != right for values in (*self._long, means)) or max(judged.values()) < HOPELESS:
            return None
        standard = self._standard
        return Finding(
            right=[self._options[key] for key in judged if key in right],
            tempting=self._options[tempting],
            at_first_sight=at_first_sight,
            difficulty=sorted(levels)[len(levels) // 2],
            values=judged,
            tries={key: standard.hearing * len(seeds) if key in means else standard.short for key in judged},
            gap=min(gap_of({**self._short, **values}, right) for values in self._long),
            seeds=seeds,
        )

    def _next_best(self) -> str:
        """The best of the wrong answers with long hearings; if there is none, the most hopeful of the others."""
        wrong = [key for key in self._serious if key not in self._right]
        if not wrong:
            return next(key for key in self._ranked if key not in self._right)
        return max(wrong, key=lambda key: sum(values[key] for values in self._long))

    def _hear(self, key: str, seed: int) -> float:
        return at_length(self._chair, self._chances, self._options[key], seed, self._standard)

    def _right_by(self, values: Mapping[str, float]) -> set[str] | None:
        """The right answers by these long hearings, and the short ones of all others."""
        return right_ones({**self._short, **values}, self._standard)


def at_length(chair: Chair[S], chances: Chances, option: Option[Any], seed: object, standard: Standard) -> float:
    """The chance to win with an answer, by a long search of its own."""
    rng = random.Random(f"{seed}/{option.key}")
    return chance_of(heard(chair, chances, option, rng, standard.hearing), option.key)


def in_short(
    chair: Chair[S], chances: Chances, option: Option[Any], rng: random.Random, standard: Standard
) -> tuple[float, float]:
    """The chance to win with an answer by a short search of its own, and what it might be for all that is known."""
    search = heard(chair, chances, option, rng, standard.short)
    chance = chance_of(search, option.key)
    return chance, chance + DOUBT * search.spread / math.sqrt(standard.short)


def chance_of(search: Search[S], key: str) -> float:
    return search.root.answers[key].mean


def right_ones(values: Mapping[str, float], standard: Standard) -> set[str] | None:
    """The answers that come to the same as the best, if there are few of them and nothing comes near; else None."""
    best = max(values.values())
    right = {key for key, value in values.items() if value >= best - standard.tolerance}
    few = len(right) <= min(standard.most_right, len(values) - 1)
    return right if few and nothing_between(values, standard) else None


def nothing_between(values: Mapping[str, float], standard: Standard) -> bool:
    """Whether every answer is either as good as the best or clearly worse."""
    best = max(values.values())
    return not any(best - standard.margin < value < best - standard.tolerance for value in values.values())


def gap_of(values: Mapping[str, float], right: set[str]) -> float:
    """By how much the best answer is ahead of every wrong one."""
    return max(values.values()) - max(value for key, value in values.items() if key not in right)


def how_hard(chair: Chair[S], chances: Chances, rng: random.Random, right: set[str]) -> tuple[str, int]:
    """The answer that looks best at first sight, and how long a search of all answers takes to find a right one: 1 for
    at first sight, 2 and 3 for the budgets of `easy` and `normal`, 4 for longer. Some are missed even then, because
    what looks bad at first is seldom looked at again.
    """
    search = Search(chair, chances, rng)
    sight = search.best().key
    found = [sight in right]
    for budget in (EASY, NORMAL):
        while search.iterations < budget:
            search.iterate()
        found.append(search.best().key in right)
    wrong = [level for level, was_right in enumerate(found) if not was_right]
    return sight, wrong[-1] + 2 if wrong else 1
