"""Hidden information: the events in the deck of ten, which nobody knows, are drawn again.  [TR setup.event_deck]"""

from __future__ import annotations

import random

from muster.games.tag_raid.state.state import State


def determinize(state: State, seat: int, rng: random.Random) -> None:
    """Draw the deck again from all events not seen yet. It is hidden from every seat alike."""
    open_ones = {*state.events, *state.seen}
    left = [card.number for card in state.content.events if card.number not in open_ones]
    state.event_deck = tuple(sorted(rng.sample(left, len(state.event_deck))))
