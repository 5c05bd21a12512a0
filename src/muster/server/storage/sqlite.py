"""Storage in one SQLite file (WAL): the default. One server at a time holds the file.

Python's own driver in a thread: a transaction is one trip to that thread and back, however many tables are in it.
"""

from __future__ import annotations

import asyncio
import fcntl
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import Path
from typing import Any, TextIO

from muster.kernel.errors import GameError
from muster.server.storage.database import Conflict, Statement, Unavailable, Unsaved
from muster.server.storage.schema import ADDED, PEOPLE_INDEXES, SCHEMA
from muster.server.storage.storage import Storage


class InUse(GameError):
    """Another server has the database open; `address` is where it is, if it says so."""

    def __init__(self, path: Path, address: str) -> None:
        at = f" (at {address})" if address else ""
        super().__init__(f"{path}: another server{at} has this database open; several share one only on PostgreSQL")
        self.address = address


def check_alone(path: Path) -> None:
    """Refuse a file that has a second name: what a server has said last lies in another file, beside the name it was
    opened by, and whoever opens it by the other name damages it.
    """
    if path.exists() and path.stat().st_nlink > 1:
        raise GameError(f"{path}: this file has another name (a hard link), which could damage it: remove one of them")


class SqliteStorage(Storage):
    """`address` is where this server is found: another server that wants the file is told."""

    def __init__(self, path: Path, address: str = "") -> None:
        super().__init__()
        self._path = path
        self._address = address
        self._lock: TextIO | None = None
        self._writing = ThreadPoolExecutor(1, "muster-write")
        self._reading = ThreadPoolExecutor(1, "muster-read")
        self._writer_db: sqlite3.Connection
        self._reader_db: sqlite3.Connection

    async def open(self) -> None:
        self._path = self._path.resolve()  # another name for the same file is the same file
        self._path.parent.mkdir(parents=True, exist_ok=True)
        check_alone(self._path)
        self._lock = self._path.with_name(self._path.name + ".lock").open("a+")
        self._lock.seek(0)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            address = self._lock.read(200).strip()
            self._lock.close()
            raise InUse(self._path, address) from None
        self._lock.truncate(0)
        self._lock.write(self._address)
        self._lock.flush()
        self._writer_db = self._connect()
        self._path.chmod(0o600)  # it holds the keys of committed dice
        for statement in SCHEMA:
            self._writer_db.execute(statement)
        for table, column, kind in ADDED:
            if column not in [row[1] for row in self._writer_db.execute(f"PRAGMA table_info({table})")]:
                self._writer_db.execute(f"ALTER TABLE {table} ADD COLUMN {column} {kind}")
        for statement in PEOPLE_INDEXES:
            self._writer_db.execute(statement)
        self._reader_db = self._connect()
        self.start_writer()

    async def open_to_look(self) -> None:
        check_alone(self._path)
        try:
            self._reader_db = sqlite3.connect(f"file:{self._path.resolve()}?mode=ro", uri=True, check_same_thread=False)
            self._writer_db = self._reader_db
        except sqlite3.Error as error:
            raise GameError(f"{self._path}: {error}") from None

    async def open_beside(self) -> None:
        if not self._path.exists():
            raise GameError(f"{self._path}: there is no such database")
        check_alone(self._path)
        self._writer_db = self._connect()
        for statement in SCHEMA:
            self._writer_db.execute(statement)
        self._reader_db = self._connect()
        self.start_writer()

    def _connect(self) -> sqlite3.Connection:
        try:
            database = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = FULL")
            database.execute("PRAGMA secure_delete = ON")  # who deletes their data finds nothing of it in the file
        except sqlite3.Error as error:
            raise GameError(f"{self._path}: {error}") from None
        return database

    async def close(self) -> None:
        await self.stop_writer()
        self._writing.shutdown()
        self._reading.shutdown()
        self._reader_db.close()
        self._writer_db.close()
        if self._lock is not None:
            self._lock.close()

    async def read(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reading, lambda: self._reader_db.execute(sql, values).fetchall())

    async def read_all(self, *queries: Statement) -> list[list[tuple[Any, ...]]]:
        def read() -> list[list[tuple[Any, ...]]]:
            return [self._reader_db.execute(sql, values).fetchall() for sql, values in queries]

        return await asyncio.get_running_loop().run_in_executor(self._reading, read)

    async def transact(self, statements: Sequence[Statement]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._writing, self._transact, statements)

    def _transact(self, statements: Sequence[Statement]) -> None:
        """Write all rows of a kind in one statement: every call into SQLite gives the interpreter away and must get it
        back from a busy loop. Lines alone, which are most of what is written, are one call and one transaction.
        """
        database = self._writer_db
        whole = [
            many_rows(sql, rows)
            for sql, group in groupby(statements, key=lambda one: one[0])
            for rows in batched([row for _, row in group], MOST_ROWS if sql.startswith("INSERT") else 1)
        ]
        try:
            if len(whole) == 1:
                database.execute(*whole[0])
                return
            database.execute("BEGIN IMMEDIATE")
            for sql, values in whole:
                database.execute(sql, values)
            database.execute("COMMIT")
        except BaseException as error:
            if database.in_transaction:
                database.execute("ROLLBACK")
            if isinstance(error, sqlite3.IntegrityError):
                raise Conflict(str(error)) from None
            if isinstance(error, sqlite3.OperationalError):
                kind = error.sqlite_errorcode & 0xFF
                if kind in NO_ROOM:
                    raise Unsaved(str(error)) from None
                if kind == sqlite3.SQLITE_IOERR:
                    raise Unavailable(str(error)) from None
            raise

    async def claim(self, table: str) -> str:
        return ""  # whoever holds the file owns every table in it

    async def release(self, table: str) -> None:
        pass


NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
"""What SQLite says of a disk that is full or may only be read. Of one that fails nobody knows what is on it."""
MOST_ROWS = 2_000
"""At most so many rows go into one statement, because SQLite takes 32,766 values in one."""


def batched(rows: Sequence[tuple[Any, ...]], most: int) -> list[Sequence[tuple[Any, ...]]]:
    return [rows[first : first + most] for first in range(0, len(rows), most)]


def many_rows(sql: str, rows: Sequence[tuple[Any, ...]]) -> tuple[str, list[Any]]:
    """One statement that inserts many rows, out of one that inserts one; and all their values."""
    if len(rows) == 1:
        return sql, list(rows[0])
    head, values, tail = sql.partition("VALUES ")
    row, close, rest = tail.partition(")")
    return head + values + ", ".join([row + close] * len(rows)) + rest, [value for row in rows for value in row]
