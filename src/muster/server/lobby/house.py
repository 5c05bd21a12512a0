"""The house: all tables of this process. It sets them up, loads them when somebody comes and puts idle ones away."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from muster.bots import bot_names
from muster.forces.limits import check_brought
from muster.kernel.errors import GameError
from muster.kernel.game import POSITION, Game, setup_of
from muster.kernel.journal import Header
from muster.kernel.match import Entry
from muster.kernel.packs import PackFile
from muster.kernel.requests import DICE, Seat
from muster.kernel.sessions import BrokenMatch
from muster.kernel.setup import Prepared
from muster.server.aside import Aside
from muster.server.lobby.bench import judge_first
from muster.server.lobby.brought import Brought, bring, check_options, header_in, with_force
from muster.server.lobby.forces import has_form
from muster.server.lobby.formers import Formers
from muster.server.lobby.games import offered
from muster.server.lobby.limits import Limits
from muster.server.lobby.listing import listed
from muster.server.lobby.measures import Measures
from muster.server.lobby.orders import Orders
from muster.server.lobby.packs import PackDesk, check_name, files_of
from muster.server.lobby.puzzles import Shelf
from muster.server.lobby.upkeep import Upkeep
from muster.server.people.people import People
from muster.server.people.ratings import check_rated
from muster.server.protocol import Claim, Created, ListedTables, Lobby, NewTable
from muster.server.protocol.people import NewTournament
from muster.server.storage.database import Conflict, Elsewhere, Unavailable
from muster.server.storage.rows import Line, SeatRow, Settings, StoredTable, TableRow
from muster.server.storage.storage import Storage
from muster.server.table.agreement import first_dice
from muster.server.table.clocks import Life, steady_time
from muster.server.table.history import Histories
from muster.server.table.reseating import claim
from muster.server.table.seating import HUMAN, OPEN, RULES, tidy_name
from muster.server.table.table import HostedTable
from muster.server.table.tokens import STRANGER, Sitter, hash_token, new_table_id, new_token
from muster.server.telling.phrases import TableRefusal
from muster.server.telling.webhooks import Notices
from muster.server.thinking.studies import Studies
from muster.server.thinking.workers import Thinkers, is_bot
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
        self.people = People(self)
        self.life = Life(steady_time(), 0.0)
        self.connections = 0
        self.turns = Turns()
        self.measures = Measures()
        self._watch()
        self._lobbies: dict[str, tuple[float, Lobby]] = {}
        self._loading = [asyncio.Lock() for _ in range(DOORS)]
        self.aside = Aside()
        self._journals = Aside()
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

    # Setting up

    async def create(self, wanted: NewTable, asker: str = "", network: str = "", sitter: Sitter = STRANGER) -> Created:
        """Set up a new table for somebody at an address, in a network (none: they are trusted), who sits down if they
        give a name; raises `GameError`
        saying what is wrong with the wish.
        """
        if not self.limits.tables:
            raise GameError("this server sets up no new tables: it only lets matches end that have begun")
        if self.unfinished >= self.limits.tables:
            raise GameError(f"there are {self.limits.tables} tables already; try again later")
        origin = hash_token(network)[:16] if network else ""
        if origin and await self.storage.count_unfinished(origin) >= self.limits.tables_per_network:
            raise GameError("your address has set up enough tables: finish or delete some of them")
        if wanted.webhook and not self.notices.may_call(wanted.webhook):
            raise GameError("webhook: this server does not call that address")
        packs = files_of(wanted.game, wanted.packs, wanted.shipped)
        if packs:
            options = {} if wanted.journal else wanted.options
            await self.packs.check(check_name(wanted.game), packs, options, asker)
        if wanted.journal:
            brought = await self._bring(wanted, packs, asker)
            game, prepared = brought.game, brought.prepared
        else:
            check_options(wanted.options)
            if not packs:
                await self._check_position(check_name(wanted.game), wanted.options, asker)
            brought, game = None, await self.packs.laid(check_name(wanted.game), packs)
            check_brought(game, wanted.options)
            prepared = await self.aside.do(asker, lambda: setup_of(game).prepare(wanted.options))
        if wanted.rated:
            check_rated(wanted, prepared.options, prepared.fair, sitter)
        seats = seated(game, prepared, wanted.seats)
        name, token, invite = new_table_id(), new_token(), new_token()
        own = None
        if wanted.name:
            own = next((row.seat for row in seats if row.who == OPEN), None)
            if own is None:
                raise GameError("seats: no seat is open for the host")
            token = sitter.token(name, own)
            seats[own] = SeatRow(own, HUMAN, tidy_name(wanted.name), hash_token(token), player=sitter.player)
        settings = Settings(
            host=hash_token(token),
            invite=hash_token(invite),
            public=wanted.public or bool(wanted.minutes),
            spectators=wanted.spectators,
            clock=wanted.clock,
            webhook=wanted.webhook,
            hints=wanted.hints,
            absence=wanted.absence,
            talk=wanted.talk,
            rated=wanted.rated,
            level=wanted.level,
            until=steady_time() + 60.0 * wanted.minutes if wanted.minutes else 0.0,
            bring=wanted.bring and brought is None and bool(has_form(game)),
        )
        table = await self._begin(game, prepared, settings, seats, name, packs, origin, brought)
        return Created(table, token, invite, own)

    async def claim(self, table: HostedTable, wanted: Claim, sitter: Sitter = STRANGER) -> tuple[Seat, str]:
        """Sit down at an open seat; returns the seat and its token. Somebody who brings a force begins the match with
        it; raises `GameError` with every clause that it breaks.
        """
        name = tidy_name(wanted.name)
        await self.people.check_sitter(table, sitter)
        if wanted.force is None:
            return await claim(table, name, wanted.invite, wanted.seat, sitter)
        async with table.lock:
            table.seating.check_invited(wanted.invite)
            if not table.waiting:
                raise TableRefusal("forces_chosen")
            seat = table.seating.first_open(wanted.seat)
            prepared = with_force(table, seat, wanted.force)
            header = msgspec.structs.replace(table.row.header, options=dict(prepared.options))
            row = msgspec.structs.replace(table.row, header=header)
            token = sitter.token(table.id, seat)
            own = SeatRow(seat, HUMAN, name, hash_token(token), player=sitter.player)
            try:
                await self.storage.amend(row, [own], table.seating.versions)
            except Conflict:
                raise TableRefusal("not_stored") from None
            finally:
                table.lose()  # everybody joins again, at the match as it begins now
        return seat, token

    async def _check_position(self, game: str, options: Mapping[str, Any], asker: str) -> None:
        """Have a position in the options judged by a worker, before anything here reads it."""
        position = options.get(POSITION)
        if isinstance(position, Mapping):
            await judge_first(self.thinkers, game, position, asker)

    async def _bring(self, wanted: NewTable, packs: tuple[PackFile, ...], asker: str) -> Brought:
        """Read a journal in a thread, one at a time, so that no other table waits for it."""
        header = await self._journals.do(asker, lambda: header_in(wanted.journal))
        await self._check_position(wanted.game or header.game, header.options, asker)
        key = secrets.token_bytes(32)
        return await self._journals.do(asker, lambda: bring(wanted.journal, wanted.game, key, packs))

    async def _begin(
        self,
        game: Game[object],
        prepared: Prepared[object],
        settings: Settings,
        seats: list[SeatRow],
        name: str,
        packs: tuple[PackFile, ...],
        origin: str,
        brought: Brought | None = None,
    ) -> str:
        """Store the table; from then on it exists. Its match begins when the dice are agreed."""
        over = False
        lines: list[Line] = []
        if brought is None:
            dice, key = first_dice()
            who = tuple(row.who for row in seats)
            header = Header(game.name, game.rules_version, dict(prepared.options), game.packs, dice, who)
        else:
            lines, over = _lines(brought.journal.entries), brought.over
            header, key = brought.journal.header, brought.journal.key
        row = TableRow(name, steady_time(), header, key, settings, origin)
        await self.storage.create(row, seats, lines, over, packs)
        self.unfinished += not over
        with suppress(Elsewhere):
            await self.find(name)
        return name

    async def set_table(self, name: str, plan: NewTournament, players: tuple[str, str]) -> None:
        """Set up a table of a tournament, with a seat kept for each of two players."""
        game = await self.packs.laid(check_name(plan.game), ())
        prepared = setup_of(game).prepare({})
        if len(prepared.players) != 2:
            raise GameError(f"{plan.game}: a tournament is for games of two")
        rows = seated(game, prepared, [])
        for seat, player in zip(prepared.players, players, strict=True):
            rows[seat] = SeatRow(seat, OPEN, player=player)
        settings = Settings(
            "", hash_token(new_token()), False, "none", clock=plan.clock, rated=plan.rated, absence=86_400
        )
        with suppress(Conflict):
            await self._begin(game, prepared, settings, rows, name, (), "")

    async def rematch(self, table: HostedTable) -> str:
        """Set up a new table with the same people, options and links; asking twice leads to the same table."""
        if not table.over:
            raise TableRefusal("rematch_later")
        base, _, number = table.id.partition("-")
        name = f"{base}-{int(number or 1) + 1}"
        seats = [
            msgspec.structs.replace(row, stand_in="", seal="", nonce="")
            for _, row in sorted(table.seating.rows.items())
        ]
        try:
            await self._begin(table.game, table.prepared, table.settings, seats, name, table.packs, table.row.origin)
        except Conflict:
            log.debug("the rematch %s was there already", name)
        return name

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


def seated(game: Game[object], prepared: Prepared[object], wanted: Sequence[str]) -> list[SeatRow]:
    """Fill the seats: players' seats as wished, open where no wish was made; the rules play the others."""
    players = list(prepared.players)
    if len(wanted) > len(players):
        raise GameError(f"seats: there are {len(players)} players at this table, not {len(wanted)}")
    for who in wanted:
        if who != OPEN and not is_bot(who):
            raise GameError(f"seats: there is no player {who!r}; choose from {OPEN}, {', '.join(bot_names())}")
    by_seat = dict(zip(players, [*wanted, *[OPEN] * (len(players) - len(wanted))], strict=True))
    return [SeatRow(seat, by_seat.get(seat, RULES)) for seat in range(prepared.seats)]


def _lines(entries: Sequence[Entry]) -> list[Line]:
    now = steady_time()
    return [
        Line(
            number,
            entry.seat,
            entry.key,
            tuple(entry.value) if entry.seat == DICE else (),
            at=now,
        )
        for number, entry in enumerate(entries, 1)
    ]
