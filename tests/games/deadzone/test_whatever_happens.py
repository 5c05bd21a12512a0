"""Truths that hold in every scenario of the game, whatever it shows: dice have eight sides, nothing is lost, and
what is told is what happens.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from games.deadzone.invariants import DRAWS, Watcher
from muster.kernel.dice import DiceSource
from muster.kernel.requests import Roll
from muster.kernel.scenario import Run, Step, read_scenario
from muster.library import load_game

GAME = load_game("deadzone")
HERE = Path(__file__).parent / "scenarios"
FILES = sorted(HERE.glob("**/*.toml"))


class Dice:
    """Passes rolls on and looks at them."""

    def __init__(self, dice: DiceSource) -> None:
        self.dice = dice

    def label(self) -> str:
        return self.dice.label()

    def roll(self, roll: Roll) -> list[int]:
        if roll.purpose not in DRAWS:
            assert set(roll.sides) == {8}, roll.purpose
        return self.dice.roll(roll)

    def repeat(self, roll: Roll, recorded: Sequence[int]) -> None:
        self.dice.repeat(roll, recorded)


class Watched(Run):
    """A scenario whose every step is watched."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.watcher: Watcher | None = None

    def _act(self, step: Step) -> None:
        match = self.match
        if self.watcher is None:
            self.watcher = Watcher(match)
            self.conserved = GAME.testing.conserved(match.state)
            match.dice = Dice(match.dice)
            self.heard = len(match.table.events)
        super()._act(step)
        events = match.table.events[self.heard :]
        self.heard += len(events)
        assert self.watcher.breaches(events) == []
        assert GAME.testing.conserved(match.state) == self.conserved


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(HERE).with_suffix("").as_posix())
def test_whatever_happens(file: Path) -> None:
    assert Watched(GAME, read_scenario(file.read_text("utf-8"), file.name)).play() == []
