"""Jobs for the workers and what comes back, as they go through a pipe."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from muster.coach.sheets import Analysis, Hint
from muster.kernel.pack_errors import Problem
from muster.kernel.packs import PackFile
from muster.kernel.requests import Seat
from muster.kernel.text import Param
from muster.server.protocol.bench import BenchRequest
from muster.server.protocol.forces import MatchForces

SaidEntry = tuple[Seat, str, Sequence[int]]
"""One entry of a match: who, what, and the faces if it was the dice."""


class Position(msgspec.Struct, frozen=True):
    """A match as everything that was said in it."""

    table: str
    game: str
    options: dict[str, Any]
    entries: list[SaidEntry]
    packs: tuple[PackFile, ...] = ()


class DecisionJob(msgspec.Struct, frozen=True, tag="decide"):
    """A decision to make: for which seat, by which bot, and in how many seconds (0: as long as it likes)."""

    position: Position
    seat: Seat
    bot: str
    seed: str
    patience: float = 0.0


class OddsJob(msgspec.Struct, frozen=True, tag="odds"):
    """Odds to work out: the outcomes of an answer in so many runs, or in as many as there is time for."""

    position: Position
    seat: Seat
    key: str
    runs: int
    seconds: float
    seed: str


class HintJob(msgspec.Struct, frozen=True, tag="hint"):
    """Advice for a seat that is asked something, found in so many seconds."""

    position: Position
    seat: Seat
    seconds: float
    seed: int


class AnalysisJob(msgspec.Struct, frozen=True, tag="analyse"):
    """A finished match to look through in about so many seconds."""

    position: Position
    seconds: float


class TrialJob(msgspec.Struct, frozen=True, tag="try"):
    """Packs to try out: lay them over their game, set a match up and play it for some seconds, to its end at most."""

    position: Position
    seconds: float


class BenchJob(msgspec.Struct, frozen=True, tag="bench"):
    """Something to do with a position of a person's own, in a language; the position here is that of nobody's match."""

    position: Position
    language: str
    request: BenchRequest


class MatchupJob(msgspec.Struct, frozen=True, tag="matchup"):
    """A force against another, in a language; the position here has only the game and its packs."""

    position: Position
    language: str
    request: MatchForces


AnyJob = DecisionJob | OddsJob | HintJob | AnalysisJob | TrialJob | BenchJob | MatchupJob


class Count(msgspec.Struct, frozen=True):
    """An outcome (the key and gaps of a sentence), and how often it came."""

    key: str
    params: dict[str, Param]
    count: int


class WorkerReply(msgspec.Struct, frozen=True, tag="reply"):
    """A worker's result: the key of an option, counts of outcomes, advice or an analysis; `error` if it failed."""

    key: str = ""
    runs: int = 0
    counts: list[Count] = []
    hint: Hint | None = None
    analysis: Analysis | None = None
    problems: tuple[Problem, ...] = ()
    """Faults of packs that were tried out."""
    refusal: str = ""
    """Another reason why no match with them could begin."""
    error: str = ""
    bench: bytes = b""
    """The answer of a workbench, or about two forces, as JSON."""


class WorkerProgress(msgspec.Struct, frozen=True, tag="progress"):
    """How much of a long job is done, from 0 to 1."""

    share: float


READY = b"ready"
"""A worker sends this when it has started, and before each reply when it has built the match."""
CALLED_OFF = b"called off"
"""A worker gets this while it works if nobody wants the answer any more."""
