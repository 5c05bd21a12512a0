"""A client's questions that take a while: they are worked on beside everything else the client does.

Odds come one at a time; a newer request replaces one that is still waiting. Of hints and analyses one of each may be
under way; a newer one, or `cancel`, ends it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from muster.server.protocol import Analyse, AskOdds, Hint
from muster.server.telling.phrases import TableRefusal

log = logging.getLogger("muster.server.errands")

Errand = AskOdds | Hint | Analyse
ERRANDS = (AskOdds, Hint, Analyse)


class Errands:
    """The errands of one client. `obey` carries a command out and sends its answer, `refuse` says that one is not
    carried out any more, `fail` ends the connection after a defect of ours.
    """

    def __init__(
        self,
        obey: Callable[[Errand], Coroutine[Any, Any, None]],
        refuse: Callable[[str, TableRefusal], None],
        fail: Callable[[], None],
    ) -> None:
        self._obey = obey
        self._refuse = refuse
        self._fail = fail
        self._wish: AskOdds | None = None
        self._wondering: asyncio.Task[None] | None = None
        self._under_way: dict[type[Errand], tuple[str, asyncio.Task[None]]] = {}

    def begin(self, command: Errand) -> None:
        if isinstance(command, AskOdds):
            self._wonder(command)
            return
        before = self._under_way.get(type(command))
        if before is not None:
            self._end(before[0], TableRefusal("odds_replaced"))
        self._under_way[type(command)] = command.id, asyncio.create_task(self._run(command))

    def cancel(self, command: str) -> None:
        """Call an errand off, if it is under way; whoever waits for it is refused."""
        self._end(command, TableRefusal("called_off"))

    def stop(self) -> None:
        """Call everything off: the client is gone. A worker that counts odds is left alone: it is done soon."""
        self._wish = None
        for _, task in self._under_way.values():
            task.cancel()
        self._under_way.clear()

    def _end(self, command: str, reason: TableRefusal) -> None:
        for kind, (name, task) in list(self._under_way.items()):
            if name == command:
                del self._under_way[kind]
                task.cancel()
                self._refuse(command, reason)

    async def _run(self, command: Errand) -> None:
        try:
            await self._obey(command)
        except Exception:
            log.exception("an errand failed")
            self._fail()
        finally:
            if self._under_way.get(type(command), ("",))[0] == command.id:
                del self._under_way[type(command)]

    def _wonder(self, command: AskOdds) -> None:
        waiting, self._wish = self._wish, command
        if waiting is not None:
            self._refuse(waiting.id, TableRefusal("odds_replaced"))
        if self._wondering is None:
            self._wondering = asyncio.create_task(self._find_odds())

    async def _find_odds(self) -> None:
        try:
            while (wish := self._wish) is not None:
                self._wish = None
                await self._obey(wish)
        except Exception:
            log.exception("odds could not be found out")
            self._fail()
        finally:
            self._wondering = None
