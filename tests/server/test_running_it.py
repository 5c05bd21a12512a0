"""For somebody who has other things to do: whether a server is well, what it measures, and backups that are whole."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from muster.kernel.errors import GameError
from muster.server.client.client import RemoteSeat
from muster.server.client.line import ServerRefusal
from muster.server.config import print_config, read_config
from muster.server.lobby.limits import Limits
from muster.server.logs import JsonLines, is_news
from muster.server.storage.backing_up import back_up, restore, sound
from muster.server.storage.database import Unavailable
from muster.server.storage.opening import make_storage
from muster.server.storage.sqlite import InUse
from server.running import PATIENCE, Link, Process, Server, open_table, play, play_together, server


def test_a_server_says_whether_it_is_well_and_why_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with server(tmp_path) as running:
        assert httpx.get(f"{running.address}/health").json() == {"healthy": True}

        async def away(at: float) -> None:
            raise Unavailable("gone")

        monkeypatch.setattr(running.house.storage, "beat", away)
        ill = httpx.get(f"{running.address}/health")
        assert (ill.status_code, ill.json()["text"]) == (503, "the database cannot be reached")


def test_what_is_measured_is_for_this_machine_and_names_nobody(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        links = open_table(running.address, "Ana", "Ben")

        async def some() -> None:
            async with await RemoteSeat.join(links[0]) as ana, await RemoteSeat.join(links[1]) as ben:
                await play_together([ana, ben], random.Random(1), 5)

        asyncio.run(some())
        text = httpx.get(f"{running.address}/metrics").text
        assert "muster_answer_seconds_count 5.0" in text
        assert "muster_tables 1.0" in text
        assert links[0].table not in text
        assert "Ana" not in text
        stranger = httpx.get(f"{running.address}/metrics", headers={"x-forwarded-for": "203.0.113.9"})
        assert stranger.status_code == 404


def test_backups_made_while_people_play_are_whole_and_can_be_put_back(tmp_path: Path) -> None:
    copies = tmp_path / "copies"
    copies.mkdir()
    with server(tmp_path) as running:
        links = open_table(running.address, "Ana", "Ben")
        more = [open_table(running.address, "Eva", "Leo") for _ in range(3)]
        enough = threading.Event()
        acknowledged: list[str] = []
        played = [
            threading.Thread(target=lambda at=at: asyncio.run(play_on(at, enough.is_set, acknowledged)))  # type: ignore[misc]
            for at in (links, *more)
        ]
        for one in played:
            one.start()
        before: list[list[str]] = []
        for number in range(20):
            before.append(list(acknowledged))
            assert back_up(tmp_path / "tables.sqlite", copies / f"{number}.sqlite") == 4
        enough.set()
        for one in played:
            one.join(20)
        with pytest.raises(InUse):
            restore(copies / "19.sqlite", tmp_path / "tables.sqlite")
    assert before[-1], "somebody has played meanwhile"
    for number, known in enumerate(before):
        copy = copies / f"{number}.sqlite"
        assert sound(copy) == 4
        assert set(known) <= commands_in(copy), "everything acknowledged before it began"
    with pytest.raises(GameError, match="never overwrites"):
        back_up(tmp_path / "tables.sqlite", copies / "19.sqlite")
    assert restore(copies / "19.sqlite", tmp_path / "tables.sqlite") == 4
    assert (tmp_path / "tables.sqlite.before").exists()
    with server(tmp_path) as running:
        here = [Link(running.address, link.table, link.token) for link in links]

        async def go_on() -> None:
            seats = [await RemoteSeat.join(link) for link in here]
            await asyncio.gather(*(play(seat, random.Random(seat.seat)) for seat in seats))
            assert seats[0].over
            for seat in seats:
                await seat.close()

        asyncio.run(go_on())


def commands_in(copy: Path) -> set[str]:
    database = sqlite3.connect(copy)
    try:
        return {command for (command,) in database.execute("SELECT command FROM entries WHERE command <> ''")}
    finally:
        database.close()


async def play_on(links: list[Link], enough: Callable[[], bool], acknowledged: list[str]) -> None:
    seats = [await RemoteSeat.join(link) for link in links]
    rng = random.Random(2)
    while not enough() and not seats[0].over:
        for seat in seats:
            if seat.question is not None:
                acknowledged += await play(seat, rng, 1)
        await asyncio.sleep(0.005)
    for seat in seats:
        await seat.close()


@pytest.mark.parametrize(("text", "sentence"), [(b"", "not a database"), (b"x" * 5000, "not a database")])
def test_something_else_is_never_restored(tmp_path: Path, text: bytes, sentence: str) -> None:
    (tmp_path / "b.sqlite").write_bytes(text)
    (tmp_path / "tables.sqlite").write_bytes(b"precious")
    with pytest.raises(GameError, match=sentence):
        restore(tmp_path / "b.sqlite", tmp_path / "tables.sqlite")
    assert (tmp_path / "tables.sqlite").read_bytes() == b"precious"


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "muster.cli", *words], capture_output=True, text=True, check=False)


def test_the_operator_looks_at_tables_while_the_server_runs_and_deletes_when_it_does_not(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.sqlite")
    with server(tmp_path) as running:
        links = open_table(running.address, "Ana", "Ben")
        name = links[0].table
        listed = run("admin", "list", "--database", database)
        assert (listed.returncode, name in listed.stdout, "begun" in listed.stdout) == (0, True, True)
        shown = run("admin", "show", name, "--database", database).stdout
        assert "A human Ana" in shown
        kept = running.run(running.house.storage.load(name))
        assert kept is not None
        assert not any(held.token and held.token in shown for held in kept.seats)
        refused = run("admin", "export", name, "--database", database)
        assert (refused.returncode, "the match is not over" in refused.stderr) == (1, True)
        assert run("admin", "export", name, "--secrets", "--database", database).stdout.startswith("muster journal 1")
        copied = run("backup", str(tmp_path / "copy.sqlite"), "--database", database)
        assert (copied.returncode, "1 tables, checked" in copied.stdout) == (0, True)
    assert run("admin", "delete", name, "--database", database).returncode == 0
    assert run("admin", "list", "--database", database).stdout == ""
    assert "no such table" in run("admin", "show", name, "--database", database).stderr
    assert run("backup", str(tmp_path / "copy.sqlite"), "--restore", "--database", database).returncode == 0
    assert name in run("admin", "list", "--database", database).stdout


def test_the_access_log_has_addresses_and_no_token(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "muster.cli", "serve", "--port", "0", "--access-log", "--log", "json"]
    log = tmp_path / "log"
    database = ("--database", str(tmp_path / "tables.sqlite"))
    with log.open("w") as err, subprocess.Popen([*command, *database], stdout=subprocess.PIPE, stderr=err) as process:
        assert process.stdout is not None
        link = open_table(process.stdout.readline().decode().split()[-1], "Ana", seats=["random"])[0]
        httpx.get(f"{link.address}/nothing%0A")
        process.terminate()
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    told = [line["message"] for line in lines if line["where"] == "muster.server.access"]
    assert any(re.fullmatch(r"127\.0\.0\.1 POST '/api/tables' 201 \d+ ms", one) for one in told), told
    assert any(one.startswith("127.0.0.1 SOCKET '/socket' - ") for one in told)
    assert any("GET '/nothing" in one and " 404 " in one for one in told)
    assert link.token not in log.read_text()


class TestOrders:
    """`muster admin` gives orders while the server runs."""

    FAST = Limits(orders_seconds=0.1, trust_here=False)

    def obeyed(self, running: Server, holds: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end
            time.sleep(0.05)

    def order(self, tmp_path: Path, *words: str) -> str:
        done = run("admin", *words, "--database", str(tmp_path / "tables.sqlite"))
        assert done.returncode == 0, done.stderr
        return done.stdout

    def test_a_table_is_closed_and_opened_again(self, tmp_path: Path) -> None:
        with server(tmp_path, self.FAST) as running:
            link = open_table(running.address, "Ana", seats=["random"])[0]
            at = f"{running.address}/api/tables/{link.table}"
            assert httpx.get(at).status_code == 200

            self.order(tmp_path, "quarantine", link.table)
            self.obeyed(running, lambda: link.table not in running.house.tables)
            with pytest.raises(ServerRefusal, match="has closed this table to look into it"):
                asyncio.run(RemoteSeat.join(link))
            assert httpx.get(at).status_code == 409
            assert link.table in self.order(tmp_path, "orders")
            self.order(tmp_path, "lift", link.table)
            self.obeyed(running, lambda: httpx.get(at).status_code == 200)

    def test_a_match_is_ended_and_its_journal_can_be_read(self, tmp_path: Path) -> None:
        with server(tmp_path, self.FAST) as running:
            link = open_table(running.address, "Ana", seats=["random"])[0]
            self.order(tmp_path, "end", link.table)
            at = f"{running.address}/api/tables/{link.table}"
            self.obeyed(running, lambda: httpx.get(at).status_code == 409)
            assert "has ended this match" in httpx.get(at).json()["text"]
            assert self.order(tmp_path, "export", link.table).startswith("muster journal 1")
            assert running.run(running.house.storage.count_unfinished()) == 0

    def test_a_table_is_deleted_while_somebody_sits_there(self, tmp_path: Path) -> None:
        with server(tmp_path, self.FAST) as running:
            link = open_table(running.address, "Ana", seats=["random"])[0]
            self.order(tmp_path, "delete", link.table)
            self.obeyed(running, lambda: not running.run(running.house.storage.overview()))
            assert httpx.get(f"{running.address}/api/tables/{link.table}").status_code == 404
            assert running.run(running.house.storage.orders()) == []

    def test_a_banned_network_is_kept_out_and_a_muted_one_is_not_heard(self, tmp_path: Path) -> None:
        with server(tmp_path, self.FAST) as running:
            links = open_table(running.address, "Ana", "Ben")
            self.order(tmp_path, "mute", "127.0.0.1")
            self.obeyed(running, lambda: running.house.orders.mutes("127.0.0.1"))

            async def speak() -> None:
                async with await RemoteSeat.join(links[0]) as ana:
                    with pytest.raises(ServerRefusal, match="has muted your network"):
                        await ana.say("hello")

            asyncio.run(speak())
            self.order(tmp_path, "ban", "127.0.0.1", "--days", "2")
            self.obeyed(running, lambda: httpx.get(f"{running.address}/health").status_code == 403)
            with pytest.raises(GameError, match="HTTP 403"):
                asyncio.run(speak())
            self.order(tmp_path, "lift", "127.0.0.1")
            self.obeyed(running, lambda: httpx.get(f"{running.address}/health").status_code == 200)

    @pytest.mark.parametrize(
        ("words", "sentence"),
        [
            (("ban", "somebody"), "'somebody' is neither the address of a network"),
            (("ban",), "say which address"),
            (("end", "4f"), "there is no such table"),
            (("end", "4f", "--days", "2"), "--days is for bans and mutes"),
            (("ban", "192.0.2.1", "--days", "-1"), "is over already"),
            (("lift", "4f"), "nothing was ordered about it"),
        ],
    )
    def test_an_order_that_can_mean_nothing(self, tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
        with server(tmp_path):
            refused = run("admin", *words, "--database", str(tmp_path / "tables.sqlite"))
        assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
        assert sentence in refused.stderr


class TestSettings:
    def test_the_command_line_wins_over_the_environment_and_that_over_the_file(self, tmp_path: Path) -> None:
        file = tmp_path / "muster.toml"
        file.write_text('port = 1\nhost = "0.0.0.0"\nbot_seconds = 3\n[limits]\ntables = 5\nper_table = 7\n')
        environment = {"MUSTER_PORT": "2", "MUSTER_LIMITS_TABLES": "6", "MUSTER_ORIGINS": "https://a.example", "X": "y"}
        config = read_config(file, environment, {"port": 3})
        assert (config.host, config.port, config.bot_seconds) == ("0.0.0.0", 3, 3.0)
        assert (config.limits.tables, config.limits.per_table) == (6, 7)
        assert config.origins == ["https://a.example"]
        assert read_config(None, {}, {"tables": 9}).limits.tables == 9

    @pytest.mark.parametrize(
        ("environment", "sentence"),
        [
            ({"MUSTER_PORT": "many"}, "the environment: field port: expected int"),
            ({"MUSTER_PORT": "99999"}, "the environment: field port: expected int <= 65535"),
            ({"MUSTER_PROT": "1"}, "the environment.*prot"),
            ({"MUSTER_LIMITS_TABELS": "1"}, "there is no limit called 'tabels'"),
            ({"MUSTER_LIMITS_BURST": "-1"}, "limits.burst: a limit is 0 or more"),
            ({"MUSTER_BOT_SECONDS": "nan"}, "bot_seconds"),
        ],
    )
    def test_what_is_wrong_is_named(self, environment: dict[str, str], sentence: str) -> None:
        with pytest.raises(GameError, match=sentence):
            read_config(None, environment, {})

    def test_all_settings_are_printed_so_that_they_can_be_read_again_but_no_password(self, tmp_path: Path) -> None:
        file = tmp_path / "muster.toml"
        printed = run("serve", "--print-config", "--port", "9", "--database", "postgresql://m:secret@db/m")
        assert printed.returncode == 0
        assert "secret" not in printed.stdout
        file.write_text(printed.stdout)
        assert read_config(file, {}, {}).port == 9

    @pytest.mark.parametrize(
        "database",
        [
            "postgresql://m:secret@db/m",
            "postgresql://m:sec@ret/secret@[::1]:5/m",
            "postgresql://m@db/m?sslmode=require&password=secret",
            "mysql://m:secret@db/m",
            "postgresql://m:secret@[::1/m",
        ],
    )
    def test_no_password_is_shown_wherever_it_stands(self, database: str) -> None:
        assert "secret" not in print_config(read_config(None, {"MUSTER_DATABASE": database}, {}))
        if database.startswith("mysql"):
            with pytest.raises(GameError) as error:
                make_storage(database, "")
            assert "secret" not in str(error.value)

    def test_what_uvicorn_says_goes_into_the_same_log(self, tmp_path: Path) -> None:
        with server(tmp_path):
            assert not logging.getLogger("uvicorn").handlers
            assert logging.getLogger("uvicorn.error").propagate
        assert not is_news(logging.makeLogRecord({"msg": "Unsupported upgrade request."}))

    def test_a_log_of_json_is_json(self) -> None:
        record = logging.LogRecord("muster.x", logging.WARNING, "", 1, "table %s\nhas moved", ("4f",), None)
        line = JsonLines().format(record)
        assert "\n" not in line
        assert json.loads(line)["message"] == "table 4f\nhas moved"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed here")
def test_systemd_understands_our_unit(tmp_path: Path) -> None:
    unit = (Path(__file__).parents[2] / "deploy" / "muster.service").read_text("utf-8")
    (tmp_path / "muster.service").write_text(unit.replace("/opt/muster/bin/muster", sys.executable))
    found = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / "muster.service")], capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stderr) == (0, "")


def test_a_server_that_is_told_to_stop_stops_soon_with_people_at_its_tables(tmp_path: Path) -> None:
    running = Process(str(tmp_path / "tables.sqlite"))
    links = open_table(running.address, "Ana", "Ben")

    async def sit() -> None:
        ana = await RemoteSeat.join(links[0])
        began = time.monotonic()
        await asyncio.to_thread(running.stop)
        assert time.monotonic() - began < 20
        await ana.close()

    asyncio.run(sit())
    assert running._process.returncode == 0
    assert not (tmp_path / "tables.sqlite-wal").exists(), "everything is in the one file"
    assert sound(tmp_path / "tables.sqlite") == 1
