"""Exact odds of tests before anybody rolls (rulebook, "Dice Rolling", "Damage").

Eights that roll again are followed until less than one case in 10^15 is left over.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from muster.games.deadzone.rules.aggression import LEVELS
from muster.games.deadzone.rules.dice import grade, margin
from muster.games.deadzone.state.models import Aggression

DEPTH = 16
Spread = tuple[float, ...]
"""The chances of 0, 1, 2 … successes."""


@lru_cache(maxsize=64)
def one_die(stat: int, depth: int = DEPTH) -> Spread:
    """The successes of a single die.  [DZ dice.success] [DZ dice.eights]"""
    rest = one_die(stat, depth - 1) if depth else (1.0,)
    return ((stat - 1) / 8, (8 - stat) / 8 + rest[0] / 8, *[share / 8 for share in rest[1:]])


@lru_cache(maxsize=512)
def successes(dice: int, stat: int) -> Spread:
    """The successes of a whole test.  [DZ dice.modifiers] [DZ dice.none]"""
    if dice <= 0 or not stat:
        return (1.0,)
    before, die = successes(dice - 1, stat), one_die(stat)
    found = [0.0] * (len(before) + len(die) - 1)
    for count, chance in enumerate(before):
        for more, share in enumerate(die):
            found[count + more] += chance * share
    last = max(count for count, chance in enumerate(found) if chance > 1e-18)
    return tuple(found[: last + 1])


def opposed(dice: int, stat: int, resist: int, resist_stat: int) -> list[tuple[int, int, float]]:
    """Both sides of an opposed test, with the chance of each pair.  [DZ dice.opposed]"""
    held = list(enumerate(successes(resist, resist_stat)))
    return [
        (one, other, chance * share)
        for one, chance in enumerate(successes(dice, stat))
        for other, share in held
        if chance * share > 1e-20
    ]


def redone(
    dice: int, stat: int, resist: int, resist_stat: int, may: tuple[bool, bool], worth: Callable[[int, int], float]
) -> list[tuple[int, int, float]]:
    """The same if the side that acts, the other, or both may roll all their dice again once they see what both have
    rolled, and do so where it serves them: `worth` is what the one wants and the other does not.

    [DZ ability.resourceful]
    """
    if not any(may):
        return opposed(dice, stat, resist, resist_stat)
    mine, theirs = successes(dice, stat), successes(resist, resist_stat)
    value = [[worth(one, other) for other in range(len(theirs))] for one in range(len(mine))]
    chances = [[chance * share for share in theirs] for chance in mine]
    after = [row[:] for row in value]
    fresh = [sum([share * row[other] for other, share in enumerate(theirs)]) for row in value]
    if may[1] and len(theirs) > 1:
        after = [[min(kept, fresh[one]) for kept in row] for one, row in enumerate(value)]
    if may[0] and len(mine) > 1:
        for other in range(len(theirs)):
            again = sum([chance * after[one][other] for one, chance in enumerate(mine)])
            rolled = 0.0
            for one in range(len(mine)):
                if after[one][other] < again:
                    rolled += chances[one][other]
                    chances[one][other] = 0.0
            for one, chance in enumerate(mine):
                chances[one][other] += rolled * chance
    if may[1] and len(theirs) > 1:
        for one, row in enumerate(chances):
            rolled = 0.0
            for other in range(len(theirs)):
                if value[one][other] > fresh[one]:
                    rolled += row[other]
                    row[other] = 0.0
            for other, share in enumerate(theirs):
                row[other] += rolled * share
    return [(one, other, chance) for one, row in enumerate(chances) for other, chance in enumerate(row) if chance]


def shares(dice: int, stat: int, resist: int, resist_stat: int, read: Callable[[int, int], str]) -> dict[str, float]:
    """The chances of what the pairs of an opposed test come to."""
    found: dict[str, float] = {}
    for one, other, chance in opposed(dice, stat, resist, resist_stat):
        outcome = read(one, other)
        found[outcome] = found.get(outcome, 0.0) + chance
    return found


def wounds(dice: int, stat: int, resist: int, resist_stat: int, armour: int, injured: bool = False) -> dict[str, float]:
    """The harm of an attack whose difference is damage: `saved`, `injured`, `killed`.

    [DZ damage.armour] [DZ damage.one] [DZ damage.two]
    """

    def harm(one: int, other: int) -> str:
        actual = one - other - armour
        if actual <= 0:
            return "saved"
        return "injured" if actual == 1 and not injured else "killed"

    return shares(dice, stat, resist, resist_stat, harm)


def degrees(dice: int, stat: int, needed: int) -> dict[str, float]:
    """How well a test against a number goes, from `0` to `3`.  [DZ dice.fixed] [DZ dice.multiples]"""
    found: dict[str, float] = {}
    for scored, chance in enumerate(successes(dice, stat)):
        reached = str(grade(scored, needed))
        found[reached] = found.get(reached, 0.0) + chance
    return found


def fire(dice: int, stat: int, resist: int, resist_stat: int, level: int = Aggression.ALERT) -> dict[str, float]:
    """The aggression in which Blaze Away leaves a target.  [DZ blaze.wins] [DZ blaze.doubles] [DZ blaze.triples]"""
    return shares(dice, stat, resist, resist_stat, lambda one, other: LEVELS[max(0, level - margin(one, other))])
