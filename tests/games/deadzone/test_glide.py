"""Gliding: every cube of every battlefield, the slow way."""

from __future__ import annotations

from typing import Any

import pytest

from games.content import content_of
from games.deadzone.fields import FIELDS
from muster.games.deadzone.rules import movement
from muster.library import load_game

GAME: Any = load_game("deadzone")
CONTENT: Any = content_of(GAME)


@pytest.mark.parametrize("name", sorted(FIELDS))
def test_where_a_glide_leads(name: str) -> None:
    """Over to above where it comes down, then straight down: a level for each cube to the side, and room to stand."""
    state = GAME.testing.position(
        {
            "battlefield": name,
            "model": [
                {"side": "A", "card": "kraaw", "at": "a1"},
                *[{"side": "A", "card": "commando", "at": "d1"} for _ in range(4)],
            ],
        }
    )
    model, field = state.models[0], state.field
    where, clear = field.cubes.where, field.scenery.clear
    full = field.cubes.index["d1.1"]
    for start in field.ground:
        model.cube = start
        x, y, z = where[start]
        expected = []
        for cube in field.ground:
            column, row, level = where[cube]
            aside, drop = max(abs(column - x), abs(row - y)), z - level
            if cube == full or drop < 1 or aside > drop:
                continue
            turn = (column + 0.501, row + 0.509, z + 0.5)
            if clear((x + 0.503, y + 0.507, z + 0.5), turn) and clear(turn, (turn[0], turn[1], level + 0.5)):
                expected.append(cube)
        assert sorted(movement.glides(state, model)) == sorted(expected)


@pytest.mark.clause("DZ ability.glide", "DZ card.move")
def test_a_free_move_and_the_move_card_may_be_a_glide() -> None:
    """Every cube of a Move and of a glide is offered, each once."""
    state = GAME.testing.position({"battlefield": "outpost", "model": [{"side": "A", "card": "kraaw", "at": "b2.3"}]})
    model, names = state.models[0], state.field.names
    crowd = movement.Crowd(state, model)
    cubes = movement.move_cubes(state, model, crowd)
    moves = set(movement.region_of(state.field, model).moves)
    assert "a1.1" in {names[cube] for cube in set(movement.glides(state, model)) - moves}
    assert sorted(cubes) == sorted(moves | set(movement.glides(state, model)))
