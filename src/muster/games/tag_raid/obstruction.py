"""What may stand in the way of a path and is not part of the table: models, the MegaBeast, special terrain, loot.

Contact is judged over a whole path: who begins in contact must leave it, and who comes into contact stops there. How a
path is cut into pieces makes no difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from muster.games.tag_raid.battlefield import SLACK
from muster.games.tag_raid.questions import letter, loot_lies
from muster.games.tag_raid.state import BEAST, GROUND, Miner, Spot, State
from muster.games.tag_raid.wording import refuse
from muster.geometry.plane import span, to_piece
from muster.kernel.refusal import Refusal

if TYPE_CHECKING:
    from muster.games.tag_raid.roadmap import Way

Approach = tuple[float, float, float]
"""Of one piece of a path: how far from a model it begins, ends, and comes at its closest."""


def check_special_terrain(state: State, miner: Miner, path: Sequence[Spot]) -> None:
    """Nobody crosses a tile of impassable terrain.  [TR terrain.impassable]"""
    half = state.content.constants.min_width / 2
    for tile in state.impassable:
        shape = state.field.tiles[tile].shape
        before = miner.spot
        for spot in path:
            if shape.closer_than(half, before[0], before[1], spot[0], spot[1]):
                raise refuse("TR terrain.impassable", hexagon=state.field.tiles[tile].name)
            before = spot


def check_models(state: State, miner: Miner, path: Sequence[Spot]) -> None:
    """No way through other miners or the MegaBeast; reaching contact with an enemy ends the move.

    [TR move.through] [TR move.contact]
    """
    base, contact = state.content.constants.base_radius, state.content.constants.contact
    for other in state.miners:
        if other.seat != miner.seat and other.on_table:
            check_contact(approaches(state, miner, path, other), 2 * base - SLACK, 2 * base + contact, other.seat)
    if state.beast.cell is not None:
        check_contact(approaches_to_beast(state, miner, path), base - SLACK, float(base + contact), BEAST)


def approaches(state: State, miner: Miner, path: Sequence[Spot], other: Miner) -> list[Approach]:
    """How each piece of a path comes near a miner; pieces that climb past it on another level do not."""
    silhouette = state.content.constants.silhouette
    height = state.field.floor(other.level)
    found: list[Approach] = []
    ax, ay, _ = miner.spot
    for bx, by, level in path:
        if abs(height - state.field.floor(level)) < silhouette:
            closest = to_piece(other.x, other.y, ax, ay, bx, by)
            found.append((span(other.x - ax, other.y - ay), span(other.x - bx, other.y - by), closest))
        ax, ay = bx, by
    return found


def approaches_to_beast(state: State, miner: Miner, path: Sequence[Spot]) -> list[Approach]:
    """How each piece of a path comes near the MegaBeast's hexagon."""
    cell = state.beast.cell
    assert cell is not None
    shape = state.field.voids[cell]
    reach = float(state.content.constants.base_radius + state.content.constants.contact)
    found: list[Approach] = []
    ax, ay, _ = miner.spot
    for bx, by, level in path:
        if level == GROUND and shape.closer_than(reach + SLACK, ax, ay, bx, by):
            found.append((shape.distance(ax, ay), shape.distance(bx, by), shape.to_piece(ax, ay, bx, by)))
        else:
            found.append((reach + SLACK, reach + SLACK, reach + SLACK))
        ax, ay = bx, by
    return found


def check_contact(pieces: Sequence[Approach], near: float, reach: float, who: int) -> None:
    """Whether a path only leaves contact with somebody, or only comes into it.  [TR move.through] [TR move.contact]"""
    leaving = bool(pieces) and pieces[0][0] <= reach
    arrived = False
    for start, end, closest in pieces:
        if closest > reach:
            if arrived:
                raise refuse("TR move.contact", who=letter(who))
            continue
        if closest < near:
            raise refuse("TR move.through", who=letter(who))
        if leaving and start <= closest + SLACK:
            leaving = end <= reach
        elif not leaving and end <= closest + SLACK:
            arrived = True
        else:
            raise refuse("TR move.contact", who=letter(who))
    if leaving:
        raise refuse("TR move.contact", who=letter(who))


def is_free(state: State, miner: Miner, way: Way) -> bool:
    """Whether nothing that moves is in the way, when the table allows it: models, special terrain and loot."""
    constants = state.content.constants
    reach = 2 * constants.base_radius + constants.contact
    crowded = bool(state.impassable)
    x, y, _ = way.path[-1]
    for other in state.miners:
        if way.west - reach < other.x < way.east + reach and way.north - reach < other.y < way.south + reach:
            crowded = crowded or other.seat != miner.seat
        if loot_lies(other):
            apart = constants.base_radius + constants.token_radius - SLACK
            if span(other.loot_spot[0] - x, other.loot_spot[1] - y) < apart:
                return False
    cell = state.beast.cell
    if cell is not None and not crowded:
        shape = state.field.voids[cell]
        wide = shape.radius + constants.base_radius + constants.contact
        crowded = way.west - wide < shape.x < way.east + wide and way.north - wide < shape.y < way.south + wide
    return not crowded or is_unopposed(state, miner, way.path)


def is_unopposed(state: State, miner: Miner, path: Sequence[Spot]) -> bool:
    """Whether no model and no impassable terrain forbids a path."""
    try:
        check_special_terrain(state, miner, path)
        check_models(state, miner, path)
    except Refusal:
        return False
    return True
