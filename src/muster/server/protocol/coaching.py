"""The coach over the socket: advice on an open question, puzzles, and the analysis of a match that is over.

These are the sheets of `muster.coach` with their sentences in the reader's language, and with places in the reader's
own log instead of places in the record.
"""

from __future__ import annotations

import msgspec


class Move(msgspec.Struct, frozen=True):
    """An answer: who gives it, its key, and its words (empty if it has none but its key)."""

    seat: int
    key: str
    text: str


class Turnout(msgspec.Struct, frozen=True):
    """One way in which an answer may turn out, and how likely that is."""

    text: str
    share: float


class Suggestion(msgspec.Struct, frozen=True):
    """An answer, the chance to win with it, how often it was tried, how it may turn out (the likeliest first), and what
    everybody would most likely answer next.
    """

    answer: Move
    chance: float
    tries: int
    leads: list[Turnout]
    line: list[Move]


class Weighed(msgspec.Struct, frozen=True):
    """An answer to a puzzle, the chance to win with it, and whether it is right."""

    answer: Move
    chance: float
    right: bool


class Because(msgspec.Struct, frozen=True):
    """A sentence about why a puzzle's answer is right. `kind`: `best`, `equal`, `tempting`, `next_best` or `another`
    speak of an answer; `outcome`, `reply` and `go_on` of what follows the answer before them; `difference` of both.
    """

    kind: str
    text: str


class CurvePoint(msgspec.Struct, frozen=True):
    """The chances of all seats when your log had `seq` events. `round` is 0 if the game counts none."""

    seq: int
    round: int
    chances: list[float]


class DecisionMoment(msgspec.Struct, frozen=True, tag="decision"):
    """An answer that cost something: at `seq`, when the record had so many `entries`, the question `prompt` was open.
    `cost` is in chances to win.
    """

    seq: int
    entries: int
    seat: int
    round: int
    prompt: str
    played: Suggestion
    better: Suggestion
    cost: float


class DiceMoment(msgspec.Struct, frozen=True, tag="dice"):
    """Dice that changed the match: at `seq` they had fallen, after that answer. `gain` is what they were worth to the
    seat; of 100 such rolls `percentile` come out worse for it.
    """

    seq: int
    seat: int
    round: int
    answer: Move | None
    faces: list[int]
    gain: float
    percentile: float


class SideSummary(msgspec.Struct, frozen=True):
    """A player's match in a few figures: of 100 matches with the same answers `dice_percentile` would have had worse
    dice, which were worth `dice_gain`; `cost` is what the seat's decisions cost.
    """

    seat: int
    dice_percentile: float
    dice_gain: float
    cost: float
    worst_round: int
    decisions: int
