"""Keeping the peace: blocking somebody, and reporting them to the operator."""

from __future__ import annotations

import secrets
import time

import msgspec

from muster.server.people.keys import is_id
from muster.server.people.matches import Tables
from muster.server.protocol.people import NewReport
from muster.server.storage.peace import PeaceShelf, ReportRow
from muster.server.storage.rows import StoredTable
from muster.server.table.chat import last_words
from muster.server.table.table import HostedTable
from muster.server.telling.phrases import TableRefusal

DAY = 86_400.0
BLOCKED = 500
"""So many people one player may have blocked,"""
REPORTS = 10
"""and so many reports they may send in a day."""


class Peace:
    """Blocks and reports."""

    def __init__(self, house: Tables) -> None:
        self._house = house
        self.shelf = PeaceShelf(house.storage)

    async def block(self, player: str, other: str, on: bool) -> list[str]:
        """Block somebody, or no longer; returns everybody whom the player has blocked."""
        if not is_id(other) or other == player:
            raise TableRefusal("no_such_player")
        if not on:
            await self.shelf.unblock(player, other)
        elif len(await self.shelf.blocked(player)) >= BLOCKED:
            raise TableRefusal("blocks_full", most=BLOCKED)
        else:
            await self.shelf.block(player, other, time.time())
        return await self.shelf.blocked(player)

    async def check_company(self, table: HostedTable, player: str) -> None:
        """Refuse somebody who wants to sit down with a player who has blocked them, or whom they have blocked."""
        for row in table.seating.rows.values():
            if player and row.player and row.player != player and await self.shelf.avoid(row.player, player):
                raise TableRefusal("blocked_here")

    async def report(self, player: str, wanted: NewReport) -> None:
        """Report the player at a seat of a table at which one sits, with what was said there last."""
        kept = await self._kept(wanted.table)
        seats = {} if kept is None else {row.seat: row for row in kept.seats}
        if kept is None or wanted.seat not in seats or all(row.player != player for row in seats.values()):
            raise TableRefusal("no_seat")
        now = time.time()
        if await self.shelf.reported(player, now - DAY) >= REPORTS:
            raise TableRefusal("reports_full", most=REPORTS)
        said = msgspec.json.encode(last_words(kept.chat, 0)).decode()
        about = seats[wanted.seat].player
        await self.shelf.report(
            ReportRow(
                secrets.token_hex(6), player, about, wanted.table, wanted.seat, wanted.kind, wanted.text, said, now
            )
        )

    async def _kept(self, table: str) -> StoredTable | None:
        """What is stored of a table, whichever server has it; None if there is none that can be read."""
        try:
            return await self._house.storage.load(table)
        except (msgspec.MsgspecError, ValueError, TypeError):
            return None
