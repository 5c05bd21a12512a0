"""A rule that breaks, for tests of what people are told then."""

from __future__ import annotations

import pytest

from muster.games.tiny_epic_mechs.rules import programming, sequence
from muster.games.tiny_epic_mechs.state.state import Stage, State
from muster.kernel.requests import Table

SENTENCE = "KeyError: 'a zone that is not there' (breaking.py, line "


async def begin_turn(table: Table, state: State) -> None:
    raise KeyError("a zone that is not there")


def break_the_first_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiny Epic Mechs breaks when everybody has programmed."""
    monkeypatch.setitem(sequence.STEPS, Stage.BEGIN_TURN, begin_turn)


def break_the_options(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiny Epic Mechs breaks when the cards for a program are listed."""

    def program_options(*_: object) -> None:
        raise KeyError("a zone that is not there")

    monkeypatch.setattr(programming, "program_options", program_options)
