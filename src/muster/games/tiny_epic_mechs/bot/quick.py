"""Quick programs: plausible cards, found at once, for the rounds that a search plays out in its mind."""

from __future__ import annotations

import random
from typing import Any, Final

from muster.games.tiny_epic_mechs.bot.evaluation import rounds_left, walk_of
from muster.games.tiny_epic_mechs.state.state import State
from muster.kernel.requests import Ask
from muster.kernel.spaces import Option

LOOKED_AT: Final = 8
"""So many cards are considered, drawn at random: nobody plays the same program every time."""
WHIM: Final = 1.0
"""The gain, in points, that a whim is worth at most."""


def quick(state: State, ask: Ask[Any], rng: random.Random) -> Option[Any] | None:
    """For the next card of a program: the best of a few, by what the program gains if nobody else moves."""
    if ask.prompt.key != "prompt.program":
        return None
    walk = walk_of(state, state.players[ask.seat], rounds_left(state))
    options = list(ask.space.options())
    best, most = options[0], -1000.0
    for _ in range(min(LOOKED_AT, len(options))):
        option = options.pop(int(rng.random() * len(options)))
        gain = walk.with_card(option.value) + WHIM * rng.random()
        if gain > most:
            best, most = option, gain
    return best
