"""Sources of chance: a seed, a script, a person with real dice, or a committed key.

A source answers a `Roll` with one face for each die. The answer goes into the record, so a replay needs no source at
all; a source that can `repeat` itself is also checked against the record.
"""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from muster.kernel.requests import Roll


class DiceError(Exception):
    """A source that cannot answer, or a record that its own source contradicts."""


class DiceSource(Protocol):
    def label(self) -> str:
        """How the journal's header names the source."""

    def roll(self, roll: Roll) -> list[int]: ...

    def repeat(self, roll: Roll, recorded: Sequence[int]) -> None:
        """Pass over a roll that is known already; raises `DiceError` if this source had shown other faces."""


def check_faces(roll: Roll, faces: Sequence[int]) -> None:
    """Check that there is one face for each die, and that each die has that face."""
    if len(faces) != len(roll.sides):
        raise DiceError(f"the roll for {roll.purpose} takes {len(roll.sides)} dice, not {len(faces)}")
    for sides, face in zip(roll.sides, faces, strict=True):
        if not 1 <= face <= sides:
            raise DiceError(f"the roll for {roll.purpose}: a die of {sides} sides has no face {face}")


class SeededDice:
    """A generator that shows the same dice for the same seed, on every machine."""

    __slots__ = ("_next", "seed")

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._next = random.Random(seed).random

    def label(self) -> str:
        return f"seeded {self.seed}"

    def roll(self, roll: Roll) -> list[int]:
        draw = self._next
        return [int(draw() * sides) + 1 for sides in roll.sides]

    def repeat(self, roll: Roll, recorded: Sequence[int]) -> None:
        faces = self.roll(roll)
        if faces != list(recorded):
            raise DiceError(f"the seed {self.seed} gives {faces} for {roll.purpose}, the record says {list(recorded)}")


class RandomDice:
    """Dice from a generator that somebody else owns: for simulations and forks, which keep no record."""

    __slots__ = ("_next",)

    def __init__(self, rng: random.Random) -> None:
        self._next = rng.random

    def label(self) -> str:
        return "random"

    def roll(self, roll: Roll) -> list[int]:
        draw = self._next
        return [int(draw() * sides) + 1 for sides in roll.sides]

    def repeat(self, roll: Roll, recorded: Sequence[int]) -> None:
        """Accept any record: a borrowed generator has no sequence of its own to compare it with."""


class ScriptedDice:
    """Faces fixed in advance, in order, for scenarios and tests; after the last one `after` rolls."""

    __slots__ = ("_after", "_faces", "_used")

    def __init__(self, faces: Iterable[int], after: DiceSource | None = None) -> None:
        self._faces = list(faces)
        self._used = 0
        self._after = after

    def label(self) -> str:
        return "scripted"

    @property
    def left(self) -> int:
        return len(self._faces) - self._used

    def roll(self, roll: Roll) -> list[int]:
        count = len(roll.sides)
        if not self.left and self._after is not None:
            return self._after.roll(roll)
        if self.left < count:
            raise DiceError(f"the script has {self.left} dice left, the roll for {roll.purpose} takes {count}")
        faces = self._faces[self._used : self._used + count]
        check_faces(roll, faces)
        self._used += count
        return faces

    def repeat(self, roll: Roll, recorded: Sequence[int]) -> None:
        """Use the script up just as rolling did."""
        self._used = min(len(self._faces), self._used + len(recorded))


class TypedDice:
    """A person reads out real dice or cards; `hidden` rolls what must stay secret from everybody."""

    __slots__ = ("_hidden", "_read")

    def __init__(self, read: Callable[[Roll], list[int]], hidden: DiceSource) -> None:
        self._read = read
        self._hidden = hidden

    def label(self) -> str:
        return "typed"

    def roll(self, roll: Roll) -> list[int]:
        if roll.secret:
            return self._hidden.roll(roll)
        faces = self._read(roll)
        check_faces(roll, faces)
        return faces

    def repeat(self, roll: Roll, recorded: Sequence[int]) -> None:
        """Accept the record: real dice cannot be asked again."""


class RecordedDice:
    """Dice rolled outside the program: the journal has what they showed, and they cannot be rolled again."""

    __slots__ = ("_kind",)

    def __init__(self, kind: str) -> None:
        self._kind = kind

    def label(self) -> str:
        return self._kind

    def roll(self, roll: Roll) -> list[int]:
        raise DiceError(f"the journal ends before the {self._kind} dice for {roll.purpose} were told")

    def repeat(self, roll: Roll, recorded: Sequence[int]) -> None:
        """The record stands alone."""


class ToldDice:
    """Dice that show what they are told, roll by roll: for following a match whose record is known."""

    __slots__ = ("_faces",)

    def __init__(self) -> None:
        self._faces: list[list[int]] = []

    def tell(self, faces: Iterable[list[int]]) -> None:
        """Set the faces of the coming rolls; faces set earlier and not rolled yet are forgotten."""
        self._faces = list(faces)
        self._faces.reverse()

    def label(self) -> str:
        return "told"

    def roll(self, roll: Roll) -> list[int]:
        if not self._faces:
            raise DiceError(f"nobody told what the dice for {roll.purpose} show")
        return self._faces.pop()

    def repeat(self, roll: Roll, recorded: Sequence[int]) -> None:
        """The record stands alone."""


def faces_from(key: bytes, number: int, sides: Sequence[int]) -> list[int]:
    """The faces of a roll by its number, from HMAC-SHA256(key, number): eight bytes for each die, which is a bias below
    2**-40 for any die that fits on a table.
    """
    faces: list[int] = []
    block = b""
    for index, size in enumerate(sides):
        if index % 4 == 0:
            block = hmac.digest(key, f"{number}/{index // 4}".encode(), "sha256")
        start = index % 4 * 8
        faces.append(int.from_bytes(block[start : start + 8], "big") % size + 1)
    return faces


class CommittedDice:
    """Dice fixed by a key before the match: its hash is published at the start, the key at the end."""

    __slots__ = ("_count", "key")

    def __init__(self, key: bytes) -> None:
        self.key = key
        self._count = 0

    def label(self) -> str:
        return f"committed {self.commitment()}"

    def commitment(self) -> str:
        return hashlib.sha256(self.key).hexdigest()

    def roll(self, roll: Roll) -> list[int]:
        self._count += 1
        return faces_from(self.key, self._count, roll.sides)

    def repeat(self, roll: Roll, recorded: Sequence[int]) -> None:
        faces = self.roll(roll)
        if faces != list(recorded):
            raise DiceError(f"the key gives {faces} for {roll.purpose}, the record says {list(recorded)}")


class ResumedDice:
    """Dice that take over from others that can no longer be asked: the first `passed` rolls are as they were recorded,
    the later ones come from `source`.
    """

    __slots__ = ("_left", "passed", "source")

    def __init__(self, passed: int, source: CommittedDice) -> None:
        self.passed = passed
        self.source = source
        self._left = passed

    def label(self) -> str:
        return f"{self.source.label()} after {self.passed}"

    def roll(self, roll: Roll) -> list[int]:
        if self._left:
            raise DiceError(f"the record ends {self._left} rolls before these dice take over")
        return self.source.roll(roll)

    def repeat(self, roll: Roll, recorded: Sequence[int]) -> None:
        if self._left:
            self._left -= 1
        else:
            self.source.repeat(roll, recorded)
