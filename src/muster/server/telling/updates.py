"""Updates: when a table has changed, each audience gets its own, made once, and only if it says something new."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Protocol

import msgspec

from muster.kernel.match import Match
from muster.kernel.requests import Ask, Seat
from muster.kernel.words import Words
from muster.server.protocol import ENCODER, AnyMessage, Remaining, Update
from muster.server.protocol.changes import changes_between
from muster.server.telling.audience import Audience, Eyes, make_update


class Listener(Protocol):
    """A connection, as a table knows it."""

    audience: Audience
    seat: Seat | None
    host: bool

    def send(self, data: bytes) -> None:
        """Send something without waiting."""

    def dismiss(self, message: AnyMessage | None, reason: str) -> None:
        """Say a last thing and hang up."""


class Situation(Protocol):
    """A table, as far as updates need it."""

    @property
    def match(self) -> Match[object]:
        """The match as it stands."""

    def words(self, language: str) -> Words:
        """The game's words with the names of the people at this table."""

    def number(self, seat: Seat, ask: Ask[Any], told: int) -> int:
        """The number of a seat's open question, given what the seat was told."""

    def awaited(self) -> list[Seat] | None:
        """The seats whose part of the dice is missing; None if the match goes on."""

    @property
    def begun(self) -> bool:
        """Whether there is something of the match to see."""

    def settling(self) -> Collection[Seat]:
        """The seats for which small things are decided."""

    def remaining(self, eyes: Seat | None) -> list[Remaining]:
        """The time left on each clock, as far as these eyes may know it."""

    def dice_key(self) -> str:
        """The key of the dice, once it may be known."""


class Updates:
    """Everything the audiences of one table know, and the news for them."""

    def __init__(self, situation: Situation, seats: int) -> None:
        self._situation = situation
        self._eyes = Eyes(situation.match, seats)
        self._shown: dict[Audience, Update] = {}
        """The last update of each audience, without its events."""
        self._owed: dict[Audience, int] = {}
        """Audiences of spectators who have not been told yet, and the event from which on something is new to them."""

    def publish(self, listeners: Iterable[Listener], only: Seat | None = None) -> None:
        """Send players what is new to them; one with nothing new gets nothing. With `only`, just that seat has
        something new to see. Spectators, of whom there may be many, are told later (`owed`).
        """
        starts = self._eyes.look(self._situation.match)
        audiences = by_audience(listeners)
        self._shown = {audience: shown for audience, shown in self._shown.items() if audience in audiences}
        self._owed = {audience: start for audience, start in self._owed.items() if audience in audiences}
        for audience, members in audiences.items():
            start = starts[audience.eyes]
            if only is not None and audience.eyes != only:
                continue
            if audience.plays:
                self._tell(audience, start, members)
            else:
                self._owed[audience] = min(start, self._owed.get(audience, start))

    @property
    def owed(self) -> Audience | None:
        """Spectators who are to be told something, those who wait longest; None if all know everything."""
        return next(iter(self._owed), None)

    def catch_up(self, audience: Audience, listeners: Iterable[Listener]) -> None:
        """Tell spectators what they have not been told yet."""
        start = self._owed.pop(audience, None)
        if start is not None:
            self._tell(audience, start, [listener for listener in listeners if listener.audience == audience])

    def _tell(self, audience: Audience, start: int, members: Iterable[Listener]) -> None:
        data = self._news(audience, self._update(audience, start))
        if data is not None:
            for listener in members:
                listener.send(data)

    def greeting(self, audience: Audience, since: int, check: int) -> bytes:
        """The update with everything missed by a client that says it knows `since` events."""
        update = self._update(audience, self._eyes[audience.eyes].known(since, check))
        self._remember(audience, update)
        return self._timed(update, audience)

    def number(self, seat: Seat) -> int:
        """The number of a seat's open question; refused if it has none."""
        return self._situation.number(seat, self._situation.match.ask(seat), self._eyes[seat].checks[-1])

    def _update(self, audience: Audience, start: int) -> Update:
        situation, match = self._situation, self._situation.match
        awaited = situation.awaited()
        if not situation.begun:
            return Update(0, 0, 0, [], awaited or [], None, False)
        number = self.number(audience.eyes) if audience.plays and audience.eyes in match.pending else 0
        words = situation.words(audience.language)
        log = self._eyes[audience.eyes]
        settles = audience.plays and audience.eyes in situation.settling()
        update = make_update(match, audience, log, start, words, number, situation.dice_key(), [], settles)
        if awaited is None:
            return update
        return msgspec.structs.replace(update, waiting=awaited, question=None, may_undo=False)

    def _news(self, audience: Audience, update: Update) -> bytes | None:
        """An update as bytes, without a view that was sent before; None if nothing in it is new."""
        before = self._shown.get(audience)
        shown = self._remember(audience, update)
        if before is None:
            return self._timed(update, audience)
        changes = changes_between(before.view, shown.view)
        if not changes and before.picture == shown.picture and before.scene == shown.scene:
            if not update.events and update.start == update.seq and before == shown:
                return None
            update = msgspec.structs.replace(update, view=None, picture="", scene=None)
        elif audience.changes and before.view is not None and changes[0][0]:
            update = msgspec.structs.replace(update, view=None, changes=changes)
        return self._timed(update, audience)

    def _remember(self, audience: Audience, update: Update) -> Update:
        """Note what an audience is shown."""
        self._shown[audience] = shown = msgspec.structs.replace(update, events=[], start=0)
        return shown

    def _timed(self, update: Update, audience: Audience) -> bytes:
        return ENCODER.encode(msgspec.structs.replace(update, clocks=self._situation.remaining(audience.eyes)))


def by_audience(listeners: Iterable[Listener]) -> dict[Audience, list[Listener]]:
    found: dict[Audience, list[Listener]] = {}
    for listener in listeners:
        found.setdefault(listener.audience, []).append(listener)
    return found
