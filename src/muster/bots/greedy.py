"""The greedy bot: one step ahead. It tries every option in forks with redrawn secrets and keeps the best.

A step goes on by habit until nothing is half done: an attack is judged when it is over, not when its target is named.
"""

from __future__ import annotations

import random
from typing import Any, TypeVar

from muster.bots.chair import Chair
from muster.bots.habits import finish
from muster.kernel.game import Thinking, thinking_of
from muster.kernel.spaces import Option

S = TypeVar("S")

SAMPLES = 2
"""How many redrawings of what it cannot know each option is tried in; all options in the same ones."""
MOST_STEPS = 60
"""Quick answers after an option, at most."""


class GreedyBot:
    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, chair: Chair[S]) -> Option[Any]:
        options = chair.options
        if len(options) == 1 or chair.small:
            return options[0]
        thinking = thinking_of(chair.game)
        if chair.prompt.key in thinking.unjudged:
            return self._rng.choice(options)
        seeds = [self._rng.getrandbits(32) for _ in range(SAMPLES)]
        worths = [worth(thinking, chair, option, seeds) for option in options]
        best = max(worths)
        return self._rng.choice([option for option, found in zip(options, worths, strict=True) if found == best])


def worth(thinking: Thinking[S], chair: Chair[S], option: Option[Any], seeds: list[int]) -> float:
    """How well things stand after an option, summed over some redrawings."""
    total = 0.0
    for seed in seeds:
        rng = random.Random(seed)
        fork = chair.fork(rng)
        fork.play(chair.seat, option)
        finish(thinking, fork, rng, MOST_STEPS)
        total += thinking.evaluate(fork.state, chair.seat)
    return total
