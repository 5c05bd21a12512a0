"""Replies: what a server says to a command, by the command's id, and how far a long one has come."""

from __future__ import annotations

from typing import Any

import msgspec

from muster.kernel.goals import Goal, Points, Way
from muster.kernel.luck import Luck
from muster.kernel.scene import Scene
from muster.server.protocol.coaching import (
    Because,
    CurvePoint,
    DecisionMoment,
    DiceMoment,
    SideSummary,
    Suggestion,
    Weighed,
)
from muster.server.protocol.news import Message, NotOffered, Question, Said


class Done(Message, frozen=True, tag="done"):
    """The command was carried out, and its effect is stored. `again`: it had been carried out before."""

    id: str
    again: bool = False


class Refused(Message, frozen=True, tag="refused"):
    """The rules, or the table, say no. Nothing has changed."""

    id: str
    clause: str
    reason: Said


class Reasons(Message, frozen=True, tag="reasons"):
    """The answer to `why`."""

    id: str
    blocked: list[NotOffered]


class Previewed(Message, frozen=True, tag="previewed"):
    """The answer to `preview`: a struct of the game's own."""

    id: str
    data: Any


class Chance(msgspec.Struct, frozen=True):
    """One outcome: its words, how often it came, the share of all runs, and the error (95 times out of 100 the true
    share is within that much).
    """

    key: str
    text: str
    count: int
    share: float
    error: float


class Outlook(Message, frozen=True, tag="outlook"):
    """The answer to `odds`: outcomes that exclude each other, the likeliest first. `runs` is how many tries there was
    time for.
    """

    id: str
    key: str
    runs: int
    outcomes: list[Chance]


class Progress(Message, frozen=True, tag="progress"):
    """How far a hint or an analysis has come, from 0 to 1. It is no answer: that follows."""

    id: str
    share: float


class Advised(Message, frozen=True, tag="advised"):
    """The answer to `hint`: the best answers, the best first, after so many tries."""

    id: str
    tries: int
    suggestions: list[Suggestion]


class Analysed(Message, frozen=True, tag="analysed"):
    """The answer to `analyse`: the chances through the match, the moments that decided it in the order of the match,
    and each player's figures. So many tries were spent on each decision.
    """

    id: str
    tries: int
    curve: list[CurvePoint]
    moments: list[DecisionMoment | DiceMoment]
    sides: list[SideSummary]


class Judged(Message, frozen=True, tag="judged"):
    """The answer to `answer` at a puzzle, which decides nothing: whether the key `given` is right; every answer that
    was weighed, the best first; the best one and the tempting one, with what follows; why, in sentences. Each serious
    answer was tried so often.
    """

    id: str
    given: str
    right: bool
    answers: list[Weighed]
    best: Suggestion
    tempting: Suggestion
    reasons: list[Because]
    theme: str
    tries: int


class MomentTaken(Message, frozen=True, tag="moment_taken"):
    """The answer to `moment`: the game, and the position of that moment or of the last one before it that a position
    can say. `redrawn` if secrets in it are not the true ones.
    """

    id: str
    game: str
    position: dict[str, Any]
    redrawn: bool


class Looked(Message, frozen=True, tag="looked"):
    """The answer to `look`: the table at the first moment it stood still after that event. `seq` is how many events had
    been told by then, because one answer can cause several. `question` is what was asked then, if the moment
    was named by `entries`; it cannot be answered any more.
    """

    id: str
    seq: int
    view: Any
    picture: str
    scene: Scene | None = None
    question: Question | None = None


class RoundStanding(msgspec.Struct, frozen=True):
    """How the match stood when a round was over, as far as the asker may know."""

    round: int
    totals: Points
    ways: tuple[Way, ...]


class Turned(msgspec.Struct, frozen=True):
    """Where a match turned, estimated from how such positions ended: in this round, between two lengths of the log, the
    chance to win of this seat rose from `before` to `after`.
    """

    seat: int
    round: int
    since: int
    seq: int
    before: float
    after: float


class GoalShown(Message, frozen=True, tag="goal"):
    """The answer to `goal`: the goal at that moment, when `seq` events had been told, and each round on the way."""

    id: str
    seq: int
    goal: Goal
    rounds: list[RoundStanding] = msgspec.field(default_factory=list)
    turned: Turned | None = None
    """Once the match is over, if rounds were asked for."""
    luck: list[Luck] = msgspec.field(default_factory=list)
    """The dice of every seat, once the match is over, if rounds were asked for and the game has dice."""


class JournalText(Message, frozen=True, tag="journal"):
    """The answer to `export`."""

    id: str
    text: str


class Taught(Message, frozen=True, tag="taught"):
    """The answer to `answer` at a lesson. `came`: the step is `done`; it goes `on`; it was a `slip`, about which the
    lesson says something; it was legal, but `elsewhere` than where the step leads; or the step is only `read`. In the
    last three cases nothing has happened.
    """

    id: str
    came: str
    text: str
    clause: str


class DieCount(msgspec.Struct, frozen=True):
    """Dice (or draws) of one size: how often each face came, and the mean beside the expected one."""

    sides: int
    faces: list[int]
    mean: float
    expected: float


class DiceCounts(Message, frozen=True, tag="dice"):
    """The answer to `dice`. `check` says how to verify once the key is known."""

    id: str
    commitment: str
    key: str
    dice: list[DieCount]
    draws: int


class Fault(Message, frozen=True, tag="fault"):
    """Something you sent cannot be understood, or is too much. After several faults the socket is closed."""

    id: str
    text: str


Reply = (
    Done
    | MomentTaken
    | Refused
    | Reasons
    | Previewed
    | Outlook
    | Advised
    | Analysed
    | Judged
    | Taught
    | Looked
    | GoalShown
    | JournalText
    | DiceCounts
    | Fault
)
"""A message that answers a command, by its id."""
