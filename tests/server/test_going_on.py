"""It goes on: after a commit whose answer was lost, while the database restarts, with a damaged table beside others."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from muster.kernel.errors import GameError
from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.line import ServerRefusal
from muster.server.client.links import create_table
from muster.server.lobby.limits import Limits
from muster.server.storage.backing_up import back_up
from muster.server.storage.database import Statement, Unavailable
from muster.server.storage.sqlite import InUse, SqliteStorage
from server.running import GAME, PATIENCE, open_table, play, server, server_on


class Unlucky(SqliteStorage):
    """A database that loses its answers: the rows are there, or not, and nobody says so."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.lose = ""

    async def transact(self, statements: Sequence[Statement]) -> None:
        if self.lose and "entries" in statements[0][0]:
            stored, self.lose = self.lose == "after", ""
            if stored:
                await super().transact(statements)
            raise Unavailable("the answer was lost")
        await super().transact(statements)

    async def read(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        if self.lose == "reading":
            raise Unavailable("restarting")
        return await super().read(sql, *values)

    async def read_all(self, *queries: Statement) -> list[list[tuple[Any, ...]]]:
        if self.lose == "reading":
            raise Unavailable("restarting")
        return await super().read_all(*queries)


@pytest.mark.parametrize("lost", ["after", "before"])
def test_after_a_lost_answer_of_the_database_what_is_stored_is_read_back(tmp_path: Path, lost: str) -> None:
    storage = tmp_path / "tables.sqlite"
    made: list[Unlucky] = []

    def unlucky() -> Unlucky:
        made.append(Unlucky(storage))
        return made[-1]

    with server_on(unlucky, Limits()) as running:
        links = open_table(running.address, "Ana", "Ben")

        async def match() -> None:
            ana, ben = [await RemoteSeat.join(link) for link in links]
            rng, given, refused = random.Random(4), [], 0
            for turn in range(20):
                for seat in (ana, ben):
                    if seat.question is None:
                        continue
                    made[-1].lose = lost if turn % 3 == 0 else ""
                    command = f"{turn}.{seat.seat}"
                    try:
                        await seat.answer(rng.choice(seat.question.options).key, command)
                        given.append(command)
                    except ServerRefusal:
                        refused += 1
                await asyncio.sleep(0.01)
            stored = Counter(line.command for line in running.lines(links[0].table) if line.command)
            assert stored == Counter(given)
            assert bool(refused) == (lost == "before")
            await ana.close()
            await ben.close()

        asyncio.run(asyncio.wait_for(match(), PATIENCE))


def test_while_the_database_restarts_people_are_told_to_wait_a_moment(tmp_path: Path) -> None:
    made: list[Unlucky] = []

    def unlucky() -> Unlucky:
        made.append(Unlucky(tmp_path / "tables.sqlite"))
        return made[-1]

    with server_on(unlucky, Limits()) as running:
        links = open_table(running.address, "Ana", "Ben")
        made[-1].lose = "reading"
        found = httpx.post(f"{running.address}/api/tables/none/seats", json={"name": "Eva"})
        assert (found.status_code, found.json()["text"]) == (503, "one moment: the database is restarting")
        made[-1].lose = ""
        asyncio.run(one_answer(links))


async def one_answer(links: Sequence[Any]) -> None:
    async with await RemoteSeat.join(links[0]) as ana:
        await play(ana, random.Random(1), 1)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE tables SET settings = '{' WHERE id = ?",
        "UPDATE tables SET header = 'x' WHERE id = ?",
        "UPDATE entries SET faces = 'many' WHERE table_id = ?",
        "UPDATE entries SET line = line + 7 WHERE table_id = ? AND line > 3",
        "UPDATE seats SET seat = 9 WHERE table_id = ?",
    ],
)
def test_a_damaged_table_is_in_quarantine_and_all_others_go_on(tmp_path: Path, damage: str) -> None:
    with server(tmp_path) as running:
        sound = open_table(running.address, "Ana", "Ben", public=True, clock=p.ClockRule(bank=1_000))
        damaged = open_table(running.address, "Eva", "Leo", public=True, clock=p.ClockRule(bank=1_000))
    database = sqlite3.connect(tmp_path / "tables.sqlite")
    database.execute(damage, (damaged[0].table,))
    database.commit()
    database.close()
    with server(tmp_path) as running:
        assert httpx.get(f"{running.address}/api/lobby", timeout=PATIENCE).status_code == 200
        here = [type(link)(running.address, link.table, link.token) for link in (*sound, *damaged)]
        asyncio.run(one_answer(here[:2]))
        if "line + 7" not in damage:
            with pytest.raises(ServerRefusal):
                asyncio.run(one_answer(here[2:]))
        asyncio.run(one_answer(here[:2][::-1]))


def test_a_symlink_does_not_get_round_the_lock(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "link.sqlite").symlink_to(tmp_path / "tables.sqlite")
    with server(tmp_path) as running:
        create_table(running.address, p.NewTable(GAME, name="Ana"))

        async def open_again() -> None:
            await SqliteStorage(tmp_path / "other" / "link.sqlite").open()

        with pytest.raises(InUse, match="another server"):
            asyncio.run(open_again())


def test_a_hard_link_is_refused_by_everything_that_opens_the_database(tmp_path: Path) -> None:
    """SQLite keeps what was said last beside the name a file was opened by: by another name it is not there."""
    kept, link = tmp_path / "tables.sqlite", tmp_path / "other.sqlite"
    with server(tmp_path):
        link.hardlink_to(kept)
        for storage in (SqliteStorage(link), SqliteStorage(kept)):
            for opened in (storage.open, storage.open_beside, storage.open_to_look):
                with pytest.raises(GameError, match="hard link"):
                    asyncio.run(opened())
        with pytest.raises(GameError, match="hard link"):
            back_up(link, tmp_path / "copy")
        link.unlink()
        assert back_up(kept, tmp_path / "copy") == 0
