"""The front door: what its documentation shows is true, and a match goes out and comes back through it."""

from __future__ import annotations

import doctest
import random
from pathlib import Path
from xml.etree import ElementTree

import pytest

import muster
import muster.door
import muster.kernel.scene
from muster.kernel.errors import GameError


@pytest.mark.parametrize("module", [muster, muster.door, muster.kernel.scene], ids=lambda module: module.__name__)
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
    with pytest.raises(GameError, match="needs 2 bots, not 1"):
        muster.new("deadzone", seed=1).play_out(muster.bot("random"))


def test_what_is_not_there_is_named() -> None:
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        muster.chess  # noqa: B018
    with pytest.raises(GameError, match="there is no game 'chess'"):
        muster.new("chess")


def after(game: str, answers: int) -> muster.Match:
    """A match after some random answers."""
    match, rng = muster.new(game, seed=5), random.Random(3)
    for _ in range(answers):
        match.answer(rng.choice(match.options))
    return match


SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("game", muster.game_names())
@pytest.mark.parametrize("answers", [0, 20])
def test_a_notebook_shows_it_as_a_drawing_with_the_question(game: str, answers: int) -> None:
    match = after(game, answers)
    drawing = ElementTree.fromstring(match._repr_svg_())
    assert drawing.tag == f"{SVG}svg"
    written = [text.text or "" for text in drawing.iter(f"{SVG}text")]
    [asked] = [line for line in str(match).splitlines() if line.startswith(f"{'AB'[match.asked[0]]}: ")]
    assert asked in written


def test_a_game_that_draws_nothing_is_written() -> None:
    match = after("tag_raid", 3)
    drawing = ElementTree.fromstring(match._repr_svg_())
    assert "\n".join(text.text or "" for text in drawing.iter(f"{SVG}text")) == str(match)


def test_the_arena_is_drawn_with_everybody_in_it() -> None:
    match = after("tiny_epic_mechs", 30)
    view = match.view(match.asked[0])
    drawing = ElementTree.fromstring(match._repr_svg_())
    assert len(list(drawing.iter(f"{SVG}rect"))) == 1 + len(view.zones)
    standing = [text.text for text in drawing.iter(f"{SVG}text") if text.get("text-anchor")]
    assert sorted(standing) == sorted(["A", "B", *(["M"] if view.mech_zone else [])])
    assert len(list(drawing.iter(f"{SVG}circle"))) == len(standing)


def test_a_drawing_tells_no_more_than_the_view() -> None:
    """Matches that a seat cannot tell apart are drawn alike for it."""
    for answers in (10, 30, 45):
        match = after("tiny_epic_mechs", answers)
        seat = match.asked[0]
        played = match._played
        drawings = {
            str(played.reimagined(seat, random.Random(seed)).look(seat).scene(match._words)) for seed in range(4)
        }
        assert drawings == {str(played.look(seat).scene(match._words))}
