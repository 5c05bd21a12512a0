"""`muster bench table --soak MINUTES`: match after match, while the server is fuzzed, killed and told to stop.

Clients play whole matches at random and come back by themselves. Meanwhile others send what is no command, or one that
makes no sense, over sockets of their own, and leave requests half open; and every minute or so the server is killed
with -9, or told to stop, and started again. In the end every acknowledged answer must be stored, once.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import websockets
from websockets.asyncio.client import ClientConnection, connect

from muster.kernel.errors import GameError
from muster.server import loops
from muster.server import protocol as p
from muster.server.client import bench
from muster.server.client.line import GIVE_UP, new_id
from muster.server.client.links import Link

CALM = (45.0, 90.0)
"""Between so many seconds a server is left in peace."""
STOPPED = 0.3
"""This share of the ends is a request to stop instead of a kill."""
FUZZERS = 4
HALF_OPEN = 20
"""So many requests that never become whole are open at a time."""
PAUSE = 0.1
"""Seconds between two messages of a fuzzer: enough to be unpleasant, not to drown everything else."""


class Soaked(msgspec.Struct):
    """What came of it. `unclean` are requests to stop that the server did not obey in time; `tracebacks` are those in
    its log; `refused`, `faults` and `closed` are how fuzzed messages were answered.
    """

    minutes: float
    tables: int
    servers: int
    database: str
    answers: int
    matches_finished: int
    lost: int
    doubled: int
    kills: int
    stops: int
    unclean: int
    back_s_median: float
    back_s_worst: float
    fuzzed: int
    refused: int
    faults: int
    closed: int
    half_open: int
    p50_ms: float
    p99_ms: float
    p99_with_kills_ms: float
    lateness_p99_ms: float
    server_cpu_ms: float
    memory_mb: float
    tracebacks: int
    load: float


class Storm:
    """A count of all that was done to the server."""

    def __init__(self) -> None:
        self.kills = self.stops = self.unclean = self.half_open = 0
        self.heard: Counter[str] = Counter()
        self.fuzzed = 0
        self.back: list[float] = []
        self.memory = 0.0
        self.cpu_seconds = 0.0


def nonsense(rng: random.Random, number: int) -> str | bytes:
    """A message that no honest client sends: no command, a broken one, or one that makes no sense at this moment."""
    key = rng.choice(["", "pass", "\0", "\ud800", "x" * rng.choice([1, 500, 20_000]), "../..", "program:0:move-n"])
    count = rng.choice([0, 1, -1, 2**31, 2**53, 2**70])
    fields: dict[str, Any] = {"question": number, "key": key, "seq": count, "seat": count, "text": key}
    kind = rng.choice(["answer", "undo", "reset", "why", "look", "chat", "takeback", "odds", "speak", "seal"])
    wanted = {
        "answer": ("question", "key"),
        "why": ("key",),
        "look": ("seq", "seat"),
        "chat": ("text",),
        "odds": ("question", "key"),
    }.get(kind, ())
    command = {"type": kind, "id": new_id(), **{name: fields[name] for name in wanted}}
    match rng.randrange(6):
        case 0:
            return rng.randbytes(rng.randrange(200))
        case 1:
            return "[" * rng.randrange(2_000)
        case 2:
            text = msgspec.json.encode(p.Join("j", "nowhere")).decode()
            cut = rng.randrange(len(text))
            return text[:cut] + rng.choice(["", "}", '"', "\0"]) + text[cut + rng.randrange(3) :]
        case 3:
            command[rng.choice(list(command))] = rng.choice([None, count, [], {}, key, True, 1.5])
    return _text_of(command)


def _text_of(command: dict[str, Any]) -> str:
    """JSON as any program might write it, also what msgspec would refuse to."""
    return json.dumps(command)


async def fuzz(link: Link, tally: bench.Tally, storm: Storm, rng: random.Random) -> None:
    """Sit at a table of our own and say nonsense, over and over; when we are thrown out we come back."""
    url = "ws" + link.address.removeprefix("http") + "/socket"
    while not tally.stopping:
        with contextlib.suppress(OSError, websockets.WebSocketException, TimeoutError):
            async with connect(url, proxy=None, max_size=None, compression=None) as line:
                await line.send(p.ENCODER.encode(p.Join("j", link.table, link.token)).decode())
                listener = asyncio.create_task(_listen(line, storm))
                try:
                    while not tally.stopping and not listener.done():
                        said = nonsense(rng, rng.randrange(2**48))
                        with contextlib.suppress(UnicodeEncodeError):
                            await line.send(said)
                            storm.fuzzed += 1
                        await asyncio.sleep(PAUSE)
                finally:
                    listener.cancel()
                    with contextlib.suppress(asyncio.CancelledError, websockets.ConnectionClosed):
                        await listener
        storm.heard["closed"] += not tally.stopping
        await asyncio.sleep(0.3)


async def _listen(line: ClientConnection, storm: Storm) -> None:
    with contextlib.suppress(websockets.ConnectionClosed):
        async for message in line:
            storm.heard[type(p.MESSAGES.decode(message)).__name__] += 1


async def leave_open(address: str, tally: bench.Tally, storm: Storm) -> None:
    """Keep requests open that never become whole."""
    host, _, port = address.removeprefix("http://").rpartition(":")
    while not tally.stopping:
        held = []
        with contextlib.suppress(OSError):
            for _ in range(HALF_OPEN):
                _, writer = await asyncio.open_connection(host, int(port))
                writer.write(b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-le")
                held.append(writer)
                storm.half_open += 1
        await asyncio.sleep(20.0)
        for writer in held:
            writer.close()


async def play_on(
    address: str, addresses: list[str], game: str, tally: bench.Tally, think: float, rng: random.Random
) -> int:
    """Play match after match at new tables; returns how often the two clients had to reconnect."""
    back = 0
    while not tally.stopping:
        try:
            links = await asyncio.to_thread(bench.set_up, address, game, 1)
        except (GameError, OSError):
            await asyncio.sleep(1.0)  # the server is away
            continue
        before = len(tally.seats)
        both = [bench.sit_and_play(link, addresses, tally, think, random.Random(rng.random())) for link in links]
        back += sum(await asyncio.gather(*both))
        tally.seats[before:] = [seat for seat in tally.seats[before:] if seat.link not in links]
    return back


async def torment(servers: list[bench.Server], tally: bench.Tally, storm: Storm, rng: random.Random) -> None:
    """End a server now and then, and start it again."""
    while not tally.stopping:
        ends = time.perf_counter() + rng.uniform(*CALM)
        while time.perf_counter() < ends and not tally.stopping:
            await asyncio.sleep(0.5)
        if tally.stopping:
            return
        victim = rng.choice(servers)
        storm.cpu_seconds += victim.cpu_seconds()
        tally.calm_from = time.perf_counter() + GIVE_UP
        if rng.random() < STOPPED:
            storm.stops += 1
            storm.unclean += not await asyncio.to_thread(victim.stop)
        else:
            storm.kills += 1
            await asyncio.to_thread(victim.kill)
        began = time.perf_counter()
        await asyncio.to_thread(victim.start)
        await asyncio.sleep(0.2)
        while not all(seat.connected or seat.over for seat in tally.seats) and not tally.stopping:
            await asyncio.sleep(0.02)
        storm.back.append(time.perf_counter() - began)
        tally.calm_from = time.perf_counter() + bench.AFTERMATH


async def soak(args: argparse.Namespace, database: str, log: Path) -> Soaked:
    with log.open("ab") as out:
        servers = [bench.Server(database, log=out) for _ in range(args.servers)]
        try:
            return await _soak(args, database, servers, log)
        finally:
            for server in servers:
                server.kill()


async def _soak(args: argparse.Namespace, database: str, servers: list[bench.Server], log: Path) -> Soaked:
    tally, storm, rng = bench.Tally(), Storm(), random.Random(bench.SEED)
    addresses = [server.address for server in servers]
    tally.counting = True
    players = [
        asyncio.create_task(
            play_on(
                addresses[n % len(servers)],
                bench.first_of(addresses[n % len(servers)], addresses),
                args.game,
                tally,
                args.think,
                random.Random(rng.random()),
            )
        )
        for n in range(args.tables)
    ]
    nests = await asyncio.to_thread(bench.set_up, addresses[0], args.game, FUZZERS)
    others = [
        *(asyncio.create_task(fuzz(link, tally, storm, random.Random(rng.random()))) for link in nests[::2]),
        asyncio.create_task(leave_open(addresses[0], tally, storm)),
        asyncio.create_task(torment(servers, tally, storm, random.Random(rng.random()))),
    ]
    began = time.perf_counter()
    while time.perf_counter() - began < args.soak * 60:
        now = time.perf_counter()
        await asyncio.sleep(bench.NAP)
        tally.lateness.append(time.perf_counter() - now - bench.NAP)
        storm.memory = max(storm.memory, *(server.memory_mb() for server in servers))
        await asyncio.sleep(0.2)
        for task in (*players, *others):
            if task.done():
                task.result()  # whoever gave up says why
    tally.stopping = True
    minutes = (time.perf_counter() - began) / 60
    await asyncio.gather(*players)
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    storm.cpu_seconds += sum(server.cpu_seconds() for server in servers)
    for server in servers:
        await asyncio.to_thread(server.kill)
    lost, doubled = await bench.compare(database, tally)
    back = sorted(storm.back) or [0.0]
    return Soaked(
        minutes=round(minutes, 1),
        tables=args.tables,
        servers=len(servers),
        database=database.partition(":")[0] if "://" in database else "sqlite",
        answers=len(tally.acknowledged),
        matches_finished=tally.finished // 2,
        lost=lost,
        doubled=doubled,
        kills=storm.kills,
        stops=storm.stops,
        unclean=storm.unclean,
        back_s_median=round(back[len(back) // 2], 2),
        back_s_worst=round(back[-1], 2),
        fuzzed=storm.fuzzed,
        refused=storm.heard["Refused"],
        faults=storm.heard["Fault"],
        closed=storm.heard["closed"],
        half_open=storm.half_open,
        p50_ms=bench.milliseconds(tally.calm, 0.5),
        p99_ms=bench.milliseconds(tally.calm, 0.99),
        p99_with_kills_ms=bench.milliseconds(tally.calm + tally.stormy, 0.99),
        lateness_p99_ms=bench.milliseconds(tally.lateness, 0.99),
        server_cpu_ms=round(1000 * storm.cpu_seconds / max(1, len(tally.acknowledged)), 2),
        memory_mb=round(storm.memory, 1),
        tracebacks=log.read_text(errors="replace").count("Traceback"),
        load=round(os.getloadavg()[0], 1),
    )


def run(args: argparse.Namespace) -> int:
    """`muster bench table --soak`: exit status 1 when an answer was lost or doubled."""
    with tempfile.TemporaryDirectory() as folder:
        database = bench.database_of(args, Path(folder))
        return bench.show(loops.run(soak(args, database, Path(folder) / "log")), args.json)
