"""The workers that think for bots: a bot's time begins when its match is built, however long that took."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import threading
import time
from collections import deque
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

import msgspec
import pytest

from muster.bots import chair_at, make_bot
from muster.bots.search import SearchBot
from muster.kernel.dice import SeededDice
from muster.kernel.game import setup_of
from muster.kernel.match import Match
from muster.kernel.requests import DICE
from muster.kernel.sessions import new_match
from muster.library import load_game
from muster.server import loops
from muster.server.protocol import ClockRule
from muster.server.table.clocks import Clock
from muster.server.thinking import workers
from muster.server.thinking.jobs import (
    CALLED_OFF,
    READY,
    AnyJob,
    DecisionJob,
    HintJob,
    Position,
    WorkerProgress,
    WorkerReply,
)
from muster.server.thinking.shadows import MOST_MINDED, Shadows
from muster.server.thinking.workers import OnProgress, Thinkers, Worker, no_progress

LIMIT = 0.5
JOB = DecisionJob(Position("table", "tiny_epic_mechs", {}, []), 0, "random", "seed")


class Slow(Worker):
    """A worker whose process is a thread that builds and thinks for so many seconds."""

    def __init__(self, building: float, thinking: float) -> None:
        self._pipe, theirs = multiprocessing.Pipe()
        self._ready = False
        self._tables = deque()
        threading.Thread(target=pretend, args=(theirs, building, thinking), daemon=True).start()


def pretend(pipe: Connection[Any, Any], building: float, thinking: float) -> None:
    pipe.send_bytes(READY)
    pipe.recv_bytes()
    time.sleep(building)
    pipe.send_bytes(READY)
    time.sleep(thinking)
    with suppress(BrokenPipeError):  # whoever waited has given up
        pipe.send_bytes(msgspec.msgpack.encode(WorkerReply("pass")))


def test_building_the_match_does_not_count() -> None:
    assert asyncio.run(Slow(2 * LIMIT, 0).ask(JOB, LIMIT)).key == "pass"


def test_thinking_does() -> None:
    with pytest.raises(TimeoutError):
        asyncio.run(Slow(0, 4 * LIMIT).ask(JOB, LIMIT))


class Dead(Worker):
    """A worker whose process has ended."""

    def __init__(self) -> None:
        self._pipe, theirs = multiprocessing.Pipe()
        self._ready = True
        self._tables = deque()
        theirs.close()

    def kill(self) -> None:
        self._pipe.close()


def test_for_a_worker_that_has_ended_another_one_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Worker] = []

    async def ask(*kinds: Worker) -> str | None:
        thinkers = Thinkers(1, 20.0)
        waiting = list(kinds)

        def start() -> Worker:
            started.append(waiting.pop(0))
            return started[-1]

        monkeypatch.setattr(workers, "Worker", start)
        return await thinkers.choose(JOB)

    assert asyncio.run(ask(Dead(), Slow(0, 0))) == "pass"
    assert asyncio.run(ask(Dead(), Dead())) is None
    assert len(started) == 4


class Polite(Worker):
    """A worker that tells how far it has come until it is called off."""

    def __init__(self) -> None:
        self._pipe, theirs = multiprocessing.Pipe()
        self._ready = False
        self._tables = deque()
        self.killed = False
        self.jobs = 0
        threading.Thread(target=self._live, args=(theirs,), daemon=True).start()

    def _live(self, pipe: Connection[Any, Any]) -> None:
        pipe.send_bytes(READY)
        while pipe.recv_bytes():
            self.jobs += 1
            pipe.send_bytes(READY)
            for step in range(1000):
                pipe.send_bytes(msgspec.msgpack.encode(WorkerProgress(step / 1000)))
                if pipe.poll(0.01) and pipe.recv_bytes() == CALLED_OFF:
                    break
            pipe.send_bytes(msgspec.msgpack.encode(WorkerReply(error="called off")))

    def kill(self) -> None:
        self.killed = True


def test_a_hint_that_is_called_off_frees_its_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    polite = Polite()
    monkeypatch.setattr(workers, "Worker", lambda: polite)

    async def ask() -> None:
        thinkers = Thinkers(1, 20.0)
        for _ in range(2):
            shares: list[float] = []
            job = HintJob(JOB.position, 0, 60.0, 1)
            task = asyncio.create_task(thinkers.advise(job, "ana", shares.append))
            while len(shares) < 3:
                await asyncio.sleep(0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(ask())
    assert polite.jobs == 2
    assert not polite.killed


def position_of(match: Match[Any], table: str = "t") -> Position:
    entries = [(one.seat, one.key, one.value if one.seat == DICE else ()) for one in match.record]
    return Position(table, match.game.name, {}, entries)


def begun() -> Match[Any]:
    game = load_game("tiny_epic_mechs")
    return new_match(game, setup_of(game).prepare({}), SeededDice(2))


def test_a_bot_stays_at_its_table_and_goes_on_in_its_tree() -> None:
    match, shadows = begun(), Shadows()
    bot = shadows.find(position_of(match)).bot(0, "search:20", "seed")
    assert isinstance(bot, SearchBot)
    match.play(0, match.pending[0].space.options()[0])
    later = shadows.find(position_of(match))
    assert later.bot(0, "search:20", "another seed") is bot
    assert later.bot(1, "search:20", "seed") is not bot
    match.undo(0)
    assert shadows.find(position_of(match)).bot(0, "search:20", "seed") is not bot


def test_the_bots_of_tables_long_left_are_forgotten_but_not_their_matches() -> None:
    match, shadows = begun(), Shadows()
    first = shadows.find(position_of(match, "first"))
    bot = first.bot(0, "random", "seed")
    for n in range(MOST_MINDED):
        shadows.find(position_of(match, f"t{n}"))
    again = shadows.find(position_of(match, "first"))
    assert again is first
    assert again.bot(0, "random", "seed") is not bot


def test_a_bot_minds_its_clock() -> None:
    assert Clock(None, (0, 1), []).patience(0) == 0
    assert Clock(ClockRule(bank=100), (0, 1), []).patience(0) == pytest.approx(3.0)
    assert 0 < Clock(ClockRule(bank=0), (0, 1), []).patience(0) < 0.1


@pytest.mark.parametrize(("wanted", "told"), [(0.0, 6.0), (1.5, 1.5), (60.0, 6.0)])
def test_a_bot_is_told_to_answer_before_its_worker_is_killed(
    monkeypatch: pytest.MonkeyPatch, wanted: float, told: float
) -> None:
    seen: list[float] = []

    class Quick(Worker):
        """Answers at once, and remembers how patient it was told to be."""

        def __init__(self) -> None:
            pass

        async def ask(self, job: AnyJob, limit: float, on_progress: OnProgress = no_progress) -> WorkerReply:
            assert isinstance(job, DecisionJob)
            seen.append(job.patience)
            return WorkerReply("pass")

    monkeypatch.setattr(workers, "Worker", Quick)
    job = msgspec.structs.replace(JOB, patience=wanted)
    assert asyncio.run(Thinkers(1, 10.0).choose(job)) == "pass"
    assert seen == [pytest.approx(told)]


def test_an_impatient_chair_gets_a_quick_answer() -> None:
    match = begun()
    bot = make_bot("search:30s", random.Random(1))
    began = time.monotonic()
    bot.choose(chair_at(match, 0, patience=0.2))
    assert time.monotonic() - began < 10


class Longwinded(Worker):
    """A worker whose reply comes in two halves."""

    def __init__(self) -> None:
        self._pipe, theirs = multiprocessing.Pipe()
        self._ready = True
        self._tables = deque()
        threading.Thread(target=self._live, args=(theirs,), daemon=True).start()

    def _live(self, pipe: Connection[Any, Any]) -> None:
        pipe.recv_bytes()
        pipe.send_bytes(READY)
        time.sleep(0.2)  # until the server waits
        data = msgspec.msgpack.encode(WorkerReply("x" * 100_000))
        whole = len(data).to_bytes(4, "big") + data
        os.write(pipe.fileno(), whole[:50_000])
        time.sleep(0.2)
        os.write(pipe.fileno(), whole[50_000:])


def test_a_long_reply_may_come_in_pieces() -> None:
    found: list[WorkerReply] = []

    async def ask() -> None:
        found.append(await Longwinded().ask(JOB, 20.0))

    loops.run(ask())
    assert len(found[0].key) == 100_000
