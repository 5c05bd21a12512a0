"""Rolls: face to face against exact odds, criticals, ties, rounding."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import icepool
import pytest

from muster.games.tag_raid.rolls import Hits, Throw, against_threat, face_to_face, half_up, normal


def left(hits: Hits) -> tuple[int, int]:
    return hits.count, hits.criticals


@pytest.mark.clause("TR roll.success", "TR roll.normal", "TR critical.match", "TR roll.d20")
def test_a_normal_roll() -> None:
    assert left(normal(Throw(9, [8]))) == (1, 0)
    assert left(normal(Throw(9, [12]))) == (0, 0)
    assert left(normal(Throw(9, [9, 10, 1]))) == (2, 1)
    assert left(normal(Throw(0, [1, 2]))) == (0, 0)


@pytest.mark.clause("TR roll.above_twenty")
def test_a_value_above_twenty_is_twenty() -> None:
    assert left(normal(Throw(23, [20, 19]))) == (2, 1)


@pytest.mark.clause("TR ftf.compare")
def test_successes_cancel_lower_ones_even_when_cancelled_themselves() -> None:
    one, other = face_to_face(Throw(15, [14, 6]), Throw(15, [9]))
    assert (left(one), left(other)) == ((1, 0), (0, 0)), "9 is beaten by 14 and still beats 6"


@pytest.mark.clause("TR ftf.tie")
def test_equal_results_cancel_each_other() -> None:
    one, other = face_to_face(Throw(15, [9, 7]), Throw(12, [9]))
    assert (left(one), left(other)) == ((0, 0), (0, 0))


@pytest.mark.clause("TR ftf.critical", "TR ftf.criticals")
def test_criticals() -> None:
    one, other = face_to_face(Throw(5, [5]), Throw(18, [17, 16]))
    assert (left(one), left(other)) == ((1, 1), (0, 0)), "a critical beats what is higher"
    one, other = face_to_face(Throw(5, [5, 5, 4]), Throw(18, [18]))
    assert (left(one), left(other)) == ((0, 0), (0, 0)), "criticals cancel, however many, and the rest is discarded"


@pytest.mark.clause("TR beast.exceed", "TR beast.no_dice")
def test_only_above_the_threat_beats_the_megabeast() -> None:
    assert left(against_threat(Throw(16, [9, 8, 3]), 8)) == (1, 0)
    assert left(against_threat(Throw(6, [6]), 8)) == (1, 1), "a critical wins all the same"
    assert left(against_threat(Throw(6, [5]), 8)) == (0, 0)


@pytest.mark.clause("TR rounding.up")
def test_halves_are_rounded_up() -> None:
    assert [half_up(value) for value in (0, 1, 2, 3, 7)] == [0, 1, 1, 2, 4]


def exact(burst: int, value: int, other_burst: int, other_value: int) -> dict[tuple[int, int], Fraction]:
    """The odds of every outcome (hits left, criticals among them), worked out by icepool."""

    def outcome(*faces: int) -> tuple[int, int]:
        mine, theirs = faces[:burst], faces[burst:]
        value_, other_ = min(value, 20), min(other_value, 20)
        good = [face for face in mine if face <= value_]
        bad = [face for face in theirs if face <= other_]
        if other_ in bad:
            return 0, 0
        criticals = good.count(value_)
        plain = [face for face in good if face < value_ and face > max(bad, default=0)]
        return len(plain) + criticals, criticals

    if burst + other_burst <= 3:
        dice = [icepool.d(20)] * (burst + other_burst)
        die = icepool.map(outcome, *dice)
    else:
        die = by_highest(burst, value, other_burst, other_value)
    return {key: Fraction(count, die.denominator()) for key, count in die.items()}


def by_highest(burst: int, value: int, other_burst: int, other_value: int) -> icepool.Die[tuple[int, int]]:
    """The same for many dice: the other side matters only through its best result (21 is a critical, 0 nothing)."""
    cap, other_cap = min(value, 20), min(other_value, 20)
    single = icepool.d(20).map(lambda face: 21 if face == other_cap else face if face < other_cap else 0)
    best = single.highest(other_burst) if other_burst > 1 else single

    def mine(highest: int) -> icepool.Die[int]:
        if highest == 21:
            return icepool.Die([0])
        # Ten for a hit and one more for a critical: sums of five dice still come apart again.
        hit = icepool.d(20).map(lambda face: 11 if face == cap else 10 if highest < face < cap else 0)
        return burst @ hit

    return best.map(mine).map(lambda total: (total // 10, total % 10))


SETUPS = [
    (burst, value, other, other_value)
    for (burst, other), (value, other_value) in product(
        [(1, 1), (2, 1), (3, 1), (3, 2), (5, 1), (4, 3), (1, 5), (5, 5)],
        [(12, 12), (9, 12), (25, 15), (1, 20), (15, 1), (18, 6)],
    )
]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_face_to_face_agrees_with_exact_odds(setup: tuple[int, int, int, int]) -> None:
    burst, value, other_burst, other_value = setup
    rng = random.Random(str(setup))
    games = 4000
    seen: dict[tuple[int, int], int] = {}
    for _ in range(games):
        mine = Throw(value, [rng.randint(1, 20) for _ in range(burst)])
        theirs = Throw(other_value, [rng.randint(1, 20) for _ in range(other_burst)])
        key = left(face_to_face(mine, theirs)[0])
        seen[key] = seen.get(key, 0) + 1
    odds = exact(*setup)
    for key in {*odds, *seen}:
        chance = float(odds.get(key, 0))
        spread = 5 * (max(chance * (1 - chance), 1e-6) / games) ** 0.5
        assert abs(seen.get(key, 0) / games - chance) <= spread + 4 / games, (key, chance, seen.get(key, 0) / games)


def test_there_are_enough_setups() -> None:
    assert len(SETUPS) >= 40
