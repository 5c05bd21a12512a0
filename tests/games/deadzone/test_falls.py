"""Falling: what only a large model on a tall battlefield shows."""

from __future__ import annotations

from typing import Any

import pytest

from games.content import content_of
from games.deadzone.fields import FIELDS
from muster.games.deadzone.rules import explosions
from muster.games.deadzone.rules.validity import Blow
from muster.games.deadzone.state.models import Aggression
from muster.kernel.requests import Roll, Table
from muster.library import load_game

GAME: Any = load_game("deadzone")
CONTENT: Any = content_of(GAME)


def fall(card: str, at: str) -> tuple[Any, list[str]]:
    """Let a model fall from a place in the air; all dice show 1. Returns it and what was rolled for."""
    state = GAME.testing.position({"battlefield": "arcology", "model": [{"side": "A", "card": card, "at": "a8"}]})
    model = state.models[0]
    model.cube = state.field.cubes.index[at]
    steps = explosions.fall(Table(True), state, model, Blow(1, model.cube, None))
    rolled: list[str] = []
    try:
        request: Any = steps.send(None)
        while True:
            assert isinstance(request, Roll)
            rolled.append(request.purpose)
            request = steps.send([1] * len(request.sides))
    except StopIteration:
        return model, rolled


@pytest.mark.clause("DZ move.walkway_large")
def test_a_large_model_is_hurt_by_a_walkway_and_falls_on() -> None:
    model, rolled = fall("plague_teraton", "f3.4")
    assert rolled == ["crash", "survive", "crash", "survive"]
    assert FIELDS["arcology"].names[model.cube] == "f3.1"
    assert model.aggression == Aggression.PINNED


@pytest.mark.clause("DZ move.walkway_fall", "DZ fall.levels")
def test_a_small_model_misses_it_on_a_low_roll() -> None:
    model, rolled = fall("stage_3a", "f3.4")
    assert rolled == ["partial_floor", "crash", "survive"]
    assert FIELDS["arcology"].names[model.cube] == "f3.1"


@pytest.mark.parametrize(("origin", "cube", "step"), [
    ("d4.1", "d3.1", (0, -1)),
    ("d4.1", "e3.1", (1, -1)),
    ("d4.1", "e4.1", (1, 0)),
    ("d4.1", "e5.1", (1, 1)),
    ("d4.1", "d5.1", (0, 1)),
    ("d4.1", "c5.1", (-1, 1)),
    ("d4.1", "c4.1", (-1, 0)),
    ("d4.1", "c3.1", (-1, -1)),
    ("d4.1", "d4.2", (0, 0)),
    ("d4.1", "e4.2", (1, 0)),
])  # fmt: skip
def test_thrown_directly_away(origin: str, cube: str, step: tuple[int, int]) -> None:
    state = GAME.testing.position({"battlefield": "arcology"})
    index = state.field.cubes.index
    assert explosions.away(state, index[origin], index[cube]) == step


@pytest.mark.clause("DZ ability.glide")
@pytest.mark.parametrize(("at", "levels"), [("f3.4", {"2": 2, "1": 3}), ("f3.3", {"2": 1, "1": 2})])
def test_it_is_told_how_many_levels_a_glider_came_down(at: str, levels: dict[str, int]) -> None:
    for level, count in levels.items():
        state = GAME.testing.position(
            {"battlefield": "arcology", "model": [{"side": "A", "card": "kraaw", "at": "a8"}]}
        )
        model, table = state.models[0], Table(True)
        model.cube = state.field.cubes.index[at]
        steps = explosions.glide_down(table, state, model)
        asked: Any = steps.send(None)
        with pytest.raises(StopIteration):
            steps.send(next(option.value for option in asked.space.options() if option.key.endswith(f".{level}")))
        assert [event.params["count"] for event in table.events if event.key == "fell"] == [count]
