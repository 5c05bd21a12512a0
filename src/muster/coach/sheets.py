"""The coach's findings as data: it travels over the wire, is stored with a match and printed by the terminal.

Sentences are kept as keys with their gaps (`Said`), so that a stored analysis can be read in any language. Chances are
chances to win, from 0 to 1.
"""

from __future__ import annotations

import msgspec

from muster.kernel.text import Param, Text


class Said(msgspec.Struct, frozen=True):
    """A sentence before it has words (`kernel.text.Text` as data)."""

    key: str
    params: dict[str, Param] = {}

    @property
    def text(self) -> Text:
        """The sentence as `Words.say` takes it."""
        return Text(self.key, self.params)


def said(text: Text) -> Said:
    """A text as data."""
    return Said(text.key, dict(text.params))


class Step(msgspec.Struct, frozen=True):
    """An answer on a line: who gives it, its key, and what it says."""

    seat: int
    key: str
    text: Said | None = None


class Outcome(msgspec.Struct, frozen=True):
    """One way in which an answer may turn out, and how likely it is."""

    text: Said
    share: float


class Advice(msgspec.Struct, frozen=True):
    """An answer, what it is worth, and what it leads to."""

    answer: Step
    chance: float
    tries: int
    """How often the search went this way: how sure it is."""
    leads: list[Outcome] = []
    """How it turns out, the likeliest first, if it begins something whose odds can be told."""
    line: list[Step] = []
    """The answers most likely to come next, from everybody."""


class Hint(msgspec.Struct, frozen=True):
    """The best answers to a question, the best first."""

    seat: int
    iterations: int
    advice: list[Advice]


class Point(msgspec.Struct, frozen=True):
    """A moment of a match: after so many entries of its record each seat had this chance."""

    index: int
    round: int
    """The round it belongs to, from 1; 0 if the game counts none."""
    chances: list[float]


class Decision(msgspec.Struct, frozen=True, tag="decision"):
    """An answer that cost something: what was played, what would have been better, and by how much."""

    index: int
    """How long the record was when the question was open: look there to see it."""
    seat: int
    round: int
    played: Advice
    better: Advice
    cost: float


class Roll(msgspec.Struct, frozen=True, tag="dice"):
    """Dice that changed the match: for whom, by how much, and how lucky that was.

    `seat` is the seat that gained by them, or lost if `gain` is negative; `percentile` says how many of 100 such rolls
    come out worse for it.
    """

    index: int
    """How long the record was when the dice had fallen."""
    seat: int
    round: int
    answer: Step | None
    """The answer that led to the dice."""
    faces: list[int]
    gain: float
    percentile: float


class Side(msgspec.Struct, frozen=True):
    """A player's match in a few figures."""

    seat: int
    dice_percentile: float
    """How many of 100 matches with the same answers would have had worse dice for this seat."""
    dice_gain: float
    """The worth of the dice, in chance to win."""
    cost: float
    """The cost of the seat's decisions, in chance to win, summed."""
    worst_round: int
    """The round in which they cost most; 0 if the game counts none or nothing was lost."""
    decisions: int
    """How many decisions were looked at."""


class Analysis(msgspec.Struct, frozen=True):
    """A whole match: the curve, the moments that decided it (in the order of the match), and each player's figures."""

    game: str
    rules_version: int
    entries: int
    """How long the record is: an analysis of a shorter one is out of date."""
    iterations: int
    """Tries spent on each decision."""
    curve: list[Point]
    moments: list[Decision | Roll]
    sides: list[Side]
