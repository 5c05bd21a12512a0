"""Bots at the tables, odds and the coach: they think in processes of their own and never hold a table up.

A worker that is too slow, or dies, is killed and replaced; where a bot was to answer, the table then plays a fall-back
move.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
from collections import deque
from collections.abc import Callable

import msgspec

from muster.bots import bot_names
from muster.coach.sheets import Analysis, Hint
from muster.kernel.errors import GameError
from muster.processes import unheard
from muster.server.thinking.crews import Crew
from muster.server.thinking.jobs import (
    CALLED_OFF,
    READY,
    AnalysisJob,
    AnyJob,
    BenchJob,
    DecisionJob,
    HintJob,
    MatchupJob,
    OddsJob,
    TrialJob,
    WorkerProgress,
    WorkerReply,
)
from muster.server.thinking.shadows import MOST_SHADOWS

log = logging.getLogger("muster.server.thinking.workers")

STARTING_SECONDS = 30.0
GRACE = 5.0
"""Extra seconds that odds and advice may take, because the last run has to end."""
SILENCE_SECONDS = 120.0
"""An analysis takes as long as it takes, but says this often how far it has come."""
CALLING_OFF_SECONDS = 2.0
"""A worker whose job was called off has so long to notice."""
WITHIN = 0.6
"""The share of its limit that a bot is told to keep to, so that it answers before its worker is killed."""
LEAST_ODDS = 0.4
"""Odds get so many seconds even when many wait for theirs."""
MOST_WAITING = 4
"""Hints and odds, or analyses, that one asker may have waiting."""

BENCH_SECONDS = 10.0
"""The time for reading and judging a position, or for working out one force against another."""

OnProgress = Callable[[float], None]


def no_progress(share: float) -> None:
    """For jobs that say nothing on the way."""


def pack_job(job: AnyJob) -> bytes:
    """A job as bytes; raises `GameError` for a number in it that no rule could mean."""
    try:
        return msgspec.msgpack.encode(job)
    except (OverflowError, RecursionError):
        raise GameError("a number in it is too large, or it is nested too deeply") from None


class Worker:
    """One process that thinks."""

    def __init__(self) -> None:
        from muster.server.thinking.working import work  # only a process that thinks needs the search and the coach

        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs,), daemon=True, name="muster-bot")
        with unheard():
            self._process.start()
        theirs.close()
        self._ready = False
        self._tables: deque[str] = deque(maxlen=MOST_SHADOWS)

    def knows(self, table: str) -> bool:
        return table in self._tables

    async def ask(self, job: AnyJob, limit: float, on_progress: OnProgress = no_progress) -> WorkerReply:
        """Have a job done; raises `TimeoutError`, or `EOFError` if the process has died.

        The limit is for thinking, up to the next word from the worker. Starting and building the match have a longer
        one: otherwise a busy machine would kill each new worker before it has caught up, and no bot would ever answer.
        """
        packed = pack_job(job)
        if not self._ready:
            await self._receive(STARTING_SECONDS)
            self._ready = True
        self._note(job.position.table)
        self._pipe.send_bytes(packed)
        found = await self._receive(STARTING_SECONDS)
        if found == READY:
            found = await self._receive(limit)
        while isinstance(message := _decoded(found), WorkerProgress):
            on_progress(message.share)
            found = await self._receive(limit)
        return message

    async def call_off(self) -> bool:
        """Stop the job, which nobody wants any more; False if the worker does not stop and must be killed."""
        if not self._ready:
            return False
        try:
            self._pipe.send_bytes(CALLED_OFF)
            async with asyncio.timeout(CALLING_OFF_SECONDS):
                while (found := await self._receive()) == READY or isinstance(_decoded(found), WorkerProgress):
                    continue
        except (TimeoutError, EOFError, OSError, asyncio.CancelledError):
            return False
        return True

    def _note(self, table: str) -> None:
        if table in self._tables:
            self._tables.remove(table)
        self._tables.append(table)

    async def _receive(self, limit: float | None = None) -> bytes:
        """The next word from the worker. A timeout around it, and not `wait_for`, which can lose a cancellation."""
        loop = asyncio.get_running_loop()
        readable = asyncio.Event()
        end = self._pipe.fileno()
        loop.add_reader(end, readable.set)
        try:
            async with asyncio.timeout(limit):
                await readable.wait()
        finally:
            loop.remove_reader(end)
            with contextlib.suppress(OSError):  # closed meanwhile
                os.set_blocking(end, True)  # uvloop leaves it so that half of a long message would be an error
        return self._pipe.recv_bytes()

    def kill(self) -> None:
        self._process.kill()
        self._process.join(1.0)
        self._pipe.close()


def _decoded(data: bytes) -> WorkerReply | WorkerProgress:
    return msgspec.msgpack.decode(data, type=WorkerReply | WorkerProgress)


class Thinkers:
    """All workers of this server: several for bots, one for odds and advice, which can wait, one for analyses,
    which take long, one for packs, which nobody has vouched for, and one for positions on workbenches. `limit` is the
    time for one decision, in seconds.
    """

    def __init__(self, count: int, limit: float) -> None:
        self._limit = limit
        self._for_bots: Crew[Worker] = Crew(count)
        self._for_questions: Crew[Worker] = Crew(1, MOST_WAITING)
        self._for_analyses: Crew[Worker] = Crew(1, MOST_WAITING)
        self._for_packs: Crew[Worker] = Crew(1, MOST_WAITING)
        self._for_benches: Crew[Worker] = Crew(1, MOST_WAITING)
        self._all: set[Worker] = set()

    @property
    def waiting(self) -> tuple[int, int]:
        """How many odds and hints wait for a worker, and how many decisions of bots."""
        return self._for_questions.waiting, self._for_bots.waiting

    async def choose(self, job: DecisionJob, asker: str = "") -> str | None:
        """The key that a bot chooses in time, for a table that `asker` has set up; None if the table must choose."""
        patience = min(job.patience or self._limit, WITHIN * self._limit)
        job = msgspec.structs.replace(job, patience=patience)
        reply = await self._ask(self._for_bots, job, self._limit, asker)
        return None if reply is None else reply.key

    async def count(self, job: OddsJob, asker: str = "") -> WorkerReply | None:
        """Count the outcomes of an answer; None if no worker could. Raises `Crowded`."""
        return await self._ask(self._for_questions, job, job.seconds + GRACE, asker)

    async def advise(self, job: HintJob, asker: str, on_progress: OnProgress) -> Hint | None:
        """Find the best answers to a seat's question; None if no worker could. Raises `Crowded`."""
        reply = await self._ask(self._for_questions, job, job.seconds + GRACE, asker, on_progress)
        return None if reply is None else reply.hint

    async def analyse(self, job: AnalysisJob, asker: str, on_progress: OnProgress) -> Analysis | None:
        """Look through a finished match; None if no worker could. Raises `Crowded`."""
        reply = await self._ask(self._for_analyses, job, SILENCE_SECONDS, asker, on_progress)
        return None if reply is None else reply.analysis

    async def try_out(self, job: TrialJob, limit: float, asker: str) -> WorkerReply | None:
        """Try packs out; None if that takes longer than the limit. Raises `Crowded`."""
        return await self._ask(self._for_packs, job, limit, asker)

    async def at_bench(self, job: BenchJob | MatchupJob, asker: str) -> bytes | None:
        """Answer what somebody asks about a position, or forces, of their own; None if no worker could. Raises
        `Crowded`.
        """
        reply = await self._ask(self._for_benches, job, BENCH_SECONDS, asker)
        return None if reply is None else reply.bench

    async def _ask(
        self,
        crew: Crew[Worker],
        job: AnyJob,
        limit: float,
        asker: str = "",
        on_progress: OnProgress = no_progress,
    ) -> WorkerReply | None:
        """Ask a worker; None if it does not answer in time. If its process has ended (the system may end one when
        memory is short), ask another one, once.
        """
        table = job.position.table
        worker = await crew.take(table, asker or table)
        if isinstance(job, OddsJob) and crew.waiting:  # others wait: fewer runs for everybody, and nobody waits long
            job = msgspec.structs.replace(job, seconds=max(LEAST_ODDS, job.seconds / (1 + crew.waiting)))
        try:
            try:
                worker = worker or self._start_worker()
                reply = await worker.ask(job, limit, on_progress)
            except (EOFError, OSError) as error:
                if isinstance(error, TimeoutError):
                    raise
                log.warning("a worker ended at %s: %r; another one is asked", table, error)
                self._retire(worker)
                worker = self._start_worker()
                reply = await worker.ask(job, limit, on_progress)
        except asyncio.CancelledError:
            if worker is not None and not await worker.call_off():
                self._retire(worker)
                worker = None
            raise
        except (TimeoutError, EOFError, OSError, RuntimeError) as error:
            log.warning("a worker at %s gave no answer in time: %r", table, error)
            self._retire(worker)
            worker = None
            return None
        except GameError:  # the job never left: its worker is as it was
            raise
        except BaseException:
            self._retire(worker)
            worker = None
            raise
        finally:
            crew.give_back(worker)
        if reply.error:
            log.error("a worker failed at %s (%s): %s", table, job.position.game, reply.error)
            return None
        return reply

    def _start_worker(self) -> Worker:
        worker = Worker()
        self._all.add(worker)
        return worker

    def _retire(self, worker: Worker | None) -> None:
        if worker is not None:
            self._all.discard(worker)
            worker.kill()

    def close(self) -> None:
        for worker in list(self._all):
            self._retire(worker)


def is_bot(name: str) -> bool:
    return name in bot_names()
