"""The questions and rolls of a game, and what each says of itself: that something is half done, small or secret.

Bots judge a position only when nothing is half done, so a question that says the wrong thing misleads them; a secret
roll that is not called so would be shown to everybody.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from muster.kernel.dice import SeededDice
from muster.kernel.requests import Roll
from muster.kernel.scenario import Run, Step, read_scenario
from muster.kernel.sessions import new_match
from muster.lab.setups import drawn_setup
from muster.library import load_game


class Listening(Run[Any]):
    """A scenario being played that remembers every question: `whole`, `half` done, or `small`."""

    asked: dict[str, set[str]]

    def _settle(self, step: Step, later: Sequence[Step]) -> None:
        self._listen()
        super()._settle(step, later)
        self._listen()

    def _listen(self) -> None:
        for ask in self.match.pending.values():
            kind = "small" if ask.small else "half" if ask.midway else "whole"
            self.asked.setdefault(ask.prompt.key.removeprefix("prompt."), set()).add(kind)


def questions(name: str) -> dict[str, set[str]]:
    """Every question of a game's scenarios by name, and what it said of itself."""
    game, asked = load_game(name), dict[str, set[str]]()
    for file in sorted((Path(__file__).parent / name / "scenarios").rglob("*.toml")):
        run = Listening(game, read_scenario(file.read_text("utf-8"), file.name))
        run.asked = asked
        run.play()
    return asked


class NotingDice:
    """Dice that note which rolls are secret, by what they are for."""

    def __init__(self, seed: int) -> None:
        self._dice = SeededDice(seed)
        self.secret: dict[str, bool] = {}

    def label(self) -> str:
        return self._dice.label()

    def roll(self, roll: Roll) -> list[int]:
        self.secret[roll.purpose] = roll.secret
        return self._dice.roll(roll)

    def repeat(self, roll: Roll, recorded: Sequence[int]) -> None:
        self._dice.repeat(roll, recorded)


def secret_rolls(name: str, answers: int) -> dict[str, bool]:
    """The rolls in the first answers of a match, and whether each was secret."""
    game, rng, dice = load_game(name), random.Random(3), NotingDice(3)
    match = new_match(game, drawn_setup(game, random.Random(3)), dice)
    for _ in range(answers):
        if match.over:
            break
        seat = rng.choice(sorted(match.pending))
        match.play(seat, rng.choice(match.pending[seat].space.options()))
    return dice.secret
