"""Lines: what is most likely answered next, read from the trees of a search, and what an answer leads to in words."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final, Generic, TypeVar

from muster.bots.chair import Chair
from muster.bots.habits import finish
from muster.bots.outlook import foresee
from muster.bots.search.tree import Node
from muster.coach.deliberation import Deliberation
from muster.coach.sheets import Advice, Outcome, Step, said
from muster.coach.watch import InTime, always
from muster.kernel.game import thinking_of
from muster.kernel.match import Match
from muster.kernel.spaces import Option

S = TypeVar("S")

LONGEST: Final = 5
"""Answers on a line, at most."""
KNOWN: Final = 6
"""An answer that was tried less often is a guess, and no part of a line."""
WALKS: Final = 8
"""Dice fall in different ways: of so many walks the one that the search knows best is told."""
MOST_STEPS: Final = 60
"""Answers on a walk, also those not worth telling."""
RUNS: Final = 200
"""Runs from which the odds of an answer are told."""
OUTCOMES: Final = 4
"""So many outcomes are told, the likeliest."""
RARE: Final = 0.04
"""An outcome that is less likely than this is not worth telling."""


def step_of(seat: int, option: Option[Any]) -> Step:
    return Step(seat, option.key, None if option.text is None else said(option.text))


def advice_on(
    deliberation: Deliberation[S], option: Option[Any], rng: random.Random, runs: int = RUNS, in_time: InTime = always
) -> Advice:
    """All there is to say about an answer."""
    node = deliberation.node(option)
    return Advice(
        step_of(deliberation.chair.seat, option),
        node.mean,
        node.visits,
        leads_of(deliberation.chair, option, rng, runs, in_time) if runs else [],
        line_after(deliberation, option, rng),
    )


# What it leads to


def leads_of(
    chair: Chair[S], option: Option[Any], rng: random.Random, runs: int, in_time: InTime = always
) -> list[Outcome]:
    """How an answer turns out, the likeliest first; nothing if it begins nothing whose odds could be told."""
    thinking = thinking_of(chair.game)
    if thinking.begins is None or thinking.outcome is None:
        return []
    if not thinking.begins(chair.fork(rng).ask(chair.seat), option):
        return []
    tally = foresee(chair, option, runs, rng, in_time)
    found = [Outcome(said(text), round(count / tally.runs, 3)) for text, count in tally.outcomes()]
    return [outcome for outcome in found[:OUTCOMES] if outcome.share >= RARE]


# What comes next


def line_after(deliberation: Deliberation[S], option: Option[Any], rng: random.Random) -> list[Step]:
    """The most visited answers of everybody after this one, as long as the search knows enough."""
    walks = [
        Walk(deliberation.chair, deliberation.roots, option, random.Random(rng.getrandbits(32)), LONGEST, KNOWN)
        for _ in range(WALKS)
    ]
    return max(walks, key=lambda walk: walk.visits).steps


class Walk(Generic[S]):
    """One way through the trees of a search, in a fork of its own: always the most visited answer that is offered
    there, up to `longest` answers worth telling. An answer that was tried less often than `known` ends it.
    """

    def __init__(
        self,
        chair: Chair[S],
        roots: Sequence[Node],
        option: Option[Any],
        rng: random.Random,
        longest: int,
        known: int,
        listening: bool = False,
    ) -> None:
        self.steps: list[Step] = []
        """The answers after the first; of other seats only what they say openly."""
        self.visits: list[int] = []
        self._me = chair.seat
        self._thinking = thinking_of(chair.game)
        self._rng = rng
        self._known = known
        self._at = list(roots)
        fork = chair.fork(rng, listening=listening)
        since = len(fork.table.events)
        self._give(fork, self._me, option)
        for _ in range(MOST_STEPS):
            if not fork.pending or len(self.steps) == longest or not self._go_on(fork):
                break
        finish(self._thinking, fork, rng, MOST_STEPS)
        self.events = [event for event in fork.table.events[since:] if event.audience is None]
        """Everything said aloud meanwhile, if somebody listened."""

    def _go_on(self, fork: Match[S]) -> bool:
        """Give one more answer; whether the trees knew it, or nobody had to think about it."""
        seat = self._me if self._me in fork.pending else min(fork.pending)
        ask = fork.pending[seat]
        options = ask.space.options()
        if ask.small:
            fork.play(seat, options[0])
        elif ask.midway and seat != self._me:
            fork.play(seat, self._thinking.habit(fork.state, ask, self._rng))
        elif len(options) == 1:
            self._give(fork, seat, options[0])
        else:
            known = self._at[seat].answers
            option = max(options, key=lambda one: known[one.key].visits if one.key in known else 0)
            visits = known[option.key].visits if option.key in known else 0
            if visits < self._known:
                return False
            if seat == self._me or not fork.is_secret(seat):
                self.steps.append(step_of(seat, option))
                self.visits.append(visits)
            self._give(fork, seat, option)
        return True

    def _give(self, fork: Match[S], seat: int, option: Option[Any]) -> None:
        """Give an answer and go on in the trees of everybody who hears it."""
        public = not fork.is_secret(seat)
        fork.play(seat, option)
        self._at = [
            node.own(option.key) if own == seat else node.after(seat, option.key) if public else node
            for own, node in enumerate(self._at)
        ]


__all__ = ["RUNS", "Walk", "advice_on", "leads_of", "line_after", "step_of"]
