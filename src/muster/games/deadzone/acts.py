"""The actions: their types, what they cost, and how a chosen one is written down.

An `Act` is the action and up to three numbers that say with what, at whom, where.
"""

from __future__ import annotations

from enum import IntEnum

from muster.games.deadzone.content import Ability, Keyword, Weapon
from muster.games.deadzone.questions import has
from muster.games.deadzone.state import Model, State
from muster.kernel.spaces import Option
from muster.kernel.text import Text

Chain = frozenset[int]
"""The free actions that led to where we are: twice a model's index, plus 1 for a Fight.  [DZ free.same_type]"""
NO_CHAIN: Chain = frozenset()


class Action(IntEnum):
    """The types of action. Each may be taken once in a turn.  [DZ turn.once]"""

    MOVE = 0
    CLIMB = 1
    SPRINT = 2
    BREAK_OFF = 3
    FIGHT = 4
    GET_MEAN = 5
    AIM = 6
    SHOOT = 7
    BLAZE_AWAY = 8
    THROW = 9
    OVERWATCH = 10
    COMMAND = 11
    TELEPORT = 12
    PSYCHIC = 13
    HEAL = 14
    RELOAD = 15
    DEPLOY = 16
    PACK = 17
    EXPLODE = 18
    OPERATE = 19
    LOB = 20
    REPOSITION = 21
    EXIT = 22
    SWAP = 23
    CARD = 24
    END = 25


Act = tuple[int, int, int, int]
TYPES = {Action.REPOSITION: Action.MOVE, Action.EXIT: Action.MOVE, Action.SWAP: Action.MOVE, Action.LOB: Action.THROW}
"""Actions that count as another type."""
SHORT, LONG = 1, 2
END = Option("end", (int(Action.END), 0, 0, 0), "DZ turn.actions", Text("option.end"))


def type_of(action: Action) -> Action:
    return TYPES.get(action, action)


def act(action: Action, a: int = 0, b: int = 0, c: int = 0) -> Act:
    return int(action), a, b, c


def cost(state: State, model: Model, action: Action, weapon: Weapon | None = None) -> int:
    """Short actions cost one, long ones two of the two a model has.

    [DZ turn.actions] [DZ ability.fast] [DZ ability.agile] [DZ ability.deliberate] [DZ ability.gun_crazy]
    """
    if action == Action.SPRINT and (has(model, Ability.FAST) or state.fast):
        return SHORT
    if action in (Action.SPRINT, Action.CLIMB) and has(model, Ability.AGILE):
        used = state.taken & (1 << Action.SPRINT | 1 << Action.CLIMB)
        return LONG if used else SHORT
    if action in (Action.SHOOT, Action.BLAZE_AWAY, Action.THROW, Action.LOB):
        crazy = has(model, Ability.GUN_CRAZY) and action in (Action.SHOOT, Action.BLAZE_AWAY)
        return LONG if crazy or (weapon is not None and weapon.has(Keyword.DELIBERATE)) else SHORT
    if action in (Action.MOVE, Action.REPOSITION, Action.EXIT, Action.SWAP, Action.GET_MEAN, Action.AIM):
        return SHORT
    return 0 if action in (Action.EXPLODE, Action.CARD, Action.END) else LONG
