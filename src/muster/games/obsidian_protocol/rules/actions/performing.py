"""Performing actions (rulebook 3.4.3): paying for them, support and charge, launching, moving."""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.obsidian_protocol.board.battlefield import GRID_NAMES, GRIDS
from muster.games.obsidian_protocol.cards.content import Action, Effect
from muster.games.obsidian_protocol.cards.kinds import Level, Type
from muster.games.obsidian_protocol.rules.actions.available import blink_partners, length_of, pays
from muster.games.obsidian_protocol.rules.actions.projectiles import (
    landing_grids,
    launch,
    launch_range,
    loaded,
    recoverable,
)
from muster.games.obsidian_protocol.rules.actions.swift_tactical import perform_common, perform_tactical
from muster.games.obsidian_protocol.rules.asking import ask_facing, ask_midway, ask_unit, grid_options, hand_option, yes
from muster.games.obsidian_protocol.rules.attack.declaring import attack_with
from muster.games.obsidian_protocol.rules.attack.targets import ALL_ROUND, effects_of, targets
from muster.games.obsidian_protocol.rules.movement.entering import enter, note_movement
from muster.games.obsidian_protocol.rules.movement.forced import push
from muster.games.obsidian_protocol.rules.movement.modes import shock_stands, ways_for, ways_of
from muster.games.obsidian_protocol.rules.movement.moving import move, put
from muster.games.obsidian_protocol.rules.movement.reasons import grid_space, why_no_landing
from muster.games.obsidian_protocol.rules.movement.standing import may_be_forced
from muster.games.obsidian_protocol.rules.naming import tell
from muster.games.obsidian_protocol.rules.validity import may_go_on
from muster.games.obsidian_protocol.rules.warfare.ammo import magazines, take_ammo
from muster.games.obsidian_protocol.rules.warfare.stealth import bump, is_heard, make_noise
from muster.games.obsidian_protocol.state.geometry import VECTORS, enemies_of, grid_of, place_of
from muster.games.obsidian_protocol.state.sheet import (
    ammo_left,
    freehands,
    moves_silently,
    part_of,
    slot_name,
    use_ammo,
)
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NONE, Unit
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text


def pay(state: State, unit: Unit, slot: int, action: Action) -> None:
    """Take the ticks and note that the action was performed.  [OP 3.4.5.ticks] [OP 3.4.5.long]"""
    turn = state.turn
    how = pays(state, unit, slot, action)
    if how == "firing":
        turn.extra_firing -= 1
    elif how == "extra":
        turn.extra -= 1
    else:
        turn.action -= min(length_of(state, unit, slot, action), 2)
        # Ticks are used in order: whoever acts has given the maneuver up.
        turn.maneuver = 0
    turn.used |= {(slot, action.id)}
    turn.started = True


async def perform(table: Table, state: State, unit: Unit, slot: int, action: Action, only: Unit | None = None) -> None:
    """Perform one action of a mech from start to end, perhaps with only one target.  [OP 3.4.3.actions]"""
    tell(table, state, "acts", "OP 3.4.3.actions", unit, action=action.key, part=slot_name(slot))
    support = await designate_support(table, state, unit, slot, action)
    charged = await use_charge(table, state, unit, slot, action)
    effects = effects_of(state, unit, action, support, charged)
    steady = support != NONE and "dynamic_equilibrium" in part_of(state, unit, support).passives
    if steady and action.type == Type.FIRING:
        effects |= ALL_ROUND
    if "multi_or_suppression" in effects:
        await choose_mode(table, unit.seat, effects)
    if action.has("non_humanoid"):
        unit.link -= action.plain["non_humanoid"]
        tell(table, state, "link_lost", "OP 6.2.non_humanoid", unit, link=unit.link)
    silent = "silence" in effects or (action.type == Type.MOVEMENT and moves_silently(state, unit, slot))
    silent = silent and not is_heard(state, unit)
    if "shock_attack" in effects:
        await shock_move(table, state, unit, action, effects)
        if support not in freehands(state, unit, slot):  # a mine on the way took the hand that helps
            support = NONE
            effects = effects_of(state, unit, action, support, charged)
    if action.type in (Type.FIRING, Type.MELEE):
        await attack_with(table, state, unit, slot, action, effects, support, only)
    elif action.type == Type.PROJECTILE:
        await launch_with(table, state, unit, slot, action, effects)
    elif action.type == Type.MOVEMENT:
        await move_with(table, state, unit, action, effects)
    elif action.common:
        await perform_common(table, state, unit, slot, action)
    else:
        await perform_tactical(table, state, unit, slot, action)
    if not action.has("camouflage"):
        await make_noise(table, state, unit, silent)


async def designate_support(table: Table, state: State, unit: Unit, slot: int, action: Action) -> int:
    """The free hand that supports an action; the player chooses among several.

    [OP 6.2.two_handed] [OP 6.2.throw] [OP 4.17.freehand]
    """
    if not action.hands:
        return NONE
    hands = freehands(state, unit, slot)
    if len(hands) < 2:
        return hands[0] if hands else NONE

    return await ask_midway(table, unit.seat, Text("prompt.support"), OneOf(lambda: [hand_option(s) for s in hands]))


async def use_charge(table: Table, state: State, unit: Unit, slot: int, action: Action) -> bool:
    """Whether the player spends a charge on an action that can use one.  [OP 4.14.use] [OP 6.2.charged]"""
    if not action.asks_for("charged") or not unit.charged >> slot & 1:
        return False
    if not await yes(table, unit.seat, "prompt.charge", "OP 4.14.use", {"action": action.key}):
        return False
    unit.charged &= ~(1 << slot)
    return True


async def choose_mode(table: Table, seat: int, effects: dict[str, int]) -> None:
    """Choose the one of two keywords that a charge gives.  [OP card.choose_keyword]"""

    def options() -> list[Option[str]]:
        return [
            Option(f"effect:{word}", word, f"OP 6.2.{word}", Text("option.effect", {"effect": word}))
            for word in ("multi_target", "suppression")
        ]

    count = effects.pop("multi_or_suppression")
    effects[await ask_midway(table, seat, Text("prompt.effect"), OneOf(options))] = count


# Launching


async def launch_with(
    table: Table, state: State, unit: Unit, slot: int, action: Action, effects: dict[str, int]
) -> None:
    """Launch one projectile, or several with Volley, each for a token of ammo.  [OP 6.2.volley] [OP 4.13.consume]"""
    before = len(state.units)
    bits = recoverable(state, unit, action)
    if bits and await recover(table, state, unit, slot, action, bits):
        return
    for number in range(effects.get("volley", 1)):
        if not may_go_on(state, unit, slot) or (action.ammo and not magazines(state, unit, slot, action)):
            return
        launches = [
            effect for effect in loaded(state, unit, action) if landing_grids(state, unit, action, effects, effect)
        ]
        if not launches:
            return
        effect = await choose_projectile(table, unit.seat, launches)
        grid = await ask_landing(table, state, unit, action, effects, effect, may_stop=number > 0)
        if grid < 0:
            return
        if action.ammo:
            await take_ammo(table, state, unit, slot, action)
        if action.has("covert") and not magazines(state, unit, slot, action):
            unit.carried = NONE
        card = state.content.units[state.content.unit_number[effect.card]]
        launched = await launch(table, state, unit, card, grid, effect.keyword == "deploy", before)
        await bump(table, state, [launched])


async def ask_landing(
    table: Table, state: State, unit: Unit, action: Action, effects: dict[str, int], effect: Effect, may_stop: bool
) -> int:
    """The grid that a projectile is launched or a unit deployed to, or none.  [OP 4.7.1.launch] [OP 4.7.4.deploy]"""
    grids = landing_grids(state, unit, action, effects, effect)
    reach, direct = launch_range(state, unit, action, effects), "arc" not in effects
    clause = "OP 4.7.4.deploy" if effect.keyword == "deploy" else "OP 4.7.1.direct"
    space = grid_space(
        state,
        lambda: grid_options(grids, may_stop),
        lambda grid: why_no_landing(state, unit, grid, reach, direct, clause),
    )
    return await ask_midway(table, unit.seat, Text("prompt.landing"), space)


async def recover(table: Table, state: State, unit: Unit, slot: int, action: Action, bits: Sequence[Unit]) -> bool:
    """Take a bit back into its port, which has its ammo again. Returns False if another is launched instead.

    [OP card.bit]
    """
    launches = bool(magazines(state, unit, slot, action))
    bit = await ask_unit(table, state, unit.seat, "prompt.recover", "OP card.bit", lambda: list(bits), launches)
    if bit is None:
        return False
    bit.alive = False
    if ammo_left(state, unit, slot, action) < action.ammo:
        use_ammo(state, unit, slot, action, -1)
    tell(table, state, "recovered", "OP card.bit", bit)
    return True


async def choose_projectile(table: Table, seat: int, launches: Sequence[Effect]) -> Effect:
    """Choose which of several projectiles a launcher fires."""
    if len(launches) == 1:
        return launches[0]

    def options() -> list[Option[int]]:
        return [
            Option(f"load:{effect.card}", number, "OP 4.7.1.launch", Text("option.load", {"card": effect.card}))
            for number, effect in enumerate(launches)
        ]

    return launches[await ask_midway(table, seat, Text("prompt.load"), OneOf(options))]


# Movement


async def move_with(table: Table, state: State, unit: Unit, action: Action, effects: dict[str, int]) -> None:
    """Perform a movement action.  [OP 2.4.2.movement]"""
    if state.active == unit.id:
        note_movement(state, unit)
    if action.has("blink"):
        await blink(table, state, unit, action)
        return
    await move(table, state, unit, ways_of(state, unit, action, effects))
    if action.has("push_ahead") and unit.alive:
        await push_ahead(table, state, unit, action.plain["push_ahead"])


async def blink(table: Table, state: State, unit: Unit, action: Action) -> None:
    """Two mechs of the same size trade places; the player who blinks turns both.  [OP card.blink] [OP 4.3.3.range]"""
    other = await ask_unit(
        table, state, unit.seat, "prompt.blink", "OP card.blink", lambda: blink_partners(state, unit, action.range)
    )
    assert other is not None
    here = place_of(unit)
    put(unit, place_of(other))
    put(other, here)
    for one in (unit, other):
        tell(table, state, "moved", "OP card.blink", one, grid=GRID_NAMES[grid_of(one)])
        one.facing = await ask_facing(
            table, state, unit.seat, one, "prompt.facing" if one is unit else "prompt.facing_forced"
        )
    for one in (unit, other):
        if one.alive:
            await enter(table, state, one)
    await bump(table, state, (unit, other))


async def push_ahead(table: Table, state: State, unit: Unit, distance: int) -> None:
    """After the movement, an enemy on the ground right ahead may be pushed.  [OP card.push_ahead]"""
    dx, dy = VECTORS[unit.facing]
    here = grid_of(unit)
    column, row = here % GRIDS + dx, here // GRIDS + dy
    enemies = [
        enemy
        for enemy in enemies_of(state, unit.seat)
        if enemy.level == Level.GROUND and (grid_of(enemy) % GRIDS, grid_of(enemy) // GRIDS) == (column, row)
    ]
    enemies = [enemy for enemy in enemies if may_be_forced(state, enemy)]
    if enemies:
        enemy = await ask_unit(
            table, state, unit.seat, "prompt.push", "OP card.push_ahead", lambda: enemies, may_stop=True
        )
        if enemy is not None:
            await push(table, state, unit, enemy, distance)


async def shock_move(table: Table, state: State, unit: Unit, action: Action, effects: dict[str, int]) -> None:
    """Before the blow, the mech may move to where it then has a target.  [OP card.shock_attack]"""
    stands = shock_stands(state, unit, action, effects)
    if not stands:
        return
    if targets(state, unit, action, effects) and not await yes(
        table, unit.seat, "prompt.shock", "OP card.shock_attack", {}
    ):
        return
    note_movement(state, unit)
    await move(table, state, unit, ways_for(state, unit, effects["shock_attack"]), stands)
