"""Looking back: the table as a viewer saw it when its log was shorter. Histories are kept for a few tables only."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from muster.coach.turning import weigher
from muster.kernel.history import History
from muster.kernel.match import Match
from muster.kernel.requests import Seat

MOST_TABLES = 32
"""Keep the histories of so many tables; others are made again when somebody looks."""


class Histories:
    """The histories of the tables at which somebody looked back lately."""

    def __init__(self, most: int = MOST_TABLES) -> None:
        self._most = most
        self._histories: OrderedDict[str, History[object]] = OrderedDict()

    async def of(self, table: str, match: Match[object], viewers: Sequence[Seat | None]) -> History[object]:
        """The history of a table's match, up to date.

        The table is locked meanwhile; other tables are not held up.
        """
        history = self._histories.pop(table, None) or History(match, viewers, weigher(match.game))
        for _ in history.follow(match):
            await asyncio.sleep(0)
        self._histories[table] = history
        while len(self._histories) > self._most:
            self._histories.popitem(last=False)
        return history

    def forget(self, table: str) -> None:
        self._histories.pop(table, None)
