"""How a match of Pig is set up, and what everybody sees of it."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any

import msgspec

from muster.kernel.game import Look
from muster.kernel.packs import decode
from muster.kernel.requests import Seat
from muster.kernel.setup import Prepared, Setting, how_many
from muster.kernel.text import Text
from muster.kernel.words import Words
from muster_pig.rules import State


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    players: Annotated[int, msgspec.Meta(ge=2, le=6)] = 2
    goal: Annotated[int, msgspec.Meta(ge=10, le=500)] = 100


def prepare(given: Mapping[str, Any]) -> Prepared[State]:
    options = decode(given, Options, "options")
    seats = options.players
    return Prepared(msgspec.to_builtins(options), seats, range(seats), lambda: State([0] * seats, options.goal))


def settings() -> Sequence[Setting]:
    goals = [(goal, Text("setup.number", {"number": goal})) for goal in (100, 50)]
    return how_many((2, 3, 4, 5, 6)), Setting("goal", Text("setup.goal"), goals)


class TableView(msgspec.Struct, frozen=True):
    scores: list[int]
    goal: int
    active: int
    turn: int


def look(state: State, seat: Seat | None) -> Look:
    view = TableView(state.scores[:], state.goal, state.active, state.turn)
    return Look(view, partial(picture, view))


def picture(view: TableView, words: Words) -> str:
    lines = [f"{words.name('seat', seat):12}{score:>4} {'#' * (score // 2)}" for seat, score in enumerate(view.scores)]
    turn = Text("picture.turn", {"seat": view.active, "turn": view.turn, "goal": view.goal})
    return "\n".join([*lines, words.say(turn)])
