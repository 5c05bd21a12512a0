"""The routes of people: a request with a player's key in its header comes from that player."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from muster.kernel.words import LANGUAGES
from muster.server.answers import Ask, address_of, complaint, data
from muster.server.lobby.house import House
from muster.server.lobby.limits import Addresses, is_here, network_of
from muster.server.people.keys import HEADER
from muster.server.people.tournaments import TournamentOffice
from muster.server.protocol.people import (
    AboutMe,
    Block,
    Blocked,
    DropThing,
    JoinTournament,
    KeepThing,
    Me,
    MyMatches,
    NewReport,
    NewTournament,
    PushKey,
    Subscribe,
    ThingKept,
    Things,
    Tournaments,
    Unsubscribe,
)
from muster.server.storage.people import PlayerRow
from muster.server.table.tokens import Sitter
from muster.server.telling.phrases import TableRefusal, words

FORBIDDEN = "this page may not ask here"
STATUS = {"unknown_key": 404, "no_key": 401, "thing_changed": 409, "no_such_player": 404, "no_tournament": 404}


class Reception:
    """Requests of players about themselves."""

    def __init__(self, house: House, ask: Ask, addresses: Addresses) -> None:
        self._house = house
        self._people = house.people
        self._ask = ask
        self._addresses = addresses

    def routes(self) -> list[Route]:
        return [
            Route("/api/me", self.me, methods=["GET"]),
            Route("/api/me", self.name, methods=["POST"]),
            Route("/api/me/things", self.things, methods=["GET"]),
            Route("/api/me/things", self.keep, methods=["POST"]),
            Route("/api/me/things/dropped", self.drop, methods=["POST"]),
            Route("/api/me/matches", self.matches),
            Route("/api/push", self.push_key),
            Route("/api/me/pushes", self.subscribe, methods=["POST"]),
            Route("/api/me/pushes/dropped", self.unsubscribe, methods=["POST"]),
            Route("/api/me/blocked", self.blocked, methods=["GET", "POST"]),
            Route("/api/people/{player}", self.profile),
            Route("/api/tournaments", self.tournaments, methods=["GET", "POST"]),
            Route("/api/tournaments/{tournament}", self.tournament),
            Route("/api/tournaments/{tournament}/joined", self.join_tournament, methods=["POST"]),
            Route("/api/tournaments/{tournament}/begun", self.begin_tournament, methods=["POST"]),
            Route("/api/reports", self.report, methods=["POST"]),
            Route("/api/me/file", self.file),
            Route("/api/me/deleted", self.delete, methods=["POST"]),
        ]

    def network(self, address: str) -> str:
        """The network that limits count for; none for this machine itself."""
        return "" if self._house.limits.trust_here and is_here(address) else network_of(address)

    async def sitter(self, request: Request, name: str) -> Sitter:
        """The player who sits down with this request."""
        sitter = await self._people.desk.sitter(
            request.headers.get(HEADER, ""), name or "?", self.network(address_of(request))
        )
        self._house.orders.check_player(sitter.player)
        return sitter

    async def _known(
        self,
        request: Request,
        act: Callable[[PlayerRow, bytes], Awaitable[Response]],
        may: Callable[[str], bool] | None = None,
    ) -> Response:
        """Do something for the player whose key was sent; whatever is wrong becomes one sentence."""

        async def for_player(body: bytes, _: str) -> Response:
            try:
                return await act(await self._people.desk.known(request.headers.get(HEADER, "")), body)
            except TableRefusal as refusal:
                return refused(refusal, request)

        return await self._ask(request, FORBIDDEN, may or self._addresses.question, for_player)

    async def me(self, request: Request) -> Response:
        async def show(player: PlayerRow, _: bytes) -> Response:
            return data(Me(player.id, player.name))

        return await self._known(request, show)

    async def name(self, request: Request) -> Response:
        """Be called something; whoever has a new key is a player from then on."""

        async def call(body: bytes, address: str) -> Response:
            name = msgspec.json.decode(body, type=AboutMe).name
            key = request.headers.get(HEADER, "")
            try:
                return data(await self._people.desk.rename(key, name, self.network(address)))
            except TableRefusal as refusal:
                return refused(refusal, request)

        return await self._ask(request, FORBIDDEN, self._addresses.request, call)

    async def things(self, request: Request) -> Response:
        async def show(player: PlayerRow, _: bytes) -> Response:
            return data(Things(await self._people.desk.things(player.id)))

        return await self._known(request, show)

    async def keep(self, request: Request) -> Response:
        async def write(player: PlayerRow, body: bytes) -> Response:
            wanted = msgspec.json.decode(body, type=KeepThing)
            return data(ThingKept(await self._people.desk.keep(player.id, wanted)))

        return await self._known(request, write)

    async def drop(self, request: Request) -> Response:
        async def write(player: PlayerRow, body: bytes) -> Response:
            wanted = msgspec.json.decode(body, type=DropThing)
            await self._people.desk.drop(player.id, wanted.kind, wanted.id)
            return data({})

        return await self._known(request, write)

    async def matches(self, request: Request) -> Response:
        async def show(player: PlayerRow, _: bytes) -> Response:
            asker = player.id if is_here(address_of(request)) else network_of(address_of(request))
            look = self._people.matches.of(player.id, language_in(request))
            return data(MyMatches(await self._house.turns.do(asker, look)))

        return await self._known(request, show)

    async def push_key(self, request: Request) -> Response:
        async def show(_: bytes, __: str) -> Response:
            return data(PushKey(await self._people.pushes.public_key()))

        return await self._ask(request, FORBIDDEN, self._addresses.question, show)

    async def subscribe(self, request: Request) -> Response:
        async def write(player: PlayerRow, body: bytes) -> Response:
            await self._people.pushes.subscribe(player.id, msgspec.json.decode(body, type=Subscribe))
            return data({}, 201)

        return await self._known(request, write, self._addresses.request)

    async def unsubscribe(self, request: Request) -> Response:
        async def write(player: PlayerRow, body: bytes) -> Response:
            await self._people.pushes.shelf.drop(player.id, msgspec.json.decode(body, type=Unsubscribe).endpoint)
            return data({})

        return await self._known(request, write)

    async def blocked(self, request: Request) -> Response:
        async def change(player: PlayerRow, body: bytes) -> Response:
            if not body:
                return data(Blocked(await self._people.peace.shelf.blocked(player.id)))
            wanted = msgspec.json.decode(body, type=Block)
            return data(Blocked(await self._people.peace.block(player.id, wanted.player, wanted.on)))

        return await self._known(request, change)

    async def profile(self, request: Request) -> Response:
        """Anybody may look at anybody."""

        async def show(_: bytes, __: str) -> Response:
            try:
                return data(await self._people.profiles.of(request.path_params["player"], language_in(request)))
            except TableRefusal as refusal:
                return refused(refusal, request)

        return await self._ask(request, FORBIDDEN, self._addresses.question, show)

    async def report(self, request: Request) -> Response:
        async def write(player: PlayerRow, body: bytes) -> Response:
            await self._people.peace.report(player.id, msgspec.json.decode(body, type=NewReport))
            return data({}, 201)

        return await self._known(request, write, self._addresses.request)

    async def tournaments(self, request: Request) -> Response:
        async def act(player: PlayerRow, body: bytes) -> Response:
            office, language = self._people.tournaments, language_in(request)
            if not body:
                return data(Tournaments(await office.of(player.id, language)))
            name = await office.create(player.id, msgspec.json.decode(body, type=NewTournament))
            return data(await office.show(name, language), 201)

        return await self._known(request, act, self._addresses.request if request.method == "POST" else None)

    async def tournament(self, request: Request) -> Response:
        """Anybody with the link may look."""

        async def show(_: bytes, __: str) -> Response:
            try:
                return data(
                    await self._people.tournaments.show(request.path_params["tournament"], language_in(request))
                )
            except TableRefusal as refusal:
                return refused(refusal, request)

        return await self._ask(request, FORBIDDEN, self._addresses.question, show)

    async def join_tournament(self, request: Request) -> Response:
        async def act(player: PlayerRow, body: bytes) -> Response:
            on = msgspec.json.decode(body, type=JoinTournament).on
            return await self._at_tournament(
                request, lambda office, name: office.join(name, player.id, player.name, on)
            )

        return await self._known(request, act)

    async def begin_tournament(self, request: Request) -> Response:
        async def act(player: PlayerRow, _: bytes) -> Response:
            return await self._at_tournament(request, lambda office, name: office.begin(name, player.id))

        return await self._known(request, act, self._addresses.request)

    async def _at_tournament(
        self, request: Request, act: Callable[[TournamentOffice, str], Awaitable[None]]
    ) -> Response:
        name, office = request.path_params["tournament"], self._people.tournaments
        await act(office, name)
        return data(await office.show(name, language_in(request)))

    async def file(self, request: Request) -> Response:
        async def take(player: PlayerRow, _: bytes) -> Response:
            text = msgspec.json.format(msgspec.json.encode(await self._people.file(player.id, language_in(request))))
            headers = {"content-disposition": 'attachment; filename="muster-player.json"'}
            return Response(text, media_type="application/json", headers=headers)

        return await self._known(request, take, self._addresses.request)

    async def delete(self, request: Request) -> Response:
        async def leave(player: PlayerRow, _: bytes) -> Response:
            await self._people.delete(player.id)
            return data({})

        return await self._known(request, leave, self._addresses.request)


def language_in(request: Request) -> str:
    """The language that a request asks for."""
    asked = request.query_params.get("language", "en")
    return asked if asked in LANGUAGES else "en"


def refused(refusal: TableRefusal, request: Request) -> Response:
    """A refusal in the language that was asked for."""
    text = words(language_in(request)).say(refusal.reason)
    return complaint(text, STATUS.get(refusal.key, 400))
