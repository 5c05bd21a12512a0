"""The actions of the rulebook, and how a chosen one is written down.

An `Act` is the action and up to three numbers: with what, at whom, where.
"""

from __future__ import annotations

from typing import Final

from muster.kernel.numbers import members


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
NAMES: Final = list(members(Action))
"""The names of the actions, by number."""
KINDS: Final = [TYPES.get(action, action) for action in range(len(NAMES))]


def type_of(action: int) -> int:
    """The type that an action counts as.  [DZ turn.once]"""
    return KINDS[action]


def act(action: int, a: int = 0, b: int = 0, c: int = 0) -> Act:
    return action, a, b, c
