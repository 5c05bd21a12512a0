"""Deployment (rulebook 3.1.4): beacons carried in secret, and the places where units begin."""

from __future__ import annotations

from functools import cache

from muster.games.obsidian_protocol.board.battlefield import GRID_NAMES, SMALL
from muster.games.obsidian_protocol.board.bitmaps import GRID_AREA, area, each, grids_with, places_of, without
from muster.games.obsidian_protocol.cards.kinds import Kind
from muster.games.obsidian_protocol.rules.asking import (
    ask_facing,
    ask_midway,
    ask_stance,
    grid_options,
    which,
    yes,
)
from muster.games.obsidian_protocol.rules.mission.tasks import task_of
from muster.games.obsidian_protocol.rules.movement.moving import choose_corner, put
from muster.games.obsidian_protocol.rules.movement.reasons import grid_space, why_no_deployment
from muster.games.obsidian_protocol.rules.movement.standing import Map, built_up
from muster.games.obsidian_protocol.rules.naming import named
from muster.games.obsidian_protocol.rules.warfare.stealth import hide
from muster.games.obsidian_protocol.state.geometry import grid_of, on_board
from muster.games.obsidian_protocol.state.sheet import actions_of, passive
from muster.games.obsidian_protocol.state.state import Stage, State
from muster.games.obsidian_protocol.state.unit import NONE, Unit
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text

# Covert loads


def beacons(state: State, unit: Unit) -> list[int]:
    """The cards from which a unit may carry one covertly.  [OP card.covert] [OP card.wall_carrier]"""
    if not passive(state, unit, "beacon_carrier") and not passive(state, unit, "wall_carrier"):
        return []
    actions = [action for _, action in actions_of(state, unit) if action.has("covert")]
    return [state.content.unit_number[effect.card] for action in actions for effect in action.launches]


async def carry(table: Table, state: State) -> None:
    """The players choose their beacons in secret, before the game begins.  [OP card.covert] [OP 3.1.4.secret]"""
    seats = {unit.seat for unit in state.units if beacons(state, unit)}
    if seats:
        await table.ask_all({seat: choose_beacons(table, state, seat) for seat in sorted(seats)})
    state.stage = Stage.DEPLOY


async def choose_beacons(table: Table, state: State, seat: int) -> None:
    """One player's dialogue: a beacon, or a kind of wall, for each unit that carries one.  [OP card.covert]"""
    for unit in state.units:
        cards = beacons(state, unit) if unit.seat == seat else []
        if not cards or unit.carried != NONE:
            continue

        def options(cards: list[int] = cards) -> list[Option[int]]:
            names = [(number, state.content.units[number].id) for number in cards]
            return [
                Option(f"carry:{name}", number, "OP card.covert", Text("option.load", {"card": name}))
                for number, name in names
            ]

        unit.carried = await ask_midway(table, seat, Text("prompt.carry", named(state, unit)), OneOf(options))


# Deployment


def deployment_places(state: State, unit: Unit) -> int:
    """The spots in empty grids of the deployment zone; when all are taken, those in grids that still have room.

    [OP 3.1.4.zone]
    """
    zone = deployment_zone(state, unit)
    full = built_up(state)
    for other in on_board(state):
        full |= GRID_AREA[SMALL][grid_of(other)]
    free = Map(state, unit).free & zone_area(zone, unit.size)
    return without(free, area(each(full & zone_area(zone, SMALL)), unit.size)) or free


@cache
def zone_area(zone: frozenset[int], size: int) -> int:
    """The spots of a deployment zone, which is the same in match after match."""
    return area(zone, size)


def deployment_zone(state: State, unit: Unit) -> frozenset[int]:
    """The grids of the zone of a unit's side.  [OP 3.1.4.zone]"""
    task = task_of(state)
    assert task is not None
    return state.battlefield.board.deployments[task.deployment][state.edges[unit.seat]]


def undeployed(state: State, seat: int) -> list[Unit]:
    return [unit for unit in state.units if unit.seat == seat and unit.alive and not unit.deployed]


async def deploy(table: Table, state: State) -> None:
    """Deploy one unit at a time in turn, beginning with the first player; a player with units left goes on alone.

    [OP 3.1.4.alternate] [OP 3.1.4.stance] [OP 4.12.2.deployed]
    """
    seat = state.to_move
    waiting = undeployed(state, seat)
    if not waiting:
        seat = 1 - seat
        waiting = undeployed(state, seat)
    if not waiting:
        state.stage = Stage.BEGIN_ROUND
        return
    unit = await which(table, state, seat, "prompt.deploy", "OP 3.1.4.alternate", waiting, midway=False)
    places = deployment_places(state, unit)
    if not places:
        unit.alive = False  # the zone is full: it takes no part in the battle
        state.to_move = 1 - seat
        return
    zone = deployment_zone(state, unit)
    space = grid_space(
        state, lambda: grid_options(grids_with(places, unit.size)), lambda grid: why_no_deployment(zone, grid)
    )
    grid = await ask_midway(table, seat, Text("prompt.deploy_where", named(state, unit)), space)
    put(unit, await choose_corner(table, unit, places_of(places & GRID_AREA[unit.size][grid], unit.size), seat))
    unit.deployed = True
    unit.facing = await ask_facing(table, state, seat, unit)
    if unit.kind == Kind.MECH:
        unit.stance = await ask_stance(table, state, seat, unit)
        await deploy_hidden(table, state, unit)
    if table.listening:
        table.tell("deployed", "OP 3.1.4.alternate", {**named(state, unit), "grid": GRID_NAMES[grid]})
    state.to_move = 1 - seat


async def deploy_hidden(table: Table, state: State, unit: Unit) -> None:
    """A mech with optical camouflage may begin in it.  [OP 4.12.2.deployed]"""
    for slot, action in actions_of(state, unit):
        if action.has("camouflage"):
            if await yes(table, unit.seat, "prompt.hide", "OP 4.12.2.deployed", {}):
                hide(table, state, unit, action.plain["camouflage"], slot)
            return
