"""The model in charge: the one that is activated, or one that acts for a moment amid the activation of another."""

from __future__ import annotations

from muster.games.deadzone.state.models import NOBODY, Aggression, Model
from muster.games.deadzone.state.state import State


def begin(state: State, model: Model) -> None:
    """Begin a fresh activation of a model.  [DZ turn.activate] [DZ overwatch.new_action]"""
    state.active = model.index
    state.paused = NOBODY
    state.controller = model.owner
    state.spent = state.taken = 0
    state.aimed = state.fast = False
    state.suppressed = model.aggression == Aggression.SUPPRESSED


Saved = tuple[int, int, int, int, bool, bool, bool, int]


def put_in_charge(state: State, model: Model) -> Saved:
    """Let another model act for a moment with a single short action; return what to put back."""
    active, paused = state.active, state.paused
    saved = (active, state.controller, state.spent, state.taken, state.aimed, state.suppressed, state.fast, paused)
    begin(state, model)
    state.paused = active
    state.spent = 1
    return saved


def put_back(state: State, saved: Saved) -> None:
    state.active, state.controller, state.spent, state.taken = saved[:4]
    state.aimed, state.suppressed, state.fast, state.paused = saved[4:]
