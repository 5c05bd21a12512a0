"""The house: all tables of this process. It loads them when somebody comes and puts idle ones away; `founding` sets new
ones up.
"""

from __future__ import annotations

import asyncio
import logging
import time

import msgspec

from muster.bots import bot_names
from muster.kernel.errors import GameError
from muster.kernel.requests import Seat
from muster.kernel.sessions import BrokenMatch
from muster.server.aside import Aside
from muster.server.lobby.formers import Formers
from muster.server.lobby.founding import Founding
from muster.server.lobby.games import offered
from muster.server.lobby.limits import Limits
from muster.server.lobby.listing import listed
from muster.server.lobby.measures import Measures
from muster.server.lobby.orders import Orders
from muster.server.lobby.packs import PackDesk
from muster.server.lobby.puzzles import Shelf
from muster.server.lobby.upkeep import Upkeep
from muster.server.people.people import People
from muster.server.protocol import ListedTables, Lobby
from muster.server.storage.database import Elsewhere, Unavailable, Unsaved
from muster.server.storage.rows import StoredTable
from muster.server.storage.storage import Storage
from muster.server.table.clocks import Life, steady_time
from muster.server.table.history import Histories
from muster.server.table.table import HostedTable
from muster.server.telling.phrases import TableRefusal
from muster.server.telling.webhooks import Notices
from muster.server.thinking.studies import Studies
from muster.server.thinking.workers import Thinkers
from muster.server.turns import Turns

log = logging.getLogger("muster.server.lobby.house")

LOBBY_SECONDS = 1.0
HEALTH_SECONDS = 5.0
"""A database that takes longer than this is not well."""
LONG = 500
"""Build a match of more lines than this in a thread."""
DOORS = 64
"""The number of locks for loading tables, so that nobody loads the same one twice."""


class House:
    def __init__(
        self,
        storage: Storage,
        thinkers: Thinkers,
        notices: Notices,
        limits: Limits,
        formers: Formers | None = None,
    ) -> None:
        self.storage = storage
        self.formers = formers or Formers()
        self.thinkers = thinkers
        self.notices = notices
        self.limits = limits
        self.histories = Histories()
        self.studies = Studies(storage, thinkers)
        self.puzzles = Shelf(thinkers)
        self.packs = PackDesk(thinkers, limits.pack_seconds)
        self.orders = Orders()
        self.tables: dict[str, HostedTable] = {}
        self.founding = Founding(self)
        self.people = People(self, self.founding.set_table)
        self.life = Life(steady_time(), 0.0)
        self.connections = 0
        self.turns = Turns()
        self.measures = Measures()
        self._watch()
        self._lobbies: dict[str, tuple[float, Lobby]] = {}
        self._loading = [asyncio.Lock() for _ in range(DOORS)]
        self.aside = Aside()
        self._upkeep = Upkeep(self)
        self.unfinished = 0

    def _watch(self) -> None:
        """Say how things stand to whoever measures this server."""
        self.measures.watch("muster_tables", "Tables in memory", lambda: len(self.tables))
        self.measures.watch("muster_tables_unfinished", "Tables whose match is not over", lambda: self.unfinished)
        self.measures.watch("muster_sockets", "Open sockets", lambda: self.connections)
        self.measures.watch("muster_turns_waiting", "Requests that wait for the loop", lambda: self.turns.waiting)
        self.measures.watch("muster_turns_seconds", "Processor time of such requests", lambda: self.turns.seconds)
        self.measures.watch("muster_questions_waiting", "Odds and hints that wait", lambda: self.thinkers.waiting[0])
        self.measures.watch("muster_bots_waiting", "Decisions of bots that wait", lambda: self.thinkers.waiting[1])

    async def health(self) -> str:
        """Why this server cannot serve now; empty if it can."""
        try:
            async with asyncio.timeout(HEALTH_SECONDS):
                await self.storage.beat(steady_time())
        except Unavailable:
            return "the database cannot be reached"
        except TimeoutError:
            return "the database does not answer in time"
        except Unsaved:
            return "the database cannot be written: there may be no room left"
        except Exception as error:
            log.warning("not healthy: %s", error)
            return "the database cannot be written"
        return ""

    async def open(self) -> None:
        self.storage.on_lost = self._lose_all
        await self.storage.open()
        self.unfinished = await self.storage.count_unfinished()
        self.life = Life(steady_time(), await self.storage.last_beat())
        await self.storage.beat(steady_time())
        await self._upkeep.begin()

    async def close(self) -> None:
        self._upkeep.stop()
        self.people.stop()
        for table in list(self.tables.values()):
            table.stop()
        self.thinkers.close()
        await self.storage.close()

    # Finding

    async def find(self, table: str) -> HostedTable:
        """Find a table by its name and load it if need be; raises `KeyError` if there is none, `Elsewhere` if another
        process or an earlier server has it.
        """
        self.orders.check_table(table)
        found = self.tables.get(table)
        if found is not None:
            return found
        async with self._loading[hash(table) % DOORS]:
            return self.tables.get(table) or await self._load(table)

    async def _load(self, table: str) -> HostedTable:
        if not await self.storage.read("SELECT 1 FROM tables WHERE id = ?", table):
            await self._ask_formers(table)
            raise KeyError(table)
        owner = await self.storage.claim(table)
        if owner:
            raise Elsewhere(owner)
        try:
            return await self._load_claimed(table)
        except (KeyError, TableRefusal):
            await self.storage.release(table)  # another server, perhaps of another version, may be able to
            await self._ask_formers(table)
            raise

    async def _ask_formers(self, table: str) -> None:
        """Raise `Elsewhere` if an earlier server has this table."""
        address = await self.formers.address_of(table)
        if address:
            raise Elsewhere(address)

    async def _load_claimed(self, table: str) -> HostedTable:
        try:
            kept = await self.storage.load(table)  # read after the claim: nobody else writes from now on
        except (msgspec.MsgspecError, ValueError, TypeError):
            log.exception("table %s is in quarantine: what is stored of it is damaged", table)
            raise TableRefusal("damaged") from None
        if kept is None:
            raise KeyError(table)
        return await self._place(kept)

    async def _place(self, kept: StoredTable) -> HostedTable:
        """Set a table up in memory. A long match, and one with cards of its own, is built in a thread, so that no
        other table waits for it.
        """
        try:
            long = len(kept.lines) > LONG or kept.packs
            table = await asyncio.to_thread(HostedTable, self, kept) if long else HostedTable(self, kept)
        except BrokenMatch:
            log.exception("table %s cannot be opened: its rules broke", kept.row.id)
            raise TableRefusal("stopped") from None
        except GameError as error:  # its sentence may name what a seat has said: for our log only
            log.warning("table %s cannot be opened: %s", kept.row.id, error)
            raise TableRefusal("unreadable") from None
        except Exception:
            log.exception("table %s cannot be opened: its rules broke", kept.row.id)
            raise TableRefusal("stopped") from None
        self.tables[table.id] = table
        table.start()
        return table

    def _lose_all(self) -> None:
        """Let go of all tables, which another process may own by now: everybody joins again where they are."""
        log.warning("the session with the database has ended; all tables are claimed anew")
        for table in list(self.tables.values()):
            table.lose()

    def expires(self, table: HostedTable) -> float:
        """When a table is deleted if nothing happens there, in seconds since 1970."""
        days = self.limits.idle_days if table.record.lines else self.limits.unbegun_days
        last = table.record.lines[-1].at if table.record.lines else table.row.created
        return self.life.until(last, days * 86_400.0)

    def away(self, table: HostedTable, seat: Seat) -> None:
        self.people.pushes.your_turn(table, seat)

    def came(self, table: HostedTable, seat: Seat) -> None:
        self.people.pushes.came(table.id, seat)

    def ended(self, table: HostedTable) -> None:
        self.people.ended(table)

    def forget(self, table: HostedTable) -> None:
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
            self.histories.forget(table.id)

    async def delete(self, name: str) -> None:
        """Delete a table with everything that is stored of it; everybody at it is sent away."""
        await self.storage.delete(name)
        table = self.tables.get(name)
        if table is not None:  # in a moment: whoever deletes it hears first that it is done
            asyncio.get_running_loop().call_soon(table.lose, "this table was deleted")
        await self.storage.release(name)

    # The lobby

    async def lobby(self, language: str) -> Lobby:
        """The games and the public tables; worked out once a second at most."""
        at, known = self._lobbies.get(language, (0.0, None))
        if known is None or time.monotonic() - at > LOBBY_SECONDS:
            games = await self.aside.do("", lambda: offered(language))  # the first time every game is read
            known = Lobby(games, bot_names(), await listed(self, language))
            self._lobbies[language] = time.monotonic(), known
        return known

    async def listed(self, language: str) -> ListedTables:
        """The public tables as they stand now."""
        return ListedTables((await self.lobby(language)).tables)
