"""`muster admin`: look after a server: list its tables, look at one, take its journal, end, close or delete it; ban or
mute a network; list players and delete one.

Everything works while the server is running: orders go into the database, and the server carries them out within
seconds, or when it starts.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec

from muster.kernel.errors import GameError
from muster.kernel.journal import LETTERS, write_journal
from muster.server.lobby.limits import network_of
from muster.server.lobby.orders import KINDS, OF_NETWORKS, order
from muster.server.people.desk import DAY
from muster.server.people.people import FORGET
from muster.server.protocol import Spoken
from muster.server.storage.opening import make_storage
from muster.server.storage.peace import PeaceShelf
from muster.server.storage.people import PeopleShelf
from muster.server.storage.rows import Order, StoredTable
from muster.server.storage.sqlite import InUse
from muster.server.storage.storage import Storage
from muster.server.table.record import entry_of

EXAMPLES = """\
examples:
  muster admin list                            every table: its game, when it was set up, how far it is
  muster admin show 4f0c9d2e                   who sits there, and how it was set up
  muster admin export 4f0c9d2e > m.journal     its journal; of an unfinished match only with --secrets
  muster admin end 4f0c9d2e                    end its match as it stands; the journal stays
  muster admin quarantine 4f0c9d2e             nobody may open it; everything stays as it is
  muster admin delete 4f0c9d2e                 delete it with everything that is kept of it
  muster admin ban 203.0.113.7 --days 7        let nobody in from there (IPv6: its /64); the access log has addresses
  muster admin mute 203.0.113.7                nobody hears what is said from there; a player's id does as well
  muster admin players                         everybody with a key: their id and name, when they were last here
  muster admin forget mfzwizltoq2gk3tu         delete a player; matches keep a seat without a name
  muster admin reports                         what players have reported, with what was said at the table
  muster admin orders                          everything that stands
  muster admin lift 203.0.113.7                take back what was ordered about a network or a table"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument(
        "act",
        choices=("list", "show", "export", *KINDS, "players", "forget", "reports", "orders", "lift"),
        help="what to do",
    )
    parser.add_argument("subject", nargs="?", default="", help="a table, the address of a network, or a player's id")
    parser.add_argument("--days", type=float, metavar="N", help="how long a ban or mute stands (default: until lifted)")
    parser.add_argument("--secrets", action="store_true", help="export an unfinished match, hidden cards and dice too")
    parser.add_argument("--database", metavar="URL", help="the server's database (default: in your state directory)")


def run(args: argparse.Namespace) -> int:
    if args.act in SHOWN:
        asyncio.run(SHOWN[args.act](args.database))
        return 0
    if not args.subject:
        what = "address" if args.act in OF_NETWORKS else "table; 'muster admin list' has their names"
        what = "player; 'muster admin players' has their ids" if args.act == "forget" else what
        raise GameError(f"admin {args.act}: say which {what}")
    if args.act == "lift":
        asyncio.run(lift(args.database, args.subject))
        print(f"nothing stands about {args.subject} any more")
        return 0
    if args.act == "forget":
        asyncio.run(forget(args.database, args.subject))
        print(f"{args.subject} is deleted; a running server takes the name from open tables within seconds")
        return 0
    if args.act in KINDS:
        given = order(args.act, args.subject, args.days)
        if given.kind == "delete" and asyncio.run(delete(args.database, given.subject)):
            print(f"{given.subject} is deleted")
            return 0
        asyncio.run(give(args.database, given))
        print(f"{given.kind} {given.subject}: ordered; a running server does it within seconds")
        return 0
    kept = asyncio.run(load(args.database, args.subject))
    print(about(kept) if args.act == "show" else journal_of(kept, args.secrets), end="")
    return 0


async def show_all(database: str | None) -> None:
    async with opened(database) as storage:
        for one in await storage.overview():
            state = "over" if one.over else "begun" if one.lines else "not begun"
            print(f"{one.id:<16} {one.game:<20} {day(one.created)}  {state:<10} {one.lines:>6} lines")


async def load(database: str | None, table: str) -> StoredTable:
    async with opened(database) as storage:
        kept = await storage.load(table)
    if kept is None:
        raise GameError(f"{table}: there is no such table")
    return kept


async def show_orders(database: str | None) -> None:
    async with opened(database) as storage:
        for one in await storage.orders():
            until = f"until {day(one.until)}" if one.until else "until it is lifted"
            print(f"{one.kind:<12} {one.subject:<24} given {day(one.at)}, {until}")


async def show_players(database: str | None) -> None:
    async with opened(database) as storage:
        for row, things, tables in await PeopleShelf(storage).players():
            print(f"{row.id}  {row.name:<24} last here {day(row.seen)}  {things:>3} things  {tables:>4} tables")


async def show_reports(database: str | None) -> None:
    async with opened(database) as storage:
        for row in await PeaceShelf(storage).reports():
            about = f"{LETTERS[row.seat]} ({row.about or 'no key'})"
            print(
                f"{day(row.at)}  {row.kind:<8} table {row.table}, about {about}, by {row.player or 'somebody deleted'}"
            )
            if row.body:
                print(f"    {row.body}")
            for line in msgspec.json.decode(row.chat, type=list[Spoken]):
                print(f"    | {line.author}: {line.text}")


async def forget(database: str | None, player: str) -> None:
    """Delete a player, and have a running server take the name from the tables that it has open."""
    async with opened(database, to_order=True) as storage:
        shelf = PeopleShelf(storage)
        if await shelf.player(player) is None:
            raise GameError(f"{player}: there is no such player; 'muster admin players' has their ids")
        now = time.time()
        await storage.give(Order(FORGET, player, now + DAY, now))
        await shelf.forget(player)


async def delete(database: str | None, table: str) -> bool:
    """Delete a table at once, if no server has it."""
    storage = make_storage(database, "")
    try:
        await storage.open()
    except InUse:
        return False
    try:
        if not await storage.read("SELECT 1 FROM tables WHERE id = ?", table):
            raise GameError(f"{table}: there is no such table")
        if await storage.claim(table):
            return False
        await storage.delete(table)
        return True
    finally:
        await storage.close()


async def give(database: str | None, given: Order) -> None:
    """Write an order down for the server."""
    async with opened(database, to_order=True) as storage:
        if given.kind not in OF_NETWORKS and not await storage.read("SELECT 1 FROM tables WHERE id = ?", given.subject):
            raise GameError(f"{given.subject}: there is no such table")
        await storage.give(given)
        if given.kind == "end":
            await storage.finish(given.subject, given.at)


async def lift(database: str | None, subject: str) -> None:
    async with opened(database, to_order=True) as storage:
        standing = {one.subject for one in await storage.orders()}
        about = subject if subject in standing else network_of(subject)
        if about not in standing:
            raise GameError(f"{subject}: nothing was ordered about it; 'muster admin orders' has what stands")
        await storage.lift(about)


@asynccontextmanager
async def opened(database: str | None, to_order: bool = False) -> AsyncIterator[Storage]:
    """The storage, to look at or to write an order into: a server may have it open."""
    storage = make_storage(database, "")
    await (storage.open_beside() if to_order else storage.open_to_look())
    try:
        yield storage
    finally:
        await storage.close()


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


SHOWN = {"list": show_all, "orders": show_orders, "players": show_players, "reports": show_reports}
"""The columns shown of each kind."""


def day(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
