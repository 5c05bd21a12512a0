"""`muster scenario new --from JOURNAL --at N` writes any moment of a match of any game, and what it writes holds."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from muster.cli.main import main
from muster.kernel.dice import SeededDice
from muster.kernel.sessions import journal_text, new_match
from muster.lab.setups import drawn_setup
from muster.library import game_names, load_game


@pytest.mark.parametrize("name", game_names())
def test_moments_of_a_match_are_written_and_hold(name: str, tmp_path: Path) -> None:
    game = load_game(name)
    prepared = drawn_setup(game, random.Random(2))
    match = new_match(game, prepared, SeededDice(2))
    rng = random.Random(2)
    while not match.over and len(match.record) < 160:
        seat = rng.choice(sorted(match.pending))
        match.play(seat, rng.choice(match.pending[seat].space.options()))
    journal = tmp_path / "evening.journal"
    journal.write_text(journal_text(prepared, match), "utf-8")
    for at in {min(at, len(match.record)) for at in (0, 25, 60, 97, 160)}:
        file = tmp_path / f"at_{at}.toml"
        assert main(["scenario", "new", str(file), "--from", str(journal), "--at", str(at)]) == 0
        assert main(["scenario", str(file)]) == 0
