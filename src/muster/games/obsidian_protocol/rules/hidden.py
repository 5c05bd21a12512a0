"""Drawing hidden things again: dials until they are revealed, beacons until they are deployed.

[OP 3.3.secret] [OP card.covert]
"""

from __future__ import annotations

import random

from muster.games.obsidian_protocol.cards.kinds import TIMINGS
from muster.games.obsidian_protocol.rules.deployment import beacons
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NONE


def determinize(state: State, seat: int, rng: random.Random) -> None:
    """Draw everything that this seat cannot know again, in place."""
    for unit in state.units:
        if unit.seat != seat and unit.carried != NONE:
            cards = beacons(state, unit) or [unit.carried]
            unit.carried = cards[int(rng.random() * len(cards))]
    if state.revealed:
        return
    for unit in state.units:
        if unit.seat != seat and unit.dial != NONE:
            unit.dial = int(rng.random() * TIMINGS)
