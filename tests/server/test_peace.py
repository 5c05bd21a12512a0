"""Keeping the peace at a server: ready phrases, tables without talk, blocking, reports, orders about players."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from muster.kernel.text import Text
from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.line import new_id
from muster.server.lobby.limits import Limits
from muster.server.people.peace import REPORTS
from muster.server.storage.rows import Order
from muster.server.telling.phrases import words
from server.running import Server, server
from server.test_people import Player, link, two_at_a_table


def test_a_phrase_is_heard_in_everybodys_language_and_survives(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        ana, ben, made = two_at_a_table(running)

        async def talk() -> None:
            async with (
                await RemoteSeat.join(link(running, ana, made["table"], 0)) as first,
                await RemoteSeat.join(link(running, ben, made["table"], 1), language="es") as second,
            ):
                await first.do(p.Chat(new_id(), phrase="well_played"))
                while not second.chat:
                    await second.news()
                assert (second.chat[0].phrase, second.chat[0].text) == ("well_played", "Well played!")
                with pytest.raises(Exception, match="say something"):
                    await first.do(p.Chat(new_id()))

        asyncio.run(talk())
        running.house.forget(running.house.tables[made["table"]])

        async def come_back() -> None:
            async with await RemoteSeat.join(link(running, ana, made["table"], 0)) as again:
                assert [line.phrase for line in again.chat] == ["well_played"]

        asyncio.run(come_back())
    for language in ("en", "es"):
        assert all(words(language).knows(f"phrase.{phrase}") for phrase in get_args(p.Phrase))


@pytest.mark.parametrize(
    ("talk", "free", "phrase"), [("all", True, True), ("phrases", False, True), ("none", False, False)]
)
def test_a_host_says_what_may_be_said(tmp_path: Path, talk: str, free: bool, phrase: bool) -> None:
    with server(tmp_path) as running:
        ana = Player(running.address)
        made = ana.create(talk=talk)

        async def speak() -> None:
            async with await RemoteSeat.join(link(running, ana, made["table"], 0)) as seat:
                for command, allowed in ((p.Chat(new_id(), "hi"), free), (p.Chat(new_id(), phrase="hello"), phrase)):
                    if allowed:
                        await seat.do(command)
                    else:
                        with pytest.raises(Exception, match="at this table"):
                            await seat.do(command)

        asyncio.run(speak())


def test_who_is_blocked_cannot_sit_down_with_me_nor_i_with_them(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        ana, ben = Player(running.address, "Ana").meet(), Player(running.address, "Ben").meet()
        assert ana.post("/api/me/blocked", {"player": ben.id, "on": True}).json() == {"players": [ben.id]}
        assert ana.get("/api/me/blocked").json() == {"players": [ben.id]}
        assert ben.get("/api/me/blocked").json() == {"players": []}
        for host, guest in ((ana, ben), (ben, ana)):
            refused = guest.claim(host.create())
            assert (refused.status_code, "blocked" in refused.json()["text"]) == (409, True)
        for wrong in (ana.id, "x" * 40, "<script>"):
            assert ana.post("/api/me/blocked", {"player": wrong, "on": True}).status_code == 404
        ana.post("/api/me/blocked", {"player": ben.id, "on": False})
        assert ben.claim(ana.create()).status_code == 201


def test_reports_go_to_the_operator_with_what_was_said(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        ana, ben, made = two_at_a_table(running)
        stranger = Player(running.address, "Eve").meet()

        async def insult() -> None:
            async with await RemoteSeat.join(link(running, ben, made["table"], 1)) as seat:
                await seat.say("you play like a crate")

        asyncio.run(insult())
        report = {"table": made["table"], "seat": 1, "kind": "chat", "text": "he is rude"}
        assert stranger.post("/api/reports", report).status_code == 400
        assert ana.post("/api/reports", {**report, "text": "x" * 501}).status_code == 400
        assert ana.post("/api/reports", {**report, "seat": 5}).status_code == 400
        assert ana.post("/api/reports", {**report, "table": "nowhere"}).status_code == 400
        sent = [ana.post("/api/reports", report).status_code for _ in range(REPORTS + 2)]
        assert sent == [201] * REPORTS + [400] * 2
        command = [sys.executable, "-m", "muster.cli", "admin", "reports"]
        shown = subprocess.run(
            [*command, "--database", str(tmp_path / "tables.sqlite")], capture_output=True, text=True, check=True
        ).stdout
        assert "he is rude" in shown
        assert "Ben: you play like a crate" in shown
        assert ben.id in shown


def order(running: Server, kind: str, subject: str) -> None:
    running.run(running.house.storage.give(Order(kind, subject, 0.0, 1.0)))
    running.run(asyncio.sleep(0.5))


def test_the_operator_mutes_and_bans_a_player_wherever_they_are(tmp_path: Path) -> None:
    with server(tmp_path, Limits(orders_seconds=0.1)) as running:
        ana, ben, made = two_at_a_table(running)
        order(running, "mute", ben.id)

        async def speak() -> None:
            async with await RemoteSeat.join(link(running, ana, made["table"], 0)) as seat:
                await seat.say("hello")
            async with await RemoteSeat.join(link(running, ben, made["table"], 1)) as seat:
                with pytest.raises(Exception, match=words("en").say(Text("table.muted"))):
                    await seat.say("hello")

        asyncio.run(speak())
        order(running, "ban", ben.id)
        assert ben.claim(ana.create()).status_code == 409
        assert ben.post("/api/tables", {"game": "tiny_epic_mechs", "name": "Ben"}).status_code == 400
