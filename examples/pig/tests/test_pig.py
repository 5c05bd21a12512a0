"""Pig, by its scenarios and by whole matches."""

from pathlib import Path

import pytest

import muster
from muster.kernel.scenario import read_scenario, run_scenario
from muster.kernel.words import LANGUAGES
from muster.library import load_game

SCENARIOS = sorted((Path(__file__).parent / "scenarios").glob("*.toml"))


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_the_scenario_holds(file: Path) -> None:
    assert run_scenario(load_game("pig"), read_scenario(file.read_text("utf-8"), file.name)) == []


def test_every_clause_is_shown_by_a_scenario() -> None:
    shown = {clause for file in SCENARIOS for clause in read_scenario(file.read_text("utf-8"), file.name).clauses}
    assert {clause.id for clause in load_game("pig").clauses if clause.id.startswith("PIG ")} == shown


def test_both_languages_have_the_same_words() -> None:
    english, spanish = (load_game("pig").catalogue.templates[language] for language in LANGUAGES)
    assert english.keys() == spanish.keys()


@pytest.mark.parametrize("bot", ["random", "greedy", "hold_at_20"])
def test_bots_play_it_to_the_end(bot: str) -> None:
    match = muster.new("pig", seed=4, players=3, goal=50)
    match.play_out(*(muster.bot(bot, seed=seat) for seat in range(3)))
    assert match.result is not None
    assert max(match.result.scores) >= 50


def test_holding_at_twenty_beats_chance() -> None:
    won = 0
    for seed in range(40):
        match = muster.new("pig", seed=seed)
        match.play_out(muster.bot("hold_at_20"), muster.bot("random", seed=seed))
        won += match.result is not None and match.result.winners == (0,)
    assert won > 30
