"""Buckets: so much a second, and some more at once."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Hashable


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


class Buckets:
    """A bucket for each of those who come; of very many, those that came last."""

    __slots__ = ("_buckets", "_burst", "_most", "_rate")

    def __init__(self, rate: float, burst: float, most: int) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def take(self, whose: Hashable, count: float = 1.0) -> bool:
        """Use some of somebody's up, if enough is left; returns whether it was."""
        bucket = self._buckets.pop(whose, None) or Bucket(self._rate, self._burst)
        self._buckets[whose] = bucket
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket.take(count)
