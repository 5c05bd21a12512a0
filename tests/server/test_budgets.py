"""Nobody gets more of the server than their share: of its loop, its threads, its bots, its disk. Bounded attacks."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from muster.server import protocol as p
from muster.server import turns as turns_module
from muster.server.aside import Aside
from muster.server.client.client import RemoteSeat
from muster.server.client.line import ServerRefusal, new_id
from muster.server.client.links import Link
from muster.server.lobby import house as house_module
from muster.server.lobby.limits import Limits
from muster.server.outlet import EMPTY_AT_ONCE, PIECE
from muster.server.sockets import DEEDS
from muster.server.table import chat as chat_module
from muster.server.table import record as record_module
from muster.server.table import seating as seating_module
from muster.server.thinking.crews import Crowded
from muster.server.thinking.jobs import DecisionJob
from muster.server.turns import Turns
from server.running import GAME, PATIENCE, Server, in_thread, open_table, play_together, server

PING = b"\x89\x80\0\0\0\0"
BEGUN_TEXT, PART = b"\x01\x81\0\0\0\0x", b"\x00\x81\0\0\0\0x"
"""Frames of a client, masked with zeros: a ping, the first letter of a text, and another one."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("server")) as running:
        yield running


def socket_at(link: Link) -> connect:
    url = "ws" + link.address.removeprefix("http") + "/socket"
    return connect(url, proxy=None, max_size=None, compression=None, ping_interval=None)


async def joined(line: ClientConnection, link: Link, **given: Any) -> None:
    await line.send(p.ENCODER.encode(p.Join("j", link.table, link.token, **given)).decode())
    await line.recv()


async def ended(line: ClientConnection) -> bool:
    """Whether the server ends a connection."""
    with contextlib.suppress(ConnectionClosed):
        async with asyncio.timeout(PATIENCE):
            while True:
                await line.recv()
    return True


class TestWhatComesIn:
    @pytest.mark.parametrize("flood", [PING, PART], ids=["pings", "parts of a message"])
    def test_frames_that_say_nothing_are_counted(self, house: Server, flood: bytes) -> None:
        """A hundred thousand of them took the whole server for seconds."""
        link = open_table(house.address, "Ana", begin=False)[0]

        async def attack() -> None:
            async with socket_at(link) as line:
                await joined(line, link)
                line.transport.write(BEGUN_TEXT if flood is PART else b"")
                line.transport.write(flood * 3 * EMPTY_AT_ONCE)
                assert await ended(line)

        in_thread(attack())

    def test_compressed_frames_are_not_taken(self, house: Server) -> None:
        """A few hundred bytes could become a gigabyte: compression is not offered, and a frame that claims it ends the
        connection.
        """
        link = open_table(house.address, "Ana", begin=False)[0]

        async def attack() -> None:
            url = "ws" + link.address.removeprefix("http") + "/socket"
            async with connect(url, proxy=None, compression="deflate") as line:
                assert line.response is not None
                assert "Sec-WebSocket-Extensions" not in line.response.headers
                await joined(line, link)
                line.transport.write(b"\xc1\x85\0\0\0\0\xca\x48\xcd\xc9\xc9")
                assert await ended(line)

        in_thread(attack())

    def test_a_few_pings_are_answered(self, house: Server) -> None:
        link = open_table(house.address, "Ana", begin=False)[0]

        async def ping() -> None:
            async with socket_at(link) as line:
                await joined(line, link)
                for _ in range(5):
                    await asyncio.wait_for(await line.ping(), PATIENCE)

        in_thread(ping())

    def test_many_messages_at_once_are_answered_one_by_one(self, house: Server) -> None:
        """Also where a message goes on in the next piece that is read."""
        links = open_table(house.address, "Ana", "Ben")
        asked = [p.Why(new_id(), "x" * (PIECE // 3)) for _ in range(30)]

        async def ask() -> None:
            async with socket_at(links[0]) as line:
                await joined(line, links[0])
                frames = [p.ENCODER.encode(one) for one in asked]
                heads = [b"\x81\xfe" + len(frame).to_bytes(2, "big") + b"\0\0\0\0" for frame in frames]
                line.transport.write(b"".join(head + frame for head, frame in zip(heads, frames, strict=True)))
                answered: list[str] = []
                while len(answered) < len(asked):
                    message = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
                    answered += [message["id"]] if message["type"] in ("refused", "reasons") else []
                assert answered == [one.id for one in asked]

        in_thread(ask())


class TestWhatIsNotTaken:
    """Whoever asks for much and reads nothing kept a connection for ever."""

    def test_answers_are_taken_in_time(self, tmp_path: Path) -> None:
        with server(tmp_path, Limits(taking_seconds=0.5, trust_here=False)) as running:
            request = b"GET /api/words/deadzone/en HTTP/1.1\r\nHost: localhost\r\n\r\n"
            with small_socket(running) as line:
                line.sendall(request * 400)
                ends = time.monotonic() + PATIENCE
                while not running.entrance.turned_away["answer not taken in time"]:
                    assert time.monotonic() < ends
                    time.sleep(0.05)
            assert httpx.get(f"{running.address}/health", timeout=PATIENCE).status_code == 200

    def test_news_of_a_table_are_taken_in_time(self, tmp_path: Path) -> None:
        with server(tmp_path, Limits(taking_seconds=0.5)) as running:
            links = open_table(running.address, "Ana", "Ben", public=True)
            key = "dGhlIHNhbXBsZSBub25jZQ=="
            upgrade = "GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            upgrade += f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
            join = p.ENCODER.encode(p.Join("j", links[0].table, view="both"))
            shows = [p.ENCODER.encode(p.Show(f"s{n}", "both" if n % 2 else "text")) for n in range(40)]
            with small_socket(running) as line:
                line.sendall(upgrade.encode())
                assert line.recv(12) == b"HTTP/1.1 101"
                for text in (join, *shows):
                    line.sendall(b"\x81\xfe" + len(text).to_bytes(2, "big") + b"\0\0\0\0" + text)
                ends = time.monotonic() + PATIENCE
                while running.house.connections < 1:
                    time.sleep(0.01)
                while running.house.connections:
                    assert time.monotonic() < ends
                    time.sleep(0.05)


def small_socket(running: Server) -> socket.socket:
    """A connection for which little is kept on the way, and nothing is taken unless it is read."""
    running._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)  # those that it accepts have it, too
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    line.settimeout(PATIENCE)
    line.connect(("127.0.0.1", int(running.address.rpartition(":")[2])))
    return line


class TestTheLoop:
    def test_whatever_is_no_deed_waits_for_its_turn(self, house: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        """A position of a moment, the goal of every round: each costs more than ten answers."""
        links = open_table(house.address, "Ana", "Ben")
        waited: list[str] = []
        usual = Turns.do

        async def noticed(self: Turns, asker: str, work: Any) -> Any:
            waited.append(asker)
            return await usual(self, asker, work)

        monkeypatch.setattr(Turns, "do", noticed)

        async def ask() -> None:
            async with await RemoteSeat.join(links[0]) as ana:
                for command in (p.Moment(new_id()), p.AskGoal(new_id(), rounds=True), p.Dice(new_id())):
                    before = len(waited)
                    with contextlib.suppress(ServerRefusal):  # no position can say the first moment
                        await ana.do(command)
                    assert len(waited) == before + 1, command
                before = len(waited)
                await ana.do(p.Chat(new_id(), "hello"))
                assert len(waited) == before

        in_thread(ask())
        others = {kind.__name__ for kind in get_args(p.AnyCommand)} - {kind.__name__ for kind in DEEDS}
        assert others == {
            "Join",
            "Speak",
            "Show",
            "AskOdds",
            "Hint",
            "AskGoal",
            "Analyse",
            "Look",
            "Moment",
            "Turn",
        } | {
            "Why",
            "Preview",
            "Rematch",
            "Export",
            "Dice",
        }

    def test_who_has_used_plenty_waits_for_everything(self, monkeypatch: pytest.MonkeyPatch) -> None:
        async def line() -> list[str]:
            turns, done = Turns(), []

            async def deed(name: str, seconds: float = 0.0) -> None:
                ends = time.thread_time() + seconds
                while time.thread_time() < ends:
                    pass
                done.append(name)

            monkeypatch.setattr(turns_module, "PLENTY", 0.02)
            await turns.at_once("fast bot", deed("first", 0.05))
            assert turns.used("fast bot") > 0.02
            waiting = asyncio.create_task(turns.do("reader", deed("in turn", 0.05)))
            await asyncio.sleep(0)
            held = asyncio.create_task(turns.at_once("fast bot", deed("held")))
            await asyncio.sleep(0)
            await turns.at_once("honest", deed("honest"))
            await asyncio.gather(waiting, held)
            return done

        assert asyncio.run(line()) == ["first", "in turn", "honest", "held"]

    def test_spectators_are_told_when_players_have_been_and_miss_nothing(
        self, house: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """However many spectators look however they like, an answer makes an update for each player and no more."""
        links = open_table(house.address, "Ana", "Ben", public=True, spectators="all")
        watching = Link(house.address, links[0].table)
        free = asyncio.Event()
        usual = Turns.do

        async def held(self: Turns, asker: str, work: Any) -> Any:
            if asker == watching.table and work.__name__ == "_tell_next":
                await free.wait()
            return await usual(self, asker, work)

        async def match() -> None:
            ana, ben = [await RemoteSeat.join(link) for link in links]
            looks: list[Any] = [{}, {"language": "es"}, {"view": "both"}, {"view": "text"}]
            crowd = [await RemoteSeat.join(watching, **look) for look in looks]
            monkeypatch.setattr(Turns, "do", held)
            known = [len(one.log) for one in crowd]
            await play_together([ana, ben], random.Random(2), 12)
            assert [len(one.log) for one in crowd] == known, "nobody has told them anything"
            late = await RemoteSeat.join(watching)  # those who see the same are told before
            house.loop.call_soon_threadsafe(free.set)
            async with asyncio.timeout(PATIENCE):
                for one in crowd:
                    while one.update.check != late.update.check:
                        await one.news()
            assert crowd[0].view == late.view
            for one in (ana, ben, late, *crowd):
                await one.close()

        in_thread(match())

    def test_the_games_are_read_in_a_thread(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The first lobby after a start took most of a second of the loop."""
        reading: list[threading.Thread] = []
        usual = house_module.offered

        def noticed(language: str) -> Any:
            reading.append(threading.current_thread())
            return usual(language)

        monkeypatch.setattr(house_module, "offered", noticed)
        with server(tmp_path) as running:
            assert len(httpx.get(f"{running.address}/api/lobby", timeout=PATIENCE).json()["games"]) == 4
            assert running.run(which_thread()) not in reading
            assert reading


async def which_thread() -> threading.Thread:
    return threading.current_thread()


class TestThreads:
    def test_one_thing_at_a_time_and_networks_take_turns(self) -> None:
        under_way, most, done = 0, 0, []
        lock = threading.Lock()

        def work(name: str) -> None:
            nonlocal under_way, most
            with lock:
                under_way += 1
                most = max(most, under_way)
            time.sleep(0.005)
            with lock:
                under_way -= 1
            done.append(name)

        async def line() -> None:
            aside = Aside()
            greedy = [asyncio.create_task(aside.do(f"2001:db8::{n:x}", lambda: work("greedy"))) for n in range(20)]
            await asyncio.sleep(0)
            await aside.do("192.0.2.1", lambda: work("modest"))
            assert done.index("modest") <= 2, "all of one /64 are one"
            await asyncio.gather(*greedy)
            many = [asyncio.create_task(aside.do("192.0.2.2", lambda: work("greedy"))) for _ in range(60)]
            found = await asyncio.gather(*many, return_exceptions=True)
            assert sum(isinstance(one, Crowded) for one in found) >= 15

        asyncio.run(line())
        assert most == 1

    def test_whoever_has_too_much_waiting_is_told(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        async def crowded(self: Aside, asker: str, work: Any) -> Any:
            raise Crowded

        monkeypatch.setattr(Aside, "do", crowded)
        with server(tmp_path) as running:
            refused = httpx.get(f"{running.address}/api/packs/{GAME}/en")
            assert (refused.status_code, "too much waiting" in refused.json()["text"]) == (429, True)

    def test_all_addresses_of_a_network_are_one_asker(self, tmp_path: Path) -> None:
        with server(tmp_path) as running:
            asked: list[str] = []

            async def report(game: str, language: str, wanted: Any, asker: str) -> dict[str, str]:
                asked.append(asker)
                return {}

            running.house.packs.report = report  # type: ignore[method-assign,assignment]
            for address in ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"):
                headers = {"x-forwarded-for": address}
                httpx.post(f"{running.address}/api/packs/{GAME}/en/checked", json={"packs": []}, headers=headers)
            assert [asked.count(one) for one in dict.fromkeys(asked)] == [2, 1]

    def test_bots_of_one_network_are_one_asker(self, tmp_path: Path) -> None:
        """Two hundred tables of bots, set up by one network, made everybody else's bots wait for each of them."""
        with server(tmp_path) as running:
            asked: list[str] = []

            async def choose(job: DecisionJob, asker: str = "") -> None:
                asked.append(asker)

            running.house.thinkers.choose = choose  # type: ignore[method-assign]
            for address in ("203.0.113.7", "203.0.113.7", "203.0.113.8"):
                headers = {"x-forwarded-for": address}
                wanted = {"game": GAME, "seats": ["random", "random"]}
                assert httpx.post(f"{running.address}/api/tables", json=wanted, headers=headers).status_code == 201
            ends = time.monotonic() + PATIENCE
            while len(set(asked)) < 2 and time.monotonic() < ends:
                time.sleep(0.02)
            assert len(set(asked)) == 2
            assert "" not in asked


class TestTheDisk:
    def test_of_a_long_chat_the_oldest_goes_and_spectators_do_not_push_players_out(
        self, house: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(chat_module, "KEPT", 5)
        links = open_table(house.address, "Ana", "Ben", public=True)
        watching = Link(house.address, links[0].table)

        async def talk() -> None:
            async with await RemoteSeat.join(links[0]) as ana, await RemoteSeat.join(watching) as eva:
                await ana.do(p.Chat("a", "kept"))
                for number in range(12):
                    await eva.do(p.Chat(new_id(), f"flood {number}"))
                for number in range(4):
                    await ana.do(p.Chat(new_id(), f"more {number}"))
                assert (await ana.do(p.Chat("a", "kept"))).again  # type: ignore[union-attr]
                await ana.do(p.Chat(new_id(), "one too many"))
            async with await RemoteSeat.join(links[1]) as ben:
                assert [line.text for line in ben.welcome.chat] == [*(f"more {n}" for n in range(4)), "one too many"]

        in_thread(talk())
        kept = house.run(house.house.storage.load(links[0].table))
        assert kept is not None
        assert len(kept.chat) == 10
        assert sum(row.seat < 0 for row in kept.chat) == 5

    def test_nobody_changes_seats_or_takes_back_for_ever(self, house: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        links = open_table(house.address, "Ana", "Ben")

        async def match() -> None:
            async with await RemoteSeat.join(links[0]) as ana, await RemoteSeat.join(links[1]) as ben:
                await play_together([ana, ben], random.Random(1), 3)
                monkeypatch.setattr(record_module, "MOST_LINES", 1)
                monkeypatch.setattr(seating_module, "MOST_CHANGES", 1)
                for command in (p.Undo(new_id()), p.Reset(new_id()), p.Takeback(new_id())):
                    with pytest.raises(ServerRefusal, match="nothing can be taken back"):
                        await ana.do(command)
                for changing in (p.Settle(new_id(), True), p.StandIn(new_id(), 0)):
                    with pytest.raises(ServerRefusal, match="changed too often"):
                        await ana.do(changing)
                await play_together([ana, ben], random.Random(1), 3)

        in_thread(match())

    def test_a_network_brings_so_much_in_a_day(self, tmp_path: Path) -> None:
        with server(tmp_path, Limits(brought_per_day=50_000)) as running:

            def bring(address: str) -> int:
                wanted = {"game": GAME, "journal": "x" * 30_000}
                headers = {"x-forwarded-for": address}
                return httpx.post(f"{running.address}/api/tables", json=wanted, headers=headers).status_code

            assert [bring("203.0.113.7"), bring("203.0.113.7"), bring("203.0.113.8")] == [400, 429, 400]

    def test_what_was_deleted_is_not_in_the_file_either(self, tmp_path: Path) -> None:
        with server(tmp_path) as running:
            link = open_table(running.address, "Anastasia", begin=False)[0]

            async def leave() -> None:
                async with await RemoteSeat.join(link) as ana:
                    await ana.do(p.Chat(new_id(), "a most private matter"))
                    await ana.do(p.Delete(new_id()))

            in_thread(leave())
        left = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        assert b"SQLite" in left
        assert b"private matter" not in left
        assert b"Anastasia" not in left
