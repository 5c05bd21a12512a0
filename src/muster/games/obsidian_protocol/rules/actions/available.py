"""Actions available to a mech, and why others are not (rulebook 3.4.3, 3.4.5): ticks, timing, ammo, targets."""

from __future__ import annotations

from functools import cache
from typing import Final

from muster.games.obsidian_protocol.board.battlefield import DISTANCE
from muster.games.obsidian_protocol.board.bitmaps import SPOT
from muster.games.obsidian_protocol.cards import common_actions
from muster.games.obsidian_protocol.cards.content import Action
from muster.games.obsidian_protocol.cards.kinds import EVERY_KIND, SLOTS, Kind, Length, Level, Slot, Stance, Type
from muster.games.obsidian_protocol.rules.actions.projectiles import landings, loaded, recoverable
from muster.games.obsidian_protocol.rules.attack.targets import ALL_ROUND, can_attack, effects_of, why_not
from muster.games.obsidian_protocol.rules.mission.tasks import task_of
from muster.games.obsidian_protocol.rules.movement.modes import flies, shock_stands
from muster.games.obsidian_protocol.rules.movement.standing import is_locked
from muster.games.obsidian_protocol.rules.warfare.ammo import magazines, spent_stores, supplied
from muster.games.obsidian_protocol.rules.warfare.electronic import electronic_targets, may_initiate, within
from muster.games.obsidian_protocol.rules.warfare.stealth import may_scan
from muster.games.obsidian_protocol.rules.warfare.tethers import held_within
from muster.games.obsidian_protocol.state.geometry import allies_of, enemies_of, grid_of, on_board, place_of
from muster.games.obsidian_protocol.state.sheet import (
    LOAD,
    covered,
    freehands,
    is_immobilized,
    loads,
    part_of,
    passive,
    slot_name,
    trait,
    works,
)
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import DAMAGED, DESTROYED, NONE, Hexagon, Unit

Why = tuple[str, str]
"""A clause, and the key of a reason."""
ELECTRONIC: Final = ("attack_destroy", "attack_fire_control", "attack_immobilize", "control_movement")
"""Purposes that take a counter-roll with an enemy.  [OP 6.2.electronic_attack]"""
MECHS_AND_DRONES: Final[tuple[int, ...]] = (Kind.MECH, Kind.DRONE)


def length_of(state: State, unit: Unit, slot: int, action: Action) -> int:
    """The ticks an action takes, after everything that shortens it.

    [OP 3.4.5.short] [OP 3.4.5.long] [OP card.length]
    """
    if action.shortened:
        effects = effects_of(state, unit, action, support_for(state, unit, slot, action))
        if "short" in effects:
            return Length.SHORT
        if "medium" in effects:
            return Length.MEDIUM
    return action.length


def support_for(state: State, unit: Unit, slot: int, action: Action) -> int:
    """A free hand that can help an action that asks for one, or NONE.  [OP 6.2.two_handed] [OP 6.2.throw]"""
    if not action.hands:
        return NONE
    hands = freehands(state, unit, slot)
    return hands[0] if hands else NONE


def pays(state: State, unit: Unit, slot: int, action: Action) -> str:
    """The kind of ticks that pays for an action: "action", "extra", "firing", or "" when none does.

    [OP 3.4.5.ticks] [OP 3.4.5.order] [OP 3.4.5.extra] [OP 3.4.5.extra_type]
    """
    turn = state.turn
    ticks = length_of(state, unit, slot, action)
    if ticks == Length.LONG:
        return "action" if turn.maneuver and turn.action >= 2 else ""
    if turn.action >= ticks:
        return "action"
    if turn.action or ticks > 1:
        return ""
    if turn.extra_firing and action.type == Type.FIRING:
        return "firing"
    return "extra" if turn.extra else ""


def must_fit(state: State, unit: Unit) -> bool:
    """Whether only actions of the chosen timing can start now, because nothing makes the timing flexible. This is a
    quick sieve: `fits_timing` looks again at what passes.

    [OP 3.4.3.starting]
    """
    if state.turn.started:
        return False
    if trait(state, unit) == "variation" or passive(state, unit, "cqc"):
        return False
    return not covered(state, unit, "aura_flexible", unit.seat) and not covered(state, unit, "aura_firing", unit.seat)


def fits_timing(state: State, unit: Unit, action: Action) -> bool:
    """Whether an action can be the first: of the chosen timing, or near it with Flexible Timing. After a reboot only
    the chosen timing will do.

    [OP 3.4.3.starting] [OP 6.2.flexible_timing] [OP trait.variation] [OP card.cqc] [OP card.aura_flexible]
    [OP 4.1.1.timing]
    """
    dial = unit.dial
    if action.type == dial or state.turn.timed:
        return action.type == dial
    if trait(state, unit) == "variation" and dial == Type.TACTICAL:
        return True
    if action.type == Type.MELEE and action.length == Length.SHORT and passive(state, unit, "cqc"):
        return True
    if abs(action.type - dial) != 1:
        return False
    if action.flexible:
        return True
    if covered(state, unit, "aura_flexible", unit.seat):
        return True
    return action.type == Type.FIRING and covered(state, unit, "aura_firing", unit.seat)


def why_unavailable(state: State, unit: Unit, slot: int, action: Action) -> Why | None:
    """The first reason why a mech cannot perform an action now, or None.

    [OP 3.4.3.starting] [OP 3.4.3.once] [OP 3.4.3.possible] [OP 4.13.empty] [OP 4.1.1.timing] [OP 6.2.non_humanoid]
    """
    turn = state.turn
    paid = pays(state, unit, slot, action)
    if not paid:
        return "OP 3.4.5.ticks", "refuse.ticks"
    if (not turn.started or turn.timed) and not fits_timing(state, unit, action):
        return ("OP 4.1.1.timing" if turn.timed else "OP 3.4.3.starting"), "refuse.timing"
    if action.plain.get("non_humanoid", 0) >= unit.link > 0:
        return "OP 6.2.non_humanoid", "refuse.link"
    if paid == "action" and turn.used and (slot, action.id) in turn.used:
        return "OP 3.4.3.once", "refuse.used"
    if action.ammo and not magazines(state, unit, slot, action) and not recoverable(state, unit, action):
        return "OP 4.13.empty", "refuse.ammo"
    return why_impossible(state, unit, slot, action)


def why_impossible(state: State, unit: Unit, slot: int, action: Action) -> Why | None:
    """Why an action has nothing to work on, or None.

    [OP 3.4.3.possible] [OP 6.2.unstoppable] [OP 4.3.4.no_chassis] [OP card.cruise_mode] [OP card.bit] [OP 6.1.crawl]
    [OP 4.3.2.lock]
    """
    kind = action.type
    if slot != Slot.TORSO and passive(state, unit, "cruise") and not action.has("in_cruise"):
        return "OP card.cruise_mode", "refuse.cruise"
    if action.has("throw") and support_for(state, unit, slot, action) == NONE:
        return "OP 6.2.throw", "refuse.freehand"
    if kind == Type.FIRING or kind == Type.MELEE:
        effects = best_effects(state, unit, slot, action)
        reason = why_not(state, unit, action, effects)
        if reason is not None:
            return reason
        if not can_attack(state, unit, action, effects):
            if "shock_attack" in effects and shock_stands(state, unit, action, effects):
                return None
            return "OP 4.4.1.target", "refuse.no_target"
        return None
    if kind == Type.PROJECTILE:
        if recoverable(state, unit, action):
            return None
        effects = effects_of(state, unit, action, support_for(state, unit, slot, action))
        if not any(True for e in loaded(state, unit, action) for _ in landings(state, unit, action, effects, e)):
            return "OP 4.7.1.direct", "refuse.no_grid"
        return None
    if kind == Type.MOVEMENT:
        if unit.kind == Kind.MECH and action is not common_actions.CRAWL and not works(unit, Slot.CHASSIS):
            return "OP 4.3.4.no_chassis", "refuse.no_chassis"
        if is_immobilized(unit) and not action.has("unstoppable"):
            return "OP 6.3.2.immobilized", "refuse.immobilized"
        if action.has("blink") and not blink_partners(state, unit, action.range):
            return "OP card.blink", "refuse.no_target"
        if action is common_actions.CRAWL and is_locked(state, unit) and not flies(state, unit):
            return "OP 6.1.crawl", "refuse.crawl"
        return None
    return why_pointless(state, unit, slot, action)


def blink_partners(state: State, unit: Unit, reach: int) -> list[Unit]:
    """Ground mechs of the same size in range, of either side, where a line would let the mech go.

    [OP card.blink] [OP card.tether]
    """
    held = held_within(state, unit)
    return [
        other
        for other in on_board(state)
        if other is not unit
        and other.kind == Kind.MECH
        and other.level == Level.GROUND
        and other.size == unit.size
        and DISTANCE[grid_of(unit)][grid_of(other)] <= reach
        and held >> SPOT[unit.size][place_of(other)] & 1
    ]


def best_effects(state: State, unit: Unit, slot: int, action: Action) -> dict[str, int]:
    """The effects an attack has with all the help it can get."""
    charged = bool(unit.charged >> slot & 1)
    effects = effects_of(state, unit, action, support_for(state, unit, slot, action), charged)
    if unit.kind == Kind.MECH and helps_omni(state, unit, slot, action):
        effects |= ALL_ROUND
    return effects


def helps_omni(state: State, unit: Unit, slot: int, action: Action) -> bool:
    """Whether a stabilizer arm lets a two-handed firing action ignore the arc.  [OP card.equilibrium]"""
    return (
        action.type == Type.FIRING
        and action.asks_for("two_handed")
        and any("dynamic_equilibrium" in part_of(state, unit, s).passives for s in freehands(state, unit, slot))
    )


def why_pointless(state: State, unit: Unit, slot: int, action: Action) -> Why | None:
    """Why a swift or tactical action would do nothing, or None.  [OP 3.4.3.possible]"""
    nothing = ("OP 3.4.3.possible", "refuse.nothing")
    if action.common:
        return why_common(state, unit, slot, action)
    purpose = action.purpose
    if not purpose:
        return None
    if purpose in ELECTRONIC:
        able = may_initiate(state, unit) and electronic_targets(state, unit, action.range, victims(action))
        return None if able else ("OP 6.2.electronic_attack", "refuse.no_target")
    if purpose in ("restore_link", "restore_link_all"):
        return None if weak_allies(state, unit, action.range) else nothing
    if purpose == "remove_square":
        return None if marked_allies(state, unit, action.range) else nothing
    if purpose == "take_defensive":
        return nothing if unit.stance == Stance.DEFENSIVE else None
    if purpose in ("camouflage", "gain_highlight"):
        return nothing if unit.stealth >= 0 else None
    if purpose == "coordinate":
        return None if unit.commands and ready_drones(state, unit.seat) else nothing
    if purpose == "damage_control":
        return None if repairable(unit) else nothing
    if purpose == "resupply":
        return None if spent_stores(state, unit, supplied(action)) else nothing
    if purpose == "grant_opportunity":
        return None if helpers_near(state, unit, action.range) else nothing
    return None if damaged_allies(state, unit, action.range) else nothing


def victims(action: Action) -> tuple[int, ...]:
    """The kinds of units that an electronic attack works on.  [OP 6.2.electronic_attack] [OP card.attack_destroy]"""
    if action.has("attack_destroy"):
        return Kind.DRONE, Kind.PROJECTILE
    return EVERY_KIND if action.has("attack_fire_control") else MECHS_AND_DRONES


def why_common(state: State, unit: Unit, slot: int, action: Action) -> Why | None:
    """Why a common action would do nothing, or None.

    [OP 6.1.discard] [OP 6.1.charge] [OP 6.1.stabilize] [OP 6.1.scan] [OP 6.1.reveal] [OP 5.4.3.remote]
    """
    nothing = ("OP 3.4.3.possible", "refuse.nothing")
    if action is common_actions.DISCARD:
        return None if part_of(state, unit, slot).discard != NONE else ("OP 6.1.discard", "refuse.handheld")
    if action is common_actions.CHARGE:
        return None if part_of(state, unit, slot).charge and not unit.charged >> slot & 1 else nothing
    if action is common_actions.STABILIZE:
        full = unit.link >= state.content.pilots[unit.pilot].link
        return nothing if full and not has_tokens(unit) else None
    if action is common_actions.SCAN:
        return None if scannable(state, unit, action.range) else ("OP 4.12.4.target", "refuse.no_target")
    if action is common_actions.REVEAL:
        return None if unit.stealth >= 0 else nothing
    return None if terminals(state, unit) else ("OP 5.4.3.remote", "refuse.no_terminal")


def has_tokens(unit: Unit) -> bool:
    return any(unit.squares) or unit.hexagon != Hexagon.NONE


def scannable(state: State, unit: Unit, reach: int) -> list[Unit]:
    return [
        enemy
        for enemy in enemies_of(state, unit.seat)
        if DISTANCE[grid_of(unit)][grid_of(enemy)] <= reach and may_scan(state, unit, enemy)
    ]


def terminals(state: State, unit: Unit) -> list[int]:
    """Terminals within reach that nobody has accessed in this round.  [OP 5.4.3.remote] [OP 5.4.3.once]"""
    task = task_of(state)
    if task is None or task.family != "terminal" or not may_initiate(state, unit):
        return []
    here = grid_of(unit)
    return [
        number
        for number, zone in enumerate(task.zones)
        if not state.markers[number]
        and min(DISTANCE[here][grid] for grid in state.battlefield.board.zones[zone])
        <= common_actions.REMOTE_ACCESS.range
    ]


def weak_allies(state: State, unit: Unit, reach: int) -> list[Unit]:
    """Allied mechs in range that lack link."""
    return [
        ally
        for ally in allies_of(state, unit.seat)
        if ally.kind == Kind.MECH
        and ally.link < state.content.pilots[ally.pilot].link
        and within(state, unit, ally, reach)
    ]


def marked_allies(state: State, unit: Unit, reach: int) -> list[Unit]:
    return [ally for ally in allies_of(state, unit.seat) if any(ally.squares) and within(state, unit, ally, reach)]


def helpers_near(state: State, unit: Unit, reach: int) -> list[Unit]:
    """Other allied mechs in range that can pay a point of link for an opportunity.  [OP card.grant_opportunity]"""
    return [
        ally
        for ally in allies_of(state, unit.seat)
        if ally.kind == Kind.MECH
        and ally is not unit
        and ally.link > 1
        and ally.stance != Stance.SHUTDOWN
        and within(state, unit, ally, reach)
    ]


def damaged_allies(state: State, unit: Unit, reach: int) -> list[Unit]:
    """Allies in range with a damaged part, or damaged themselves.  [OP card.armor_patch]"""
    return [
        ally
        for ally in allies_of(state, unit.seat)
        if any(condition & DAMAGED and not condition & DESTROYED for condition in ally.condition)
        and DISTANCE[grid_of(unit)][grid_of(ally)] <= reach
    ]


def repairable(unit: Unit) -> list[int]:
    """The slots whose part damage control could repair.  [OP card.damage_control]"""
    return [slot for slot in SLOTS if unit.condition[slot] in (DAMAGED, DESTROYED)]


def ready_drones(state: State, seat: int) -> list[Unit]:
    """Drones that can take a command.  [OP 3.2.2.one_each]"""
    return [unit for unit in allies_of(state, seat) if unit.kind == Kind.DRONE and not unit.command]


def every_action(state: State, unit: Unit) -> list[tuple[int, Action]]:
    """Every action of a mech with the slot of its part: those of its parts, then the common ones.

    [OP 4.4.3.part] [OP 3.4.3.actions]
    """
    found: list[tuple[int, Action]] = []
    able = 0
    for slot in SLOTS:
        if works(unit, slot):
            able |= 1 << slot
            found += state.content.parts[unit.parts[slot]].performed
    for slot in loads(state, unit):
        found += [(slot, action) for _, action in part_of(state, unit, slot).performed]
    return found + common_of(able)


@cache
def common_of(able: int) -> list[tuple[int, Action]]:
    """The common actions of a mech, given a bit for each part that works.  [OP 3.4.3.actions]"""
    return [(slot, action) for action, slots in common_actions.COMMON for slot in slots if able >> slot & 1]


def action_name(slot: int, action: Action) -> str:
    """The name of an action in option keys."""
    return f"{slot_name(slot)}/{action.id}" if slot < LOAD else f"load{slot - LOAD}/{action.id}"
