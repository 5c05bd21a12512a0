"""Odds before committing: an answer is tried in many forks with redrawn secrets, and what began is followed to its end.

Knows no game: what counts as an end and as an outcome says the game (`kernel.game.Prospects`). Only what the seat may
know is used, because every fork redraws the rest.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from muster.kernel.game import Prospects
from muster.kernel.match import Match
from muster.kernel.requests import Seat
from muster.kernel.spaces import Option
from muster.kernel.text import Param, Text

MOST_STEPS = 200
"""Decisions on the way after which a run is judged as it stands."""

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
    game: Prospects,
    match: Match[Any],
    seat: Seat,
    option: Option[Any],
    runs: int,
    rng: random.Random,
    in_time: Callable[[], bool] = lambda: True,
) -> Tally:
    """What comes of an answer in so many runs, or as many as there is time for."""
    tally = Tally()
    while tally.runs < runs and in_time():
        tally.count(follow(game, match.fork(seat, rng, listening=True), seat, option, rng))
    return tally


def follow(game: Prospects, fork: Match[Any], seat: Seat, option: Option[Any], rng: random.Random) -> Text:
    """Play one answer out in a fork, everybody deciding by habit, until what it began is over."""
    events = fork.table.events
    del events[:]
    fork.play(seat, option)
    for _ in range(MOST_STEPS):
        if fork.over or game.settled(fork.state, list(fork.pending.values()), events):
            break
        asked = next(iter(fork.pending))
        ask = fork.pending[asked]
        fork.play(asked, ask.space.options()[0] if ask.small else game.habit(fork.state, ask, rng))
    return game.outcome(fork.state, events, option, seat)
