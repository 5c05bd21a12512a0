"""What an answer leads to: the odds of what it begins, the answers that most likely follow, and what is told meanwhile.

All of it comes from searches and from forks of the match in which what the seat may not know is drawn again.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Container
from typing import Any, Final, TypeVar

from muster.bots.chair import Chair
from muster.bots.outlook import foresee
from muster.bots.search import Search
from muster.coach.puzzles.sheet import Difference
from muster.coach.sheets import Advice, Outcome, Said, Step
from muster.kernel.game import Thinking, thinking_of
from muster.kernel.match import Match
from muster.kernel.requests import Ask
from muster.kernel.spaces import Option
from muster.kernel.text import Param, Text

S = TypeVar("S")

RUNS: Final = 300
"""So often an answer is tried to tell its odds."""
RARE: Final = 0.04
"""An outcome that is less likely than this is not worth telling."""
MOST_OUTCOMES: Final = 4
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
MOST_STEPS: Final = 80
"""Answers given while following a line, at most."""


Told = tuple[str, tuple[tuple[str, Param], ...]]
"""Something told at the table: its key and its gaps."""


def advise(
    followed: Followed, chair: Chair[S], ask: Ask[Any], option: Option[Any], chance: float, tries: int
) -> Advice:
    """An answer with what it leads to."""
    leads = outcomes(chair, ask, option, random.Random(f"{tries}/{option.key}"))
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


def step_of(seat: int, option: Option[Any]) -> Step:
    return Step(seat, option.key, None if option.text is None else said(option.text))


def said(text: Text) -> Said:
    return Said(text.key, dict(text.params))


def outcomes(chair: Chair[S], ask: Ask[Any], option: Option[Any], rng: random.Random) -> list[Outcome]:
    """How an answer may turn out, if it begins something whose odds can be told."""
    thinking = thinking_of(chair.game)
    if thinking.begins is None or thinking.outcome is None or not thinking.begins(ask, option):
        return []
    tally = foresee(chair, option, RUNS, rng)
    found = [Outcome(said(text), round(count / tally.runs, 3)) for text, count in tally.outcomes()]
    return [outcome for outcome in found[:MOST_OUTCOMES] if outcome.share >= RARE]


class Followed:
    """Many lines after an answer: what was answered on them, and what was told."""

    def __init__(self, search: Search[S], chair: Chair[S], option: Option[Any], rng: random.Random) -> None:
        self.lines: list[list[Step]] = []
        self.told: Counter[Told] = Counter()
        """On how many of them each thing was told."""
        for _ in range(LINES):
            line, told = one_line(search, chair, option, rng)
            self.lines.append(line)
            self.told.update(told)

    def share(self, told: Told) -> float:
        """How often this was told."""
        return round(self.told[told] / LINES, 3)

    def likely(self) -> list[Step]:
        """What is most likely answered next: at each step what came most often."""
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


def one_line(
    search: Search[S], chair: Chair[S], option: Option[Any], rng: random.Random
) -> tuple[list[Step], set[Told]]:
    """Follow the answers that the search liked best, in one redrawing of what the seat cannot know; what was answered,
    and what was told meanwhile.
    """
    thinking = thinking_of(chair.game)
    fork = chair.fork(rng, listening=True)
    at = list(search.roots)
    seat, chosen, line = chair.seat, option, list[Step]()
    since = len(fork.table.events)
    for _ in range(MOST_STEPS):
        public = not fork.is_secret(seat)
        fork.play(seat, chosen)
        at = [
            node.own(chosen.key) if one == seat else node.after(seat, chosen.key) if public else node
            for one, node in enumerate(at)
        ]
        unasked(fork, thinking, chair.seat, rng)
        if not fork.pending or len(line) >= HORIZON:
            break
        seat = chair.seat if chair.seat in fork.pending else min(fork.pending)
        offered = fork.pending[seat].space.options()
        answers = at[seat].answers
        known = [one for one in offered if one.key in answers and answers[one.key].visits]
        if len(offered) == 1:
            chosen = offered[0]
            continue
        if not known:
            break
        chosen = max(known, key=lambda one: answers[one.key].visits)
        if seat == chair.seat or not fork.is_secret(seat):
            line.append(step_of(seat, chosen))
    told = {
        (event.key, tuple(sorted(event.params.items())))
        for event in fork.table.events[since:]
        if event.audience is None
    }
    return line, told


def unasked(fork: Match[S], thinking: Thinking[S], me: int, rng: random.Random) -> None:
    """Answer small things, and what others decide midway, as the search does."""
    for _ in range(MOST_STEPS):
        asks = [ask for ask in fork.pending.values() if ask.small or (ask.midway and ask.seat != me)]
        if not asks:
            return
        ask = asks[0]
        fork.play(ask.seat, ask.space.options()[0] if ask.small else thinking.habit(fork.state, ask, rng))
