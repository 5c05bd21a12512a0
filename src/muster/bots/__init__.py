"""Bots: whoever sits at a seat without being a person. They see what the seat may know and nothing else.

`random` plays any legal option; `greedy` looks one step ahead over redrawn secrets, by the game's own evaluation.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from muster.bots.at_random import RandomBot
from muster.bots.chair import Bot, Chair, chair_at
from muster.bots.greedy import GreedyBot
from muster.kernel.errors import GameError

BOTS: dict[str, Callable[[random.Random], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def make_bot(name: str, rng: random.Random) -> Bot:
    """A bot by its name, with the generator for all its own chance."""
    if name not in BOTS:
        raise GameError(f"there is no bot {name!r}; there are {', '.join(BOTS)}")
    return BOTS[name](rng)


__all__ = ["BOTS", "Bot", "Chair", "GreedyBot", "RandomBot", "chair_at", "make_bot"]
