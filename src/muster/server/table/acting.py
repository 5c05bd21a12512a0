"""Acting: what people at a table do so that the match goes on, or does not: answer, take back, agree, talk, end it.

A command counts once, however often it is sent; whoever has no seat, or whose seat a bot plays, does nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from muster.kernel.refusal import Refusal
from muster.kernel.requests import Seat
from muster.kernel.text import Text
from muster.server.protocol import Phrase, Plea
from muster.server.table.seating import HUMAN
from muster.server.table.table import HostedTable
from muster.server.telling.phrases import TableRefusal
from muster.server.telling.updates import Listener


async def answer(table: HostedTable, seat: Seat | None, command: str, question: int, key: str) -> bool:
    """Give a seat's answer and return when it is stored; True if this command had been carried out before."""

    def give(own: Seat) -> None:
        if question != table.asked(own):
            raise TableRefusal("stale")
        table.match.answer(own, key)

    return await _decide(table, seat, command, give)


async def undo(table: HostedTable, seat: Seat | None, command: str) -> bool:
    table.record.check_room()
    return await _decide(table, seat, command, table.small.undo)


async def reset(table: HostedTable, seat: Seat | None, command: str) -> bool:
    """Take back everything that could be undone one by one, in one act."""
    table.record.check_room()
    return await _decide(table, seat, command, lambda own: table.match.reset(own))


async def settle(table: HostedTable, seat: Seat | None, on: bool) -> None:
    """Have small things decided for a seat from now on, or not."""
    async with table.lock:
        own = table.own(seat)
        table.seating.check_room()
        await table.seating.settle(own, on)
        await table.settle_pending()
        table.go_on()


async def _decide(table: HostedTable, seat: Seat | None, command: str, act: Callable[[Seat], None]) -> bool:
    async with table.lock:
        own = table.own(seat)
        if table.record.has_heard(own, command):
            return True
        _check_in_charge(table, own)
        await table.do(own, command, lambda: act(own))
        return False


def _check_in_charge(table: HostedTable, seat: Seat) -> None:
    if table.broken:
        raise TableRefusal("stopped")
    if table.over:
        raise TableRefusal("over")
    if table.agreeing:
        raise TableRefusal("not_begun")
    bot = table.seating.rows[seat].stand_in
    if bot:
        raise TableRefusal("bot_plays", bot=bot)


# What the others must agree to


async def takeback(table: HostedTable, seat: Seat | None, command: str) -> bool:
    """Ask the others whether this seat may take its last answer back, with everything they have said since."""
    async with table.lock:
        own = table.own(seat)
        if table.record.has_heard(own, command):
            return True
        _check_in_charge(table, own)
        table.record.check_room()
        if table.settings.rated:
            raise TableRefusal("rated_no_takeback")
        if not table.match.may_rewind(own, table.small.has(own)):
            raise Refusal("K undo", Text("kernel.cannot_undo"))
        await _hear_plea(table, table.pleas.ask(own, _people_but(table, own)), command)
        return False


async def ask_to_free(table: HostedTable, seat: Seat, host: Seat | None) -> None:
    """Ask the others whether the seat of somebody who is away may be opened; the table is locked."""
    others = _people_but(table, seat, host)
    await _hear_plea(table, table.pleas.ask(-1 if host is None else host, others, seat), "")


async def consent(table: HostedTable, seat: Seat | None, agree: bool) -> None:
    async with table.lock:
        await _hear_plea(table, table.pleas.answer(table.own(seat), agree), "")


async def _hear_plea(table: HostedTable, plea: Plea, command: str) -> None:
    """Tell everybody how a plea stands, and take back what all have agreed to."""
    table.company.tell(plea)
    if plea.state == "granted" and plea.free is not None:
        await table.seating.free(plea.free)
        await table.reseated()
    elif plea.state == "granted":
        await table.do(plea.seat, command, lambda: table.match.rewind(plea.seat, table.small.has(plea.seat)))


def _people_but(table: HostedTable, *seats: Seat | None) -> Sequence[Seat]:
    return [seat for seat in table.seating.rows if seat not in seats and table.seating.player(seat) == HUMAN]


# Beside the match


async def chat(table: HostedTable, by: Listener, command: str, text: str, phrase: Phrase | None, network: str) -> bool:
    """Say something, from a seat or as one of the spectators of a network; True if it had been said before."""
    async with table.lock:
        author = "" if by.seat is None else table.seating.name(by.seat)
        row = await table.talked.say(by.seat, author, command, text, phrase, table.settings.talk, network)
        if row is None:
            return True
        table.company.pass_on(row)
        return False


def check_deletable(table: HostedTable, by: Listener) -> None:
    """Refuse unless the host asks, and nobody else is in the middle of a match here."""
    if not by.host:
        raise TableRefusal("not_host")
    playing = [] if table.over or not table.begun else _people_but(table, by.seat)
    for seat in playing:
        if table.settings.rated or table.company.away_for(seat) < max(1, table.settings.absence):
            raise TableRefusal("not_deletable", seat=table.seating.name(seat))
