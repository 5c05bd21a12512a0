"""Validity: a declaration is checked again when its order is resolved (rulebook, "Order Expenditure Sequence", step 5).

Since then somebody may have gone, died or lost something. So nothing is rolled before actor, tool and every single
target have been checked here, where and as they are now.
"""

from __future__ import annotations

from muster.games.tag_raid.board.spots import Spot
from muster.games.tag_raid.rules.attacks import is_attack, touches
from muster.games.tag_raid.rules.reach import may_shoot, reached_spots, reaches_from
from muster.games.tag_raid.state.questions import crosses, is_there, tools_of, touch, works_at
from muster.games.tag_raid.state.state import Declaration, Miner, Order, Skill, State

IDLE = Declaration(Skill.IDLE)


def what_holds(state: State, order: Order, seat: int, act: Declaration, struck: list[int]) -> Declaration:
    """The declaration with the targets that can still be attacked, or idle if its requirements are not met.

    [TR order.resolution] [TR idle.invalid]
    """
    miner = state.miners[seat]
    if not is_there(state, seat):
        return IDLE
    if act.skill == Skill.EVADE:
        return act if may_evade(state, order, seat, struck) else IDLE
    if not is_attack(act):
        return act
    assert act.spot is not None
    if not has_tool(state, miner, act.tool, act.spot):
        return IDLE
    split = tuple([(target, dice) for target, dice in act.split if reaches(state, order, miner, act, target)])
    if not split:
        return IDLE
    return act if split == act.split else Declaration(act.skill, act.tool, act.spot, split)


def has_tool(state: State, miner: Miner, tool: int, spot: Spot) -> bool:
    """Whether a miner still has a weapon, and had it where the attack is made.  [TR tool.from_there]"""
    return any(found.number == tool for found in tools_of(state, miner)) and works_at(state, miner, tool, spot)


def reaches(state: State, order: Order, miner: Miner, act: Declaration, target: int) -> bool:
    """Whether a target is there, and in contact or in sight where the attack falls.

    [TR close.contact] [TR ranged.los] [TR ranged.contact] [TR range.hexagons]
    """
    spot = act.spot
    assert spot is not None
    active = miner.seat == state.active
    if not is_there(state, target):
        return False
    if act.skill == Skill.CLOSE:
        return touches(state, spot, target) if active else touch(state, miner.spot, spot)
    if act.skill == Skill.RANGED and not may_shoot(state, miner.seat, order):
        return False
    tool = state.content.tools[act.tool]
    if active:
        return reaches_from(state, miner, tool, spot, target)
    return bool(reached_spots(state, miner, order, tool, [spot]))


def may_evade(state: State, order: Order, seat: int, struck: list[int]) -> bool:
    """Whether a miner may evade: a reactive one only if it is attacked or shares its hexagon with the active one.

    [TR evade.reactive]
    """
    attacked = order.second is not None and is_attack(order.second) and order.second.at(seat) > 0
    if seat == state.active or seat in struck or attacked:
        return True
    return in_same_hexagon(state, order, state.miners[seat])


def in_same_hexagon(state: State, order: Order, miner: Miner) -> bool:
    """Whether the active miner was in a miner's hexagon anywhere on its path.  [TR aro.same_hexagon]"""
    return crosses(state, order.path, state.field.tiles_under(miner.x, miner.y))
