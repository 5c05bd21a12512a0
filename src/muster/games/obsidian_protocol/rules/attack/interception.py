"""Interception (rulebook 4.9): the weapons that shoot at whatever flies past them."""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.obsidian_protocol.board.battlefield import DISTANCE
from muster.games.obsidian_protocol.cards.content import Action
from muster.games.obsidian_protocol.cards.kinds import Kind
from muster.games.obsidian_protocol.rules.attack.pools import Attack
from muster.games.obsidian_protocol.rules.attack.process import resolve
from muster.games.obsidian_protocol.rules.attack.targets import reach_of
from muster.games.obsidian_protocol.rules.movement.standing import is_locked
from muster.games.obsidian_protocol.rules.naming import named, tell, unit_key
from muster.games.obsidian_protocol.rules.validity import may_go_on
from muster.games.obsidian_protocol.state.geometry import enemies_of, grid_of
from muster.games.obsidian_protocol.state.sheet import LOAD, actions_of, counter, slot_name, squares
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Square, Unit, changed
from muster.kernel.requests import Table
from muster.kernel.spaces import Option
from muster.kernel.text import Text


async def intercept(table: Table, state: State, flyer: Unit, start: int, end: int) -> None:
    """Every enemy weapon with tokens left and an end of the flight in range shoots, until the target is down. Nobody is
    heard by it.

    [OP 4.9.range] [OP 4.9.token] [OP 6.2.intercept] [OP 4.9.must] [OP 4.9.sequence] [OP 4.9.interference]
    [OP 4.9.smoke] [OP 4.1.shutdown_passive] [OP 4.9.locked] [OP 4.9.action] [OP 4.12.3.interception]
    """
    while flyer.alive and (ready := interceptors(state, flyer, start, end)):
        unit, slot, action = await next_interceptor(table, state, ready)
        place = counter(unit, slot, action)
        while flyer.alive and may_go_on(state, unit, slot) and unit.intercepts[place] > 0:
            unit.intercepts = changed(unit.intercepts, place, unit.intercepts[place] - 1)
            tell(table, state, "intercepts", "OP 4.9.token", unit, left=unit.intercepts[place])
            await resolve(table, state, Attack(unit, flyer, action, slot, dict(action.plain), interception=True))


Weapon = tuple[Unit, int, Action]
"""The units that can intercept, with which action of which part."""


def interceptors(state: State, flyer: Unit, start: int, end: int) -> list[Weapon]:
    """The weapons that have tokens left and either end of a flight in range, in the order of the units.

    [OP 4.9.range] [OP 4.9.interference] [OP 4.9.smoke] [OP 4.1.shutdown_passive] [OP 4.9.locked]
    """
    found: list[Weapon] = []
    smoke = {screen >> 1 for screen in state.smoke}
    for unit in enemies_of(state, flyer.seat):
        if squares(unit, Square.FIRE_CONTROL) or not may_go_on(state, unit):
            continue
        for slot, action in actions_of(state, unit):
            if not action.has("intercept") or slot >= LOAD or not unit.intercepts[counter(unit, slot, action)]:
                continue
            if not action.has("melee_firing") and is_locked(state, unit):
                continue
            here, reach = grid_of(unit), reach_of(state, unit, action, action.plain)
            ends = [] if here in smoke else [grid for grid in (start, end) if grid not in smoke]
            if any(DISTANCE[here][grid] <= reach for grid in ends):
                found.append((unit, slot, action))
    return found


async def next_interceptor(table: Table, state: State, ready: Sequence[Weapon]) -> Weapon:
    """Choose the weapon that intercepts next; its owner decides.  [OP 4.9.sequence]"""

    def option(number: int, weapon: Weapon) -> Option[int]:
        unit, slot, action = weapon
        part = slot_name(slot) if unit.kind == Kind.MECH else "unit"
        text = Text("option.intercept", {**named(state, unit), "action": action.key})
        return Option(f"intercept:{unit_key(unit)}/{part}", number, "OP 4.9.sequence", text)

    options = [option(number, weapon) for number, weapon in enumerate(ready)]
    return ready[await table.ask_small(ready[0][0].seat, Text("prompt.next_interceptor"), options)]
