"""Storage in PostgreSQL, which several servers may share.

A table is owned by one process at a time: an advisory lock of that process's own session. When the process dies the
database lets go of its locks at once, and the next process that is asked for the table takes it over. Should a process
lose its session without noticing, the primary key of the entries refuses whatever it still tries to write.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any

import asyncpg

from muster.kernel.errors import GameError
from muster.server.storage.database import Conflict, Statement, Unavailable, Unsaved
from muster.server.storage.schema import ADDED, PEOPLE_INDEXES, SCHEMA
from muster.server.storage.storage import Storage

OWNERS = "CREATE TABLE IF NOT EXISTS owners (table_id TEXT PRIMARY KEY, address TEXT NOT NULL)"
SETTING_UP = 0x6D757374
"""The advisory lock for creating the schema, so that two servers can start at once."""
AWAY = (OSError, asyncpg.InterfaceError, asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError)
"""Errors of a database that is not there for the moment."""
RESERVE = 32
"""So many locks a process holds for nothing. PostgreSQL has room for so many locks in all, and where tables take the
last of it no statement works any more; a process that is refused a table gives its reserve back, and takes no more.
"""
RESERVING = "SELECT pg_try_advisory_lock(pg_backend_pid(), number) FROM generate_series(1, $1::int) AS number"
GIVING_BACK = "SELECT pg_advisory_unlock(pg_backend_pid(), number) FROM generate_series($1::int, $2::int) AS number"
FULL = "the database has no room for the locks of more tables: raise its max_locks_per_transaction"
KEEPALIVE = {"tcp_keepalives_idle": "5", "tcp_keepalives_interval": "2", "tcp_keepalives_count": "3"}
"""Makes the database notice soon that a machine has vanished without a word."""


class PostgresStorage(Storage):
    def __init__(self, url: str, address: str) -> None:
        super().__init__()
        self._url = url
        self._address = address
        self._pool: Any = None
        self._session: Any = None
        self._claiming = asyncio.Lock()
        self._owned: set[str] = set()
        self._reserved = False
        self._closing = False

    async def open(self) -> None:
        try:
            self._pool = await asyncpg.create_pool(self._url, min_size=0, max_size=4)
            await self._begin_session()
        except (OSError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise GameError(f"the database cannot be reached: {error}") from None
        await self._session.execute("SELECT pg_advisory_lock($1)", SETTING_UP)
        for statement in (*SCHEMA, OWNERS):
            await self._session.execute(statement)
        for table, column, kind in ADDED:
            await self._session.execute(f"ALTER TABLE {table} ADD COLUMN IF NOT EXISTS {column} {kind}")
        for statement in PEOPLE_INDEXES:
            await self._session.execute(statement)
        await self._session.execute("SELECT pg_advisory_unlock($1)", SETTING_UP)
        self.start_writer()

    async def open_to_look(self) -> None:
        await self.open()

    async def open_beside(self) -> None:
        await self.open()

    async def _begin_session(self) -> None:
        """Open the session whose locks say which tables are ours; when it ends, none are."""
        self._session = await asyncpg.connect(self._url, server_settings=KEEPALIVE)
        self._owned.clear()
        self._reserved = False
        self._session.add_termination_listener(self._session_ended)

    def _session_ended(self, _: Any) -> None:
        if not self._closing:
            self._owned.clear()
            self.on_lost()

    async def close(self) -> None:
        self._closing = True
        await self.stop_writer()
        await self._session.close()
        await self._pool.close()

    async def read(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        with reaching():
            return [tuple(row) for row in await self._pool.fetch(numbered(sql), *values)]

    async def read_all(self, *queries: Statement) -> list[list[tuple[Any, ...]]]:
        with reaching():
            async with self._pool.acquire() as connection:
                found = [await connection.fetch(numbered(sql), *values) for sql, values in queries]
        return [[tuple(row) for row in rows] for rows in found]

    async def transact(self, statements: Sequence[Statement]) -> None:
        try:
            with reaching():
                async with self._pool.acquire() as connection, connection.transaction():
                    for sql, group in groupby(statements, key=lambda statement: statement[0]):
                        await connection.executemany(numbered(sql), [values for _, values in group])
        except asyncpg.UniqueViolationError as error:
            raise Conflict(str(error)) from None
        except (asyncpg.DiskFullError, asyncpg.ReadOnlySQLTransactionError) as error:
            raise Unsaved(str(error)) from None

    async def claim(self, table: str) -> str:
        with reaching():
            return await self._claim(table)

    async def _claim(self, table: str) -> str:
        async with self._claiming:
            if self._session.is_closed():
                await self._begin_session()
            if table in self._owned:
                return ""
            try:
                if await self._lock(table):
                    return ""
            except asyncpg.OutOfMemoryError:
                await self._give_back()
                raise Unavailable(FULL) from None
        owner = await self._pool.fetchval("SELECT address FROM owners WHERE table_id = $1", table)
        return owner or "?"

    async def _lock(self, table: str) -> bool:
        """Lock a table for this process, and write down whose it is; False if another process has it."""
        if not self._reserved:
            await self._session.execute(RESERVING, 2 * RESERVE)  # as much must be left when the reserve is held
            await self._session.execute(GIVING_BACK, RESERVE + 1, 2 * RESERVE)
            self._reserved = True
        if not await self._session.fetchval("SELECT pg_try_advisory_lock($1)", lock_number(table)):
            return False
        try:
            await self._session.execute(
                "INSERT INTO owners (table_id, address) VALUES ($1, $2)"
                " ON CONFLICT (table_id) DO UPDATE SET address = $2",
                table,
                self._address,
            )
        except asyncpg.OutOfMemoryError:
            await self._session.execute("SELECT pg_advisory_unlock($1)", lock_number(table))
            raise
        self._owned.add(table)
        return True

    async def _give_back(self) -> None:
        """Let go of the reserve, or of as much of it as was taken."""
        await self._session.execute(GIVING_BACK, 1, 2 * RESERVE)  # one that is not held is only warned of
        self._reserved = False

    async def release(self, table: str) -> None:
        async with self._claiming:
            if table in self._owned:
                self._owned.discard(table)
                await self._session.execute("SELECT pg_advisory_unlock($1)", lock_number(table))


@contextmanager
def reaching() -> Iterator[None]:
    """Tell a database that cannot be reached, because it restarts or the network fails, from one that says no."""
    try:
        yield
    except AWAY as error:
        raise Unavailable(str(error)) from None


def numbered(sql: str) -> str:
    """The statement with its gaps numbered, as PostgreSQL wants them."""
    first, *rest = sql.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(rest, 1))


def lock_number(table: str) -> int:
    """The number under which a table is locked."""
    return int.from_bytes(hashlib.sha256(table.encode()).digest()[:8], "big", signed=True)
