"""The random bot: any option, all equally likely."""

from __future__ import annotations

import random
from typing import Any, TypeVar

from muster.bots.chair import Chair
from muster.kernel.spaces import Option

S = TypeVar("S")


class RandomBot:
    def __init__(self, rng: random.Random) -> None:
        self._draw = rng.random

    def choose(self, chair: Chair[S]) -> Option[Any]:
        options = chair.options
        return options[int(self._draw() * len(options))]
