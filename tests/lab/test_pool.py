"""Work in several processes: none of them outlives a run that was killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from muster.kernel.errors import GameError
from muster.lab.pool import spread
from muster.processes import clean_context

MANY = ["sim", "tiny_epic_mechs", "--games", "100000", "--workers", "2"]


def session(leader: int) -> set[int]:
    """The processes that belong to a session."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            state, _, _, belongs = stat.rpartition(")")[2].split()[:4]
            if int(belongs) == leader and state != "Z":
                found.add(int(entry.name))
    return found


def holds_soon(condition: Callable[[], bool], seconds: float = 60) -> bool:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if condition():
            return True
        time.sleep(0.1)
    return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes through /proc")
def test_a_run_that_is_killed_leaves_nobody_behind() -> None:
    run = subprocess.Popen(
        [sys.executable, "-m", "muster.cli", *MANY],
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert holds_soon(lambda: len(session(run.pid)) >= 4)
        run.kill()
        run.wait()
        assert holds_soon(lambda: not session(run.pid))
    finally:
        for process in session(run.pid):
            os.kill(process, signal.SIGKILL)


def test_workers_drop_what_nobody_wants_any_more() -> None:
    results = spread(time.sleep, [(0,), (100,), (100,)], 2)
    next(results)
    results.close()
    assert holds_soon(lambda: not multiprocessing.active_children(), 30)


def test_the_rest_is_dropped_when_one_part_fails() -> None:
    with pytest.raises(ValueError, match="non-negative"):
        list(spread(time.sleep, [(-1,), (100,), (100,)], 2))
    assert holds_soon(lambda: not multiprocessing.active_children(), 30)


def test_workers_leave_ctrl_c_to_the_parent() -> None:
    assert list(spread(signal.raise_signal, [(signal.SIGINT,), (signal.SIGINT,)], 2)) == [None, None]


def test_the_part_of_a_worker_that_is_killed_is_given_to_another() -> None:
    results = spread(divmod, [(number, 7) for number in range(40)], 2)
    found = [next(results)]
    for worker in multiprocessing.active_children():
        worker.kill()
    found += results
    assert sorted(found) == sorted(divmod(number, 7) for number in range(40))


def test_workers_that_all_die_are_told_in_one_sentence() -> None:
    with pytest.raises(GameError, match="worker processes died 10 times"):
        list(spread(signal.raise_signal, [(signal.SIGKILL,), (signal.SIGKILL,)], 2))


def test_where_no_clean_process_is_kept_ready_workers_begin_from_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])  # as on Windows
    assert clean_context("muster.lab.simulate").get_start_method() == "spawn"
    assert sorted(spread(divmod, [(number, 7) for number in range(4)], 2)) == [(0, number) for number in range(4)]
