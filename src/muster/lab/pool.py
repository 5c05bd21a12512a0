"""Work spread over processes, the results as they come in.

The processes begin from a clean server process rather than as copies of this one: a copy made while another thread held
a lock (the progress display, the log, a test runner) would wait for that lock for ever.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TypeVar

from muster.processes import leave_together

T = TypeVar("T")


def spread(work: Callable[..., T], parts: Sequence[tuple[object, ...]], workers: int) -> Generator[T, None, None]:
    """Yield what `work` makes of each part, in any order. With one worker or one part, this process does it all.

    If something goes wrong, if it is interrupted, or if nobody wants the rest, the workers drop what they have begun.
    """
    count = min(workers, len(parts))
    if count <= 1:
        for part in parts:
            yield work(*part)
        return
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["muster.lab.simulate"])
    ending, end = context.Pipe(duplex=False)
    with (
        ending,
        end,
        ProcessPoolExecutor(count, mp_context=context, initializer=leave_together, initargs=(ending,)) as pool,
    ):
        try:
            for future in as_completed([pool.submit(work, *part) for part in parts]):
                yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)  # workers that are still busy leave when `end` closes
            raise
