"""A rule that breaks at a table: only that table stands still, says so, and keeps everything that was said."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from breaking import break_the_first_turn, break_the_options
from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.line import ServerRefusal
from muster.server.client.links import Link, create_table
from server.running import GAME, open_table, play_together, server


async def programmed(seats: list[RemoteSeat]) -> None:
    """Answer until the rules break on an answer, which is refused."""
    rng = random.Random(1)
    for _ in range(200):
        await play_together(seats, rng, 1)


def test_an_answer_on_which_the_rules_break_is_not_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    break_the_first_turn(monkeypatch)
    with server(tmp_path) as running:
        links = open_table(running.address, "Ana", "Ben")
        whole = open_table(running.address, "Eva", "Leo")

        async def play() -> None:
            seats = [await RemoteSeat.join(link) for link in links]
            with pytest.raises(ServerRefusal, match="the rules stumbled over this answer"):
                await programmed(seats)
            lines = running.lines(links[0].table)
            last = next(seat for seat in seats if seat.question)
            await last.undo()  # the match is as it was: one can take another way
            assert len(running.lines(links[0].table)) == len(lines) + 1
            others = [await RemoteSeat.join(link) for link in whole]
            await play_together(others, random.Random(1), 3)
            for seat in (*seats, *others):
                await seat.close()

        asyncio.run(play())


def test_a_bot_that_cannot_go_on_stops_its_table_with_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_the_first_turn(monkeypatch)
    with server(tmp_path, bot_seconds=20.0) as running:
        made = create_table(running.address, p.NewTable(GAME, seats=["random", "random"], public=True))

        async def play() -> str:
            async with await RemoteSeat.join(Link(running.address, made.table), language="es") as seat:
                while not seat.fault:
                    await seat.news(60)
                return seat.fault

        assert "las reglas han fallado en esta mesa" in asyncio.run(play())
        assert running.lines(made.table)


def test_a_table_that_cannot_be_shown_refuses_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server(tmp_path) as running:
        links = open_table(running.address, "Ana", "Ben")
        whole = open_table(running.address, "Eva", "Leo")

        async def play() -> None:
            seats = [await RemoteSeat.join(link) for link in links]
            others = [await RemoteSeat.join(link) for link in whole]
            break_the_options(monkeypatch)
            with pytest.raises(ServerRefusal, match="the table stands still"):
                await programmed(seats)
            await others[0].answer(others[0].question.options[0].key)  # type: ignore[union-attr]
            with pytest.raises(ServerRefusal, match="the table stands still"):
                await RemoteSeat.join(links[0])
            for seat in (*seats, *others):
                await seat.close()

        asyncio.run(play())


def test_a_table_that_breaks_when_it_is_loaded_does_not_keep_the_server_from_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server(tmp_path) as running:
        links = open_table(running.address, "Ana", "Ben", clock=p.ClockRule(move=100_000))

        async def play() -> None:
            seats = [await RemoteSeat.join(link) for link in links]
            await play_together(seats, random.Random(1), 40)
            for seat in seats:
                await seat.close()

        asyncio.run(play())
    break_the_first_turn(monkeypatch)
    with server(tmp_path) as running:
        open_table(running.address, "Eva", "Leo")

        async def come_back() -> None:
            with pytest.raises(ServerRefusal, match="the table stands still"):
                await RemoteSeat.join(Link(running.address, links[0].table, links[0].token))

        asyncio.run(come_back())
