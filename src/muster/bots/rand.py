"""The random bot: any option, all equally likely."""

from __future__ import annotations

import random
from typing import Any

from muster.kernel.game import Game
from muster.kernel.match import Match
from muster.kernel.requests import Seat
from muster.kernel.spaces import Option


class RandomBot:
    def __init__(self, rng: random.Random) -> None:
        self._draw = rng.random

    def choose(self, game: Game[Any], match: Match[Any], seat: Seat) -> Option[Any]:
        options = match.pending[seat].space.options()
        return options[int(self._draw() * len(options))]
