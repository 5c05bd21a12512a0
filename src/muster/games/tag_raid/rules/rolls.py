"""Rolls: success values, criticals, face-to-face comparison (rulebook, "Rolls"). Pure arithmetic on faces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

SIDES: Final = 20


class Throw:
    """The dice of one side against one other: a success value and faces."""

    __slots__ = ("faces", "value")

    def __init__(self, value: int, faces: Sequence[int]) -> None:
        self.value = capped(value)
        self.faces = tuple(faces)

    @property
    def successes(self) -> list[int]:
        return [face for face in self.faces if face <= self.value]

    @property
    def criticals(self) -> int:
        return sum([1 for face in self.faces if face == self.value])


class Hits:
    """The successes of a throw that were not cancelled, and how many of them are critical."""

    __slots__ = ("count", "criticals")

    def __init__(self, count: int, criticals: int) -> None:
        self.count = count
        self.criticals = criticals

    def __bool__(self) -> bool:
        return self.count > 0

    def __repr__(self) -> str:
        return f"Hits({self.count}, {self.criticals} critical)"


NO_HITS = Hits(0, 0)


def capped(value: int) -> int:
    """Cap a success value at 20, so that a critical is always possible.  [TR roll.above_twenty]"""
    return min(value, SIDES)


def normal(throw: Throw) -> Hits:
    """The successes of a normal roll: equal to or below the success value; equal is a critical.

    [TR roll.success] [TR roll.normal] [TR critical.match]
    """
    return Hits(len(throw.successes), throw.criticals)


def face_to_face(one: Throw, other: Throw) -> tuple[Hits, Hits]:
    """The hits that both sides of a face-to-face roll have left.

    [TR ftf.compare] [TR ftf.tie] [TR ftf.critical] [TR ftf.criticals]
    """
    if one.criticals and other.criticals:
        # Criticals cancel each other, however many; everything else is discarded.
        return NO_HITS, NO_HITS
    return _left(one, other), _left(other, one)


def _left(one: Throw, other: Throw) -> Hits:
    if other.criticals:
        return NO_HITS
    highest = max(other.successes, default=0)
    criticals = one.criticals
    plain = sum([1 for face in one.successes if face != one.value and face > highest])
    return Hits(plain + criticals, criticals)


def against_threat(throw: Throw, threat: int) -> Hits:
    """The hits that beat the MegaBeast: successes above its threat level, and criticals.

    [TR beast.exceed] [TR ftf.critical]
    """
    plain = sum([1 for face in throw.successes if face != throw.value and face > threat])
    return Hits(plain + throw.criticals, throw.criticals)


def half_up(value: int) -> int:
    """Halve a number and round up.  [TR rounding.up]"""
    return -(-value // 2)
