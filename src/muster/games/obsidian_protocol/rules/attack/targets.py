"""Targets of an attack (rulebook 4.4.1, 4.5, 4.6): effects in force, range, sight, and what is in the way."""

from __future__ import annotations

from typing import Final

from muster.games.obsidian_protocol.board.battlefield import DISTANCE, GRIDS
from muster.games.obsidian_protocol.cards.content import Action
from muster.games.obsidian_protocol.cards.kinds import Kind, Level, Stance, Type
from muster.games.obsidian_protocol.cards.terrain import Terrain
from muster.games.obsidian_protocol.rules.movement.standing import DIAGONAL, is_locked
from muster.games.obsidian_protocol.state.geometry import (
    attack_sight,
    enemies_of,
    faces,
    firing_sight,
    grid_of,
    in_front,
    in_reach,
    sees_terrain,
)
from muster.games.obsidian_protocol.state.sheet import (
    covered,
    electronic_value,
    has_highlight,
    squares,
)
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NONE, Square, Unit

ALL_ROUND: Final = {"omni_direction": 1}
"""The further effect in force when something lets an attack turn anywhere.  [OP 6.2.omni_direction]"""


def effects_of(state: State, unit: Unit, action: Action, support: int, charged: bool = False) -> dict[str, int]:
    """The keywords of an action that are in force, and the sum of their figures.

    [OP 6.2.stationary] [OP 6.2.two_handed] [OP 6.2.stance] [OP 4.14.use]
    """
    if not action.conditional:
        return dict(action.plain)
    found = dict(action.plain)
    for effect in action.conditional:
        if (
            (effect.condition == "two_handed" and support != NONE)
            or (effect.condition == "stationary" and not state.turn.moved and state.active == unit.id)
            or (effect.condition == "offensive" and unit.stance == Stance.OFFENSIVE)
            or (effect.condition == "defensive" and unit.stance == Stance.DEFENSIVE)
            or (effect.condition == "charged" and charged)
        ):
            found[effect.keyword] = found.get(effect.keyword, 0) + effect.amount
    return found


def reach_of(state: State, unit: Unit, action: Action, effects: dict[str, int]) -> int:
    """The range of an action with everything that adds to it.

    [OP 2.4.2.range] [OP card.aura_firing] [OP card.planning] [OP card.link_shock]
    """
    if "link_shock" in effects:
        return GRIDS * 2  # along the line, however long it is
    reach = action.range + effects.get("range", 0)
    if action.type == Type.FIRING:
        if unit.kind == Kind.MECH and covered(state, unit, "aura_firing", unit.seat):
            reach += 1
        if unit.kind == Kind.DRONE and covered(state, unit, "fire_control_planning", unit.seat):
            reach += 2
    return reach


def why_not(state: State, unit: Unit, action: Action, effects: dict[str, int]) -> tuple[str, str] | None:
    """Why a unit cannot make such an attack at all, as clause and reason, or None.

    [OP 4.5.locked] [OP 6.2.melee_firing] [OP 6.3.2.interference]
    """
    if action.type == Type.FIRING:
        if squares(unit, Square.FIRE_CONTROL):
            return "OP 6.3.2.interference", "refuse.interference"
        if "melee_firing" not in effects and is_locked(state, unit):
            return "OP 4.5.locked", "refuse.locked"
    return None


def is_target(state: State, unit: Unit, target: Unit, action: Action, effects: dict[str, int], reach: int) -> bool:
    """Whether an enemy can be chosen: range, line of sight, forward arc, and no aerial unit in melee.

    [OP 4.5.target] [OP 4.6.target] [OP 4.6.aerial] [OP 4.2.5.targets] [OP 6.2.omni_direction] [OP 4.6.1.extended]
    [OP 4.12.2.blind] [OP card.link_shock]
    """
    if not in_reach(grid_of(unit), grid_of(target), reach):
        return False
    if "omni_direction" not in effects and not in_front(unit, target):
        return False
    if target.stealth >= 0 and electronic_value(state, unit) <= 0:
        return False
    if "link_shock" in effects:
        return unit.tether == target.id
    if action.type == Type.MELEE:
        return target.level != Level.AERIAL and attack_sight(state, unit, target)
    return firing_sight(state, unit, target)


def targets(state: State, unit: Unit, action: Action, effects: dict[str, int]) -> list[Unit]:
    """The enemies that can be the target of an attack; one with Highlight must be.

    [OP 4.4.1.target] [OP 6.2.highlight]
    """
    if why_not(state, unit, action, effects) is not None:
        return []
    reach = reach_of(state, unit, action, effects)
    found = [enemy for enemy in enemies_of(state, unit.seat) if is_target(state, unit, enemy, action, effects, reach)]
    return brightest(state, found)


def brightest(state: State, found: list[Unit]) -> list[Unit]:
    """The enemies an attack is limited to: those with Highlight, if there are any.  [OP 6.2.highlight]"""
    return [enemy for enemy in found if has_highlight(state, enemy)] or found


def breakable(state: State, unit: Unit, action: Action, effects: dict[str, int]) -> list[int]:
    """The destructible terrain that can be the target of an attack.  [OP 2.6.attacked]"""
    if why_not(state, unit, action, effects) is not None:
        return []
    reach = reach_of(state, unit, action, effects)
    return [
        piece.number
        for grid, piece in state.battlefield.crates
        if is_breakable(state, unit, piece, grid, action, effects, reach)
    ]


def is_breakable(
    state: State, unit: Unit, piece: Terrain, there: int, action: Action, effects: dict[str, int], reach: int
) -> bool:
    """Whether a piece of terrain can be the target: range, forward arc, line of sight.  [OP 2.6.attacked]"""
    here = grid_of(unit)
    if state.wrecked >> piece.number & 1 or not in_reach(here, there, reach) or "link_shock" in effects:
        return False
    ahead = here == there or faces(unit.facing, there % GRIDS - here % GRIDS, there // GRIDS - here // GRIDS)
    if not ahead and "omni_direction" not in effects:
        return False
    return sees_terrain(state, unit, piece, action.type == Type.FIRING)


def can_attack(state: State, unit: Unit, action: Action, effects: dict[str, int]) -> bool:
    """Whether a unit that may attack has any target at all.  [OP 4.4.1.target]"""
    reach = reach_of(state, unit, action, effects)
    steps, most = DISTANCE[grid_of(unit)], reach or DIAGONAL
    for enemy in state.units:
        there = enemy.seat != unit.seat and enemy.alive and enemy.deployed and steps[grid_of(enemy)] <= most
        if there and is_target(state, unit, enemy, action, effects, reach):
            return True
    for grid, piece in state.battlefield.crates:
        if steps[grid] <= most and is_breakable(state, unit, piece, grid, action, effects, reach):
            return True
    return False
