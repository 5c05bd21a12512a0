"""What is sent to whom when a table has changed: each audience its own update, made once, and only if it says something
new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

import msgspec

from muster.kernel.game import Game
from muster.kernel.requests import Seat
from muster.server.audience import Audience, Eyes, make_update
from muster.server.clocks import Clock
from muster.server.protocol import ENCODER, AnyMessage, Update
from muster.server.record import Record
from muster.server.seating import Seating


class Listener(Protocol):
    """A connection, as a table knows it."""

    audience: Audience
    seat: Seat | None
    host: bool

    def send(self, data: bytes) -> None:
        """Put something on its way, without waiting."""

    def dismiss(self, message: AnyMessage | None, reason: str) -> None:
        """Say a last thing and hang up."""


class Bulletin:
    """What everybody at one table knows, and the news for them."""

    def __init__(
        self, game: Game[Any], record: Record, seating: Seating, clock: Clock, seats: int, dice_key: Callable[[], str]
    ) -> None:
        self._game = game
        self._record = record
        self._seating = seating
        self._clock = clock
        self._dice_key = dice_key
        self._eyes = Eyes(record.match, seats)
        self._shown: dict[Audience, Update] = {}
        """The last update of each audience, with its view as bytes."""

    def publish(self, listeners: Iterable[Listener], only: Seat | None = None) -> None:
        """Send everybody what is new to them; whoever sees nothing new hears nothing. With `only`, that seat alone has
        something new to see.
        """
        starts = self._eyes.look(self._record.match)
        audiences: dict[Audience, list[Listener]] = {}
        for listener in listeners:
            audiences.setdefault(listener.audience, []).append(listener)
        self._shown = {audience: shown for audience, shown in self._shown.items() if audience in audiences}
        for audience, members in audiences.items():
            if only is not None and audience.eyes != only:
                continue
            data = self._news(audience, self._update(audience, starts[audience.eyes]))
            if data is not None:
                for listener in members:
                    listener.send(data)

    def greeting(self, audience: Audience, since: int, check: int) -> bytes:
        """Everything a client has missed that says it knows `since` events."""
        update = self._update(audience, self._eyes[audience.eyes].known(since, check))
        return self._timed(self._remember(audience, update))

    def number(self, seat: Seat) -> int:
        """The number of the question before a seat; refused when there is none."""
        return self._record.number(seat, self._record.match.ask(seat), self._eyes[seat].checks[-1])

    def _update(self, audience: Audience, start: int) -> Update:
        match = self._record.match
        number = self.number(audience.eyes) if audience.plays and audience.eyes in match.pending else 0
        words = self._seating.words(self._game.catalogue, audience.language)
        log = self._eyes[audience.eyes]
        settles = audience.plays and audience.eyes in self._seating.settling()
        return make_update(match, audience, log, start, words, number, self._dice_key(), [], settles)

    def _news(self, audience: Audience, update: Update) -> bytes | None:
        """An update as bytes, without a view that was sent before; None when nothing in it is new."""
        before = self._shown.get(audience)
        update = self._remember(audience, update)
        shown = self._shown[audience]
        if before is not None and before.view == shown.view and before.picture == shown.picture:
            if before == shown and not update.events and update.start == update.seq:
                return None
            update = msgspec.structs.replace(update, view=None, picture="")
        return self._timed(update)

    def _remember(self, audience: Audience, update: Update) -> Update:
        """Note what an audience is shown; the update with its view as bytes, which are made once."""
        view = None if update.view is None else ENCODER.encode(update.view)
        self._shown[audience] = msgspec.structs.replace(update, view=view, events=[], start=0)
        return update if view is None else msgspec.structs.replace(update, view=msgspec.Raw(view))

    def _timed(self, update: Update) -> bytes:
        return ENCODER.encode(msgspec.structs.replace(update, clocks=self._clock.remaining()))
