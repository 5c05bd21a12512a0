"""Delay phase (rulebook 3.6): projectiles and deployables perform their delayed actions in turn."""

from __future__ import annotations

from muster.games.obsidian_protocol.cards.kinds import Kind
from muster.games.obsidian_protocol.rules.actions.delayed import act_delayed, delayed
from muster.games.obsidian_protocol.rules.asking import which
from muster.games.obsidian_protocol.state.geometry import allies_of
from muster.games.obsidian_protocol.state.state import Stage, State
from muster.games.obsidian_protocol.state.unit import Unit
from muster.kernel.requests import Table


def waiting(state: State, seat: int) -> list[Unit]:
    """Projectiles and deployables that have yet to act.  [OP 3.6.2.delayed]"""
    return [
        unit
        for unit in allies_of(state, seat)
        if unit.kind in (Kind.PROJECTILE, Kind.DEPLOYABLE) and not unit.acted and delayed(state, unit) is not None
    ]


async def delay(table: Table, state: State) -> None:
    """One projectile or deployable of each side acts in turn, beginning with the first player.  [OP 3.6.1.alternate]"""
    seat = state.to_move
    units = waiting(state, seat)
    if not units:
        seat = 1 - seat
        units = waiting(state, seat)
    if not units:
        for other in state.units:
            other.acted = False
        state.stage = Stage.END_PHASE
        return
    unit = await which(table, state, seat, "prompt.delay", "OP 3.6.1.alternate", units, midway=False)
    unit.acted = True
    action = delayed(state, unit)
    assert action is not None
    await act_delayed(table, state, unit, action)
    state.to_move = 1 - seat
