"""A server among strangers: limits, origins, headers, and any bytes at all down the socket of a running match."""

from __future__ import annotations

import asyncio
import json
import random
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
from muster.server.client import Link, Seat
from muster.server.limits import Limits
from server.running import GAME, Server, open_table, play_together, server


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
tags = ["join", "answer", "undo", "why", "chat", "stand_in", "return", "free", "rematch", "export", "dice", "done"]
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


class TestFuzz:
    @given(junk=st.lists(frames, min_size=1, max_size=8), joined=st.sampled_from(["no", "seat", "watching"]))
    @settings(max_examples=60)
    def test_whatever_is_sent_changes_nothing_and_is_answered(
        self, house: Server, links: list[Link], junk: list[str | bytes], joined: str
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
                    assert answer["type"] in ("fault", "refused", "reasons", "dice")
                    if answer["type"] == "fault":
                        assert answer["text"]
            if socket.close_code is not None:
                assert socket.close_reason
        assert house.lines(table) == before
        asyncio.run(self.the_match_goes_on(links))
        assert len(house.lines(table)) > len(before)

    async def the_match_goes_on(self, links: list[Link]) -> None:
        async with await Seat.join(links[0]) as ana, await Seat.join(links[1]) as ben:
            await play_together([ana, ben], random.Random(len(ana.log)), 1)


def legitimate(frame: str | bytes) -> bool:
    """Something that a player may well say: it would rightly change something."""
    if isinstance(frame, bytes):
        return False
    try:
        command = p.COMMANDS.decode(frame)
    except Exception:
        return False
    return isinstance(command, p.Chat | p.StandIn | p.Return | p.Free | p.Undo | p.Rematch)


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
            assert "messages a second" in (socket.close_reason or "")

    def test_several_faults_end_the_connection(self, house: Server) -> None:
        with dial(house) as socket:
            for _ in range(4):
                socket.send("nonsense")
                assert "this is no command" in str(hear(socket)["text"])
            socket.send("nonsense")
            assert "one too many" in str(hear(socket)["text"])
            with pytest.raises(ConnectionClosed):
                socket.recv(5)

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

    @pytest.mark.parametrize("origin", ["https://friend.example", None])
    def test_our_own_page_and_friends_can(self, house: Server, origin: str | None) -> None:
        with dial(house, origin=origin or house.address) as socket:
            socket.send("{}")
            assert hear(socket)["type"] == "fault"
