"""Telling people who are away that it is their turn: a POST to the webhook of the table, once until they come.

We only call addresses that begin with one the server's operator has allowed: a stranger must not be able to send the
server anywhere.
"""

from __future__ import annotations

import asyncio
import logging
import urllib.request
from collections.abc import Sequence

import msgspec

from muster.kernel.requests import Seat
from muster.kernel.text import Text
from muster.server.telling.phrases import words

log = logging.getLogger("muster.server.telling.webhooks")

SECONDS = 5.0
AT_ONCE = 4


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follow no redirects: an allowed address must not send us somewhere else."""

    def redirect_request(self, *args: object, **given: object) -> None:
        return None


class Notices:
    """Notices sent to people who have not come back yet."""

    def __init__(self, allowed: Sequence[str] = ()) -> None:
        self._allowed = tuple(prefix if prefix.endswith("/") else f"{prefix}/" for prefix in allowed)
        self._told: set[tuple[str, Seat]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(AT_ONCE)

    def may_call(self, address: str) -> bool:
        return any(address.startswith(prefix) for prefix in self._allowed)

    def your_turn(self, address: str, table: str, title: str, seat: Seat, name: str) -> None:
        if not address or not self.may_call(address) or (table, seat) in self._told:
            return
        self._told.add((table, seat))
        gaps: dict[str, int | str] = {"name": name, "table": table, "game": title}
        text = words("en").say(Text("notice.your_turn", gaps))
        body = msgspec.json.encode({"table": table, "seat": seat, "name": name, "game": title, "content": text})
        task = asyncio.create_task(self._post(address, body))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def came(self, table: str, seat: Seat) -> None:
        self._told.discard((table, seat))

    async def _post(self, address: str, body: bytes) -> None:
        async with self._slots:
            try:
                await asyncio.to_thread(_post, address, body)
            except (OSError, ValueError) as error:
                log.warning("a webhook did not take a notice: %s", error)


def _post(address: str, body: bytes) -> None:
    request = urllib.request.Request(address, body, {"Content-Type": "application/json"}, method="POST")
    with urllib.request.build_opener(_NoRedirect).open(request, timeout=SECONDS) as answer:
        answer.read(1)
