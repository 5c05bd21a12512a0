"""Delayed actions of projectiles and deployables (rulebook 3.6.2, 4.7.2): seeking a target, cruising, unfolding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from muster.games.obsidian_protocol.board.battlefield import CELLS, DISTANCE, GRID_NAMES, grid_around
from muster.games.obsidian_protocol.cards.content import Action
from muster.games.obsidian_protocol.cards.kinds import Kind, Level, Type
from muster.games.obsidian_protocol.rules.actions.detonation import detonate, wreck
from muster.games.obsidian_protocol.rules.actions.projectiles import new_unit, place_for, put_down
from muster.games.obsidian_protocol.rules.asking import ask_grid, ask_midway, terrain_option, which
from muster.games.obsidian_protocol.rules.attack.damage import destroy_unit, restore_link
from muster.games.obsidian_protocol.rules.attack.interception import intercept
from muster.games.obsidian_protocol.rules.attack.targets import brightest
from muster.games.obsidian_protocol.rules.movement.entering import enter
from muster.games.obsidian_protocol.rules.naming import named, tell, unit_key
from muster.games.obsidian_protocol.rules.validity import is_there
from muster.games.obsidian_protocol.rules.warfare.stealth import bump, scan
from muster.games.obsidian_protocol.state.geometry import (
    allies_of,
    card_of,
    enemies_of,
    grid_of,
    in_reach,
    middle_of,
    on_board,
)
from muster.games.obsidian_protocol.state.sheet import electronic_value
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NOBODY, NONE, Unit
from muster.kernel.requests import Table
from muster.kernel.spaces import Blocked, OneOf, Option
from muster.kernel.text import Text


def delayed(state: State, unit: Unit) -> Action | None:
    """The delayed action of a projectile or deployable, if it has one.  [OP 3.6.2.delayed]"""
    for action in card_of(state, unit).actions:
        if action.type == Type.DELAY:
            return action
    return None


def guided_targets(state: State, unit: Unit, action: Action) -> list[Unit]:
    """The enemies a guided projectile may choose; camouflaged ones only with an electronic value.

    [OP 4.7.2.free] [OP 4.7.2.type] [OP 4.12.2.blind] [OP 6.2.highlight]
    """
    here = grid_of(unit)
    found = [enemy for enemy in enemies_of(state, unit.seat) if in_reach(here, grid_of(enemy), action.range)]
    if electronic_value(state, unit) <= 0:
        found = [enemy for enemy in found if enemy.stealth < 0]
    mechs = [enemy for enemy in found if enemy.kind == Kind.MECH]
    return brightest(state, mechs if mechs and action.has("prefer_mechs") else found)


def out_of_guidance(state: State, unit: Unit, action: Action, found: Sequence[Unit]) -> Iterator[tuple[Unit, str, str]]:
    """The enemies a guided projectile may not choose, each with clause and reason.

    [OP 2.4.2.range] [OP 4.12.2.blind] [OP 4.7.2.type] [OP 6.2.highlight]
    """
    here, wants_mechs = grid_of(unit), action.has("prefer_mechs") and any(e.kind == Kind.MECH for e in found)
    for enemy in enemies_of(state, unit.seat):
        if enemy in found:
            continue
        if not in_reach(here, grid_of(enemy), action.range):
            yield enemy, "OP 2.4.2.range", "refuse.range"
        elif enemy.stealth >= 0 and electronic_value(state, unit) <= 0:
            yield enemy, "OP 4.12.2.blind", "refuse.hidden"
        elif wants_mechs and enemy.kind != Kind.MECH:
            yield enemy, "OP 4.7.2.type", "refuse.mechs_first"
        else:
            yield enemy, "OP 6.2.highlight", "refuse.highlight"


def boxes_near(state: State, unit: Unit, action: Action) -> list[int]:
    """Destructible terrain in range.  [OP 4.7.2.terrain]"""
    here = grid_of(unit)
    return [
        piece.number
        for grid, piece in state.battlefield.crates
        if not state.wrecked >> piece.number & 1 and in_reach(here, grid, action.range)
    ]


CRUISE: Final[Option[int | None]] = Option("cruise", None, "OP 6.2.cruising", Text("option.cruise"))
SPARE: Final[Option[int | None]] = Option("spare", None, "OP 4.7.2.terrain", Text("option.spare"))
"""What a projectile may do besides hitting terrain, if no enemy is in range: fly on, or be lost."""


async def act_delayed(table: Table, state: State, unit: Unit, action: Action) -> None:
    """Perform one delayed action: seek a target and detonate, detonate here, or fly on. Terrain need not be hit.

    [OP 3.6.2.delayed] [OP 4.7.2.no_target] [OP 6.2.cruising] [OP 4.7.2.terrain]
    """
    if action.has("detonate_here"):
        await detonate(table, state, unit, action, None)
        return
    if action.has("restore_link_all"):
        await link_support(table, state, unit, action)
        return
    if action.has("unfold"):
        await unfold(table, state, unit)
        return
    enemies, crates = guided_targets(state, unit, action), boxes_near(state, unit, action)
    if not enemies and not crates:
        await without_target(table, state, unit, action)
        return

    def options() -> list[Option[int | None]]:
        found: list[Option[int | None]] = [
            Option(f"target:{unit_key(e)}", e.id, "OP 4.7.2.free", Text("option.target", named(state, e)))
            for e in enemies
        ]
        found += [terrain_option(state, number, ~number, "OP 4.7.2.terrain") for number in crates]
        if not enemies:
            found.append(CRUISE if action.has("cruising") else SPARE)
        return found

    def block() -> list[Blocked]:
        return [
            Blocked(f"target:{unit_key(enemy)}", clause, Text(reason, named(state, enemy)))
            for enemy, clause, reason in out_of_guidance(state, unit, action, enemies)
        ]

    choice = await ask_midway(table, unit.seat, Text("prompt.target"), OneOf(options, block))
    if choice is None:
        await without_target(table, state, unit, action)
    elif choice < 0:
        grid = grid_around(state.battlefield.terrain[~choice].box)
        await fly_to(table, state, unit, grid, "OP 4.7.2.free")
        if unit.alive:
            wreck(table, state, ~choice)
            await detonate(table, state, unit, action, None)
    else:
        await seek(table, state, unit, action, state.units[choice], "OP 4.7.2.free")


async def seek(table: Table, state: State, unit: Unit, action: Action, target: Unit, clause: str) -> None:
    """Fly or jump into the target's grid and detonate there. A camouflaged target is scanned first, and may get away.

    [OP 4.7.2.free] [OP 4.12.2.scan] [OP 4.12.2.failed]
    """
    if target.stealth >= 0:
        found = await scan(table, state, unit, target)
        if not is_there(unit):
            return
        if not found or not is_there(target) or not in_reach(grid_of(unit), grid_of(target), action.range):
            tell(table, state, "attack_failed", "OP 4.12.2.failed", target)
            await detonate(table, state, unit, action, None)
            return
    if unit.level == Level.AERIAL:
        await fly_to(table, state, unit, grid_of(target), clause)
    else:
        await jump_to(table, state, unit, grid_of(target), clause)
    if unit.alive:
        await detonate(table, state, unit, action, target)


async def fly_to(table: Table, state: State, unit: Unit, grid: int, clause: str) -> None:
    """A projectile flies to a grid, and interceptors shoot at it.  [OP 4.9.range]"""
    start = grid_of(unit)
    place = middle_of(grid)
    unit.col, unit.row = place % CELLS, place // CELLS
    tell(table, state, "flew", clause, unit, grid=GRID_NAMES[grid])
    await intercept(table, state, unit, start, grid)


async def jump_to(table: Table, state: State, unit: Unit, grid: int, clause: str) -> None:
    """Jump into a grid. A jump is the flight of a ground unit: nobody intercepts it, and it sets off the mines where it
    lands. It needs no room, because it detonates at once.

    [OP 4.3.2.over] [OP 4.9.range] [OP card.pholcus] [OP card.mine]
    """
    place = middle_of(grid)
    unit.col, unit.row = place % CELLS, place // CELLS
    tell(table, state, "flew", clause, unit, grid=GRID_NAMES[grid])
    await enter(table, state, unit)


async def link_support(table: Table, state: State, unit: Unit, action: Action) -> None:
    """A beacon restores link to the mechs around it, and stays on the board.  [OP card.link_beacon]"""
    for ally in allies_of(state, unit.seat):
        if ally.kind == Kind.MECH and DISTANCE[grid_of(unit)][grid_of(ally)] <= action.range:
            restore_link(table, state, ally, action.plain["restore_link_all"], "OP card.link_beacon")


async def unfold(table: Table, state: State, unit: Unit) -> None:
    """A folded mine turns into the drone of its card, which now stands on the ground; if its grid is taken, it
    detonates at once.

    [OP card.pholcus] [OP 4.7.replaced] [OP 4.12.2.contact]
    """
    grid = grid_of(unit)
    effect = next(effect for action in card_of(state, unit).actions for effect in action.launches)
    card = state.content.units[state.content.unit_number[effect.card]]
    drone = new_unit(state, unit.seat, card)
    taken = [o for o in on_board(state) if o is not unit and o.level != Level.AERIAL and grid_of(o) == grid]
    room = not taken and place_for(state, drone, grid) != NONE
    place = await put_down(table, state, drone, grid) if room else NONE
    unit.alive = False
    drone.col, drone.row = (place % CELLS, place // CELLS) if place != NONE else (unit.col, unit.row)
    drone.facing = unit.facing
    drone.deployed = True
    state.units.append(drone)
    tell(table, state, "unfolded", "OP card.pholcus", drone, grid=GRID_NAMES[grid])
    if place != NONE:
        await bump(table, state, [drone])
        return
    drone.level = Level.AERIAL
    action = next(action for action in card.actions if action.has("jump_detonate"))
    enemies = [enemy for enemy in taken if enemy.seat != unit.seat]
    target = None
    if enemies:
        target = await which(table, state, unit.seat, "prompt.target", "OP card.pholcus", enemies)
    await detonate(table, state, drone, action, target)


async def without_target(table: Table, state: State, unit: Unit, action: Action) -> None:
    """A projectile without a target in range is lost, unless it cruises.  [OP 4.7.2.no_target] [OP 6.2.cruising]"""
    if not action.has("cruising"):
        destroy_unit(table, state, unit, NOBODY, "OP 4.7.2.no_target")
        return
    near = DISTANCE[grid_of(unit)]
    grids = [grid for grid in state.battlefield.board.grids if near[grid] <= action.range]
    end = await ask_grid(table, unit.seat, "prompt.cruise", grids)
    await fly_to(table, state, unit, end, "OP 6.2.cruising")
