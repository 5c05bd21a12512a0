"""The web application: a lobby over HTTP, one socket, the client, and headers that keep strangers out."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from muster.kernel.errors import GameError
from muster.kernel.words import LANGUAGES
from muster.server.answers import TooMuch, address_of, allowed_origin, complaint, data, found, turn_away
from muster.server.files import read_folder
from muster.server.lobby.book import clause_example, game_book
from muster.server.lobby.house import House
from muster.server.lobby.lessons import lesson_list
from muster.server.lobby.limits import Addresses, Limits, is_here, network_of
from muster.server.lobby.orders import Orders
from muster.server.lobby.packs import table_cards
from muster.server.lobby.puzzles import puzzle_list
from muster.server.lobby.reference import game_glossary, game_rules, game_words, server_words
from muster.server.names import Named, Names
from muster.server.protocol import Claim, Claimed, Complaint, Knock, NewTable
from muster.server.protocol.types import without_null
from muster.server.reception import Reception, language_in
from muster.server.sockets import Connection
from muster.server.storage.database import Elsewhere, Unavailable, Unsaved
from muster.server.table.reseating import invitation
from muster.server.table.table import HostedTable
from muster.server.telling.phrases import TableRefusal
from muster.server.thinking.crews import Crowded
from muster.server.workshop import Workshop

log = logging.getLogger("muster.server.app")

SECURITY = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self';"
    " style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; media-src 'self' data: blob:;"
    " connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}
"""Headers of every answer; one that a browser may keep says so itself. Our own scripts and templates may style single
elements; whole style sheets come from files only.
"""
CROWDED = "your address has too much waiting here already"
BANNED = "whoever runs this server does not let your network in"
MOVED = "x-muster-moved"
"""A page that asks with this header is told where a table is, and goes there with the person who looks at it: a browser
that followed a 307 would ask another server's tables on behalf of a page of ours, which neither allows.
"""
CLIENT = "client_built"
"""The folder of the built client, served under `/client/…`."""


class SecurityHeaders:
    """Puts the headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._headers = [(name.encode(), value.encode()) for name, value in SECURITY.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = message.get("headers", [])
                names = {name for name, _ in given}
                message["headers"] = [*given, *(header for header in self._headers if header[0] not in names)]
            await send(message)

        await self._app(scope, receive, send_with_headers)


class Web:
    """The routes."""

    def __init__(self, house: House, origins: Sequence[str]) -> None:
        self._house = house
        self._limits: Limits = house.limits
        self._origins = tuple(origins)
        self._addresses = Addresses(house.limits)
        self._plain = read_folder("plain")
        self._client = read_folder(CLIENT)
        self._index = self._client.get("index.html", self._plain["page.html"])
        self._people = Reception(house, self._for, self._addresses)
        self._workshop = Workshop(house, self._for, self._addresses)

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/", self.index),
            Route("/t/{rest:path}", self.index),
            Route("/table/{rest:path}", self.index),
            Route("/puzzles/{rest:path}", self.index),
            Route("/lessons/{rest:path}", self.index),
            Route("/rules/{rest:path}", self.index),
            Route("/forces/{rest:path}", self.index),
            Route("/tables/{rest:path}", self.index),
            Route("/workbench/{rest:path}", self.index),
            Route("/cards/{rest:path}", self.index),
            Route("/client/{name:path}", self.client),
            Route("/sw.js", self.worker),
            Route("/plain", self.plain_page),
            Route("/plain/table/{table}", self.plain_page),
            Route("/plain/{name}", self.plain),
            Route("/health", self.health),
            Route("/metrics", self.metrics),
            Route("/api/lobby", self.lobby),
            Route("/api/lobby/tables", self.listed),
            Route("/api/tables", self.create, methods=["POST"]),
            Route("/api/tables/{table}", self.table),
            Route("/api/tables/{table}/seats", self.claim, methods=["POST"]),
            Route("/api/tables/{table}/invitation", self.knock, methods=["POST"]),
            Route("/api/tables/{table}/cards", self.table_cards, methods=["POST"]),
            Route("/api/words/{language}", self.words),
            Route("/api/words/{game}/{language}", self.game_words),
            Route("/api/rules/{game}/{language}", self.game_rules),
            Route("/api/glossary/{game}", self.game_glossary),
            Route("/api/book/{game}/{language}", self.book),
            Route("/api/book/{game}/{language}/{clause}", self.example),
            Route("/api/puzzles/{game}/{language}", self.puzzles),
            Route("/api/lessons/{game}/{language}", self.lessons),
            *self._people.routes(),
            *self._workshop.routes(),
            Route("/you{rest:path}", self.index),
            Route("/people/{rest:path}", self.index),
            Route("/tournaments/{rest:path}", self.index),
            WebSocketRoute("/socket", self.socket),
        ]

    async def index(self, request: Request) -> Response:
        return self._index.answer(request)

    async def nowhere(self, request: Request, _: Exception) -> Response:
        """Whoever follows a link that leads nowhere is in the lobby; a program is told in a sentence."""
        if request.method != "GET" or "text/html" not in request.headers.get("accept", ""):
            return complaint("there is nothing of that name", 404)
        answer = self._index.answer(request)
        if answer.status_code == 200:
            answer.status_code = 404
        return answer

    async def client(self, request: Request) -> Response:
        return found(self._client.get(request.path_params["name"]), request)

    async def worker(self, request: Request) -> Response:
        """The service worker: it stands at the root, because it answers for pages only below where it lies."""
        return found(self._client.get("sw.js"), request)

    async def plain_page(self, request: Request) -> Response:
        return self._plain["page.html"].answer(request)

    async def plain(self, request: Request) -> Response:
        return found(self._plain.get(request.path_params["name"]), request)

    async def lobby(self, request: Request) -> Response:
        language = request.query_params.get("language", "en")
        if language not in LANGUAGES:
            return complaint(f"there are the languages {', '.join(LANGUAGES)}", 400)
        return data(await self._house.lobby(language))

    async def listed(self, request: Request) -> Response:
        return data(await self._house.listed(language_in(request)))

    async def health(self, _: Request) -> Response:
        """Say whether this server can serve: 200, or 503 with the reason."""
        reason = await self._house.health()
        return complaint(reason, 503) if reason else data({"healthy": True})

    async def metrics(self, request: Request) -> Response:
        """The measures, for this machine only: a stranger has no business with them."""
        if not is_here(address_of(request)):
            return complaint("there is nothing of that name", 404)
        return Response(self._house.measures.text(), media_type="text/plain; version=0.0.4")

    async def words(self, request: Request) -> Response:
        return found(server_words(request.path_params["language"]), request)

    async def game_words(self, request: Request) -> Response:
        return found(game_words(request.path_params["game"], request.path_params["language"]), request)

    async def game_glossary(self, request: Request) -> Response:
        return found(game_glossary(request.path_params["game"]), request)

    async def game_rules(self, request: Request) -> Response:
        return found(game_rules(request.path_params["game"], request.path_params["language"]), request)

    async def book(self, request: Request) -> Response:
        return found(game_book(request.path_params["game"], request.path_params["language"]), request)

    async def example(self, request: Request) -> Response:
        """An example of a clause: it is played, in a thread, so that no table waits for it."""
        wanted = (request.path_params[name] for name in ("game", "language", "clause"))

        async def play(_: bytes, asker: str) -> Response:
            return (await self._house.aside.do(asker, lambda: clause_example(*wanted))).answer(request)

        return await self._for(request, "this page may not ask here", self._addresses.question, play)

    async def puzzles(self, request: Request) -> Response:
        return found(puzzle_list(request.path_params["game"], request.path_params["language"]), request)

    async def lessons(self, request: Request) -> Response:
        return found(lesson_list(request.path_params["game"], request.path_params["language"]), request)

    async def _for(
        self,
        request: Request,
        forbidden: str,
        may: Callable[[str], bool],
        act: Callable[[bytes, str], Awaitable[Response]],
    ) -> Response:
        """Do something for somebody in a network that may ask for it; whatever is wrong becomes one sentence."""
        if not allowed_origin(request.headers, self._origins):
            return complaint(forbidden, 403)
        address = address_of(request)
        if not may(address):
            return complaint("your address has asked for too much; wait a minute", 429)
        try:
            body = without_null(await self._body(request)) if request.method == "POST" else b""
            return await act(body, network_of(address))
        except TooMuch:
            return complaint(f"at most {self._limits.body_bytes} bytes, please", 413)
        except Crowded:
            return complaint(CROWDED, 429)
        except (msgspec.MsgspecError, GameError, TableRefusal, UnicodeError, RecursionError) as error:
            return complaint(str(error), 400)

    async def create(self, request: Request) -> Response:
        async def set_up(body: bytes, asker: str) -> Response:
            if not self._addresses.brings(asker, len(body)):
                return complaint("your address has brought very much here; try again tomorrow", 429)
            wanted = msgspec.json.decode(body, type=NewTable)
            sitter = await self._people.sitter(request, wanted.name)
            return data(await self._house.founding.create(wanted, asker, self._people.network(asker), sitter), 201)

        return await self._for(request, "this page may not set up tables here", self._addresses.request, set_up)

    async def claim(self, request: Request) -> Response:
        async def sit(table: HostedTable, body: bytes) -> Response:
            wanted = msgspec.json.decode(body, type=Claim)
            sitter = await self._people.sitter(request, wanted.name)
            seat, token = await self._house.founding.claim(table, wanted, sitter)
            return data(Claimed(table.id, seat, token), 201)

        return await self._at_table(request, "seats", "this page may not take seats here", sit)

    async def table(self, request: Request) -> Response:
        """Say whether a table can be played here; a later server asks that before it sends somebody."""

        async def show(table: HostedTable, _: bytes) -> Response:
            return data({"table": table.id, "game": table.game.name, "rules_version": table.game.rules_version})

        return await self._at_table(request, "", "this page may not look at tables here", show)

    async def knock(self, request: Request) -> Response:
        """Say what somebody is invited to."""
        asked = request.query_params.get("language", "en")
        language = asked if asked in LANGUAGES else "en"

        async def show(table: HostedTable, body: bytes) -> Response:
            return data(invitation(table, msgspec.json.decode(body, type=Knock).invite, language))

        return await self._at_table(request, "invitation", "this page may not look at tables here", show)

    async def table_cards(self, request: Request) -> Response:
        """Show the cards of a table that are not those of its game."""

        async def show(table: HostedTable, body: bytes) -> Response:
            invite = msgspec.json.decode(body, type=Knock).invite
            return data(await self._house.aside.do(address_of(request), lambda: table_cards(table, invite)))

        return await self._at_table(request, "cards", "this page may not look at tables here", show)

    async def _at_table(
        self, request: Request, path: str, forbidden: str, act: Callable[[HostedTable, bytes], Awaitable[Response]]
    ) -> Response:
        """Do something at the table that the address names; whatever is wrong becomes one sentence."""
        if not allowed_origin(request.headers, self._origins):
            return complaint(forbidden, 403)
        if not self._addresses.request(address_of(request)):
            return complaint("your address has asked for too much; wait a minute", 429)
        name = request.path_params["table"]
        try:
            body = without_null(await self._body(request))
            return await act(await self._house.find(name), body)
        except TooMuch:
            return complaint(f"at most {self._limits.body_bytes} bytes, please", 413)
        except Crowded:
            return complaint(CROWDED, 429)
        except KeyError:
            return complaint("there is no such table", 404)
        except Elsewhere as elsewhere:
            return Response(
                msgspec.json.encode(Complaint("the table is elsewhere")),
                421 if MOVED in request.headers else 307,
                {"location": f"{elsewhere.address}/api/tables/{name}/{path}".rstrip("/")},
                media_type="application/json",
            )
        except TableRefusal as refusal:
            return complaint(str(refusal), 409)
        except (msgspec.MsgspecError, GameError, UnicodeError, RecursionError) as error:
            return complaint(str(error), 400)

    async def _body(self, request: Request) -> bytes:
        body = bytearray()
        try:
            async for chunk in request.stream():
                body += chunk
                if len(body) > self._limits.body_bytes:
                    raise TooMuch
        except ClientDisconnect:
            raise TooMuch from None
        return bytes(body)

    async def socket(self, socket: WebSocket) -> None:
        house = self._house
        if not allowed_origin(socket.headers, self._origins):
            await socket.send_denial_response(complaint("this page may not connect here", 403))
            return
        if house.connections >= self._limits.connections:
            await socket.send_denial_response(complaint("too many people are connected; try again later", 503))
            return
        address = address_of(socket)
        if not self._addresses.connect(address):
            await socket.send_denial_response(complaint("too many are connected from your address", 429))
            return
        house.connections += 1
        try:
            await socket.accept()
            await Connection(socket, house, address).serve()
        finally:
            house.connections -= 1
            self._addresses.disconnect(address)


class WithoutNull:
    """Knows nothing at an address that holds U+0000: no database can look for it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        known = scope["type"] != "http" or "\0" not in scope["path"]
        await (self._app if known else complaint("there is nothing of that name", 404))(scope, receive, send)


class Banning:
    """Turns away whoever calls from a network that is banned."""

    def __init__(self, app: ASGIApp, orders: Orders) -> None:
        self._app = app
        self._orders = orders

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._orders.bans(address_of(HTTPConnection(scope))):
            await turn_away(complaint(BANNED, 403), scope, receive, send)
        else:
            await self._app(scope, receive, send)


def make_app(house: House, origins: Sequence[str] = (), names: Sequence[str] = ()) -> ASGIApp:
    """The application around a house that is open; it answers to these names."""
    web = Web(house, origins)
    handlers: Mapping[Any, Any] = {Unavailable: one_moment, Unsaved: no_room, 404: web.nowhere}
    app = Starlette(routes=web.routes(), exception_handlers=handlers)
    return SecurityHeaders(Named(Banning(WithoutNull(app), house.orders), Names(names)))


async def one_moment(_: Request, error: Exception) -> Response:
    """The answer to any request while the database cannot be reached."""
    log.warning("a request waits for the database: %s", error)
    return complaint("one moment: the database is restarting", 503)


async def no_room(_: Request, __: Exception) -> Response:
    """The answer to a request that would have to be kept, while nothing can be."""
    return complaint("nothing can be saved here for the moment, so this did not happen; try again later", 503)
