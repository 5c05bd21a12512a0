"""People at a server under one name: the desk, their matches, and what happens when a match ends or a player
leaves.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Any, Protocol

import msgspec

from muster.server.people.desk import DAY, Desk
from muster.server.people.limits import PeopleLimits
from muster.server.people.matches import Matches, Tables, results_of
from muster.server.people.peace import Peace
from muster.server.people.profiles import Profiles
from muster.server.people.push import Pushes
from muster.server.people.ratings import Ratings
from muster.server.people.tournaments import SetTable, TournamentOffice
from muster.server.protocol.people import MyFile
from muster.server.storage.people import PeopleShelf
from muster.server.storage.rows import Order
from muster.server.table.seating import OPEN
from muster.server.table.table import HostedTable
from muster.server.table.tokens import Sitter

log = logging.getLogger("muster.server.people.people")

FORGET = "forget"
"""The order by which every process leaves a player without a name."""


class _Until(msgspec.Struct):
    until: float = 0.0


def until_in(settings: str) -> float:
    """Until when a stored table is an open challenge; 0 if it is none, or damaged."""
    try:
        return msgspec.json.decode(settings, type=_Until).until
    except msgspec.MsgspecError:
        return 0.0


class Home(Tables, Protocol):
    """The server, as far as people need it."""

    limits: Any


class People:
    """Everybody with a key."""

    def __init__(self, home: Home, set_table: SetTable) -> None:
        limits: PeopleLimits = home.limits
        self._home = home
        self.shelf = PeopleShelf(home.storage)
        self.desk = Desk(home.storage, limits)
        self.matches = Matches(home, self._note)
        self.peace = Peace(home)
        self.ratings = Ratings(home.storage)
        self.tournaments = TournamentOffice(home, set_table)
        self.pushes = Pushes(home.storage, limits.push_services)
        self.profiles = Profiles(home.storage, self.ratings)
        self._noted: set[str] = set()
        self._forgotten: set[tuple[str, float]] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    # The end of a match

    def ended(self, table: HostedTable) -> None:
        """Note how a match ended, once."""
        if table.id not in self._noted:
            self._noted.add(table.id)
            self._begin(self._note(table))

    async def _note(self, table: HostedTable) -> None:
        results = results_of(table)
        try:
            await self._home.storage.write(*self.shelf.result_statements(results))
            if table.settings.rated:
                await self.ratings.count(table, results, results[0].at)
        except Exception as error:  # whoever looks at their matches has it written then
            log.warning("table %s: how it ended is written down later: %s", table.id, error)
            self._noted.discard(table.id)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def stop(self) -> None:
        self.pushes.stop()
        for task in self._tasks:
            task.cancel()

    async def check_sitter(self, table: HostedTable, sitter: Sitter) -> None:
        """Refuse somebody who may not sit down at a table: blocked, of another level, or without a key."""
        await self.peace.check_company(table, sitter.player)
        await self.ratings.check_sitter(table, sitter, time.time())

    async def challenges_until(self, now: float) -> list[str]:
        """The open challenges that have run out: nobody has taken up their seat, and nothing has been said there."""
        rows = await self._home.storage.read(
            "SELECT id, settings FROM tables WHERE public = 1"
            " AND NOT EXISTS (SELECT 1 FROM finished WHERE finished.table_id = tables.id)"
            " AND NOT EXISTS (SELECT 1 FROM entries WHERE entries.table_id = tables.id)"
        )
        return [name for name, kept in rows if 0 < until_in(kept) < now and await self._is_open(name)]

    async def _is_open(self, name: str) -> bool:
        rows = await self._home.storage.read("SELECT seat, who FROM seats WHERE table_id = ? ORDER BY version", name)
        return OPEN in dict(rows).values()

    # Taking everything away

    async def file(self, player: str, language: str) -> MyFile:
        """Everything of a player's that is kept here."""
        row = await self.shelf.player(player)
        assert row is not None, "the key was looked at before"
        return MyFile(
            row.id,
            row.name,
            row.created,
            await self.peace.shelf.blocked(player),
            await self.desk.things(player),
            await self.matches.of(player, language),
            await self.profiles.of(player, language),
        )

    async def delete(self, player: str) -> None:
        """Delete a player with everything that is kept for them. Every process leaves their seats without a name, those
        of running matches, too.
        """
        now = time.time()
        order = Order(FORGET, player, now + DAY, now)
        await self._home.storage.give(order)
        await self.obey([order])

    async def obey(self, orders: list[Order]) -> None:
        """Forget the players whose deletion was ordered, here, by another process or by the operator. Whoever comes
        again with the same key after that is somebody new.
        """
        for order in orders:
            if (order.subject, order.at) in self._forgotten:
                continue
            row = await self.shelf.player(order.subject)
            if row is None or row.created <= order.at:
                for table in list(self._home.tables.values()):
                    await table.forget_player(order.subject)
                await self.shelf.forget(order.subject)
            self._forgotten.add((order.subject, order.at))
