"""Turns: everything that costs the event loop more than a moment, one after the other, fairly and within a budget.

Looking back, previews, another language or coming to a table are worked out on the loop on which all tables answer. So
they have a share of its time and no more, and of those who wait it is the turn of the one who has used least processor
time lately, whoever asks how often. Answers do not wait here, unless their sender has used far more than people can.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Generator
from typing import Any, Generic, TypeVar

T = TypeVar("T")

SHARE = 0.5
"""The share of the loop's time for all of this together,"""
ALONE = 0.9
"""and when nothing else wants it, as after a restart, when everybody comes back and nobody can answer yet."""
GLANCE = 0.1
"""How much else wants the loop is found out anew after so many seconds."""
HALF_LIFE = 10.0
"""Time somebody has used counts half after so many seconds."""
AT_ONCE = 8
"""So many may be under way: one that waits for a table or for the disk must not keep the others waiting."""
SPACING = 0.002
"""And they begin one after the other, with so many seconds between, the fewer the less else wants the loop: an answer
gets through in the meantime.
"""
LITTLE = 0.02
"""Whoever has used less than so many seconds lately is served in the order in which they came."""
PLENTY = 1.0
"""Somebody who has used so many seconds lately (a tenth of a core, all the time) waits for everything, answers too."""
MOST_REMEMBERED = 10_000


class Metered(Generic[T]):
    """A coroutine whose own processor time is measured: only what it does itself, not what it waits for. Any other
    clock may be used, such as one that is quicker to read and also counts how long the system had something else to do.
    """

    def __init__(self, work: Coroutine[Any, Any, T], clock: Callable[[], float] = time.thread_time) -> None:
        self._work = work
        self._clock = clock
        self.seconds = 0.0

    def __await__(self) -> Generator[Any, Any, T]:
        sent: Any = None
        thrown: BaseException | None = None
        clock = self._clock
        while True:
            began = clock()
            try:
                awaited = self._work.send(sent) if thrown is None else self._work.throw(thrown)
            except StopIteration as done:
                found: T = done.value
                return found
            finally:
                self.seconds += clock() - began
            sent = thrown = None
            try:
                sent = yield awaited
            except BaseException as error:
                thrown = error


class Turns:
    """The line of those who want something of the loop."""

    def __init__(self) -> None:
        self._share = SHARE
        self._seen = 0.0, 0.0, 0.0
        """The moment of the last glance, the time this thread had used, and the time turns had taken by then."""
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []
        self._under_way = 0
        self._resting_until = 0.0
        self._alarm: asyncio.TimerHandle | None = None
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self.seconds = 0.0
        """The processor time that all of this has taken."""

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    async def do(self, asker: str, work: Coroutine[Any, Any, T]) -> T:
        """Do something when it is the asker's turn."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((asker, turn))
        self._call_next()
        try:
            await turn
        except asyncio.CancelledError:
            work.close()
            if (asker, turn) in self._waiting:
                self._waiting.remove((asker, turn))
            elif not turn.cancelled():
                self._done(asker, 0.0)
            raise
        metered = Metered(work)
        try:
            return await metered
        finally:
            self._done(asker, metered.seconds)

    async def at_once(self, asker: str, work: Coroutine[Any, Any, T]) -> T:
        """Do something without waiting, unless the asker has used plenty lately. It counts as theirs all the same."""
        if self.used(asker) > PLENTY:
            return await self.do(asker, work)
        metered = Metered(work, time.perf_counter)
        try:
            return await metered
        finally:
            self._note(asker, metered.seconds)

    def used(self, asker: str) -> float:
        """The processor time somebody has used lately."""
        seconds, at = self._used.get(asker, (0.0, 0.0))
        return float(seconds * 0.5 ** ((time.monotonic() - at) / HALF_LIFE))

    def _done(self, asker: str, seconds: float) -> None:
        """Somebody's turn is over. The next ones wait until the time that it took has come back as rest."""
        self._under_way -= 1
        self.seconds += seconds
        now = time.monotonic()
        self._glance(now)
        self._resting_until = now + seconds * (1 / self._share - 1)
        self._note(asker, seconds)
        self._call_next()

    def _glance(self, now: float) -> None:
        """Find out what share turns may have: what the loop has left for them, but no less than is theirs."""
        at, used, taken = self._seen
        if now - at > GLANCE:
            self._seen = now, time.thread_time(), self.seconds
            others = (self._seen[1] - used - (self.seconds - taken)) / (now - at)
            self._share = max(SHARE, ALONE - others)

    def _note(self, asker: str, seconds: float) -> None:
        self._used[asker] = self.used(asker) + seconds, time.monotonic()
        self._used.move_to_end(asker)
        if len(self._used) > MOST_REMEMBERED:
            self._used.popitem(last=False)

    def _place(self) -> int:
        """The place in the line of whoever has used least; of those who have used little, the first."""
        for place, (asker, _) in enumerate(self._waiting):
            if self.used(asker) < LITTLE:
                return place
        return min(range(len(self._waiting)), key=lambda place: self.used(self._waiting[place][0]))

    def _call_next(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        while self._waiting and self._under_way < AT_ONCE:
            now = time.monotonic()
            if now < self._resting_until:
                self._alarm = asyncio.get_running_loop().call_later(self._resting_until - now, self._call_next)
                return
            following = self._waiting.pop(self._place())
            if not following[1].done():  # not called off meanwhile
                self._under_way += 1
                self._resting_until = now + SPACING * (ALONE - self._share) / (ALONE - SHARE)
                following[1].set_result(None)
