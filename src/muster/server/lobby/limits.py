"""Limits on what a client may ask for."""

from __future__ import annotations

import ipaddress
from collections import Counter

from muster.server.buckets import Buckets
from muster.server.people.limits import PeopleLimits


class Limits(PeopleLimits, frozen=True):
    """How much the server puts up with. The defaults suit people, and bots that play fast as well."""

    message_bytes: int = 16_384
    body_bytes: int = 1_200_000
    messages_per_s: float = 50.0
    burst: int = 200
    previews_per_s: float = 15.0
    faults: int = 5
    tables: int = 2_000
    connections: int = 5_000
    connections_per_address: int = 100
    requests_per_minute: float = 60.0
    questions_per_minute: float = 900.0
    brought_per_day: int = 20_000_000
    """The bytes of journals, packs and things that one network may bring here in a day."""
    pack_seconds: float = 12.0
    per_table: int = 100
    """Spectators at one table: they never take the place of a player."""
    per_seat: int = 8
    """Connections of one seat; with one more the oldest is ended."""
    spectators_share: float = 0.8
    """Spectators are refused when so much of `connections` is used: the rest is kept for players."""
    half_open: int = 200
    """Connections that may wait for the rest of their request; with one more the oldest goes."""
    requests_at_once: int = 40
    """Connections of one network that are no sockets."""
    request_seconds: float = 15.0
    """A request must be whole within so many seconds."""
    taking_seconds: float = 40.0
    """A client that takes nothing of what it is sent for so many seconds is cut off."""
    trust_here: bool = True
    """Whether this machine's own address, which may be a proxy's, is without limits of its own."""
    tables_per_network: int = 200
    """Unfinished tables that one network may have set up."""
    unbegun_days: float = 3.0
    """A table whose match has not begun is deleted after so many days,"""
    idle_days: float = 60.0
    """and one at which nobody has said anything for so long, too."""
    backlog: int = 200
    backlog_bytes: int = 2_000_000
    """What waits for one client, in messages and in bytes; whoever reads more slowly is hung up on."""
    join_seconds: float = 20.0
    idle_seconds: float = 900.0
    sweep_seconds: float = 30.0
    orders_seconds: float = 3.0


DAY = 86_400.0
MOST_ADDRESSES = 10_000
"""Remember the recent requests of so many addresses."""


class Addresses:
    """How many sockets each address has, and how many requests it made lately that set something up. This machine
    itself, and a proxy on it that does not say whom it speaks for, have no limit.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._sockets: Counter[str] = Counter()
        self._requests = Buckets(limits.requests_per_minute / 60, limits.requests_per_minute, MOST_ADDRESSES)
        self._questions = Buckets(limits.questions_per_minute / 60, limits.questions_per_minute, MOST_ADDRESSES)
        self._brought = Buckets(limits.brought_per_day / DAY, limits.brought_per_day, MOST_ADDRESSES)

    def connect(self, address: str) -> bool:
        """Count one more socket of an address, if it may have one; `disconnect` when the socket is gone."""
        network = network_of(address)
        if not self._trusted(address) and self._sockets[network] >= self._limits.connections_per_address:
            return False
        self._sockets[network] += 1
        return True

    def disconnect(self, address: str) -> None:
        network = network_of(address)
        self._sockets[network] -= 1
        if not self._sockets[network]:
            del self._sockets[network]

    def request(self, address: str) -> bool:
        """Count a request that sets something up, if the address may make one."""
        return self._trusted(address) or self._requests.take(network_of(address))

    def question(self, address: str) -> bool:
        """Count a question that sets nothing up, such as one about a force, if the address may ask it."""
        return self._trusted(address) or self._questions.take(network_of(address))

    def brings(self, address: str, size: int) -> bool:
        """Count bytes that are to be kept, if the address may bring so many."""
        return self._trusted(address) or self._brought.take(network_of(address), size)

    def _trusted(self, address: str) -> bool:
        return self._limits.trust_here and is_here(address)


def network_of(address: str) -> str:
    """The network that counts as one: an IPv4 address, or the /64 of an IPv6 one, which is what one customer has. This
    machine is one of its own, and a network is its own, too.
    """
    found = _read(address)
    if found is None:
        return address
    if isinstance(found, ipaddress.IPv6Address) and not found.is_loopback:
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def is_here(address: str) -> bool:
    """Whether an address is this machine's own."""
    found = _read(address)
    return not address if found is None else found.is_loopback


def _read(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address, if it is one; an IPv4 one that comes in the guise of an IPv6 one is what it is."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found
