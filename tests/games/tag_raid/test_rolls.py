"""Rolls: face to face against exact odds, criticals, ties, rounding."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from games.tag_raid import exact_rolls as exact
from muster.games.tag_raid.cards.content import Ammunition
from muster.games.tag_raid.rules.rolls import Hits, Throw, against_threat, face_to_face, half_up, normal
from muster.games.tag_raid.rules.told import above, up_to


def left(hits: Hits) -> tuple[int, int]:
    return hits.count, hits.criticals


@pytest.mark.clause("TR roll.success", "TR roll.normal", "TR critical.match", "TR roll.d20")
def test_a_normal_roll() -> None:
    assert left(normal(Throw(9, [8]))) == (1, 0)
    assert left(normal(Throw(9, [12]))) == (0, 0)
    assert left(normal(Throw(9, [9, 10, 1]))) == (2, 1)
    assert left(normal(Throw(0, [1, 2]))) == (0, 0)


@pytest.mark.clause("TR roll.success", "TR save.pass")
def test_drawn_dice_count_up_to_the_value_and_saves_above_the_damage() -> None:
    assert [die.good for die in up_to(9, [8, 9, 10]).dice] == [True, True, False]
    assert [die.good for die in above(13, [12, 13, 14]).dice] == [False, False, True]


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


def exhaustive(burst: int, value: int, other_burst: int, other_value: int) -> dict[tuple[int, int], Fraction]:
    """The odds of every outcome (hits left, criticals among them), by going through all faces with the book in hand."""
    limit, other_limit = min(value, 20), min(other_value, 20)
    found: dict[tuple[int, int], int] = {}
    for faces in product(range(1, 21), repeat=burst + other_burst):
        good = [face for face in faces[:burst] if face <= limit]
        bad = [face for face in faces[burst:] if face <= other_limit]
        criticals = good.count(limit)
        plain = [face for face in good if face < limit and face > max(bad, default=0)]
        key = (0, 0) if other_limit in bad else (len(plain) + criticals, criticals)
        found[key] = found.get(key, 0) + 1
    return {key: Fraction(count, 20 ** (burst + other_burst)) for key, count in found.items()}


SMALL = [(1, 12, 1, 12), (2, 9, 1, 14), (1, 25, 2, 20), (2, 1, 1, 20), (1, 15, 2, 1), (1, 0, 1, 10), (1, 10, 1, -2)]


@pytest.mark.parametrize("setup", SMALL, ids=str)
def test_the_odds_are_those_of_counting_every_case(setup: tuple[int, int, int, int]) -> None:
    assert exact.face_to_face(*setup) == exhaustive(*setup)


SETUPS = [
    (burst, value, other, other_value)
    for (burst, other), (value, other_value) in product(
        [(1, 1), (2, 1), (3, 1), (3, 2), (5, 1), (4, 3), (1, 5), (5, 5)],
        [(12, 12), (9, 12), (25, 15), (1, 20), (15, 1), (18, 6), (22, 24), (5, 5)],
    )
]


@pytest.mark.clause("TR ftf.compare", "TR ftf.tie", "TR ftf.critical", "TR ftf.criticals")
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_face_to_face_agrees_with_exact_odds(setup: tuple[int, int, int, int]) -> None:
    """Both sides of each set-up, rolled many times: no outcome is off by five standard deviations."""
    burst, value, other_burst, other_value = setup
    rng = random.Random(str(setup))
    seen: tuple[Counter[tuple[int, int]], Counter[tuple[int, int]]] = (Counter(), Counter())
    for _ in range(ROLLED):
        mine = Throw(value, [rng.randint(1, 20) for _ in range(burst)])
        theirs = Throw(other_value, [rng.randint(1, 20) for _ in range(other_burst)])
        for side, hits in enumerate(face_to_face(mine, theirs)):
            seen[side][left(hits)] += 1
    close(seen[0], exact.face_to_face(burst, value, other_burst, other_value))
    close(seen[1], exact.face_to_face(other_burst, other_value, burst, value))


ROLLED = 4000


def close(seen: Counter[tuple[int, int]], exact: dict[tuple[int, int], Fraction]) -> None:
    assert sum(exact.values()) == 1
    for key in {*exact, *seen}:
        chance = float(exact.get(key, 0))
        assert chance or not seen[key], f"{key} cannot be"
        spread = 5 * (chance * (1 - chance) / ROLLED) ** 0.5
        assert abs(seen[key] / ROLLED - chance) <= spread + 3 / ROLLED, (key, chance, seen[key] / ROLLED)


@pytest.mark.parametrize(("burst", "value", "threat"), [(1, 12, 8), (3, 12, 8), (2, 6, 8), (5, 20, 2), (3, 3, 20)])
def test_the_megabeast_agrees_with_exact_odds(burst: int, value: int, threat: int) -> None:
    rng = random.Random(burst * value)
    throws = [Throw(value, [rng.randint(1, 20) for _ in range(burst)]) for _ in range(ROLLED)]
    close(
        Counter([left(against_threat(throw, threat)) for throw in throws]),
        exact.against_threat(burst, value, threat),
    )
    close(Counter([left(normal(throw)) for throw in throws]), exact.normal(burst, value))


def test_the_odds_of_wounds() -> None:
    """A sure hit with explosive ammunition: three saving rolls, each lost on 10 or less of 20."""
    sure = {(1, 0): Fraction(1)}
    assert exact.wounds(sure, Ammunition.EXP, 10) == {
        0: Fraction(1, 8),
        1: Fraction(3, 8),
        2: Fraction(3, 8),
        3: Fraction(1, 8),
    }
    assert exact.wounds({(1, 1): Fraction(1)}, Ammunition.N, 25) == {2: Fraction(1)}, "a critical adds a saving roll"
    assert exact.wounds(sure, Ammunition.N, -1) == {0: Fraction(1)}


def test_there_are_enough_setups() -> None:
    assert len(SETUPS) >= 40
    assert {burst for burst, *_ in SETUPS} == {1, 2, 3, 4, 5}
