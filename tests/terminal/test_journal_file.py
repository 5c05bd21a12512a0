"""The journal on disk: no acknowledged answer is lost, whatever happens to the program."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path
from typing import IO

import pytest

from muster.kernel.journal import read_journal
from muster.terminal.journal_file import reopen_journal
from terminal.piped import ALWAYS_FIRST, GAME, CommandLine, command

TABLE = ("play", GAME, "--seats", "human,random", "--seed", "21")


def play_whole(muster: CommandLine, path: Path) -> str:
    """The journal of the match that all others are held against."""
    assert muster(*TABLE, "--save", path, answers=ALWAYS_FIRST).status == 0
    return path.read_text()


def read_to_prompt(pipe: IO[bytes]) -> None:
    written = b""
    while not written.endswith(b"A> "):
        more = os.read(pipe.fileno(), 65536)
        assert more, "the program ended before it asked"
        written += more


def kill_after(answers: int, path: Path) -> None:
    """Play in a process of its own and kill it without warning as soon as it asks for one answer more."""
    game = subprocess.Popen(
        command(*TABLE, "--save", path), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert game.stdin is not None
    assert game.stdout is not None
    for _ in range(answers):
        read_to_prompt(game.stdout)
        game.stdin.write(b"1\n")
        game.stdin.flush()
    read_to_prompt(game.stdout)
    game.send_signal(signal.SIGKILL)
    game.communicate()
    assert game.returncode == -signal.SIGKILL


@pytest.mark.parametrize("answers", [1, 9, 30])
def test_a_killed_match_goes_on_as_if_nothing_had_happened(muster: CommandLine, tmp_path: Path, answers: int) -> None:
    whole = play_whole(muster, tmp_path / "whole.journal")
    killed = tmp_path / "killed.journal"
    kill_after(answers, killed)
    kept = killed.read_text()
    assert whole.startswith(kept)
    assert len(read_journal(kept).entries) >= 2
    resumed = muster("play", "--load", killed, answers=ALWAYS_FIRST)
    assert resumed.status == 0
    assert "The match is over." in resumed.out
    assert killed.read_text() == whole


@pytest.mark.parametrize("lost", [1, 5, 9])
def test_a_torn_last_line_is_dropped_and_the_file_mended(muster: CommandLine, tmp_path: Path, lost: int) -> None:
    whole = play_whole(muster, tmp_path / "whole.journal")
    torn = tmp_path / "torn.journal"
    lines = whole.splitlines(keepends=True)
    torn.write_text("".join(lines[:60])[:-lost])
    assert muster("replay", torn).has_one_sentence("torn.journal", "line 60 breaks off")
    left = muster("play", "--load", torn)
    assert left.status == 0
    assert "The last line of" in left.out
    mended = torn.read_text()
    assert mended.endswith("\n")
    assert whole.startswith(mended)
    muster("play", "--load", torn, answers=ALWAYS_FIRST)
    assert torn.read_text() == whole


def test_leaving_and_coming_back_after_every_answer(muster: CommandLine, tmp_path: Path) -> None:
    """The end of the input leaves; the match goes on with the same dice and the same bot."""
    whole = play_whole(muster, tmp_path / "whole.journal")
    path = tmp_path / "pieces.journal"
    muster(*TABLE, "--save", path, answers="1\n")
    for _ in range(20):
        assert muster("play", "--load", path, answers="1\n").status == 0
    assert whole.startswith(path.read_text())
    muster("play", "--load", path, answers=ALWAYS_FIRST)
    assert path.read_text() == whole


def test_what_was_taken_back_stays_taken_back(muster: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "undo.journal"
    setup = "1\n" * 7
    muster(*TABLE, "--save", path, answers=f"{setup}mine-n\nturret-e\nundo\n")
    again = muster("play", "--load", path)
    assert "program (* open): 1 Deploy mine, north\n" in again.out
    assert "A: Choose program card 2 of 4" in again.out


def test_a_finished_match_shows_its_result_again(muster: CommandLine, tmp_path: Path) -> None:
    whole = play_whole(muster, tmp_path / "whole.journal")
    again = muster("play", "--load", tmp_path / "whole.journal")
    assert again.status == 0
    assert "The match is over." in again.out
    assert (tmp_path / "whole.journal").read_text() == whole


def test_a_file_that_exists_is_never_written_over(muster: CommandLine, tmp_path: Path) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("mine")
    refused = muster(*TABLE, "--save", precious, answers=ALWAYS_FIRST)
    assert refused.status == 1
    assert refused.has_one_sentence(str(precious), "already")
    assert precious.read_text() == "mine"


def test_the_key_of_another_match_is_never_written_over(muster: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "fair.journal"
    table = ("play", GAME, "--seats", "human,random", "--dice", "committed", "--save", path)
    muster(*table, answers="1\n")
    key = (tmp_path / "fair.journal.key").read_text()
    assert muster(*table, answers="1\n").status == 1
    assert (tmp_path / "fair.journal.key").read_text() == key


def test_two_programs_cannot_play_the_same_match(muster: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "shared.journal"
    muster(*TABLE, "--save", path, answers="1\n")
    journal = read_journal(path.read_text())
    first = reopen_journal(path, journal)
    refused = muster("play", "--load", path, answers=ALWAYS_FIRST)
    assert refused.status == 1
    assert refused.has_one_sentence(str(path), "another program")
    first.close()
    assert muster("play", "--load", path, answers=ALWAYS_FIRST).status == 0
