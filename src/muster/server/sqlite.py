"""Storage in one SQLite file (WAL): the default. One server at a time holds the file."""

from __future__ import annotations

import fcntl
from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from sqlite3 import IntegrityError
from typing import Any, TextIO

import aiosqlite

from muster.kernel.errors import GameError
from muster.server.storage import SCHEMA, Conflict, Statement, Storage


class SqliteStorage(Storage):
    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._lock: TextIO | None = None
        self._db: aiosqlite.Connection
        self._reader: aiosqlite.Connection

    async def open(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = self._path.with_name(self._path.name + ".lock").open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._lock.close()
            raise GameError(
                f"{self._path}: another server has this database open; several share one only on PostgreSQL"
            ) from None
        self._db = await aiosqlite.connect(self._path, isolation_level=None)
        self._path.chmod(0o600)  # it holds the keys of committed dice
        await self._db.execute("PRAGMA journal_mode = WAL")
        await self._db.execute("PRAGMA synchronous = FULL")
        for statement in SCHEMA:
            await self._db.execute(statement)
        self._reader = await aiosqlite.connect(self._path, isolation_level=None)
        self.start_writer()

    async def close(self) -> None:
        await self.stop_writer()
        await self._reader.close()
        await self._db.close()
        if self._lock is not None:
            self._lock.close()

    async def read(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in await self._reader.execute_fetchall(sql, values)]

    async def transact(self, statements: Sequence[Statement]) -> None:
        await self._db.execute("BEGIN IMMEDIATE")
        try:
            for sql, group in groupby(statements, key=lambda statement: statement[0]):
                await self._db.executemany(sql, [values for _, values in group])
            await self._db.execute("COMMIT")
        except BaseException as error:
            with suppress(Exception):
                await self._db.execute("ROLLBACK")
            if isinstance(error, IntegrityError):
                raise Conflict(str(error)) from None
            raise

    async def claim(self, table: str) -> str:
        return ""  # whoever holds the file owns every table in it

    async def release(self, table: str) -> None:
        pass
