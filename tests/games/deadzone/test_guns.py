"""Guns that change sides, written down as positions and read again."""

from __future__ import annotations

from typing import Any

import pytest

from games.test_positions import differences
from muster.kernel.dice import SeededDice
from muster.kernel.match import Match
from muster.library import load_game

GAME: Any = load_game("deadzone")
MODELS = [
    {"side": "A", "card": "brokkr_operator", "at": "e8", "captured": ["sentry_gun"]},
    {"side": "B", "card": "sentry_gun"},
    {"side": "B", "card": "commando", "at": "h1"},
    {"side": "A", "card": "commando", "at": "a1"},
]


@pytest.mark.clause("DZ ability.deployable_captured")
def test_a_captured_gun_keeps_its_name_and_its_side() -> None:
    match: Match[Any] = Match(GAME, GAME.testing.position({"model": MODELS}), SeededDice(1))
    for answer in ("activate:A1", "deploy"):
        match.answer(0, answer)
    match.settle([0])
    state = match.state
    written = GAME.testing.bench.write(state)
    assert [model.get("serves") for model in written["model"]] == [None, "A", None, None]
    again = GAME.testing.position(written)
    assert differences(state, again) == []
    assert [(model.tag, model.owner) for model in again.models] == [("A1", 0), ("B1", 0), ("B2", 1), ("A2", 0)]


@pytest.mark.clause("DZ ability.deployable_pack", "DZ ability.engineer_setup")
def test_two_guns_that_stand_in_a_position_are_two_items() -> None:
    """Neither was said to be an item; both can be packed, and no more are made when the position is written."""
    guns = [{"side": "A", "card": "sentry_gun", "at": at} for at in ("d4", "a8")]
    state = GAME.testing.position({"model": [{"side": "A", "card": "engineer_enforcer", "at": "d4"}, *guns, MODELS[2]]})
    assert len(state.items) == 2
    assert differences(state, GAME.testing.position(GAME.testing.bench.write(state))) == []
