"""Dice that are counted as they fall, so that everybody can compare them with the expected counts."""

from __future__ import annotations

from collections.abc import Sequence

from muster.kernel.dice import DiceSource
from muster.kernel.requests import Roll
from muster.server.protocol import DieCount


class WatchedDice:
    """A source of dice, and counts of the faces it showed; secret rolls are counted apart."""

    def __init__(self, source: DiceSource) -> None:
        self._source = source
        self._open: dict[int, list[int]] = {}
        self._secret: dict[int, list[int]] = {}
        self.draws = 0
        self.sides: list[tuple[int, ...]] = []
        """The sides of every roll's dice."""

    def label(self) -> str:
        return self._source.label()

    def roll(self, roll: Roll) -> list[int]:
        faces = self._source.roll(roll)
        self._count(roll, faces)
        return faces

    def repeat(self, roll: Roll, recorded: Sequence[int]) -> None:
        self._source.repeat(roll, recorded)
        self._count(roll, recorded)

    def counts(self, secrets_too: bool) -> list[DieCount]:
        """For each size of die: how often each face came, and the mean beside the expected one."""
        merged = {sides: list(faces) for sides, faces in self._open.items()}
        if secrets_too:
            for sides, faces in self._secret.items():
                before = merged.setdefault(sides, [0] * sides)
                merged[sides] = [one + other for one, other in zip(before, faces, strict=True)]
        return [_die_count(sides, merged[sides]) for sides in sorted(merged)]

    def _count(self, roll: Roll, faces: Sequence[int]) -> None:
        self.sides.append(tuple(roll.sides))
        if roll.names:
            self.draws += 0 if roll.secret else 1
            return
        counts = self._secret if roll.secret else self._open
        for sides, face in zip(roll.sides, faces, strict=True):
            counts.setdefault(sides, [0] * sides)[face - 1] += 1


def _die_count(sides: int, faces: list[int]) -> DieCount:
    total = sum(faces)
    mean = sum(face * count for face, count in enumerate(faces, 1)) / total
    return DieCount(sides, faces, round(mean, 3), (sides + 1) / 2)
