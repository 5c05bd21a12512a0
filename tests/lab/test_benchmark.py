"""`muster bench` measures what it says and prints it as JSON on request."""

from __future__ import annotations

import argparse
import json

import pytest

from muster.lab import benchmark


def test_the_bench_command_prints_figures_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    benchmark.add_arguments(parser)
    assert benchmark.run(parser.parse_args(["tiny_epic_mechs", "--seconds", "1", "--json"])) == 0
    report = json.loads(capsys.readouterr().out)
    (figures,) = report["games"]
    assert report["compiled"] is benchmark.is_compiled()
    assert figures["decisions_per_s"] > 0
    assert figures["forks_per_s"] > 0
    assert 0 < figures["listing_share"] < 1
