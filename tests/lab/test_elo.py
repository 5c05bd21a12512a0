"""Elo and the intervals of shares, against cases worked out by hand."""

from __future__ import annotations

import doctest
import math
import random
from itertools import combinations

import pytest

from muster.lab import elo
from muster.lab.elo import Meeting, covariance, likeliest, ratings, wilson

TWICE = 400 * math.log10(2)
"""Points for being twice as strong."""


def points(bots: str, meetings: list[Meeting], anchor: str = "") -> list[float]:
    found = ratings(list(bots), meetings, anchor).bots
    return [found[bot].points for bot in bots]


@pytest.mark.parametrize("module", [elo])
def test_the_examples_are_true(module: object) -> None:
    found = doctest.testmod(module)  # type: ignore[arg-type]
    assert found.attempted
    assert not found.failed


def test_three_bots_each_twice_as_strong_as_the_next() -> None:
    """2 : 1, 2 : 1 and 4 : 1 fit together, so the likeliest strengths are 4, 2 and 1."""
    meetings = [Meeting("a", "b", 1, 3, 2), Meeting("b", "c", 1, 3, 2), Meeting("a", "c", 1, 5, 4)]
    assert points("abc", meetings, "c") == pytest.approx([1000 + 2 * TWICE, 1000 + TWICE, 1000])
    assert points("abc", meetings) == pytest.approx([1000 + TWICE, 1000, 1000 - TWICE])


def test_who_beats_in_a_circle_is_equal() -> None:
    meetings = [Meeting("a", "b", 1, 4, 3), Meeting("b", "c", 1, 4, 3), Meeting("c", "a", 1, 4, 3)]
    assert points("abc", meetings) == pytest.approx([1000, 1000, 1000])


def test_a_shared_match_is_half_a_victory_for_each() -> None:
    assert points("ab", [Meeting("a", "b", 1, 30, 20)]) == points("ab", [Meeting("b", "a", 1, 30, 10)])
    assert points("ab", [Meeting("a", "b", 1, 2, 1.0)]) == pytest.approx([1000, 1000])


def test_at_a_larger_table_the_fair_share_means_equal_strength() -> None:
    assert points("ab", [Meeting("a", "b", 2, 30, 10)]) == pytest.approx([1000, 1000])
    assert points("ab", [Meeting("a", "b", 3, 40, 10)]) == pytest.approx([1000, 1000])


def test_half_of_all_victories_against_two_is_twice_their_strength() -> None:
    assert points("ab", [Meeting("a", "b", 2, 30, 15)], "b") == pytest.approx([1000 + TWICE, 1000])


def test_intervals_come_from_the_information() -> None:
    """Three equal bots, 16 matches each: a pairing knows 16/4, and between two of three alike it is 2 in 3 * 4."""
    meetings = [Meeting(one, other, 1, 16, 8) for one, other in combinations("abc", 2)]
    found = ratings(list("abc"), meetings, "a").bots
    expected = 1.959964 * 400 / math.log(10) * math.sqrt(2 / 12)
    assert [found[bot].margin for bot in "abc"] == pytest.approx([0, expected, expected])


def test_without_an_anchor_intervals_are_seen_from_the_mean() -> None:
    """The variance of one of three from their mean is a third of that between two of them."""
    meetings = [Meeting(one, other, 1, 16, 8) for one, other in combinations("abc", 2)]
    spread = covariance("abc", meetings, dict.fromkeys("abc", 1.0))
    assert spread[0][0] == pytest.approx(2 / 12 / 3)
    assert sum(spread[0]) == pytest.approx(0)


def test_at_the_likeliest_strengths_everybody_wins_as_often_as_expected() -> None:
    rng = random.Random(4)
    for others in (1, 2, 3):
        meetings = [Meeting(one, other, others, 20, rng.randint(1, 19)) for one, other in combinations("abcde", 2)]
        strengths = likeliest("abcde", meetings)
        for bot in "abcde":
            won = expected = 0.0
            for meeting in meetings:
                alone, table = strengths[meeting.one], others * strengths[meeting.other]
                if bot == meeting.one:
                    won += meeting.score
                    expected += meeting.matches * alone / (alone + table)
                elif bot == meeting.other:
                    won += meeting.matches - meeting.score
                    expected += meeting.matches * table / (alone + table)
            assert won == pytest.approx(expected)


def test_one_sided_results_suppose_a_shared_match() -> None:
    """Ten of ten, and one shared: 10.5 to 0.5."""
    found = ratings(["a", "b"], [Meeting("a", "b", 1, 10, 10)], "b")
    assert found.supposed
    assert found.bots["a"].points == pytest.approx(1000 + 400 * math.log10(21))
    assert not ratings(["a", "b"], [Meeting("a", "b", 1, 10, 9.5)], "b").supposed


def test_a_shared_match_is_supposed_only_between_those_who_met() -> None:
    """Otherwise a ladder would be pulled together: its ends would seem to have met and shared."""
    ladder = [Meeting("c", "b", 1, 10, 10), Meeting("b", "a", 1, 10, 10)]
    found = ratings(["a", "b", "c"], ladder, "a")
    step = 400 * math.log10(21)
    assert found.bots["b"].points == pytest.approx(1000 + step)
    assert found.bots["c"].points == pytest.approx(1000 + 2 * step)


def test_bots_that_never_met_are_rated_all_the_same() -> None:
    found = ratings(["a", "b", "c"], [Meeting("a", "b", 1, 4, 3), Meeting("a", "c", 1, 0, 0)])
    assert found.supposed
    assert found.bots["c"].margin > found.bots["a"].margin


def test_a_share_is_within_its_interval() -> None:
    """To the last digit: a plot cannot draw an interval that begins above its point."""
    for matches in range(1, 60):
        for wins in range(matches + 1):
            low, high = wilson(wins, matches)
            assert 0 <= low <= wins / matches <= high <= 1


def test_wilson_by_hand() -> None:
    """For none of n the interval ends at z² / (n + z²)."""
    squared = 1.959964**2
    assert wilson(0, 20) == pytest.approx((0, squared / (20 + squared)))
    assert wilson(20, 20) == pytest.approx((20 / (20 + squared), 1))
    low, high = wilson(50, 100)
    assert low + high == pytest.approx(1)
    assert (low, high) == pytest.approx((0.4038, 0.5962), abs=1e-4)
