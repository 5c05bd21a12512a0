"""Previews: sight from a planned place, and how a test of overwatch may end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from muster.games.deadzone.showing.attacks import sights
from muster.games.deadzone.showing.previews import Glance, Watch
from muster.games.deadzone.state.questions import on_board
from muster.games.deadzone.state.state import State
from muster.kernel.dice import SeededDice
from muster.kernel.match import Match
from muster.kernel.refusal import Refusal
from muster.library import load_game

GAME: Any = load_game("deadzone")
WORDS = GAME.catalogue.words("en")
MODELS = [
    {"side": "A", "card": "enforcer", "at": "c4"},
    {"side": "A", "card": "enforcer", "at": "b7", "aggression": "pinned"},
    {"side": "B", "card": "stage_3a", "at": "f4"},
    {"side": "B", "card": "stage_2a", "at": "g2"},
]


def position(**more: Any) -> Any:
    return GAME.testing.position({"model": MODELS, "active": "A1", **more})


def ask(state: Any, about: str) -> Any:
    return GAME.showing.preview(state, 0, None, about, WORDS)


@pytest.mark.clause("DZ sight.point")
@pytest.mark.parametrize("battlefield", ["yard", "outpost"])
def test_from_where_it_stands_it_sees_what_the_view_says(battlefield: str) -> None:
    state = position(battlefield=battlefield)
    found = ask(state, "sight:A1")
    assert isinstance(found, Glance)
    told = {sight.target: sight for sight in sights(state) if sight.viewer == "A1"}
    assert {sight.target: sight for sight in found.sights} == told


@pytest.mark.clause("DZ sight.area")
def test_from_a_planned_cube_it_sees_what_it_will_see_there() -> None:
    state = position()
    planned = ask(state, "sight:A1@d5.1")
    model = state.models[0]
    model.cube, model.place = state.field.cubes.index["d5.1"], 0
    there = ask(state, "sight:A1")
    assert planned == there
    assert planned.cube == "d5.1"
    assert "d5.1" in planned.cubes


@pytest.mark.clause("DZ item.smoke")
def test_smoke_stops_it() -> None:
    assert "f4.1" in ask(position(), "sight:A1@d4.1").cubes
    assert "f4.1" not in ask(position(smoke=("e4",)), "sight:A1@d4.1").cubes


@pytest.mark.clause("DZ overwatch.test")
def test_the_chances_of_overwatch_are_exact() -> None:
    from muster.games.deadzone.showing import chances

    found = ask(position(), "watch:A1")
    assert isinstance(found, Watch)
    exact = chances.degrees(3, 6, 1)
    assert found.shares == pytest.approx([float(exact[str(grade)]) for grade in range(4)], abs=1e-3)
    assert sum(found.shares) == pytest.approx(1, abs=1e-3)


@pytest.mark.clause("DZ ability.sentry")
def test_a_sentry_rolls_two_dice_more() -> None:
    gun = {"side": "A", "card": "sentry_gun", "at": "d4"}
    found = ask(GAME.testing.position({"model": [gun]}), "watch:A1")
    assert found.dice == 5
    assert found.shares[0] == pytest.approx((5 / 8) ** 5, abs=1e-3)


@pytest.mark.parametrize("about", ["sight:C1", "sight:A9", "sight:A1@d4.3", "sight:A1@z9.1", "watch:", "move:A1", ""])
def test_other_questions_are_refused(about: str) -> None:
    with pytest.raises(Refusal):
        ask(position(), about)


def everything_about(state: Any) -> list[str]:
    """A few places for each model, and each on watch."""
    cubes = state.field.ground[:: max(1, len(state.field.ground) // 4)]
    found = [f"sight:{model.tag}@{state.field.names[cube]}" for model in state.models for cube in cubes]
    standing = [model.tag for model in state.models if on_board(model)]
    return [*found, *(f"sight:{tag}" for tag in standing), *(f"watch:{tag}" for tag in standing)]


@pytest.mark.parametrize("seed", range(2))
def test_previews_say_nothing_that_a_seat_may_not_know(seed: int) -> None:
    """Two matches that a seat cannot tell apart preview alike."""
    rng = random.Random(seed)
    match: Match[State] = Match(GAME, GAME.setup.prepare({}).new(), SeededDice(seed))
    for number in range(160):
        if not match.pending:
            break
        seat, pending = next(iter(match.pending.items()))
        if number % 20 == 0:
            twin = match.reimagined(seat, random.Random(number))
            for about in everything_about(match.state):
                subject = pending.subject
                assert GAME.showing.preview(match.state, seat, subject, about, WORDS) == GAME.showing.preview(
                    twin.state, seat, subject, about, WORDS
                )
        match.answer(seat, rng.choice(pending.space.options()).key)


def test_a_preview_leaves_the_table_as_it_is() -> None:
    state = position()
    before = GAME.testing.dump(state)
    ask(state, "sight:A1@d5.1")
    assert GAME.testing.dump(state) == before
