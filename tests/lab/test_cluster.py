"""Ray: any experiment on a cluster, also when a worker dies in the middle: the matches are the same."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import msgspec
import pytest

from muster.kernel.errors import GameError
from muster.lab import pool
from muster.lab.experiments.design import Experiment, Setting, Varied
from muster.lab.experiments.keeping import Kept, heading_of
from muster.lab.experiments.playing import Row
from muster.lab.experiments.running import Run
from muster.library import load_game

EXPERIMENT = Experiment(
    game=(Setting("tiny_epic_mechs"),),
    bots=("random", "greedy"),
    vary=(Varied("cost", (1, 5), card="weapon.warhammer", field="credits"),),
    matches=30,
)


def timeless(rows: list[Row]) -> list[Row]:
    return [msgspec.structs.replace(row, seconds=()) for row in rows]


def played(cluster: str, done: object = None) -> list[Row]:
    run = Run(EXPERIMENT)
    run.play(Kept(None, heading_of(EXPERIMENT)), 2, cluster, done)  # type: ignore[arg-type]
    assert run.complete
    return timeless(run.rows)


@pytest.mark.skipif(find_spec("ray") is not None, reason="ray is installed here")
def test_a_cluster_without_ray_says_what_to_install() -> None:
    with pytest.raises(GameError, match="pip install"):
        played("ray")


with_ray = pytest.mark.skipif(find_spec("ray") is None, reason="needs the extra: pip install 'muster[ray]'")


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A Ray of this test's own with two workers: to start one takes longer than the tests."""
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield "ray"
    ray.shutdown()


@with_ray
def test_a_worker_killed_in_the_middle_changes_nothing(cluster: str) -> None:
    killed: list[int] = []
    count = 0

    def done(matches: int) -> None:
        nonlocal count
        count += matches
        if count >= 4 and not killed:
            killed.append(victim())
            os.kill(killed[0], signal.SIGKILL)

    found = played(cluster, done)
    assert killed
    assert found == played("")


@with_ray
def test_workers_that_all_die_are_told_in_one_sentence(cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(how: int) -> None:  # Ray takes no function that is written in C
        signal.raise_signal(how)

    monkeypatch.setattr(pool, "TRIES", 2)
    with pytest.raises(GameError, match="worker processes died 2 times"):
        list(pool.spread(dies, [(signal.SIGKILL,)], 2, cluster))


@with_ray
def test_what_goes_wrong_on_a_worker_is_told_as_if_it_went_wrong_here(cluster: str) -> None:
    def halved(number: int) -> float:
        return 1 / number

    with pytest.raises(GameError, match="no game") as told:
        list(pool.spread(load_game, [("halma",)], 2, cluster))
    assert type(told.value) is GameError
    with pytest.raises(ZeroDivisionError):
        list(pool.spread(halved, [(0,), (2,)], 2, cluster))


def victim() -> int:
    """A process of this test's Ray that is busy with our matches."""
    ends = time.monotonic() + 60
    while time.monotonic() < ends:
        for name in filter(str.isdigit, os.listdir("/proc")):
            number = int(name)
            if said(number).startswith("ray::timed") and os.getpid() in ancestors(number):
                return number
        time.sleep(0.05)
    raise AssertionError("no worker of Ray plays our matches")


def said(number: int) -> str:
    """The command line of a process; empty if it is gone."""
    try:
        return Path(f"/proc/{number}/cmdline").read_text("utf-8", "replace")
    except OSError:
        return ""


def ancestors(number: int) -> set[int]:
    found: set[int] = set()
    while number > 1 and number not in found:
        found.add(number)
        try:
            number = int(Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            break
    return found
