"""Riposte: parrying with certain parts ends the attacker's opportunity, and the defender strikes back at once."""

from __future__ import annotations

from muster.games.obsidian_protocol.cards.content import Action
from muster.games.obsidian_protocol.cards.kinds import Type
from muster.games.obsidian_protocol.rules.actions.available import action_name, every_action, why_impossible
from muster.games.obsidian_protocol.rules.actions.performing import perform
from muster.games.obsidian_protocol.rules.asking import ask_midway
from muster.games.obsidian_protocol.rules.naming import named
from muster.games.obsidian_protocol.rules.phases.command import coordinate
from muster.games.obsidian_protocol.rules.validity import may_go_on
from muster.games.obsidian_protocol.state.sheet import ammo_left, passive, slot_name
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NONE, Unit
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text

Blow = tuple[int, Action | None]
"""A melee action with the slot of its part, or none."""


async def strike_back(table: Table, state: State) -> None:
    """A mech that parried so in the action just over may perform a melee action of any length.  [OP card.riposte]"""
    while state.ripostes:
        unit = state.units[state.ripostes.pop(0)]
        if may_go_on(state, unit):
            await choose_blow(table, state, unit)


def blows(state: State, unit: Unit) -> list[tuple[int, Action]]:
    """The melee actions a mech could perform now."""
    return [
        (slot, action)
        for slot, action in every_action(state, unit)
        if action.type == Type.MELEE
        and (not action.ammo or ammo_left(state, unit, slot, action) > 0)
        and why_impossible(state, unit, slot, action) is None
    ]


async def choose_blow(table: Table, state: State, unit: Unit) -> None:
    """Perform one of its melee actions from start to end, or none.  [OP card.riposte] [OP 6.2.coordinate]"""

    def options() -> list[Option[Blow]]:
        found: list[Option[Blow]] = [Option("pass", (NONE, None), "OP card.riposte", Text("option.pass"))]
        for slot, action in blows(state, unit):
            text = Text("option.act", {"action": action.key, "part": slot_name(slot)})
            found.append(Option(f"act:{action_name(slot, action)}", (slot, action), "OP card.riposte", text))
        return found

    slot, action = await ask_midway(table, unit.seat, Text("prompt.riposte", named(state, unit)), OneOf(options))
    if action is not None:
        await perform(table, state, unit, slot, action)
        await coordinate(table, state, unit, action.plain.get("coordinate", 0) + passive(state, unit, "melee_synergy"))
