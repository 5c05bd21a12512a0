"""Quick programs: plausible cards, found at once, for the rounds that a search plays out in its mind."""

from __future__ import annotations

import random
from typing import Any, Final

from muster.games.tiny_epic_mechs.bot.walk import walk_of
from muster.games.tiny_epic_mechs.bot.worth import rounds_left
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
    drawn: list[Option[int]] = []
    whims: list[float] = []
    for _ in range(min(LOOKED_AT, len(options))):
        drawn.append(options.pop(int(rng.random() * len(options))))
        whims.append(WHIM * rng.random())
    best, most = drawn[0], -1000.0
    for option, gain, whim in zip(drawn, walk.gains([option.value for option in drawn]), whims, strict=True):
        if gain + whim > most:
            best, most = option, gain + whim
    return best
