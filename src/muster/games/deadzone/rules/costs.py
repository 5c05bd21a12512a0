"""The time that actions take: one long action or two short ones, and free ones that take none (rulebook, "Turns")."""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.cards.actions import KINDS, NAMES, Action
from muster.games.deadzone.cards.content import Weapon
from muster.games.deadzone.cards.keywords import Ability, Keyword
from muster.games.deadzone.state.models import NOBODY, Model
from muster.games.deadzone.state.questions import has
from muster.games.deadzone.state.state import State
from muster.kernel.spaces import Option
from muster.kernel.text import Text

Chain = tuple[int, int]
"""The free action that is being taken: the model, and a Move or a Fight.  [DZ free.same_type]"""
NO_CHAIN: Final[Chain] = (NOBODY, NOBODY)
SHORT: Final = 1
LONG: Final = 2
FREE: Final = 0
HALTED: Final = LONG + LONG + SHORT
"""More time than a model has: its activation is over, whatever is left."""
SHORTS: Final = (Action.MOVE, Action.GET_MEAN, Action.AIM, Action.SHOOT, Action.BLAZE_AWAY, Action.THROW)
FREES: Final = (Action.EXPLODE, Action.CARD, Action.END)
COSTS: Final = [SHORT if KINDS[action] in SHORTS else FREE if action in FREES else LONG for action in range(len(NAMES))]
"""The cost of each action, out of the two short actions of a model, unless an ability or a weapon says otherwise."""
HASTY: Final = 1 << Ability.FAST | 1 << Ability.AGILE | 1 << Ability.GUN_CRAZY
"""Abilities that change what an action costs."""
END: Final = Option("end", (Action.END, 0, 0, 0), "DZ turn.actions", Text("option.end"))


def cost(state: State, model: Model, action: int, weapon: Weapon | None = None) -> int:
    """The cost of an action: one for a short one, two for a long one.

    [DZ turn.actions] [DZ ability.fast] [DZ ability.agile] [DZ ability.deliberate] [DZ ability.gun_crazy]
    """
    if weapon is not None and weapon.has(Keyword.DELIBERATE):
        return LONG
    if model.abilities & HASTY:
        kind = KINDS[action]
        if kind == Action.SPRINT or kind == Action.CLIMB:
            fast = state.fast or has(model, Ability.FAST)
            if fast and kind == Action.SPRINT:
                return SHORT
            # A Sprint that is short anyway leaves it its agility.
            spent = 1 << Action.CLIMB if fast else 1 << Action.SPRINT | 1 << Action.CLIMB
            if has(model, Ability.AGILE) and not state.taken & spent:
                return SHORT
        elif kind == Action.SHOOT or kind == Action.BLAZE_AWAY:
            if has(model, Ability.GUN_CRAZY):
                return LONG
    if state.fast and KINDS[action] == Action.SPRINT:
        return SHORT
    return COSTS[action]
