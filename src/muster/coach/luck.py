"""Luck: what the dice after an answer were worth, beside everything they might have shown.

The answer is given again with other dice, in a copy of the match in which nothing else is redrawn. What is half done
then comes to its end by habit, in all copies with the same dice, and the position is judged. Few ways to fall are
counted one by one, each as likely as it is; of many, a sample is drawn.
"""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from muster.bots.habits import finish
from muster.bots.search.judging import judge
from muster.coach.watch import InTime, always
from muster.kernel.chances import Chances
from muster.kernel.dice import DiceSource, RandomDice
from muster.kernel.game import Thinking
from muster.kernel.match import Match
from muster.kernel.requests import Roll
from muster.kernel.spaces import Option

FEW: Final = 216
"""Up to so many ways are counted one by one: three dice with six sides."""
SAMPLE: Final = 160
"""Of more ways so many are drawn,"""
ENDLESS: Final = 10_000
"""No roll worth counting falls in so many ways."""
LEAST_SAMPLE: Final = 24
"""and so many even if time is short."""
ENDINGS: Final = 6
"""Half-done actions are ended in so many ways after the dice have fallen, the same for all faces."""
MOST_STEPS: Final = 60
"""Answers by habit, at most."""
NOTHING: Final = 1e-6
"""Dice that change less than this changed nothing."""

Stand = Callable[[DiceSource], Match[object]]
"""Makes the match before the answer, to go on with these dice."""


class Luck(msgspec.Struct, frozen=True):
    """The effect of dice: the chance of each seat after them, and the same for all the ways they might have fallen,
    each with its weight. The weights add up to 1.
    """

    came: list[float]
    ways: list[list[float]]
    weights: list[float]

    def expected(self, seat: int) -> float:
        total = 0.0
        for way, weight in zip(self.ways, self.weights, strict=True):
            total += weight * way[seat]
        return total

    def gain(self, seat: int) -> float:
        """The worth of the dice to a seat."""
        return self.came[seat] - self.expected(seat)

    def percentile(self, seat: int) -> float:
        """How many of 100 such rolls come out worse for a seat; of those that come out the same, half."""
        came, worse = self.came[seat], 0.0
        for way, weight in zip(self.ways, self.weights, strict=True):
            if way[seat] < came - NOTHING:
                worse += weight
            elif way[seat] <= came + NOTHING:
                worse += weight / 2
        return 100 * min(1.0, worse)


class Faces:
    """Dice that show given faces one by one, and after the last one what `after` makes of the number of sides."""

    def __init__(self, faces: Sequence[int], after: Callable[[int], int] = lambda sides: 1) -> None:
        self.faces = list(faces)
        self.sides: list[int] = []
        self._after = after

    def label(self) -> str:
        return "faces"

    def roll(self, roll: Roll) -> list[int]:
        start = len(self.sides)
        for sides in roll.sides:
            if len(self.sides) == len(self.faces):
                self.faces.append(self._after(sides))
            self.sides.append(sides)
        return self.faces[start : len(self.sides)]

    def repeat(self, roll: Roll, recorded: Sequence[int]) -> None:
        """Known rolls are not asked for again."""


class OneWay(Faces):
    """Dice that go one way of many: they show given faces, then ones. Where there is no end of ones, because dice are
    thrown again until they fit, they are drawn, and not all ways can be counted.
    """

    def __init__(self, faces: Sequence[int], drawn: Callable[[int], int]) -> None:
        super().__init__(faces)
        self._drawn = drawn
        self.endless = False

    def roll(self, roll: Roll) -> list[int]:
        if not self.endless and ways_of(self.sides) > ENDLESS:
            self.endless = True
            self._after = self._drawn
        return super().roll(roll)


class Judge:
    """Judges what comes of an answer when the dice show this or that; without an answer, what the dice at the very
    beginning come to.
    """

    def __init__(
        self,
        thinking: Thinking[object],
        chances: Chances,
        seats: int,
        stand: Stand,
        answer: tuple[int, Option[Any]] | None,
        seed: int,
    ) -> None:
        self._thinking = thinking
        self._chances = chances
        self._seats = seats
        self._stand = stand
        self._answer = answer
        rng = random.Random(seed)
        self._endings = [rng.getrandbits(32) for _ in range(ENDINGS)]
        self._draw = random.Random(rng.getrandbits(32)).random

    def luck(self, faces: Sequence[int], in_time: InTime = always) -> Luck | None:
        """The worth of these faces; None if no faces make a difference."""
        shown = Faces(faces)
        came = self._value(shown)
        counted = self._count(shown, in_time) if ways_of(shown.sides) <= FEW else None
        ways, weights = counted or self._sample(in_time)
        if all(abs(value - first) < NOTHING for way in ways for value, first in zip(way, came, strict=True)):
            return None
        return Luck(came, ways, weights)

    def _count(self, shown: Faces, in_time: InTime) -> tuple[list[list[float]], list[float]] | None:
        """Every way to fall; None if there are too many after all, or time runs out."""
        ways: list[list[float]] = []
        weights: list[float] = []
        path: list[int] = []
        while True:
            dice = OneWay(path, self._drawn)
            ways.append(self._value(dice))
            if dice.endless:
                return None
            weights.append(1 / ways_of(dice.sides))
            path = dice.faces
            while path and path[-1] == dice.sides[len(path) - 1]:
                path.pop()
            if not path:
                return ways, weights
            path[-1] += 1
            if len(ways) > 2 * FEW or not in_time():
                return None

    def _sample(self, in_time: InTime) -> tuple[list[list[float]], list[float]]:
        ways: list[list[float]] = []
        while len(ways) < LEAST_SAMPLE or (len(ways) < SAMPLE and in_time()):
            ways.append(self._value(Faces((), self._drawn)))
        return ways, [1 / len(ways)] * len(ways)

    def _drawn(self, sides: int) -> int:
        return int(self._draw() * sides) + 1

    def _value(self, dice: Faces) -> list[float]:
        """The chances of all seats after these faces. Something half done is ended in several ways."""
        match = self._fallen(dice)
        if not any(ask.midway or ask.small for ask in match.pending.values()):
            return judge(self._thinking, self._chances, match, self._seats)
        totals = [0.0] * self._seats
        for number, seed in enumerate(self._endings):
            if number:
                match = self._fallen(Faces(dice.faces))
            rng = random.Random(seed)
            match.dice = RandomDice(rng)
            finish(self._thinking, match, rng, MOST_STEPS)
            values = judge(self._thinking, self._chances, match, self._seats)
            totals = [total + value for total, value in zip(totals, values, strict=True)]
        return [total / ENDINGS for total in totals]

    def _fallen(self, dice: Faces) -> Match[object]:
        match = self._stand(dice)
        if self._answer is not None:
            match.play(*self._answer)
        return match


def ways_of(sides: Sequence[int]) -> int:
    """In how many ways such dice can fall."""
    ways = 1
    for number in sides:
        ways *= number
    return ways


# A whole match

MATCHES: Final = 1000
"""Matches with other dice, among which the one that was played has its place."""


def percentiles(lucks: Sequence[Luck], seats: int, seed: int = 1) -> list[float]:
    """For each seat, how many of 100 matches with the same answers would have had worse dice."""
    if not lucks:
        return [50.0] * seats
    rng = random.Random(seed)
    sums = [[0.0] * MATCHES for _ in range(seats)]
    for luck in lucks:
        drawn = rng.choices(luck.ways, luck.weights, k=MATCHES)
        for seat in range(seats):
            column, expected = sums[seat], luck.expected(seat)
            for number, way in enumerate(drawn):
                column[number] += way[seat] - expected
    found: list[float] = []
    for seat in range(seats):
        column = sorted(sums[seat])
        came = 0.0
        for luck in lucks:
            came += luck.gain(seat)
        worse, not_better = bisect_left(column, came - NOTHING), bisect_right(column, came + NOTHING)
        found.append(100 * (worse + not_better) / 2 / MATCHES)
    return found
