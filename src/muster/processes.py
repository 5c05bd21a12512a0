"""Worker processes: how they end."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from multiprocessing.connection import Connection, wait


def leave_together(*signs: Connection) -> None:
    """In a worker: end when the parent is gone, even if it was killed without a word, or when it gives one of these
    signs. Ctrl-C is meant for the parent alone.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel, *signs])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
