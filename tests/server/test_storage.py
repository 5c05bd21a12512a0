"""Storage: the same on SQLite and PostgreSQL, safe through kill -9, with one owner at a time."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from muster.coach.sheets import Analysis, Point, Roll, Said, Step
from muster.kernel.errors import GameError
from muster.kernel.journal import Header
from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.links import Link, claim_seat, create_table
from muster.server.lobby.limits import Limits
from muster.server.storage.database import SPACING, Conflict, Statement, Unavailable
from muster.server.storage.opening import make_storage
from muster.server.storage.postgres import PostgresStorage
from muster.server.storage.rows import ChatRow, Line, SeatRow, Settings, TableRow
from muster.server.storage.storage import Storage
from server.database import postgres
from server.running import GAME, Process, open_table, play_together, server_on
from server.test_clocks import wait_for_stand_in

KINDS = ("sqlite", "postgresql")


@pytest.fixture(scope="module")
def database_url() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "tables.sqlite")
    return str(request.getfixturevalue("database_url"))


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[Storage]:
    storage = make_storage(database, "http://here")
    await storage.open()
    try:
        yield storage
    finally:
        await storage.close()


def a_table(name: str) -> TableRow:
    header = Header(GAME, 1, {"players": 2}, (), "seeded 1", ("open", "open"))
    return TableRow(name, 1.5, header, "ab", Settings("h", "i", True, "public"))


class TestSharing:
    """Writes of many tables share transactions: a trip to the disk costs as much as an answer."""

    async def _written(self, storage: Storage, names: list[str], pause: float) -> list[int]:
        """How many statements each transaction had, when so many tables write one after the other."""
        sizes: list[int] = []
        usual = storage.transact

        async def counted(statements: Sequence[Statement]) -> None:
            sizes.append(len(statements))
            await usual(statements)

        storage.transact = counted  # type: ignore[method-assign]
        writing = []
        for name in names:
            writing.append(asyncio.create_task(storage.append(name, [Line(1, 0, "move")], False)))
            await asyncio.sleep(pause)
        await asyncio.gather(*writing)
        return sizes

    def test_busy_tables_share_transactions(self, database: str) -> None:
        async def run() -> None:
            async with opened(database) as storage:
                names = [f"busy{number}" for number in range(60)]
                for name in names:
                    await storage.create(a_table(name), [], [], False)
                sizes = await self._written(storage, names, 0.001)
                assert sum(sizes) == 60
                assert len(sizes) <= 30
                for name in names:
                    kept = await storage.load(name)
                    assert kept is not None
                    assert len(kept.lines) == 1
                    await storage.delete(name)

        asyncio.run(run())

    def test_a_lone_answer_does_not_wait(self, database: str) -> None:
        async def run() -> None:
            async with opened(database) as storage:
                names = [f"lone{number}" for number in range(5)]
                for name in names:
                    await storage.create(a_table(name), [], [], False)
                await asyncio.sleep(2 * SPACING)
                assert await self._written(storage, names, 20 * SPACING) == [1] * 5
                for name in names:
                    await storage.delete(name)

        asyncio.run(run())


class TestRows:
    def test_one_network_does_not_fill_the_lobby(self, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("muster.server.storage.storage.OF_ONE_NETWORK", 2)

        async def run() -> list[str]:
            async with opened(database) as storage:
                origins = ["", "ben", "eve", "eve", "eve", "eve", "", ""]
                for number, origin in enumerate(origins):
                    row = msgspec.structs.replace(a_table(f"lobby{number}"), created=9.0 + number, origin=origin)
                    await storage.create(row, [SeatRow(0, "open")], [], False)
                listed = await storage.public_tables(6)
                assert all(seats for _, seats, _ in listed)
                for number in range(len(origins)):
                    await storage.delete(f"lobby{number}")
                return [row.id.removeprefix("lobby") for row, _, _ in listed]

        assert asyncio.run(run()) == ["7", "6", "5", "4", "1", "0"]

    def test_what_is_written_is_read(self, database: str) -> None:
        async def write_and_read() -> None:
            async with opened(database) as storage:
                row = a_table("rows")
                lines = [Line(1, -1, "arena", (3, 12), at=2.0), Line(2, 0, "pilot:x", (), "c1", 2.5, 40)]
                await storage.create(row, [SeatRow(0, "open"), SeatRow(1, "greedy")], lines[:1], False)
                await storage.append("rows", lines[1:], False)
                await storage.seats("rows", 2, [SeatRow(0, "human", "Ána", "hash")])
                await storage.say("rows", ChatRow(0, 0, "Ána", "¿qué tal?", "c2", 3.0))
            async with opened(database) as storage:
                kept = await storage.load("rows")
                assert kept is not None
                assert kept.row == row
                assert kept.lines == lines
                assert [seat.who for seat in kept.seats] == ["open", "greedy", "human"]
                assert kept.chat[0].body == "¿qué tal?"
                assert not kept.over
                assert await storage.count_unfinished() >= 1
                assert "rows" not in await storage.timed()
                await storage.beat(77.0)
                await storage.beat(78.5)
                assert await storage.last_beat() == 78.5
                assert "rows" in [found[0].id for found in await storage.public_tables(10)]
                assert await storage.load("nowhere") is None

        asyncio.run(write_and_read())

    def test_an_analysis_is_kept_and_replaced(self, database: str) -> None:
        async def keep() -> None:
            first = Analysis(GAME, 1, 7, 100, [Point(0, 1, [0.5, 0.5])], [], [])
            luck = Roll(3, 1, 1, Step(0, "shoot", Said("option.shoot", {"n": 2})), [4, 6], 0.2, 91.0)
            second = msgspec.structs.replace(first, entries=9, moments=[luck])
            async with opened(database) as storage:
                await storage.create(a_table("studied"), [], [], True)
                assert await storage.analysis("studied") is None
                await storage.keep_analysis("studied", first, 1.0)
                await storage.keep_analysis("studied", second, 2.0)
            async with opened(database) as storage:
                assert await storage.analysis("studied") == second

        asyncio.run(keep())

    def test_a_database_from_before_there_were_analyses_is_brought_up_to_date(self, database: str) -> None:
        async def reopen() -> None:
            async with opened(database) as storage:
                await storage.create(a_table("old"), [], [], True)
                old = '{"host":"h","invite":"i","public":true,"spectators":"public"}'
                await storage.transact([("UPDATE tables SET settings = ? WHERE id = ?", (old, "old"))])
                await storage.transact([("DROP TABLE analyses", ())])
            async with opened(database) as storage:
                kept = await storage.load("old")
                assert kept is not None
                assert kept.row.settings.hints is False
                assert await storage.analysis("old") is None

        asyncio.run(reopen())

    def test_a_line_is_written_once_and_a_command_too(self, database: str) -> None:
        async def conflict() -> None:
            async with opened(database) as storage:
                await storage.create(a_table("once"), [], [Line(1, 0, "a", (), "c")], False)
                for line in (Line(1, 1, "b"), Line(2, 0, "b", (), "c")):
                    with pytest.raises(Conflict):
                        await storage.append("once", [Line(3, -1, "roll", (1,)), line], False)
                results = await asyncio.gather(
                    storage.append("once", [Line(2, 0, "ok")], False),
                    storage.append("once", [Line(1, 0, "not")], False),
                    storage.append("once", [Line(3, 0, "ok")], True),
                    return_exceptions=True,
                )
                assert [isinstance(result, Conflict) for result in results] == [False, True, False]
                kept = await storage.load("once")
                assert kept is not None
                assert [line.key for line in kept.lines] == ["a", "ok", "ok"]
                assert kept.over

        asyncio.run(conflict())

    def test_a_file_is_held_by_one_server(self, tmp_path: Path) -> None:
        async def twice() -> None:
            file = str(tmp_path / "tables.sqlite")
            async with opened(file):
                with pytest.raises(GameError, match="another server"):
                    await make_storage(file, "").open()

        asyncio.run(twice())

    def test_another_kind_of_database_is_refused(self) -> None:
        with pytest.raises(GameError, match="neither a file"):
            make_storage("mysql://x", "")


class TestKilled:
    def test_kill_9_in_the_middle_and_everything_acknowledged_is_there(self, database: str) -> None:
        """The answers flow while the server is killed; clients come back by themselves and go on."""
        first = Process(database)
        links = open_table(first.address, "Ana", "Ben")
        again: list[Process] = []

        async def play_on() -> set[str]:
            acknowledged: set[str] = set()

            async def one(seat: RemoteSeat, rng: random.Random) -> None:
                while not seat.over and len(acknowledged) < 60:
                    if seat.question is None:
                        try:
                            await seat.news(0.2)
                        except TimeoutError:
                            continue
                        continue
                    command = f"{rng.getrandbits(60):x}"
                    try:
                        await seat.answer(rng.choice(seat.question.options).key, command)
                    except GameError:
                        continue  # it was asked something else by now
                    acknowledged.add(command)

            seats = [await RemoteSeat.join(link) for link in links]
            playing = [asyncio.create_task(one(seat, random.Random(seat.seat))) for seat in seats]
            while len(acknowledged) < 15:
                await asyncio.sleep(0.005)
            await asyncio.to_thread(first.kill)
            again.append(await asyncio.to_thread(Process, database, first.port))
            await asyncio.wait_for(asyncio.gather(*playing), 60)
            assert all(seat.reconnects for seat in seats)
            for seat in seats:
                await seat.close()
            return acknowledged

        try:
            acknowledged = asyncio.run(play_on())
        finally:
            for process in (first, *again):
                process.kill()
        stored = asyncio.run(self.commands(database, links[0].table))
        assert acknowledged <= stored.keys()
        assert max(stored.values()) == 1

    async def commands(self, database: str, table: str) -> Counter[str]:
        async with opened(database) as storage:
            return Counter(command for name, _, command in await storage.answers() if name == table)


class TestSeveralServers:
    def test_a_table_moves_when_its_owner_dies(self, database_url: str) -> None:
        one, two = Process(database_url), Process(database_url)
        try:
            links = open_table(one.address, "Ana", "Ben")

            async def move() -> None:
                elsewhere = [Link(two.address, link.table, link.token) for link in links]
                seats = [await RemoteSeat.join(link) for link in elsewhere]  # asked at two, sent to one
                assert all(one.address in seat.addresses for seat in seats)
                await play_together(seats, random.Random(1), 10)
                log = list(seats[0].log)
                await asyncio.to_thread(one.kill)
                await play_together(seats, random.Random(2), 10)
                assert seats[0].log[: len(log)] == log
                assert all(seat.reconnects for seat in seats)
                for seat in seats:
                    await seat.close()

            asyncio.run(move())
        finally:
            one.kill()
            two.kill()

    def test_the_clock_of_a_table_nobody_looks_at_goes_on_at_another_process(self, database_url: str) -> None:
        one = Process(database_url)
        links = open_table(one.address, "Ana", "Ben", clock=p.ClockRule(move=4))
        with server_on(lambda: make_storage(database_url, "http://two"), Limits(sweep_seconds=0.2)) as two:
            one.kill()
            assert wait_for_stand_in(two, links[0].table) == "normal"

    def test_a_process_whose_session_ended_claims_its_tables_anew(self, database_url: str) -> None:
        one = Process(database_url)
        try:
            links = open_table(one.address, "Ana", "Ben")

            async def lose_the_session() -> None:
                seats = [await RemoteSeat.join(link) for link in links]
                await play_together(seats, random.Random(1), 5)
                async with opened(database_url) as storage:
                    await storage.read(
                        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted"
                    )
                while not all(seat.reconnects and seat.connected for seat in seats):
                    await asyncio.sleep(0.01)
                await play_together(seats, random.Random(2), 5)
                for seat in seats:
                    await seat.close()

            asyncio.run(asyncio.wait_for(lose_the_session(), 30))
        finally:
            one.kill()

    def test_who_lost_a_table_cannot_write_to_it(self, database_url: str) -> None:
        async def fence() -> None:
            async with opened(database_url) as old, opened(database_url) as new:
                await old.create(a_table("fenced"), [], [Line(1, 0, "a")], False)
                assert await old.claim("fenced") == ""
                assert await new.claim("fenced") == "http://here"
                await old.release("fenced")
                assert await new.claim("fenced") == ""
                await new.append("fenced", [Line(2, 0, "new")], False)
                with pytest.raises(Conflict):
                    await old.append("fenced", [Line(2, 0, "old")], False)

        asyncio.run(fence())

    def test_seats_are_claimed_through_any_of_them(self, database_url: str) -> None:
        one, two = Process(database_url), Process(database_url)
        try:
            made = create_table(one.address, p.NewTable(GAME, name="Ana"))
            assert claim_seat(two.address, made.table, p.Claim("Ben", made.invite)).seat == 1
        finally:
            one.kill()
            two.kill()


async def taken_until_refused(storage: PostgresStorage, name: str) -> int:
    """How many tables a process gets before the database has no room for more locks."""
    taken = 0
    with pytest.raises(Unavailable, match="max_locks_per_transaction"):  # noqa: PT012
        while True:
            await storage.claim(f"{name} {taken}")
            taken += 1
    return taken


def test_a_database_without_room_for_more_locks_refuses_tables_and_goes_on_working() -> None:
    async def fill(url: str) -> None:
        one, other = PostgresStorage(url, "http://one"), PostgresStorage(url, "http://other")
        await one.open()
        await other.open()
        taken = [await taken_until_refused(*asked) for asked in ((one, "a"), (other, "b"), (one, "c"))]
        assert taken[0] > 120
        assert taken[2] == 0
        for storage in (one, other):
            assert await storage.read("SELECT count(*) FROM owners") == [(sum(taken),)]
            await storage.transact([("UPDATE owners SET address = ? WHERE table_id = ?", ("http://both", "a 0"))])
            await storage.close()

    with postgres("max_locks_per_transaction=10", "max_connections=12") as url:
        asyncio.run(fill(url))
