"""What can be asked at a table without changing anything: why not, plans, odds, how it was, the journal, the dice."""

from __future__ import annotations

import msgspec

from muster.kernel.game import showing_of
from muster.kernel.requests import Seat
from muster.server.protocol import DiceCounts, Looked, NotOffered, Outlook
from muster.server.table.table import HostedTable
from muster.server.telling.audience import not_offered
from muster.server.telling.phrases import TableRefusal
from muster.server.telling.updates import Listener
from muster.server.thinking.odds import chance, odds_job


async def why(table: HostedTable, by: Listener, key: str) -> list[NotOffered]:
    """What is not offered and why; about one key the refusal itself."""
    async with table.lock:
        ask = table.match.ask(table.own(by.seat))
        if key:
            ask.space.accept(key)  # raises the refusal that says why
            return []
        return not_offered(ask, table.words(by.audience.language))


async def preview(table: HostedTable, by: Listener, about: str) -> msgspec.Struct:
    """What something planned would come to, as far as the asker can know."""
    async with table.lock:
        words = table.words(by.audience.language)
        ask = table.match.pending.get(by.seat) if by.seat is not None else None
        eyes = by.audience.eyes
        state = table.match.imagined(eyes)
        return showing_of(table.game).preview(state, eyes, None if ask is None else ask.subject, about, words)


async def odds(table: HostedTable, by: Listener, command: str, question: int, key: str, runs: int) -> Outlook:
    """What an answer would come to. The table is not held up meanwhile."""
    async with table.lock:
        seat = table.own(by.seat)
        if question != table.updates.number(seat):
            raise TableRefusal("stale")
        job = odds_job(table.match, table.record.position(), seat, key, runs)
    reply = await table.house.thinkers.count(job)
    if reply is None or not reply.runs:
        raise TableRefusal("no_odds_now")
    words = table.words(by.audience.language)
    return Outlook(command, key, reply.runs, [chance(count, reply.runs, words) for count in reply.counts])


async def look(table: HostedTable, by: Listener, command: str, seq: int, seat: Seat | None) -> Looked:
    """The table as somebody saw it when their log had `seq` events, through their eyes or those of a seat."""
    async with table.lock:
        audience = by.audience
        eyes = audience.eyes if seat is None else _borrowed(table, by, seat)
        viewers = (*range(table.prepared.seats), None)
        told, seen = await table.house.histories.look(table.id, table.match, viewers, audience.eyes, seq, eyes)
        words = table.words(audience.language)
        picture, scene = audience.picture_of(seen, words), audience.scene_of(seen, words)
        return Looked(command, told, audience.data_of(seen), picture, scene)


def _borrowed(table: HostedTable, by: Listener, seat: Seat) -> Seat:
    """Somebody else's eyes, for those who may look through them."""
    if seat not in table.seating.rows:
        raise TableRefusal("no_seat")
    sees_all = by.seat is None and table.settings.spectators == "all"
    if seat != by.audience.eyes and not table.over and not sees_all:
        raise TableRefusal("not_your_eyes")
    return seat


async def journal(table: HostedTable) -> str:
    """The journal, once everything in it may be known."""
    async with table.lock:
        if not table.over:
            raise TableRefusal("not_over")
        return table.record.journal(table.seating.who())


async def dice(table: HostedTable, command: str) -> DiceCounts:
    """How the dice fell; those of secret rolls only after the end."""
    async with table.lock:
        counted = table.record.dice
        counts = counted.counts(table.over)
        return DiceCounts(command, counted.label(), table.dice_key(), counts, counted.draws)
