"""Walks: what one's own program comes to. What several cards share is worked out once, and must not change anything."""

from __future__ import annotations

import random
from collections import Counter

from games.tiny_epic_mechs.test_traits import matches
from muster.games.tiny_epic_mechs.bot.walk import walk_of
from muster.games.tiny_epic_mechs.bot.worth import rounds_left
from muster.games.tiny_epic_mechs.cards.content import KIND_IDS
from muster.geometry.squares import NOWHERE


def test_each_gain_is_what_the_card_alone_would_bring() -> None:
    """Asked for together, in any order, and asked for one by one after a walk of its own."""
    rng, seen = random.Random(1), Counter[str]()
    for match, seat in matches(3, range(3)):
        state, ask = match.state, match.pending[seat]
        if ask.prompt.key not in ("prompt.program", "prompt.tactical"):
            continue
        player, left = state.players[seat], rounds_left(state)
        cards = [option.value for option in ask.space.options()]
        rng.shuffle(cards)
        walk = walk_of(state, player, left)
        before = walk.gain()
        together = walk.gains(cards)
        assert walk.gain() == before, "asking moves nobody"
        for card, gain in zip(cards, together, strict=True):
            alone = walk_of(state, player, left)
            alone.take(card)
            assert alone.gain() == gain, (card, seat)
            seen[KIND_IDS[card >> 2]] += gain != before
            seen["wall"] += state.arena.leads[walk.stand.zone][card] == NOWHERE
            seen["laid"] += alone.stand.lays
            seen["stopped"] += not alone.stand.acts
    assert all(seen[kind] for kind in (*KIND_IDS, "wall", "laid", "stopped")), seen
