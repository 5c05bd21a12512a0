"""The reach of a tool: with line of fire or without, by the ruler or in hexagons (rulebook, "Range in Hexagons").

Most weapons need line of fire and measure with the ruler. Some weapons and skills of cards need none, or count
hexagons; a miner with such a tool may react unseen.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.tag_raid.board.spots import Spot
from muster.games.tag_raid.cards.content import ARO, INDIRECT, NO_RANGE, Tool, ToolKind
from muster.games.tag_raid.rules.line_of_fire import active_sees, distance, in_cover, looks_at, range_mod, seen_spots
from muster.games.tag_raid.state.questions import tools_of, touch, touching
from muster.games.tag_raid.state.state import BEAST, Miner, Order, State
from muster.geometry.hexes import Cell, steps_between


def needs_sight(tool: Tool) -> bool:
    """Whether a tool needs line of fire.  [TR trait.indirect]"""
    return not tool.traits & INDIRECT


def is_covered(state: State, tool: Tool, spot: Spot, target_spot: Spot) -> bool:
    """Whether cover counts: against ranged weapons, but not against those that need no line of fire.

    [TR cover.indirect]
    """
    return tool.kind == ToolKind.RANGED and needs_sight(tool) and in_cover(state, spot, target_spot)


def in_hexagons(state: State, tool: Tool, spot: Spot, target: int, target_spot: Spot) -> bool:
    """Whether a tool with a range in hexagons reaches a target; others measure with the ruler.  [TR range.hexagons]

    A target that stands in several hexagons is in each of them.
    """
    if not tool.hexagons:
        return True
    nearest, farthest = tool.hexagons
    cell = state.beast.cell
    there = cells_under(state, target_spot) if target != BEAST else [] if cell is None else [cell]
    here = cells_under(state, spot)
    return any(nearest <= steps_between(one, other) <= farthest for one in here for other in there)


def cells_under(state: State, spot: Spot) -> list[Cell]:
    """The hexagons that a TAG stands in, even partly.  [TR area.inside]"""
    return [state.field.tiles[tile].cell for tile in state.field.tiles_under(spot[0], spot[1])]


def reaches_from(state: State, active: Miner, tool: Tool, spot: Spot, target: int) -> bool:
    """Whether the active miner can aim a tool at somebody from a spot of its path.  [TR ranged.los]"""
    target_spot = spot if target == BEAST else state.miners[target].spot
    if not in_hexagons(state, tool, spot, target, target_spot):
        return False
    return not needs_sight(tool) or active_sees(state, active, spot, target)


def reached_spots(state: State, watcher: Miner, order: Order, tool: Tool, spots: list[Spot]) -> list[Spot]:
    """Those of these spots at which a reactive miner can aim a tool at the active one.  [TR ranged.los]"""
    if needs_sight(tool):
        spots = seen_spots(state, watcher, state.miners[state.active], order.path, spots)
    if not tool.hexagons:
        return spots
    return [spot for spot in spots if in_hexagons(state, tool, watcher.spot, state.active, spot)]


# AROs without line of fire


def may_shoot(state: State, seat: int, order: Order) -> bool:
    """Whether a miner may shoot: not if it touched an enemy miner when the order began.  [TR ranged.contact]"""
    if seat == state.active:
        return not order.touched
    at_grips = [other for other in touching(state, seat, state.miners[seat].spot) if other != state.active]
    return not at_grips and not touch(state, state.miners[seat].spot, order.path[0])


def blind_tools(state: State, miner: Miner) -> list[Tool]:
    """The tools a miner can use as an ARO without line of fire.  [TR aro.no_los]"""
    return [tool for tool in tools_of(state, miner) if tool.traits & INDIRECT and is_reaction(tool)]


def is_reaction(tool: Tool) -> bool:
    """Whether a tool can be used as an ARO: weapons, and skills of cards that say so.  [TR skill.aro]"""
    return tool.kind <= ToolKind.CLOSE or bool(tool.traits & ARO)


def reacts_unseen(state: State, order: Order, miner: Miner) -> bool:
    """Whether a miner has a tool that reaches the active one anywhere on its path, seen or not.

    [TR aro.no_los]
    """
    tools = blind_tools(state, miner)
    return bool(tools) and any(within_range(state, order, miner, tool, looks_at(order)) for tool in tools)


def within_range(state: State, order: Order, miner: Miner, tool: Tool, spots: Sequence[Spot]) -> bool:
    if tool.kind == ToolKind.RANGED and not may_shoot(state, miner.seat, order):
        return False
    return any(
        in_hexagons(state, tool, miner.spot, state.active, spot)
        and (tool.kind == ToolKind.SKILL or range_mod(state, tool, distance(state, miner.spot, spot)) != NO_RANGE)
        for spot in spots
    )
