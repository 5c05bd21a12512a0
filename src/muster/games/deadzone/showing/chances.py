"""Exact odds of the tests, by icepool, before anybody rolls.

Eights that roll again are followed `DEPTH` times, which leaves out less than one case in a million. Needs the extra
`odds`; nothing else imports this module.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import icepool

from muster.games.deadzone.rules.aggression import LEVELS
from muster.games.deadzone.rules.dice import grade, margin
from muster.games.deadzone.state.models import Aggression

DEPTH = 6


@lru_cache(maxsize=64)
def one_die(stat: int, depth: int = DEPTH) -> icepool.Die[int]:
    """The successes of a single die.  [DZ dice.success] [DZ dice.eights]"""
    last: icepool.Die[int] | int = one_die(stat, depth - 1) + 1 if depth else 1
    return icepool.Die([0] * (stat - 1) + [1] * (8 - stat) + [last])


@lru_cache(maxsize=256)
def successes(dice: int, stat: int) -> icepool.Die[int]:
    """The successes of a whole test.  [DZ dice.modifiers] [DZ dice.none]"""
    if dice <= 0 or not stat:
        return icepool.Die([0])
    return dice @ one_die(stat)


def opposed(dice: int, stat: int, resist: int, resist_stat: int) -> icepool.Die[tuple[int, int]]:
    """Both sides of an opposed test.  [DZ dice.opposed]"""
    return icepool.tupleize(successes(dice, stat), successes(resist, resist_stat))


def wounds(
    dice: int, stat: int, resist: int, resist_stat: int, armour: int, injured: bool = False
) -> dict[str, Fraction]:
    """The harm of an attack whose difference is damage: `saved`, `injured`, `killed`.

    [DZ damage.armour] [DZ damage.one] [DZ damage.two]
    """

    def harm(pair: tuple[int, int]) -> str:
        actual = pair[0] - pair[1] - armour
        if actual <= 0:
            return "saved"
        return "injured" if actual == 1 and not injured else "killed"

    return _shares(opposed(dice, stat, resist, resist_stat).map(harm, star=False))


def degrees(dice: int, stat: int, needed: int) -> dict[str, Fraction]:
    """How well a test against a number goes, from `0` to `3`.  [DZ dice.fixed] [DZ dice.multiples]"""
    return _shares(successes(dice, stat).map(lambda scored: str(grade(scored, needed))))


def fire(dice: int, stat: int, resist: int, resist_stat: int, level: int = Aggression.ALERT) -> dict[str, Fraction]:
    """The aggression in which Blaze Away leaves a target.  [DZ blaze.wins] [DZ blaze.doubles] [DZ blaze.triples]"""

    def left(pair: tuple[int, int]) -> str:
        return LEVELS[max(0, level - margin(*pair))]

    return _shares(opposed(dice, stat, resist, resist_stat).map(left, star=False))


def _shares(die: icepool.Die[str]) -> dict[str, Fraction]:
    return {outcome: Fraction(weight, die.denominator()) for outcome, weight in die.items()}
