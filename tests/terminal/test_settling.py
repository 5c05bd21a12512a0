"""Small things in the terminal: the usual answer is marked and one key gives it, or it is given for you."""

from __future__ import annotations

from pathlib import Path

import pytest

from muster.kernel.journal import read_journal
from small_choices import ask_small_things, decided
from terminal.piped import GAME, CommandLine, Finished

SETUP = ["1", "1"] + ["1"] + ["1", "1"] * 2 + ["collect-n", "collect-s", "turret-n", "mine-n", "1"]
"""You against a bot, up to the first turn: pilot, base, mine, weapon, program, each secret choice locked in."""


@pytest.fixture(autouse=True)
def small_things(monkeypatch: pytest.MonkeyPatch) -> None:
    ask_small_things(monkeypatch)


class Evening:
    def __init__(self, muster: CommandLine, journal: Path) -> None:
        self._muster = muster
        self._journal = journal

    def play(self, *lines: str, options: tuple[str, ...] = (), language: str = "en") -> Finished:
        given = ["--seats", "human,random", "--seed", "3", "--lang", language, "--save", self._journal, *options]
        return self._muster("play", GAME, *given, answers="\n".join([*SETUP, *lines]) + "\n")

    def said(self) -> list[str]:
        """What the journal has of the small thing and what is around it."""
        entries = read_journal(self._journal.read_text()).entries
        words = ("go", "wait", "left", "right", "undo")
        return [entry.key for entry in entries if entry.seat == 0 and entry.key in words]


@pytest.fixture
def evening(muster: CommandLine, tmp_path: Path) -> Evening:
    return Evening(muster, tmp_path / "m.journal")


def test_the_usual_answer_is_marked_and_an_empty_line_takes_it(evening: Evening) -> None:
    played = evening.play("go", "")
    assert "  1 mine (usual)" in played.out
    assert "  2 turret (usual)" not in played.out
    assert "Press Enter alone for the usual answer (mine)." in played.out
    assert evening.said() == ["go", "left"]


def test_an_empty_line_answers_nothing_else(evening: Evening) -> None:
    played = evening.play("", "go", "2", "", "")
    assert evening.said() == ["go", "right"]
    assert "go (usual)" not in played.out


def test_whoever_wants_it_is_told_what_was_decided(evening: Evening) -> None:
    played = evening.play("go", options=("--settle",))
    assert evening.said() == ["go", "left"]
    assert "  Decided for you: {} → {}".format(*decided("en")) in played.out
    assert "(usual)" not in played.out


def test_the_setting_is_changed_while_playing_and_an_undo_goes_to_the_last_decision(evening: Evening) -> None:
    played = evening.play("settle", "settle on", "go", "undo", "settle off", "wait", "", "undo")
    assert evening.said() == ["go", "left", "undo", "undo", "wait", "left", "undo"]
    assert "Say on or off: settle on" in played.out
    assert "Small things are decided for you from now on." in played.out
    assert "You are asked about small things, too." in played.out


def test_a_small_question_that_is_open_is_settled_at_once(evening: Evening) -> None:
    evening.play("go", "settle on", "go")
    assert evening.said() == ["go", "left", "go"]


def test_in_spanish(evening: Evening) -> None:
    played = evening.play("go", "detalles sí", "detalles no", language="es")
    assert "(lo habitual)" in played.out
    assert "Decidido por ti: " in played.out
    assert "también se te preguntan" in played.out
