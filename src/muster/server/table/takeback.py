"""Consent of all: to take something back, or to open the seat of somebody who is away. Somebody asks,
everybody else at the table must agree, and any answer meanwhile ends it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from muster.kernel.requests import Seat
from muster.server.protocol import Plea
from muster.server.telling.phrases import TableRefusal


class Pleas:
    """The open plea of one table, if there is one."""

    def __init__(self) -> None:
        self._seat: Seat | None = None
        self._free: Seat | None = None
        self._waiting: set[Seat] = set()

    @property
    def open(self) -> Plea | None:
        """The plea that is open now."""
        return None if self._seat is None else Plea(self._seat, sorted(self._waiting), "open", self._free)

    def ask(self, seat: Seat, others: Collection[Seat], free: Seat | None = None) -> Plea:
        """Ask to take something back, or to free a seat; granted at once if there is nobody else to ask."""
        if self._seat is not None:
            raise TableRefusal("plea_open")
        self._seat, self._waiting, self._free = seat, set(others), free
        return self._granted() or Plea(seat, sorted(others), "open", free)

    def answer(self, seat: Seat, agree: bool) -> Plea:
        """Let a seat agree or decline; returns how the plea stands."""
        asker = self._seat
        if asker is None or (seat not in self._waiting and seat != asker):
            raise TableRefusal("no_plea")
        if not agree:
            return self._over("declined")
        self._waiting.discard(seat)
        return self._granted() or Plea(asker, sorted(self._waiting), "open", self._free)

    def void(self) -> Plea | None:
        """Drop the plea, because the match goes on."""
        return None if self._seat is None else self._over("void")

    def void_for(self, seat: Seat | None) -> Plea | None:
        """Drop a plea to free this seat: its player is back."""
        return self.void() if seat is not None and self._free == seat else None

    def _granted(self) -> Plea | None:
        return None if self._waiting else self._over("granted")

    def _over(self, state: Literal["granted", "declined", "void"]) -> Plea:
        assert self._seat is not None
        plea = Plea(self._seat, [], state, self._free)
        self._seat, self._waiting, self._free = None, set(), None
        return plea
