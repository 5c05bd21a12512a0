"""Upkeep, every few seconds: the server says that it lives, puts tables away, wakes those whose clocks
run, deletes those that have expired, and carries out what its operator has ordered.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Protocol

from muster.server.lobby.limits import Limits
from muster.server.lobby.orders import Orders
from muster.server.people.people import People
from muster.server.storage.database import Elsewhere, Unavailable, Unsaved
from muster.server.storage.storage import Storage
from muster.server.table.clocks import Life, steady_time
from muster.server.table.table import HostedTable
from muster.server.telling.phrases import TableRefusal

log = logging.getLogger("muster.server.lobby.upkeep")

DAY = 86_400.0


class Housed(Protocol):
    """The things that are looked after."""

    storage: Storage
    limits: Limits
    orders: Orders
    people: People
    life: Life
    tables: dict[str, HostedTable]
    unfinished: int

    async def find(self, table: str) -> HostedTable: ...

    def forget(self, table: HostedTable) -> None: ...

    async def delete(self, name: str) -> None: ...


class Upkeep:
    """The tasks that run as long as the server does."""

    def __init__(self, house: Housed) -> None:
        self._house = house
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        await self._obey()
        limits = self._house.limits
        self._tasks = [
            asyncio.create_task(again(self._sweep, limits.sweep_seconds)),
            asyncio.create_task(again(self._obey, limits.orders_seconds)),
        ]

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def _sweep(self) -> None:
        await self._house.storage.beat(steady_time())
        await self._put_away()
        await self._wake_timed_tables()
        await self._expire()
        await self._expire_challenges()
        await self._house.people.tournaments.advance_all()
        self._house.unfinished = await self._house.storage.count_unfinished()

    async def _put_away(self) -> None:
        """Put away tables at which nobody sits and nothing happens."""
        now = time.monotonic()
        for name, table in list(self._house.tables.items()):
            if not table.busy and now - table.idle_since > self._house.limits.idle_seconds:
                self._house.forget(table)
                table.stop()
                await self._house.storage.release(name)

    async def _wake_timed_tables(self) -> None:
        """Load tables with clocks: clocks run out though nobody looks, also those of a process that has died."""
        for name in await self._house.storage.timed():
            if name in self._house.tables:
                continue
            try:
                await self._house.find(name)
            except (KeyError, Elsewhere, TableRefusal) as error:
                log.debug("table %s was not taken up: %s", name, error)

    async def _expire(self) -> None:
        """Delete tables whose match has not begun for days, or at which nobody has said anything for weeks."""
        limits = self._house.limits
        now = steady_time() - self._house.life.gap  # the time without a server is nobody's fault
        for name in await self._house.storage.stale(now - limits.unbegun_days * DAY, now - limits.idle_days * DAY):
            table = self._house.tables.get(name)
            if (table is None or not len(table.company)) and not await self._house.storage.claim(name):
                await self._house.delete(name)
                log.info("table %s has expired", name)

    async def _expire_challenges(self) -> None:
        """Delete challenges that nobody has taken up in time."""
        for name in await self._house.people.challenges_until(steady_time()):
            if not await self._house.storage.claim(name):
                await self._house.delete(name)
                log.info("challenge %s has run out", name)

    async def _obey(self) -> None:
        """Read what the operator has ordered, and carry it out at the tables that are ours."""
        house = self._house
        house.orders.read(await house.storage.orders())
        await house.people.obey(house.orders.forgotten)
        for name in house.orders.closed:
            table = house.tables.get(name)
            if table is not None:
                table.lose("whoever runs this server has closed this table")
        for name in house.orders.deletions:
            if not await house.storage.claim(name):
                await house.delete(name)
                await house.storage.lift(name)
                log.info("table %s was deleted by order", name)


async def again(work: Callable[[], Awaitable[None]], seconds: float) -> None:
    """Do something now and every few seconds. If it fails, it is tried again the next time."""
    while True:
        try:
            await work()
        except Unavailable as error:
            log.warning("upkeep waits for the database: %s", error)
        except Unsaved as error:
            log.debug("upkeep waits for room: %s", error)  # which was said
        except Exception:
            log.exception("upkeep failed; it is tried again")
        await asyncio.sleep(seconds)
