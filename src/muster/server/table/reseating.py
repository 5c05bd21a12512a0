"""Changing who plays a seat: invitations, sitting down, a part of the dice, bots that stand in, coming back, opening a
seat again.
"""

from __future__ import annotations

import math

import msgspec

from muster.kernel.agreed_dice import commitment_to, read_stretches
from muster.kernel.requests import Seat
from muster.server.protocol import Invitation
from muster.server.storage.rows import SeatRow
from muster.server.table import agreement
from muster.server.table.acting import ask_to_free
from muster.server.table.table import HostedTable
from muster.server.table.tokens import Sitter
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
        absence=settings.absence,
        bring=table.waiting,
        packs=table.row.header.laid_over(),
        rated=settings.rated,
        level=settings.level,
        position=table.from_position,
    )


async def claim(table: HostedTable, name: str, invite: str, wanted: Seat | None, sitter: Sitter) -> tuple[Seat, str]:
    """Sit down at an open seat; returns the seat and the token that opens it from now on. A newcomer in the middle of a
    match has a part of the dice like everybody else: new ones are agreed.
    """
    async with table.lock:
        seat, token = await table.seating.claim(name, invite, wanted, sitter)
        if not table.agreeing and not table.over and read_stretches(table.row.header.dice):
            await _agree_anew(table)
        await table.reseated()
        return seat, token


async def _agree_anew(table: HostedTable) -> None:
    """Agree on new dice, because somebody new plays from here on; the table is locked."""
    await agreement.clear(table.seating)
    await table.record.agree(agreement.renewed(table.row, table.record.rolls))


async def seal(table: HostedTable, seat: Seat | None, seal: str) -> None:
    """Bind a seat to a nonce for the dice. Somebody who seals again when all have sealed has lost their nonce: then
    everybody seals anew.
    """
    async with table.lock:
        row = _giving(table, seat)
        if row.nonce and row.seal != seal:
            raise TableRefusal("dice_given")
        if row.seal == seal:
            return
        table.seating.check_room()
        if agreement.is_open(table.seating):
            await agreement.clear(table.seating)
        await table.seating.change(msgspec.structs.replace(row, seal=seal, nonce=""))
        await table.agree()


async def reveal(table: HostedTable, seat: Seat | None, nonce: str) -> None:
    """Show the nonce that a seat has sealed. With the last one the match goes on."""
    async with table.lock:
        row = _giving(table, seat)
        if commitment_to(bytes.fromhex(nonce)) != row.seal:
            raise TableRefusal("dice_false_nonce")
        if not agreement.is_open(table.seating):
            raise TableRefusal("dice_shown_early")
        if not row.nonce:
            await table.seating.change(msgspec.structs.replace(row, nonce=nonce))
            await table.agree()


def _giving(table: HostedTable, seat: Seat | None) -> SeatRow:
    """The seat of somebody who has a part of the dice that are being agreed."""
    row = table.seating.rows[table.own(seat)]
    if not table.agreeing:
        raise TableRefusal("dice_are_agreed")
    if not agreement.gives(row):
        raise TableRefusal("bot_plays", bot=row.stand_in)
    return row


async def stand_in(table: HostedTable, by: Listener, seat: Seat, bot: str) -> None:
    """Let a bot play a seat: one's own, or as host that of somebody who is away."""
    async with table.lock:
        table.seating.check_person(seat)
        if by.seat != seat:
            _check_host_and_away(table, by, seat)
        table.seating.check_room()
        await table.seating.stand_in(seat, bot)
        await table.reseated()


async def come_back(table: HostedTable, seat: Seat | None) -> None:
    """Take one's own seat back from the bot that stands in."""
    async with table.lock:
        own = table.own(seat)
        if not table.seating.rows[own].stand_in:
            raise TableRefusal("no_stand_in")
        table.seating.check_room()
        await table.seating.stand_in(own, "")
        await table.settle_pending()
        await table.reseated()


async def free(table: HostedTable, by: Listener, seat: Seat) -> None:
    """As host: ask everybody else to open the seat of somebody who does not come back. Their old link still brings them
    back as long as nobody else has sat down there.
    """
    async with table.lock:
        table.seating.check_person(seat)
        _check_host_and_away(table, by, seat)
        table.seating.check_room()
        await ask_to_free(table, seat, by.seat)


def _check_host_and_away(table: HostedTable, by: Listener, seat: Seat) -> None:
    if not by.host:
        raise TableRefusal("not_host")
    if table.settings.rated:
        raise TableRefusal("rated_clock")
    if seat in table.company.seats():
        raise TableRefusal("not_away", seat=table.seating.name(seat))
    wait = table.settings.absence - table.company.away_for(seat)
    if wait > 0:
        raise TableRefusal("not_away_long", seat=table.seating.name(seat), seconds=math.ceil(wait))
