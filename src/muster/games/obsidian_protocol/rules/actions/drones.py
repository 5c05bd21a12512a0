"""Drones: their actions on command (rulebook 3.2.2) and by themselves in the automatic phase (3.5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from muster.games.obsidian_protocol.board.battlefield import DISTANCE
from muster.games.obsidian_protocol.cards.content import Action
from muster.games.obsidian_protocol.cards.kinds import STANCE_NAMES, Control, Kind, Stance, Type
from muster.games.obsidian_protocol.rules.actions.available import MECHS_AND_DRONES, why_impossible
from muster.games.obsidian_protocol.rules.actions.delayed import guided_targets, seek
from muster.games.obsidian_protocol.rules.actions.detonation import wreck
from muster.games.obsidian_protocol.rules.actions.performing import choose_projectile, launch_with
from muster.games.obsidian_protocol.rules.actions.surveillance import marked, strike
from muster.games.obsidian_protocol.rules.actions.swift_tactical import (
    armor_patch,
    electronic_attack,
    electronic_choice,
)
from muster.games.obsidian_protocol.rules.asking import ask_midway, ask_stance, ask_unit, which_small, yes
from muster.games.obsidian_protocol.rules.attack.damage import give_hexagon, lose_link
from muster.games.obsidian_protocol.rules.attack.declaring import ask_target, attack_and_cover, no_targets
from muster.games.obsidian_protocol.rules.attack.pools import Attack
from muster.games.obsidian_protocol.rules.attack.rolls import spend_command
from muster.games.obsidian_protocol.rules.attack.targets import breakable, effects_of, targets
from muster.games.obsidian_protocol.rules.movement.forced import drag
from muster.games.obsidian_protocol.rules.movement.modes import ways_for, ways_of
from muster.games.obsidian_protocol.rules.movement.moving import move
from muster.games.obsidian_protocol.rules.movement.standing import may_be_forced
from muster.games.obsidian_protocol.rules.naming import is_low_value, named, tell, unit_key
from muster.games.obsidian_protocol.rules.subjects import Commanding, Warring
from muster.games.obsidian_protocol.rules.validity import is_there
from muster.games.obsidian_protocol.rules.warfare.electronic import (
    added_strength,
    counter_roll,
    electronic_targets,
    may_initiate,
    origins,
)
from muster.games.obsidian_protocol.rules.warfare.stealth import is_heard, make_noise, may_scan, scan
from muster.games.obsidian_protocol.state.geometry import (
    allies_of,
    are_adjacent,
    card_of,
    enemies_of,
    grid_of,
    has_sight,
)
from muster.games.obsidian_protocol.state.sheet import bring_in, is_immobilized, passive
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NONE, Hexagon, Unit, changed
from muster.kernel.requests import Table
from muster.kernel.spaces import Blocked, OneOf, Option
from muster.kernel.text import Text

MOVE: Final = NONE
"""In place of an action's number: the drone moves."""


def command_actions(state: State, unit: Unit) -> list[int]:
    """The choices of a drone with a command: move, or one of its command actions.  [OP 3.2.2.act]"""
    card = card_of(state, unit)
    found = [MOVE] if card.move and not is_immobilized(unit) else []
    orders = [action for action in card.actions if action.control == Control.COMMAND]
    return found + [action.place for action in orders if drone_can(state, unit, action)]


def can_obey(state: State, unit: Unit, mech: Unit) -> bool:
    """Whether a drone can do anything with a command from this mech.  [OP 3.2.2.act] [OP card.command_automatic]"""
    card = card_of(state, unit)
    if card.move and not is_immobilized(unit):
        return True
    return bool(orders(state, unit, mech))


def orders(state: State, unit: Unit, mech: Unit) -> list[int]:
    """The choices of a drone commanded by this mech, which may include automatic actions.

    [OP 3.2.2.act] [OP card.command_automatic]
    """
    found = command_actions(state, unit)
    if passive(state, mech, "command_automatic"):
        found += [action.place for action in card_of(state, unit).actions if acts_by_itself(state, unit, action)]
    return found


def drone_can(state: State, unit: Unit, action: Action) -> bool:
    """Whether a drone's action has something to work on.  [OP 3.4.3.possible] [OP 4.13.empty]"""
    if action.ammo and not unit.ammo[action.place]:
        return False
    if action.has("charge_self"):
        return not unit.charged & 1
    if action.has("stance_feedback"):
        return bool(stance_mechs(state, unit, action))
    if action.has("target_tag"):
        return bool(taggable(state, unit, action))
    if action.has("scan_all"):
        return bool(scan_targets(state, unit, action))
    if action.has("scream"):
        return may_initiate(state, unit) and bool(electronic_targets(state, unit, action.range, (Kind.MECH,)))
    if action.has("attack_fire_control"):
        return may_initiate(state, unit) and bool(electronic_choice(state, unit, action))
    if action.has("jump_detonate"):
        return bool(guided_targets(state, unit, action))
    if action.has("surveillance_strike"):
        return bool(marked(state, unit, action))
    return why_impossible(state, unit, 0, action) is None


async def obey(table: Table, state: State, unit: Unit, mech: Unit) -> None:
    """Carry out one command: a movement, or a command action.  [OP 3.2.2.act] [OP card.command_step]"""
    card = card_of(state, unit)
    step = passive(state, mech, "command_step")
    if step and card.move and not is_immobilized(unit):
        await move(table, state, unit, ways_for(state, unit, step))
        if not unit.alive:
            return
    await choose_order(table, state, unit, mech, orders(state, unit, mech))


async def choose_order(table: Table, state: State, unit: Unit, mech: Unit | None, places: list[int]) -> None:
    """Choose one of the things a drone can do now; automatic actions pick their target by their own rule, even on
    command.

    [OP 3.2.2.act] [OP card.command_automatic] [OP 3.5.2.nearest]
    """
    card = card_of(state, unit)

    def options() -> list[Option[int]]:
        found = []
        for place in places:
            if place == MOVE:
                found.append(Option("drone:move", MOVE, "OP 3.2.2.act", Text("option.drone_move")))
            else:
                action = card.actions[place]
                text = Text("option.drone_act", {"action": action.key})
                found.append(Option(f"drone:{action.id}", place, "OP 3.2.2.act", text))
        return found

    prompt = Text("prompt.drone", named(state, unit))
    place = await ask_midway(table, unit.seat, prompt, OneOf(options), subject=Commanding(unit.id))
    if place == MOVE:
        cargo = await take_aboard(table, state, unit, mech)
        await move(table, state, unit, ways_for(state, unit, card.move - (2 if cargo else 0)))
        if cargo is not None:
            await drag(table, state, unit, cargo)
        await make_noise(table, state, unit, False)
        return
    action = card.actions[place]
    await do(table, state, unit, action, automatic=action.control == Control.AUTOMATIC)


async def take_aboard(table: Table, state: State, unit: Unit, mech: Unit | None) -> Unit | None:
    """A transporter that moves on command may take an ally along, for another token and 2 of its range.

    [OP card.air_transport] [OP 4.15.4.consume]
    """
    if mech is None or mech.commands < 1 or not passive(state, unit, "air_transport"):
        return None
    allies = [
        ally
        for ally in allies_of(state, unit.seat)
        if ally is not unit
        and ally.kind in MECHS_AND_DRONES
        and are_adjacent(unit, ally)
        and may_be_forced(state, ally)
    ]
    if not allies:
        return None
    cargo = await ask_unit(
        table, state, unit.seat, "prompt.cargo", "OP card.air_transport", lambda: allies, may_stop=True
    )
    if cargo is not None:
        spend_command(table, state, mech, "OP card.air_transport")
    return cargo


async def jump_detonate(table: Table, state: State, unit: Unit, action: Action) -> None:
    """Jump at the nearest enemy and detonate.  [OP card.pholcus]"""
    target = await choose(table, state, unit, guided_targets(state, unit, action), True)
    await seek(table, state, unit, action, target, "OP card.pholcus")


async def do(table: Table, state: State, unit: Unit, action: Action, automatic: bool) -> None:
    """Perform one action of a drone; automatic actions take the nearest target.  [OP 3.5.2.nearest] [OP card.scream]"""
    silent = action.has("silence") and not is_heard(state, unit)
    tell(table, state, "drone_acts", "OP 3.2.2.act" if not automatic else "OP 3.5.obligatory", unit, action=action.key)
    if action.type in (Type.FIRING, Type.MELEE):
        await drone_attack(table, state, unit, action, automatic)
    elif action.type == Type.PROJECTILE:
        await launch_with(table, state, unit, 0, action, effects_of(state, unit, action, NONE))
    elif action.type == Type.MOVEMENT:
        await move(table, state, unit, ways_of(state, unit, action, dict(action.plain)))
    elif action.has("jump_detonate"):
        await jump_detonate(table, state, unit, action)
        return
    elif action.has("armor_patch"):
        await armor_patch(table, state, unit, action)
        return
    elif action.has("surveillance_strike"):
        await strike(table, state, unit, action)
        return
    elif action.forms:
        await change_form(table, state, unit, action)
    elif action.has("charge_self"):
        unit.charged |= 1
        tell(table, state, "charged", "OP 6.1.charge", unit, part="unit")
    elif action.has("attack_fire_control"):
        found = electronic_nearest(state, unit, action) if automatic else electronic_choice(state, unit, action)
        chosen = await choose(table, state, unit, found, automatic=False, subject=Warring(unit.id, action.key))
        await electronic_attack(table, state, unit, action, chosen)
    elif action.has("scan_all"):
        await scan_all(table, state, unit, action)
    elif action.has("target_tag"):
        tagged = await choose(table, state, unit, taggable(state, unit, action), automatic)
        give_hexagon(table, state, tagged, Hexagon.HIGHLIGHT, "OP card.target_tag")
    elif action.has("scream"):
        for target in electronic_targets(state, unit, action.range, (Kind.MECH,)):
            plus = added_strength(state, unit, target, action.range, 1)
            if await counter_roll(table, state, unit, target, plus=plus):
                lose_link(table, state, target, 1, "OP card.scream")
    elif action.has("stance_feedback"):
        mech = await ask_unit(
            table,
            state,
            unit.seat,
            "prompt.ally",
            "OP card.stance_feedback",
            lambda: stance_mechs(state, unit, action),
        )
        assert mech is not None
        mech.stance = await ask_stance(table, state, unit.seat, mech)
        stance = STANCE_NAMES[mech.stance]
        tell(table, state, "stance_taken", "OP card.stance_feedback", mech, stance=stance)
    await make_noise(table, state, unit, silent)


async def change_form(table: Table, state: State, unit: Unit, action: Action) -> None:
    """A bit takes another stance, which is another card, and moves once.  [OP card.bit_stance]"""
    effect = await choose_projectile(table, unit.seat, action.forms)
    card = state.content.units[state.content.unit_number[effect.card]]
    unit.card, unit.stance = card.number, card.stance
    state.names = ()  # it has another name now, and what has the same may have lost its number
    bring_in(state, card.passives)
    unit.ammo = tuple(each.ammo for each in card.actions)
    unit.intercepts = tuple(each.plain.get("intercept", 0) for each in card.actions)
    tell(table, state, "stance_taken", "OP card.bit_stance", unit, stance=STANCE_NAMES[unit.stance])
    if not is_immobilized(unit):
        await move(table, state, unit, ways_for(state, unit, card.move))


def taggable(state: State, unit: Unit, action: Action) -> list[Unit]:
    """The enemies in range and sight that can bear a Highlight.  [OP card.target_tag] [OP 2.5.3.low_value]"""
    return [
        enemy
        for enemy in enemies_of(state, unit.seat)
        if DISTANCE[grid_of(unit)][grid_of(enemy)] <= action.range
        and enemy.stealth < 0
        and not is_low_value(state, enemy)
        and has_sight(state, unit, enemy)
    ]


def stance_mechs(state: State, unit: Unit, action: Action) -> list[Unit]:
    """The allied mechs whose stance a drone can change.  [OP card.stance_feedback]"""
    return [
        ally
        for ally in allies_of(state, unit.seat)
        if ally.kind == Kind.MECH
        and ally.stance != Stance.SHUTDOWN
        and DISTANCE[grid_of(unit)][grid_of(ally)] <= action.range
    ]


def scan_targets(state: State, unit: Unit, action: Action) -> list[Unit]:
    """The enemies in range that a drone can scan.  [OP card.scan_all]"""
    return [
        enemy
        for enemy in enemies_of(state, unit.seat)
        if DISTANCE[grid_of(unit)][grid_of(enemy)] <= action.range and may_scan(state, unit, enemy)
    ]


async def scan_all(table: Table, state: State, unit: Unit, action: Action) -> None:
    """Scan every enemy in range that can be scanned, one after the other; a scan may change who is left.

    [OP card.scan_all] [OP 4.12.4.scan]
    """
    done: list[Unit] = []
    while is_there(unit):
        left = [target for target in scan_targets(state, unit, action) if target not in done]
        if not left:
            return
        done.append(await which_small(table, state, unit.seat, "prompt.next_scan", "OP card.scan_all", left))
        await scan(table, state, unit, done[-1])


async def drone_attack(table: Table, state: State, unit: Unit, action: Action, automatic: bool) -> None:
    """A drone attacks; once it has a target it may spend its charge.

    [OP 3.5.2.nearest] [OP 4.4.1.target] [OP 4.14.use]
    """
    effects = effects_of(state, unit, action, NONE)
    found, crates = targets(state, unit, action, effects), breakable(state, unit, action, effects)
    if found and (automatic or not crates):
        left = nearest(state, unit, found) if automatic else found

        def block() -> list[Blocked]:
            why = ("OP 6.3.3.tracer", "refuse.traced") if traced(left) else ("OP 3.5.2.nearest", "refuse.not_nearest")
            far = [(enemy, *why) for enemy in found if enemy not in left]
            return [
                Blocked(f"unit:{unit_key(enemy)}", clause, Text(reason, named(state, enemy)))
                for enemy, clause, reason in (*far, *no_targets(state, unit, action, effects, found))
            ]

        target = (await choose(table, state, unit, left, False, block=block)).id
    else:
        if automatic and not await yes(table, unit.seat, "prompt.shoot_terrain", "OP 2.6.attacked", named(state, unit)):
            return
        target = await ask_target(table, state, unit, 0, action, effects, NONE, found, crates)
    if action.ammo:
        unit.ammo = changed(unit.ammo, action.place, unit.ammo[action.place] - 1)
    if target < 0:
        wreck(table, state, ~target)
        return
    charged = action.asks_for("charged") and bool(unit.charged & 1)
    if charged and await yes(table, unit.seat, "prompt.charge", "OP 4.14.use", {"action": action.key}):
        unit.charged &= ~1
        effects = effects_of(state, unit, action, NONE, True)
    await attack_and_cover(table, state, Attack(unit, state.units[target], action, 0, effects))


async def choose(
    table: Table,
    state: State,
    unit: Unit,
    found: list[Unit],
    automatic: bool,
    subject: object = None,
    block: Callable[[], Sequence[Blocked]] | None = None,
) -> Unit:
    """Pick the target: freely on command, otherwise the nearest; a traced enemy comes first.

    [OP 3.5.2.nearest] [OP 3.5.2.tie] [OP 6.3.3.tracer]
    """
    if automatic:
        found = nearest(state, unit, found)
    if len(found) == 1:
        return found[0]
    clause = "OP 3.5.2.tie"
    chosen = await ask_unit(
        table, state, unit.seat, "prompt.target", clause, lambda: found, block=block, subject=subject
    )
    assert chosen is not None
    return chosen


def nearest(state: State, unit: Unit, found: list[Unit]) -> list[Unit]:
    """The traced enemies, or else the nearest.  [OP 3.5.2.nearest] [OP 6.3.3.tracer]"""
    return traced(found) or closest(grid_of(unit), found)


def traced(found: list[Unit]) -> list[Unit]:
    """The traced ones among some enemies.  [OP 6.3.3.tracer]"""
    return [enemy for enemy in found if enemy.hexagon == Hexagon.TARGET_TRACER]


def closest(here: int, found: list[Unit]) -> list[Unit]:
    """The enemies closest to a grid.  [OP 3.5.2.nearest] [OP 3.5.2.tie]"""
    least = min(DISTANCE[here][grid_of(enemy)] for enemy in found)
    return [enemy for enemy in found if DISTANCE[here][grid_of(enemy)] == least]


def electronic_nearest(state: State, unit: Unit, action: Action) -> list[Unit]:
    """The enemies nearest to the drone, or to a repeater it may use instead.  [OP 3.5.2.nearest] [OP 6.2.repeater]"""
    found = electronic_choice(state, unit, action)
    near: list[Unit] = []
    for origin in origins(state, unit):
        within = [enemy for enemy in found if DISTANCE[origin][grid_of(enemy)] <= action.range]
        near += [enemy for enemy in closest(origin, within) if enemy not in near] if within else []
    return traced(found) or near


def acts_by_itself(state: State, unit: Unit, action: Action) -> bool:
    """Whether an action is automatic and possible now.  [OP 3.5.obligatory]"""
    return action.control == Control.AUTOMATIC and drone_can(state, unit, action)
