"""Attacks: who may attack whom with what from where, and the success value that comes of it.

Rulebook, "Close Combat Attack", "Ranged Attack", "Partial Cover".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.tag_raid.board.spots import Spot
from muster.games.tag_raid.cards.content import DECOY, NO_RANGE, Effect, Tool, ToolKind
from muster.games.tag_raid.rules.line_of_fire import (
    distance,
    distance_to_beast,
    in_cover,
    looks,
    range_mod,
)
from muster.games.tag_raid.rules.reach import is_covered, needs_sight, reaches_from
from muster.games.tag_raid.state.questions import (
    crowd,
    event_sum,
    gear_sum,
    is_there,
    tag_of,
    touch,
    touches_beast,
    works_at,
)
from muster.games.tag_raid.state.state import BEAST, Declaration, Miner, Order, Skill, State

HOPELESS: Final = NO_RANGE
"""In place of a success value: the attack fails by itself."""


def targets(state: State, seat: int) -> list[int]:
    """Whom a miner could attack: every other miner on the table, and the MegaBeast.  [TR attack.anyone]"""
    return [who for who in (*range(len(state.miners)), BEAST) if who != seat and is_there(state, who)]


def burst(state: State, miner: Miner, tool: Tool, reactive: bool) -> int:
    """How many dice an attack has: the weapon's burst, in an ARO one and what cards add.

    [TR tool.burst] [TR aro.burst] [TR aro.burst_mod]
    """
    if not reactive:
        return tool.burst
    return min(tool.burst, 1 + gear_sum(state, miner, Effect.ARO_BURST))


def tool_spots(state: State, miner: Miner, tool: int, spots: Sequence[Spot]) -> list[Spot]:
    """Spots where a tool can be used: one found in this order only from where it was found.  [TR tool.from_there]"""
    return [spot for spot in spots if works_at(state, miner, tool, spot)]


# Ranged attacks


def ranged_value(state: State, attacker: Miner, tool: Tool, spot: Spot, target: int, target_spot: Spot) -> int:
    """The success value of a ranged attack: attribute, range, cover, and what cards add; or of a card's skill.

    [TR ranged.attribute]
    """
    if tool.kind == ToolKind.SKILL:
        return skill_value(state, attacker, spot)
    away, hardship = aim(state, spot, target, target_spot, needs_sight(tool))
    return shot_value(state, tool, marksmanship(state, attacker, spot) - hardship, away)


def skill_value(state: State, miner: Miner, spot: Spot) -> int:
    """The success value of a card's skill: it is rolled with the evade attribute.  [TR skill.card]"""
    return tag_of(state, miner).evade + gear_sum(state, miner, Effect.EVADE, spot) + event_sum(state, Effect.EVADE)


def marksmanship(state: State, attacker: Miner, spot: Spot | None = None) -> int:
    """The ranged attribute with tools, capacity and events; at a spot of the path with what works there.

    [TR ranged.attribute] [TR event.ranged]
    """
    value = tag_of(state, attacker).ranged
    return value + gear_sum(state, attacker, Effect.RANGED, spot) + event_sum(state, Effect.RANGED)


def aim(state: State, spot: Spot, target: int, target_spot: Spot, sighted: bool = True) -> tuple[float, int]:
    """How far a shot goes, and how much harder cover and decoys make it; only sighted ones mind cover.

    [TR ranged.cover] [TR cover.indirect] [TR trait.decoy]
    """
    if target == BEAST:
        return distance_to_beast(state, spot), 0
    hardship = 0
    if sighted and in_cover(state, spot, target_spot):
        hardship += state.content.constants.cover
    if has_decoy(state, state.miners[target], target_spot):
        hardship += state.content.constants.hardship
    return distance(state, spot, target_spot), hardship


def shot_value(state: State, tool: Tool, skill: int, away: float) -> int:
    """The success value at a distance; out of range a shot fails by itself.  [TR ranged.range]"""
    mod = range_mod(state, tool, away)
    return HOPELESS if mod == NO_RANGE else skill + mod


def has_decoy(state: State, miner: Miner, at: Spot) -> bool:
    """Whether a miner has a tool that makes it harder to hit, at a spot of its path.  [TR trait.decoy]"""
    tools = state.content.tools
    return any(
        tools[number].traits & DECOY and works_at(state, miner, number, at)
        for number in (*tag_of(state, miner).equipment, *miner.slots)
    )


def firing_spots(state: State, active: Miner, order: Order, tool: Tool, marks: Sequence[int]) -> list[Spot]:
    """The spots of the path from which a tool reaches all of these.  [TR ranged.same_point] [TR ranged.los]"""
    spots = tool_spots(state, active, tool.number, looks(order.path))
    return [spot for spot in spots if all(reaches_from(state, active, tool, spot, mark) for mark in marks)]


def best_firing_spot(state: State, active: Miner, tool: Tool, spots: Sequence[Spot], marks: Sequence[int]) -> Spot:
    """Of several spots the first with the best success values."""

    def worth(spot: Spot) -> int:
        return sum([ranged_value(state, active, tool, spot, mark, spot_of(state, mark)) for mark in marks])

    return max(spots, key=worth)


def spot_of(state: State, seat: int) -> Spot:
    return (0, 0, 0) if seat == BEAST else state.miners[seat].spot


def best_mark(state: State, watcher: Miner, active: Miner, tool: Tool, spots: Sequence[Spot]) -> tuple[Spot, int]:
    """Of the spots at which the active miner is seen the one where it is hit most easily, and the success value there.

    Of equal ones that without cover: there a hit does more.  [TR everything.at_once]
    """
    values = {spot: ranged_value(state, watcher, tool, watcher.spot, active.seat, spot) for spot in spots}
    most = max(values.values())
    best = [spot for spot, value in values.items() if value == most]
    return next((spot for spot in best if not is_covered(state, tool, watcher.spot, spot)), best[0]), most


# Close combat


def close_value(state: State, attacker: Miner, spot: Spot) -> int:
    """The success value in close combat where the active miner is at a spot; it is harder among several TAGs.

    [TR close.attribute] [TR close.numbers]
    """
    value = tag_of(state, attacker).close
    value += gear_sum(state, attacker, Effect.CLOSE, spot) + event_sum(state, Effect.CLOSE)
    if crowd(state, attacker.seat, spot) > 1:
        value -= state.content.constants.hardship
    return value


def striking_spots(state: State, seat: int, order: Order, marks: Sequence[int]) -> list[Spot]:
    """Where on the path one touches all of these.  [TR close.contact]"""
    if seat == state.active:
        spots = list(dict.fromkeys([order.path[-1], *order.path]))
        return [spot for spot in spots if all(touches(state, spot, mark) for mark in marks)]
    own = state.miners[seat].spot
    return [spot for spot in dict.fromkeys([order.path[-1], *order.path]) if touch(state, own, spot)]


def touches(state: State, spot: Spot, mark: int) -> bool:
    return touches_beast(state, spot) if mark == BEAST else touch(state, spot, state.miners[mark].spot)


def is_attack(declaration: Declaration | None) -> bool:
    """Weapons, and the skills of cards that are aimed at somebody: they are opposed and evaded alike."""
    return declaration is not None and declaration.skill in (Skill.CLOSE, Skill.RANGED, Skill.CARD)
