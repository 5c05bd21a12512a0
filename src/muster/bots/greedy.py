"""The greedy bot: one step ahead. It tries every option in forks with redrawn secrets and keeps the best.

Where a game knows quick answers (`Foresight`), a step goes on until nothing is half done: an attack is judged when it
is over, not when its target is named.
"""

from __future__ import annotations

import random
from typing import Any

from muster.kernel.game import Foresight, Game
from muster.kernel.match import Match
from muster.kernel.requests import Seat
from muster.kernel.spaces import Option

SAMPLES = 2
"""How many redrawings of what it cannot know each option is tried in; all options in the same ones."""


MOST_REPLIES = 60
"""Quick answers after an option, at most."""


def follow_up(game: Foresight, fork: Match[Any]) -> None:
    """Play on with quick answers until the position can be judged."""
    for _ in range(MOST_REPLIES):
        if not fork.pending:
            return
        seat = min(fork.pending)
        ask = fork.pending[seat]
        answer = ask.space.options()[0] if ask.small else game.reply(fork.state, ask)
        if answer is None:
            return
        fork.play(seat, answer)


class GreedyBot:
    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, game: Game[Any], match: Match[Any], seat: Seat) -> Option[Any]:
        ask = match.pending[seat]
        options = ask.space.options()
        if len(options) == 1 or ask.small:
            return options[0]
        foresight = game if isinstance(game, Foresight) else None
        seeds = [self._rng.getrandbits(32) for _ in range(SAMPLES)]
        worths = [worth(game, foresight, match, seat, option, seeds) for option in options]
        best = max(worths)
        return self._rng.choice([option for option, found in zip(options, worths, strict=True) if found == best])


def worth(
    game: Game[Any], foresight: Foresight | None, match: Match[Any], seat: Seat, option: Option[Any], seeds: list[int]
) -> float:
    """How well things stand after an option, summed over some redrawings."""
    total = 0.0
    for seed in seeds:
        fork = match.fork(seat, random.Random(seed))
        fork.play(seat, option)
        if foresight is not None:
            follow_up(foresight, fork)
        total += game.evaluate(fork.state, seat)
    return total
