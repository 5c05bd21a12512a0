"""Entering a grid (rulebook 4.3.1), however a unit gets there: black boxes, the environment, mines."""

from __future__ import annotations

from muster.games.obsidian_protocol.cards.kinds import Level
from muster.games.obsidian_protocol.rules.actions.detonation import trigger_mines
from muster.games.obsidian_protocol.rules.attack.process import last_blasts
from muster.games.obsidian_protocol.rules.mission.environment import step_into
from muster.games.obsidian_protocol.rules.mission.tasks import pick_up
from muster.games.obsidian_protocol.rules.warfare.tethers import strain
from muster.games.obsidian_protocol.state.sheet import passive
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Unit
from muster.kernel.requests import Table


async def enter(table: Table, state: State, unit: Unit) -> bool:
    """Apply everything that waits in the grid a unit enters. Returns whether the unit stops there.

    [OP 4.3.1.enter] [OP 5.3.1.pick_up] [OP card.tether]
    """
    stopped = step_into(table, state, unit) if state.environments else False
    if state.blasts:
        await last_blasts(table, state)
    if state.boxes:
        await pick_up(table, state, unit, passing=True)
    if "retrieve" in state.passives:
        strain(table, state, unit)
    if "mine" in state.passives and unit.level == Level.GROUND and unit.alive:
        await trigger_mines(table, state, unit)
    return stopped


def note_movement(state: State, unit: Unit) -> None:
    """A unit that moves is no longer stationary and loses the benefits of that.

    [OP 6.2.stationary] [OP card.artillery_mode]
    """
    turn = state.turn
    if not turn.moved and passive(state, unit, "artillery_mode"):
        turn.extra_firing = max(0, turn.extra_firing - 1)
    turn.moved = True
