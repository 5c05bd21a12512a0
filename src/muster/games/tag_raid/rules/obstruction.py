"""Obstacles to a path that are no part of the table: models, the MegaBeast, special terrain, loot.

Contact is judged over a whole path: who begins in contact must leave it, and who comes into contact stops there. How a
path is cut into pieces makes no difference.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.tag_raid.board.area import SLACK
from muster.games.tag_raid.board.roadmap import Way
from muster.games.tag_raid.board.spots import GROUND, Spot
from muster.games.tag_raid.rules.refusals import refuse
from muster.games.tag_raid.state.questions import letter, loot_lies
from muster.games.tag_raid.state.state import BEAST, Miner, State
from muster.geometry.plane import span, to_piece
from muster.kernel.refusal import Refusal

Approach = tuple[float, float, float]
"""Of one piece of a path: how far from a model it begins, ends, and comes at its closest."""


def check_special_terrain(state: State, miner: Miner, path: Sequence[Spot]) -> None:
    """Nobody crosses a tile of impassable terrain, nor ends with a part of the base in it.  [TR terrain.impassable]"""
    half, radius = state.content.constants.min_width / 2, state.content.constants.base_radius - SLACK
    for tile in state.impassable:
        shape = state.field.tiles[tile].shape
        before = miner.spot
        crossed = False
        for spot in path:
            crossed = crossed or shape.closer_than(half, before[0], before[1], spot[0], spot[1])
            before = spot
        if crossed or shape.distance(before[0], before[1]) < radius:
            raise refuse("TR terrain.impassable", hexagon=state.field.tiles[tile].name)


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
    far = float(state.content.constants.base_radius + state.content.constants.contact) + SLACK
    found: list[Approach] = []
    ax, ay, _ = miner.spot
    for bx, by, level in path:
        approach = (far, far, far)
        if level == GROUND and not shape.is_far(far, ax, ay, bx, by):
            approach = (shape.distance(ax, ay), shape.distance(bx, by), shape.to_piece(ax, ay, bx, by))
        found.append(approach)
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


class Traffic:
    """What moves about on a table and may be in a miner's way, gathered once for all the ways of a listing."""

    __slots__ = ("apart", "loot", "miner", "models", "state")

    def __init__(self, state: State, miner: Miner) -> None:
        constants = state.content.constants
        self.state = state
        self.miner = miner
        reach = constants.base_radius + constants.contact
        others = [other for other in state.miners if other.seat != miner.seat]
        self.models: list[tuple[float, float, float]] = [
            (other.x, other.y, constants.base_radius + reach) for other in others
        ]
        if state.beast.cell is not None:
            lair = state.field.voids[state.beast.cell]
            self.models.append((lair.x, lair.y, lair.radius + reach))
        self.loot = [other.loot_spot for other in state.miners if loot_lies(other)]
        self.apart = constants.base_radius + constants.token_radius - SLACK

    def leaves_free(self, way: Way) -> bool:
        """Whether nothing that moves is in a way that the table allows: models, special terrain and loot."""
        x, y, _ = way.path[-1]
        for spot in self.loot:
            if span(spot[0] - x, spot[1] - y) < self.apart:
                return False
        return not self.comes_near(way) or is_unopposed(self.state, self.miner, way.path)

    def comes_near(self, way: Way) -> bool:
        """Whether the way has to be looked at more closely."""
        for x, y, reach in self.models:
            if way.west - reach <= x <= way.east + reach and way.north - reach <= y <= way.south + reach:
                return True
        return bool(self.state.impassable)


def is_unopposed(state: State, miner: Miner, path: Sequence[Spot]) -> bool:
    """Whether no model and no impassable terrain forbids a path."""
    try:
        check_special_terrain(state, miner, path)
        check_models(state, miner, path)
    except Refusal:
        return False
    return True
