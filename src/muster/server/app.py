"""The web application: a lobby over HTTP, one socket, a small page, and headers that keep strangers out."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

import muster.server
from muster.kernel.errors import GameError
from muster.kernel.words import LANGUAGES
from muster.library import game_names, load_game
from muster.server.house import Elsewhere, House, tidy_name
from muster.server.limits import Limits
from muster.server.phrases import TableRefusal, templates
from muster.server.protocol import Claim, Claimed, Complaint, NewTable
from muster.server.sockets import Connection
from muster.server.tokens import new_token

SECURITY = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}
STATIC = {"page.js": "text/javascript", "page.css": "text/css", "page.html": "text/html"}


class SecurityHeaders:
    """Puts the headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._headers = [(name.encode(), value.encode()) for name, value in SECURITY.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *self._headers]
            await send(message)

        await self._app(scope, receive, send_with_headers)


class TooMuch(Exception):
    """A body that is too large."""


def allowed_origin(headers: Headers, origins: Sequence[str]) -> bool:
    """Whether whoever calls is our own page, or no browser at all."""
    origin = headers.get("origin")
    if origin is None:
        return True
    return origin in origins or urlsplit(origin).netloc == headers.get("host", "")


def data(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def complaint(text: str, status: int) -> Response:
    return data(Complaint(text), status)


class Web:
    """The routes."""

    def __init__(self, house: House, origins: Sequence[str]) -> None:
        self._house = house
        self._limits: Limits = house.limits
        self._origins = tuple(origins)
        folder = resources.files(muster.server) / "static"
        self._static = {name: (folder / name).read_bytes() for name in STATIC}

    def routes(self) -> list[Any]:
        return [
            Route("/", self.page),
            Route("/table/{table}", self.page),
            Route("/static/{name}", self.static),
            Route("/api/lobby", self.lobby),
            Route("/api/tables", self.create, methods=["POST"]),
            Route("/api/tables/{table}/seats", self.claim, methods=["POST"]),
            Route("/api/words/{language}", self.words),
            Route("/api/games/{game}/words/{language}", self.game_words),
            WebSocketRoute("/socket", self.socket),
        ]

    async def page(self, request: Request) -> Response:
        return Response(self._static["page.html"], media_type="text/html")

    async def static(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in STATIC:
            return complaint("there is no such file", 404)
        return Response(self._static[name], media_type=STATIC[name])

    async def lobby(self, request: Request) -> Response:
        language = request.query_params.get("language", "en")
        if language not in LANGUAGES:
            return complaint(f"there are the languages {', '.join(LANGUAGES)}", 400)
        return data(await self._house.lobby(language))

    async def words(self, request: Request) -> Response:
        language = request.path_params["language"]
        return data(templates(language)) if language in LANGUAGES else complaint("there is no such language", 404)

    async def game_words(self, request: Request) -> Response:
        """A game's templates, for clients that put sentences together themselves."""
        game, language = request.path_params["game"], request.path_params["language"]
        if game not in game_names() or language not in LANGUAGES:
            return complaint("there is no such game or language", 404)
        return data(load_game(game).catalogue.templates[language])

    async def create(self, request: Request) -> Response:
        if not allowed_origin(request.headers, self._origins):
            return complaint("this page may not set up tables here", 403)
        try:
            wanted = msgspec.json.decode(await self._body(request), type=NewTable)
            return data(await self._house.create(wanted), 201)
        except TooMuch:
            return complaint(f"at most {self._limits.body_bytes} bytes, please", 413)
        except (msgspec.MsgspecError, GameError, TableRefusal, UnicodeError, RecursionError) as error:
            return complaint(str(error), 400)

    async def claim(self, request: Request) -> Response:
        if not allowed_origin(request.headers, self._origins):
            return complaint("this page may not take seats here", 403)
        name = request.path_params["table"]
        try:
            wanted = msgspec.json.decode(await self._body(request), type=Claim)
            table = await self._house.find(name)
            token = new_token()
            seat = await table.claim(tidy_name(wanted.name), wanted.invite, wanted.seat, token)
        except TooMuch:
            return complaint(f"at most {self._limits.body_bytes} bytes, please", 413)
        except KeyError:
            return complaint("there is no such table", 404)
        except Elsewhere as elsewhere:
            return Response(
                msgspec.json.encode(Complaint("the table is elsewhere")),
                307,
                {"location": f"{elsewhere.address}/api/tables/{name}/seats"},
                media_type="application/json",
            )
        except TableRefusal as refusal:
            return complaint(str(refusal), 409)
        except (msgspec.MsgspecError, GameError, UnicodeError, RecursionError) as error:
            return complaint(str(error), 400)
        return data(Claimed(name, seat, token), 201)

    async def _body(self, request: Request) -> bytes:
        body = b""
        try:
            async for chunk in request.stream():
                body += chunk
                if len(body) > self._limits.body_bytes:
                    raise TooMuch
        except ClientDisconnect:
            raise TooMuch from None
        return body

    async def socket(self, socket: WebSocket) -> None:
        house = self._house
        if not allowed_origin(socket.headers, self._origins):
            await socket.send_denial_response(complaint("this page may not connect here", 403))
            return
        if house.connections >= self._limits.connections:
            await socket.send_denial_response(complaint("too many people are connected; try again later", 503))
            return
        house.connections += 1
        try:
            await socket.accept()
            await Connection(socket, house).serve()
        finally:
            house.connections -= 1


def make_app(house: House, origins: Sequence[str] = ()) -> ASGIApp:
    """The application around a house that is open."""
    return SecurityHeaders(Starlette(routes=Web(house, origins).routes()))
