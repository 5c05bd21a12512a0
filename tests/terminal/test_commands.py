"""Commands that a person can type instead of an answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from muster.kernel.journal import read_journal
from terminal.piped import GAME, CommandLine, Finished

SETUP = ["1", "1"] + ["1"] + ["1", "1"] * 2
"""You against a bot, up to the first program: pilot, base, mine, weapon, each secret choice locked in."""


class Evening:
    """A person against a bot, who says what a test says and then leaves."""

    def __init__(self, muster: CommandLine, journal: Path) -> None:
        self._muster = muster
        self._journal = journal

    def play(self, *lines: str, language: str = "en") -> Finished:
        """These lines after the set-up."""
        options = ["--seats", "human,random", "--seed", "3", "--lang", language, "--save", self._journal]
        return self._muster("play", GAME, *options, answers="\n".join([*SETUP, *lines]) + "\n")

    def answers(self) -> list[str]:
        """What the journal has of the person's answers after the set-up."""
        entries = read_journal(self._journal.read_text()).entries
        return [entry.key for entry in entries if entry.seat == 0][4:]


@pytest.fixture
def evening(muster: CommandLine, tmp_path: Path) -> Evening:
    return Evening(muster, tmp_path / "m.journal")


def test_an_option_goes_by_number_or_key(evening: Evening) -> None:
    evening.play("2", "turret-n")
    assert evening.answers() == ["collect-e", "turret-n"]


def test_an_empty_line_answers_nothing_and_shows_the_question_again(evening: Evening) -> None:
    played = evening.play("", "")
    assert evening.answers() == []
    assert played.out.count("A: Choose program card 1") == 3


@pytest.mark.parametrize("nonsense", ["0", "29", "-1", "collect", "Collect-N", "mine", "1 2", "é", "\t?", "1" * 5000])
def test_what_is_no_answer_gets_one_sentence(evening: Evening, nonsense: str) -> None:
    played = evening.play(nonsense)
    assert f"{nonsense.strip()} is not one of the answers to this question [K option]" in played.out
    assert evening.answers() == []


def test_why_lists_what_is_not_offered_with_reason_and_clause(evening: Evening) -> None:
    played = evening.play("mine-n", "why")
    why = "Deploy mine is in your program already; choose another card [TEM program.choose]"
    assert f"mine-n, mine-e, mine-s, mine-w: {why}" in played.out


def test_why_explains_one_thing(evening: Evening) -> None:
    played = evening.play("mine-n", "why mine-e", "why 1", "why nonsense")
    assert "Deploy mine is in your program already; choose another card [TEM program.choose]" in played.out
    assert "You may do that: Collect, north" in played.out
    assert "TEM program.orientation: " in played.out
    assert "nonsense is not one of the answers to this question [K option]" in played.out


def test_why_without_anything_missing(evening: Evening) -> None:
    assert "Nothing is missing: everything the rules allow is on the list." in evening.play("why").out


@pytest.mark.clause("K undo")
def test_undo_takes_the_last_card_back(evening: Evening) -> None:
    played = evening.play("mine-n", "turret-e", "undo", "purchase-s")
    assert "Taken back." in played.out
    assert evening.answers() == ["mine-n", "turret-e", "undo", "purchase-s"]


@pytest.mark.clause("K undo")
def test_choices_can_be_changed_until_they_are_locked_in(evening: Evening) -> None:
    played = evening.play("collect-n", "collect-s", "turret-n", "mine-n", "undo", "purchase-n")
    assert "A, you have chosen: type 1 to lock it in, or undo to take the last choice back." in played.out
    assert evening.answers()[-2:] == ["undo", "purchase-n"]
    assert "Choose program card 4" in played.out[played.out.index("Taken back.") :]


@pytest.mark.clause("K undo")
def test_undo_is_refused_once_others_have_spoken(evening: Evening) -> None:
    played = evening.play("undo")
    assert "nothing can be taken back any more: dice were rolled" in played.out
    assert evening.answers() == []


def test_log_shows_what_happened(evening: Evening) -> None:
    played = evening.play("log 2", "log two")
    shown = played.out[played.out.index("A> log 2") :].splitlines()
    assert [line.endswith("[TEM purchase.refill]") for line in shown[1:3]] == [True, True]
    assert shown[3].startswith("A> log two")
    assert shown[4] == "Say how many lines you want: log 30"


def test_rules_by_chapter_and_clause(evening: Evening) -> None:
    played = evening.play(
        "rules", "rules move", "rules move.wall", "rules TEM move.wall", "rules K undo", "rules nonsense"
    )
    assert "move (" in played.out
    assert played.out.count("TEM move.wall: The edge of the arena is a wall") == 3
    assert "K undo: An answer can be taken back" in played.out
    assert "There is no clause or chapter 'nonsense'" in played.out


def test_board_shows_the_whole_table(evening: Evening) -> None:
    after = evening.play("board").out.split("A> board")[1]
    assert "|b1 base A  1EC|" in after
    assert "Weapons · " in after


def test_save_writes_a_copy_that_can_be_played_on(evening: Evening, muster: CommandLine, tmp_path: Path) -> None:
    copy = tmp_path / "copy.journal"
    played = evening.play("mine-n", f"save {copy}", f"save {copy}", "save", "save /nowhere/at/all", "turret-n")
    assert f"Saved as {copy}" in played.out
    assert f"{copy}: there is a file of that name already" in played.out
    assert "Say where to: save FILE" in played.out
    assert "No such file or directory" in played.out
    assert [entry.key for entry in read_journal(copy.read_text()).entries][-1] == "mine-n"
    assert muster("play", "--load", copy).status == 0


def test_help_and_quit(evening: Evening) -> None:
    played = evening.play("help", "quit", "mine-n")
    assert "why KEY" in played.out
    assert "The match is saved in" in played.out
    assert played.status == 0
    assert "mine-n" not in played.out.split("quit")[-1]


def test_the_commands_speak_spanish(evening: Evening) -> None:
    played = evening.play(
        "mine-n",
        "porqué mine-n",
        "PORQUE",
        "deshacer",
        "registro 1",
        "reglas move.wall",
        "ayuda",
        "salir",
        language="es",
    )
    assert evening.answers()[-1] == "undo"
    for sentence in ("Deshecho.", "TEM move.wall: ", "[TEM program.choose]", "Responde con el número", "Para seguir"):
        assert sentence in played.out
    assert "is not one of" not in played.out


def test_goal_says_how_to_win_and_where_the_points_came_from(evening: Evening) -> None:
    played = evening.play("goal")
    assert "Score more points than anybody else in 6 rounds" in played.out
    assert "Round 1 of 6." in played.out
    assert "Damage dealt in combat, 1 each [TEM combat.points]" in played.out
    assert "in all" in played.out


def test_goal_speaks_spanish(evening: Evening) -> None:
    assert "Anota más puntos que nadie" in evening.play("meta", language="es").out
