"""Whole matches through a pipe: to the end, in both languages, with every kind of seat and dice."""

from __future__ import annotations

import random
import re
import stat
import subprocess
from pathlib import Path

import pytest

from muster.kernel.journal import read_journal
from terminal.piped import ALWAYS_FIRST, GAME, CommandLine, command, run_process

UNRENDERED = re.compile(r"Text\(|\{\w+")
"""A message that no catalogue has, or a gap that nobody filled."""


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            ["Which pilot do you play?", "What happened:", "The match is over.", "To look at it again:"],
        ),
        ("es", ["¿Con qué piloto juegas?", "Qué ha pasado:", "La partida ha terminado.", "Para volver a verla:"]),
    ],
)
def test_a_match_through_a_pipe(language: str, expected: list[str], tmp_path: Path) -> None:
    journal = tmp_path / "match.journal"
    played = run_process("play", GAME, "--seed", "3", "--lang", language, "--save", journal, answers=ALWAYS_FIRST)
    assert played.status == 0
    assert played.err == ""
    assert not UNRENDERED.search(played.out)
    assert "\x1b" not in played.out
    for sentence in expected:
        assert sentence in played.out
    assert read_journal(journal.read_text()).header.seats == ("human", "normal")


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("seats", ["human", "human,random,random", "human,random,human,random"])
def test_wild_answers_at_every_size_of_table(muster: CommandLine, tmp_path: Path, language: str, seats: str) -> None:
    """Most of these answers are refused; none breaks anything, and every sentence is rendered."""
    rng = random.Random(seats)
    answers = "".join(f"{rng.choice(['1', '2', '3', '7', '13', '26', 'why', 'x'])}\n" for _ in range(6000))
    journal = tmp_path / "match.journal"
    played = muster(
        "play", GAME, "--seats", seats, "--seed", "8", "--lang", language, "--save", journal, answers=answers
    )
    assert (played.status, played.err) == (0, "")
    assert not UNRENDERED.search(played.out)
    assert max(map(len, played.out.splitlines())) <= 400
    assert muster("replay", journal, "--verify").status == 0


def test_bots_alone_play_to_the_end(muster: CommandLine, tmp_path: Path) -> None:
    played = muster("play", GAME, "--seats", "random,random", "--seed", "1", "--save", tmp_path / "bots.journal")
    assert played.status == 0
    assert "The match is over." in played.out
    options = read_journal((tmp_path / "bots.journal").read_text()).header.options
    assert options["confirm_turns"] is False


def test_turns_are_ended_explicitly_where_people_play(muster: CommandLine, tmp_path: Path) -> None:
    muster("play", GAME, "--save", tmp_path / "person.journal")
    assert read_journal((tmp_path / "person.journal").read_text()).header.options["confirm_turns"] is True


def test_a_journal_is_kept_without_being_asked_for(muster: CommandLine, state_home: Path) -> None:
    played = muster("play", GAME)
    [journal] = (state_home / "muster" / "games").iterdir()
    assert journal.name.startswith(GAME)
    assert f"muster play --load {journal}" in played.out


def test_committed_dice_keep_their_key_until_the_end(muster: CommandLine, tmp_path: Path) -> None:
    journal, key = tmp_path / "fair.journal", tmp_path / "fair.journal.key"
    muster("play", GAME, "--seats", "human,random", "--dice", "committed", "--save", journal, answers="1\n1\n")
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert key.read_text().strip() not in journal.read_text()
    early = muster("replay", journal, "--verify")
    assert early.status == 1
    assert early.has_one_sentence("fair.journal", "key is not published")
    assert muster("replay", journal).status == 0
    muster("play", "--load", journal, answers=ALWAYS_FIRST)
    assert not key.exists()
    verified = muster("replay", journal, "--verify")
    assert verified.status == 0
    assert "the key matches the hash" in verified.out


def test_the_end_shows_everybody_only_what_all_may_know(muster: CommandLine, tmp_path: Path) -> None:
    played = muster(
        "play", GAME, "--seats", "human,human", "--seed", "3", "--save", tmp_path / "two.journal", answers=ALWAYS_FIRST
    )
    final = played.out[played.out.rindex("game over") :]
    assert "(you)" not in final
    assert "|mine A " in final
    assert re.search(r"A: \d+ points", final)
    assert re.search(r"[AB] wins\.", final)


def test_bytes_that_are_no_text_are_only_a_wrong_answer(tmp_path: Path) -> None:
    played = subprocess.run(
        command("play", GAME, "--seats", "human,random", "--save", tmp_path / "m.journal"),
        input=b"\xff\xfe\x00\n1\n",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (played.returncode, played.stderr) == (0, b"")
    assert b"is not one of the answers" in played.stdout


def test_the_table_is_told_aloud_without_a_drawing(muster: CommandLine, tmp_path: Path) -> None:
    """For a screen reader: at first everything in sentences, and after that what has changed."""
    seats = ("--seats", "human,random", "--seed", "3", "--lang", "en", "--save", tmp_path / "m.journal")
    told = muster("play", "deadzone", "--aloud", *seats, answers="1\n" * 8 + "quit\n").out
    assert "c6, level 1: wall north, door east, wall west" in told
    assert told.count("c6, level 1: wall north, door east, wall west") == 1
    assert " |" not in told
    assert "A1 Enforcer Sergeant: " in told
    assert "[DZ " not in told, "a clause is for whoever reads"
    assert "mission:" not in told, "so is the key of an answer"
