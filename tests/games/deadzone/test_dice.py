"""Every die of this game has eight sides; only draws from decks, counters and maps have others."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from games.deadzone.invariants import DRAWS
from muster.games.deadzone.rules.dice import grade, margin
from muster.kernel.dice import ScriptedDice
from muster.kernel.requests import Roll
from muster.kernel.scenario import read_scenario, run_scenario
from muster.library import load_game

GAME: Any = load_game("deadzone")
FILES = sorted((Path(__file__).parent / "scenarios").rglob("*.toml"))


@pytest.mark.clause("DZ dice.base")
def test_every_die_has_eight_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    """In all scenarios, which roll for everything there is."""
    rolled: dict[str, set[int]] = defaultdict(set)
    plain = ScriptedDice.roll

    def roll(self: ScriptedDice, request: Roll) -> list[int]:
        rolled[request.purpose].update(request.sides)
        return plain(self, request)

    monkeypatch.setattr(ScriptedDice, "roll", roll)
    for file in FILES:
        run_scenario(GAME, read_scenario(file.read_text("utf-8"), file.name))
    assert {purpose for purpose, sides in rolled.items() if sides != {8}} <= DRAWS
    assert {"fight", "gun_crazy", "mood", "partial_floor", "scatter", "smoke", "survive", "thrown"} <= set(rolled)


@pytest.mark.clause("DZ dice.multiples", "DZ dice.opposed", "DZ dice.against_none")
def test_doubles_and_triples() -> None:
    assert [margin(one, 2) for one in range(10)] == [0, 0, 0, 1, 2, 2, 3, 3, 3, 3]
    assert [margin(one, 0) for one in range(3)] == [0, 3, 3]
    assert [grade(scored, 1) for scored in range(6)] == [0, 1, 2, 3, 3, 3]
    assert [grade(scored, 2) for scored in range(9)] == [0, 0, 1, 1, 2, 2, 3, 3, 3]
