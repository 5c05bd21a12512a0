"""Aside: what strangers may have worked out in a thread, such as whether a force is legal or how a journal went.

One thing is done at a time, because every thread that works takes the interpreter away from the loop on which all
tables answer; and of those who wait, the network is next whose last turn is longest ago.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from muster.server.lobby.limits import network_of
from muster.server.thinking.crews import Crew
from muster.server.thinking.workers import Worker

T = TypeVar("T")

MOST_WAITING = 40
"""So much one network may have waiting."""


class Aside:
    """The line for one thread."""

    def __init__(self) -> None:
        self._line: Crew[Worker] = Crew(1, MOST_WAITING)

    async def do(self, asker: str, work: Callable[[], T]) -> T:
        """Do something in a thread when it is the turn of somebody at this address. Raises `Crowded`."""
        await self._line.take("", network_of(asker))
        try:
            return await asyncio.to_thread(work)
        finally:
            self._line.give_back(None)
