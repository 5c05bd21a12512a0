"""The terminal at a table far away."""

from __future__ import annotations

import asyncio
import io
import random
import threading
from pathlib import Path

import pytest

from muster.server.client.client import RemoteSeat
from muster.server.client.links import Link
from muster.terminal.commands import Leave
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


def played_to_the_end(address: str, settle: bool = False) -> str:
    """What Ana reads in a whole match against Ben, who sits far away."""
    links = open_table(address, "Ana", "Ben")

    async def ben(link: Link) -> None:
        async with await RemoteSeat.join(link) as seat:
            await play(seat, random.Random(1))

    other = threading.Thread(target=lambda: asyncio.run(ben(links[1])))
    other.start()
    sink = io.StringIO()
    join_table(links[0], Screen(Clicker(), sink), "en", settle=settle)
    other.join(20)
    return sink.getvalue()


def test_a_whole_match_against_somebody_far_away(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        said = played_to_the_end(running.address)
    assert "Tiny Epic Mechs: A Ana, B Ben" in said
    assert "is not one of the answers to this question [K option]" in said
    assert "The match is over." in said
    assert "their key is" in said


def test_commands_go_by_their_spanish_names_as_well(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        links = open_table(running.address, "Ana", "Ben")
        sink = io.StringIO()
        with pytest.raises(Leave):
            join_table(links[0], Screen(io.StringIO("porqué\nDetalles\nayuda\nsalir\n"), sink), "es")
    said = sink.getvalue()
    assert "Di sí o no: detalles sí" in said
    assert said.count("Responde con el número") == 2


def test_a_table_far_away_is_told_aloud(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        links = open_table(running.address, "Ana", "Ben")
        sink = io.StringIO()
        with pytest.raises(Leave):
            join_table(links[0], Screen(io.StringIO("\nquit\n"), sink), "en", aloud=True)
    said = sink.getvalue()
    assert "Round 1 of 6" in said
    assert "==" not in said


@pytest.mark.parametrize("agreed", [True, False])
def test_a_hint_where_everybody_agreed(tmp_path: Path, agreed: bool) -> None:
    with server(tmp_path) as running:
        links = open_table(running.address, "Ana", "Ben", hints=agreed)
        sink = io.StringIO()
        with pytest.raises(Leave):
            join_table(links[0], Screen(io.StringIO("hint\nquit\n"), sink), "en")
    said = sink.getvalue()
    assert ("What a strong player would do" in said) == agreed
    assert ("wins" in said.partition("What a strong player")[2]) == agreed
    assert ("have not agreed" in said) != agreed


def test_nothing_that_others_write_commands_the_terminal() -> None:
    assert printable("\x1b[2Jhi\n") == "?[2Jhi?"


def test_small_things_are_decided_far_away_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ask_small_things(monkeypatch)
    with server(tmp_path) as running:
        said = played_to_the_end(running.address, settle=True)
    assert "Decided for you: {} → {}".format(*decided("en")) in said
    assert "(usual)" not in said
