"""Clocks stop while others decide, go on after a crash from where they stood, and run out though nobody looks."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from pathlib import Path

import pytest

from muster.kernel.requests import DICE
from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.lobby.limits import Limits
from muster.server.storage.rows import Line
from muster.server.table.clocks import Clock, Life
from server.running import Server, open_table, play, server

AWAY = 1.5


def wait_for_stand_in(running: Server, table: str, seconds: float = 20) -> str:
    """Until a bot plays the first seat, looking only at what is stored."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        kept = running.run(running.house.storage.load(table))
        assert kept is not None
        rows = {row.seat: row for row in kept.seats}
        if rows[0].stand_in:
            return rows[0].stand_in
        time.sleep(0.1)
    raise AssertionError("nobody stood in")


def test_time_counts_only_while_a_server_is_there() -> None:
    life = Life(started=1_000.0, last_beat=900.0)
    assert life.seconds_since(850.0, now=1_010.0) == 60.0  # fifty before the crash, ten since the start
    assert life.seconds_since(950.0, now=1_010.0) == 10.0  # said after the last sign of life
    assert life.seconds_since(1_004.0, now=1_010.0) == 6.0  # another process died, we were there
    assert Life(1_000.0, 0.0).seconds_since(500.0, 1_001.0) == 1.0


def test_what_was_used_and_what_a_question_took_already_are_both_taken_off() -> None:
    lines = [Line(1, 0, "a", spent=2_000), Line(2, DICE, "roll", (3,)), Line(3, 1, "b", spent=500)]
    clock = Clock(p.ClockRule(bank=10, bonus=1), (0, 1), lines, asked_for=4.0)
    clock.ask([0])
    assert clock.left(0) == pytest.approx(11_000 - 2_000 - 4_000, abs=50)
    assert clock.left(1) == pytest.approx(11_000 - 500, abs=50)
    clock.answered(0)
    clock.ask([1])
    assert clock.left(1) == pytest.approx(11_000 - 500, abs=50)


def test_a_clock_goes_on_after_a_restart_from_where_it_stood(tmp_path: Path) -> None:
    began = time.monotonic()
    with server(tmp_path, Limits(sweep_seconds=0.2)) as running:
        links = open_table(running.address, "Ana", "Ben", clock=p.ClockRule(move=1_000))

        async def one_answer() -> None:
            async with await RemoteSeat.join(links[0]) as ana:
                await play(ana, random.Random(1), 1)

        asyncio.run(one_answer())
        time.sleep(2.0)
    time.sleep(AWAY)  # nobody is there: this must not count
    with server(tmp_path, Limits(sweep_seconds=0.2)) as running:

        async def left() -> int:
            link = type(links[0])(running.address, links[0].table, links[0].token)
            async with await RemoteSeat.join(link) as ana:
                return min(clock.left_ms for clock in ana.update.clocks)

        still = asyncio.run(left())
        most = time.monotonic() - began - AWAY
        assert 1_000_000 - 1_000 * most < still < 1_000_000 - 1_500


def test_a_clock_runs_out_at_a_table_nobody_has_opened_since_the_restart(tmp_path: Path) -> None:
    with server(tmp_path, Limits(sweep_seconds=0.2)) as running:
        links = open_table(running.address, "Ana", "Ben", clock=p.ClockRule(move=3))
        time.sleep(0.5)
    with server(tmp_path, Limits(sweep_seconds=0.2)) as running:
        assert wait_for_stand_in(running, links[0].table) == "normal"


def test_while_all_choose_in_secret_the_others_clocks_show_only_what_everybody_knows() -> None:
    """Every answer adds to a clock: from a clock one could count the secret answers of somebody else."""
    clocks = [Clock(p.ClockRule(bank=100, bonus=50), (0, 1), ()) for _ in range(2)]
    for clock in clocks:
        clock.ask([0, 1])
        clock.conceal(True)
    for _ in range(3):  # in the second world B answers three times in secret
        clocks[1].answered(1)
        clocks[1].ask([0, 1])
        clocks[1].conceal(True)
    for eyes in (0, None):
        shown = [clock.remaining(eyes) for clock in clocks]
        assert [one.left_ms for one in shown[0]] == pytest.approx([one.left_ms for one in shown[1]], abs=20)
        assert [one.running for one in shown[0]] == [one.running for one in shown[1]]
    assert clocks[1].remaining(1)[1].left_ms == pytest.approx(250_000, abs=50)
    clocks[1].conceal(False)  # the choice is over: what was gained is known
    assert clocks[1].remaining(0)[1].left_ms == pytest.approx(250_000, abs=50)


def test_secret_answers_do_not_show_on_a_clock_over_the_socket(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        links = open_table(running.address, "Ana", "Ben", clock=p.ClockRule(bank=1_000, bonus=500))

        async def watched() -> None:
            ana, ben = [await RemoteSeat.join(link) for link in links]
            async with ana, ben:
                rng = random.Random(2)
                for _ in range(60):
                    if ana.question and ben.question and ana.question.prompt.key == "prompt.program":
                        break
                    for seat in (ana, ben):
                        if seat.question and seat.question.prompt.key != "prompt.program":
                            await play(seat, rng, 1)
                    await asyncio.sleep(0.02)
                before = ana.update.clocks[1].left_ms
                await play(ben, rng, 2)
                async with await RemoteSeat.join(links[0]) as again:
                    assert again.update.clocks[1].left_ms <= before
                async with await RemoteSeat.join(links[1]) as own:
                    assert own.update.clocks[1].left_ms > before + 500_000

        asyncio.run(watched())


def test_nobody_loses_time_when_the_machines_clock_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with server(tmp_path, Limits(sweep_seconds=0.1, idle_seconds=0.2)) as running:
        links = open_table(running.address, "Ana", "Ben", clock=p.ClockRule(bank=1_000))
        truth = time.time
        for jump in (36_000.0, -72_000.0):
            monkeypatch.setattr(time, "time", lambda jump=jump: truth() + jump)
            table = running.run(running.house.find(links[0].table))
            running.loop.call_soon_threadsafe(table.lose)  # it is loaded anew, and what was used is worked out again

            async def left() -> list[int]:
                async with await RemoteSeat.join(links[0]) as ana:
                    if ana.question is not None:
                        await play(ana, random.Random(1), 1)
                    return [clock.left_ms for clock in ana.update.clocks]

            assert all(900_000 < one <= 1_000_000 for one in asyncio.run(left()))


def test_a_term_does_not_go_on_while_no_server_is_there_or_by_a_clock_that_jumps() -> None:
    life = Life(started=9_000.0, last_beat=1_000.0)
    assert life.until(500.0, 3_600.0) == 12_100.0
    assert life.until(9_500.0, 3_600.0) == 13_100.0
    assert Life(9_000.0, 0.0).until(500.0, 100.0) == 600.0  # the first server there ever was
    assert Life(1_000.0, 9_000.0).until(500.0, 100.0) == 600.0  # the clock was set back


def test_a_server_whose_clock_is_years_ahead_deletes_no_table(tmp_path: Path) -> None:
    """Or one that was switched off for months: nobody had a chance to play."""
    with server(tmp_path) as running:
        table = open_table(running.address, "Ana", "Ben")[0].table
    with sqlite3.connect(tmp_path / "tables.sqlite") as database:
        for name, column in (("entries", "at"), ("tables", "created"), ("beats", "at")):
            database.execute(f"UPDATE {name} SET {column} = {column} - 3e8")
    database.close()
    limits = Limits(sweep_seconds=0.1)
    with server(tmp_path, limits) as running:
        assert running.house.life.gap > 2e8
        running.run(asyncio.sleep(0.5))
        assert running.run(running.house.storage.load(table)) is not None
