"""Analyses under way: one for a table, however many ask for it. It is kept when it is done, and ends when nobody waits
for it any more.
"""

from __future__ import annotations

import asyncio
import time

from muster.coach.sheets import Analysis
from muster.server.storage.storage import Storage
from muster.server.thinking.jobs import AnalysisJob, Position
from muster.server.thinking.workers import OnProgress, Thinkers

SECONDS = 110.0
"""The time for one analysis; in a long match decisions get fewer tries."""


class Study:
    """One analysis that is being made, and who wants to know how far it has come."""

    def __init__(self) -> None:
        self.waiting: set[OnProgress] = set()
        self.share = 0.0
        self.task: asyncio.Task[Analysis | None]

    def tell(self, share: float) -> None:
        self.share = share
        for on_progress in list(self.waiting):
            on_progress(share)


class Studies:
    """All analyses of this server."""

    def __init__(self, storage: Storage, thinkers: Thinkers) -> None:
        self._storage = storage
        self._thinkers = thinkers
        self._under_way: dict[str, Study] = {}

    async def stored(self, position: Position, rules_version: int) -> Analysis | None:
        """The analysis that is kept of a match, unless it is out of date."""
        found = await self._storage.analysis(position.table)
        if found is None or (found.entries, found.rules_version) != (len(position.entries), rules_version):
            return None
        return found

    async def make(self, position: Position, asker: str, on_progress: OnProgress) -> Analysis | None:
        """Analyse a match, or wait for somebody else's analysis of it; None if that failed. Raises `Crowded`."""
        study = self._under_way.get(position.table)
        if study is None:
            study = self._under_way[position.table] = Study()
            study.task = asyncio.create_task(self._work(study, position, asker))
        study.waiting.add(on_progress)
        on_progress(study.share)
        try:
            return await asyncio.shield(study.task)
        finally:
            study.waiting.discard(on_progress)
            if not study.waiting and not study.task.done():
                self._forget(position.table, study)
                study.task.cancel()

    async def _work(self, study: Study, position: Position, asker: str) -> Analysis | None:
        try:
            job = AnalysisJob(position, SECONDS)
            found = await self._thinkers.analyse(job, asker, study.tell)
            if found is not None:
                await self._storage.keep_analysis(position.table, found, time.time())
            return found
        finally:
            self._forget(position.table, study)

    def _forget(self, table: str, study: Study) -> None:
        if self._under_way.get(table) is study:
            del self._under_way[table]
