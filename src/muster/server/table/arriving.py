"""Arriving: somebody comes to a table, hears who is here and sees everything that they have missed."""

from __future__ import annotations

import logging
import time

from muster.server.protocol import ENCODER, VERSION, Welcome
from muster.server.table import agreement
from muster.server.table.company import say_stopped
from muster.server.table.seating import OPEN
from muster.server.table.table import HostedTable
from muster.server.telling.phrases import TableRefusal, title_of
from muster.server.telling.updates import Listener

log = logging.getLogger("muster.server.table.arriving")


async def join(table: HostedTable, listener: Listener, command: str, since: int, check: int) -> None:
    """Let somebody look at the table: tell them who is here, then everything they have missed."""
    async with table.lock:
        table.idle_since = time.monotonic()
        if listener.seat is not None and table.seating.rows[listener.seat].who == OPEN:
            await table.seating.come_back(listener.seat)
        table.company.add(listener)
        greeting = _greeting(table, listener, since, check)
        listener.send(ENCODER.encode(_welcome(table, listener, command)))
        if table.agreeing:
            listener.send(ENCODER.encode(agreement.agreement(table.row.header.dice, table.seating)))
        listener.send(greeting)
        if listener.seat is not None:
            table.house.notices.came(table.id, listener.seat)
            table.house.came(table, listener.seat)
        table.company.tell_people()
        void = table.pleas.void_for(listener.seat)
        if void is not None:
            table.company.tell(void)
        if table.pleas.open is not None:
            listener.send(ENCODER.encode(table.pleas.open))
        if table.broken:
            say_stopped(listener)


def _greeting(table: HostedTable, listener: Listener, since: int, check: int) -> bytes:
    """The update with everything somebody has missed; refused if the rules cannot show it."""
    others = [other for other in table.company if other is not listener]
    try:
        table.updates.catch_up(listener.audience, others)
        return table.updates.greeting(listener.audience, since, check)
    except Exception:
        log.exception("table %s: the rules failed when the table was to be shown", table.id)
        table.company.discard(listener)
        table.break_down()
        raise TableRefusal("stopped") from None


def _welcome(table: HostedTable, listener: Listener, command: str) -> Welcome:
    header = table.row.header
    return Welcome(
        id=command,
        version=VERSION,
        table=table.id,
        game=header.game,
        title=title_of(table.game, listener.audience.language),
        # A position holds everybody's secrets, so it is told after the end.
        options={} if table.from_position and not table.over else header.options,
        rules_version=header.rules_version,
        dice=header.dice,
        seat=listener.seat,
        host=listener.host,
        spectators=table.settings.spectators,
        hints=table.settings.hints,
        absence=table.settings.absence,
        expires=0.0 if table.over else table.house.expires(table),
        places=table.company.places(),
        chat=table.talked.recent(listener.seat),
        packs=header.laid_over(),
        talk=table.settings.talk,
        rated=table.settings.rated,
    )
