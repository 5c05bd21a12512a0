"""The sheet of a unit: what it can do and how strong it is now, read off its cards, tokens and the auras around it.

A destroyed part counts as not equipped [OP 4.4.3.part]; a shut-down mech has no passive effects
[OP 4.1.shutdown_passive].
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from muster.games.obsidian_protocol.board.battlefield import DISTANCE
from muster.games.obsidian_protocol.cards.content import Action, Part
from muster.games.obsidian_protocol.cards.kinds import SLOT_NAMES, SLOTS, Kind, Stance, Type
from muster.games.obsidian_protocol.state.geometry import base, card_of, grid_of, in_contact
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import (
    DAMAGED,
    DESTROYED,
    GREEN,
    NONE,
    REPAIRED,
    Hexagon,
    Square,
    Unit,
    changed,
)

ON_CARD: Final = 0
"""In place of a slot, for units that have none."""
LOAD: Final = 8
"""From here on slots are loads: that of unit n is slot LOAD + n.  [OP 6.2.load]"""


def works(unit: Unit, slot: int) -> bool:
    """Whether a part is equipped and either not destroyed or repaired.  [OP 4.4.3.part] [OP 6.3.1.repaired]"""
    return unit.parts[slot] != NONE and (not unit.condition[slot] & DESTROYED or bool(unit.condition[slot] & REPAIRED))


def part_of(state: State, unit: Unit, slot: int) -> Part:
    if slot >= LOAD:
        return state.content.parts[state.units[slot - LOAD].load]
    return state.content.parts[unit.parts[slot]]


def slot_name(slot: int) -> str:
    return SLOT_NAMES[slot] if slot < LOAD else "load"


def loads(state: State, unit: Unit) -> list[int]:
    """The loads that a mech may use like parts when it acts: those of allied carriers in contact with it.

    [OP card.load]
    """
    if state.active != unit.id or unit.kind != Kind.MECH or "load" not in state.passives:
        return []
    found = []
    for other in state.units:
        if other.load == NONE or not other.alive or not other.deployed or other.seat != unit.seat:
            continue
        if in_contact(base(unit), base(other)):
            found.append(LOAD + other.id)
    return found


def working_parts(state: State, unit: Unit) -> list[Part]:
    parts = state.content.parts
    return [parts[unit.parts[slot]] for slot in SLOTS if works(unit, slot)]


def parts_left(unit: Unit) -> int:
    """The number of equipped parts that were never destroyed; a repaired one does not count.  [OP 4.4.3.integrity]"""
    return sum(unit.parts[slot] != NONE and not unit.condition[slot] & DESTROYED for slot in SLOTS)


def actions_of(state: State, unit: Unit) -> list[tuple[int, Action]]:
    """Every action on the unit's cards, with the slot of its part."""
    if unit.kind != Kind.MECH:
        return [(ON_CARD, action) for action in card_of(state, unit).actions]
    slots = [slot for slot in SLOTS if works(unit, slot)] + loads(state, unit)
    return [(slot, action) for slot in slots for action in part_of(state, unit, slot).actions]


def counter(unit: Unit, slot: int, action: Action) -> int:
    """The index under which an action's tokens are counted."""
    return slot * 2 + action.place if unit.kind == Kind.MECH else action.place


def ammo_left(state: State, unit: Unit, slot: int, action: Action) -> int:
    """The ammo left for an action.  [OP 4.13.empty]"""
    if slot >= LOAD:
        carrier = state.units[slot - LOAD]
        return carrier.ammo[len(card_of(state, carrier).actions) + action.place]
    return unit.ammo[counter(unit, slot, action)]


def use_ammo(state: State, unit: Unit, slot: int, action: Action, amount: int = 1) -> None:
    """Spend ammo, or restore it with a negative amount.  [OP 4.13.consume] [OP 4.13.replenish]"""
    if slot >= LOAD:
        carrier = state.units[slot - LOAD]
        place = len(card_of(state, carrier).actions) + action.place
        carrier.ammo = changed(carrier.ammo, place, carrier.ammo[place] - amount)
    else:
        place = counter(unit, slot, action)
        unit.ammo = changed(unit.ammo, place, unit.ammo[place] - amount)


def trait(state: State, unit: Unit) -> str:
    """The trait that the pilot adds to a mech, unless it is shut down.  [OP 4.1.shutdown_passive]"""
    if unit.kind != Kind.MECH or unit.stance == Stance.SHUTDOWN:
        return ""
    return state.content.pilots[unit.pilot].trait


def dodge_value(state: State, unit: Unit) -> int:
    """The sum of dodge values over all working parts, at least 0.  [OP 4.4.1.blue]"""
    if unit.kind != Kind.MECH:
        return card_of(state, unit).dodge
    return max(0, sum(part.dodge for part in working_parts(state, unit)))


def electronic_value(state: State, unit: Unit) -> int:
    """The sum of electronic values over all working parts; -1 cannot be targeted.  [OP 4.11.2.value]"""
    if unit.kind != Kind.MECH:
        return card_of(state, unit).electronic
    return sum(part.electronic for part in working_parts(state, unit))


def bring_in(state: State, passives: Mapping[str, tuple[int, int]]) -> None:
    """Note the passive effects of a card that comes into play, so that they are looked for."""
    if not state.passives.issuperset(passives):
        state.passives = state.passives.union(passives)


def passive(state: State, unit: Unit, keyword: str) -> int:
    """The figure of a passive effect of the unit itself, or 0.  [OP 4.1.shutdown_passive]"""
    if keyword not in state.passives:
        return 0
    if unit.kind != Kind.MECH:
        found = card_of(state, unit).passives.get(keyword)
        return found[0] if found else 0
    if unit.stance == Stance.SHUTDOWN:
        return 0
    parts = state.content.parts
    for slot in SLOTS:
        if works(unit, slot) and keyword in parts[unit.parts[slot]].passives:
            return parts[unit.parts[slot]].passives[keyword][0]
    if state.active == unit.id:
        for slot in loads(state, unit):
            if keyword in part_of(state, unit, slot).passives:
                return part_of(state, unit, slot).passives[keyword][0]
    return 0


def draws_fire(state: State, unit: Unit) -> bool:
    """Whether a unit shields those beside it; some only in defensive stance.

    [OP 6.2.automatic_shield] [OP card.shield_wall]
    """
    if passive(state, unit, "automatic_shield"):
        return True
    return unit.stance == Stance.DEFENSIVE and passive(state, unit, "shield_wall") > 0


def passive_sum(state: State, unit: Unit, keyword: str) -> int:
    """The sum of a passive effect that stacks, over all parts and loads at hand.  [OP card.cooling] [OP card.load]"""
    if unit.kind != Kind.MECH or not passive(state, unit, keyword):
        return passive(state, unit, keyword)
    found = working_parts(state, unit) + [part_of(state, unit, slot) for slot in loads(state, unit)]
    return sum(part.passives[keyword][0] for part in found if keyword in part.passives)


def moves_silently(state: State, unit: Unit, slot: int) -> bool:
    """Whether movements of a part have Silence.  [OP 6.2.silence] [OP 4.12.3.noise]"""
    return (slot >= LOAD or works(unit, slot)) and "silent_movement" in part_of(state, unit, slot).passives


def parts_with(state: State, unit: Unit, keyword: str) -> int:
    """The number of working parts of a mech with a passive effect.  [OP 4.1.shutdown_passive]"""
    if unit.kind != Kind.MECH or unit.stance == Stance.SHUTDOWN:
        return 0
    return sum(keyword in part.passives for part in working_parts(state, unit))


def passive_range(state: State, unit: Unit, keyword: str) -> int:
    """The range of a unit's passive effect, or NONE when it has none; one pilot extends it.

    [OP 6.2.aura] [OP trait.amplify]
    """
    if keyword not in state.passives:
        return NONE
    if unit.kind != Kind.MECH:
        found = card_of(state, unit).passives.get(keyword)
        return found[1] if found else NONE
    if unit.stance == Stance.SHUTDOWN:
        return NONE
    for part in working_parts(state, unit):
        if keyword in part.passives:
            amplified = "aura" in part.passives or "electronic_support" in part.passives
            return part.passives[keyword][1] + int(amplified and trait(state, unit) == "amplify")
    return NONE


def covered(state: State, unit: Unit, keyword: str, seat: int) -> bool:
    """Whether a unit is in range of such an effect of that side; its own counts.  [OP 6.2.aura]"""
    return keyword in state.passives and covers(state, unit, keyword, seat) > 0


def covers(state: State, unit: Unit, keyword: str, seat: int) -> int:
    """The number of such effects of that side in whose range a unit is, for effects that stack.  [OP 6.2.aura]"""
    if keyword not in state.passives:
        return 0
    steps = DISTANCE[grid_of(unit)]
    found = 0
    for other in state.units:
        if other.seat == seat and other.alive and other.deployed:
            found += steps[grid_of(other)] <= passive_range(state, other, keyword)
    return found


def freehands(state: State, unit: Unit, but: int) -> list[int]:
    """The parts, other than one, with a free hand that carries no black box.  [OP 4.17.freehand] [OP 5.3.1.carrying]"""
    hands: list[int] = [
        slot
        for slot in SLOTS
        if slot != but and works(unit, slot) and part_of(state, unit, slot).freehand and not unit.box >> slot & 1
    ]
    if but != NONE and state.active == unit.id:
        hands += [slot for slot in loads(state, unit) if slot != but and part_of(state, unit, slot).freehand]
    return hands


def squares(unit: Unit, token: int) -> int:
    return unit.squares[2 * token] + unit.squares[2 * token + 1] + unit.squares[GREEN + token]


def is_immobilized(unit: Unit) -> bool:
    """Whether a unit is immobilized.  [OP 6.3.2.immobilized]"""
    return squares(unit, Square.IMMOBILIZED) > 0


def has_highlight(state: State, unit: Unit) -> bool:
    """Whether a unit has Highlight.  [OP 6.2.highlight]"""
    return unit.hexagon == Hexagon.HIGHLIGHT or passive(state, unit, "has_highlight") > 0


def has_low_profile(state: State, unit: Unit) -> bool:
    """Whether a unit has low profile: by a token, an aura, or a pilot hidden in one.

    [OP 4.12.1.effect] [OP 4.12.1.other_means] [OP trait.hidden]
    """
    if unit.hexagon == Hexagon.LOW_PROFILE or covered(state, unit, "aura_low_profile", unit.seat):
        return True
    return trait(state, unit) == "hidden" and covered(state, unit, "aura", unit.seat)


def armor_value(state: State, unit: Unit, slot: int) -> int:
    """The white dice of a part or unit: armor, or structure once it is damaged.  [OP 6.3.1.damaged]"""
    damaged = unit.condition[slot] & DAMAGED
    if unit.kind != Kind.MECH:
        card = card_of(state, unit)
        return card.structure if damaged else card.armor
    return structure_value(state, unit, slot) if damaged else part_of(state, unit, slot).armor


def structure_value(state: State, unit: Unit, slot: int) -> int:
    """The structure of a part or unit; one pilot gives structure to a chassis that has none.

    [OP trait.inexhaustible]
    """
    if unit.kind != Kind.MECH:
        return card_of(state, unit).structure
    part = part_of(state, unit, slot)
    if part.structure == 0 and part.slot == SLOTS[1] and trait(state, unit) == "inexhaustible":
        return 2
    return part.structure


def maneuver_value(state: State, unit: Unit) -> int:
    """The maneuver value of the chassis with everything that adds to it, doubled in mobility stance; 0 without a
    chassis. A core in Cruise Mode has a value of its own.

    [OP 3.4.3.maneuver] [OP 3.4.3.mobility] [OP 3.4.3.no_chassis] [OP card.cruise_mode]
    """
    if not works(unit, SLOTS[1]):
        return 0
    if passive(state, unit, "cruise"):
        value = part_of(state, unit, SLOTS[0]).maneuver
    else:
        value = part_of(state, unit, SLOTS[1]).maneuver + passive(state, unit, "maneuver")
    return value * 2 if unit.stance == Stance.MOBILITY else value


def stance_against(unit: Unit, target: Unit) -> int:
    """The stance a unit counts as being in when it attacks: a drone is on the offensive against a traced target.

    [OP 6.3.3.tracer_stance]
    """
    traced = unit.kind == Kind.DRONE and target.hexagon == Hexagon.TARGET_TRACER
    return Stance.OFFENSIVE if traced else unit.stance


def is_attack(action: Action) -> bool:
    """Whether an action is firing or melee.  [OP 4.4.1.process]"""
    return action.type in (Type.FIRING, Type.MELEE)
