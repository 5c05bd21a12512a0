"""`muster analyse` and `hint` at the table: in words, in both languages, and one sentence for what cannot be used."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from coach.played import begun, go_on, journal_of, pig
from muster.bots.search import Budget
from muster.coach import hints
from muster.coach.sheets import Analysis, Point, Side
from muster.library import load_game, own_names
from muster.terminal.coaching import Coaching, chart, round_marks
from muster.terminal.speech import Speech
from terminal.piped import CommandLine, command

UNRENDERED = re.compile(r"Text\(|\{\w+[}:|]|\b(hint|analysis)\.\w")
BLUNDER = ("rrrrrrrrr" + "r" + "rrrrrrrrrh", [6] * 9 + [1] + [6] * 9)


@pytest.fixture
def muster(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> CommandLine:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return CommandLine(monkeypatch, capsys)


@pytest.fixture
def lost(tmp_path: Path, pig_installed: None) -> Path:
    """A match of pig that a blunder lost."""
    file = tmp_path / "lost.journal"
    file.write_text(journal_of(pig(*BLUNDER), goal=50))
    return file


@pytest.mark.parametrize(
    ("language", "parts"),
    [
        (
            "en",
            (
                "The chance of A to win",
                "100% │",
                "Entry 18: A answered 'roll the die'",
                "Better: 'hold' (100%)",
                "the dice after 'roll the die' cost A",
                "A: your dice were better than in ",
                "Your decisions cost ",
                "B had better dice than in ",
            ),
        ),
        (
            "es",
            (
                "Las posibilidades de victoria de A",
                "Entrada 18: A respondió «",
                "Mejor: «",
                "A: tus dados fueron mejores que en ",
                "Tus decisiones costaron ",
                "B tuvo mejores dados que en ",
            ),
        ),
    ],
)
def test_a_match_is_told_in_words(muster: CommandLine, lost: Path, language: str, parts: tuple[str, ...]) -> None:
    done = muster("analyse", lost, "--iterations", "300", "--workers", "1", "--lang", language)
    assert (done.status, done.err) == (0, "")
    for part in parts:
        assert part in done.out
    assert not UNRENDERED.search(done.out)


def test_as_data_it_is_an_analysis(muster: CommandLine, lost: Path) -> None:
    done = muster("analyse", lost, "--iterations", "20", "--workers", "1", "--json")
    found = msgspec.json.decode(done.out.encode(), type=Analysis)
    assert (found.game, found.iterations, found.entries) == ("pig", 20, 39)
    assert json.loads(done.out)["curve"][-1]["chances"] == [0.0, 1.0]


# One clear sentence


@pytest.mark.parametrize("game", own_names())
def test_a_match_that_is_not_over(muster: CommandLine, tmp_path: Path, game: str) -> None:
    file = tmp_path / "match.journal"
    file.write_text(journal_of(go_on(begun(game), 1, 12)))
    refused = muster("analyse", file)
    assert refused.status == 1
    assert refused.has_one_sentence("match.journal: this match is not over yet")


def test_a_damaged_journal(muster: CommandLine, lost: Path) -> None:
    lost.write_text(lost.read_text().replace("dice turn 1 ", "dice turn 2 ", 1))
    refused = muster("analyse", lost)
    assert refused.status == 1
    assert refused.has_one_sentence("lost.journal: line ", "was changed")


def test_a_journal_of_other_rules(muster: CommandLine, tmp_path: Path) -> None:
    match = go_on(begun("tiny_epic_mechs"), 1, -1)
    game = load_game("tiny_epic_mechs")
    match.game = dataclasses.replace(game, rules_version=game.rules_version + 1)
    file = tmp_path / "match.journal"
    file.write_text(journal_of(match))
    refused = muster("analyse", file)
    assert refused.status == 1
    assert refused.has_one_sentence(f"played by rules version {game.rules_version + 1} of tiny_epic_mechs")


def test_no_journal_at_all(muster: CommandLine, tmp_path: Path) -> None:
    assert muster("analyse", tmp_path / "none.journal").has_one_sentence("none.journal: No such file")
    (tmp_path / "song.txt").write_text("la la la\n")
    assert muster("analyse", tmp_path / "song.txt").has_one_sentence("song.txt: not a journal")


@pytest.mark.parametrize("wrong", ["0", "-1", "many", "1.5"])
@pytest.mark.parametrize("option", ["--iterations", "--seconds", "--workers"])
def test_a_wrong_number(muster: CommandLine, tmp_path: Path, option: str, wrong: str) -> None:
    refused = muster("analyse", tmp_path / "x", f"{option}={wrong}")
    assert refused.status == 2
    assert refused.has_one_sentence(option, f"{wrong!r} is not a positive number")


@pytest.mark.skipif(sys.platform == "win32", reason="sends the signal of Ctrl-C")
def test_ctrl_c_ends_it_with_one_word(tmp_path: Path) -> None:
    """All processes of a terminal hear Ctrl-C; only the one that was started speaks."""
    file = tmp_path / "match.journal"
    file.write_text(journal_of(go_on(begun("tiny_epic_mechs"), 1, -1)))
    asked = command("analyse", file, "--workers", "2", "--iterations", "1000000")
    running = subprocess.Popen(asked, stderr=subprocess.PIPE, encoding="utf-8", start_new_session=True)
    try:
        time.sleep(3)
        os.killpg(running.pid, signal.SIGINT)
        _, complaint = running.communicate(timeout=60)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
    assert (running.returncode, complaint) == (1, "muster analyse: interrupted\n")


# A hint at the table


@pytest.mark.parametrize("game", own_names())
@pytest.mark.parametrize(
    ("language", "word", "title", "chance"),
    [
        ("en", "hint", "What a strong player would do", "of 100"),
        ("es", "pista", "Lo que haría un buen jugador", "de cada 100"),
    ],
)
def test_a_hint_in_play(
    muster: CommandLine, monkeypatch: pytest.MonkeyPatch, game: str, language: str, word: str, title: str, chance: str
) -> None:
    monkeypatch.setattr(hints.hint, "__defaults__", (Budget(iterations=40), *(hints.hint.__defaults__ or ())[1:]))
    done = muster("play", game, "--seed", "3", "--lang", language, answers=f"{word}\n1\n{word}\n")
    assert done.err == ""
    assert title in done.out
    assert chance in done.out
    assert not UNRENDERED.search(done.out)
    assert not re.search(r"\.[:;]", done.out), "an answer that is a sentence ends without its point"


@pytest.mark.usefixtures("pig_installed")
def test_no_hint_where_there_is_nothing_to_choose(muster: CommandLine) -> None:
    done = muster("play", "pig", "--seats", "human,human", answers="\nhint\n")
    assert "There is only one answer." in done.out


def test_help_names_the_command(muster: CommandLine) -> None:
    assert "  hint  " in muster("play", "tiny_epic_mechs", answers="help\n").out
    assert "  pista  " in muster("play", "tiny_epic_mechs", "--lang", "es", answers="ayuda\n").out


# The parts


def test_a_chart_shows_the_chance_and_where_rounds_begin() -> None:
    curve = [Point(index, 1 + index // 4, [index / 7, 1 - index / 7]) for index in range(8)]
    rows = chart(curve, 0, "(rounds)")
    assert rows[0] == "  100% │      ▁█"
    assert rows[-3] == "    0% │ ▇██████"
    assert rows[-1] == "        1   2  (rounds)"


def test_rounds_that_begin_too_close_together_do_not_run_into_each_other() -> None:
    assert round_marks([1, 1, 2, 3, 3, 10, 10]) == "1 2  10"
    assert round_marks([0, 0, 0]) == ""


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("you", [(), (0,)])
@pytest.mark.parametrize("gain", [0.2, -0.01, 0.0])
@pytest.mark.parametrize(("cost", "round_number"), [(0.21, 3), (0.01, 0), (0.0, 0)])
def test_every_summary_has_its_sentences(
    language: str, you: tuple[int, ...], gain: float, cost: float, round_number: int
) -> None:
    coaching = Coaching(Speech(load_game("tiny_epic_mechs"), language), you)
    told = coaching.side(Side(0, 38.2, gain, cost, round_number, 12))
    assert not UNRENDERED.search(told)
    assert told.count(".") == 2
    assert "38" in told
