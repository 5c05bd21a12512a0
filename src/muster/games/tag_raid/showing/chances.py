"""Exact chances of rolls: face to face, against a threat level, alone, and the wounds that come of them.

These are closed formulas for the rules in `rolls.py` and `damage.py`.
"""

from __future__ import annotations

from math import comb

from muster.games.tag_raid.rules.rolls import SIDES, capped

Tops = list[float]
"""The chance that the best plain success of a throw is 0 (none) to 20, together with no critical."""


class Side:
    """One side of a roll: success value, dice, saving rolls for each hit, and the number to beat."""

    __slots__ = ("dice", "limit", "saves", "value")

    def __init__(self, value: int, dice: int, saves: int = 1, limit: int = 0) -> None:
        self.value = max(0, capped(value))
        self.dice = dice
        self.saves = saves
        self.limit = limit


def tops(side: Side) -> Tops:
    """The chances of each best plain success without a critical; the rest to 1 is a critical."""
    found = [0.0] * (SIDES + 1)
    below = 0.0
    for best in range(max(1, side.value)):
        chance = ((SIDES - side.value + best) / SIDES) ** side.dice
        found[best] = chance - below
        below = chance
    return found


def against_best(side: Side, best: int, extra: int = 1) -> list[float]:
    """The chances of 0, 1, 2 … saving rolls for the other when its best success is `best` and it has no critical.

    A critical causes `extra` more.
    """
    critical = 1 / SIDES if side.value else 0.0
    plain = max(0, side.value - 1 - best) / SIDES
    found = [1.0]
    for _ in range(side.dice):
        longer = [0.0] * (len(found) + side.saves + extra)
        for count, chance in enumerate(found):
            longer[count] += chance * (1 - plain - critical)
            longer[count + side.saves] += chance * plain
            longer[count + side.saves + extra] += chance * critical
        found = longer
    return found


def saving_rolls(side: Side, other: Side | None) -> list[float]:
    """The chances of so many saving rolls caused by one side of a face-to-face roll, or by a normal one."""
    if other is None:
        return against_best(side, 0)
    found = [0.0] * (side.dice * (side.saves + 1) + 1)
    left = 1.0
    for best, chance in enumerate(tops(other)):
        left -= chance
        if chance:
            for count, share in enumerate(against_best(side, best)):
                found[count] += chance * share
    found[0] += left  # the other has a critical: nothing gets through
    return found


def against_threat(side: Side, threat: int) -> list[float]:
    """The wounds of the MegaBeast, which has rolled its threat level; criticals add nothing."""
    return against_best(side, threat, 0)


def gets_through(rolls: list[float]) -> float:
    return 1.0 - rolls[0]


def wounds(side: Side, rolls: list[float], most: int) -> list[float]:
    """The chances of 0, 1, … wounds, the last one of `most` or more."""
    fails = min(max(side.limit, 0), SIDES) / SIDES
    found = [0.0] * (most + 1)
    for count, chance in enumerate(rolls):
        for lost in range(count + 1):
            found[min(lost, most)] += chance * comb(count, lost) * fails**lost * (1 - fails) ** (count - lost)
    return found


def evades_all(value: int, others: list[Side], threat: int | None) -> float:
    """The chance that one evade roll beats every attack it is rolled against."""
    value = max(0, capped(value))
    tables = [tops(other) for other in others]
    total = 0.0
    for face in range(1, value + 1):
        critical = face == value
        if threat is not None and not critical and face <= threat:
            continue
        chance = 1 / SIDES
        for table in tables:
            below = 0.0
            for best, share in enumerate(table):
                if critical or best < face:
                    below += share
            chance *= below
        total += chance
    return total
