"""How much a client may ask for."""

from __future__ import annotations

import time

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """What the server puts up with. The defaults suit people; bots that play fast stay below them, too."""

    message_bytes: int = 16_384
    body_bytes: int = 1_200_000
    messages_per_s: float = 50.0
    burst: int = 200
    surveys_per_s: float = 15.0
    faults: int = 5
    tables: int = 2_000
    connections: int = 5_000
    per_table: int = 100
    backlog: int = 200
    join_seconds: float = 20.0
    idle_seconds: float = 900.0


class Bucket:
    """So many a second, and some at once."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = time.monotonic()

    def take(self, count: float = 1.0) -> bool:
        """Whether there is still some left; it is used up if so."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < count:
            return False
        self._left -= count
        return True
