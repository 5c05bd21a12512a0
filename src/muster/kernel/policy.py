"""A policy: which answers a strong player would give, learned from what a search chose; linear, so that it is quick.

A game says what is true of each answer (`Thinking.traits`), as places in a list of names. Every trait has a weight; the
sum of an answer's weights is its appeal, and answers are given in proportion to the exponential of it. `muster learn`
finds the weights; a game keeps them beside its evaluation, in `bot/policy.toml`.
"""

from __future__ import annotations

import math
import random
import tomllib
from collections.abc import Sequence
from typing import Any, Final

from muster.kernel.errors import GameError

FAINTEST: Final = 12.0
"""An answer whose appeal is so much less than the best one's is never given."""


class Policy:
    """The weights of a game's traits."""

    __slots__ = ("weights",)

    def __init__(self, weights: list[float]) -> None:
        self.weights = weights

    def appeals(self, traits: list[list[int]]) -> list[float]:
        """The appeal of each answer, by what is true of it."""
        weights = self.weights
        found: list[float] = []
        for own in traits:
            appeal = 0.0
            for trait in own:
                appeal += weights[trait]
            found.append(appeal)
        return found

    def chances(self, traits: list[list[int]]) -> list[float]:
        """How likely each answer is."""
        powers = powers_of(self.appeals(traits))
        total = 0.0
        for power in powers:
            total += power
        return [power / total for power in powers]

    def steps(self, traits: list[list[int]]) -> list[float]:
        """The chances of the answers, each summed with those before it: for `drawn`."""
        total = 0.0
        found: list[float] = []
        for chance in self.chances(traits):
            total += chance
            found.append(total)
        return found


def drawn(steps: list[float], rng: random.Random) -> int:
    """The place of an answer, drawn at random; `steps` are its chance and those of all before it."""
    mark = rng.random()
    for place in range(len(steps) - 1):
        if mark < steps[place]:
            return place
    return len(steps) - 1


def powers_of(appeals: list[float]) -> list[float]:
    """The exponentials of appeals, the greatest being 1."""
    most = max(appeals)
    return [math.exp(appeal - most) if most - appeal < FAINTEST else 0.0 for appeal in appeals]


def read_policy(text: str, file: str, names: Sequence[str]) -> Policy:
    """The weights of a game's traits, 0 where none is given; raises `GameError` with what is wrong."""
    try:
        given: Any = tomllib.loads(text)["weights"]
        found = {name: float(weight) for name, weight in given.items()}
    except (tomllib.TOMLDecodeError, AttributeError, KeyError, TypeError, ValueError) as error:
        raise GameError(f"{file}: no table of weights: {error!r}") from None
    for name in found:
        if name not in names:
            raise GameError(f"{file}: there is no trait {name!r}")
    return Policy([found.get(name, 0.0) for name in names])
