"""Web push: telling a player's browsers that it is their turn, also while no page is open. The message is sealed for
the browser; its push service sees only that there is one. We call only the push services of browsers, and others that
the operator allows: a stranger must not be able to send the server anywhere.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from urllib.parse import urlsplit

import msgspec

from muster.kernel.requests import Seat
from muster.kernel.text import Text
from muster.server.people.sealing import bytes_of, new_private, private_of, public_of, seal, text_of, vapid
from muster.server.protocol.people import Subscribe
from muster.server.storage.pushes import PushRow, PushShelf
from muster.server.storage.storage import Storage
from muster.server.table.table import HostedTable
from muster.server.telling.phrases import TableRefusal, title_of, words
from muster.server.telling.webhooks import NoRedirect, lies_below, place_of

log = logging.getLogger("muster.server.people.push")

SERVICES = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "web.push.apple.com",
    ".push.apple.com",
    ".notify.windows.com",
)
"""The push services of the browsers there are; a dot stands for everything below."""
HOST = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")
"""A name as it is looked up: `%` and the like would be read once more by those who call it."""
BROWSERS = 10
"""So many browsers of one player are told."""
SECONDS = 5.0
KEEP = 86_400
"""A push service keeps a message so many seconds for a browser that is away."""
AT_ONCE = 4
SUBJECT = "mailto:operator@localhost"


class Pushes:
    """The browsers that want to be told, and telling them."""

    def __init__(self, storage: Storage, allowed: Sequence[str] = ()) -> None:
        self.shelf = PushShelf(storage)
        self._allowed = tuple(allowed)
        self._told: set[tuple[str, Seat]] = set()
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()
        self._private = ""

    async def _key(self) -> str:
        if not self._private:
            self._private = await self.shelf.own_key(new_private())
        return self._private

    async def public_key(self) -> str:
        """The server's public key, which a browser needs to subscribe."""
        return text_of(public_of(private_of(await self._key())))

    async def subscribe(self, player: str, wanted: Subscribe) -> None:
        if not may_call(wanted.endpoint, self._allowed):
            raise TableRefusal("push_service")
        try:
            seal(b"", bytes_of(wanted.p256dh), bytes_of(wanted.auth))
        except ValueError:
            raise TableRefusal("push_keys") from None
        rows = await self.shelf.of(player)
        if len(rows) >= BROWSERS and all(row.endpoint != wanted.endpoint for row in rows):
            await self.shelf.drop(player, rows[-1].endpoint)
        await self.shelf.add(player, PushRow(wanted.endpoint, wanted.p256dh, wanted.auth, wanted.language), time.time())

    def your_turn(self, table: HostedTable, seat: Seat) -> None:
        """Tell a player who is away that a table waits for them, once until they come."""
        player = table.player_at(seat)
        if not player or (table.id, seat) in self._told:
            return
        self._told.add((table.id, seat))
        task = asyncio.create_task(self._tell(player, table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def came(self, table: str, seat: Seat) -> None:
        self._told.discard((table, seat))

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def _tell(self, player: str, table: HostedTable) -> None:
        try:
            for row in await self.shelf.of(player):
                said = words(row.language).say(Text("notice.turn", {"game": title_of(table.game, row.language)}))
                await self._send(player, row, msgspec.json.encode({"table": table.id, "text": said}))
        except Exception as error:
            log.warning("nobody could be told by push: %s", error)

    async def _send(self, player: str, row: PushRow, message: bytes) -> None:
        body = seal(message, bytes_of(row.p256dh), bytes_of(row.auth))
        parts = urlsplit(row.endpoint)
        signed = vapid(private_of(await self._key()), f"{parts.scheme}://{parts.netloc}", SUBJECT)
        async with self._slots:
            status = await asyncio.to_thread(_post, row.endpoint, body, signed)
        if status in (404, 410):  # the browser has unsubscribed
            await self.shelf.drop(player, row.endpoint)
        elif status >= 400:
            log.warning("a push service has refused a message: %s", status)


def may_call(endpoint: str, allowed: Sequence[str]) -> bool:
    """Whether an address is that of a push service of a browser, or one that the operator allows."""
    place = place_of(endpoint)
    if place is None:
        return False
    if lies_below(place, [place_of(f"{prefix.rstrip('/')}/") for prefix in allowed]):
        return True
    scheme, at, _ = place
    host = at.removesuffix(":443")
    known = any(host.endswith(one) if one.startswith(".") else host == one for one in SERVICES)
    return scheme == "https" and known and HOST.fullmatch(host) is not None


def _post(endpoint: str, body: bytes, signed: str) -> int:
    headers = {
        "Authorization": signed,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEEP),
        "Urgency": "normal",
    }
    request = urllib.request.Request(endpoint, body, headers, method="POST")
    try:
        with urllib.request.build_opener(NoRedirect).open(request, timeout=SECONDS) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
