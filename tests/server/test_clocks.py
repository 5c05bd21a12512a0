"""Clocks stop while others decide, go on after a crash from where they stood, and run out though nobody looks."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path

import pytest

from muster.kernel.requests import DICE
from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.lobby.limits import Limits
from muster.server.storage.storage import Line
from muster.server.table.clocks import Clock, Life
from server.running import Server, open_table, play, server


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
    with server(tmp_path, Limits(sweep_seconds=0.2)) as running:
        links = open_table(running.address, "Ana", "Ben", clock=p.ClockRule(move=1_000))

        async def one_answer() -> None:
            async with await RemoteSeat.join(links[0]) as ana:
                await play(ana, random.Random(1), 1)

        asyncio.run(one_answer())
        time.sleep(2.0)
    time.sleep(1.5)  # nobody is there: this must not count
    with server(tmp_path, Limits(sweep_seconds=0.2)) as running:

        async def left() -> int:
            link = type(links[0])(running.address, links[0].table, links[0].token)
            async with await RemoteSeat.join(link) as ana:
                return min(clock.left_ms for clock in ana.update.clocks)

        assert 1_000_000 - 5_500 < asyncio.run(left()) < 1_000_000 - 1_500


def test_a_clock_runs_out_at_a_table_nobody_has_opened_since_the_restart(tmp_path: Path) -> None:
    with server(tmp_path, Limits(sweep_seconds=0.2)) as running:
        links = open_table(running.address, "Ana", "Ben", clock=p.ClockRule(move=3))
        time.sleep(0.5)
    with server(tmp_path, Limits(sweep_seconds=0.2)) as running:
        assert wait_for_stand_in(running, links[0].table) == "normal"
