"""`muster bench` measures what it says and prints it as JSON on request."""

from __future__ import annotations

import argparse
import json

import pytest

from muster.cli import bench
from muster.cli.usage import UsageError
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
    assert at_once.run(argparse.Namespace(game="tiny_epic_mechs", at_once=3, seconds=0.1, json=True)) == 0
    (figures,) = json.loads(capsys.readouterr().out)["games"]
    assert (figures["game"], figures["matches"]) == ("tiny_epic_mechs", 3)
    assert 1 <= figures["workers"] <= 3
    assert figures["times"] == round(figures["together_per_s"] / figures["alone_per_s"], 2)


def test_only_games_are_played_at_once() -> None:
    with pytest.raises(UsageError, match="--at-once is for games"):
        bench.run(argparse.Namespace(what="table", at_once=3, seconds=1, on=None))


def test_each_process_has_its_share_of_the_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    shares: list[int] = []

    def played(name: str, count: int, seconds: float, seed: int) -> float:
        shares.append(count)
        return 100.0

    monkeypatch.setattr(at_once, "played", played)
    monkeypatch.setattr(at_once, "spread", lambda work, parts, workers: [work(*part) for part in parts])
    found = at_once.measure("tiny_epic_mechs", 16, 3, 1.0)
    assert shares == [1, 6, 5, 5, 1]
    assert (found.alone_per_s, found.together_per_s, found.times) == (100, 300, 3.0)
