"""A database: statements go in, rows come out. Writes of many tables at the same moment share one transaction; `write`
returns when the disk has them.

What is kept, and in which rows, is the business of `storage`; the modules `sqlite` and `postgres` run the statements.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

log = logging.getLogger("muster.server.storage.database")

Statement = tuple[str, tuple[Any, ...]]

MOST_WRITES = 500
"""At most so many statements go into one transaction."""
SPACING = 0.012
"""Transactions begin at least so many seconds apart. A trip to the disk costs about as much as the answer it is for, so
tables that are busy at the same time share one; a lone answer does not wait.
"""


class Unavailable(Exception):
    """The database cannot be reached for the moment: whatever was to be written may or may not be there."""


class Unsaved(Exception):
    """The database says that it cannot write now, as when the disk is full: nothing of it is there."""


class Conflict(Exception):
    """Somebody else has written this row: another process owns the table now."""


class Elsewhere(Exception):
    """Another server has the table: its address."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class Database(ABC):
    """A place for rows, in which tables have owners."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Sequence[Statement], asyncio.Future[None]]] = []
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._unsaved = 0
        """So many writes in a row were refused by the database: it is said once, and once when it works again."""
        self.on_lost: Callable[[], None] = lambda: None
        """Called when ownership of all tables is gone at once: the session with the database has ended."""

    # What a kind of database provides

    @abstractmethod
    async def open(self) -> None: ...

    @abstractmethod
    async def open_to_look(self) -> None:
        """Open it only to read, also while a server has it open."""

    @abstractmethod
    async def open_beside(self) -> None:
        """Open it to write a row or two, also while a server has it open."""

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    async def read(self, sql: str, *values: Any) -> list[tuple[Any, ...]]: ...

    @abstractmethod
    async def read_all(self, *queries: Statement) -> list[list[tuple[Any, ...]]]:
        """Several reads in one trip to the database."""

    @abstractmethod
    async def transact(self, statements: Sequence[Statement]) -> None:
        """Write all statements to disk, or none; raises `Conflict` if a row exists already."""

    @abstractmethod
    async def claim(self, table: str) -> str:
        """Claim a table; returns an empty text if it is ours now, else the address of the process that owns it."""

    @abstractmethod
    async def release(self, table: str) -> None: ...

    # Writing: whoever comes while the disk is busy goes together in the next transaction

    def start_writer(self) -> None:
        self._writer = asyncio.create_task(self._write_on())

    async def stop_writer(self) -> None:
        if self._writer is not None:
            self._writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer

    async def write(self, *statements: Statement) -> None:
        """Carry out statements; returns when the disk has them."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((statements, done))
        self._wake.set()
        await done

    async def _write_on(self) -> None:
        clock = asyncio.get_running_loop().time
        next_at = 0.0
        while True:
            await self._wake.wait()
            if (early := next_at - clock()) > 0:
                await asyncio.sleep(early)
            next_at = clock() + SPACING
            batch: list[tuple[Sequence[Statement], asyncio.Future[None]]] = []
            size = 0
            while self._waiting and size < MOST_WRITES:
                batch.append(self._waiting.pop(0))
                size += len(batch[-1][0])
            if not self._waiting:
                self._wake.clear()
            await self._write_batch(batch)

    async def _write_batch(self, batch: list[tuple[Sequence[Statement], asyncio.Future[None]]]) -> None:
        try:
            await self.transact([statement for statements, _ in batch for statement in statements])
        except Exception as error:
            if len(batch) > 1:  # find out whose it was
                for one in batch:
                    await self._write_batch([one])
                return
            if isinstance(error, Unsaved):
                self._note_unsaved(error)
            if not batch[0][1].done():
                batch[0][1].set_exception(error)
        else:
            if self._unsaved:
                log.warning("the database saves again; %s writes were refused", self._unsaved)
                self._unsaved = 0
            for _, done in batch:
                if not done.done():
                    done.set_result(None)

    def _note_unsaved(self, error: Unsaved) -> None:
        if not self._unsaved:
            log.error("nothing can be saved (%s): what is said is refused until there is room; nothing is lost", error)
        self._unsaved += 1
