"""`muster admin`: look after the tables of a server: list them, look at one, take its journal, delete it.

Looking works while the server is running. To delete a table of an SQLite file, stop the server first: it may have the
table in memory. On PostgreSQL a table can be deleted that no process has claimed.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from muster.kernel.errors import GameError
from muster.kernel.journal import LETTERS, write_journal
from muster.server.storage.opening import make_storage
from muster.server.storage.storage import Storage, StoredTable
from muster.server.table.record import entry_of

EXAMPLES = """\
examples:
  muster admin list                            every table: its game, when it was set up, how far it is
  muster admin show 4f0c9d2e                   who sits there, and how it was set up
  muster admin export 4f0c9d2e > m.journal     its journal; of an unfinished match only with --secrets
  muster admin delete 4f0c9d2e                 delete it with everything that is kept of it"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument("act", choices=("list", "show", "export", "delete"), help="what to do")
    parser.add_argument("table", nargs="?", default="", help="the table's name")
    parser.add_argument("--secrets", action="store_true", help="export an unfinished match, hidden cards and dice too")
    parser.add_argument("--database", metavar="URL", help="the server's database (default: in your state directory)")


def run(args: argparse.Namespace) -> int:
    if args.act == "list":
        asyncio.run(show_all(args.database))
        return 0
    if not args.table:
        raise GameError(f"admin {args.act}: say which table; 'muster admin list' has their names")
    if args.act == "delete":
        asyncio.run(delete(args.database, args.table))
        print(f"{args.table} is deleted")
        return 0
    kept = asyncio.run(load(args.database, args.table))
    print(about(kept) if args.act == "show" else journal_of(kept, args.secrets), end="")
    return 0


async def show_all(database: str | None) -> None:
    async with looking(database) as storage:
        for one in await storage.overview():
            state = "over" if one.over else "begun" if one.lines else "not begun"
            print(f"{one.id:<16} {one.game:<20} {day(one.created)}  {state:<10} {one.lines:>6} lines")


async def load(database: str | None, table: str) -> StoredTable:
    async with looking(database) as storage:
        kept = await storage.load(table)
    if kept is None:
        raise GameError(f"{table}: there is no such table")
    return kept


async def delete(database: str | None, table: str) -> None:
    storage = make_storage(database, "")
    await storage.open()
    try:
        if not await storage.read("SELECT 1 FROM tables WHERE id = ?", table):
            raise GameError(f"{table}: there is no such table")
        owner = await storage.claim(table)
        if owner:
            raise GameError(f"{table}: the server at {owner} has this table; stop it first")
        await storage.delete(table)
    finally:
        await storage.close()


def looking(database: str | None) -> AbstractAsyncContextManager[Storage]:
    """The storage, only to look at: a server may have it open."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[Storage]:
        storage = make_storage(database, "")
        await storage.open_to_look()
        try:
            yield storage
        finally:
            await storage.close()

    return opened()


def about(kept: StoredTable) -> str:
    """A table in a few lines. Tokens are kept as hashes and are nobody's business: they are left out."""
    row, settings = kept.row, kept.row.settings
    last = kept.lines[-1].at if kept.lines else row.created
    lines = [
        f"{row.id}: {row.header.game}, rules version {row.header.rules_version}",
        f"set up {day(row.created)}, last word {day(last)}, {len(kept.lines)} lines{', over' if kept.over else ''}",
        f"{'public' if settings.public else 'by invitation'}, spectators: {settings.spectators}",
    ]
    for seat, held in sorted({held.seat: held for held in kept.seats}.items()):
        bot = f" ({held.stand_in} stands in)" if held.stand_in else ""
        lines.append(f"  {LETTERS[seat]} {held.who} {held.name}{bot}".rstrip())
    return "".join(f"{line}\n" for line in lines)


def journal_of(kept: StoredTable, secrets: bool) -> str:
    if not kept.over and not secrets:
        raise GameError(
            f"{kept.row.id}: the match is not over; --secrets exports it with what the players must not know"
        )
    return write_journal(kept.row.header, [entry_of(line) for line in kept.lines], kept.row.dice_key)


def day(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
