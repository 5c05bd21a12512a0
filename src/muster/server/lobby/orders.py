"""Standing orders of the operator: networks that are banned or muted, tables nobody may open.

`muster admin` writes them into the database, also while the server runs, and the server reads them every few seconds.
So there is no door through which a stranger could give orders.
"""

from __future__ import annotations

import ipaddress
import time
from typing import Literal, get_args

from muster.kernel.errors import GameError
from muster.server.lobby.limits import network_of
from muster.server.people.keys import is_id
from muster.server.people.people import FORGET
from muster.server.storage.rows import Order
from muster.server.telling.phrases import TableRefusal

Kind = Literal["ban", "mute", "quarantine", "end", "delete"]
KINDS: tuple[Kind, ...] = get_args(Kind)
OF_NETWORKS = ("ban", "mute")
CLOSED = {"quarantine": "quarantined", "end": "ended"}
"""Orders that close a table, and what everybody is told there."""


def order(kind: Kind, subject: str, days: float | None = None) -> Order:
    """An order as somebody wrote it; raises `GameError` if it can mean nothing."""
    if kind in OF_NETWORKS and not is_id(subject):
        try:
            ipaddress.ip_address(subject)
        except ValueError:
            raise GameError(
                f"{kind}: {subject!r} is neither the address of a network, such as 203.0.113.7, nor a player's id"
            ) from None
        subject = network_of(subject)
    elif kind not in OF_NETWORKS and days is not None:
        raise GameError(f"{kind}: --days is for bans and mutes")
    if days is not None and not days > 0:
        raise GameError(f"{kind}: --days {days:g} is over already; leave it out for as long as you like")
    now = time.time()
    return Order(kind, subject, now + days * 86_400 if days else 0.0, now)


class Orders:
    """The orders that stand now."""

    def __init__(self) -> None:
        self._standing: list[Order] = []

    def read(self, orders: list[Order]) -> None:
        now = time.time()
        self._standing = [one for one in orders if not one.until or one.until > now]

    @property
    def deletions(self) -> list[str]:
        return [one.subject for one in self._standing if one.kind == "delete"]

    @property
    def forgotten(self) -> list[Order]:
        """The players who were deleted lately."""
        return [one for one in self._standing if one.kind == FORGET]

    @property
    def closed(self) -> list[str]:
        """The tables that are closed."""
        return [one.subject for one in self._standing if one.kind in CLOSED]

    def bans(self, address: str) -> bool:
        return self._stands("ban", address)

    def mutes(self, address: str, player: str = "") -> bool:
        return self._stands("mute", address) or self._named("mute", player)

    def check_player(self, player: str) -> None:
        """Raise `TableRefusal` if a player is banned."""
        if self._named("ban", player):
            raise TableRefusal("banned")

    def check_table(self, table: str) -> None:
        """Raise `TableRefusal` if a table is closed."""
        for one in self._standing:
            if one.subject == table and one.kind in CLOSED:
                raise TableRefusal(CLOSED[one.kind])

    def _named(self, kind: Kind, player: str) -> bool:
        return bool(player) and any(one.kind == kind and one.subject == player for one in self._standing)

    def _stands(self, kind: Kind, address: str) -> bool:
        return bool(self._standing) and any(
            one.kind == kind and one.subject == network_of(address) for one in self._standing
        )
