"""Obstacles to a path besides the table: models, the MegaBeast, special terrain, loot.

Contact is judged over a whole path: a miner that begins in contact must leave it, and one that comes into contact stops
there: it goes straight on at most, no further than the contact. How a straight way is cut into pieces makes no
difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.tag_raid.board.area import SLACK
from muster.games.tag_raid.board.roadmap import Way
from muster.games.tag_raid.board.spots import Spot
from muster.games.tag_raid.rules.refusals import model, refuse
from muster.games.tag_raid.state.questions import loot_lies, towers_over
from muster.games.tag_raid.state.state import BEAST, Miner, State
from muster.geometry.plane import span, to_piece

Approach = tuple[float, float, float, bool]
"""One piece of a path and a model: the distances at its start, at its end and at its closest, and whether it bends off
the line of the piece before it.
"""
Obstacle = tuple[float, float, float, int]
"""The middle of something, how far from it a miner may still touch it, and whose it is."""
TILE: Final = -3
"""Impassable tiles are nobody's: the first stands for seat -3, the next for -4, and so on."""
FAR: Final = 1e9
STRAIGHT: Final = 1.5
"""How far a piece may end beside that line and still go straight on: points are rounded."""


def check_special_terrain(state: State, miner: Miner, path: Sequence[Spot]) -> None:
    """Check that a path crosses no impassable tile and that no part of the base ends on one.

    [TR terrain.impassable]
    """
    for tile in state.impassable:
        if leads_over(state, miner, path, tile):
            raise refuse("TR terrain.impassable", hexagon=state.field.tiles[tile].name)


def leads_over(state: State, miner: Miner, path: Sequence[Spot], tile: int) -> bool:
    """Whether a path crosses a tile, or ends with a part of the base on it."""
    half, radius = state.content.constants.min_width / 2, state.content.constants.base_radius - SLACK
    shape = state.field.tiles[tile].shape
    before = miner.spot
    for spot in path:
        if shape.closer_than(half, before[0], before[1], spot[0], spot[1]):
            return True
        before = spot
    return shape.closer_than(radius, before[0], before[1], before[0], before[1])


def check_models(state: State, miner: Miner, path: Sequence[Spot]) -> None:
    """Check that a path leads through no miner and no MegaBeast, and that contact with an enemy ends it.

    [TR move.through] [TR move.contact]
    """
    for other in state.miners:
        if other.seat != miner.seat and other.on_table:
            check_model(state, miner, path, other.seat)
    if state.beast.cell is not None:
        check_model(state, miner, path, BEAST)


def check_model(state: State, miner: Miner, path: Sequence[Spot], seat: int) -> None:
    """Check a path against one miner or the MegaBeast.  [TR move.through] [TR move.contact]"""
    broken = broken_by(state, miner, path, seat)
    if broken:
        raise refuse(broken, who=model(state, seat))


def broken_by(state: State, miner: Miner, path: Sequence[Spot], seat: int) -> str:
    """The clause that a path breaks with one miner or the MegaBeast, or nothing."""
    base, contact = state.content.constants.base_radius, state.content.constants.contact
    if seat == BEAST:
        return broken_contact(approaches_to_beast(state, miner, path), base - SLACK, float(base + contact))
    pieces = approaches(state, miner, path, state.miners[seat])
    return broken_contact(pieces, 2 * base - SLACK, 2 * base + contact)


def approaches(state: State, miner: Miner, path: Sequence[Spot], other: Miner) -> list[Approach]:
    """The approaches of each piece of a path to a miner; from another level nobody is near."""
    silhouette = state.content.constants.silhouette
    height, bent = state.field.floor(other.level), bends(miner.spot, path)
    found: list[Approach] = []
    ax, ay, _ = miner.spot
    for number, (bx, by, level) in enumerate(path):
        approach = (FAR, FAR, FAR, bent[number])
        if abs(height - state.field.floor(level)) < silhouette:
            closest = to_piece(other.x, other.y, ax, ay, bx, by)
            approach = (span(other.x - ax, other.y - ay), span(other.x - bx, other.y - by), closest, bent[number])
        found.append(approach)
        ax, ay = bx, by
    return found


def approaches_to_beast(state: State, miner: Miner, path: Sequence[Spot]) -> list[Approach]:
    """The approaches of each piece of a path to the MegaBeast's hexagon; over its head nobody is near."""
    cell = state.beast.cell
    assert cell is not None
    shape, bent = state.field.voids[cell], bends(miner.spot, path)
    reach = float(state.content.constants.base_radius + state.content.constants.contact) + SLACK
    found: list[Approach] = []
    ax, ay, _ = miner.spot
    for number, (bx, by, level) in enumerate(path):
        approach = (FAR, FAR, FAR, bent[number])
        if towers_over(state, level) and not shape.is_far(reach, ax, ay, bx, by):
            closest = shape.to_piece(ax, ay, bx, by)
            if closest < reach:
                approach = (shape.distance(ax, ay), shape.distance(bx, by), closest, bent[number])
        found.append(approach)
        ax, ay = bx, by
    return found


def bends(start: Spot, path: Sequence[Spot]) -> list[bool]:
    """Whether each piece of a path leads off the line of the piece before it.  [TR move.pieces]"""
    found = [False]
    before = start
    for number in range(1, len(path)):
        one, other = path[number - 1], path[number]
        dx, dy = one[0] - before[0], one[1] - before[1]
        more = span(other[0] - one[0], other[1] - one[1]) / (span(dx, dy) or 1.0)
        found.append(span(one[0] + dx * more - other[0], one[1] + dy * more - other[1]) > STRAIGHT)
        before = one
    return found


def broken_contact(pieces: Sequence[Approach], near: float, reach: float) -> str:
    """The clause that a path breaks unless it only leaves contact with somebody, or only comes into it.

    [TR move.through] [TR move.contact]
    """
    leaving = pieces[0][0] <= reach
    arrived = False
    for start, end, closest, bent in pieces:
        if arrived and (bent or closest > reach):
            return "TR move.contact"
        if closest > reach:
            leaving = False
            continue
        if closest < near:
            return "TR move.through"
        if leaving and start <= closest + SLACK:
            leaving = end <= reach
        elif not leaving and end <= closest + SLACK:
            arrived = True
        else:
            return "TR move.contact"
    return "TR move.contact" if leaving else ""


class Traffic:
    """The models, impassable tiles and loot that may be in a miner's way, gathered once for a whole listing of ways."""

    __slots__ = ("apart", "loot", "miner", "obstacles", "state")

    def __init__(self, state: State, miner: Miner) -> None:
        constants = state.content.constants
        self.state = state
        self.miner = miner
        reach = constants.base_radius + constants.contact
        self.obstacles: list[Obstacle] = [
            (other.x, other.y, constants.base_radius + reach, other.seat)
            for other in state.miners
            if other.seat != miner.seat and other.on_table
        ]
        if state.beast.cell is not None:
            lair = state.field.voids[state.beast.cell]
            self.obstacles.append((lair.x, lair.y, lair.radius + reach, BEAST))
        for tile in state.impassable:
            shape = state.field.tiles[tile].shape
            self.obstacles.append((shape.x, shape.y, shape.radius + reach, TILE - tile))
        self.loot = [other.loot_spot for other in state.miners if loot_lies(other)]
        self.apart = constants.base_radius + constants.token_radius - SLACK

    def leaves_free(self, way: Way) -> bool:
        """Whether no model, special terrain or loot blocks a way that the table allows."""
        end = way.path[-1]
        for spot in self.loot:
            if span(spot[0] - end[0], spot[1] - end[1]) < self.apart:
                return False
        for x, y, reach, whose in self.obstacles:
            # Only what the bounds of a way touch can be in it.
            if way.west - reach <= x <= way.east + reach and way.north - reach <= y <= way.south + reach:
                if whose <= TILE:
                    if leads_over(self.state, self.miner, way.path, TILE - whose):
                        return False
                elif broken_by(self.state, self.miner, way.path, whose):
                    return False
        return True
