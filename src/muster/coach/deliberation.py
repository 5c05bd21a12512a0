"""Thinking about one question: a search for the best answer, and as many tries as it takes to judge any other.

A search spends its tries on what looks best. That finds a good answer, but says little about the others; `try_out`
gives an answer tries of its own, in the same trees.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from muster.bots.chair import Chair
from muster.bots.search import Search
from muster.bots.search.tree import Node
from muster.coach.watch import InTime, always
from muster.kernel.chances import Chances, chances_for
from muster.kernel.game import Game
from muster.kernel.spaces import Option
from muster.library import load_chances

S = TypeVar("S")


def chances_of(game: Game[S], seats: int) -> Chances:
    """The worth of a game's evaluation with so many at the table."""
    return chances_for(load_chances(game.name), seats)


class Deliberation(Generic[S]):
    """One question, thought about in the chair of the seat that is asked. `also` is an answer to be judged although
    nobody proposed it: in an open space people find their own.
    """

    def __init__(self, chair: Chair[S], rng: random.Random, also: Option[Any] | None = None) -> None:
        options = list(chair.options)
        if also is not None and all(option.key != also.key for option in options):
            options.append(also)
        self.chair = chair
        self.options = options
        self.search = Search(asked_for(chair, options), chances_of(chair.game, chair.seats), rng)

    @property
    def tries(self) -> int:
        """How often anything was tried."""
        return self.search.iterations

    @property
    def roots(self) -> list[Node]:
        """Where everybody stands in their trees before the answer."""
        return self.search.roots

    def think(self, tries: int, in_time: InTime = always) -> None:
        """Search until so many tries were made in all."""
        while self.tries < tries and in_time():
            self.search.iterate()

    def try_out(self, option: Option[Any], visits: int, in_time: InTime = always) -> None:
        """Try an answer until that was done so many times."""
        while self.node(option).visits < visits and in_time():
            self.search.iterate(through=option)

    def node(self, option: Option[Any]) -> Node:
        return self.search.root.answers[option.key]

    def chance(self, option: Option[Any]) -> float:
        """The chance to win with this answer."""
        return self.node(option).mean

    def doubt(self, option: Option[Any]) -> float:
        """The standard error of that chance."""
        return self.search.spread / math.sqrt(self.node(option).visits)

    def gap(self, one: Option[Any], other: Option[Any]) -> tuple[float, float]:
        """How much better one answer is than another, and the standard error of that."""
        return self.chance(one) - self.chance(other), math.hypot(self.doubt(one), self.doubt(other))

    def best(self) -> Option[Any]:
        """The answer that was tried most often of its own accord: ask before trying others out."""
        return self.search.best()


def asked_for(chair: Chair[S], options: Sequence[Option[Any]]) -> Chair[S]:
    """The same chair with other answers to choose from."""
    return Chair(
        chair.game,
        chair.seat,
        chair.seats,
        chair.prompt,
        lambda: options,
        chair.fork,
        chair.look,
        chair.heard,
        chair.small,
        chair.subject,
    )
