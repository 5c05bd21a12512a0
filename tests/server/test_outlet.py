"""The short way out of the server: the frames it makes, what it does not take, and that nothing overtakes anything."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.websockets import WebSocket
from websockets.client import ClientProtocol
from websockets.frames import Frame
from websockets.protocol import OPEN
from websockets.uri import parse_uri

from muster.server.client.client import RemoteSeat
from muster.server.client.links import Link
from muster.server.lobby.limits import Limits
from muster.server.outlet import EXTENSION, at_once_of, frame_head
from muster.server.sockets import Connection
from server.running import in_thread, open_table, play_together, server


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 300_000])
def test_a_frame_is_read_by_others_as_the_text_that_was_sent(length: int) -> None:
    """Whatever the length, and whether or not more follows."""
    reader = ClientProtocol(parse_uri("ws://127.0.0.1/"), state=OPEN)
    texts = [b"a" * length, b"next"]
    reader.receive_data(b"".join(frame_head(len(text)) + text for text in texts))
    frames = [event for event in reader.events_received() if isinstance(event, Frame)]
    assert [(frame.opcode, frame.fin, bytes(frame.data)) for frame in frames] == [(1, True, text) for text in texts]


def test_a_connection_without_the_short_way_takes_nothing() -> None:
    assert at_once_of({"type": "websocket"})(b"text") is False


class Line:
    """A connection whose client reads only when told to."""

    def __init__(self) -> None:
        self.taken: list[str] = []
        self.held_up = False
        self._free = asyncio.Event()
        self._free.set()
        self.hung_up: list[int] = []

    def hold(self) -> None:
        self.held_up = True
        self._free.clear()

    def free(self) -> None:
        self.held_up = False
        self._free.set()

    def at_once(self, text: bytes) -> bool:
        if self.held_up:
            return False
        self.taken.append(text.decode())
        return True

    async def receive(self) -> dict[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(self, message: Any) -> None:
        await self._free.wait()
        if message["type"] == "websocket.close":
            self.hung_up.append(message["code"])
        elif message["type"] == "websocket.send":
            self.taken.append(message["text"])

    def connection(self, house: Any) -> Connection:
        scope = {"type": "websocket", "headers": [], "extensions": {EXTENSION: self.at_once}}
        socket = WebSocket(scope, self.receive, self.send)  # type: ignore[arg-type]
        socket.application_state = socket.client_state = type(socket.client_state).CONNECTED
        return Connection(socket, house)


class House:
    limits = msgspec.structs.replace(Limits(), backlog=5)


def test_nothing_overtakes_what_had_to_wait() -> None:
    """What is sent while a client does not read comes after what was before it, also when the way is free again before
    the waiting message has left."""

    async def run() -> None:
        line = Line()
        connection = line.connection(House())
        serving = asyncio.create_task(connection.serve())
        connection.send(b"1")
        assert line.taken == ["1"], "it left at once"
        line.hold()
        connection.send(b"2")
        connection.send(b"3")
        await asyncio.sleep(0.01)  # the second waits in the middle of being sent
        line.free()
        connection.send(b"4")
        await asyncio.sleep(0.01)
        connection.send(b"5")
        assert line.taken == ["1", "2", "3", "4", "5"]
        serving.cancel()

    asyncio.run(run())


def test_a_client_that_does_not_read_is_hung_up_on() -> None:
    async def run() -> None:
        line = Line()
        connection = line.connection(House())
        serving = asyncio.create_task(connection.serve())
        line.hold()
        for number in range(20):
            connection.send(str(number).encode())
            await asyncio.sleep(0)
        line.free()
        await asyncio.wait_for(serving, 5)
        assert len(line.taken) <= House.limits.backlog + 2
        assert "too slowly" in line.taken[-1]
        assert line.hung_up == [1008]

    asyncio.run(run())


@pytest.mark.parametrize("size", [10, 3_000])
def test_what_waits_for_a_client_is_bounded_in_bytes_too(size: int) -> None:
    """Two hundred journals would be hundreds of megabytes. One message always may wait, however long it is."""
    house = House()
    house.limits = msgspec.structs.replace(Limits(), backlog_bytes=1_000)

    async def run() -> None:
        line = Line()
        connection = line.connection(house)
        serving = asyncio.create_task(connection.serve())
        line.hold()
        connection.send(b"x" * size)
        await asyncio.sleep(0.01)
        connection.send(b"y" * 900)
        line.free()
        if size > 1_000:
            await asyncio.wait_for(serving, 5)
            assert line.hung_up == [1008]
        else:
            await asyncio.sleep(0.01)
            assert line.taken[-1] == "y" * 900
            for _ in range(3):  # what has left does not count any more
                line.hold()
                connection.send(b"z" * 900)
                line.free()
                await asyncio.sleep(0.01)
            assert not line.hung_up
            serving.cancel()

    asyncio.run(run())


def test_what_players_are_told_takes_the_short_way(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """At a real server, for players who read what they get: nothing goes the long way."""
    long_way: list[str] = []
    usual = WebSocket.send_text

    async def noticed(self: WebSocket, data: str) -> None:
        long_way.append(data)
        await usual(self, data)

    monkeypatch.setattr(WebSocket, "send_text", noticed)

    async def run(links: list[Link]) -> None:
        async with await RemoteSeat.join(links[0]) as ana, await RemoteSeat.join(links[1]) as ben:
            await play_together([ana, ben], random.Random(3), 40)
            assert len(ana.log) == len(ben.log) > 10

    with server(tmp_path) as running:
        in_thread(run(open_table(running.address, "Ana", "Ben")))
    assert [text for text in long_way if '"type":"update"' in text] == []  # a client that hangs up may be told the rest
