"""The secret that nobody knows, drawn again: which events are in the deck of ten.  [TR setup.event_deck]"""

from __future__ import annotations

import random

from muster.games.tag_raid.state.state import State


def determinize(state: State, seat: int, rng: random.Random) -> None:
    """Other events in the deck, out of all that nobody has seen. It is hidden from every seat alike."""
    open_ones = {*state.events, *state.seen}
    left = [card.number for card in state.content.events if card.number not in open_ones]
    state.event_deck = tuple(sorted(rng.sample(left, len(state.event_deck))))
