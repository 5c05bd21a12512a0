"""Bots at the tables: they think in processes of their own, for a limited time, and never hold a table up.

A worker that is too slow, or dies, is killed and replaced; the table then plays a fall-back move. The same workers
find out odds.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import random
import time
from collections import OrderedDict
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from muster.bots import bot_names, chair_at, make_bot
from muster.bots.outlook import foresee
from muster.kernel.dice import ToldDice
from muster.kernel.game import setup_of
from muster.kernel.match import Match
from muster.kernel.requests import DICE, Seat
from muster.kernel.text import Param
from muster.library import load_game

log = logging.getLogger("muster.server.thinking.workers")

STARTING_SECONDS = 30.0
READY = b"ready"
"""A worker says it when it has started, and before each reply when it has the match before it."""

MOST_SHADOWS = 32
"""A worker keeps so many matches, to go on with instead of building them again."""

GRACE = 5.0
"""Seconds that odds may take longer than they should: the last run has to end."""

SaidEntry = tuple[Seat, str, Sequence[int]]
"""One entry of a match: who, what, and the faces if it was the dice."""


class Position(msgspec.Struct, frozen=True):
    """Where a match stands: everything that was said in it."""

    table: str
    game: str
    options: dict[str, Any]
    entries: list[SaidEntry]


class DecisionJob(msgspec.Struct, frozen=True, tag="decide"):
    """A decision to make: whose, and who thinks."""

    position: Position
    seat: Seat
    bot: str
    seed: str


class OddsJob(msgspec.Struct, frozen=True, tag="odds"):
    """OddsJob to find out: what comes of an answer in so many runs, or as many as fit into the time."""

    position: Position
    seat: Seat
    key: str
    runs: int
    seconds: float
    seed: str


class Count(msgspec.Struct, frozen=True):
    """An outcome, as key and gaps of a sentence, and how often it came."""

    key: str
    params: dict[str, Param]
    count: int


class WorkerReply(msgspec.Struct, frozen=True):
    """What a worker found: the key of an option, or counts of outcomes; `error` when it failed."""

    key: str = ""
    runs: int = 0
    counts: list[Count] = []
    error: str = ""


class Shadow:
    """A match as a worker keeps it, to follow the one at the table."""

    def __init__(self, position: Position) -> None:
        self._game = load_game(position.game)
        self._options = position.options
        self._entries: list[SaidEntry] = []
        self._dice = ToldDice()
        self._tell(position.entries)
        self.match: Match[Any] = Match(self._game, setup_of(self._game).prepare(position.options).new(), self._dice)
        self._entries = position.entries[: len(self.match.record)]

    def _tell(self, entries: Sequence[SaidEntry]) -> None:
        self._dice.tell([list(faces) for seat, _, faces in entries if seat == DICE])

    def follows(self, position: Position) -> bool:
        """Whether the match only has to go on to stand there."""
        known = len(self._entries)
        return position.options == self._options and position.entries[:known] == self._entries

    def go_on(self, position: Position) -> None:
        fresh = position.entries[len(self._entries) :]
        self._tell(fresh)
        for seat, key, _ in fresh:
            if seat != DICE:
                self.match.answer(seat, key)
        self._entries = position.entries


class Shadows:
    """The matches that a worker thought about lately."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Shadow] = OrderedDict()

    def match(self, position: Position) -> Match[Any]:
        shadow = self._kept.pop(position.table, None)  # one that fails is not kept
        if shadow is None or not shadow.follows(position):
            shadow = Shadow(position)
        shadow.go_on(position)
        self._kept[position.table] = shadow
        if len(self._kept) > MOST_SHADOWS:
            self._kept.popitem(last=False)
        return shadow.match


def decide(job: DecisionJob, match: Match[Any]) -> WorkerReply:
    """Let the bot choose: the key of an option."""
    return WorkerReply(make_bot(job.bot, random.Random(job.seed)).choose(chair_at(match, job.seat)).key)


def count_outcomes(job: OddsJob, match: Match[Any]) -> WorkerReply:
    """Try the answer out as often as there is time for."""
    option = match.ask(job.seat).space.accept(job.key)
    ends = time.monotonic() + job.seconds
    rng = random.Random(job.seed)
    tally = foresee(chair_at(match, job.seat), option, job.runs, rng, lambda: time.monotonic() < ends)
    counts = [Count(text.key, dict(text.params), count) for text, count in tally.outcomes()]
    return WorkerReply(runs=tally.runs, counts=counts)


def work(pipe: Connection) -> None:
    """A worker's life: jobs in, replies out, until the server is gone."""
    decoder = msgspec.msgpack.Decoder(DecisionJob | OddsJob)
    shadows = Shadows()
    pipe.send_bytes(READY)
    with contextlib.suppress(EOFError, KeyboardInterrupt, OSError):
        while True:
            job = decoder.decode(pipe.recv_bytes())
            try:
                match = shadows.match(job.position)
                pipe.send_bytes(READY)
                reply = decide(job, match) if isinstance(job, DecisionJob) else count_outcomes(job, match)
            except Exception as error:
                reply = WorkerReply(error=f"{type(error).__name__}: {error}")
            pipe.send_bytes(msgspec.msgpack.encode(reply))


class Worker:
    """One process that thinks."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs,), daemon=True, name="muster-bot")
        self._process.start()
        theirs.close()
        self._ready = False

    async def ask(self, job: DecisionJob | OddsJob, limit: float) -> WorkerReply:
        """What it finds; raises `TimeoutError`, or `EOFError` when the process has died.

        The limit is for thinking. To start and to build the match has a longer one: else a busy machine kills each new
        worker before it has caught up, and no bot ever answers.
        """
        if not self._ready:
            await asyncio.wait_for(self._receive(), STARTING_SECONDS)
            self._ready = True
        self._pipe.send_bytes(msgspec.msgpack.encode(job))
        found = await asyncio.wait_for(self._receive(), STARTING_SECONDS)
        if found == READY:
            found = await asyncio.wait_for(self._receive(), limit)
        return msgspec.msgpack.decode(found, type=WorkerReply)

    async def _receive(self) -> bytes:
        loop = asyncio.get_running_loop()
        readable = asyncio.Event()
        loop.add_reader(self._pipe.fileno(), readable.set)
        try:
            await readable.wait()
        finally:
            loop.remove_reader(self._pipe.fileno())
        return self._pipe.recv_bytes()

    def kill(self) -> None:
        self._process.kill()
        self._process.join(1.0)
        self._pipe.close()


Room = asyncio.Queue[Worker | None]
"""Where workers wait for something to do."""


def waiting_room(count: int) -> Room:
    """Room for so many workers, who are started when they are first needed."""
    room: Room = asyncio.Queue()
    for _ in range(count):
        room.put_nowait(None)
    return room


class Thinkers:
    """All workers of this server: so many for bots, and one for odds, which can wait. `limit` is the time for one
    decision, in seconds.
    """

    def __init__(self, count: int, limit: float) -> None:
        self._limit = limit
        self._for_bots = waiting_room(count)
        self._for_odds = waiting_room(1)
        self._all: set[Worker] = set()

    async def choose(self, job: DecisionJob) -> str | None:
        """The key a bot chooses in time, or None: then the table must choose."""
        reply = await self._ask(self._for_bots, job, self._limit)
        return None if reply is None else reply.key

    async def count(self, job: OddsJob) -> WorkerReply | None:
        """What comes of an answer; None when no worker could find out."""
        return await self._ask(self._for_odds, job, job.seconds + GRACE)

    async def _ask(self, idle: Room, job: DecisionJob | OddsJob, limit: float) -> WorkerReply | None:
        """A worker's answer; None when there is none in time. For a worker whose process has ended (the system may end
        one when it lacks memory) another one is asked, once.
        """
        worker = await idle.get()
        try:
            try:
                worker = worker or self._start_worker()
                reply = await worker.ask(job, limit)
            except (EOFError, OSError) as error:
                if isinstance(error, TimeoutError):
                    raise
                log.warning("a worker ended at %s: %r; another one is asked", job.position.table, error)
                self._retire(worker)
                worker = self._start_worker()
                reply = await worker.ask(job, limit)
        except (TimeoutError, EOFError, OSError, RuntimeError) as error:
            log.warning("a worker at %s gave no answer in time: %r", job.position.table, error)
            self._retire(worker)
            worker = None
            return None
        except BaseException:
            self._retire(worker)
            worker = None
            raise
        finally:
            idle.put_nowait(worker)
        if reply.error:
            log.error("a worker failed at %s (%s): %s", job.position.table, job.position.game, reply.error)
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
