"""Shared by all routes: who is asking, whether their page may, and answers as data or one sentence."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from muster.server.files import Cacheable
from muster.server.protocol import Complaint

Act = Callable[[bytes, str], Awaitable[Response]]
Ask = Callable[[Request, str, Callable[[str], bool], Act], Awaitable[Response]]
"""How a request is answered for somebody who may ask: `Web` does it for all routes alike."""


class TooMuch(Exception):
    """A body that is too large."""


def allowed_origin(headers: Headers, origins: Sequence[str]) -> bool:
    """Whether a request comes from our own page, an allowed one, or no browser at all. Where a browser leaves the page
    out, as for a picture, it says at least whether it is one of ours.
    """
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site") != "cross-site" or headers.get("sec-fetch-mode") == "navigate"
    host = headers.get("host", "")
    return origin in origins or (host != "" and host_in(origin) == host)


def host_in(origin: str) -> str | None:
    """The host a page comes from; None if the origin is not an address."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def address_of(connection: HTTPConnection) -> str:
    """The caller's address; a proxy that is trusted (`Config.proxies`) names it in `X-Forwarded-For`."""
    return connection.client.host if connection.client is not None else ""


def data(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def complaint(text: str, status: int) -> Response:
    return data(Complaint(text), status)


async def turn_away(answer: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request, or a socket that wants to open, without letting it in."""
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).send_denial_response(answer)
    else:
        await answer(scope, receive, send)


def found(kept: Cacheable | None, request: Request) -> Response:
    return complaint("there is nothing of that name", 404) if kept is None else kept.answer(request)
