"""Dice of a lesson: each step lays down the faces that come next, so that it always shows its point."""

from __future__ import annotations

import random
from collections.abc import Sequence

from muster.kernel.dice import DiceError, check_faces
from muster.kernel.requests import Roll


class LessonDice:
    """Show what the step has laid down; then roll, the same way every time for the same seed.

    Somebody who does a step in a way of their own may roll dice that nobody laid down. What does not fit is put aside.
    """

    def __init__(self, seed: str) -> None:
        self._laid: list[int] = []
        self._rng = random.Random(seed)

    @property
    def left(self) -> int:
        return len(self._laid)

    def lay(self, faces: Sequence[int]) -> None:
        """Lay down the faces of the coming dice, in place of those that are left."""
        self._laid = list(faces)

    def label(self) -> str:
        return "scripted"

    def roll(self, roll: Roll) -> list[int]:
        faces = self._laid[: len(roll.sides)]
        try:
            check_faces(roll, faces)
        except DiceError:
            self._laid = []
            return [self._rng.randint(1, sides) for sides in roll.sides]
        del self._laid[: len(faces)]
        return faces

    def repeat(self, roll: Roll, recorded: Sequence[int]) -> None:
        """The record stands alone."""
