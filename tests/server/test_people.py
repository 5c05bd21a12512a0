"""A player's key: who has it is the player, on any device; what is kept under it, and what strangers cannot do."""

from __future__ import annotations

import asyncio
import base64
import logging
import random
import secrets
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from muster.server.client.client import RemoteSeat
from muster.server.client.links import Link
from muster.server.lobby.limits import Limits
from muster.server.people.keys import id_of
from muster.server.storage.backing_up import back_up
from muster.server.storage.postgres import PostgresStorage
from muster.server.storage.sqlite import SqliteStorage
from muster.server.table.tokens import seat_token
from server.database import postgres
from server.running import GAME, Server, agree, open_table, play_together, server, server_on


def new_key() -> str:
    return base64.urlsafe_b64encode(secrets.token_bytes(32)).decode().rstrip("=")


class Player:
    """Somebody with a key, at a server."""

    def __init__(self, address: str, name: str = "Ana", key: str = "") -> None:
        self.key = key or new_key()
        self.name = name
        self.http = httpx.Client(base_url=address, headers={"x-muster-key": self.key}, timeout=60)

    @property
    def id(self) -> str:
        return id_of(self.key)

    def meet(self) -> Player:
        assert self.post("/api/me", {"name": self.name}).status_code == 200
        return self

    def get(self, path: str) -> httpx.Response:
        return self.http.get(path)

    def post(self, path: str, body: Any) -> httpx.Response:
        return self.http.post(path, json=body)

    def create(self, **wanted: Any) -> dict[str, Any]:
        made = self.post("/api/tables", {"game": GAME, "name": self.name, **wanted})
        assert made.status_code == 201, made.text
        return dict(made.json())

    def claim(self, made: dict[str, Any]) -> httpx.Response:
        return self.post(f"/api/tables/{made['table']}/seats", {"name": self.name, "invite": made["invite"]})

    def matches(self) -> list[dict[str, Any]]:
        return list(self.get("/api/me/matches").json()["matches"])


def force(thing: str = "one", title: str = "Mine", **changes: Any) -> dict[str, Any]:
    body = {"draft": {"name": title}, "force": {}, "legal": False}
    return {"kind": "force", "id": thing, "game": "deadzone", "title": title, "body": body, **changes}


def two_at_a_table(running: Server) -> tuple[Player, Player, dict[str, Any]]:
    ana, ben = Player(running.address, "Ana"), Player(running.address, "Ben")
    made = ana.create()
    assert ben.claim(made).status_code == 201
    return ana, ben, made


def link(running: Server, player: Player, table: str, seat: int) -> Link:
    """The link that any device with the key can make."""
    return Link(running.address, table, seat_token(player.key, table, seat))


def test_a_key_finds_its_matches_on_any_device_and_its_seats_open_by_it(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        ana, ben, made = two_at_a_table(running)
        mine = Player(running.address, key=ana.key).matches()
        assert [(one["table"], one["seats"], one["others"]) for one in mine] == [(made["table"], [0], ["Ben"])]
        links = [link(running, ana, made["table"], 0), link(running, ben, made["table"], 1)]
        assert links[0].token == made["token"]

        async def some() -> None:
            await agree(links)
            async with await RemoteSeat.join(links[0]) as first, await RemoteSeat.join(links[1]) as second:
                assert (first.seat, second.seat) == (0, 1)
                await play_together([first, second], random.Random(1), 20)
                assert [place.player for place in first.places] == [ana.id, ben.id]
                turns = {0: first.question is not None, 1: second.question is not None}
                assert [player.matches()[0]["turn"] for player in (ana, ben)] == [turns[0], turns[1]]

        asyncio.run(some())


def elsewhere(running: Server, table: str) -> None:
    """Let another process have a table, as on a PostgreSQL that several share."""
    house = running.house
    usual = house.storage.claim

    async def claim(asked: str) -> str:
        return "http://two.example" if asked == table else await usual(asked)

    async def leave() -> None:
        house.tables[table].lose()

    house.storage.claim = claim  # type: ignore[method-assign]
    running.run(leave())


def test_a_match_that_another_process_has_is_listed_and_what_is_said_there_can_be_reported(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        ana, ben, made = two_at_a_table(running)
        elsewhere(running, made["table"])
        assert [(one["table"], one["turn"], one["others"]) for one in ana.matches()] == [(made["table"], None, ["Ben"])]
        assert ana.get("/api/me/file").status_code == 200
        report = {"table": made["table"], "seat": 1, "kind": "chat", "text": "he is rude"}
        assert ana.post("/api/reports", report).status_code == 201
        assert ben.post("/api/reports", {**report, "table": "0" * 12}).status_code == 400


def test_a_finished_match_says_how_it_ended_also_after_a_restart(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        ana, ben, made = two_at_a_table(running)
        links = [link(running, ana, made["table"], 0), link(running, ben, made["table"], 1)]

        async def whole() -> tuple[int, ...]:
            await agree(links)
            async with await RemoteSeat.join(links[0]) as first, await RemoteSeat.join(links[1]) as second:
                await play_together([first, second], random.Random(2), 5_000)
                while not first.over:
                    await first.news()
                assert first.update is not None
                assert first.update.outcome is not None
                return tuple(first.update.outcome.winners)

        winners = asyncio.run(whole())
        wanted = ["drawn" if len(winners) != 1 else "won" if seat in winners else "lost" for seat in (0, 1)]
        assert [player.matches()[0]["result"] for player in (ana, ben)] == wanted
    with sqlite3.connect(tmp_path / "tables.sqlite") as database:
        database.execute("DELETE FROM results")  # as if the server had died before it wrote them down
    with server(tmp_path) as running:
        again = [Player(running.address, key=player.key).matches()[0] for player in (ana, ben)]
        assert [one["result"] for one in again] == wanted
        assert all(one["over"] and one["turn"] is False for one in again)


def test_things_are_kept_with_a_version_and_two_devices_lose_nothing(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        ana = Player(running.address).meet()
        assert ana.post("/api/me/things", force()).json() == {"version": 1}
        phone = Player(running.address, key=ana.key)
        [kept] = phone.get("/api/me/things").json()["things"]
        assert (kept["title"], kept["version"], kept["body"]["draft"]["name"]) == ("Mine", 1, "Mine")
        devices = [Player(running.address, key=ana.key) for _ in range(8)]
        with ThreadPoolExecutor(8) as pool:
            said = list(
                pool.map(lambda n: devices[n].post("/api/me/things", force(title=f"T{n}", version=1)), range(8))
            )
        assert sorted(answer.status_code for answer in said) == [200] + [409] * 7
        winner = next(n for n, answer in enumerate(said) if answer.status_code == 200)
        [kept] = phone.get("/api/me/things").json()["things"]
        assert (kept["title"], kept["version"]) == (f"T{winner}", 2)
        assert ana.post("/api/me/things/dropped", {"kind": "force", "id": "one"}).status_code == 200
        assert phone.get("/api/me/things").json() == {"things": []}


def test_what_is_kept_is_what_the_browser_keeps_and_not_too_much_of_it(tmp_path: Path) -> None:
    limits = Limits(things=5, letters=3_000, thing_letters=2_000)
    with server(tmp_path, limits) as running:
        ana = Player(running.address).meet()
        pack = {"name": "cards.toml", "text": "a = 1", "on": True}
        assert ana.post("/api/me/things", force(kind="pack", body=pack)).status_code == 200
        plan = {"plan": {"name": "Yard"}, "card": {}, "legal": True}
        assert ana.post("/api/me/things", force(kind="table", body=plan)).status_code == 200
        wrong: list[tuple[dict[str, Any], str]] = [
            (force(body={"draft": {"name": "x", "more": 1}, "force": {}, "legal": True}), "no force"),
            (force(kind="pack", body=plan), "no pack"),
            (force(game="chess"), "no game"),
            (force(title="x" * 1_000_000), "120"),
            (force("../../etc"), "regex"),
            (force(title="a\0b"), "U+0000"),
            (force(body={"draft": {}, "force": {"x": "y" * 2_500}, "legal": False}), "too long"),
            (force(kind="sword"), "sword"),
        ]
        for body, reason in wrong:
            answer = ana.post("/api/me/things", body)
            assert answer.status_code in (400, 413), answer.text
            assert reason in answer.json()["text"]
        big = {"draft": {}, "force": {"x": "y" * 1_800}, "legal": False}
        assert ana.post("/api/me/things", force("big", body=big)).status_code == 200
        full = ana.post("/api/me/things", force("bigger", body=big))
        assert (full.status_code, "no room" in full.json()["text"]) == (400, True)
        statuses = [ana.post("/api/me/things", force(f"n{n}")).status_code for n in range(20)]
        assert statuses.count(200) == 2
        assert len(ana.get("/api/me/things").json()["things"]) == 5


def test_ten_thousand_forces_do_not_come_in(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        ana = Player(running.address).meet()
        statuses = [ana.post("/api/me/things", force(f"n{n}")).status_code for n in range(260)]
        assert statuses == [200] * 200 + [400] * 60


def test_a_strangers_key_opens_nothing_and_an_id_is_no_key(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        ana, _, made = two_at_a_table(running)
        ana.meet().post("/api/me/things", force())
        for key in (new_key(), ana.id, ana.key[:-1], ana.key + "A", "x" * 20_000, "", "é" * 43, ana.key.swapcase()):
            stranger = httpx.Client(base_url=running.address, headers={"x-muster-key": key.encode()})
            for path in ("/api/me", "/api/me/things", "/api/me/matches", "/api/me/file"):
                answer = stranger.get(path)
                assert answer.status_code in (400, 401, 404, 431), (path, answer.text)
                assert "Mine" not in answer.text
            assert stranger.post("/api/me/deleted", json={}).status_code in (400, 401, 404, 431)
        assert ana.get("/api/me").json() == {"player": ana.id, "name": "Ana"}
        forged = Link(running.address, made["table"], seat_token(new_key(), made["table"], 0))
        with pytest.raises(Exception, match="link"):
            asyncio.run(RemoteSeat.join(forged))


def test_the_key_is_neither_stored_nor_logged_nor_sent_to_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with server(tmp_path) as running:
        ana, ben, made = two_at_a_table(running)
        ana.post("/api/me/things", force())
        shown = ben.post(f"/api/tables/{made['table']}/invitation", {"invite": made["invite"]}).text
        assert ana.id in shown
        assert ana.key not in shown
        back_up(tmp_path / "tables.sqlite", tmp_path / "copy.sqlite")
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert ana.id.encode() in (tmp_path / "copy.sqlite").read_bytes()
    assert ana.key.encode() not in stored
    assert ana.key not in caplog.text


def test_everything_of_mine_can_be_taken_away_and_deleted_in_the_middle_of_a_match(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        ana, ben, made = two_at_a_table(running)
        ana.post("/api/me/things", force())
        links = [link(running, ana, made["table"], 0), link(running, ben, made["table"], 1)]

        async def leave() -> None:
            await agree(links)
            async with await RemoteSeat.join(links[0]) as first, await RemoteSeat.join(links[1]) as second:
                await play_together([first, second], random.Random(3), 5)
                await first.say("my secret address")
                file = await asyncio.to_thread(ana.get, "/api/me/file")
                assert file.headers["content-disposition"].startswith("attachment")
                assert [one["title"] for one in file.json()["things"]] == ["Mine"]
                assert [one["table"] for one in file.json()["matches"]] == [made["table"]]
                gone = await asyncio.to_thread(ana.post, "/api/me/deleted", {})
                assert gone.status_code == 200
                await play_together([first, second], random.Random(4), 5)  # it goes on
                assert [(place.name, place.player) for place in second.places] == [("", ""), ("Ben", ben.id)]

        asyncio.run(leave())
        assert ana.get("/api/me").status_code == 404
        assert ben.matches()[0]["others"] == ["human"]

        async def come_again() -> None:
            async with await RemoteSeat.join(links[0]) as first:
                assert first.seat == 0
                assert not any("secret" in line.text for line in first.chat)

        asyncio.run(come_again())
        ana.meet()  # somebody new, though the key is the same
        running.run(running.house.people.obey(running.house.orders.forgotten))
        assert ana.get("/api/me").status_code == 200
        assert ana.matches() == []
    with sqlite3.connect(tmp_path / "tables.sqlite") as database:
        rows = database.execute("SELECT name, player FROM seats").fetchall()
        assert {row[0] for row in rows} == {"", "Ben"}
        assert [row[0] for row in database.execute("SELECT body FROM chat")] == [""]


def test_a_network_brings_so_many_players_a_day_and_sits_down_all_the_same(tmp_path: Path) -> None:
    limits = Limits(trust_here=False, players_per_network=2, requests_per_minute=1_000)
    with server(tmp_path, limits) as running:
        one, two, three = (Player(running.address, name) for name in ("Ana", "Ben", "Cleo"))
        one.meet()
        two.meet()
        refused = three.post("/api/me", {"name": "Cleo"})
        assert (refused.status_code, "tomorrow" in refused.json()["text"]) == (400, True)
        spanish = three.post("/api/me?language=es", {"name": "Cleo"})
        assert "mañana" in spanish.json()["text"]
        made = three.create()
        assert made["seat"] == 0
        assert three.get("/api/me").status_code == 404
        assert one.meet()


def test_the_operator_lists_players_and_deletes_one(tmp_path: Path) -> None:
    def admin(*arguments: str) -> str:
        command = [sys.executable, "-m", "muster.cli", "admin", *arguments]
        done = subprocess.run(
            [*command, "--database", str(tmp_path / "tables.sqlite")], capture_output=True, text=True, check=False
        )
        return done.stdout + done.stderr

    with server(tmp_path, Limits(orders_seconds=0.1)) as running:
        ana, ben, made = two_at_a_table(running)
        assert ana.id in admin("players")
        assert ana.key not in admin("players")
        assert "is deleted" in admin("forget", ana.id)
        assert "no such player" in admin("forget", "nobody")
        running.run(asyncio.sleep(0.5))
        assert running.house.tables[made["table"]].seating.rows[0].name == ""
        assert ana.get("/api/me").status_code == 404
        assert ben.get("/api/me").status_code == 200


def test_a_database_from_before_is_brought_up_to_date(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        [host, *_] = open_table(running.address, "Ana", "Ben")
    file = tmp_path / "tables.sqlite"
    with sqlite3.connect(file) as database:
        for index in ("seats_player", "results_player"):
            database.execute(f"DROP INDEX {index}")
        for table in ("players", "things", "results"):
            database.execute(f"DROP TABLE {table}")
        database.execute("ALTER TABLE seats DROP COLUMN player")
    with server(tmp_path) as running:
        ana = Player(running.address).meet()
        ana.create()
        assert len(ana.matches()) == 1

        async def back() -> None:
            async with await RemoteSeat.join(Link(running.address, host.table, host.token)) as seat:
                assert [place.name for place in seat.places] == ["Ana", "Ben"]

        asyncio.run(back())


def test_players_are_kept_on_postgresql_as_well() -> None:
    with postgres() as url, server_on(lambda: PostgresStorage(url, "http://one"), Limits()) as running:
        ana, _, made = two_at_a_table(running)
        assert ana.post("/api/me/things", force()).json() == {"version": 1}
        assert ana.post("/api/me/things", force()).status_code == 409
        assert ana.post("/api/me/things", force(version=1)).json() == {"version": 2}
        assert len(ana.get("/api/me/things").json()["things"]) == 1
        assert [one["table"] for one in ana.matches()] == [made["table"]]
        assert len(running.run(running.house.people.shelf.players())) == 2
        assert ana.post("/api/me/deleted", {}).status_code == 200
        assert ana.get("/api/me").status_code == 404


def test_what_is_stored_of_players_can_be_read_beside_a_server(tmp_path: Path) -> None:
    async def looked() -> int:
        storage = SqliteStorage(tmp_path / "tables.sqlite")
        await storage.open_to_look()
        try:
            rows = await storage.read("SELECT COUNT(*) FROM players")
            return int(rows[0][0])
        finally:
            await storage.close()

    with server(tmp_path) as running:
        Player(running.address).meet()
        assert asyncio.run(looked()) == 1
