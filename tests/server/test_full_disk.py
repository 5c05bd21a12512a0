"""A disk that is full to the brim while people and bots play: nothing acknowledged is lost, it is said once, and all
goes on when there is room, though nobody does anything about it.
"""

from __future__ import annotations

import asyncio
import logging
import random
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.line import ServerRefusal
from muster.server.client.links import Link, create_table
from muster.server.table import bot_seats
from server.running import GAME, PATIENCE, Server, open_table, server


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("nobody may mount a small disk here")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def fill(file: Path) -> None:
    """Write until there is room for nothing."""
    for size in (65_536, 1):
        with file.open("ab", buffering=0) as rest, suppress(OSError):
            while rest.write(b"x" * size):
                pass


class Player:
    """Somebody who answers again and again, and remembers what was acknowledged."""

    def __init__(self, link: Link, number: int) -> None:
        self.link, self.number = link, number
        self.given: list[str] = []
        self.refused: Counter[str] = Counter()
        self.enough = False

    async def play(self) -> None:
        rng = random.Random(self.number)
        async with await RemoteSeat.join(self.link) as seat:
            for count in range(100_000):
                while seat.question is None and not self.enough:
                    with suppress(TimeoutError):
                        await seat.news(0.2)
                if self.enough or seat.question is None or len(seat.update.events) > 1_000:
                    return
                command = f"{self.number}.{count}"
                try:
                    await seat.answer(rng.choice(seat.question.options).key, command)
                    self.given.append(command)
                except ServerRefusal as refusal:
                    self.refused[str(refusal)] += 1
                await asyncio.sleep(0.02)


@pytest.mark.slow
def test_nothing_is_lost_and_all_goes_on_when_there_is_room(
    small_disk: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_seats, "AGAIN_SECONDS", 0.2)
    with server(small_disk) as running:
        links = [link for _ in range(2) for link in open_table(running.address, "Ana", "Ben")]
        bots = create_table(running.address, p.NewTable(GAME, seats=["random", "random"])).table
        players = [Player(link, number) for number, link in enumerate(links)]
        asyncio.run(through_a_full_disk(running, players, bots, small_disk / "filler"))
        assert not running.house.tables[bots].broken
    with server(small_disk) as running:
        for player in players:
            stored = Counter(line.command for line in running.lines(player.link.table))
            assert [stored[command] for command in player.given] == [1] * len(player.given)
    said = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert [text.split(" (")[0].split(";")[0] for text in said] == [
        "nothing can be saved",
        "the database saves again",
    ], said


async def through_a_full_disk(running: Server, players: list[Player], bots: str, filler: Path) -> None:
    playing = [asyncio.create_task(player.play()) for player in players]

    def given() -> int:
        return sum(len(player.given) for player in players)

    async def until(what: object) -> None:
        ends = time.monotonic() + PATIENCE
        while not what():  # type: ignore[operator]
            assert time.monotonic() < ends
            await asyncio.sleep(0.02)

    await until(lambda: given() > 20)
    fill(filler)
    await until(lambda: sum(sum(one.refused.values()) for one in players) > 20)
    async with httpx.AsyncClient(base_url=running.address, timeout=PATIENCE) as caller:
        refused = await caller.post("/api/tables", json={"game": GAME})
        assert (refused.status_code, "nothing can be saved" in refused.json()["text"]) == (503, True)
        unwell = await caller.get("/health")
        assert (unwell.status_code, "no room" in unwell.json()["text"]) == (503, True)
        assert (await caller.get("/api/lobby")).status_code == 200
        before, of_bots = given(), len(running.house.tables[bots].record.lines)
        filler.unlink()
        await until(lambda: given() > before + 20)
        await until(lambda: len(running.house.tables[bots].record.lines) > of_bots or running.house.tables[bots].over)
        assert (await caller.get("/health")).status_code == 200
    for player in players:
        player.enough = True
    await asyncio.gather(*playing)
    assert set().union(*(player.refused for player in players)) == {
        "this could not be saved, so it did not happen; try again"
    }
