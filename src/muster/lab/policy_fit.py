"""Fitting a policy: the weights of traits under which the choices of a search are most likely.

It is a logistic regression with as many outcomes as there are answers. Weights pay for their size, so that a trait
which was hardly ever seen counts little; how much they pay is tried out on matches that were left aside.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from muster.kernel.errors import GameError
from muster.kernel.policy import Policy
from muster.lab.self_play import Lesson

PRICES = (30.0, 10.0, 3.0, 1.0)
"""Prices of a squared weight that are tried out, over all decisions together."""
FACTORS = (1.0, 1.5, 2.0, 3.0, 4.0)
"""By so much all weights may be multiplied: a search spreads its tries, and yet answers what it tried most."""
POWER = 2.0
"""Tries count by this power: an answer that was tried twice as often was preferred more than twice as much."""
ASIDE = 5
"""One match in so many is left aside while prices and factors are tried out."""
DIGITS = 3


def fit_policy(lessons: Sequence[Lesson], traits: int) -> tuple[Policy, float, float]:
    """The policy, its mean surprise by the answers in matches it has not seen (in nats), and what that would be if it
    knew nothing.
    """
    try:
        regression = Choices(lessons, traits)
    except ImportError:
        raise GameError("learning needs the extra: pip install 'muster[research]'") from None
    surprise, price, factor = min(found for price in PRICES for found in regression.tried_out(price))
    weights = factor * regression.weights(price, regression.all)
    return Policy([round(float(weight), DIGITS) for weight in weights]), surprise, regression.ignorance()


class Choices:
    """All answers of all decisions as rows of one sparse table."""

    def __init__(self, lessons: Sequence[Lesson], traits: int) -> None:
        import numpy as np
        from scipy.optimize import minimize
        from scipy.sparse import csr_matrix

        self._np, self._minimize = np, minimize
        lessons = [lesson for lesson in lessons if sum(lesson.chosen)]
        if not lessons:
            raise GameError("nothing was chosen more often than anything else: let the search try more")
        counts = np.array([len(lesson.traits) for lesson in lessons])
        rows = [row for lesson in lessons for row in lesson.traits]
        ends = np.cumsum([0, *(len(row) for row in rows)])
        places = np.array([place for row in rows for place in row])
        self._rows = csr_matrix((np.ones(len(places)), places, ends), shape=(len(rows), traits))
        self._starts = np.cumsum([0, *counts[:-1]])
        self._of = np.repeat(np.arange(len(lessons)), counts)
        tries = np.array([count for lesson in lessons for count in lesson.chosen], dtype=float)
        most = np.maximum.reduceat(tries, self._starts)[self._of]
        self._shares = self._shared((tries / most) ** POWER)
        self._answers = self._shared((tries == most).astype(float))
        matches = sorted({lesson.match for lesson in lessons})
        number = {match: place for place, match in enumerate(matches)}
        self._part = np.array([number[lesson.match] % ASIDE for lesson in lessons])
        self.all = self._part >= 0

    def ignorance(self) -> float:
        """The surprise of whoever holds all answers for equally likely."""
        np = self._np
        return float(np.log(np.bincount(self._of)).mean())

    def tried_out(self, price: float) -> list[tuple[float, float, float]]:
        """The mean surprise by the answers in matches that were left aside, with the price and each factor."""
        aside = self._part == 0
        appeals = self._rows @ self.weights(price, ~aside)
        found = []
        for factor in FACTORS:
            surprises = -self._np.bincount(self._of, self._answers * self._logarithms(factor * appeals))
            found.append((float(surprises[aside].mean()), price, factor))
        return found

    def weights(self, price: float, which: Any) -> Any:
        """The weights for some of the decisions."""
        np = self._np
        mask = which[self._of].astype(float)

        def loss(weights: Any) -> tuple[float, Any]:
            logarithms = self._logarithms(self._rows @ weights)
            surprise = -float((mask * self._shares * logarithms).sum())
            slope = self._rows.T @ (mask * (np.exp(logarithms) - self._shares))
            return surprise + price * float(weights @ weights), slope + 2 * price * weights

        start = np.zeros(self._rows.shape[1])
        return self._minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 200}).x

    def _shared(self, worths: Any) -> Any:
        """The share of each answer in what all answers to its question are worth."""
        return worths / self._np.add.reduceat(worths, self._starts)[self._of]

    def _logarithms(self, appeals: Any) -> Any:
        """The logarithms of the chances of all answers, decision by decision."""
        np = self._np
        below = appeals - np.maximum.reduceat(appeals, self._starts)[self._of]
        return below - np.log(np.add.reduceat(np.exp(below), self._starts))[self._of]
