"""When a rule breaks: one sentence that says which match, which answer, where the journal is and what to do with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from breaking import SENTENCE, break_the_first_turn, break_the_options
from muster.kernel.journal import read_journal
from terminal.piped import ALWAYS_FIRST, GAME, CommandLine

BROKEN_SCENARIO = f"""\
game = "{GAME}"
title = "A turn begins"
clauses = ["TEM program.choose"]

[position]
stage = "program"

[[step]]
seat = "A"
answer = "collect-n"
"""


@pytest.fixture
def journal(muster: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A match that broke, as the player left it."""
    break_the_first_turn(monkeypatch)
    path = tmp_path / "m.journal"
    muster("play", GAME, "--seats", "human,random", "--seed", "3", "--save", path, answers=ALWAYS_FIRST)
    return path


def test_play_says_where_it_broke_and_how_to_see_and_report_it(
    muster: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    break_the_first_turn(monkeypatch)
    path = tmp_path / "m.journal"
    played = muster("play", GAME, "--seats", "human,random", "--seed", "3", "--save", path, answers=ALWAYS_FIRST)
    assert played.status == 1
    entries = read_journal(path.read_text()).entries
    said = f"muster play: the rules broke at entry {len(entries)} (B {entries[-1].key}): {SENTENCE}"
    assert played.has_one_sentence(said, f"journal {path}", f"muster replay {path} --at {len(entries) - 1}")


def test_play_says_it_in_spanish(muster: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    break_the_first_turn(monkeypatch)
    path = tmp_path / "m.journal"
    played = muster("play", GAME, "--seats", "human,random", "--save", path, "--lang", "es", answers=ALWAYS_FIRST)
    assert played.has_one_sentence("Es un error nuestro", f"diario {path}")


def test_options_that_cannot_be_listed_are_a_defect_at_that_place_too(
    muster: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    break_the_options(monkeypatch)
    path = tmp_path / "m.journal"
    played = muster("play", GAME, "--seats", "human,random", "--save", path, answers=ALWAYS_FIRST)
    assert played.status == 1
    assert played.has_one_sentence("the rules broke at entry", SENTENCE, str(path))


def test_a_broken_match_is_not_loaded_and_says_so_again(muster: CommandLine, journal: Path) -> None:
    again = muster("play", "--load", journal, answers=ALWAYS_FIRST)
    assert again.status == 1
    assert again.has_one_sentence("the rules broke at entry", SENTENCE, f"muster replay {journal} --at")


@pytest.mark.parametrize("arguments", [[], ["--verify"], ["--json"]])
def test_replay_says_it_and_shows_the_match_up_to_there(
    muster: CommandLine, journal: Path, arguments: list[str]
) -> None:
    refused = muster("replay", journal, *arguments)
    assert refused.status == 1
    assert refused.has_one_sentence("the rules broke at entry", SENTENCE, f"muster replay {journal} --at")
    at = refused.err.rpartition("--at ")[2].strip()
    shown = muster("replay", journal, "--at", at)
    assert shown.status == 0
    assert f"Entry {at} of" in shown.out


def test_a_scenario_names_the_step_and_the_answer(
    muster: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    break_the_options(monkeypatch)
    path = tmp_path / "s.toml"
    path.write_text(BROKEN_SCENARIO)
    failed = muster("scenario", path)
    assert failed.status == 1
    assert failed.has_one_sentence(f"{path}: step 1: the rules broke after the answer 'collect-n': {SENTENCE}")
    assert "0 of 1" in failed.out
