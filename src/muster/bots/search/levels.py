"""Levels: opponents with names that a player understands, from one who has just learned the game to one without mercy.

All but the last count iterations, so they are as strong on any machine; a limit of time keeps them quick on a slow one.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from muster.bots.search.bot import SearchBot
from muster.bots.search.budget import Budget


@dataclass(frozen=True, slots=True)
class Level:
    """How long a level thinks about a decision, and how far from the best an answer may be and still tempt it."""

    budget: Budget
    temper: float = 0.0


LEVELS: Final = {
    "novice": Level(Budget(iterations=1, seconds=0.5), temper=0.6),
    "easy": Level(Budget(iterations=40, seconds=0.5), temper=0.2),
    "normal": Level(Budget(iterations=100, seconds=1.0)),
    "hard": Level(Budget(iterations=1200, seconds=2.0)),
    "merciless": Level(Budget(seconds=4.0)),
}


def bot_of(level: str, rng: random.Random) -> SearchBot:
    """The bot of a level."""
    found = LEVELS[level]
    return SearchBot(rng, found.budget, found.temper)
