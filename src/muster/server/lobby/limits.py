"""Limits on what a client may ask for."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict

import msgspec


class Limits(msgspec.Struct, frozen=True):
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
    per_table: int = 100
    backlog: int = 200
    join_seconds: float = 20.0
    idle_seconds: float = 900.0
    sweep_seconds: float = 30.0


class Bucket:
    """Allows so many a second, and some more at once."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = time.monotonic()

    def take(self, count: float = 1.0) -> bool:
        """Use some up, if enough is left; returns whether it was."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < count:
            return False
        self._left -= count
        return True


MOST_ADDRESSES = 10_000
"""Remember the recent requests of so many addresses."""


class Addresses:
    """How many sockets each address has, and how many requests it made lately that set something up. This machine
    itself, and a proxy on it that does not say whom it speaks for, have no limit.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._sockets: Counter[str] = Counter()
        self._requests: OrderedDict[str, Bucket] = OrderedDict()
        self._questions: OrderedDict[str, Bucket] = OrderedDict()

    def connect(self, address: str) -> bool:
        """Count one more socket of an address, if it may have one; `disconnect` when the socket is gone."""
        if not is_here(address) and self._sockets[address] >= self._limits.connections_per_address:
            return False
        self._sockets[address] += 1
        return True

    def disconnect(self, address: str) -> None:
        self._sockets[address] -= 1
        if not self._sockets[address]:
            del self._sockets[address]

    def request(self, address: str) -> bool:
        """Count a request that sets something up, if the address may make one."""
        return _take(self._requests, address, self._limits.requests_per_minute)

    def question(self, address: str) -> bool:
        """Count a question that sets nothing up, such as one about a force, if the address may ask it."""
        return _take(self._questions, address, self._limits.questions_per_minute)


def _take(buckets: OrderedDict[str, Bucket], address: str, per_minute: float) -> bool:
    if is_here(address):
        return True
    bucket = buckets.pop(address, None)
    if bucket is None:
        bucket = Bucket(per_minute / 60, per_minute)
    buckets[address] = bucket
    if len(buckets) > MOST_ADDRESSES:
        buckets.popitem(last=False)
    return bucket.take()


def is_here(address: str) -> bool:
    """Whether an address is this machine's own."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return not address
