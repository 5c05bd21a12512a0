"""The outbox: what leaves for one client. What cannot leave at once waits in a queue, so a slow client holds nobody up;
how much may wait is bounded, in messages and in bytes.
"""

from __future__ import annotations

import asyncio
import contextlib

from starlette.websockets import WebSocket, WebSocketDisconnect

from muster.server import protocol as p
from muster.server.lobby.limits import Limits
from muster.server.outlet import at_once_of

POLICY = 1008
TOO_BIG = 1009
GOING = 1001
BROKEN = 1011


class HangUp(Exception):
    """End the connection, with a sentence for the client."""

    def __init__(self, text: str, code: int = POLICY) -> None:
        super().__init__(text)
        self.text = text
        self.code = code


class Outbox:
    """The way to one client."""

    def __init__(self, socket: WebSocket, limits: Limits) -> None:
        self._socket = socket
        self._limits = limits
        self._at_once = at_once_of(socket.scope)
        self._queue: asyncio.Queue[bytes | HangUp] = asyncio.Queue()
        self._unsent = 0
        """The bytes that wait in the queue."""
        self._writing = False
        self._closed = False

    def send(self, data: bytes) -> None:
        if self._closed:
            return
        if not self._writing and self._queue.empty() and self._at_once(data):
            return
        too_much = self._unsent > 0 and self._unsent + len(data) > self._limits.backlog_bytes
        if too_much or self._queue.qsize() >= self._limits.backlog:
            while not self._queue.empty():
                self._queue.get_nowait()
            self.end(HangUp("you read too slowly; join again with the last seq you have"))
            return
        self._unsent += len(data)
        self._queue.put_nowait(data)

    def end(self, how: HangUp) -> None:
        """Hang up when everything that waits has left; nothing more is sent."""
        self._closed = True
        self._queue.put_nowait(how)

    def close(self) -> None:
        """The client has gone: nothing more is sent."""
        self._closed = True

    async def write(self) -> None:
        """Send what waits until the connection ends."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                item = await self._queue.get()
                if isinstance(item, HangUp):
                    if item.code != GOING:
                        await self._socket.send_text(p.ENCODER.encode(p.Fault("", item.text)).decode())
                    await self._socket.close(item.code, item.text[:120])
                    return
                self._writing = True
                await self._socket.send_text(item.decode())
                self._unsent -= len(item)
                self._writing = False
