"""The invariants of every game hold in matches of random and greedy bots, whatever the set-up."""

from __future__ import annotations

import os

import pytest

from games.watched import watch
from muster.library import game_names

THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"
MATCHES = {"greedy": 40 if THOROUGH else 2, "random": 200 if THOROUGH else 6}


EACH = [(bot, seed) for bot, count in MATCHES.items() for seed in range(count)]


@pytest.mark.parametrize(("bot", "seed"), EACH)
@pytest.mark.parametrize("name", game_names())
def test_the_invariants_hold(name: str, bot: str, seed: int) -> None:
    assert watch(name, bot, seed) == ""
