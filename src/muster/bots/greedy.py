"""The greedy bot: one step ahead. It tries every option in forks with redrawn secrets and keeps the best."""

from __future__ import annotations

import random
from typing import Any

from muster.kernel.game import Game
from muster.kernel.match import Match
from muster.kernel.requests import Seat
from muster.kernel.spaces import Option

SAMPLES = 2
"""How many redrawings of what it cannot know each option is tried in; all options in the same ones."""


class GreedyBot:
    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, game: Game[Any], match: Match[Any], seat: Seat) -> Option[Any]:
        options = match.pending[seat].space.options()
        if len(options) == 1:
            return options[0]
        seeds = [self._rng.getrandbits(32) for _ in range(SAMPLES)]
        worths = [self._worth(game, match, seat, option, seeds) for option in options]
        best = max(worths)
        return self._rng.choice([option for option, worth in zip(options, worths, strict=True) if worth == best])

    def _worth(self, game: Game[Any], match: Match[Any], seat: Seat, option: Option[Any], seeds: list[int]) -> float:
        total = 0.0
        for seed in seeds:
            fork = match.fork(seat, random.Random(seed))
            fork.play(seat, option)
            total += game.evaluate(fork.state, seat)
        return total
