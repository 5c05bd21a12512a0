"""The front door: what its documentation shows is true, and a match goes out and comes back through it."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import muster
import muster.door
from muster.kernel.errors import GameError


@pytest.mark.parametrize("module", [muster, muster.door], ids=lambda module: module.__name__)
def test_what_the_documentation_shows_is_true(module: object) -> None:
    found = doctest.testmod(module)  # type: ignore[arg-type]
    assert found.attempted > 0
    assert found.failed == 0


@pytest.mark.parametrize("game", muster.game_names())
def test_a_match_prints_itself_with_its_question_and_options(game: str) -> None:
    match = muster.new(game, seed=5)
    text = str(match)
    assert f"{'AB'[match.asked[0]]}: " in text
    assert match.options[0] in text
    assert "object at" not in text


@pytest.mark.parametrize("game", muster.game_names())
def test_saved_and_loaded_it_is_the_same_match(game: str, tmp_path: Path) -> None:
    match = muster.new(game, seed=5)
    for _ in range(12):
        match.answer(match.options[-1])
    match.save(tmp_path / "evening.journal")
    again = muster.load(tmp_path / "evening.journal")
    assert str(again) == str(match)
    assert again.journal() == match.journal()
    again.answer(again.options[0])
    assert len(again) == 13


def test_a_refusal_says_why_and_changes_nothing() -> None:
    match = muster.new("tiny_epic_mechs", seed=7)
    before = str(match)
    with pytest.raises(muster.NotAllowed) as refused:
        match.answer("base:z9")
    assert refused.value.clause == "K option"
    assert match.why("base:z9") == str(refused.value)
    assert match.why(match.options[0]) == ""
    assert str(match) == before


def test_a_fork_has_no_journal_and_says_so(tmp_path: Path) -> None:
    twin = muster.new("deadzone", seed=1).fork(seat=1, seed=2)
    with pytest.raises(GameError, match="begins in the middle"):
        twin.save(tmp_path / "never")


def test_the_number_of_bots_must_fit() -> None:
    with pytest.raises(GameError, match="played here by 2, and 1 bots are given"):
        muster.new("deadzone", seed=1).play_out(muster.bot("random"))


def test_what_is_not_there_is_named() -> None:
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        muster.chess  # noqa: B018
    with pytest.raises(GameError, match="there is no game 'chess'"):
        muster.new("chess")
