"""Helpers for tests of the server: a server in a thread, a server in a process, and players who click at random."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from muster.server import protocol as p
from muster.server.app import make_app
from muster.server.client.client import RemoteSeat
from muster.server.client.links import Link, claim_seat, create_table
from muster.server.entrance import Entrance, web_server
from muster.server.lobby.house import House
from muster.server.lobby.limits import Limits
from muster.server.serve import listen
from muster.server.storage.sqlite import SqliteStorage
from muster.server.storage.storage import Storage
from muster.server.telling.webhooks import Notices
from muster.server.thinking.workers import Thinkers

T = TypeVar("T")
GAME = "tiny_epic_mechs"
PATIENCE = 60.0


class Server:
    """A whole server in a thread of its own, to be looked into."""

    def __init__(
        self,
        storage: Callable[[], Storage],
        limits: Limits,
        webhooks: Sequence[str],
        bot_seconds: float,
        origins: Sequence[str],
    ) -> None:
        self._make = lambda: House(storage(), Thinkers(1, bot_seconds), Notices(webhooks), limits)
        self._origins = origins
        self._socket = listen("127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self.house: House
        self.loop: asyncio.AbstractEventLoop
        self._thread.start()
        assert self._ready.wait(PATIENCE)

    async def _serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.house = self._make()
        await self.house.open()
        self.entrance = Entrance(self.house.limits)
        self._uvicorn = web_server(make_app(self.house, self._origins), self.entrance, log_level="error")
        self._ready.set()
        await self._uvicorn.serve(sockets=[self._socket])
        await self.house.close()

    def stop(self) -> None:
        self._uvicorn.should_exit = True
        self._uvicorn.force_exit = True
        self._thread.join(PATIENCE)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def lines(self, table: str) -> list[Any]:
        """What is stored of a table's match."""
        kept = self.run(self.house.storage.load(table))
        assert kept is not None
        return kept.lines


@contextmanager
def server(
    path: Path,
    limits: Limits | None = None,
    webhooks: Sequence[str] = (),
    bot_seconds: float = 2.0,
    origins: Sequence[str] = (),
) -> Iterator[Server]:
    with server_on(
        lambda: SqliteStorage(path / "tables.sqlite"), limits or Limits(), webhooks, bot_seconds, origins
    ) as running:
        yield running


@contextmanager
def server_on(
    storage: Callable[[], Storage],
    limits: Limits,
    webhooks: Sequence[str] = (),
    bot_seconds: float = 2.0,
    origins: Sequence[str] = (),
) -> Iterator[Server]:
    running = Server(storage, limits, webhooks, bot_seconds, origins)
    try:
        yield running
    finally:
        running.stop()


class Process:
    """`muster serve` as people start it; can be killed."""

    def __init__(
        self,
        database: str,
        port: int = 0,
        environment: Mapping[str, str] = os.environ,
        python: str = sys.executable,
    ) -> None:
        command = [python, "-m", "muster.cli", "serve", "--port", str(port), "--database", database]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**environment, "PYTHONUNBUFFERED": "1"}
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.startswith("Muster is at "), line
        self.address = line.split()[-1]
        self.port = int(self.address.rpartition(":")[2])

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()


def open_table(address: str, *names: str, begin: bool = True, **wanted: Any) -> list[Link]:
    """A table with these people at it: their links, the host first. The dice are agreed, unless it should not begin."""
    made = create_table(address, p.NewTable(**{"game": GAME, "name": names[0], **wanted}))
    links = [Link(address, made.table, made.token)]
    for name in names[1:]:
        claimed = claim_seat(address, made.table, p.Claim(name, made.invite))
        links.append(Link(address, made.table, claimed.token))
    if begin:
        in_thread(agree(links))
    return links


async def agree(links: Sequence[Link]) -> None:
    """Let people sit down until the dice are agreed, as far as it depends on them."""
    seats = await asyncio.gather(*(RemoteSeat.join(link, view="none") for link in links))
    async with asyncio.timeout(PATIENCE):
        for seat in seats:
            while seat.agreement is not None and not open_at(seat):
                await seat.news()
    for seat in seats:
        await seat.close()


def open_at(seat: RemoteSeat) -> bool:
    """Whether somebody is still to sit down."""
    return any(place.who == "open" for place in seat.places)


def in_thread(work: Coroutine[Any, Any, T]) -> T:
    """Do something in a loop of its own, also for a caller in another loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result(PATIENCE)


async def play(seat: RemoteSeat, rng: random.Random, most: int = 10_000) -> list[str]:
    """Answer at random until the match is over or so many answers are given: the ids of the commands."""
    given: list[str] = []
    while not seat.over and len(given) < most:
        if seat.question is None:
            await seat.news(PATIENCE)
            continue
        command = f"{seat.seat}.{len(given)}.{rng.getrandbits(40):x}"
        await seat.answer(rng.choice(seat.question.options).key, command)
        given.append(command)
    return given


async def play_together(seats: Sequence[RemoteSeat], rng: random.Random, most: int) -> None:
    """So many answers, each by whoever is asked."""
    for _ in range(most):
        while not any(seat.question for seat in seats):
            if any(seat.over for seat in seats):
                return
            waits = [asyncio.create_task(seat.news(PATIENCE)) for seat in seats]
            await asyncio.sleep(0)  # they listen from now on; what came before that is there already
            if not any(seat.question or seat.over for seat in seats):
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for wait in waits:
                wait.cancel()
        asked = [seat for seat in seats if seat.question]
        seat = rng.choice(asked)
        assert seat.question is not None
        await seat.answer(rng.choice(seat.question.options).key)
