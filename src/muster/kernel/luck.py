"""How the dice fell for a seat: the good ones that came beside those to be expected.

A game's `Showing.luck` adds up what its events tell of the dice. A die is good or not, whatever hung on it, so this
says how the dice fell and nothing about when; the analysis of a match weighs each roll by what came of it.
"""

from __future__ import annotations

from statistics import NormalDist
from typing import Final

import msgspec

EVEN: Final = 50


class Luck(msgspec.Struct, frozen=True):
    """The dice of a seat: how many good ones came, how many could be expected, and in how many of a hundred matches
    with the same rolls fewer come.
    """

    came: int
    expected: float
    better: int


class GoodDice:
    """The good dice of a seat, roll by roll.

    >>> tally = GoodDice()
    >>> tally.add(came=8, dice=10, chance=0.5)
    >>> tally.luck()
    Luck(came=8, expected=5.0, better=97)
    """

    def __init__(self) -> None:
        self._came = 0
        self._expected = 0.0
        self._variance = 0.0

    def add(self, came: int, dice: int, chance: float) -> None:
        """A roll of some dice, each of which is good with that chance."""
        self.add_sum(came, dice * chance, dice * chance * (1 - chance))

    def add_sum(self, came: int, expected: float, variance: float) -> None:
        """A roll whose good dice have this mean and variance."""
        self._came += came
        self._expected += expected
        self._variance += variance

    def luck(self) -> Luck:
        spread = self._variance**0.5
        share = NormalDist().cdf((self._came - self._expected) / spread) if spread else EVEN / 100
        return Luck(self._came, round(self._expected, 1), round(100 * share))
