"""The terminal at a table far away."""

from __future__ import annotations

import asyncio
import io
import random
import threading
from pathlib import Path

import pytest

from muster.server.client.client import Link, RemoteSeat
from muster.terminal.remote import join_table, printable
from muster.terminal.screen import Screen
from server.running import open_table, play, server
from small_choices import ask_small_things, decided


class Clicker(io.StringIO):
    """A person who always takes the first option, asks why once, and takes one answer back."""

    def __init__(self) -> None:
        super().__init__()
        self._lines = iter(["", "why", "help", "say hola", "nonsense", "log 3"])

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        return next(self._lines, "1") + "\n"


def test_a_whole_match_against_somebody_far_away(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        links = open_table(running.address, "Ana", "Ben")

        async def ben(link: Link) -> None:
            async with await RemoteSeat.join(link) as seat:
                await play(seat, random.Random(1))

        other = threading.Thread(target=lambda: asyncio.run(ben(links[1])))
        other.start()
        sink = io.StringIO()
        join_table(links[0], Screen(Clicker(), sink), "en")
        other.join(20)
    said = sink.getvalue()
    assert "Tiny Epic Mechs: A Ana, B Ben" in said
    assert "is not one of the answers to this question [K option]" in said
    assert "The match is over." in said
    assert "their key is" in said


def test_nothing_that_others_write_commands_the_terminal() -> None:
    assert printable("\x1b[2Jhi\n") == "?[2Jhi?"


def test_small_things_are_decided_far_away_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ask_small_things(monkeypatch)
    with server(tmp_path) as running:
        links = open_table(running.address, "Ana", "Ben")

        async def ben(link: Link) -> None:
            async with await RemoteSeat.join(link) as seat:
                await play(seat, random.Random(1))

        other = threading.Thread(target=lambda: asyncio.run(ben(links[1])))
        other.start()
        sink = io.StringIO()
        join_table(links[0], Screen(Clicker(), sink), "en", settle=True)
        other.join(20)
    said = sink.getvalue()
    assert "Decided for you: {} → {}".format(*decided("en")) in said
    assert "(usual)" not in said
