"""Work spread over processes or over a cluster, the results as they come in.

The processes begin from a clean server process rather than as copies of this one: a copy made while another thread held
a lock (the progress display, the log, a test runner) would wait for that lock for ever.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Iterable, Iterator, Sized
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from typing import Any, TypeVar

from muster.kernel.errors import GameError
from muster.processes import clean_context, leave_together

T = TypeVar("T")

AHEAD = 2
"""Parts handed out for each worker: one to work on, and one to go on with at once."""
CLUSTERS = ("ray",)
TRIES = 10
"""A part whose worker died is given to another one; so often workers may die."""
DIED = "worker processes died {tries} times, perhaps for want of memory"


def spread(
    work: Callable[..., T], parts: Iterable[tuple[object, ...]], workers: int, cluster: str = ""
) -> Generator[T, None, None]:
    """Yield what `work` makes of each part, in any order. With one worker or one part, this process does it all.

    Parts are taken as they are needed. If something goes wrong, if it is interrupted, or if nobody wants the rest, the
    workers drop what they have begun.
    """
    if cluster == "ray":
        yield from _on_ray(work, iter(parts))
        return
    count = min(workers, len(parts)) if isinstance(parts, Sized) else workers
    if count <= 1:
        for part in parts:
            yield work(*part)
        return
    waiting: Iterator[tuple[object, ...]] = iter(parts)
    for _ in range(TRIES):
        busy: dict[Future[T], tuple[object, ...]] = {}
        try:
            yield from _in_processes(work, waiting, count, busy)
        except BrokenProcessPool:
            waiting = chain(list(busy.values()), waiting)
        else:
            return
    raise GameError(f"{DIED.format(tries=TRIES)}: fewer --workers need less")


def _in_processes(
    work: Callable[..., T],
    waiting: Iterator[tuple[object, ...]],
    count: int,
    busy: dict[Future[T], tuple[object, ...]],
) -> Generator[T, None, None]:
    """The same in processes of this machine. What is handed out and not done is in `busy`."""
    context = clean_context("muster.lab.simulate")
    ending, end = context.Pipe(duplex=False)
    with (
        ending,
        end,
        ProcessPoolExecutor(count, mp_context=context, initializer=leave_together, initargs=(ending,)) as pool,
    ):

        def hand_out() -> None:
            for part in islice(waiting, count * AHEAD - len(busy)):
                try:
                    busy[pool.submit(work, *part)] = part
                except BrokenProcessPool:
                    busy[Future()] = part
                    raise

        try:
            hand_out()
            while busy:
                for future in wait(busy, return_when=FIRST_COMPLETED).done:
                    result = future.result()
                    del busy[future]
                    yield result
                hand_out()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)  # workers that are still busy leave when `end` closes
            raise


def _on_ray(work: Callable[..., T], parts: Iterator[tuple[object, ...]]) -> Generator[T, None, None]:
    """The same on a Ray cluster: the one this machine belongs to, or a local one. A part whose worker dies is worked on
    by another.
    """
    try:
        import ray
    except ImportError:
        raise GameError("the cluster 'ray' needs the extra: pip install 'muster[ray]'") from None
    joined = not ray.is_initialized()
    if joined:
        try:
            ray.init(include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
        except Exception as error:  # Ray raises this very class when it does not come up in time
            raise GameError(f"Ray does not start here: {str(error).splitlines()[0]}") from None
    try:
        remote = ray.remote(max_retries=TRIES - 1)(work)
        ahead = max(1, int(ray.cluster_resources().get("CPU", 1))) * AHEAD
        busy: list[Any] = [remote.remote(*part) for part in islice(parts, ahead)]
        while busy:
            ready, busy = ray.wait(busy)
            try:
                yield from ray.get(ready)
            except ray.exceptions.RayTaskError as error:
                raise error.cause if isinstance(error.cause, GameError) else error from None
            except ray.exceptions.WorkerCrashedError:
                raise GameError(DIED.format(tries=TRIES)) from None
            busy += [remote.remote(*part) for part in islice(parts, ahead - len(busy))]
    finally:
        if joined:
            ray.shutdown()
