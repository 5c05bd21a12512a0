"""Bots at the tables: they think in processes of their own, for a limited time, and never hold a table up.

A worker that is too slow, or dies, is killed and replaced; the table then plays a fall-back move.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import random
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from muster.bots import BOTS, make_bot
from muster.kernel.dice import RecordedDice
from muster.kernel.match import UNREAD, Entry, Match
from muster.kernel.requests import DICE, Seat
from muster.library import load_game

log = logging.getLogger("muster.server.bots")

STARTING_SECONDS = 30.0
READY = "ready"


class Job(msgspec.Struct, frozen=True):
    """A decision to make: the match as entries, whose turn it is, and who thinks."""

    game: str
    options: dict[str, Any]
    entries: Sequence[tuple[Seat, str, Sequence[int]]]
    seat: Seat
    bot: str
    seed: str


def decide(job: Job) -> str:
    """Build the match and let the bot choose: the key of an option."""
    game = load_game(job.game)
    known = [Entry(seat, key, list(faces) if seat == DICE else UNREAD) for seat, key, faces in job.entries]
    match: Match[Any] = Match(game, game.new(game.options(job.options)), RecordedDice("random"), known=known)
    return make_bot(job.bot, random.Random(job.seed)).choose(game, match, job.seat).key


def work(pipe: Connection) -> None:
    """A worker's life: jobs in, keys out, until the server is gone."""
    decoder = msgspec.msgpack.Decoder(Job)
    pipe.send_bytes(READY.encode())
    with contextlib.suppress(EOFError, KeyboardInterrupt, OSError):
        while True:
            job = decoder.decode(pipe.recv_bytes())
            try:
                key = decide(job)
            except Exception as error:
                pipe.send_bytes(f"!{type(error).__name__}: {error}".encode())
            else:
                pipe.send_bytes(key.encode())


class Worker:
    """One process that thinks."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs,), daemon=True, name="muster-bot")
        self._process.start()
        theirs.close()
        self._ready = False

    async def ask(self, job: Job, limit: float) -> str:
        """The key it chooses; raises `TimeoutError`, or `EOFError` when the process has died."""
        if not self._ready:
            await asyncio.wait_for(self._receive(), STARTING_SECONDS)
            self._ready = True
        self._pipe.send_bytes(msgspec.msgpack.encode(job))
        return await asyncio.wait_for(self._receive(), limit)

    async def _receive(self) -> str:
        loop = asyncio.get_running_loop()
        readable = asyncio.Event()
        loop.add_reader(self._pipe.fileno(), readable.set)
        try:
            await readable.wait()
        finally:
            loop.remove_reader(self._pipe.fileno())
        return self._pipe.recv_bytes().decode()

    def kill(self) -> None:
        self._process.kill()
        self._process.join(1.0)
        self._pipe.close()


class Thinkers:
    """All workers of this server. `limit` is the time for one decision, in seconds."""

    def __init__(self, count: int, limit: float) -> None:
        self._limit = limit
        self._count = count
        self._idle: asyncio.Queue[Worker | None] = asyncio.Queue()
        self._all: set[Worker] = set()
        for _ in range(count):
            self._idle.put_nowait(None)  # started when first needed

    async def choose(self, job: Job) -> str | None:
        """The key a bot chooses in time, or None: then the table must choose."""
        worker = await self._idle.get()
        try:
            if worker is None:
                worker = Worker()
                self._all.add(worker)
            key = await worker.ask(job, self._limit)
        except (TimeoutError, EOFError, OSError, RuntimeError) as error:
            log.warning("the bot %s at %s gave no answer in time: %r", job.bot, job.game, error)
            self._retire(worker)
            worker = None
            return None
        except BaseException:
            self._retire(worker)
            worker = None
            raise
        finally:
            self._idle.put_nowait(worker)
        if key.startswith("!"):
            log.error("the bot %s at %s failed: %s", job.bot, job.game, key[1:])
            return None
        return key

    def _retire(self, worker: Worker | None) -> None:
        if worker is not None:
            self._all.discard(worker)
            worker.kill()

    def close(self) -> None:
        for worker in list(self._all):
            self._retire(worker)


def is_bot(name: str) -> bool:
    return name in BOTS
