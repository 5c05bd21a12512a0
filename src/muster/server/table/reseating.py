"""Changing who plays a seat: invitations, sitting down, bots that stand in, coming back, opening a seat again."""

from __future__ import annotations

from muster.kernel.requests import Seat
from muster.server.protocol import Invitation
from muster.server.table.table import HostedTable
from muster.server.telling.phrases import TableRefusal, title_of
from muster.server.telling.updates import Listener


def invitation(table: HostedTable, invite: str, language: str) -> Invitation:
    """The table as somebody sees it who is about to sit down; refused without an invitation, unless it is public."""
    table.seating.check_invited(invite)
    settings = table.settings
    title = title_of(table.game, language)
    return Invitation(
        table=table.id,
        game=table.game.name,
        title=title,
        places=table.company.places(),
        spectators=settings.spectators,
        clock=settings.clock,
        hints=settings.hints,
        bring=table.waiting,
    )


async def claim(table: HostedTable, name: str, invite: str, wanted: Seat | None, token: str) -> Seat:
    """Sit down at an open seat; from now on the token opens that seat."""
    async with table.lock:
        waited = table.waiting
        seat = await table.seating.claim(name, invite, wanted, token)
        if waited and not table.waiting:
            table.reseated()
        else:
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
