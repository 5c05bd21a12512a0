"""An upgrade ends no match: the earlier server goes on beside the new one, with the rules its matches began with."""

from __future__ import annotations

import asyncio
import os
import random
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from muster.kernel.errors import GameError
from muster.server.client.client import RemoteSeat
from muster.server.client.links import Link
from muster.server.lobby import formers as formers_module
from muster.server.lobby.formers import Formers
from server.database import postgres
from server.running import Process, open_table, play, server

OLDER = """
import muster.library as library
from dataclasses import replace
now = library.load_with_packs
def older(*given, **named):
    game = now(*given, **named)
    return replace(game, rules_version=game.rules_version - 1)
library.load_with_packs = older
"""
"""An earlier version of the program: in this one alone its rules have another number."""


@pytest.fixture
def old_program(tmp_path: Path) -> dict[str, str]:
    folder = tmp_path / "older"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(OLDER)
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def run(stack: ExitStack, database: str, environment: dict[str, str], **settings: str) -> Process:
    named = {f"MUSTER_{name.upper()}": value for name, value in settings.items()}
    process = Process(database, environment={**environment, **named})
    stack.callback(process.stop)
    return process


async def play_some(link: Link, most: int) -> tuple[str, bool]:
    async with await RemoteSeat.join(link) as seat:
        await play(seat, random.Random(3), most)
        return seat.addresses[-1], seat.over


def test_a_match_goes_on_with_the_rules_it_began_with(
    tmp_path: Path, old_program: dict[str, str], stack: ExitStack
) -> None:
    """Two SQLite files: the old server keeps its own, takes no new tables, and plays its matches to the end."""
    before = run(stack, str(tmp_path / "old.sqlite"), old_program)
    link = open_table(before.address, "Ana", seats=["random"])[0]
    asyncio.run(play_some(link, 5))
    before.stop()

    former = run(stack, str(tmp_path / "old.sqlite"), old_program, limits_tables="0")
    new = run(stack, str(tmp_path / "new.sqlite"), dict(os.environ), formers=former.address)
    asked = Link(new.address, link.table, link.token)
    assert asyncio.run(play_some(asked, 10_000)) == (former.address, True)
    with pytest.raises(GameError, match="sets up no new tables"):
        open_table(former.address, "Ben")
    fresh = open_table(new.address, "Ben", seats=["random"])[0]
    assert asyncio.run(play_some(fresh, 5))[0] == new.address
    sent = httpx.post(f"{new.address}/api/tables/{link.table}/invitation", json={"invite": ""})
    assert (sent.status_code, sent.headers["location"]) == (
        307,
        f"{former.address}/api/tables/{link.table}/invitation",
    )


def test_both_versions_on_one_database(tmp_path: Path, old_program: dict[str, str], stack: ExitStack) -> None:
    """PostgreSQL: whichever server cannot play a table lets go of it, so that the other can."""
    database = stack.enter_context(postgres())
    former = run(stack, database, old_program)
    old = open_table(former.address, "Ana", seats=["random"])[0]
    asyncio.run(play_some(old, 3))
    former.stop()
    former = run(stack, database, old_program, limits_tables="0")
    new = run(stack, database, dict(os.environ), formers=former.address)
    assert asyncio.run(play_some(Link(new.address, old.table, old.token), 3))[0] == former.address
    fresh = open_table(new.address, "Ben", seats=["random"])[0]
    new.stop()
    assert httpx.get(f"{former.address}/api/tables/{fresh.table}").status_code == 409
    new = run(stack, database, dict(os.environ), formers=former.address)
    assert asyncio.run(play_some(Link(new.address, fresh.table, fresh.token), 3))[0] == new.address


def test_without_an_earlier_server_an_old_table_says_so_and_stays(
    tmp_path: Path, old_program: dict[str, str], stack: ExitStack
) -> None:
    before = run(stack, str(tmp_path / "tables.sqlite"), old_program)
    link = open_table(before.address, "Ana", seats=["random"])[0]
    before.stop()
    new = run(stack, str(tmp_path / "tables.sqlite"), dict(os.environ))
    refused = httpx.get(f"{new.address}/api/tables/{link.table}")
    assert (refused.status_code, "the rules or cards have changed" in refused.json()["text"]) == (409, True)
    new.stop()
    again = run(stack, str(tmp_path / "tables.sqlite"), old_program)
    assert asyncio.run(play_some(Link(again.address, link.table, link.token), 3))[0] == again.address


def test_an_earlier_server_that_is_gone_is_not_waited_for(tmp_path: Path) -> None:
    formers = Formers(["http://127.0.0.1:9"])
    assert asyncio.run(formers.address_of("4f0c9d2e")) == ""
    assert asyncio.run(formers.address_of("../../health")) == ""
    with server(tmp_path) as running:
        formers = Formers([running.address])
        assert asyncio.run(formers.address_of("nothing")) == ""
        made = open_table(running.address, "Ana", seats=["random"])[0]
        assert asyncio.run(formers.address_of(made.table)) == running.address


def test_an_earlier_server_that_hangs_is_asked_once_in_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asked for tables that nobody has made everybody else who came to a table wait with them."""
    asked: list[str] = []
    usual = formers_module._has

    def has(address: str, table: str) -> bool:
        asked.append(table)
        return usual(address, table)

    monkeypatch.setattr(formers_module, "_has", has)
    monkeypatch.setattr(formers_module, "SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        formers = Formers([f"http://127.0.0.1:{silent.getsockname()[1]}"])

        async def ask() -> list[str]:
            return await asyncio.gather(*(formers.address_of(f"guess{n}") for n in range(20)))

        assert asyncio.run(ask()) == [""] * 20
    assert len(asked) == 1
