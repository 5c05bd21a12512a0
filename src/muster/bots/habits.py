"""Playing on by habit until what was begun is over: the one ending that bots and odds share."""

from __future__ import annotations

import random
from typing import TypeVar

from muster.kernel.game import Thinking
from muster.kernel.match import Match

S = TypeVar("S")


def finish(thinking: Thinking[S], fork: Match[S], rng: random.Random, most: int) -> None:
    """Let everybody answer without thinking while something is half done, so many times at most."""
    for _ in range(most):
        asks = [ask for ask in fork.pending.values() if ask.midway or ask.small]
        if not asks:
            return
        ask = asks[0]
        usual = ask.space.options()[0] if ask.small else thinking.habit(fork.state, ask, rng)
        fork.play(ask.seat, usual)
