"""Taking: a client takes what it is sent. One that takes nothing for long is cut off.

Otherwise whoever asks for much and reads nothing would keep a connection, with its place and its memory, for ever:
a connection that is told to close waits until everything has left.
"""

from __future__ import annotations

import asyncio
from typing import Any

SECONDS = 40.0
"""As long as a socket may leave a ping without an answer."""


class Taking:
    """Part of a connection's protocol: it watches whether what was written leaves."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    taking_seconds = SECONDS
    _stuck: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        transport.set_write_buffer_limits(high=0)  # we hear of it as soon as anything has to wait
        super().connection_made(transport)  # type: ignore[misc]

    def pause_writing(self) -> None:
        if self._stuck is None:
            self._stuck = self.loop.call_later(self.taking_seconds, self.cut_off)
        super().pause_writing()  # type: ignore[misc]

    def resume_writing(self) -> None:
        self._unstuck()
        super().resume_writing()  # type: ignore[misc]

    def connection_lost(self, exc: Exception | None) -> None:
        self._unstuck()
        super().connection_lost(exc)  # type: ignore[misc]

    def cut_off(self) -> None:
        """End the connection at once, with whatever has not left."""
        self.transport.abort()

    def _unstuck(self) -> None:
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None
