"""Dice: tests without cards or models, eights that roll again, doubles and triples (rulebook, "Dice Rolling")."""

from __future__ import annotations

from typing import Final

from muster.kernel.requests import Table
from muster.kernel.terms import Term

BASE: Final = 3
"""Dice of a test before modifiers.  [DZ dice.base]"""
FIRST: Final = Term("DZ dice.base", BASE)
Pool = list[Term]
"""The dice of a test: this one, and whatever changes it."""


async def successes(table: Table, purpose: str, dice: int, stat: int, faces: list[str] | None = None) -> int:
    """Dice that reach the stat; every 8 counts and rolls again. No dice, or a dash for a stat: no test. Whoever wants
    to tell of them gets `faces`, a text for each throw.

    [DZ dice.success] [DZ dice.eights] [DZ dice.modifiers] [DZ dice.none]
    """
    if not stat:
        return 0
    total = 0
    while dice > 0:
        eights = 0
        thrown = await table.roll(purpose, (8,) * dice)
        if faces is not None:
            faces.append(" ".join([str(face) for face in thrown]))
        for face in thrown:
            if face >= stat:
                total += 1
            if face == 8:
                eights += 1
        dice = eights
    return total


def noted(table: Table) -> list[str] | None:
    """Where the throws of a test are noted, if anybody listens."""
    return [] if table.listening else None


def listed(faces: list[str] | None) -> str:
    """The throws of a test for an event: `8 6 3/5` is three dice and the one that rolled again."""
    return "/".join(faces or ())


def margin(one: int, other: int) -> int:
    """How clearly one side of an opposed test won: 0 not at all, 1 it did, 2 doubled, 3 tripled.

    [DZ dice.opposed] [DZ dice.multiples] [DZ dice.against_none]
    """
    if one <= other:
        return 0
    if other == 0:
        return 3
    return min(3, one // other)


def grade(scored: int, needed: int) -> int:
    """The same for a test that needs a fixed number of successes.  [DZ dice.fixed] [DZ dice.multiples]"""
    return min(3, scored // needed)
