"""An oracle: the exact odds of rolls by icepool, which knows nothing of our formulas."""

from __future__ import annotations

from fractions import Fraction

import icepool

from muster.games.tag_raid.cards.content import Ammunition
from muster.games.tag_raid.rules.damage import SAVES
from muster.games.tag_raid.rules.rolls import SIDES, capped

Outcome = tuple[int, int]
"""Successes that are left, and how many of them are critical."""
CRITICAL = SIDES + 1
"""In place of a result: a critical beats every other."""


def normal(burst: int, value: int) -> dict[Outcome, Fraction]:
    """A normal roll.  [TR roll.normal] [TR critical.match]"""
    return _shares(_hits(burst, capped(value), 0))


def face_to_face(burst: int, value: int, other_burst: int, other_value: int) -> dict[Outcome, Fraction]:
    """What the first of two sides has left of a face-to-face roll.

    The other side matters only through its best result.  [TR ftf.compare] [TR ftf.tie] [TR ftf.criticals]
    """
    limit, other_limit = capped(value), capped(other_value)
    return _shares(_best(other_burst, other_limit).map(lambda best: _hits(burst, limit, best)))


def against_threat(burst: int, value: int, threat: int) -> dict[Outcome, Fraction]:
    """An attack on the MegaBeast, or an evade against it: its threat is what it rolled, and never a critical.

    [TR beast.exceed] [TR beast.no_dice]
    """
    return _shares(_hits(burst, capped(value), min(threat, SIDES)))


def wounds(outcomes: dict[Outcome, Fraction], ammunition: Ammunition, damage: int) -> dict[int, Fraction]:
    """How many wounds attacks with these outcomes cost, if saving rolls must be above `damage`.

    [TR save.fail] [TR damage.each_hit] [TR ammo.critical]
    """
    fail = Fraction(max(0, min(damage, SIDES)), SIDES)
    found: dict[int, Fraction] = {}
    for (hits, criticals), chance in outcomes.items():
        rolls = SAVES[ammunition] * hits + criticals
        lost = rolls @ icepool.coin(fail.numerator, fail.denominator) if rolls else icepool.Die([0])
        for count, weight in lost.items():
            found[int(count)] = found.get(int(count), Fraction(0)) + chance * Fraction(weight, lost.denominator())
    return found


def _best(burst: int, limit: int) -> icepool.Die[int]:
    """The best result of a throw: 0 when nothing succeeded, `CRITICAL` when one die showed the limit itself."""
    single = icepool.d(SIDES).map(lambda face: CRITICAL if face == limit else face if face < limit else 0)
    return single.highest(burst) if burst > 1 else single


def _hits(burst: int, limit: int, best: int) -> icepool.Die[Outcome]:
    """Successes above the best result of the other side, and criticals, which only a critical cancels."""
    if best == CRITICAL:
        return icepool.Die([(0, 0)])

    def worth(face: int) -> Outcome:
        if face == limit:
            return 1, 1
        return (1, 0) if best < face < limit else (0, 0)

    total: icepool.Die[Outcome] = burst @ icepool.d(SIDES).map(lambda face: icepool.Vector(worth(face)))
    return total.map(lambda hits, criticals: (hits, criticals))


def _shares(die: icepool.Die[Outcome]) -> dict[Outcome, Fraction]:
    return {(hits, criticals): Fraction(weight, die.denominator()) for (hits, criticals), weight in die.items()}
