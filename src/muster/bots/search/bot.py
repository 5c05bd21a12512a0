"""The bot that searches: a budget for each decision, trees that are kept from one decision to the next, and, for a
weaker level, mistakes that a person might make.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from muster.bots.chair import Chair
from muster.bots.search.budget import Budget
from muster.bots.search.searching import Search
from muster.bots.search.together import think_together
from muster.bots.search.tree import Node
from muster.kernel.chances import Chances, chances_for
from muster.kernel.match import GAP, Heard
from muster.kernel.policy import Policy
from muster.kernel.spaces import Option
from muster.library import load_chances, load_policy

S = TypeVar("S")

DOUBT = 2.0
"""Tries that an answer is behind before its own count, when a mistake is considered: one lucky try is no temptation."""


@dataclass(frozen=True, slots=True)
class Mind:
    """What was learned about a game: the worth of its figures by the number of players, and which answers are good."""

    chances: Mapping[int, Chances]
    policy: Policy | None


def mind_of(game: str) -> Mind:
    """The learning that comes with a game."""
    return Mind(load_chances(game), load_policy(game))


class SearchBot:
    """Thinks ahead within its budget.

    `temper` is how far from the best an answer may be and still tempt it, in standard deviations of what the tries come
    to; 0 for a bot that makes no mistakes on purpose.
    """

    def __init__(self, rng: random.Random, budget: Budget, temper: float = 0.0, mind: Mind | None = None) -> None:
        self._rng = rng
        self._budget = budget
        self._temper = temper
        self._mind = mind
        self._heard: list[Heard] = []
        self._trees: list[Node] = []

    def choose(self, chair: Chair[S]) -> Option[Any]:
        options = chair.options
        if len(options) == 1 or chair.small:
            return options[0]
        began = time.monotonic()
        seconds = seconds_of(self._budget, chair.patience)
        search = self.search(chair, began + seconds if seconds else 0.0)
        budget = within(self._budget, chair.patience, time.monotonic() - began)
        if budget is not None:
            think_together(search, budget, self._rng)
        return tempted(search, self._temper, self._rng) if self._temper else search.best()

    def search(self, chair: Chair[S], until: float = 0.0) -> Search[S]:
        """A search for this decision, which goes on in the trees of the last one where it can; its first look at the
        answers ends by that time.
        """
        heard = chair.heard()
        mind = self._mind or mind_of(chair.game.name)
        roots = self._left_over(heard)
        chances = chances_for(mind.chances, chair.seats)
        search = Search(chair, chances, self._rng, roots, policy=mind.policy, until=until)
        self._heard, self._trees = heard, search.roots
        return search

    def _left_over(self, heard: list[Heard]) -> list[Node] | None:
        """Where everybody stands in the trees of the last search; None if dice have spoken since, or something was
        taken back.
        """
        known, since = self._heard, heard[len(self._heard) :]
        if not self._trees or heard[: len(known)] != known or GAP in since:
            return None
        at = self._trees
        for seat, key, public in since:
            at = [
                node.own(key) if own == seat else node.after(seat, key) if public else node
                for own, node in enumerate(at)
            ]
        return at


def seconds_of(budget: Budget, patience: float) -> float:
    """The time for a decision: what the budget and the chair's patience both allow; 0 for no limit."""
    return min([limit for limit in (budget.seconds, patience) if limit], default=0.0)


def within(budget: Budget, patience: float, spent: float) -> Budget | None:
    """The rest of a budget, and of a chair's patience, after so many seconds; None if time is up.

    >>> within(Budget(iterations=250, seconds=1.0), patience=0.5, spent=0.25)
    Budget(iterations=250, seconds=0.25, cores=1)
    """
    seconds = seconds_of(budget, patience)
    if not seconds:
        return budget
    left = seconds - spent
    return Budget(budget.iterations, left, budget.cores) if left > 0 else None


def tempted(search: Search[S], temper: float, rng: random.Random) -> Option[Any]:
    """An answer that is not much worse than the best: the worse, the less likely."""
    root, best = search.root, search.chance(search.best())
    limit = temper * search.spread
    weights = []
    for option in search.ranked:
        node = root.answers[option.key]
        behind = best - (node.total + DOUBT * (best - search.spread)) / (node.visits + DOUBT)
        weights.append(math.exp(-max(0.0, behind) / limit))
    return rng.choices(search.ranked, weights)[0]
