"""The time that a bot has: it begins when its match is built, however long that took."""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

import msgspec
import pytest

from muster.server.thinking import workers
from muster.server.thinking.workers import READY, DecisionJob, Position, Thinkers, Worker, WorkerReply

LIMIT = 0.5
JOB = DecisionJob(Position("table", "tiny_epic_mechs", {}, []), 0, "random", "seed")


class Slow(Worker):
    """A worker whose process is a thread that builds and thinks for so many seconds."""

    def __init__(self, building: float, thinking: float) -> None:
        self._pipe, theirs = multiprocessing.Pipe()
        self._ready = False
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
