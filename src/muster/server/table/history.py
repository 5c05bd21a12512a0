"""Looking back: the table as a viewer saw it when its log was shorter. What is needed for it is kept for few tables."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from muster.kernel.game import Look
from muster.kernel.history import History
from muster.kernel.match import Match
from muster.kernel.requests import Seat

MOST_TABLES = 32
"""The histories of so many tables are kept; others are made again when somebody looks."""


class Histories:
    """The histories of the tables at which somebody looked back lately."""

    def __init__(self, most: int = MOST_TABLES) -> None:
        self._most = most
        self._histories: OrderedDict[str, History[object]] = OrderedDict()

    async def look(
        self,
        table: str,
        match: Match[object],
        viewers: Sequence[Seat | None],
        own: Seat | None,
        heard: int,
        eyes: Seat | None,
    ) -> tuple[int, Look]:
        """The first moment at which the viewer `own` had heard so much, through `eyes`: how much it was, and the look.

        The table is locked meanwhile; other tables are not held up.
        """
        history = self._histories.pop(table, None) or History(match, viewers)
        for _ in history.follow(match):
            await asyncio.sleep(0)
        self._histories[table] = history
        while len(self._histories) > self._most:
            self._histories.popitem(last=False)
        moment, length = history.moment(own, heard)
        return length, history.look(moment, eyes)

    def forget(self, table: str) -> None:
        self._histories.pop(table, None)
