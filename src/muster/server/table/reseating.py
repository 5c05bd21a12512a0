"""Changing who plays a seat: sitting down, letting a bot stand in, coming back, and opening a seat that was left."""

from __future__ import annotations

from muster.kernel.requests import Seat
from muster.server.table.table import HostedTable
from muster.server.telling.phrases import TableRefusal
from muster.server.telling.updates import Listener


async def claim(table: HostedTable, name: str, invite: str, wanted: Seat | None, token: str) -> Seat:
    """Sit down at an open seat; the token is from now on that seat's."""
    async with table.lock:
        seat = await table.seating.claim(name, invite, wanted, token)
        table.company.tell_people()
        return seat


async def stand_in(table: HostedTable, by: Listener, seat: Seat, bot: str) -> None:
    """Let a bot play a seat: one's own, or as host that of somebody who is away."""
    async with table.lock:
        table.seating.check_person(seat)
        if by.seat != seat:
            _check_host_and_away(table, by, seat)
        await table.seating.stand_in(seat, bot)
        table.reseated()


async def come_back(table: HostedTable, seat: Seat | None) -> None:
    """Take one's own seat back from the bot that stands in."""
    async with table.lock:
        own = table.own(seat)
        if not table.seating.rows[own].stand_in:
            raise TableRefusal("no_stand_in")
        await table.seating.stand_in(own, "")
        await table.settle_pending()
        table.reseated()


async def free(table: HostedTable, by: Listener, seat: Seat) -> None:
    """As host: open the seat of somebody who does not come back."""
    async with table.lock:
        table.seating.check_person(seat)
        _check_host_and_away(table, by, seat)
        await table.seating.free(seat)
        table.reseated()


def _check_host_and_away(table: HostedTable, by: Listener, seat: Seat) -> None:
    if not by.host:
        raise TableRefusal("not_host")
    if seat in table.company.seats():
        raise TableRefusal("not_away", seat=table.seating.name(seat))
