"""Crews of workers: whose turn it is when all of them are busy, and which worker gets a job.

Turns are fair: of those who wait, the asker whose last turn is longest ago is next, so nobody gets more by asking more
often. A table's jobs go to the worker that knows the table, when that one is free.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

MOST_ASKERS = 1_000
"""The last turns of so many askers are remembered."""


class Knowing(Protocol):
    """A worker, as far as a crew cares."""

    def knows(self, table: str) -> bool:
        """Whether it has the match of this table."""


W = TypeVar("W", bound=Knowing)


class Crowded(Exception):
    """Somebody has asked for too much at once."""


@dataclass(slots=True, eq=False)
class Waiting(Generic[W]):
    """Somebody who waits for a worker."""

    asker: str
    table: str
    turn: asyncio.Future[W | None]


class Crew(Generic[W]):
    """So many places for workers; a worker starts when its place is first needed (None until then). `most` is how much
    one asker may have waiting; 0 for any number.
    """

    def __init__(self, count: int, most: int = 0) -> None:
        self._idle: list[W | None] = [None] * count
        self._most = most
        self._waiting: list[Waiting[W]] = []
        self._turns: OrderedDict[str, int] = OrderedDict()
        self._count = 0

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    async def take(self, table: str, asker: str) -> W | None:
        """Wait for a worker; `give_back` when it is done. Raises `Crowded`."""
        if self._most and sum(one.asker == asker for one in self._waiting) >= self._most:
            raise Crowded
        waiting: Waiting[W] = Waiting(asker, table, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._call_next()
        try:
            return await waiting.turn
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            elif not waiting.turn.cancelled():
                self.give_back(waiting.turn.result())
            raise

    def give_back(self, worker: W | None) -> None:
        """A place is free again; None if its worker is gone."""
        self._idle.append(worker)
        self._call_next()

    def _call_next(self) -> None:
        while self._idle and self._waiting:
            following = min(self._waiting, key=lambda one: self._turns.get(one.asker, 0))
            self._waiting.remove(following)
            if following.turn.done():  # called off meanwhile
                continue
            self._count += 1
            self._turns.pop(following.asker, None)
            self._turns[following.asker] = self._count
            if len(self._turns) > MOST_ASKERS:
                self._turns.popitem(last=False)
            following.turn.set_result(self._pick(following.table))

    def _pick(self, table: str) -> W | None:
        """The worker that knows the table; or a new one; or the one that has been idle longest."""
        knows = [place for place, worker in enumerate(self._idle) if worker is not None and worker.knows(table)]
        new = [place for place, worker in enumerate(self._idle) if worker is None]
        return self._idle.pop([*knows, *new, 0][0])
