"""`muster bench table`: many tables over real sockets, measured, with the server killed in the middle.

The server runs as `muster serve` in a process of its own, and every seat is a bot client that answers at random after
thinking for a moment. The server is killed with -9 while they play and started again; every client comes back by
itself. In the end the database is read: an acknowledged answer that is not there is lost, one that is there twice is
doubled. With two servers on one PostgreSQL one of them is killed and stays dead.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import IO, Any

import msgspec

from muster.kernel.errors import GameError
from muster.server import loops
from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.line import GIVE_UP, ServerRefusal
from muster.server.client.links import Link, claim_seat, create_table
from muster.server.storage.opening import make_storage

WARM_UP = 3.0
"""Seconds that do not count once everybody has sat down: all matches begin in them, and everybody thinks at once."""
AFTERMATH = 10.0
"""So many seconds after a kill are told apart from the rest."""
NAP = 0.01
STOP_SECONDS = 30.0
SEED = 1


class Figures(msgspec.Struct):
    """The results. Latency runs from sending an answer to the update that shows its effect at the same client; `p99_ms`
    leaves the ten seconds after a kill out, `p99_with_kill_ms` has them and the answers that were under way.
    `lateness` is how late the clients' own process woke from short sleeps meanwhile: a busy machine adds that at every
    step of an answer's way. `server_cpu_ms` is the servers' processor time for one answer, sockets and disk included,
    which other work on the machine hardly changes (0 if the system does not tell). `load` is the machine's load average
    at the end.
    """

    tables: int
    clients: int
    servers: int
    database: str
    think_s: float
    seconds: float
    answers: int
    answers_per_s: float
    p50_ms: float
    p99_ms: float
    p99_with_kill_ms: float
    lateness_p99_ms: float
    server_cpu_ms: float
    load: float
    lost: int
    doubled: int
    killed: int
    reconnects: int
    back_after_kill_s: float
    matches_finished: int


class Server:
    """A server process that can be killed and started again at the same port."""

    def __init__(self, database: str, port: int = 0, log: IO[bytes] | int = subprocess.DEVNULL) -> None:
        self._database = database
        self._log = log
        self.port = port
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "muster.cli", "serve", "--port", str(self.port), "--database", self._database]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self._log, text=True, start_new_session=True
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line.startswith("Muster is at "):
            raise GameError("the server did not start")
        self.address = line.split()[-1]
        self.port = int(self.address.rpartition(":")[2])

    def cpu_seconds(self) -> float:
        """The processor time it has used so far."""
        try:
            fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mb(self) -> float:
        """The memory it holds now."""
        try:
            pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        except (OSError, IndexError):
            return 0.0
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def stop(self) -> bool:
        """Tell it to stop, and kill it if it does not; returns whether it did as it was told."""
        self._process.terminate()
        try:
            return self._process.wait(STOP_SECONDS) == 0
        except subprocess.TimeoutExpired:
            self.kill()
            return False

    def kill(self) -> None:
        if self._process.poll() is None:
            os.kill(self._process.pid, signal.SIGKILL)
            self._process.wait()


class Tally:
    """Everything the clients saw, added up."""

    def __init__(self) -> None:
        self.acknowledged: set[tuple[str, int, str]] = set()
        self.calm: list[float] = []
        """How long answers took, in seconds, outside the aftermath of a kill."""
        self.stormy: list[float] = []
        self.lateness: list[float] = []
        self.cpu_seconds = 0.0
        self.seats: list[RemoteSeat] = []
        self.finished = 0
        self.counting = False
        self.stopping = False
        self.calm_from = 0.0
        """When the aftermath of the last kill is over."""

    def note(self, began: float, ended: float) -> None:
        """Take in an answer that was given and whose effect was seen then."""
        if self.counting:
            (self.calm if began >= self.calm_from else self.stormy).append(ended - began)


async def sit_and_play(link: Link, addresses: list[str], tally: Tally, think: float, rng: random.Random) -> int:
    """Run one bot client from its first question to the end of the run; returns how often it had to reconnect."""
    seat = RemoteSeat(link, texts=False)
    seat.addresses = list(addresses)
    await seat.connect(patient=True)
    tally.seats.append(seat)
    number = 0
    while not tally.stopping and not seat.over:
        if seat.question is None:
            try:
                await seat.news(0.5)
            except TimeoutError:
                continue
            continue
        await asyncio.sleep(rng.uniform(0.5, 1.5) * think)
        question = seat.question
        if question is None:
            continue
        number += 1
        await give(seat, question, f"{number}", tally, rng)
    tally.finished += seat.over
    back = seat.reconnects
    await seat.close()
    return back


async def give(seat: RemoteSeat, question: p.Question, command: str, tally: Tally, rng: random.Random) -> None:
    before = seat.updates
    started = time.perf_counter()
    try:
        await seat.do(p.Answer(command, question.number, rng.choice(question.options).key))
    except ServerRefusal as refused:
        if not seat.reconnects:
            raise
        if refused.refused.reason.key not in ("table.stale", "kernel.not_your_decision", "table.not_stored"):
            raise
        return  # another question by now: it was asked before the server was killed
    while seat.updates == before:
        await seat.news(30.0)
    tally.note(started, time.perf_counter())
    assert seat.seat is not None
    tally.acknowledged.add((seat.link.table, seat.seat, command))


def set_up(address: str, game: str, tables: int) -> list[Link]:
    """Set up so many tables; returns two links for each."""
    links: list[Link] = []
    for _ in range(tables):
        made = create_table(address, p.NewTable(game, name="one"))
        claimed = claim_seat(address, made.table, p.Claim("two", made.invite))
        links += [Link(address, made.table, made.token), Link(address, made.table, claimed.token)]
    return links


async def measure(args: argparse.Namespace, database: str) -> Figures:
    servers = [Server(database) for _ in range(args.servers)]
    try:
        return await play_through(args, database, servers)
    finally:
        for server in servers:
            server.kill()


async def play_through(args: argparse.Namespace, database: str, servers: list[Server]) -> Figures:
    share = args.tables // len(servers)
    links: list[Link] = []
    for number, server in enumerate(servers):
        extra = args.tables - share * len(servers) if number == 0 else 0
        links += await asyncio.to_thread(set_up, server.address, args.game, share + extra)
    addresses = [server.address for server in servers]
    tally = Tally()
    rng = random.Random(SEED)
    players = [
        asyncio.create_task(
            sit_and_play(link, first_of(link.address, addresses), tally, args.think, random.Random(rng.random()))
        )
        for link in links
    ]
    await until_seated(tally, players)
    await asyncio.sleep(WARM_UP)
    started = time.perf_counter()
    half = args.seconds / 2
    counted = await count_for(tally, servers, half)
    back = 0.0
    if args.kill:
        back = await kill_one(servers, tally)
        counted += await count_for(tally, servers, AFTERMATH)
    counted += await count_for(tally, servers, half)
    elapsed = time.perf_counter() - started
    tally.stopping = True
    reconnects = sum(await asyncio.gather(*players))
    return await judge(args, database, servers, tally, counted, elapsed, reconnects, back)


async def until_seated(tally: Tally, players: list[asyncio.Task[int]]) -> None:
    """Wait until every client has a connection, or one has given up: sitting down is not what is measured."""
    while len(tally.seats) < len(players) and not any(player.done() for player in players):
        await asyncio.sleep(10 * NAP)


def first_of(address: str, addresses: list[str]) -> list[str]:
    """All addresses, this one first."""
    return sorted(addresses, key=lambda other: other != address)


async def count_for(tally: Tally, servers: list[Server], seconds: float) -> int:
    before = len(tally.acknowledged)
    cpu_before = sum(server.cpu_seconds() for server in servers)
    tally.counting = True
    ends = time.perf_counter() + seconds
    while (now := time.perf_counter()) < ends:
        await asyncio.sleep(NAP)
        tally.lateness.append(time.perf_counter() - now - NAP)
    tally.counting = False
    tally.cpu_seconds += sum(server.cpu_seconds() for server in servers) - cpu_before
    return len(tally.acknowledged) - before


async def kill_one(servers: list[Server], tally: Tally) -> float:
    """Kill a server; if it is the only one, start it again. Returns how long it took until every client was back."""
    victim = servers[-1]
    tally.counting = True
    tally.calm_from = time.perf_counter() + GIVE_UP
    await asyncio.to_thread(victim.kill)
    killed = time.perf_counter()
    if len(servers) == 1:
        await asyncio.to_thread(victim.start)
    await asyncio.sleep(0.1)
    while not all(seat.connected for seat in tally.seats):
        await asyncio.sleep(0.01)
    tally.calm_from = time.perf_counter() + AFTERMATH
    return time.perf_counter() - killed


async def judge(
    args: argparse.Namespace,
    database: str,
    servers: list[Server],
    tally: Tally,
    counted: int,
    elapsed: float,
    reconnects: int,
    back: float,
) -> Figures:
    """Compare what was acknowledged with what is stored."""
    for server in servers:
        await asyncio.to_thread(server.kill)
    lost, doubled = await compare(database, tally)
    return Figures(
        tables=args.tables,
        clients=2 * args.tables,
        servers=args.servers,
        database=database.partition(":")[0] if "://" in database else "sqlite",
        think_s=args.think,
        seconds=round(elapsed, 1),
        answers=len(tally.acknowledged),
        answers_per_s=round(counted / (args.seconds + AFTERMATH * args.kill), 1),
        p50_ms=milliseconds(tally.calm, 0.5),
        p99_ms=milliseconds(tally.calm, 0.99),
        p99_with_kill_ms=milliseconds(tally.calm + tally.stormy, 0.99),
        lateness_p99_ms=milliseconds(tally.lateness, 0.99),
        server_cpu_ms=round(1000 * tally.cpu_seconds / max(1, counted), 2),
        load=round(os.getloadavg()[0], 1),
        lost=lost,
        doubled=doubled,
        killed=int(args.kill),
        reconnects=reconnects,
        back_after_kill_s=round(back, 2),
        matches_finished=tally.finished // 2,
    )


async def compare(database: str, tally: Tally) -> tuple[int, int]:
    """The acknowledged answers that are not stored, and those that are stored more than once."""
    storage = make_storage(database, "bench")
    await storage.open()
    stored = Counter(await storage.answers())
    await storage.close()
    return len(tally.acknowledged - stored.keys()), sum(count > 1 for count in stored.values())


def milliseconds(times: list[float], share: float) -> float:
    """The time, in milliseconds, that so large a share of the times does not exceed."""
    return round(1000 * sorted(times)[int(share * (len(times) - 1))], 1) if times else 0.0


def database_of(args: argparse.Namespace, folder: Path) -> str:
    """The database that was asked for, or a file in a folder that is deleted afterwards."""
    database: str = args.database or str(folder / "tables.sqlite")
    if args.servers > 1 and "://" not in database:
        raise GameError("several servers share a database only on PostgreSQL: --database postgresql://...")
    return database


def run(args: argparse.Namespace) -> int:
    """`muster bench table`: exit status 1 when an answer was lost or doubled."""
    with tempfile.TemporaryDirectory() as folder:
        return show(loops.run(measure(args, database_of(args, Path(folder)))), args.json)


def show(figures: Any, as_json: bool) -> int:
    """Print figures; exit status 1 if an answer was lost or doubled."""
    if as_json:
        print(msgspec.json.encode(figures).decode())
    else:
        for name, value in msgspec.to_builtins(figures).items():
            print(f"{name:<18} {value}")
    return 1 if figures.lost or figures.doubled else 0
