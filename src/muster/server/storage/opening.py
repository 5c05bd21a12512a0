"""Open the storage that was asked for: a file for SQLite, or the address of a PostgreSQL."""

from __future__ import annotations

import re
from pathlib import Path

from muster.arguments import state_directory
from muster.kernel.errors import GameError
from muster.server.storage.sqlite import SqliteStorage
from muster.server.storage.storage import Storage


def default_database() -> Path:
    return state_directory() / "tables.sqlite"


def make_storage(database: str | None, address: str) -> Storage:
    """The storage behind `--database`."""
    if database is None:
        return SqliteStorage(default_database(), address)
    if database.startswith(("postgresql://", "postgres://")):
        try:
            from muster.server.storage.postgres import PostgresStorage
        except ImportError:
            raise GameError("PostgreSQL needs asyncpg: pip install 'muster[postgres]'") from None
        return PostgresStorage(database, address)
    if "://" in database and not database.startswith("sqlite:///"):
        raise GameError(f"--database: {without_password(database)!r} is neither a file nor a postgresql:// URL")
    return SqliteStorage(Path(database.removeprefix("sqlite:///")), address)


def without_password(database: str) -> str:
    """Show everything of `--database` but the password, wherever in an address it stands."""
    hidden = re.sub(r"(?<=password=)[^&]*", "***", database)
    return re.sub(r"(://[^:/@]*:).*(?=@)", r"\1***", hidden)
