"""Odds before committing: an answer is tried in many forks with redrawn secrets, and what began is followed to its end.

Knows no game: what begins something and what came of it says the game (`kernel.game.Thinking`). Only what the seat may
know is used, because every fork redraws the rest.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeVar

from muster.bots.chair import Chair
from muster.bots.habits import finish
from muster.kernel.errors import GameError
from muster.kernel.game import thinking_of
from muster.kernel.spaces import Option
from muster.kernel.text import Param, Text

MOST_STEPS = 200
"""Decisions on the way after which a run is judged as it stands."""

S = TypeVar("S")

Seen = tuple[str, tuple[tuple[str, Param], ...]]


class Tally:
    """How often each outcome came in so many runs."""

    def __init__(self) -> None:
        self.runs = 0
        self._counts: dict[Seen, int] = {}

    def count(self, text: Text) -> None:
        self.runs += 1
        key = text.key, tuple(sorted(text.params.items()))
        self._counts[key] = self._counts.get(key, 0) + 1

    def outcomes(self) -> list[tuple[Text, int]]:
        """The most frequent first."""
        found = [(Text(key, dict(params)), count) for (key, params), count in self._counts.items()]
        return sorted(found, key=lambda pair: -pair[1])


def foresee(
    chair: Chair[S], option: Option[Any], runs: int, rng: random.Random, in_time: Callable[[], bool] = lambda: True
) -> Tally:
    """The outcomes of an answer in so many runs, or as many as there is time for."""
    tally = Tally()
    while tally.runs < runs and in_time():
        tally.count(follow(chair, option, rng))
    return tally


def follow(chair: Chair[S], option: Option[Any], rng: random.Random) -> Text:
    """Play one answer out in a fork, everybody deciding by habit, until what it began is over."""
    thinking = thinking_of(chair.game)
    if thinking.outcome is None:
        raise GameError(f"{chair.game.name} tells no odds")
    fork = chair.fork(rng, listening=True)
    events = fork.table.events
    del events[:]
    fork.play(chair.seat, option)
    finish(thinking, fork, rng, MOST_STEPS)
    return thinking.outcome(fork.state, events, option, chair.seat)
