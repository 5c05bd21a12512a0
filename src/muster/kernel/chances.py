"""Chances to win: what the figures of a position are worth, fitted to how matches ended.

A game gives figures for every seat: its evaluation, and the features it counts (`Thinking.features`). Each has a weight
that changes as the match goes on. The weighted sum, and a little more for a seat that is asked next, is the seat's
utility; its chance is its share of the sum of all exponentials. `muster calibrate` fits the weights for each number of
players; a game keeps them beside its evaluation, in `bot/chances.toml`.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from muster.kernel.errors import GameError

EVALUATION: Final = "evaluation"
"""The name of the first figure, which every game has."""
MOMENTS: Final = 3
"""A weight is given for the beginning, the middle and the end of a match; between them it changes evenly."""
LEAST: Final = 0.1
"""The evaluation never counts less than this share of what it counts at the end: it means something from the start,
even where matches of bots say little about it.
"""
LIMIT: Final = 30.0
"""A seat that is so much worse off, in logarithms, has no chance worth counting."""


class Chances:
    """The weights of a game's figures for one number of players."""

    __slots__ = ("end", "middle", "start", "tempo")

    def __init__(self, start: list[float], middle: list[float], end: list[float], tempo: float) -> None:
        self.start = start
        """The weight of a unit of each figure at the beginning of a match,"""
        self.middle = middle
        """halfway,"""
        self.end = end
        """and at its end."""
        self.tempo = tempo
        """The worth of being asked next."""

    def weights(self, progress: float) -> list[float]:
        """The weights when the match has come so far, from 0 to 1."""
        if progress < 0.5:
            share, before, after = 2.0 * progress, self.start, self.middle
        else:
            share, before, after = 2.0 * progress - 1.0, self.middle, self.end
        found = [(1.0 - share) * one + share * other for one, other in zip(before, after, strict=True)]
        found[0] = max(found[0], LEAST * self.end[0])
        return found

    def shares(self, progress: float, figures: list[list[float]], asked: int) -> list[float]:
        """The chance of each seat, by the figures of all seats and who is asked next (-1 for nobody). Figures without a
        weight count nothing.
        """
        weights = self.weights(progress)
        known = len(weights)
        utilities: list[float] = []
        for own in figures:
            utility = 0.0
            for number in range(min(known, len(own))):
                utility += weights[number] * own[number]
            utilities.append(utility)
        if asked >= 0:
            utilities[asked] += self.tempo
        most = max(utilities)
        powers = [math.exp(max(-LIMIT, utility - most)) for utility in utilities]
        total = 0.0
        for power in powers:
            total += power
        return [power / total for power in powers]


UNFITTED: Final = Chances([0.05], [0.075], [0.1], 0.0)
"""For a game that was never fitted: its evaluation counts as points, more or less."""


def chances_for(fitted: Mapping[int, Chances], players: int) -> Chances:
    """The weights for a number of players; if there are none, those for the nearest number."""
    if not fitted:
        return UNFITTED
    return fitted[min(fitted, key=lambda number: (abs(number - players), number))]


def read_chances(text: str, file: str, features: Sequence[str]) -> dict[int, Chances]:
    """The weights of a game's evaluation and features by the number of players; raises `GameError` with what is wrong.
    A feature without a weight counts nothing.
    """
    names = (EVALUATION, *features)
    try:
        tables: Any = tomllib.loads(text).get("players", {})
        return {int(players): _chances(table, names) for players, table in tables.items()}
    except (tomllib.TOMLDecodeError, AttributeError, KeyError, TypeError, ValueError) as error:
        raise GameError(f"{file}: no table of chances: {error!r}") from None


def _chances(table: Any, names: Sequence[str]) -> Chances:
    weights = {name: [float(weight) for weight in given] for name, given in table["weights"].items()}
    for name, given in weights.items():
        if name not in names:
            raise ValueError(f"there is no feature {name!r}")
        if len(given) != MOMENTS:
            raise ValueError(f"{name} has {len(given)} weights, not {MOMENTS}")
    nothing = [0.0] * MOMENTS
    start, middle, end = ([weights.get(name, nothing)[moment] for name in names] for moment in range(MOMENTS))
    return Chances(start, middle, end, float(table["tempo"]))
