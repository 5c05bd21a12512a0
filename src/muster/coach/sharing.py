"""Work shared among processes: everybody takes the next job when free, and stops when somebody says so.

The processes begin from a clean server process rather than as copies of this one, which might hold a lock at that
moment. A process that was started by another as its own worker may not have workers itself: give it one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, wait
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from typing import Final, Protocol, TypeVar

from muster.coach.watch import Progress, Stop, Stopped
from muster.processes import clean_context, leave_together

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

PATIENCE: Final = 0.1
"""Seconds between two looks at how far the workers are."""


class Work(Protocol[T_co]):
    """Does jobs, the numbers of which it takes one by one until they are used up or it shall stop."""

    def __call__(self, take: Callable[[], int], stop: Stop) -> T_co: ...


class Desk:
    """Where a worker takes its jobs: a number that all workers share, and a sign to stop."""

    taken: Synchronized[int]
    stopped: Event

    @classmethod
    def sit_down(cls, taken: Synchronized[int], stopped: Event) -> None:
        cls.taken, cls.stopped = taken, stopped
        leave_together()

    @classmethod
    def take(cls) -> int:
        with cls.taken.get_lock():
            number: int = cls.taken.value
            cls.taken.value = number + 1
        return number


def at_desk(work: Work[T]) -> T:
    """In a worker: do the work with what the desk has."""
    return work(Desk.take, Desk.stopped.is_set)


def share_out(
    work: Work[T], jobs: int, workers: int, progress: Progress | None = None, stop: Stop | None = None
) -> Sequence[T]:
    """Share jobs among workers, and return what each made of those it took. With one worker, this process does it all.
    Raises `Stopped` soon after `stop` says so.
    """
    if workers <= 1:
        return [alone(work, jobs, progress, stop)]
    context = clean_context("muster.coach.analysis")
    taken, stopped = context.Value("i", 0), context.Event()
    with ProcessPoolExecutor(workers, context, Desk.sit_down, (taken, stopped)) as pool:
        try:
            futures = [pool.submit(at_desk, work) for _ in range(workers)]
            while wait(futures, PATIENCE).not_done:
                heed(stop)
                if progress is not None and jobs:
                    progress(max(0, min(jobs, taken.value) - workers) / jobs)
        except BaseException:
            stopped.set()
            raise
        return [future.result() for future in futures]


def heed(stop: Stop | None) -> None:
    """Raise `Stopped` if somebody says stop."""
    if stop is not None and stop():
        raise Stopped


def alone(work: Work[T], jobs: int, progress: Progress | None, stop: Stop | None) -> T:
    taken = 0

    def take() -> int:
        nonlocal taken
        if progress is not None and jobs:
            progress(min(taken, jobs) / jobs)
        taken += 1
        return taken - 1

    def stopped() -> bool:
        return stop is not None and stop()

    return work(take, stopped)
