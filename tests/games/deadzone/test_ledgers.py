"""The dice written out for people are the dice that the rules count."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from muster.games.deadzone.rules import blazing, fighting, shooting
from muster.games.deadzone.showing import terms
from muster.games.deadzone.state.models import Model
from muster.games.deadzone.state.questions import on_board, sees
from muster.games.deadzone.state.state import State
from muster.kernel.dice import SeededDice
from muster.kernel.match import Match
from muster.library import load_game

GAME: Any = load_game("deadzone")


def total(sum_of: tuple[terms.Term, ...]) -> int:
    return sum(dice for _, dice in sum_of)


def check(state: State, model: Model, target: Model) -> None:
    for weapon in model.card.shooters:
        counted = shooting.shoot_dice(state, model, target, weapon, state.aimed, sees(state, model, target))
        assert total(terms.shoot(state, model, target, weapon, state.aimed)) == counted
    for weapon in model.card.blazers:
        assert total(terms.blaze(state, model, weapon, target.cube)) == blazing.blaze_dice(
            state, model, weapon, target.cube
        )
    assert total(terms.survive_shot(state, model, target)) == shooting.survive_shot_dice(state, model, target)
    assert total(terms.survive_blaze(state, model, target)) == blazing.survive_blaze_dice(state, model, target)
    for moved in (False, True):
        assert total(terms.fight(state, model, moved)) == fighting.fight_dice(state, model, moved)
        assert total(terms.respond(state, target, moved)) == fighting.response_dice(state, target, moved)


@pytest.mark.parametrize("seed", range(3))
def test_each_ledger_adds_up(seed: int) -> None:
    """Two hundred answers of a match played at random: every model against every other."""
    rng = random.Random(seed)
    match: Match[State] = Match(GAME, GAME.setup.prepare({}).new(), SeededDice(seed))
    for _ in range(200):
        if not match.pending:
            break
        seat, ask = next(iter(match.pending.items()))
        match.answer(seat, rng.choice(ask.space.options()).key)
        state: State = match.state
        standing = [model for model in state.models if on_board(model)]
        for model, target in islice(((a, b) for a in standing for b in standing if a.owner != b.owner), 40):
            check(state, model, target)
        view = GAME.showing.look(state, 0).view
        assert all(test.dice == total(test.terms) for test in view.tests)
        if view.trial is not None:
            assert view.trial.dice == total(view.trial.terms)
            assert view.trial.resist == total(view.trial.resist_terms)


@pytest.mark.clause("DZ sight.point")
def test_a_view_says_who_is_seen_and_what_stops_the_line() -> None:
    """Through a whole wall nobody is seen, and the line ends at the wall."""
    state = GAME.testing.position(
        {
            "battlefield": "yard",
            "model": [
                {"side": "A", "card": "enforcer", "at": "b3"},
                {"side": "B", "card": "stage_2a", "at": "b1"},
                {"side": "B", "card": "stage_3a", "at": "b5"},
            ],
            "active": "A1",
        }
    )
    found = {(one.viewer, one.target): one for one in GAME.showing.look(state, 0).view.sights}
    unseen = found["A1", "B1"]
    assert unseen.seen in ("none", "cube")
    assert unseen.stop[1] == pytest.approx(2, abs=0.01)
