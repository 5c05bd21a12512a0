"""Several people at one screen: the curtain falls, and no secret is written while somebody else looks."""

from __future__ import annotations

import io
import sys
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest

from muster.kernel.dice import SeededDice
from muster.library import load_game
from muster.terminal import screen
from muster.terminal.client import Client
from muster.terminal.screen import SEPARATOR, Screen
from muster.terminal.sitting import prepare, sit_down
from muster.terminal.speech import Speech
from terminal.piped import ALWAYS_FIRST, GAME, CommandLine


def looks(out: str, seat: str) -> list[str]:
    """What was on the screen each time it was this seat's, from curtain to curtain."""
    sections = out.split(SEPARATOR)
    return [section for before, section in pairwise(sections) if f"Pass the device to {seat}." in before]


class TwoPeople(io.StringIO):
    """Answers what was asked last: A with these secrets, B always with the first option, until B's last card."""

    def __init__(self, sink: io.StringIO, mine: str, cards: tuple[str, str, str, str]) -> None:
        super().__init__()
        self._sink = sink
        self._mine = mine
        self._cards = iter(cards)

    def readline(self, size: int | None = -1, /) -> str:
        asked = self._sink.getvalue()
        question = asked[asked.rfind("\n\n") :]
        if "B: Choose program card 4" in question:
            return ""
        if "A: Which mine" in question:
            return f"{self._mine}\n"
        if "A: Choose program card" in question:
            return f"{next(self._cards)}\n"
        return "1\n"


def play_secretly(path: Path, mine: str, cards: tuple[str, str, str, str]) -> str:
    """Everything written until both have all but programmed the first round."""
    game = load_game(GAME)
    sink = io.StringIO()
    sitting = sit_down(game, prepare(game, 2, True, {}), ["human", "human"], SeededDice(3), path)
    with suppress(EOFError):
        Client(sitting, Screen(TwoPeople(sink, mine, cards), sink), Speech(game, "en")).run()
    sitting.journal.close()
    return sink.getvalue()


@pytest.mark.clause("TEM program.secret", "TEM deploy.mine_secret")
def test_what_one_sees_does_not_depend_on_anothers_secrets(tmp_path: Path) -> None:
    one = play_secretly(tmp_path / "1", "lay:1", ("collect-n", "mine-e", "turret-s", "purchase-w"))
    other = play_secretly(tmp_path / "2", "lay:4", ("double_jump-s", "collect-s", "power_up-e", "collect-n"))
    assert looks(one, "A") != looks(other, "A")
    assert looks(one, "B") == looks(other, "B")
    assert "B: Choose program card 4" in looks(one, "B")[-1]


def test_the_curtain_falls_between_people(muster: CommandLine, tmp_path: Path) -> None:
    played = muster(
        "play", GAME, "--seats", "human,human", "--seed", "3", "--save", tmp_path / "m.journal", answers=ALWAYS_FIRST
    )
    for own, other in ("AB", "BA"):
        sections = looks(played.out, own)
        assert len(sections) > 5
        for section in sections:
            assert f"{other} (you)" not in section
            assert f"\n{other}> " not in section
            assert f"|mine {other}:" not in section


def test_with_one_person_there_is_no_curtain(muster: CommandLine) -> None:
    played = muster("play", GAME, "--seats", "human,random", answers=ALWAYS_FIRST)
    assert SEPARATOR not in played.out


def test_one_can_leave_at_the_curtain(muster: CommandLine, tmp_path: Path) -> None:
    played = muster("play", GAME, "--seats", "human,human", "--save", tmp_path / "m.journal", answers="quit\n")
    assert played.status == 0
    assert f"muster play --load {tmp_path / 'm.journal'}" in played.out


def test_in_a_terminal_the_curtain_empties_the_screen_and_what_scrolled_off(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    Screen().draw_curtain()
    assert capsys.readouterr().out == screen.CLEAR
    assert "\x1b[3J" in screen.CLEAR
