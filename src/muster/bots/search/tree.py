"""The tree of a search: answers that were tried, how often, and what came of them.

Every seat has a tree of its own, made of what that seat hears: a public answer leads on in all of them, a secret one
only in the tree of the seat that gave it. So no choice in a tree depends on what that player could not know.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any, Final

from muster.kernel.requests import LETTERS
from muster.kernel.spaces import Option

NARROWEST: Final = 2
"""So many answers are tried at least, however seldom the search came by."""


class Node:
    """An answer in the tree of a seat, and what was answered after it."""

    __slots__ = ("answers", "heard", "passed", "seen", "total", "visits")

    def __init__(self) -> None:
        self.visits: int = 0
        """How often it was chosen."""
        self.total: float = 0.0
        """The chances to win that came of it, for the seat that chose, summed."""
        self.seen: int = 0
        """How often it could have been chosen."""
        self.passed: int = 0
        """How often one of the seat's answers after it was chosen."""
        self.answers: dict[str, Node] = {}
        """The seat's own next answers, by key,"""
        self.heard: dict[str, Node] = {}
        """and what it heard others answer."""

    @property
    def mean(self) -> float:
        """The chance to win that it brought on average."""
        return self.total / self.visits

    def own(self, key: str) -> Node:
        """Where an answer of the seat itself leads."""
        found = self.answers.get(key)
        if found is None:
            found = Node()
            self.answers[key] = found
        return found

    def after(self, seat: int, key: str) -> Node:
        """Where the public answer of another seat leads."""
        said = LETTERS[seat] + key
        found = self.heard.get(said)
        if found is None:
            found = Node()
            self.heard[said] = found
        return found


class Experience:
    """How answers fared wherever in the trees they were given: what to try first where nothing is known yet."""

    __slots__ = ("_known",)

    def __init__(self, seats: int) -> None:
        self._known: list[dict[str, Node]] = [{} for _ in range(seats)]

    def note(self, seat: int, key: str, value: float) -> None:
        known = self._known[seat]
        found = known.get(key)
        if found is None:
            found = Node()
            known[key] = found
        found.visits += 1
        found.total += value

    def most_promising(
        self, seat: int, options: Sequence[Option[Any]], usual: float, luck: float, rng: random.Random
    ) -> Option[Any]:
        """The answer that did best so far; one never given counts as usual, and each has a little luck."""
        known = self._known[seat]
        best, most = options[0], -1.0
        for option in options:
            found = known.get(option.key)
            worth = usual if found is None else (found.total + usual) / (found.visits + 1)
            worth += luck * rng.random()
            if worth > most:
                best, most = option, worth
        return best


def usual_value(node: Node, options: Sequence[Option[Any]]) -> float:
    """The average worth of the answers tried here; half a victory where none was."""
    visits, total = 0, 0.0
    for option in options:
        answer = node.answers[option.key]
        visits += answer.visits
        total += answer.total
    return total / visits if visits else 0.5


def most_hopeful(node: Node, options: Sequence[Option[Any]], courage: float) -> tuple[Option[Any], Node]:
    """Of answers that were tried, the one whose chance may still turn out to be the best."""
    best, found, most = options[0], node.answers[options[0].key], -1.0
    for option in options:
        answer = node.answers[option.key]
        answer.seen += 1
        hope = answer.total / answer.visits + courage * math.sqrt(math.log(answer.seen + 1) / answer.visits)
        if hope > most:
            best, found, most = option, answer, hope
    return best, found


def width_of(node: Node, widening: float) -> int:
    """How many different answers are worth trying after so many tries."""
    return max(NARROWEST, int(widening * math.sqrt(node.passed + 1)))
