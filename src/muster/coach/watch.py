"""A watch for a thinking process: is there time for more, how much is done, has somebody said stop?"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

STRIDE: Final = 16
"""Tries between two reports of progress."""

InTime = Callable[[], bool]
"""Whether there is time for one more try."""
Progress = Callable[[float], None]
"""Hears how much is done, from 0 to 1."""
Stop = Callable[[], bool]
"""Whether to stop."""


class Stopped(Exception):
    """Somebody said stop."""


def always() -> bool:
    """For those who count tries and not seconds."""
    return True


class Watch:
    """So many seconds from now (0: no limit) for about so many tries."""

    def __init__(
        self, seconds: float = 0.0, stop: Stop | None = None, progress: Progress | None = None, tries: int = 0
    ) -> None:
        self._began = time.monotonic()
        self._seconds = seconds
        self._stop = stop
        self._progress = progress
        self._tries = tries
        self._asked = 0

    def part(self, share: float) -> InTime:
        """For work that may go on until this share of the time is over. It raises `Stopped` when somebody says so."""

        def in_time() -> bool:
            self._asked += 1
            if self._stop is not None and self._stop():
                raise Stopped
            spent = (time.monotonic() - self._began) / self._seconds if self._seconds else 0.0
            if self._progress is not None and self._asked % STRIDE == 0:
                self._progress(min(share, max(spent, self._asked / self._tries if self._tries else 0.0)))
            return spent < share

        return in_time
