"""A worker's life, in a process of its own: jobs in, replies out, until the server is gone."""

from __future__ import annotations

import contextlib
import os
import random
import time
from multiprocessing.connection import Connection

import msgspec

from muster.bots import chair_at
from muster.bots.outlook import foresee
from muster.bots.search import Budget
from muster.coach.analysis import Effort, analyse
from muster.coach.hints import hint
from muster.coach.past import Past
from muster.coach.watch import Stopped
from muster.kernel.defects import what_broke
from muster.kernel.dice import SeededDice
from muster.kernel.errors import GameError
from muster.kernel.game import setup_of
from muster.kernel.pack_errors import PackError, Problem
from muster.kernel.sessions import new_match
from muster.library import load_with_packs
from muster.processes import collect_seldom
from muster.server.thinking.benching import answer
from muster.server.thinking.jobs import (
    CALLED_OFF,
    READY,
    AnalysisJob,
    AnyJob,
    BenchJob,
    Count,
    DecisionJob,
    HintJob,
    MatchupJob,
    OddsJob,
    TrialJob,
    WorkerProgress,
    WorkerReply,
)
from muster.server.thinking.matching import matched
from muster.server.thinking.shadows import Shadow, Shadows

PROGRESS_SECONDS = 0.25
"""Tell no more often than this how far a job has come."""
PATIENT = 5
"""The niceness of a process that analyses: players who wait for a bot come first."""
HINT_TRIES = 3000
"""A hint ends after so many tries, even if there is time for more."""


class Line:
    """The worker's end of the pipe, while it works on a long job."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._told = 0.0
        self._off = False

    def tell(self, share: float) -> None:
        """Tell the server how much is done, but not too often."""
        now = time.monotonic()
        if now - self._told >= PROGRESS_SECONDS:
            self._told = now
            self._pipe.send_bytes(msgspec.msgpack.encode(WorkerProgress(share)))

    def called_off(self) -> bool:
        """Whether nobody wants the answer any more."""
        if not self._off and self._pipe.poll():
            self._off = self._pipe.recv_bytes() == CALLED_OFF
        return self._off


def decide(job: DecisionJob, shadow: Shadow) -> WorkerReply:
    """Let the bot choose; replies with the key of an option."""
    bot = shadow.bot(job.seat, job.bot, job.seed)
    return WorkerReply(bot.choose(chair_at(shadow.match, job.seat, job.patience)).key)


def count_outcomes(job: OddsJob, shadow: Shadow) -> WorkerReply:
    """Try the answer out as often as time allows."""
    option = shadow.match.ask(job.seat).space.accept(job.key)
    ends = time.monotonic() + job.seconds
    rng = random.Random(job.seed)
    tally = foresee(chair_at(shadow.match, job.seat), option, job.runs, rng, lambda: time.monotonic() < ends)
    counts = [Count(text.key, dict(text.params), count) for text, count in tally.outcomes()]
    return WorkerReply(runs=tally.runs, counts=counts)


def advise(job: HintJob, shadow: Shadow, line: Line, tries: int = HINT_TRIES) -> WorkerReply:
    """Think in the chair of the seat that asks."""
    chair = chair_at(shadow.match, job.seat)
    budget = Budget(tries, job.seconds)
    return WorkerReply(hint=hint(chair, budget, job.seed, line.tell, line.called_off))


def look_back(job: AnalysisJob, line: Line) -> WorkerReply:
    """Look through a match that is over, while nothing more urgent wants the processor."""
    os.setpriority(os.PRIO_PROCESS, 0, PATIENT)
    position = job.position
    past = Past(position.game, position.options, position.entries, position.packs)
    return WorkerReply(analysis=analyse(past, Effort(seconds=job.seconds), progress=line.tell, stop=line.called_off))


def try_out(job: TrialJob) -> WorkerReply:
    """Lay packs over their game and play a match with them at random; says what is wrong with them."""
    position = job.position
    ends = time.monotonic() + job.seconds
    try:
        game = load_with_packs(position.game, position.packs)
        match = new_match(game, setup_of(game).prepare(position.options), SeededDice(0))
    except PackError as error:
        return WorkerReply(problems=error.problems)
    except GameError as error:
        return WorkerReply(refusal=str(error))
    rng = random.Random(0)
    try:
        while not match.over and time.monotonic() < ends:
            seat, ask = next(iter(match.pending.items()))
            match.answer(seat, rng.choice(ask.space.options()).key)
    except Exception as error:
        return WorkerReply(problems=(Problem("broken", {"error": what_broke(error)}, position.packs[-1].name),))
    return WorkerReply()


def do(job: AnyJob, shadows: Shadows, pipe: Connection) -> WorkerReply:
    """Do a job. The time for it begins when its match is built, and the server is told."""
    if isinstance(job, AnalysisJob):
        pipe.send_bytes(READY)
        return look_back(job, Line(pipe))
    if isinstance(job, TrialJob):
        pipe.send_bytes(READY)
        return try_out(job)
    if isinstance(job, BenchJob):
        pipe.send_bytes(READY)
        found = answer(job.position.game, job.language, job.request)
        return WorkerReply(bench=msgspec.json.encode(found))
    if isinstance(job, MatchupJob):
        pipe.send_bytes(READY)
        return WorkerReply(bench=msgspec.json.encode(matched(job)))
    shadow = shadows.find(job.position)
    pipe.send_bytes(READY)
    match job:
        case DecisionJob():
            return decide(job, shadow)
        case OddsJob():
            return count_outcomes(job, shadow)
        case HintJob():
            return advise(job, shadow, Line(pipe))


def work(pipe: Connection) -> None:
    """Work until the server is gone."""
    collect_seldom()
    decoder: msgspec.msgpack.Decoder[AnyJob] = msgspec.msgpack.Decoder(AnyJob)
    shadows = Shadows()
    pipe.send_bytes(READY)
    with contextlib.suppress(EOFError, KeyboardInterrupt, OSError):
        while True:
            data = pipe.recv_bytes()
            if data == CALLED_OFF:  # too late: that job was done
                continue
            job = decoder.decode(data)
            try:
                reply = do(job, shadows, pipe)
            except Stopped:
                reply = WorkerReply(error="called off")
            except Exception as error:
                reply = WorkerReply(error=f"{type(error).__name__}: {error}")
            pipe.send_bytes(msgspec.msgpack.encode(reply))
