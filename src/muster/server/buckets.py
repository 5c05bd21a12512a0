"""Buckets: so much a second, and some more at once."""

from __future__ import annotations

import time


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
