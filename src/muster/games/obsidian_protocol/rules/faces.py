"""Turning a part card over: to what is left once something was discarded (rulebook 4.17), or to another mode."""

from __future__ import annotations

from muster.games.obsidian_protocol.state.sheet import part_of
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Unit, changed


def turn_over(state: State, unit: Unit, slot: int, face: int) -> None:
    """Turn a part to another of its faces; tokens stay only for actions that it still has.

    [OP 4.17.tokens] [OP card.transform]
    """
    before = part_of(state, unit, slot)
    unit.parts = changed(unit.parts, slot, face)
    after = part_of(state, unit, slot)
    kept = {action.id: action.place for action in before.actions}
    ammo, tokens = list(unit.ammo), list(unit.intercepts)
    for place in (2 * slot, 2 * slot + 1):
        ammo[place] = tokens[place] = 0
    for action in after.actions:
        if action.id in kept:
            ammo[2 * slot + action.place] = unit.ammo[2 * slot + kept[action.id]]
            tokens[2 * slot + action.place] = unit.intercepts[2 * slot + kept[action.id]]
        else:
            tokens[2 * slot + action.place] = action.plain.get("intercept", 0)
    unit.ammo, unit.intercepts = tuple(ammo), tuple(tokens)
    if not after.charge:
        unit.charged &= ~(1 << slot)
