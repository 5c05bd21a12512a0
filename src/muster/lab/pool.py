"""Work spread over processes, the results as they come in.

The processes begin from a clean server process rather than as copies of this one: a copy made while another thread held
a lock (the progress display, the log, a test runner) would wait for that lock for ever.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing.connection import wait
from typing import TypeVar

T = TypeVar("T")


def spread(work: Callable[..., T], parts: Sequence[tuple[object, ...]], workers: int) -> Iterator[T]:
    """What `work` makes of each part, in whatever order it is done. One worker is this process itself."""
    if workers == 1:
        for part in parts:
            yield work(*part)
        return
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["muster.lab.simulate"])
    with ProcessPoolExecutor(min(workers, len(parts)), mp_context=context, initializer=leave_together) as pool:
        for future in as_completed([pool.submit(work, *part) for part in parts]):
            yield future.result()


def leave_together() -> None:
    """In a worker: end when whoever gave the work is gone, even if it was killed and could not say so."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
