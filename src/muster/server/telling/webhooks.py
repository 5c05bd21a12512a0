"""Telling people who are away that it is their turn: a POST to the webhook of the table, once until they come.

We only call addresses that begin with one the server's operator has allowed: a stranger must not be able to send the
server anywhere.
"""

from __future__ import annotations

import asyncio
import logging
import re
import urllib.request
from collections.abc import Iterable, Sequence
from http.client import HTTPException
from urllib.parse import unquote, urlsplit

import msgspec

from muster.kernel.requests import Seat
from muster.kernel.text import Text
from muster.server.telling.phrases import words

log = logging.getLogger("muster.server.telling.webhooks")

SECONDS = 5.0
AT_ONCE = 4
PLAIN = re.compile(r"[!-\[\]-~]+")
"""Letters that stand in an address as it is sent, and mean the same to everybody: no spaces, no line ends, no \\."""


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follow no redirects: an allowed address must not send us somewhere else."""

    def redirect_request(self, *args: object, **given: object) -> None:
        return None


class Notices:
    """Notices sent to people who have not come back yet."""

    def __init__(self, allowed: Sequence[str] = ()) -> None:
        self._allowed = [place_of(prefix if prefix.endswith("/") else f"{prefix}/") for prefix in allowed]
        self._told: set[tuple[str, Seat]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(AT_ONCE)

    def may_call(self, address: str) -> bool:
        """Whether an address lies below an allowed one, once its path is written plainly."""
        place = place_of(address)
        return place is not None and lies_below(place, self._allowed)

    def your_turn(self, address: str, table: str, title: str, seat: Seat, name: str) -> None:
        if not address or not self.may_call(address) or (table, seat) in self._told:
            return
        self._told.add((table, seat))
        name = without_mentions(name)
        gaps: dict[str, int | str] = {"name": name, "table": table, "game": title}
        text = words("en").say(Text("notice.your_turn", gaps))
        notice = {"table": table, "seat": seat, "name": name, "game": title, "content": text}
        body = msgspec.json.encode({**notice, "allowed_mentions": {"parse": []}})
        task = asyncio.create_task(self._post(address, body))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def came(self, table: str, seat: Seat) -> None:
        self._told.discard((table, seat))

    async def _post(self, address: str, body: bytes) -> None:
        async with self._slots:
            try:
                await asyncio.to_thread(_post, address, body)
            except (OSError, ValueError, HTTPException) as error:
                log.warning("a webhook did not take a notice: %s", error)


Place = tuple[str, str, str]
"""Scheme, host and plain path of an address."""


def lies_below(place: Place, prefixes: Iterable[Place | None]) -> bool:
    """Whether a place lies below one of others."""
    return any(prefix is not None and place[:2] == prefix[:2] and place[2].startswith(prefix[2]) for prefix in prefixes)


def place_of(address: str) -> Place | None:
    """The place of an address; None if it is written so that others may read it differently."""
    if not PLAIN.fullmatch(address):
        return None
    try:
        parts = urlsplit(address)
        host = parts.netloc.lower()
    except ValueError:
        return None
    path = unquote(parts.path)
    plain = path == unquote(path) and not set(path) & set("\\\r\n\t\0;") and path.isprintable()
    if not host or "@" in host or not plain or any(step in (".", "..") for step in path.split("/")):
        return None
    return parts.scheme.lower(), host, path or "/"


def without_mentions(name: str) -> str:
    """A name that calls nobody and leads nowhere: to a chat `@everyone` and `<@123>` are people, `[a](b)` is a link."""
    return name.replace("@", "@\u200b").replace("<", "<\u200b").replace("](", "]\u200b(")


def _post(address: str, body: bytes) -> None:
    request = urllib.request.Request(address, body, {"Content-Type": "application/json"}, method="POST")
    with urllib.request.build_opener(NoRedirect).open(request, timeout=SECONDS) as answer:
        answer.read(1)
