"""A small choice in a real game, for tests of how clients deal with it."""

from __future__ import annotations

import pytest

from muster.games.tiny_epic_mechs.rules import sequence
from muster.games.tiny_epic_mechs.state.state import Stage, State
from muster.kernel.requests import Seat, Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text
from muster.library import load_game

CLAUSE = "TEM move.wall"
SMALL = [Option("left", 1, CLAUSE, Text("device.mine")), Option("right", 2, CLAUSE, Text("device.turret"))]
REAL = [Option("go", 1, CLAUSE), Option("wait", 2, CLAUSE)]
ASKED = Text("prompt.lay_first_mine")
"""What is asked before every turn of Tiny Epic Mechs: go or wait, then the small thing, then go or wait once more."""

TURN = sequence.STEPS[Stage.BEGIN_TURN]


def decided(language: str) -> tuple[str, str]:
    """The small question and its usual answer in words."""
    words = load_game("tiny_epic_mechs").catalogue.words(language)
    assert SMALL[0].text is not None
    return words.say(ASKED), words.say(SMALL[0].text)


async def really(table: Table, seat: Seat) -> int:
    return await table.ask(seat, Text("prompt.power_up"), OneOf(lambda: REAL))


async def begin_turn(table: Table, state: State) -> None:
    await really(table, state.active)
    await table.ask_small(state.active, ASKED, SMALL)
    await really(table, state.active)
    await TURN(table, state)


def ask_small_things(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sequence.STEPS, Stage.BEGIN_TURN, begin_turn)
