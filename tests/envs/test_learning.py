"""The example that learns: it beats `random` in nine matches of ten."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "learning" / "train_mechs.py"


def loaded():  # type: ignore[no-untyped-def]
    spec = importlib.util.spec_from_file_location("train_mechs", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_is_short_and_learns_from_its_lessons() -> None:
    assert len(EXAMPLE.read_text().splitlines()) < 100
    example = loaded()
    agent = example.train(2, tell=lambda line: None)
    assert agent.matrix.any()
    assert 0 <= example.measure(agent, 2) <= 1


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_it_beats_random_in_nine_matches_of_ten() -> None:
    example = loaded()
    assert example.measure(example.train(300), 200) >= 0.9
