"""Automatic phase (rulebook 3.5): the players take turns to choose a drone, which performs its automatic actions."""

from __future__ import annotations

from muster.games.obsidian_protocol.cards.kinds import Kind
from muster.games.obsidian_protocol.rules.actions.drones import acts_by_itself, do
from muster.games.obsidian_protocol.rules.asking import which
from muster.games.obsidian_protocol.rules.subjects import Sending
from muster.games.obsidian_protocol.rules.validity import may_go_on
from muster.games.obsidian_protocol.state.geometry import allies_of, card_of
from muster.games.obsidian_protocol.state.state import Stage, State
from muster.games.obsidian_protocol.state.unit import Unit
from muster.kernel.requests import Table


def waiting(state: State, seat: int) -> list[Unit]:
    """The drones that have yet to act and have something to do."""
    return [
        unit
        for unit in allies_of(state, seat)
        if unit.kind == Kind.DRONE
        and not unit.acted
        and any(acts_by_itself(state, unit, action) for action in card_of(state, unit).actions)
    ]


async def automatic(table: Table, state: State) -> None:
    """One drone of each side acts in turn, beginning with the first player; automatic actions are obligatory.

    [OP 3.5.1.alternate] [OP 3.5.obligatory]
    """
    seat = state.to_move
    drones = waiting(state, seat)
    if not drones:
        seat = 1 - seat
        drones = waiting(state, seat)
    if not drones:
        for other in state.units:
            other.acted = False
        state.to_move = state.first
        state.stage = Stage.DELAY
        return
    unit = await which(table, state, seat, "prompt.automatic", "OP 3.5.1.alternate", drones, False, Sending())
    unit.acted = True
    for action in card_of(state, unit).actions:
        if may_go_on(state, unit) and acts_by_itself(state, unit, action):
            await do(table, state, unit, action, automatic=True)
    state.to_move = 1 - seat
