"""Servers of earlier versions that go on beside this one, so that an upgrade ends no match.

When the rules change, a match that has begun must go on with the rules it began with. So the old server stays, with its
own program and its own tables, and sets up no new ones (`--tables 0`). Whoever comes to the new server with an old
link is sent there. A server that nobody is at any more can be stopped.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
import urllib.error
import urllib.request
from collections import OrderedDict
from collections.abc import Sequence
from http.client import HTTPException

log = logging.getLogger("muster.server.lobby.formers")

SECONDS = 3.0
REST = 10.0
"""A server that has not answered is not asked again for so many seconds: strangers ask for tables that nobody has, and
everybody else who comes would wait behind them.
"""
KEPT = 10_000
"""Remember where so many tables are."""
NAME = re.compile(r"[\w-]{1,64}")


class Formers:
    """The addresses of earlier servers, and which tables they have."""

    def __init__(self, addresses: Sequence[str] = ()) -> None:
        self._addresses = [address.rstrip("/") for address in addresses]
        self._known: OrderedDict[str, str] = OrderedDict()
        self._resting: dict[str, float] = {}
        self._asking = asyncio.Lock()

    async def address_of(self, table: str) -> str:
        """Where a table is that cannot be played here; empty if no earlier server has it."""
        if not self._addresses or not NAME.fullmatch(table):
            return ""
        if table not in self._known:
            for address in self._addresses:
                if await self._asked(address, table):
                    self._known[table] = address
                    break
            else:
                return ""
            if len(self._known) > KEPT:
                self._known.popitem(last=False)
        return self._known[table]

    async def _asked(self, address: str, table: str) -> bool:
        """Ask a server for a table, unless it has not answered lately."""
        async with self._asking:
            if time.monotonic() < self._resting.get(address, 0.0):
                return False
            try:
                return await asyncio.to_thread(_has, address, table)
            except (OSError, HTTPException) as error:
                log.warning("the earlier server at %s does not answer: %s", address, error)
                self._resting[address] = time.monotonic() + REST
                return False


def _has(address: str, table: str) -> bool:
    """Whether a server has a table; raises `OSError` if it does not answer."""
    try:
        with urllib.request.urlopen(f"{address}/api/tables/{table}", timeout=SECONDS):
            return True
    except urllib.error.HTTPError:
        return False
