"""Following an answer: the answers that most likely come next, and the events that come after it and not after
another. All of it comes from walks through the trees of a search.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Container
from typing import Any, Final, TypeVar

from muster.bots.chair import Chair
from muster.bots.search import Search
from muster.coach.lines import RUNS, Walk, leads_of, step_of
from muster.coach.puzzles.sheet import Difference
from muster.coach.sheets import Advice, Said, Step
from muster.kernel.spaces import Option
from muster.kernel.text import Param

S = TypeVar("S")

LINES: Final = 60
"""So many lines are played to find the likely one."""
LONGEST: Final = 3
"""Answers on it, at most."""
LIKELY: Final = 0.25
"""An answer belongs to the line if it comes at least this often."""
MOST_DIFFERENCES: Final = 3
DIFFERENT: Final = 0.25
"""So much more often something must happen after one answer than after the other to be told."""
HORIZON: Final = 6
"""Answers after which a line is no longer followed."""


Told = tuple[str, tuple[tuple[str, Param], ...]]
"""Something told at the table: its key and its gaps."""


def advise(followed: Followed, chair: Chair[S], option: Option[Any], chance: float, tries: int) -> Advice:
    """An answer with what it leads to."""
    leads = leads_of(chair, option, random.Random(f"{tries}/{option.key}"), RUNS)
    return Advice(step_of(chair.seat, option), round(chance, 4), tries, leads, followed.likely())


def differences(best: Followed, tempting: Followed, telling: Container[str]) -> list[Difference]:
    """Of the events that are worth telling, those that come much more often after one answer than after the other."""
    found = [
        Difference(Said(key, dict(params)), best.share((key, params)), tempting.share((key, params)))
        for key, params in sorted({*best.told, *tempting.told}, key=str)
        if key in telling
    ]
    found.sort(key=lambda one: -abs(one.best - one.tempting))
    return [one for one in found[:MOST_DIFFERENCES] if abs(one.best - one.tempting) >= DIFFERENT]


class Followed:
    """Many lines after an answer: what was answered on them, and what was told."""

    def __init__(self, search: Search[S], chair: Chair[S], option: Option[Any], rng: random.Random) -> None:
        walks = [Walk(chair, search.roots, option, rng, HORIZON, known=1, listening=True) for _ in range(LINES)]
        self.lines = [walk.steps for walk in walks]
        self.told: Counter[Told] = Counter()
        """On how many of them each thing was told."""
        for walk in walks:
            self.told.update({(event.key, tuple(sorted(event.params.items()))) for event in walk.events})

    def share(self, told: Told) -> float:
        """How often this was told."""
        return round(self.told[told] / LINES, 3)

    def likely(self) -> list[Step]:
        """The answers most likely to come next: at each step the most frequent one."""
        lines, line = self.lines, list[Step]()
        for place in range(LONGEST):
            lines = [one for one in lines if len(one) > place]
            counts = Counter((one[place].seat, one[place].key) for one in lines)
            if not counts or counts.most_common(1)[0][1] < LIKELY * LINES:
                break
            usual = counts.most_common(1)[0][0]
            lines = [one for one in lines if (one[place].seat, one[place].key) == usual]
            line.append(lines[0][place])
        return line
