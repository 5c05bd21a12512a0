"""Small things decided for players who want it: kept with the seat, done while they are away, undone with the rest."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from muster.server.client.client import RemoteSeat
from muster.server.client.links import Link
from muster.server.storage.rows import SeatRow, Settings
from muster.server.storage.sqlite import SqliteStorage
from muster.server.table.seating import Seating
from server.running import Server, open_table, server
from small_choices import ask_small_things, decided


@pytest.fixture(autouse=True)
def small_things(monkeypatch: pytest.MonkeyPatch) -> None:
    ask_small_things(monkeypatch)


def keys(seat: RemoteSeat) -> list[str]:
    return [option.key for option in seat.question.options] if seat.question else []


def said(running: Server, link: Link) -> list[str]:
    return [line.key for line in running.lines(link.table)]


async def to_the_first_turn(seats: Sequence[RemoteSeat]) -> RemoteSeat:
    """Set up and program at random until somebody is asked to go: the one who begins."""
    rng = random.Random(2)
    while True:
        for seat in seats:
            if keys(seat) == ["go", "wait"]:
                return seat
            if seat.question:
                await seat.answer(rng.choice(keys(seat)))
        await asyncio.sleep(0.01)


async def asked(seat: RemoteSeat, *wanted: str) -> None:
    """Until the seat is asked this."""
    while keys(seat) != list(wanted):
        await seat.news(20)


def test_a_small_question_says_so_and_its_first_option_is_the_usual_one(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        links = open_table(running.address, "Ana", "Ben")

        async def play() -> None:
            seats = [await RemoteSeat.join(link) for link in links]
            first = await to_the_first_turn(seats)
            assert first.question is not None
            assert not first.question.small
            await first.answer("go")
            await asked(first, "left", "right")
            assert first.question.small
            await first.answer("right")
            assert said(running, links[0])[-2:] == ["go", "right"]
            for seat in seats:
                await seat.close()

        asyncio.run(play())


def test_who_wants_it_is_not_asked_and_hears_what_was_decided(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        links = open_table(running.address, "Ana", "Ben")

        async def play() -> None:
            seats = [await RemoteSeat.join(link, language="es") for link in links]
            first = await to_the_first_turn(seats)
            other = next(seat for seat in seats if seat is not first)
            await first.settle()
            assert first.update.settles
            assert not other.update.settles
            await first.answer("go")
            await asked(first, "go", "wait")
            assert said(running, links[0])[-2:] == ["go", "left"]
            assert [(one.prompt, one.answer) for one in first.settled] == [decided("es")]
            assert not other.settled
            await first.undo()
            await asked(first, "go", "wait")
            assert said(running, links[0])[-4:] == ["go", "left", "undo", "undo"]
            assert not first.update.may_undo
            await first.settle(on=False)
            await first.answer("wait")
            await asked(first, "left", "right")
            await first.settle()
            await asked(first, "go", "wait")
            assert said(running, links[0])[-2:] == ["wait", "left"]
            for seat in seats:
                await seat.close()

        asyncio.run(play())


def test_it_is_kept_over_a_restart_and_done_while_they_are_away(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        links = open_table(running.address, "Ana", "Ben")

        async def begin() -> tuple[Link, Link]:
            seats = [await RemoteSeat.join(link) for link in links]
            first = await to_the_first_turn(seats)
            other = next(seat for seat in seats if seat is not first)
            await other.settle()
            for seat in seats:
                await seat.close()
            return links[seats.index(first)], links[seats.index(other)]

        playing, away = asyncio.run(begin())
    with server(tmp_path) as running:
        again = [Link(running.address, link.table, link.token) for link in (playing, away)]

        async def go_on() -> None:
            seat = await RemoteSeat.join(again[0])
            rng = random.Random(5)
            while (asked := keys(seat)) and not seat.over:  # until it is the other's turn
                await seat.answer("go" if "go" in asked else rng.choice(asked))
                if not seat.question:
                    break
            other = await RemoteSeat.join(again[1])
            assert other.update.settles
            if keys(other) == ["go", "wait"]:
                await other.answer("go")
            assert keys(other) == ["go", "wait"]
            assert said(running, again[0])[-1] == "left"
            await seat.close()
            await other.close()

        asyncio.run(go_on())


def test_a_database_of_an_older_program_gets_the_column(tmp_path: Path) -> None:
    old = sqlite3.connect(tmp_path / "tables.sqlite")
    old.execute(
        "CREATE TABLE seats (table_id TEXT NOT NULL, version INTEGER NOT NULL, seat INTEGER NOT NULL,"
        " who TEXT NOT NULL, name TEXT NOT NULL, token TEXT NOT NULL, stand_in TEXT NOT NULL,"
        " PRIMARY KEY (table_id, version))"
    )
    old.execute("INSERT INTO seats VALUES ('t', 0, 0, 'human', 'Ana', '', '')")
    old.commit()
    old.close()
    with server(tmp_path) as running:
        assert running.run(running.house.storage.read("SELECT name, settle FROM seats")) == [("Ana", 0)]
        open_table(running.address, "Ana", "Ben")


@pytest.mark.parametrize(
    ("who", "alone"),
    [
        (["human", "greedy"], True),
        (["human", "greedy", "rules"], True),
        (["human", "human"], False),
        (["human", "open"], False),
    ],
)
def test_who_plays_against_bots_is_alone(who: list[str], alone: bool) -> None:
    """Somebody who is away is still somebody: a bot that plays for them changes nothing."""
    for stand_in in ("", "greedy"):
        rows = [
            SeatRow(seat, one, stand_in=stand_in if one == "human" and seat else "") for seat, one in enumerate(who)
        ]
        settings = Settings("h", "i", True, "public")
        seating = Seating(SqliteStorage(":memory:"), "table", rows, settings, lambda: None)
        assert seating.alone() is alone
