"""Real dice and cards: a person types what they show."""

from __future__ import annotations

import io
from pathlib import Path

from muster.kernel.journal import read_journal
from muster.kernel.requests import DICE, Roll
from muster.library import load_game
from muster.terminal.screen import Screen
from muster.terminal.speech import Speech
from muster.terminal.typed_dice import DiceReader
from terminal.piped import ALWAYS_FIRST, GAME, CommandLine


def read(roll: Roll, *lines: str) -> tuple[list[int], str]:
    """The faces that somebody who types these lines ends up with, and what was written meanwhile."""
    sink = io.StringIO()
    speech = Speech(load_game(GAME), "en")
    reader = DiceReader(Screen(io.StringIO("\n".join(lines) + "\n"), sink), speech.phrases, speech.words)
    return reader(roll), sink.getvalue()


def test_dice_are_numbers_separated_by_blanks() -> None:
    assert read(Roll("start", (6, 6, 8)), "6  1 8")[0] == [6, 1, 8]


def test_bad_dice_are_asked_for_again() -> None:
    faces, written = read(Roll("start", (6, 8)), "", "3", "3 x", "7 1", "0 1", "3 3 3", "6 8")
    assert faces == [6, 8]
    assert written.count("Type 2 numbers with spaces between.") == 4
    assert "A die with 6 sides has no 7." in written
    assert "A die with 6 sides has no 0." in written


def test_cards_go_by_number_or_name_in_what_is_left() -> None:
    names = ("red", "green", "blue", "black")
    roll = Roll("arena", (4, 3, 2), names=names)
    assert read(roll, "2", "2", "1")[0] == [2, 2, 1]
    assert read(roll, "green", "blue", "red")[0] == [2, 2, 1]
    assert read(roll, "green blue", "1")[0] == [2, 2, 1]


def test_bad_cards_are_asked_for_again() -> None:
    roll = Roll("arena", (3, 2), names=("red", "green", "blue"))
    faces, written = read(roll, "9", "pink", "red red", "red green blue", "", "red", "red", "2")
    assert faces == [1, 2]
    assert "There is no card 'pink' left to draw." in written
    assert written.count("Name at most 2 different cards.") == 2
    assert "There is no card 'red' left to draw." in written


def test_a_match_with_real_cards(muster: CommandLine, tmp_path: Path) -> None:
    """Secret draws are made by the program; the arena and the start player are typed."""
    path = tmp_path / "typed.journal"
    zones = [f"energy_{n}" for n in range(1, 9)] + [f"credits_{n}" for n in range(1, 5)]
    answers = "\n".join(["1", "1", " ".join(reversed(zones)), "3", "2", ""])
    played = muster("play", GAME, "--seats", "human,random", "--dice", "typed", "--save", path, answers=answers)
    assert played.status == 0
    assert "Draw for the resource zones: 12 cards" in played.out
    assert "A die with 2 sides has no 3." in played.out
    assert "B takes the start token" in played.out
    rolls = {entry.key: entry.value for entry in read_journal(path.read_text()).entries if entry.seat == DICE}
    assert rolls["arena"] == [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert rolls["start"] == [2]


def test_leaving_while_dice_are_asked_for_loses_nothing(muster: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "typed.journal"
    table = ("play", GAME, "--seats", "human,random", "--dice", "typed", "--save", path)
    assert "muster play --load" in muster(*table, answers="1\n1\n").out
    assert muster("replay", path).status == 0
    again = muster("play", "--load", path, answers=ALWAYS_FIRST)
    assert again.status == 0
    assert "Draw for the resource zones: 12 cards" in again.out
    assert "The match is over." in again.out
    verified = muster("replay", path, "--verify")
    assert verified.status == 0
    assert "where they came from cannot be checked" in verified.out
