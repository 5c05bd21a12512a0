"""Modes of movement (rulebook 4.3): on foot or through the air, and the run-up of a shock attack."""

from __future__ import annotations

from muster.games.obsidian_protocol.cards.content import Action
from muster.games.obsidian_protocol.cards.kinds import SLOTS, Level
from muster.games.obsidian_protocol.rules.attack.targets import targets
from muster.games.obsidian_protocol.rules.movement.moving import Stands, put
from muster.games.obsidian_protocol.rules.movement.paths import Ways, fly, walk
from muster.games.obsidian_protocol.rules.movement.standing import environment_at
from muster.games.obsidian_protocol.state.geometry import grid_of, place_of
from muster.games.obsidian_protocol.state.sheet import (
    has_low_profile,
    is_immobilized,
    maneuver_value,
    parts_with,
    passive,
    trait,
    works,
)
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Unit


def ways_for(state: State, unit: Unit, reach: int, straight: int = 0, airborne: bool = False) -> Ways:
    """The places a unit can get to with this range, on foot or flying.

    [OP 4.3.2.over] [OP card.thruster] [OP card.anti_gravity]
    """
    if airborne or flies(state, unit):
        return fly(state, unit, reach)
    return walk(state, unit, reach, straight, slips_past(state, unit))


def flies(state: State, unit: Unit) -> bool:
    """Whether every movement of a unit is a flight, from where it stands.  [OP card.thruster] [OP card.anti_gravity]"""
    if unit.level != Level.GROUND or parts_with(state, unit, "thruster") == 2:
        return True
    return environment_at(state, grid_of(unit)) == "anti_gravity"


def ways_of(state: State, unit: Unit, action: Action, effects: dict[str, int]) -> Ways:
    """The places a movement action can lead to.  [OP 6.2.airborne] [OP 6.2.straight] [OP 2.4.2.movement]"""
    straight = sum(effect.amount for effect in action.conditional if effect.condition == "straight")
    return ways_for(state, unit, action.range + effects.get("range", 0), straight, action.has("airborne"))


def maneuver_ways(state: State, unit: Unit) -> Ways:
    """The places a maneuver can lead to, perhaps through the air.  [OP 3.4.3.maneuver] [OP card.flying_maneuver]"""
    flies = passive(state, unit, "flying_maneuver") > 0
    return ways_for(state, unit, maneuver_value(state, unit), airborne=flies)


def slips_past(state: State, unit: Unit) -> bool:
    """Whether a unit passes others as if they were not there.  [OP trait.stealth]"""
    return trait(state, unit) == "stealth" and (unit.stealth >= 0 or has_low_profile(state, unit))


def shock_stands(state: State, unit: Unit, action: Action, effects: dict[str, int]) -> Stands:
    """The places a shock attack can be made from, with the facings that have a target.

    The mech needs its chassis and must not be immobilized.

    [OP card.shock_attack] [OP 6.3.2.immobilized]
    """
    found: Stands = {}
    if not works(unit, SLOTS[1]) or is_immobilized(unit):
        return found
    place, facing = place_of(unit), unit.facing
    for there in ways_for(state, unit, effects["shock_attack"]).places():
        put(unit, there)
        facings = []
        for way in range(4):
            unit.facing = way
            if targets(state, unit, action, effects):
                facings.append(way)
        if facings:
            found[there] = facings
    put(unit, place)
    unit.facing = facing
    return found
