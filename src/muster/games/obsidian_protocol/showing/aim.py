"""Previews of attacks and actions before they are chosen: targets with sight, dice and chances, range and price."""

from __future__ import annotations

import msgspec

from muster.games.obsidian_protocol.cards.common_actions import action_named
from muster.games.obsidian_protocol.cards.content import Action
from muster.games.obsidian_protocol.cards.kinds import (
    LENGTH_NAMES,
    SLOT_NAMES,
    STANCE_NAMES,
    TYPE_NAMES,
    Kind,
    Length,
    Type,
)
from muster.games.obsidian_protocol.rules.actions.available import (
    action_name,
    best_effects,
    every_action,
    length_of,
    why_unavailable,
)
from muster.games.obsidian_protocol.rules.attack.pools import Attack, attack_terms, blue_terms, own_parry, white_terms
from muster.games.obsidian_protocol.rules.attack.rolls import standing_parts
from muster.games.obsidian_protocol.rules.attack.targets import reach_of, targets
from muster.games.obsidian_protocol.rules.attack.told import TermView, told_attack, told_defence
from muster.games.obsidian_protocol.rules.naming import unit_key
from muster.games.obsidian_protocol.rules.subjects import Hitting
from muster.games.obsidian_protocol.showing import chances
from muster.games.obsidian_protocol.showing.lines import SightView, arc, sight
from muster.games.obsidian_protocol.state.geometry import distance, enemies_of, in_front
from muster.games.obsidian_protocol.state.sheet import ammo_left, armor_value, slot_name
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Unit


class TargetView(msgspec.Struct, frozen=True):
    """An enemy: the line to it, the dice of both sides term by term, and the exact chance to penetrate.

    `defence` leaves out the armor, which is given for each part in `armor`, like the chances in `parts`. The chances
    hold for the first roll: no focus, no parry, no shield in the way.
    """

    sight: SightView
    in_arc: bool
    stance: str
    attack: list[TermView]
    defence: list[TermView]
    armor: dict[str, int]
    parts: dict[str, float]
    chance: float


class AimView(msgspec.Struct, frozen=True, tag="aim", tag_field="kind"):
    """The choice of a target. `grids` are those in arc and range; `unseen` are those of them out of sight."""

    unit: str
    action: str
    slot: str
    melee: bool
    reach: int
    stance: str
    length: str
    grids: list[str]
    unseen: list[str]
    targets: dict[str, TargetView]
    others: dict[str, SightView]


class ActionView(msgspec.Struct, frozen=True):
    """An action of a mech: its price, range, dice and targets, and the grids it reaches."""

    action: str
    slot: str
    type: str
    length: str
    reach: int
    yellow: int
    red: int
    ammo: int
    ammo_left: int
    targets: list[str]
    grids: list[str]
    unseen: list[str]


class ActView(msgspec.Struct, frozen=True, tag="act", tag_field="kind"):
    unit: str
    actions: dict[str, ActionView]


def target_view(state: State, attack: Attack) -> TargetView:
    """One target of an attack, as it will be when the dice are rolled."""
    with chances.declared(attack):
        return target_in_stance(state, attack)


def target_in_stance(state: State, attack: Attack) -> TargetView:
    """One target of an attack.  [OP 4.4.1.attack_dice] [OP 4.4.1.white] [OP 4.4.1.blue]"""
    unit, target = attack.attacker, attack.target
    slots = standing_parts(target) if target.kind == Kind.MECH else [0]
    names = [SLOT_NAMES[slot] for slot in slots] if target.kind == Kind.MECH else ["unit"]
    attack.part = slots[0] if slots else 0
    attack.parry = own_parry(state, attack)
    parts = chances.by_part(state, attack)
    white = [term for term in white_terms(state, attack) if term.key not in ("armor", "structure", "least")]
    line = sight(state, unit, target)
    if not attack.firing:
        line = msgspec.structs.replace(line, covers=[], white=0)  # protection is against fire
    return TargetView(
        line,
        in_front(unit, target),
        STANCE_NAMES[target.stance],
        told_attack(*attack_terms(state, attack)),
        told_defence(white, blue_terms(state, attack)),
        {name: armor_value(state, target, slot) for name, slot in zip(names, slots, strict=True)},
        {name: round(chance, 4) for name, chance in parts.items()},
        round(chances.overall(state, attack, parts), 4),
    )


def aiming(
    state: State, unit: Unit, slot: int, action: Action, effects: dict[str, int], support: int, found: list[Unit]
) -> AimView:
    """The preview of choosing a target.  [OP 4.4.1.target]"""
    reach = reach_of(state, unit, action, effects)
    grids, unseen = arc(state, unit, reach, "omni_direction" in effects)
    return AimView(
        unit_key(unit),
        action.key,
        slot_name(slot) if unit.kind == Kind.MECH else "unit",
        action.type == Type.MELEE,
        reach,
        STANCE_NAMES[unit.stance],
        LENGTH_NAMES[min(length_of(state, unit, slot, action), Length.LONG)] if unit.kind == Kind.MECH else "",
        grids,
        unseen,
        {unit_key(t): target_view(state, Attack(unit, t, action, slot, effects, support)) for t in found},
        {unit_key(enemy): sight(state, unit, enemy) for enemy in enemies_of(state, unit.seat) if enemy not in found},
    )


def acting(state: State, unit: Unit) -> ActView:
    """Every action of a mech, including those it cannot perform now.  [OP 3.4.3.actions] [OP 3.4.5.ticks]"""
    found = {}
    for slot, action in every_action(state, unit):
        ready = why_unavailable(state, unit, slot, action) is None
        found[f"act:{action_name(slot, action)}"] = action_view(state, unit, slot, action, ready)
    return ActView(unit_key(unit), found)


def action_view(state: State, unit: Unit, slot: int, action: Action, ready: bool) -> ActionView:
    attacks = action.type in (Type.FIRING, Type.MELEE) and bool(action.yellow or action.red)
    effects = best_effects(state, unit, slot, action) if attacks else {}
    reach = reach_of(state, unit, action, effects) if attacks else action.range
    aims = targets(state, unit, action, effects) if attacks and ready else []
    grids, unseen = arc(state, unit, reach, "omni_direction" in effects) if attacks and ready else ([], [])
    return ActionView(
        action.key,
        slot_name(slot),
        TYPE_NAMES[action.type],
        LENGTH_NAMES[min(length_of(state, unit, slot, action), Length.LONG)],
        reach,
        action.yellow,
        action.red,
        action.ammo,
        ammo_left(state, unit, slot, action) if action.ammo else 0,
        [unit_key(enemy) for enemy in sorted(aims, key=lambda enemy: distance(unit, enemy))],
        grids,
        unseen,
    )


def attack_again(state: State, subject: Hitting) -> Attack:
    """The attack that a question is about."""
    attack = Attack(
        state.units[subject.attacker],
        state.units[subject.target],
        action_named(state.content, subject.action),
        subject.slot,
        dict(subject.effects),
        subject.support,
        subject.interception,
        subject.explosion,
        subject.fixed,
    )
    attack.yellow, attack.red = subject.yellow, subject.red
    return attack
