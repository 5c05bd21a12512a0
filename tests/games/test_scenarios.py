"""Every scenario of every game holds. A rule that a scenario can show is tested by a scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from muster.kernel.scenario import read_scenario, run_scenario
from muster.library import load_game

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*/scenarios/**/*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(HERE).with_suffix("").as_posix())
def test_scenario(file: Path) -> None:
    scenario = read_scenario(file.read_text("utf-8"), file.name)
    assert run_scenario(load_game(scenario.game, [Path(pack) for pack in scenario.packs]), scenario) == []
