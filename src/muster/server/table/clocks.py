"""Clocks that run only while a seat itself is asked, and so stop for everybody else's decisions.

The time a seat has used is stored with its answers. A server notes now and then that it is alive, so that after a crash
a clock goes on from where it stood: it does not run while there is no server.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence

from muster.kernel.requests import DICE, Seat
from muster.server.protocol import ClockRule, Remaining
from muster.server.storage.rows import Line

SHARE = 0.03
"""A bot thinks about one decision for no more than this share of the time it has left."""
LEAST_PATIENCE = 0.05
"""And for so many seconds even when there is none."""


_BEGAN = time.time() - time.monotonic()


def steady_time() -> float:
    """The seconds since 1970, as this process counts them: when somebody sets the machine's clock, nobody's time at a
    table jumps.
    """
    return _BEGAN + time.monotonic()


class Clock:
    """The time of all seats at one table."""

    def __init__(
        self, rule: ClockRule | None, seats: Sequence[Seat], lines: Iterable[Line], asked_for: float = 0.0
    ) -> None:
        """`asked_for`: the seconds for which the present question has been open already."""
        self.rule = rule
        self._before = asked_for
        self._used = dict.fromkeys(seats, 0)
        self._answers = dict.fromkeys(seats, 0)
        self._since: dict[Seat, float] = {}
        self._public: dict[Seat, int] | None = None
        """The clocks as everybody knew them when a secret choice began: the milliseconds left then."""
        self._public_since = 0.0
        self._public_until: dict[Seat, float] = {}
        for line in lines:
            if line.seat != DICE and line.seat in self._used:
                self._used[line.seat] += line.spent
                self._answers[line.seat] += 1

    def thought(self, seat: Seat) -> int:
        """The milliseconds this seat has been thinking about its question."""
        return int((time.monotonic() - self._since[seat]) * 1000) if seat in self._since else 0

    def answered(self, seat: Seat) -> None:
        """Use up the time of an answer that is stored; the next decision starts from zero."""
        self._used[seat] += self.thought(seat)
        self._answers[seat] += 1
        self._since.pop(seat, None)

    def ask(self, pending: Iterable[Seat]) -> None:
        """Let exactly these clocks run."""
        now = time.monotonic()
        asked = [seat for seat in pending if seat in self._used]
        for seat in [seat for seat in self._since if seat not in asked]:
            self._used[seat] += self.thought(seat)
            del self._since[seat]
        if self._public is not None:
            for seat in self._used.keys() - set(asked):
                self._public_until.setdefault(seat, now)
        for seat in asked:
            self._since.setdefault(seat, now - self._before)
        self._before = 0.0

    def left(self, seat: Seat) -> int:
        """Milliseconds until this seat's time is up."""
        rule = self.rule
        if rule is None:
            return 0
        if rule.move:
            return rule.move * 1000 - self.thought(seat)
        return (rule.bank + rule.bonus * self._answers[seat]) * 1000 - self._used[seat] - self.thought(seat)

    def patience(self, seat: Seat) -> float:
        """The seconds that a bot at this seat may think about its question; 0 if there is no clock."""
        return max(LEAST_PATIENCE, SHARE * self.left(seat) / 1000) if self.rule is not None else 0.0

    def conceal(self, secret: bool) -> None:
        """Keep what is publicly known while all choose in secret: how often somebody has answered, and so what their
        clock gained, is nobody else's business until the choice is over.
        """
        if not secret:
            self._public = None
        elif self._public is None and self.rule is not None:
            self._public = {seat: self.left(seat) for seat in self._used}
            self._public_since = time.monotonic()
            self._public_until = {}

    def remaining(self, eyes: Seat | None) -> list[Remaining]:
        """The clocks as somebody may know them: their own as it stands, the others' as everybody knows them."""
        if self.rule is None:
            return []
        return [Remaining(seat, max(0, self._shown(seat, eyes)), seat in self._since) for seat in self._used]

    def _shown(self, seat: Seat, eyes: Seat | None) -> int:
        if self._public is None or seat == eyes:
            return self.left(seat)
        if seat in self._since:
            return self._public[seat] - int((time.monotonic() - self._public_since) * 1000)
        ended = self._public_until.setdefault(seat, self._public_since)
        return self._public[seat] - int((ended - self._public_since) * 1000)

    def running(self) -> list[Seat]:
        return list(self._since) if self.rule is not None else []


class Alarm:
    """Rings when the first clock has run out."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None

    def set(self, left: int | None) -> None:
        """Ring in so many milliseconds, and no earlier; with None never."""
        self.stop()
        if left is not None:
            seconds = max(0.05, left / 1000 + 0.01)
            self._timer = asyncio.get_running_loop().call_later(seconds, self._ring)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Life:
    """The times at which servers were alive: this one since `started`, the one before it until `last_beat`."""

    def __init__(self, started: float, last_beat: float) -> None:
        self._started = started
        self._last_beat = last_beat

    def seconds_since(self, at: float, now: float) -> float:
        """The seconds since a moment during which a server was alive."""
        before = max(0.0, min(self._last_beat, self._started) - at)
        return before + max(0.0, now - max(self._started, at))

    @property
    def gap(self) -> float:
        """The seconds without a server before this one, or by which somebody has set the machine's clock meanwhile."""
        return max(0.0, self._started - self._last_beat) if self._last_beat else 0.0

    def until(self, at: float, seconds: float) -> float:
        """When a term that began at a moment ends: it does not go on while no server is there."""
        return at + seconds + (self.gap if at < self._started else 0.0)
