"""The access log: who asked for what, how it ended and how long it took. A token is never in a path, nor in the log."""

from __future__ import annotations

import logging
import time

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger("muster.server.access")


class AccessLog:
    """Writes a line when a request has been answered or a socket has closed."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun, status = time.monotonic(), 0

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, watched)
        finally:
            client = HTTPConnection(scope).client
            what = scope.get("method", "SOCKET")
            spent = 1000 * (time.monotonic() - begun)
            address = client.host if client else "-"
            log.info("%s %s %r %s %.0f ms", address, what, scope["path"], status or "-", spent)
