"""Aggression: enraged, alert, pinned, suppressed, and the marks that go with it (rulebook, "Aggression").

[DZ aggression.levels]
"""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.cards.keywords import Ability
from muster.games.deadzone.rules import crews
from muster.games.deadzone.state.models import Aggression, Model, changing
from muster.games.deadzone.state.questions import has
from muster.games.deadzone.state.state import State
from muster.kernel.numbers import members
from muster.kernel.requests import Table

LEVELS: Final = tuple(members(Aggression))


def may_rise(model: Model) -> bool:
    return model.aggression < Aggression.ENRAGED


def is_fixed(model: Model) -> bool:
    """Constructs are always alert.  [DZ ability.construct]"""
    return has(model, Ability.CONSTRUCT)


def tell_level(table: Table, model: Model, clause: str) -> None:
    if table.listening:
        table.tell("aggression_changed", clause, {"tag": model.tag, "aggression": LEVELS[model.aggression]})


def raise_by(table: Table, model: Model, steps: int, clause: str, most: int = Aggression.ENRAGED) -> None:
    """Raise aggression by some steps, at most to the top of the scale.  [DZ aggression.levels]"""
    if is_fixed(model) or model.aggression >= most:
        return
    changing(model).aggression = min(most, model.aggression + steps)
    tell_level(table, model, clause)


def lower_by(table: Table, model: Model, steps: int, clause: str) -> int:
    """Lower aggression by some steps and return those that were left over. A model that is pinned loses its overwatch.
    Constructs do not change, nor does a model that rampages after an injury.

    [DZ aggression.lowered] [DZ ability.construct] [DZ ability.rampage_rage] [DZ overwatch.lost]
    """
    if is_fixed(model) or rages(model):
        return 0
    left = steps - model.aggression
    changing(model).aggression = max(0, model.aggression - steps)
    if model.aggression <= Aggression.PINNED:
        changing(model).overwatch = False
    tell_level(table, model, clause)
    return max(0, left)


def rages(model: Model) -> bool:
    """Whether an injury has made a model rampage, so that its aggression cannot go down.  [DZ ability.rampage_rage]"""
    return has(model, Ability.RAMPAGE) and model.injured


def pin(table: Table, model: Model, clause: str) -> None:
    """Pin a model, unless it is suppressed already.  [DZ aggression.pinned]"""
    if is_fixed(model) or rages(model) or model.aggression <= Aggression.PINNED:
        return
    changing(model).aggression = Aggression.PINNED
    changing(model).overwatch = False
    tell_level(table, model, clause)


def mark_activated(table: Table, state: State, model: Model, clause: str) -> None:
    """Mark a model as activated and take it off overwatch; a crew has its marker in common.

    [DZ ability.csw_together]
    """
    changing(model).activated = True
    changing(model).overwatch = False
    mate = crews.mate_of(state, model)
    if mate is not None:
        changing(mate).activated = True
    if table.listening:
        table.tell("marked_activated", clause, {"tag": model.tag})


def unmark(state: State, model: Model) -> None:
    """Take the marker off a model that may act again, and off the other one of its crew.  [DZ ability.csw_together]"""
    changing(model).activated = False
    mate = crews.mate_of(state, model)
    if mate is not None:
        changing(mate).activated = False
