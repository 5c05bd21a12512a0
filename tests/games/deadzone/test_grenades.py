"""Grenades of a stat card: what a scenario cannot show, because a turn has only one throw."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from muster.games.deadzone.rules import firing, grenades
from muster.kernel.dice import SeededDice
from muster.kernel.errors import GameError
from muster.kernel.match import Match
from muster.library import load_game

ONE_USE = """
[[weapon]]
id = "frag_grenades"
source = "house"
range = 3
keywords = ["frag", "grenade", "one_use"]
"""


def thrower(game: Any) -> tuple[Any, Any]:
    state = game.testing.position({"model": [{"side": "A", "card": "peacekeeper_captain", "at": "a8"}]})
    return state, state.models[0]


def overlaid(path: Path, text: str) -> Any:
    path.write_text(text)
    return load_game("deadzone", [path])


@pytest.mark.clause("DZ grenade.printed")
def test_a_grenade_of_the_card_can_be_thrown_again() -> None:
    state, model = thrower(load_game("deadzone"))
    (grenade,) = grenades.grenades(model)
    firing.fired(state, model, grenades.weapon_of(state, model, grenade))
    assert grenades.grenades(model) == [grenade]


@pytest.mark.clause("DZ grenade.printed", "DZ ability.one_use")
def test_a_grenade_of_one_use_cannot(tmp_path: Path) -> None:
    state, model = thrower(overlaid(tmp_path / "once.toml", ONE_USE))
    (grenade,) = grenades.grenades(model)
    firing.fired(state, model, grenades.weapon_of(state, model, grenade))
    assert grenades.grenades(model) == []


def test_a_grenade_of_a_card_needs_a_range(tmp_path: Path) -> None:
    with pytest.raises(GameError, match=r"peacekeeper_captain.*field weapons.*needs a range"):
        overlaid(tmp_path / "short.toml", ONE_USE.replace("range = 3", "range = 0"))


FIRST_OF_ALL = """
[[model]]
id = "enforcer"
source = "house"
faction = "enforcers"
rank = "trooper"
cost = 10
command = [1, 1]
shoot = 4
fight = 6
survive = 4
armour = 1
weapons = ["frag_grenades", "laser_rifle"]
"""


@pytest.mark.clause("DZ grenade.printed")
def test_a_grenade_may_be_the_first_weapon_of_a_card(tmp_path: Path) -> None:
    game = overlaid(tmp_path / "first.toml", FIRST_OF_ALL)
    models = [{"side": "A", "card": "enforcer", "at": "a8"}, {"side": "B", "card": "stage_3a", "at": "c8"}]
    match: Match[Any] = Match(game, game.testing.position({"model": models}), SeededDice(1))
    for answer in ("activate:A1", "throw:frag_grenades@c8.1"):
        match.answer(0, answer)
    assert [event.params["weapon"] for event in match.table.events if event.key == "throws"] == ["frag_grenades"]
    (grenade,) = grenades.grenades(match.state.models[0])
    assert grenades.weapon_of(match.state, match.state.models[0], grenade).id == "frag_grenades"
