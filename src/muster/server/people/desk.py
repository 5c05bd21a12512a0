"""The desk at which players are known by their keys: their names, what they keep here, and how they leave."""

from __future__ import annotations

import asyncio
import time

import msgspec

from muster.kernel.errors import GameError
from muster.library import game_names
from muster.server.people.keys import checked, hash_of, id_of
from muster.server.people.limits import PeopleLimits
from muster.server.protocol.people import KeepThing, KeptCards, KeptForce, KeptPlan, Me, Thing
from muster.server.storage.database import Conflict
from muster.server.storage.people import PeopleShelf, PlayerRow, ThingRow
from muster.server.storage.storage import Storage
from muster.server.table.tokens import STRANGER, Sitter
from muster.server.telling.phrases import TableRefusal
from muster.server.telling.tidy import tidy_name

DAY = 86_400.0
LOCKS = 64
"""The number of locks for writing, so that two devices of a player cannot get past a limit together."""
FORMS = {"force": KeptForce, "table": KeptPlan, "pack": KeptCards}
SEEN_SECONDS = 3_600.0
"""How exactly it is noted when somebody was last here."""


class Desk:
    """Players and their things."""

    def __init__(self, storage: Storage, limits: PeopleLimits) -> None:
        self.shelf = PeopleShelf(storage)
        self._limits = limits
        self._locks = [asyncio.Lock() for _ in range(LOCKS)]

    def _lock(self, player: str) -> asyncio.Lock:
        return self._locks[hash(player) % LOCKS]

    # Who it is

    async def known(self, key: str) -> PlayerRow:
        """The player with this key; refused if there is none."""
        row = await self.shelf.player(id_of(checked(key)))
        if row is None or row.key_hash != hash_of(key):
            raise TableRefusal("unknown_key")
        now = time.time()
        if now - row.seen > SEEN_SECONDS:
            await self.shelf.saw(row.id, now)
        return row

    async def meet(self, key: str, name: str, network: str) -> PlayerRow:
        """The player with this key, who is a new one if nobody has it yet. A network brings so many a day."""
        player = id_of(checked(key))
        async with self._lock(player):
            found = await self.shelf.player(player)
            if found is not None:
                return await self.known(key)
            now = time.time()
            origin = hash_of(network)[:16] if network else ""
            if origin and await self.shelf.count(origin, now - DAY) >= self._limits.players_per_network:
                raise TableRefusal("many_players")
            if await self.shelf.count() >= self._limits.players:
                raise TableRefusal("many_players")
            row = PlayerRow(player, hash_of(key), tidy_name(name), origin, now, now)
            await self.shelf.add(row)
            return row

    async def sitter(self, key: str, name: str, network: str) -> Sitter:
        """The player of a key that was sent. Somebody who cannot become a player sits down all the same."""
        if not key:
            return STRANGER
        try:
            return Sitter((await self.meet(key, name, network)).id, key)
        except TableRefusal as refusal:
            if refusal.key != "many_players":
                raise
            return STRANGER

    async def rename(self, key: str, name: str, network: str) -> Me:
        row = await self.meet(key, name, network)
        tidy = tidy_name(name)
        if row.name != tidy:
            await self.shelf.rename(row.id, tidy, time.time())
        return Me(row.id, tidy)

    # What they keep

    async def things(self, player: str) -> list[Thing]:
        return [thing_of(row) for row in await self.shelf.things(player)]

    async def keep(self, player: str, wanted: KeepThing) -> int:
        """Keep something; returns its version. Refused if another device has written it since, or if it is too much."""
        if wanted.game not in game_names():
            raise GameError(f"game: there is no game {wanted.game!r} here")
        try:
            body = msgspec.json.encode(msgspec.convert(wanted.body, FORMS[wanted.kind])).decode()
        except msgspec.ValidationError as error:
            raise GameError(f"body: this is no {wanted.kind} as we keep them: {error}") from None
        if len(body) > self._limits.thing_letters:
            raise TableRefusal("thing_too_long", most=self._limits.thing_letters)
        async with self._lock(player):
            if await self.shelf.version(player, wanted.kind, wanted.id) != wanted.version:
                raise TableRefusal("thing_changed")
            count, letters = await self.shelf.room(player, wanted.kind, wanted.id)
            if count >= self._limits.things or letters + len(body) > self._limits.letters:
                raise TableRefusal("things_full", most=self._limits.things)
            version = wanted.version + 1
            title = tidy_name(wanted.title)
            try:
                await self.shelf.keep(
                    player, ThingRow(wanted.kind, wanted.id, version, wanted.game, title, body, time.time())
                )
            except Conflict:
                raise TableRefusal("thing_changed") from None
            return version

    async def drop(self, player: str, kind: str, thing: str) -> None:
        async with self._lock(player):
            await self.shelf.drop(player, kind, thing)


def thing_of(row: ThingRow) -> Thing:
    return Thing(
        row.kind,  # type: ignore[arg-type]  # only such kinds are written
        row.id,
        row.version,
        row.game,
        row.title,
        msgspec.Raw(row.body),
        row.at,
    )
