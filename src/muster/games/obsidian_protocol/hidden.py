"""What a seat may not know, drawn again: the dials of the other side until they are revealed.  [OP 3.3.secret]"""

from __future__ import annotations

import random

from muster.games.obsidian_protocol.content import TIMINGS
from muster.games.obsidian_protocol.state import NONE, State


def determinize(state: State, seat: int, rng: random.Random) -> None:
    """Draw everything again, in place, that this seat cannot know."""
    if state.revealed:
        return
    for unit in state.units:
        if unit.seat != seat and unit.dial != NONE:
            unit.dial = int(rng.random() * TIMINGS)
