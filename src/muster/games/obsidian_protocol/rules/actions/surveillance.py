"""Surveillance Strike: a scout names an enemy beside it, a mech fires at that one at once, and the scout is gone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muster.games.obsidian_protocol.board.battlefield import DISTANCE
from muster.games.obsidian_protocol.cards.content import Action
from muster.games.obsidian_protocol.cards.kinds import Kind, Stance, Type
from muster.games.obsidian_protocol.rules.actions.available import action_name, best_effects, why_impossible
from muster.games.obsidian_protocol.rules.actions.performing import perform
from muster.games.obsidian_protocol.rules.asking import ask_midway, which
from muster.games.obsidian_protocol.rules.attack.targets import targets
from muster.games.obsidian_protocol.rules.naming import named, tell
from muster.games.obsidian_protocol.rules.warfare.ammo import magazines
from muster.games.obsidian_protocol.state.geometry import allies_of, enemies_of, grid_of
from muster.games.obsidian_protocol.state.sheet import actions_of, slot_name
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Unit
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text

CLAUSE: Final = "OP card.surveillance_strike"


def marked(state: State, unit: Unit, action: Action) -> list[Unit]:
    """The enemies in range at whom some allied mech can fire.  [OP card.surveillance_strike]"""
    near = [enemy for enemy in enemies_of(state, unit.seat) if DISTANCE[grid_of(unit)][grid_of(enemy)] <= action.range]
    return [enemy for enemy in near if shooters(state, unit.seat, enemy)] if near else []


def shooters(state: State, seat: int, enemy: Unit) -> list[Unit]:
    """The mechs that can fire at an enemy now."""
    mechs = [ally for ally in allies_of(state, seat) if ally.kind == Kind.MECH and ally.stance != Stance.SHUTDOWN]
    return [mech for mech in mechs if any(True for _ in shots(state, mech, enemy))]


def shots(state: State, mech: Unit, enemy: Unit) -> Iterator[tuple[int, Action]]:
    """The firing actions of a mech that can hit this enemy.  [OP 4.13.empty] [OP 6.2.non_humanoid]"""
    for slot, action in actions_of(state, mech):
        if action.type != Type.FIRING or (action.ammo and not magazines(state, mech, slot, action)):
            continue
        if action.plain.get("non_humanoid", 0) >= mech.link or why_impossible(state, mech, slot, action) is not None:
            continue
        if enemy in targets(state, mech, action, best_effects(state, mech, slot, action)):
            yield slot, action


async def strike(table: Table, state: State, unit: Unit, action: Action) -> None:
    """Name the enemy, the mech and its weapon; the scout is removed afterwards.  [OP card.surveillance_strike]"""
    enemy = await which(table, state, unit.seat, "prompt.target", CLAUSE, marked(state, unit, action))
    mech = await which(table, state, unit.seat, "prompt.shooter", CLAUSE, shooters(state, unit.seat, enemy))
    found = list(shots(state, mech, enemy))

    def options() -> list[Option[int]]:
        return [
            Option(
                f"act:{action_name(slot, shot)}",
                number,
                CLAUSE,
                Text("option.act", {"action": shot.key, "part": slot_name(slot)}),
            )
            for number, (slot, shot) in enumerate(found)
        ]

    number = 0
    if len(found) > 1:
        number = await ask_midway(table, unit.seat, Text("prompt.shot", named(state, mech)), OneOf(options))
    await perform(table, state, mech, *found[number], only=enemy)
    if unit.alive:
        unit.alive = False
        tell(table, state, "removed", CLAUSE, unit)
