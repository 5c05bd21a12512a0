"""`muster backup` and `muster restore`: a consistent copy of the tables, also while a server is running.

A plain copy of a running SQLite database is often damaged, because part of it is in another file. This one is made by
the database itself, and looked through before it counts. A PostgreSQL has tools of its own (`pg_dump`).
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from pathlib import Path

from muster.kernel.errors import GameError
from muster.server.storage.opening import default_database
from muster.server.storage.sqlite import SqliteStorage, check_alone


def file_of(database: str | None) -> Path:
    """The file behind `--database`; raises `GameError` if it is none."""
    if database is not None and "://" in database and not database.startswith("sqlite:///"):
        raise GameError("--database: only an SQLite file can be backed up here; a PostgreSQL has pg_dump for that")
    return default_database() if database is None else Path(database.removeprefix("sqlite:///"))


def back_up(source: Path, target: Path) -> int:
    """Copy a database, running or not, and look through the copy; returns how many tables are in it."""
    if not source.is_file():
        raise GameError(f"{source}: there is no database here")
    check_alone(source)
    if target.exists():
        raise GameError(f"{target}: there is a file of that name already; a backup never overwrites one")
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # it holds the keys of the dice
        _copy(source, part)
        count = sound(part)
        part.rename(target)
    except (sqlite3.Error, OSError) as error:
        raise GameError(f"{source}: the backup failed: {error}") from None
    finally:
        part.unlink(missing_ok=True)
    return count


def restore(source: Path, target: Path) -> int:
    """Put a backup in the place of a database that no server has open; the old one is kept beside it."""
    if not source.is_file():
        raise GameError(f"{source}: there is no backup here")
    try:
        count = sound(source)
        asyncio.run(_set_aside(target))
        _copy(source, target)
        target.chmod(0o600)
    except (sqlite3.Error, OSError) as error:
        raise GameError(f"{source}: it could not be restored: {error}") from None
    return count


def sound(file: Path) -> int:
    """How many tables a database has; raises `GameError` if it is damaged or not one of ours."""
    try:
        database = sqlite3.connect(f"file:{file.resolve()}?mode=ro", uri=True)
        try:
            found = database.execute("PRAGMA integrity_check").fetchone()[0]
            if found != "ok":
                raise GameError(f"{file}: the database is damaged: {found}")
            return int(database.execute("SELECT COUNT(*) FROM tables").fetchone()[0])
        finally:
            database.close()
    except sqlite3.Error as error:
        raise GameError(f"{file}: this is not a database of tables: {error}") from None


async def _set_aside(target: Path) -> None:
    """Move a database away, once it is sure that no server has it open."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.exists():
        storage = SqliteStorage(target)
        await storage.open()  # raises `InUse` while a server is running; closing writes everything into the one file
        await storage.close()
        target.replace(target.with_name(f"{target.name}.before"))
    for rest in ("-wal", "-shm"):
        target.with_name(f"{target.name}{rest}").unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    origin = sqlite3.connect(f"file:{source.resolve()}?mode=ro", uri=True)
    copy = sqlite3.connect(target)
    try:
        origin.backup(copy)
    finally:
        copy.close()
        origin.close()
