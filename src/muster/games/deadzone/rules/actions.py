"""The actions: their types, what they cost, and how a chosen one is written down.

An `Act` is the action and up to three numbers that say with what, at whom, where.
"""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.cards.content import Ability, Keyword, Weapon
from muster.games.deadzone.state.questions import has
from muster.games.deadzone.state.state import NOBODY, Model, State
from muster.kernel.numbers import members
from muster.kernel.spaces import Option
from muster.kernel.text import Text

Chain = tuple[int, int]
"""The free action that is being taken: by which model, and a Move or a Fight.  [DZ free.same_type]"""
NO_CHAIN: Final[Chain] = (NOBODY, NOBODY)


class Action:
    """The types of action. Each may be taken once in a turn.  [DZ turn.once]"""

    MOVE: Final = 0
    CLIMB: Final = 1
    SPRINT: Final = 2
    BREAK_OFF: Final = 3
    FIGHT: Final = 4
    GET_MEAN: Final = 5
    AIM: Final = 6
    SHOOT: Final = 7
    BLAZE_AWAY: Final = 8
    THROW: Final = 9
    OVERWATCH: Final = 10
    COMMAND: Final = 11
    TELEPORT: Final = 12
    PSYCHIC: Final = 13
    HEAL: Final = 14
    RELOAD: Final = 15
    DEPLOY: Final = 16
    PACK: Final = 17
    EXPLODE: Final = 18
    OPERATE: Final = 19
    LOB: Final = 20
    REPOSITION: Final = 21
    EXIT: Final = 22
    SWAP: Final = 23
    CARD: Final = 24
    END: Final = 25


Act = tuple[int, int, int, int]
TYPES: Final = {
    Action.REPOSITION: Action.MOVE,
    Action.EXIT: Action.MOVE,
    Action.SWAP: Action.MOVE,
    Action.LOB: Action.THROW,
    Action.DEPLOY: Action.SPRINT,
    Action.PACK: Action.SPRINT,
}
"""Actions that count as another type."""
SHORT: Final = 1
LONG: Final = 2
FREE: Final = 0
HALTED: Final = 9
"""More than a model has: its activation is over whatever is left."""
SHORTS: Final = (Action.MOVE, Action.GET_MEAN, Action.AIM, Action.SHOOT, Action.BLAZE_AWAY, Action.THROW)
FREES: Final = (Action.EXPLODE, Action.CARD, Action.END)
NAMES: Final = list(members(Action))
"""The names of the actions, by number."""
KINDS: Final = [TYPES.get(action, action) for action in range(len(NAMES))]
COSTS: Final = [SHORT if KINDS[action] in SHORTS else FREE if action in FREES else LONG for action in range(len(NAMES))]
"""What each action costs of the two a model has, unless an ability or a weapon says otherwise."""
HASTY: Final = 1 << Ability.FAST | 1 << Ability.AGILE | 1 << Ability.GUN_CRAZY
"""Abilities that change what an action costs."""
END: Final = Option("end", (Action.END, 0, 0, 0), "DZ turn.actions", Text("option.end"))


def type_of(action: int) -> int:
    """The type that an action counts as.  [DZ turn.once]"""
    return KINDS[action]


def act(action: int, a: int = 0, b: int = 0, c: int = 0) -> Act:
    return action, a, b, c


def cost(state: State, model: Model, action: int, weapon: Weapon | None = None) -> int:
    """Short actions cost one, long ones two of the two a model has.

    [DZ turn.actions] [DZ ability.fast] [DZ ability.agile] [DZ ability.deliberate] [DZ ability.gun_crazy]
    """
    if weapon is not None and weapon.has(Keyword.DELIBERATE):
        return LONG
    if model.abilities & HASTY:
        kind = KINDS[action]
        if kind == Action.SPRINT or kind == Action.CLIMB:
            if kind == Action.SPRINT and has(model, Ability.FAST):
                return SHORT
            if has(model, Ability.AGILE) and not state.taken & (1 << Action.SPRINT | 1 << Action.CLIMB):
                return SHORT
        elif kind == Action.SHOOT or kind == Action.BLAZE_AWAY:
            if has(model, Ability.GUN_CRAZY):
                return LONG
    if state.fast and KINDS[action] == Action.SPRINT:
        return SHORT
    return COSTS[action]
