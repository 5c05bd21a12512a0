"""Dice: tests without cards or models, eights that roll again, doubles and triples (rulebook, "Dice Rolling")."""

from __future__ import annotations

from typing import Final

from muster.kernel.requests import Table
from muster.kernel.terms import Term

BASE: Final = 3
"""Dice of a test before modifiers.  [DZ dice.base]"""
FIRST: Final = Term("DZ dice.base", BASE)
Pool = list[Term]
"""The terms of a test's dice: the first three, and whatever changes them."""
Throws = list[list[int]]
"""The faces of a test, throw by throw: every throw but the first is of dice that eights gave."""


async def successes(table: Table, purpose: str, dice: int, stat: int, throws: Throws | None = None) -> int:
    """Count the dice that reach the stat; every 8 counts and rolls again. Without dice, or with a dash for a stat,
    there is no test. Each throw is added to `throws`, if there is such a list.

    [DZ dice.success] [DZ dice.eights] [DZ dice.modifiers] [DZ dice.none]
    """
    if not stat:
        return 0
    total = 0
    while dice > 0:
        eights = 0
        thrown = await table.roll(purpose, (8,) * dice)
        if throws is not None:
            throws.append(list(thrown))
        for face in thrown:
            if face >= stat:
                total += 1
            if face == 8:
                eights += 1
        dice = eights
    return total


def noted(table: Table) -> Throws | None:
    """A list for the throws of a test, if anybody listens."""
    return [] if table.listening else None


def margin(one: int, other: int) -> int:
    """How clearly one side of an opposed test won: 0 if it did not, 1 if it did, 2 if it doubled, 3 if it tripled.

    [DZ dice.opposed] [DZ dice.multiples] [DZ dice.against_none]
    """
    if one <= other:
        return 0
    if other == 0:
        return 3
    return min(3, one // other)


def grade(scored: int, needed: int) -> int:
    """How clearly a test reached a fixed number of successes, on the same scale.

    [DZ dice.fixed] [DZ dice.multiples]
    """
    return min(3, scored // needed)
