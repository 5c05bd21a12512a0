"""Stat cards that are read out on request."""

from __future__ import annotations

from typing import Any

import pytest

from muster.library import load_game

GAME: Any = load_game("deadzone")


@pytest.mark.parametrize("question", ["A1", "a1", "card A1", "carta A1"])
def test_a_stat_card_is_read_out(question: str) -> None:
    state = GAME.testing.position({"model": [{"side": "A", "card": "plague_strider", "at": "a8"}]})
    told = GAME.showing.inquire(state, 0, question, GAME.catalogue.words("en"))
    assert told.startswith("Plague strider (")
    assert "Vehicle (" in told
    assert "One-Use" in told


@pytest.mark.parametrize("question", ["", "A9", "card", "why A1 B1", "measure A1 A1"])
def test_other_questions_are_left_to_others(question: str) -> None:
    state = GAME.testing.position({"model": [{"side": "A", "card": "enforcer", "at": "a8"}]})
    assert GAME.showing.inquire(state, 0, question, GAME.catalogue.words("en")) is None
