"""How near a side is to a claim, as far as everybody sees, and who wins when time is out."""

from __future__ import annotations

from typing import Any

import pytest

from games.content import content_of
from muster.games.deadzone.rules import missions
from muster.games.deadzone.state.models import NOBODY
from muster.games.deadzone.state.state import State
from muster.kernel.requests import Table
from muster.library import load_game

GAME: Any = load_game("deadzone")
CONTENT: Any = content_of(GAME)
FOE = {"side": "B", "card": "stage_3a", "at": "h1"}


def own(card: str, at: str = "", **more: Any) -> dict[str, Any]:
    return {"side": "A", "card": card, "at": at, **more}


def table() -> Table:
    return Table(listening=False)


@pytest.mark.clause("DZ win.claim")
def test_that_nobody_claimed_says_something_only_where_somebody_could_have() -> None:
    models = [own("enforcer", "a8"), *[{"side": "B", "card": "stage_3a", "dead": True}] * 12, FOE]
    state: State = GAME.testing.position(
        {"model": models, "side": {"A": {"mission": "zulu"}, "B": {"faction": "plague"}}}
    )
    assert missions.claim(table(), state) is False
    state.kills = [(number, 0) for number in range(1, 7)]
    assert missions.claim(table(), state) is False
    state.kills = [(number, 0) for number in range(1, 8)]
    assert missions.claim(table(), state) is True, "not with this mission, but perhaps with another of the faction"
    assert state.ended == ""
    state.sides[0].mission = [m.id for m in CONTENT.factions["enforcers"].missions].index("purge")
    assert missions.claim(table(), state) is True
    assert state.ended == "", "seven and two for the commander"
    state.kills.append((8, 0))
    assert missions.claim(table(), state) is True
    assert (state.ended, state.winner) == ("claimed", 0)


@pytest.mark.clause("DZ win.claim", "DZ ability.stranded_home")
def test_how_near_exits_and_ground_bring_a_claim() -> None:
    models = [own("enforcer", "a8"), own("enforcer"), own("enforcer"), FOE]
    state: State = GAME.testing.position({"model": models, "objectives": {"a8": "X", "h1": "Y", "c3": "Z"}})
    state.sides[0].intel = 6
    state.models[1].exited = 1
    state.models[3].cube = state.field.cubes.index["g1.1"]
    state.models[0].cube = state.field.cubes.index["b8.1"]
    assert missions.claim(table(), state) is False, "six and two for whoever left"
    state.models[2].exited = 0
    assert missions.claim(table(), state) is True
    state.models[1].exited = state.models[2].exited = NOBODY
    state.models[0].cube = state.field.cubes.index["a8.1"]
    assert missions.claim(table(), state) is False, "six and three for an objective"
    state.sides[0].intel = 7
    assert missions.claim(table(), state) is True
    state.models[0].cube = state.field.cubes.index["b8.1"]
    assert missions.claim(table(), state) is False
    state.models[3].cube = state.field.cubes.index["a8.1"]
    assert missions.claim(table(), state) is False, "the enemy holds it"


@pytest.mark.clause("DZ win.draw", "DZ win.time_out")
@pytest.mark.parametrize(
    ("intel", "more", "winner"),
    [((1, 0), (), 0), ((0, 1), ("enforcer",), 1), ((0, 0), ("enforcer",), 0), ((0, 0), (), missions.SHARED)],
)
def test_points_count_first_then_models(intel: tuple[int, int], more: tuple[str, ...], winner: int) -> None:
    models = [own("enforcer", "a8"), *[own(card, "b8") for card in more], {"side": "B", "card": "enforcer", "at": "h1"}]
    sides = {seat: {"intel": count} for seat, count in zip("AB", intel, strict=True)}
    state: State = GAME.testing.position({"model": models, "side": sides})
    heard = Table(listening=True)
    missions.time_out(heard, state)
    assert (state.winner, state.ended) == (winner, "timed_out")
    assert [event.key for event in heard.events] == ["shared" if winner == missions.SHARED else "timed_out"]
