"""Performing actions (rulebook 3.4.3): paying for them, support and charge, launching, moving."""

from __future__ import annotations

from muster.games.obsidian_protocol import common
from muster.games.obsidian_protocol.attacking import attack_with
from muster.games.obsidian_protocol.available import bit, length_of, pays
from muster.games.obsidian_protocol.content import SLOT_NAMES, Action, Effect, Level, Type
from muster.games.obsidian_protocol.pools import effects_of
from muster.games.obsidian_protocol.projectiles import landing_grids, launch
from muster.games.obsidian_protocol.questions import ask_grid, yes
from muster.games.obsidian_protocol.sheet import counter, freehands, part_of, passive, trait
from muster.games.obsidian_protocol.state import NONE, Hexagon, State, Unit
from muster.games.obsidian_protocol.stealth import make_noise
from muster.games.obsidian_protocol.tactical import perform_common, perform_tactical
from muster.games.obsidian_protocol.telling import tell
from muster.games.obsidian_protocol.travel import move
from muster.games.obsidian_protocol.ways import Ways, fly, walk
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text


def pay(state: State, unit: Unit, slot: int, action: Action) -> None:
    """Take the ticks and remember that the action was performed.  [OP 3.4.5.ticks] [OP 3.4.5.long]"""
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
    turn.used |= bit(unit, slot, action)
    turn.started = True


async def perform(table: Table, state: State, unit: Unit, slot: int, action: Action) -> None:
    """One action of a mech, start to end.  [OP 3.4.3.actions]"""
    tell(table, state, "acts", "OP 3.4.3.actions", unit, action=action.key, part=SLOT_NAMES[slot])
    support = await designate_support(table, state, unit, slot, action)
    charged = await use_charge(table, state, unit, slot, action)
    effects = effects_of(state, unit, action, support, charged)
    steady = support != NONE and "dynamic_equilibrium" in part_of(state, unit, support).passives
    if steady and action.type == Type.FIRING:
        effects["omni_direction"] = 1
    silent = "silence" in effects
    if action.type in (Type.FIRING, Type.MELEE):
        await attack_with(table, state, unit, slot, action, effects, support)
    elif action.type == Type.PROJECTILE:
        await launch_with(table, state, unit, slot, action, effects)
    elif action.type == Type.MOVEMENT:
        silent = silent or passive(state, unit, "silent_movement") > 0
        await move_with(table, state, unit, action, effects)
    elif action.common:
        await perform_common(table, state, unit, slot, action)
    else:
        await perform_tactical(table, state, unit, slot, action)
    if action is not common.REVEAL and not action.has("camouflage"):
        await make_noise(table, state, unit, silent)


async def designate_support(table: Table, state: State, unit: Unit, slot: int, action: Action) -> int:
    """The free hand that supports an action; the player says which when there are several.

    [OP 6.2.two_handed] [OP 6.2.throw] [OP 4.17.freehand]
    """
    if not action.asks_for("two_handed") and not action.has("throw"):
        return NONE
    hands = freehands(state, unit, slot)
    if len(hands) < 2:
        return hands[0] if hands else NONE

    def options() -> list[Option[int]]:
        return [
            Option(f"hand:{SLOT_NAMES[s]}", s, "OP 6.2.two_handed", Text("option.part", {"part": SLOT_NAMES[s]}))
            for s in hands
        ]

    return await table.ask(unit.seat, Text("prompt.support"), OneOf(options))


async def use_charge(table: Table, state: State, unit: Unit, slot: int, action: Action) -> bool:
    """Whether a charge is spent on an action that asks for one.  [OP 4.14.use]"""
    if not action.asks_for("charged") or not unit.charged >> slot & 1:
        return False
    if not await yes(table, unit.seat, "prompt.charge", "OP 4.14.use", {"action": action.key}):
        return False
    unit.charged &= ~(1 << slot)
    return True


# Launching


async def launch_with(
    table: Table, state: State, unit: Unit, slot: int, action: Action, effects: dict[str, int]
) -> None:
    """One projectile, or with Volley up to so many, each for a token of ammo.

    [OP 6.2.volley] [OP 4.13.consume]
    """
    place = counter(unit, slot, action)
    most = effects.get("volley", 1)
    if action.ammo:
        most = min(most, unit.ammo[place])
    for number in range(most):
        if not unit.alive:
            return
        effect = await choose_projectile(table, unit.seat, action)
        card = state.content.units[state.content.unit_number[effect.card]]
        grids = landing_grids(state, unit, action, effects, card)
        if not grids:
            return
        grid = await ask_grid(table, unit.seat, "prompt.landing", grids, may_stop=number > 0)
        if grid < 0:
            return
        if action.ammo:
            unit.ammo[place] -= 1
        await launch(table, state, unit, card, grid, effect.keyword == "deploy")


async def choose_projectile(table: Table, seat: int, action: Action) -> Effect:
    """Which of several projectiles a launcher fires."""
    launches = action.launches
    if len(launches) == 1:
        return launches[0]

    def options() -> list[Option[int]]:
        return [
            Option(f"load:{effect.card}", number, "OP 4.7.1.launch", Text("option.load", {"card": effect.card}))
            for number, effect in enumerate(launches)
        ]

    return launches[await table.ask(seat, Text("prompt.load"), OneOf(options))]


# Movement


def ways_of(state: State, unit: Unit, action: Action, effects: dict[str, int]) -> Ways:
    """Where a movement action can lead.

    [OP 6.2.airborne] [OP 6.2.straight] [OP trait.stealth] [OP 2.4.2.movement]
    """
    if unit.level != Level.GROUND or action.has("airborne"):
        return fly(state, unit, action.range)
    straight = sum(effect.amount for effect in action.conditional if effect.condition == "straight")
    hidden = unit.stealth >= 0 or unit.hexagon == Hexagon.LOW_PROFILE
    ghost = trait(state, unit) == "stealth" and hidden
    return walk(state, unit, action.range + effects.get("range", 0), straight, ghost)


async def move_with(table: Table, state: State, unit: Unit, action: Action, effects: dict[str, int]) -> None:
    """A movement action.  [OP 2.4.2.movement]"""
    if state.active == unit.id:
        note_movement(state, unit)
    await move(table, state, unit, ways_of(state, unit, action, effects))


def note_movement(state: State, unit: Unit) -> None:
    """Whoever moves is no longer stationary, and loses what that gave.  [OP 6.2.stationary] [OP card.artillery_mode]"""
    turn = state.turn
    if not turn.moved and passive(state, unit, "artillery_mode"):
        turn.extra_firing = max(0, turn.extra_firing - 1)
    turn.moved = True
