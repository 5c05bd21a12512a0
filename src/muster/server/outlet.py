"""The outlet: a short way out of the server for texts that can be sent at once, and a careful way in.

The long way of an ASGI server leads a message through a queue, a task that must be woken, and four wrappers, which
costs more than most messages themselves. So our WebSocket lends its application a function that puts a text into the
connection, if nothing is in the way: the client reads as fast as we write, and nobody is hanging up. Whatever it does
not take goes the long way.

What comes in is read piece by piece, and no further than the first message that nobody has taken yet: a client that
sends a hundred thousand of them at once holds up only itself. Frames that say nothing (pings, parts of messages) are
read by nobody, so they are counted; a client that sends very many is cut off.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from muster.server.buckets import Bucket
from muster.server.taking import Taking

AtOnce = Callable[[bytes], bool]
"""Sends a text, in UTF-8, if it can leave at once; says whether it did."""

EXTENSION = "muster.at_once"
PIECE = 2_048
"""The bytes that are read at once."""
EMPTY_PER_S = 20.0
"""So many frames a second may say nothing,"""
EMPTY_AT_ONCE = 200
"""and so many at once."""
WHOLE_TEXT = 0x81


def at_once_of(scope: Scope) -> AtOnce:
    """The short way out of a connection; where there is none, one that takes nothing."""
    given: AtOnce | None = scope.get("extensions", {}).get(EXTENSION)
    return given or (lambda _: False)


def frame_head(length: int) -> bytes:
    """The bytes before a whole, unmasked text of so many bytes: what it is, and its length.  [RFC 6455 5.2]"""
    if length < 126:
        return bytes((WHOLE_TEXT, length))
    if length < 1 << 16:
        return bytes((WHOLE_TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((WHOLE_TEXT, 127)) + length.to_bytes(8, "big")


class Outlet(Taking, WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which lends its application the short way, and reads no more than is wanted."""

    _held_up = False
    _unread = b""

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        self._empty = Bucket(EMPTY_PER_S, EMPTY_AT_ONCE)

    def data_received(self, data: bytes) -> None:
        self._unread += data
        place = 0
        while place < len(self._unread) and not self.read_paused and not self.transport.is_closing():
            super().data_received(self._unread[place : place + PIECE])
            place += PIECE
        self._unread = self._unread[place:]

    async def receive(self) -> Any:
        message = await super().receive()
        if self._unread and not self.read_paused:
            self.data_received(b"")
        return message

    def handle_ping(self) -> None:
        self._count_empty()
        if not self.transport.is_closing():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        self._count_empty()
        super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        self._count_empty()
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.close_sent:  # nobody reads any more
            self._count_empty()
        super().send_receive_event_to_app()

    def _count_empty(self) -> None:
        if not self._empty.take():
            self.transport.abort()

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions = cast(dict[str, Any], self.scope["extensions"])
            extensions[EXTENSION] = self.send_at_once  # the application begins after this

    def pause_writing(self) -> None:
        self._held_up = True
        super().pause_writing()

    def resume_writing(self) -> None:
        self._held_up = False
        super().resume_writing()

    def send_at_once(self, text: bytes) -> bool:
        if self._held_up or self.close_sent or self.conn.state is not State.OPEN or self.transport.is_closing():
            return False
        self.transport.write(frame_head(len(text)) + text)
        return True
