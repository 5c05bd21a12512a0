"""`muster bench` measures what it says and prints it as JSON on request."""

from __future__ import annotations

import argparse
import json
import multiprocessing

import pytest

from muster.cli import bench
from muster.cli.usage import UsageError
from muster.kernel.errors import GameError
from muster.lab import at_once, benchmark


def test_the_bench_command_prints_figures_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert benchmark.run(argparse.Namespace(game="tiny_epic_mechs", seconds=0.05, json=True)) == 0
    report = json.loads(capsys.readouterr().out)
    (figures,) = report["games"]
    assert report["compiled"] is benchmark.is_compiled()
    assert figures["decisions_per_s"] > 0
    assert figures["forks_per_s"] > 0
    assert 0 < figures["listing_share"] < 1


def test_matches_at_once_are_compared_with_one_alone(capsys: pytest.CaptureFixture[str]) -> None:
    asked = argparse.Namespace(game="tiny_epic_mechs", at_once=3, seconds=0.1, slice=16, json=True)
    assert at_once.run(asked) == 0
    (figures,) = json.loads(capsys.readouterr().out)["games"]
    assert (figures["game"], figures["matches"], figures["slice"]) == ("tiny_epic_mechs", 3, 16)
    assert 1 <= figures["workers"] <= 3
    assert figures["together_per_s"] > figures["apart_per_s"] / 2 > 0
    assert figures["times"] > 0
    assert figures["cores"] > 0
    assert 0 < figures["had"] <= 1


def test_only_games_are_played_at_once() -> None:
    with pytest.raises(UsageError, match="--at-once is for games"):
        bench.run(argparse.Namespace(what="table", at_once=3, seconds=1, slice=None, on=None))
    with pytest.raises(UsageError, match="--slice belongs to --at-once"):
        bench.run(argparse.Namespace(what="deadzone", at_once=None, seconds=1, slice=8, on=None))


def test_each_process_has_its_share_of_the_matches_and_each_is_heard_alone() -> None:
    """Five matches in three processes; what a process tells is its rounds together, and its turns alone and apart."""
    told: list[tuple[int, int]] = []

    class Played:
        def __init__(self, name: str, count: int, length: int, seed: int) -> None:
            self.count = count

        def play(self, seconds: float) -> tuple[float, float]:
            return self.count, 1.0

    class Mouth:
        def send(self, said: tuple[int, int, float, float] | None) -> None:
            if said is not None:
                told.append((said[0], round(said[2])))

    class Meeting:
        def wait(self, patience: float) -> None:
            pass

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(at_once, "Tables", Played)
        patch.setattr(at_once, "leave_together", lambda: None)
        for place in range(3):
            at_once.take_part("pig", place, [2, 2, 1], 8, 1.0, Meeting(), Mouth())  # type: ignore[arg-type]
    assert [share for kind, share in told if kind == at_once.TOGETHER] == [2] * 8 + [2] * 8 + [1] * 8
    assert [share for kind, share in told if kind == at_once.APART] == [2] * 3 + [2] * 3 + [1] * 2
    assert [share for kind, share in told if kind == at_once.ALONE] == [1] * 8


def test_a_process_that_dies_while_all_play_is_told_in_one_sentence() -> None:
    ear, mouth = multiprocessing.Pipe(duplex=False)
    mouth.send((at_once.ALONE, 0, 5.0, 1.0))
    mouth.close()
    said = at_once.heard(ear)
    assert next(said) == (at_once.ALONE, 0, 5.0, 1.0)
    with pytest.raises(GameError, match="a process that took part died"):
        next(said)


def test_what_counts_is_the_middle_round() -> None:
    assert at_once.middle_ratio([10.0, 20.0, 90.0], [5.0, 10.0, 10.0]) == 2.0
