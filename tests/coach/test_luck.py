"""Luck, beside cases worked out by hand: one die of pig, two dice, perfect and awful dice over a whole match."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from coach.played import past_of_pig, pig
from muster.coach.analysis import judge_of
from muster.coach.luck import Faces, Judge, Luck, percentiles, ways_of
from muster.coach.past import Moment, Past, Walk
from muster.kernel.chances import UNFITTED
from muster.kernel.dice import DiceSource
from muster.kernel.match import Match
from muster.kernel.requests import Roll


def luck_of_last(match: Match[Any]) -> Luck | None:
    """What the dice after the last answer were worth."""
    past = past_of_pig(match)
    walk = Walk(past)
    last: Moment | None = None
    for moment in walk.moments():
        last = moment
        if moment.after == len(past.entries):
            break
    assert last is not None
    return judge_of(walk, last).luck(last.faces)


def chance_with(lead: float) -> float:
    """The chance of a player with this lead when nothing was fitted and nobody knows how far the match has come."""
    return 1 / (1 + math.exp(-2 * 0.075 * lead))


@pytest.mark.usefixtures("pig_installed")
class TestOneDie:
    """With ten points in the turn, anything but a 1 adds half of what it shows to the lead; a 1 leaves none."""

    AFTER = [chance_with(0)] + [chance_with((10 + face) / 2) for face in range(2, 7)]

    @pytest.mark.parametrize("face", range(1, 7))
    def test_the_gain_is_the_chance_after_it_less_the_average_of_all_faces(self, face: int) -> None:
        luck = luck_of_last(pig("rrr", [4, 6, face]))
        assert luck is not None
        assert luck.gain(0) == pytest.approx(self.AFTER[face - 1] - sum(self.AFTER) / 6)
        assert luck.gain(0) == pytest.approx(-luck.gain(1))

    def test_the_percentile_counts_the_faces_that_are_worse(self) -> None:
        found = [luck_of_last(pig("rrr", [4, 6, face])) for face in range(1, 7)]
        places = [luck.percentile(0) for luck in found if luck is not None]
        assert places == pytest.approx([100 * (face + 0.5) / 6 for face in range(6)])

    def test_all_faces_are_counted_once(self) -> None:
        luck = luck_of_last(pig("rrr", [4, 6, 3]))
        assert luck is not None
        assert luck.weights == pytest.approx([1 / 6] * 6)


@pytest.mark.usefixtures("pig_installed")
class TestAWholeMatch:
    def lucks(self, past: Past) -> list[Luck]:
        walk = Walk(past)
        found = [judge_of(walk, moment).luck(moment.faces) for moment in walk.moments() if moment.faces]
        return [luck for luck in found if luck is not None]

    def test_perfect_dice_are_better_than_all_others_and_awful_ones_worse(self) -> None:
        """A throws nothing but sixes, B nothing but ones."""
        match = pig("rrrh" + "r" + "rrrh" + "r" + "rrrh", [6, 6, 6, 1, 6, 6, 6, 1, 6, 6, 6])
        assert match.over
        best, worst = percentiles(self.lucks(past_of_pig(match)), 2)
        assert best > 99
        assert worst < 1

    def test_ordinary_dice_stand_in_the_middle(self) -> None:
        """Fours for everybody: as good as any roll that does not lose the turn, and no better."""
        match = pig("rrrrh" * 7, [4] * 28)
        assert match.over
        first, second = percentiles(self.lucks(past_of_pig(match)), 2)
        assert 15 < first < 85
        assert first + second == pytest.approx(100, abs=0.5)

    def test_without_dice_nobody_was_lucky(self) -> None:
        assert percentiles([], 3) == [50.0, 50.0, 50.0]

    def test_the_same_dice_stand_in_the_same_place(self) -> None:
        lucks = self.lucks(past_of_pig(pig("rrrh", [2, 3, 5])))
        assert percentiles(lucks, 2) == percentiles(lucks, 2)


def test_two_dice_fall_in_36_ways_each_as_likely() -> None:
    """Worked out by hand: the sum of two dice is worse than 4 in 3 of 36 ways, and 4 in 3."""
    ways = [[(one + other) / 12, 1 - (one + other) / 12] for one in range(1, 7) for other in range(1, 7)]
    luck = Luck([4 / 12, 8 / 12], ways, [1 / 36] * 36)
    assert luck.expected(0) == pytest.approx(7 / 12)
    assert luck.gain(0) == pytest.approx(-3 / 12)
    assert luck.percentile(0) == pytest.approx(100 * 4.5 / 36)
    assert luck.percentile(1) == pytest.approx(100 * 31.5 / 36)


def test_faces_are_shown_in_order_and_the_number_of_sides_is_noted() -> None:
    dice = Faces([3, 5])
    assert dice.roll(Roll("hit", [6])) == [3]
    assert dice.roll(Roll("harm", [8, 4])) == [5, 1]
    assert (dice.faces, dice.sides) == ([3, 5, 1], [6, 8, 4])
    assert ways_of(dice.sides) == 192


# Dice that are thrown again until they fit


class Stubborn:
    """A match that is over after one die, thrown again until it fits; a 6 wins."""

    def __init__(self, dice: DiceSource, fits: Callable[[int], bool]) -> None:
        self.dice, self._fits = dice, fits
        self.state, self.pending, self.result = None, dict[int, Any](), SimpleNamespace(winners=(1,))

    def play(self, seat: int, option: Any) -> None:
        for _ in range(1000):
            face = self.dice.roll(Roll("again", (6,)))[0]
            if self._fits(face):
                self.result.winners = (0,) if face == 6 else (1,)
                return
        raise AssertionError("this die never fits")


@pytest.mark.parametrize("fits", [lambda face: face > 2, lambda face: face != 2])
def test_dice_thrown_again_until_they_fit_come_to_an_end(fits: Callable[[int], bool]) -> None:
    """Ones alone would never fit, and there is no end of ways with twos: so a sample is drawn."""
    thinking: Any = SimpleNamespace(evaluate=lambda state, seat: 0.0, features=None)
    stand: Any = lambda dice: Stubborn(dice, fits)  # noqa: E731
    luck = Judge(thinking, UNFITTED, 2, stand, (0, SimpleNamespace()), 1).luck([6])  # type: ignore[arg-type]
    assert luck is not None
    share = 1 / sum(map(fits, range(1, 7)))
    assert luck.expected(0) == pytest.approx(share, abs=0.1)
    assert luck.gain(0) == pytest.approx(1 - share, abs=0.12)
