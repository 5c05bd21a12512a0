"""One's matches: where one sits, whose turn it is, and how the finished ones ended."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from itertools import groupby
from typing import Protocol

import msgspec

from muster.kernel.errors import GameError
from muster.kernel.requests import Seat
from muster.library import load_game
from muster.server.protocol.people import MyMatch
from muster.server.storage.database import Elsewhere, Unavailable
from muster.server.storage.people import PeopleShelf, ResultRow, SatRow
from muster.server.storage.storage import Storage
from muster.server.table.clocks import Life
from muster.server.table.seating import OPEN, RULES
from muster.server.table.table import HostedTable
from muster.server.telling.phrases import TableRefusal, title_of

log = logging.getLogger("muster.server.people.matches")

LISTED = 60
LOADED = 12
"""So many unfinished matches are opened to see whose turn it is."""


class Tables(Protocol):
    """Where tables are found."""

    storage: Storage
    tables: dict[str, HostedTable]
    life: Life

    async def find(self, table: str) -> HostedTable: ...

    def ended(self, table: HostedTable) -> None:
        """Have noted how the match of a table ended, if that was not done yet."""


class Matches:
    """The matches of people."""

    def __init__(self, house: Tables, note: Callable[[HostedTable], Awaitable[None]]) -> None:
        self._house = house
        self._note = note
        self._shelf = PeopleShelf(house.storage)

    async def of(self, player: str, language: str) -> list[MyMatch]:
        """A player's matches: the unfinished ones first, and of those the ones that wait for them."""
        sat = await self._shelf.sat(player, LISTED)
        ended = {(row.table, row.seat): row.result for row in await self._shelf.results(player, 4 * LISTED)}
        found: list[MyMatch] = []
        opened = 0
        for name, rows in groupby(sat, key=lambda row: row.table):
            seats = list(rows)
            table = self._house.tables.get(name)
            if table is None and not seats[0].finished and opened < LOADED:
                opened += 1
                table = await self._opened(name)
            found.append(await self._match(seats, table, language, ended))
        return sorted(found, key=lambda one: (one.over, one.turn is not True, -one.since))

    async def _opened(self, name: str) -> HostedTable | None:
        try:
            return await self._house.find(name)
        except (TableRefusal, Unavailable, KeyError, Elsewhere) as error:
            log.debug("table %s cannot be looked at: %s", name, error)
            return None

    async def _match(
        self,
        sat: list[SatRow],
        table: HostedTable | None,
        language: str,
        ended: dict[tuple[str, int], str],
    ) -> MyMatch:
        first = sat[0]
        seats = sorted(row.seat for row in sat)
        over = bool(first.finished) or (table is not None and table.over)
        result = ended.get((first.table, seats[0]), "")
        if over and not result:
            result = await self.settle(first.table, seats[0])
        return MyMatch(
            table=first.table,
            game=first.game,
            title=title_in(first.game, language),
            seats=seats,
            others=await self._others(first.table, seats),
            turn=False
            if over
            else True
            if any(row.reserved for row in sat)
            else None
            if table is None
            else awaits(table, seats),
            since=first.finished or (first.created if table is None else since(table)),
            over=over,
            reserved=any(row.reserved for row in sat),
            result=result,  # type: ignore[arg-type]  # `results_of` writes no others
        )

    async def _others(self, table: str, seats: list[Seat]) -> list[str]:
        rows = await self._house.storage.read(
            "SELECT seat, who, name, player FROM seats WHERE table_id = ? ORDER BY version", table
        )
        latest = {seat: (who, name, player) for seat, who, name, player in rows if seat not in seats}
        kept = await self._shelf.names([player for who, _, player in latest.values() if who == OPEN and player])
        named = [
            (who, kept.get(player, "") if who == OPEN else name or who)
            for _, (who, name, player) in sorted(latest.items())
        ]
        return [name for who, name in named if name and who != RULES]

    async def settle(self, name: str, seat: Seat) -> str:
        """Write down how a finished match ended, if that is not known yet; how it ended for a seat."""
        rows = await self._shelf.results_at(name)
        if not rows:
            table = await self._opened(name)
            if table is None or not table.over:
                return ""
            rows = results_of(table)
            await self._note(table)
        return next((row.result for row in rows if row.seat == seat), "")


def awaits(table: HostedTable, seats: Iterable[Seat]) -> bool:
    """Whether a table waits for somebody at these seats."""
    awaited = table.awaited()
    return bool(set(table.match.pending if awaited is None else awaited) & set(seats))


def since(table: HostedTable) -> float:
    """When it became somebody's turn. While all choose in secret it is when that began: what others have answered
    since is their secret.
    """
    lines = table.record.lines
    begun = table.match.secret_since
    if begun is not None:
        lines = lines[:begun]
    return lines[-1].at if lines else table.row.created


def results_of(table: HostedTable) -> list[ResultRow]:
    """How a match that is over ended for each player."""
    result = table.match.result
    players = list(table.prepared.players)
    winners = [seat for seat in players if result is not None and seat in result.winners]
    scores = result.scores if result is not None else ()
    at = table.record.lines[-1].at if table.record.lines else table.row.created
    drawn = not winners or len(winners) == len(players) > 1
    return [
        ResultRow(
            table.id,
            seat,
            table.seating.rows[seat].player,
            table.game.name,
            "drawn" if drawn else "won" if seat in winners else "lost",
            scores[seat] if seat < len(scores) else 0,
            at,
        )
        for seat in players
    ]


def title_in(game: str, language: str) -> str:
    """The title of a game; its name, if it is not here any more."""
    try:
        return title_of(load_game(game), language)
    except (GameError, msgspec.MsgspecError):
        return game
