"""Setting tables up: a wish becomes a table, somebody sits down with a force, a match is brought, a rematch begins."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

import msgspec

from muster.bots import bot_names
from muster.forces.limits import check_brought
from muster.kernel.errors import GameError
from muster.kernel.game import POSITION, Game, setup_of
from muster.kernel.journal import Header
from muster.kernel.match import Entry
from muster.kernel.packs import PackFile
from muster.kernel.requests import DICE, Seat
from muster.kernel.setup import Prepared
from muster.server.aside import Aside
from muster.server.lobby.bench import judge_first
from muster.server.lobby.brought import Brought, bring, check_options, header_in, with_force
from muster.server.lobby.forces import has_form
from muster.server.lobby.limits import Limits
from muster.server.lobby.packs import PackDesk, check_name, files_of
from muster.server.people.people import People
from muster.server.people.ratings import check_rated
from muster.server.protocol import Claim, Created, NewTable
from muster.server.protocol.people import NewTournament
from muster.server.storage.database import Conflict, Elsewhere
from muster.server.storage.rows import Line, SeatRow, Settings, TableRow
from muster.server.storage.storage import Storage
from muster.server.table.agreement import first_dice
from muster.server.table.clocks import steady_time
from muster.server.table.reseating import claim
from muster.server.table.seating import HUMAN, OPEN, RULES
from muster.server.table.table import HostedTable
from muster.server.table.tokens import STRANGER, Sitter, hash_token, new_table_id, new_token
from muster.server.telling.phrases import TableRefusal
from muster.server.telling.tidy import tidy_name
from muster.server.telling.webhooks import Notices
from muster.server.thinking.workers import Thinkers, is_bot

log = logging.getLogger("muster.server.lobby.founding")


class Home(Protocol):
    """The house, as far as setting up needs it."""

    storage: Storage
    thinkers: Thinkers
    notices: Notices
    limits: Limits
    packs: PackDesk
    people: People
    aside: Aside
    unfinished: int

    async def find(self, table: str) -> HostedTable: ...


class Founding:
    """Sets up the tables of a house."""

    def __init__(self, house: Home) -> None:
        self._house = house
        self._journals = Aside()

    async def create(self, wanted: NewTable, asker: str = "", network: str = "", sitter: Sitter = STRANGER) -> Created:
        """Set up a new table for somebody at an address, in a network (none: they are trusted), who sits down if they
        give a name; raises `GameError`
        saying what is wrong with the wish.
        """
        if not self._house.limits.tables:
            raise GameError("this server sets up no new tables: it only lets matches end that have begun")
        if self._house.unfinished >= self._house.limits.tables:
            raise GameError(f"there are {self._house.limits.tables} tables already; try again later")
        origin = hash_token(network)[:16] if network else ""
        if origin and await self._house.storage.count_unfinished(origin) >= self._house.limits.tables_per_network:
            raise GameError("your address has set up enough tables: finish or delete some of them")
        if wanted.webhook and not self._house.notices.may_call(wanted.webhook):
            raise GameError("webhook: this server does not call that address")
        packs = files_of(wanted.game, wanted.packs, wanted.shipped)
        if packs:
            options = {} if wanted.journal else wanted.options
            await self._house.packs.check(check_name(wanted.game), packs, options, asker)
        if wanted.journal:
            brought = await self._bring(wanted, packs, asker)
            game, prepared = brought.game, brought.prepared
        else:
            check_options(wanted.options)
            if not packs:
                await self._check_position(check_name(wanted.game), wanted.options, asker)
            brought, game = None, await self._house.packs.laid(check_name(wanted.game), packs)
            check_brought(game, wanted.options)
            prepared = await self._house.aside.do(asker, lambda: setup_of(game).prepare(wanted.options))
        if wanted.rated:
            check_rated(wanted, prepared.options, prepared.fair, sitter)
        seats = seated(game, prepared, wanted.seats)
        name, token, invite = new_table_id(), new_token(), new_token()
        own = None
        if wanted.name:
            own = next((row.seat for row in seats if row.who == OPEN and wanted.seat in (None, row.seat)), None)
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
        await self._house.people.check_sitter(table, sitter)
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
                await self._house.storage.amend(row, [own], table.seating.versions)
            except Conflict:
                raise TableRefusal("not_stored") from None
            finally:
                table.lose()  # everybody joins again, at the match as it begins now
        return seat, token

    async def _check_position(self, game: str, options: Mapping[str, Any], asker: str) -> None:
        """Have a position in the options judged by a worker, before anything here reads it."""
        position = options.get(POSITION)
        if isinstance(position, Mapping):
            await judge_first(self._house.thinkers, game, position, asker)

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
        await self._house.storage.create(row, seats, lines, over, packs)
        self._house.unfinished += not over
        with suppress(Elsewhere):
            await self._house.find(name)
        return name

    async def set_table(self, name: str, plan: NewTournament, players: tuple[str, str]) -> None:
        """Set up a table of a tournament, with a seat kept for each of two players."""
        game = await self._house.packs.laid(check_name(plan.game), ())
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
