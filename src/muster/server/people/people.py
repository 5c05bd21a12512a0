"""People at a server, all under one name: the desk, their matches, and what happens when a match ends or a player
leaves.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Any, Protocol

from muster.server.people.desk import DAY, Desk
from muster.server.people.limits import PeopleLimits
from muster.server.people.matches import Matches, Tables, results_of
from muster.server.people.peace import Peace
from muster.server.protocol.people import MyFile
from muster.server.storage.people import PeopleShelf
from muster.server.storage.storage import Order
from muster.server.table.table import HostedTable

log = logging.getLogger("muster.server.people.people")

FORGET = "forget"
"""The order by which every process leaves a player without a name."""


class Home(Tables, Protocol):
    """The server, as far as people need it."""

    limits: Any


class People:
    """Everybody with a key."""

    def __init__(self, home: Home) -> None:
        limits: PeopleLimits = home.limits
        self._home = home
        self.shelf = PeopleShelf(home.storage)
        self.desk = Desk(home.storage, limits)
        self.matches = Matches(home)
        self.peace = Peace(home)
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
        try:
            await self._home.storage.write(*self.shelf.result_statements(results_of(table)))
        except Exception as error:  # whoever looks at their matches has it written then
            log.warning("table %s: how it ended is written down later: %s", table.id, error)
            self._noted.discard(table.id)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()

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
            self._forgotten.add((order.subject, order.at))
            row = await self.shelf.player(order.subject)
            if row is None or row.created <= order.at:
                for table in list(self._home.tables.values()):
                    await table.forget_player(order.subject)
                await self.shelf.forget(order.subject)
