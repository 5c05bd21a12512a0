"""Everybody who looks at one table, players and spectators: who is here, and messages to all of them."""

from __future__ import annotations

import time
from collections.abc import Iterator

from muster.kernel.requests import Seat
from muster.kernel.text import Text
from muster.server.protocol import ENCODER, AnyMessage, Fault, People, Place
from muster.server.storage.rows import ChatRow
from muster.server.table.chat import audible, spoken
from muster.server.table.seating import Seating, places_of
from muster.server.telling.phrases import words
from muster.server.telling.updates import Listener


class Company:
    """The listeners at one table. A listener may hang up over a message, so we always go through a copy of the list."""

    def __init__(self, seating: Seating) -> None:
        self._seating = seating
        self._listeners: dict[Listener, None] = {}  # in the order in which they came
        self._left: dict[Seat | None, float] = {}
        self._since = time.monotonic()

    def __iter__(self) -> Iterator[Listener]:
        return iter(list(self._listeners))

    def __len__(self) -> int:
        return len(self._listeners)

    def __contains__(self, listener: Listener) -> bool:
        return listener in self._listeners

    def add(self, listener: Listener) -> None:
        self._listeners[listener] = None

    def discard(self, listener: Listener) -> None:
        self._listeners.pop(listener, None)
        self._left[listener.seat] = time.monotonic()

    def away_for(self, seat: Seat) -> float:
        """The seconds for which nobody has been at a seat, as far as this process knows."""
        return 0.0 if seat in self.seats() else time.monotonic() - self._left.get(seat, self._since)

    def count(self, seat: Seat | None) -> int:
        """How many are here at a seat, or watch."""
        return sum(listener.seat == seat for listener in self._listeners)

    def send_oldest_away(self, seat: Seat) -> None:
        """End the oldest connection of a seat, which has opened more than it can need."""
        oldest = next(listener for listener in self._listeners if listener.seat == seat)
        self.discard(oldest)
        oldest.dismiss(None, "this seat was opened in too many other places")

    def seats(self) -> set[Seat | None]:
        """The seats of people who are here; None is among them if somebody watches."""
        return {listener.seat for listener in self._listeners}

    def places(self) -> list[Place]:
        """The seating, and who of them is here."""
        return places_of(self._seating.rows.values(), self.seats())

    def tell(self, message: AnyMessage, but: Listener | None = None) -> None:
        """Tell everybody, except perhaps the listener who caused it."""
        data = ENCODER.encode(message)
        for listener in self:
            if listener is not but:
                listener.send(data)

    def tell_people(self) -> None:
        """Tell everybody that somebody came, left or was replaced."""
        watching = sum(listener.seat is None for listener in self._listeners)
        self.tell(People(self.places(), watching))

    def pass_on(self, row: ChatRow) -> None:
        """Pass a line of chat on to those who may hear it."""
        data = ENCODER.encode(spoken(row))
        for listener in self:
            if audible(row, listener.seat):
                listener.send(data)

    def tell_stopped(self) -> None:
        """Tell everybody that the table stands still, and why."""
        for listener in self:
            say_stopped(listener)

    def send_away(self, reason: str) -> None:
        """Send everybody away, to join again."""
        for listener in self:
            listener.dismiss(None, reason)


def say_stopped(listener: Listener) -> None:
    text = words(listener.audience.language).say(Text("table.stopped"))
    listener.send(ENCODER.encode(Fault("", text)))
