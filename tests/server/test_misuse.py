"""A server among strangers: limits, origins, headers, and any bytes at all down the socket of a running match."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from muster.server import protocol as p
from muster.server.client.client import RemoteSeat
from muster.server.client.line import ServerRefusal
from muster.server.client.links import Link
from muster.server.lobby.limits import Addresses, Limits
from muster.server.table.chat import LINES_AT_ONCE
from muster.server.telling.tidy import tidy_line, tidy_name
from server.running import GAME, Server, open_table, play, play_together, server


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("server"), Limits(tables=30), origins=["https://friend.example"]) as running:
        yield running


@pytest.fixture(scope="module")
def links(house: Server) -> list[Link]:
    return open_table(house.address, "Ana", "Ben")


def dial(house: Server, **given: object) -> ClientConnection:
    return connect("ws" + house.address.removeprefix("http") + "/socket", proxy=None, **given)  # type: ignore[arg-type]


def hear(socket: ClientConnection) -> dict[str, object]:
    found: dict[str, object] = json.loads(socket.recv(5))
    return found


def join(link: Link) -> str:
    return p.ENCODER.encode(p.Join("j", link.table, link.token)).decode()


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
tags = [kind.__struct_config__.tag for kind in p.AnyCommand.__args__] + ["done", "update"]
almost = st.fixed_dictionaries(
    {"type": st.sampled_from(tags) | anything},
    optional={
        "id": st.text(max_size=70) | anything,
        "table": anything,
        "question": st.integers() | anything,
        "key": st.text(max_size=8) | anything,
        "seat": anything,
        "bot": anything,
        "text": anything,
        "token": anything,
        "seq": st.integers() | anything,
        "runs": st.integers() | anything,
        "language": st.sampled_from(["en", "es"]) | anything,
        "extra": anything,
    },
)
frames = st.one_of(
    st.text(max_size=60),
    st.binary(max_size=60),
    anything.map(json.dumps),
    almost.map(json.dumps),
    st.just("[" * 5000),
    st.just('{"type":"answer","id":"x","question":1e400,"key":""}'),
)


class Players:
    """Two people who play on and on at another table of the same server, in a thread of their own."""

    def __init__(self, house: Server) -> None:
        self._links = open_table(house.address, "Eva", "Leo")
        self._enough = threading.Event()
        self.given: list[str] = []
        self.failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def table(self) -> str:
        return self._links[0].table

    def _run(self) -> None:
        try:
            asyncio.run(self._play())
        except BaseException as failure:
            self.failure = failure

    async def _play(self) -> None:
        seats = [await RemoteSeat.join(link) for link in self._links]
        rng = random.Random(1)
        while not self._enough.is_set() and not seats[0].over:
            for seat in seats:
                if seat.question is not None:
                    self.given += await play(seat, rng, 1)
            await asyncio.sleep(0.01)
        for seat in seats:
            await seat.close()

    def stop(self) -> None:
        self._enough.set()
        self._thread.join(20)


@pytest.fixture(scope="module")
def players(house: Server) -> Iterator[Players]:
    """A match that runs all the time; in the end every answer of it is there, once."""
    playing = Players(house)
    yield playing
    playing.stop()
    assert playing.failure is None
    stored = Counter(line.command for line in house.lines(playing.table) if line.command)
    assert playing.given
    assert stored == Counter(playing.given)


class TestFuzz:
    @given(junk=st.lists(frames, min_size=1, max_size=8), joined=st.sampled_from(["no", "seat", "watching"]))
    @settings(max_examples=60)
    def test_whatever_is_sent_changes_nothing_and_is_answered(
        self, house: Server, links: list[Link], players: Players, junk: list[str | bytes], joined: str
    ) -> None:
        junk = [frame for frame in junk if not legitimate(frame)]
        table = links[0].table
        before = house.lines(table)
        with dial(house) as socket:
            if joined != "no":
                link = links[0] if joined == "seat" else Link(house.address, table, "")
                socket.send(join(link))
                if joined == "seat":
                    assert hear(socket)["type"] == "welcome"
                    assert hear(socket)["type"] == "update"
                    assert hear(socket)["type"] == "people"
                else:
                    assert hear(socket)["type"] == "refused"
            with suppress(ConnectionClosed):
                for frame in junk:
                    socket.send(frame)
                    answer = hear(socket)
                    while answer["type"] in ("people", "chat"):
                        answer = hear(socket)
                    assert answer["type"] in ("fault", "refused", "reasons", "dice", "looked")
                    if answer["type"] == "fault":
                        assert answer["text"]
            if socket.close_code is not None:
                assert socket.close_reason
        assert house.lines(table) == before
        assert players.failure is None
        asyncio.run(self.the_match_goes_on(links))
        assert len(house.lines(table)) > len(before)

    async def the_match_goes_on(self, links: list[Link]) -> None:
        async with await RemoteSeat.join(links[0]) as ana, await RemoteSeat.join(links[1]) as ben:
            await play_together([ana, ben], random.Random(len(ana.log)), 1)


def legitimate(frame: str | bytes) -> bool:
    """Something that a player may well say: it would rightly change something."""
    if isinstance(frame, bytes):
        return False
    try:
        command = p.COMMANDS.decode(frame)
    except Exception:
        return False
    return isinstance(command, p.Chat | p.StandIn | p.Return | p.Free | p.Undo | p.Reset | p.Speak | p.Rematch)


class TestLimits:
    def test_a_message_that_is_too_big_is_refused_with_a_sentence(self, house: Server) -> None:
        with dial(house) as socket:
            socket.send("x" * 20_000)
            assert "at most 16384 bytes" in str(hear(socket)["text"])
            with pytest.raises(ConnectionClosed):
                socket.recv(5)

    def test_a_flood_is_stopped_with_a_sentence(self, house: Server, links: list[Link]) -> None:
        with dial(house) as socket:
            socket.send(join(links[0]))
            with suppress(ConnectionClosed):
                for number in range(1000):
                    socket.send(p.ENCODER.encode(p.Dice(f"d{number}")).decode())
                while True:
                    socket.recv(5)
            # Whichever limit is met first: what it sends, or what it does not read of the answers.
            assert any(part in (socket.close_reason or "") for part in ("messages a second", "you read too slowly"))

    def test_several_faults_end_the_connection(self, house: Server) -> None:
        with dial(house) as socket:
            for _ in range(4):
                socket.send("nonsense")
                assert "this is no command" in str(hear(socket)["text"])
            socket.send("nonsense")
            assert "one too many" in str(hear(socket)["text"])
            with pytest.raises(ConnectionClosed):
                socket.recv(5)

    def test_whoever_tries_one_link_after_the_other_is_hung_up_on(self, house: Server, links: list[Link]) -> None:
        tried = 0
        with dial(house) as socket, suppress(ConnectionClosed):
            for number in range(20):
                socket.send(join(Link(house.address, links[0].table, f"guess{number}")))
                hear(socket)
                tried = number
        assert tried <= Limits().faults
        assert "one too many" in (socket.close_reason or "")

    def test_a_message_far_too_long_is_not_even_kept(self, house: Server) -> None:
        """Its end never comes: what is there of it must not wait in memory."""
        with dial(house) as socket:
            socket.socket.sendall(b"\x81\xff" + (900_000).to_bytes(8, "big") + b"\0\0\0\0" + b"x" * 100)
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(20)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009

    def test_first_join_then_the_rest(self, house: Server) -> None:
        with dial(house) as socket:
            socket.send('{"type":"undo","id":"1"}')
            assert hear(socket) == {"type": "fault", "id": "1", "text": "join a table first"}

    def test_there_are_so_many_tables_and_no_more(self, tmp_path: Path) -> None:
        with server(tmp_path, Limits(tables=1)) as running:
            body = {"game": GAME}
            assert httpx.post(f"{running.address}/api/tables", json=body).status_code == 201
            second = httpx.post(f"{running.address}/api/tables", json=body)
            assert second.status_code == 400
            assert "1 tables already" in second.json()["text"]

    def test_a_body_that_is_too_big_is_refused(self, house: Server) -> None:
        answer = httpx.post(f"{house.address}/api/tables", content=b"x" * 1_300_000)
        assert answer.status_code == 413


class TestAddresses:
    def test_an_address_has_so_many_sockets_and_no_more(self) -> None:
        addresses = Addresses(Limits(connections_per_address=2))
        assert [addresses.connect("203.0.113.5") for _ in range(3)] == [True, True, False]
        assert addresses.connect("203.0.113.6")
        addresses.disconnect("203.0.113.5")
        assert addresses.connect("203.0.113.5")

    def test_and_sets_up_so_much_a_minute(self) -> None:
        addresses = Addresses(Limits(requests_per_minute=3))
        assert [addresses.request("2001:db8::1") for _ in range(4)] == [True, True, True, False]
        assert not addresses.request("2001:db8::2"), "the same customer"
        assert addresses.request("2001:db8:0:1::2")

    def test_this_machine_may_have_all(self) -> None:
        addresses = Addresses(Limits(connections_per_address=0, requests_per_minute=0))
        assert all(addresses.connect(here) and addresses.request(here) for here in ("127.0.0.1", "::1"))

    def test_whoever_comes_through_a_proxy_counts_by_their_own_address(self, tmp_path: Path) -> None:
        with server(tmp_path, Limits(connections_per_address=1, requests_per_minute=1)) as running:
            stranger = {"x-forwarded-for": "203.0.113.9"}
            for status in (201, 429):
                answer = httpx.post(f"{running.address}/api/tables", json={"game": GAME}, headers=stranger)
                assert answer.status_code == status
            assert "too much" in answer.json()["text"]
            with dial(running, additional_headers=stranger) as socket:
                socket.send("{}")
                assert hear(socket)["type"] == "fault"
                with pytest.raises(InvalidStatus) as refused, dial(running, additional_headers=stranger):
                    pass
                assert refused.value.response.status_code == 429


class TestOrigins:
    def test_pages_from_elsewhere_cannot_connect(self, house: Server) -> None:
        with pytest.raises(InvalidStatus) as refused, dial(house, origin="https://evil.example"):
            pass
        assert refused.value.response.status_code == 403
        assert b"may not connect" in (refused.value.response.body or b"")

    def test_nor_set_up_tables(self, house: Server) -> None:
        headers = {"origin": "https://evil.example"}
        for path in ("/api/tables", "/api/tables/x/seats"):
            assert httpx.post(house.address + path, json={"game": GAME}, headers=headers).status_code == 403

    def test_nor_have_anything_worked_out_by_pretending_it_is_a_picture(self, house: Server) -> None:
        """A browser names no page then, but says that it is not ours. A link may be followed from anywhere."""
        costly = f"{house.address}/api/book/{GAME}/en/nowhere"
        picture = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}
        assert httpx.get(costly, headers=picture).status_code == 403
        for site, mode in (("cross-site", "navigate"), ("same-origin", "cors"), ("none", "navigate")):
            headers = {"sec-fetch-site": site, "sec-fetch-mode": mode}
            assert httpx.get(costly, headers=headers, timeout=60).status_code == 400, "no such clause"

    @pytest.mark.parametrize("origin", ["https://friend.example", None])
    def test_our_own_page_and_friends_can(self, house: Server, origin: str | None) -> None:
        with dial(house, origin=origin or house.address) as socket:
            socket.send("{}")
            assert hear(socket)["type"] == "fault"

    @pytest.mark.parametrize("origin", ["http://[", "http://[::1", "null", "http://\u00e9]"])
    def test_an_origin_that_is_no_address_is_refused(self, house: Server, origin: str) -> None:
        headers = {"origin": origin.encode()}
        for path in ("/api/tables", "/api/tables/x/seats"):
            refused = httpx.post(f"{house.address}{path}", content=b"{}", headers=headers)
            assert refused.status_code == 403, refused.text
        with pytest.raises(InvalidStatus) as denied:
            dial(house, additional_headers={"Origin": origin.encode().decode("latin-1")})
        assert denied.value.response.status_code == 403


@pytest.mark.parametrize(
    ("name", "tidy"),
    [
        ("Ana\n\x1b[31mBen", "Ana  [31mBen"),
        ("\u202egnivE\u2066", "gnivE"),
        ("\u200b\u200d", "?"),
        ("\u3164\u2800", "?"),
        ("Z" + "\u0301" * 39, "\u0179\u0301\u0301\u0301"),
        ("Dve\u030c\u0301", "Dv\u011b\u0301"),
        ("กี่ที่", "กี่ที่"),
    ],
)
def test_a_name_can_be_seen_and_covers_nothing_else(name: str, tidy: str) -> None:
    assert tidy_name(name) == tidy


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("gg\nBen: I give up", "gg Ben: I give up"),
        ("\x1b[31mred\x07", "[31mred"),
        ("\u202eot og\u2066 ti", "ot og ti"),
        ("\ufeff\u200b\u2060 ", ""),
        ("\u200d\u200d\u3164", ""),
        ("Z" + "\u0301" * 300 + "!", "\u0179\u0301\u0301\u0301!"),
        ("👨\u200d👩\u200d👧 ❤\ufe0f", "👨\u200d👩\u200d👧 ❤\ufe0f"),
        ("می\u200cروم", "می\u200cروم"),
        ("👍🏽" * 250, "👍🏽" * 250),
    ],
)
def test_a_line_of_chat_stays_on_its_line_and_turns_nothing_else(said: str, heard: str) -> None:
    assert tidy_line(said) == heard


class TestChat:
    def test_a_flood_from_one_seat_or_network_is_refused_and_everybody_else_is_heard(self, tmp_path: Path) -> None:
        with server(tmp_path) as running:
            links = open_table(running.address, "Ana", "Ben", public=True)
            asyncio.run(self.flood(links))

    async def flood(self, links: list[Link]) -> None:
        ana, twice, ben = [await RemoteSeat.join(link) for link in (links[0], links[0], links[1])]
        refused = 0
        for number in range(2 * LINES_AT_ONCE):
            try:
                await (ana, twice)[number % 2].do(p.Chat(f"a{number}", f"line {number}"))
            except ServerRefusal as refusal:
                refused += "wait a moment" in str(refusal)
        assert refused >= LINES_AT_ONCE / 2
        await ben.do(p.Chat("b", "now I"))
        assert ben.chat[-1].text == "now I"
        assert sum(line.text.startswith("line") for line in ben.chat) == 2 * LINES_AT_ONCE - refused
        assert (await ana.do(p.Chat("a0", "line 0"))).again  # type: ignore[union-attr]
        for seat in (ana, twice, ben):
            await seat.close()

    def test_what_cannot_be_seen_was_not_said(self, house: Server, links: list[Link]) -> None:
        async def talk() -> None:
            async with await RemoteSeat.join(links[0]) as ana:
                with pytest.raises(ServerRefusal, match="say something"):
                    await ana.do(p.Chat("blank", "\u202e\u200b\n"))

        asyncio.run(talk())


class TestNull:
    """U+0000, which a database cannot keep, is refused wherever it can be said."""

    @pytest.mark.parametrize("path", ["/api/tables", "/api/tables/x/seats"])
    @pytest.mark.parametrize(
        "body",
        [
            rb'{"game": "tiny_epic_mechs", "name": "A\u0000na"}',
            rb'{"name": "\\\u0000"}',
            b'{"name": "\x00"}',
            rb'{"journal": "muster journal 1\n\u0000"}',
        ],
    )
    def test_in_a_request(self, house: Server, path: str, body: bytes) -> None:
        assert httpx.post(f"{house.address}{path}", content=body).status_code == 400

    def test_in_an_address(self, house: Server) -> None:
        name = {"name": "Ana"}
        assert httpx.post(f"{house.address}/api/tables/%00/seats", json=name).status_code == 404
        for path in ("/t/%00", "/client/%00", "/plain/%00", "/api/words/%00", "/api/lobby?language=%00"):
            assert httpx.get(f"{house.address}{path}").status_code < 500
        for path in ("/api/tournaments/%00", "/api/tournaments/a%00/joined", "/api/people/%00", "/api/tables/%00"):
            answer = httpx.post(f"{house.address}{path}", json={"on": True}, headers={"x-muster-key": "A" * 43})
            assert (answer.status_code, answer.json()["text"]) == (404, "there is nothing of that name")

    def test_in_a_command(self, house: Server, links: list[Link]) -> None:
        with dial(house) as socket:
            socket.send(join(links[0]))
            while hear(socket)["type"] != "update":
                pass
            before = house.lines(links[0].table)
            for command in (
                {"type": "chat", "id": "c", "text": "a\0b"},
                {"type": "answer", "id": "\0", "question": 1, "key": "x"},
                {"type": "answer", "id": "k", "question": 1, "key": "\0"},
            ):
                socket.send(json.dumps(command))
                while (said := hear(socket))["type"] in ("people", "update"):
                    pass
                assert said["type"] == "fault"
                assert "U+0000" in str(said["text"])
            assert house.lines(links[0].table) == before
            socket.send(json.dumps({"type": "chat", "id": "d", "text": "\\u0000"}))  # these are six plain letters
            while (said := hear(socket))["type"] in ("people", "update"):
                pass
            assert said["type"] in ("chat", "done")
