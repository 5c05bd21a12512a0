"""The rules of Pig."""

import msgspec

from muster.kernel.game import Result
from muster.kernel.requests import Seat, Table
from muster.kernel.spaces import Blocked, OneOf, Option
from muster.kernel.text import Text

ROLL = Option("roll", True, "PIG roll", Text("option.roll"))
HOLD = Option("hold", False, "PIG hold", Text("option.hold"))
NOT_YET = Blocked("hold", "PIG first", Text("refuse.first"))


class State(msgspec.Struct, forbid_unknown_fields=True):
    """How things stand: the points that are safe, and the points of the turn, which are not yet."""

    scores: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    goal: int = 100
    active: Seat = 0
    turn: int = 0


async def play(table: Table, state: State) -> None:
    """Play turn after turn, until somebody has enough points.  [PIG goal]"""
    while result(state) is None:
        await table.checkpoint()
        rolls = await table.ask(state.active, Text("prompt.turn", {"turn": state.turn}), choices(state))
        if not rolls:
            hold(table, state)
        elif not await roll(table, state):
            lose(table, state)


def choices(state: State) -> OneOf[bool]:
    """Offer to roll or to hold; a turn begins with a roll.  [PIG first]"""
    return OneOf(lambda: [ROLL, HOLD]) if state.turn else OneOf(lambda: [ROLL], lambda: [NOT_YET])


async def roll(table: Table, state: State) -> bool:
    """Roll the die, and add anything but a 1 to the turn.  [PIG roll]"""
    [face] = await table.roll("turn", [6])
    if face > 1:
        state.turn += face
        table.tell("rolled", "PIG roll", {"seat": state.active, "face": face, "turn": state.turn})
    return face > 1


def lose(table: Table, state: State) -> None:
    """Lose the points of the turn.  [PIG one]"""
    table.tell("lost", "PIG one", {"seat": state.active, "turn": state.turn})
    pass_on(state)


def hold(table: Table, state: State) -> None:
    """Make the points of the turn safe.  [PIG hold]"""
    state.scores[state.active] += state.turn
    table.tell("held", "PIG hold", {"seat": state.active, "turn": state.turn, "score": state.scores[state.active]})
    pass_on(state)


def pass_on(state: State) -> None:
    state.turn, state.active = 0, (state.active + 1) % len(state.scores)


def result(state: State) -> Result | None:
    """The winners and points, once somebody has held with enough.  [PIG goal]"""
    winners = [seat for seat, score in enumerate(state.scores) if score >= state.goal]
    return Result(winners, state.scores) if winners else None
