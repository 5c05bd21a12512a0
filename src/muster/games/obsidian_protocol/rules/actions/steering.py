"""Steering an enemy: whoever wins the counter-roll chooses a maneuver or a movement action for it."""

from __future__ import annotations

from typing import Final

from muster.games.obsidian_protocol.cards.content import Action
from muster.games.obsidian_protocol.cards.kinds import Kind, Slot, Stance, Type
from muster.games.obsidian_protocol.rules.actions.available import why_impossible
from muster.games.obsidian_protocol.rules.asking import ask_midway
from muster.games.obsidian_protocol.rules.movement.modes import maneuver_ways, ways_for, ways_of
from muster.games.obsidian_protocol.rules.movement.moving import move
from muster.games.obsidian_protocol.rules.movement.paths import Ways
from muster.games.obsidian_protocol.rules.naming import named, tell
from muster.games.obsidian_protocol.rules.validity import is_there
from muster.games.obsidian_protocol.rules.warfare.stealth import is_heard, make_noise
from muster.games.obsidian_protocol.state.geometry import card_of
from muster.games.obsidian_protocol.state.sheet import ON_CARD, actions_of, is_immobilized, moves_silently
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Unit
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text

CLAUSE: Final = "OP card.control_movement"
Step = tuple[int, Action | None]
"""A part and its movement action; none for a maneuver, or for the movement of a drone."""


def steps(state: State, unit: Unit) -> list[Step]:
    """The movements that an enemy can make this unit perform: those it could perform itself, apart from ticks and link.

    [OP card.control_movement] [OP 6.3.2.immobilized] [OP 4.1.shutdown_actions] [OP card.cruise_mode]
    """
    held = is_immobilized(unit)
    if unit.kind != Kind.MECH:
        card = card_of(state, unit)
        plain: list[Step] = [(ON_CARD, None)] if card.move else []
        plain += [(ON_CARD, action) for action in card.actions if action.type == Type.MOVEMENT]
        return [] if held else plain
    if unit.stance == Stance.SHUTDOWN:
        return []
    found: list[Step] = [] if held else [(Slot.CHASSIS, None)]
    return found + [
        (slot, action)
        for slot, action in actions_of(state, unit)
        if action.type == Type.MOVEMENT and not action.has("blink")
        if why_impossible(state, unit, slot, action) is None
    ]


def ways(state: State, unit: Unit, action: Action | None) -> Ways:
    """Where such a movement can lead."""
    if action is not None:
        return ways_of(state, unit, action, dict(action.plain))
    return maneuver_ways(state, unit) if unit.kind == Kind.MECH else ways_for(state, unit, card_of(state, unit).move)


async def steer(table: Table, state: State, by: Unit, unit: Unit) -> None:
    """Choose a movement for an enemy, and everything about it.  [OP card.control_movement] [OP 4.12.3.noise]"""
    found = steps(state, unit)
    if not found or not is_there(unit):
        return

    def options() -> list[Option[int]]:
        offered = []
        for number, (_, action) in enumerate(found):
            name = "move" if action is None else action.id
            text = Text("option.maneuver") if action is None else Text("option.drone_act", {"action": action.key})
            offered.append(Option(f"steer:{name}", number, CLAUSE, text))
        return offered

    slot, action = found[0]
    if len(found) > 1:
        prompt = Text("prompt.steer", named(state, unit))
        slot, action = found[await ask_midway(table, by.seat, prompt, OneOf(options))]
    tell(table, state, "steered", CLAUSE, unit)
    await move(table, state, unit, ways(state, unit, action), seat=by.seat)
    silent = unit.kind == Kind.MECH and moves_silently(state, unit, slot) and not is_heard(state, unit)
    await make_noise(table, state, unit, silent)
