"""Requests and answers over plain HTTP about positions: judge one, open one, save one, roll an attack in it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from muster.kernel.position_forms import FieldForm
from muster.server.protocol.news import NotOffered, Question
from muster.server.protocol.replies import Chance
from muster.server.protocol.types import MOST_KEY

Key = Annotated[str, msgspec.Meta(max_length=MOST_KEY)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=7)]
Title = Annotated[str, msgspec.Meta(max_length=120)]


class BenchInfo(msgspec.Struct, frozen=True):
    """The form of a game's positions, and the least that must stand on an empty table."""

    form: FieldForm
    empty: dict[str, Any]


class Tried(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer that was tried from a position on."""

    seat: SeatNumber
    key: Key


Line = Annotated[list[Tried], msgspec.Meta(max_length=60)]


class JudgePosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="judge"):
    """Judge a position and show it through the eyes of a seat; without one, through those of a spectator."""

    position: dict[str, Any]
    eyes: SeatNumber | None = None
    title: Title = ""
    line: Line = []
    """Answers given from there on; the view and the questions are those after them."""


class Flaw(msgspec.Struct, frozen=True):
    """A thing in a position that cannot be: where (`unit.2.at`, empty if the whole is wrong), why, by which clause."""

    where: str
    text: str
    clause: str = ""


class AskedThere(msgspec.Struct, frozen=True):
    """A seat that is asked something in a position, the question, and what is not offered with the reasons."""

    seat: int
    question: Question
    refused: list[NotOffered]


class PositionView(msgspec.Struct, frozen=True, tag="view"):
    """A position as the game sees it. `view` is None if it cannot be read; `code` is what a link to it holds; `players`
    are the seats that people or bots play.
    """

    flaws: list[Flaw]
    view: Any = None
    asked: list[AskedThere] = []
    over: bool = False
    code: str = ""
    players: list[int] = []


class OpenPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="open"):
    """Open a position: the code of a link, or the text of a scenario."""

    code: Annotated[str, msgspec.Meta(max_length=40_000)] = ""
    file: Annotated[str, msgspec.Meta(max_length=400_000)] = ""


class PositionOpened(msgspec.Struct, frozen=True, tag="opened"):
    """A position that was opened. `later` entries came after it that no position can say: it is the last moment before
    them.
    """

    position: dict[str, Any]
    title: str = ""
    later: int = 0


class RefusedThere(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer that must be refused, and the clause that does it."""

    key: Key
    clause: Annotated[str, msgspec.Meta(max_length=80)]


class SavePosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="save"):
    """Write a position as a scenario: what `seat` must be offered there, and what must be refused. With nothing to
    hold, the whole question is written down.
    """

    position: dict[str, Any]
    title: Title = ""
    line: Line = []
    seat: SeatNumber | None = None
    offered: Annotated[list[Key], msgspec.Meta(max_length=200)] = []
    refused: Annotated[list[RefusedThere], msgspec.Meta(max_length=200)] = []


class PositionSaved(msgspec.Struct, frozen=True, tag="saved"):
    """The scenario as a file: its name and text."""

    name: str
    text: str


class RollAttack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="roll"):
    """Try an answer out so often, and work its exact odds out if the game can."""

    position: dict[str, Any]
    seat: SeatNumber
    key: Key
    line: Line = []
    runs: Annotated[int, msgspec.Meta(ge=100, le=5_000)] = 1_000


class ExactChance(msgspec.Struct, frozen=True):
    text: str
    share: float


class ExactOdds(msgspec.Struct, frozen=True, tag="exact"):
    """The exact odds of an attack: what it is, its outcomes, and how choices were made."""

    title: str
    outcomes: list[ExactChance]
    aims: list[str]


class Rolled(msgspec.Struct, frozen=True):
    """How often each outcome came, and the exact odds beside it, one for each attack that the answer may begin."""

    runs: int
    chances: list[Chance]
    exact: list[ExactOdds]


class AttackOdds(msgspec.Struct, frozen=True, tag="odds"):
    """The exact odds of an answer, none if the game cannot work them out; and what was said and rolled before it."""

    exact: list[ExactOdds]
    entries: list[tuple[int, str, list[int]]]


class Wrong(msgspec.Struct, frozen=True, tag="wrong"):
    """The sentence that says what is wrong with a request."""

    text: str


BenchRequest = JudgePosition | OpenPosition | SavePosition | RollAttack
BenchAnswer = PositionView | PositionOpened | PositionSaved | AttackOdds | Wrong
