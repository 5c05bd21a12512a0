"""Proposed moves: good places to go, out of all possible paths.

They lead to every post within reach (`board/roadmap.py`) and into contact with enemies and loot; staying comes first. A
player may answer any other path. Each proposal is legal: the roadmap has checked the table, and models, loot and
special terrain are checked here.
"""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import Final

from muster.games.tag_raid.board.roadmap import TURNS, Way
from muster.games.tag_raid.board.spots import GROUND, Move, Spot
from muster.games.tag_raid.cards.content import Effect
from muster.games.tag_raid.rules.movement import is_legal, move_option, stay_option
from muster.games.tag_raid.rules.obstruction import Traffic
from muster.games.tag_raid.rules.refusals import model
from muster.games.tag_raid.state.questions import has_capacity, loot_lies
from muster.games.tag_raid.state.state import Miner, State
from muster.geometry.plane import CIRCLE, bearing, span
from muster.kernel.spaces import Option

AROUND: Final = 8
"""The number of spots tried around something worth touching."""
TRIED: Final = 2
STEEP: Final = 1 + sqrt(2)
"""How many times further along an axis than across it a step goes that is as near to the axis as to the diagonal."""
DETOURS: Final = 3
"""The number of ways tried to something that cannot be reached straight."""


def proposals(state: State, miner: Miner, allowance: int) -> list[Option[Move]]:
    """Propose moves; the first is to stay."""
    enemies = [other for other in state.miners if other.seat != miner.seat and other.on_table]
    found = stays(state, miner, enemies)
    if not allowance:
        return found
    ways = state.field.roadmap.ways(miner.spot, allowance, has_capacity(state, miner, Effect.CLIMBER))
    traffic = Traffic(state, miner)
    for way in ways:
        if traffic.leaves_free(way):
            found.append(along_way(state, way, look(way.end.spot, enemies)))
    reach = float(allowance * state.content.constants.segment)
    for goal in goals(state, enemies):
        if span(goal.spot[0] - miner.x, goal.spot[1] - miner.y) <= reach + goal.away:
            path = contact(state, miner, goal, ways, allowance)
            if path:
                facing = octant(goal.spot[0] - miner.x, goal.spot[1] - miner.y) * (CIRCLE // TURNS)
                option = goal.option(state, miner.spot, (path, facing))
                found = [*[other for other in found if other.key != option.key], option]
    return found


def along_way(state: State, way: Way, turn: int) -> Option[Move]:
    """Make the option of a way that ends in one of eight directions, once."""
    found = way.moves[turn]
    if found is None:
        move = way.path, turn * (CIRCLE // TURNS)
        if way.end.container >= 0:
            found = move_option(state, way.start, move, "move_container", number=way.end.container + 1)
        elif way.end.spot[2] != GROUND:
            found = move_option(state, way.start, move, "move_roof")
        else:
            found = move_option(state, way.start, move, "move_cover" if way.end.cover else "move")
        way.moves[turn] = found
    return found


class Goal:
    """Something worth touching that is no part of the table, and how far from its middle it is touched."""

    __slots__ = ("away", "loot", "seat", "spot")

    def __init__(self, spot: Spot, away: int, seat: int, loot: bool) -> None:
        self.spot = spot
        self.away = away
        self.seat = seat
        self.loot = loot

    def option(self, state: State, start: Spot, move: Move) -> Option[Move]:
        if self.loot:
            return move_option(state, start, move, "move_loot", seat=self.seat)
        return move_option(state, start, move, "move_contact", who=model(state, self.seat))


def stays(state: State, miner: Miner, enemies: list[Miner]) -> list[Option[Move]]:
    """Propose to stay and look at one of the enemies, the nearest first; or as before, if there are none."""
    if not enemies:
        return [stay_option(miner.spot, miner.facing)]
    found: dict[int, Option[Move]] = {}
    for other in sorted(enemies, key=lambda other: span(other.x - miner.x, other.y - miner.y)):
        facing = round(bearing(miner.x, miner.y, other.x, other.y)) % CIRCLE
        if facing not in found:
            found[facing] = stay_option(miner.spot, facing, model(state, other.seat))
    return list(found.values())


def look(spot: Spot, enemies: list[Miner]) -> int:
    """The nearest of eight directions to that of the nearest enemy."""
    nearest = 1e18
    bx = by = 0
    for other in enemies:
        dx, dy = other.x - spot[0], other.y - spot[1]
        away = float(dx * dx + dy * dy)
        if away < nearest:
            nearest, bx, by = away, dx, dy
    return octant(bx, by)


def octant(dx: int, dy: int) -> int:
    """The nearest of eight compass directions to that of a step; north if there is none."""
    across, along = abs(dx), abs(dy)
    if across * STEEP <= along:
        return 4 if dy > 0 else 0
    if along * STEEP <= across:
        return 2 if dx > 0 else 6
    if dx > 0:
        return 3 if dy > 0 else 1
    return 5 if dy > 0 else 7


def goals(state: State, enemies: list[Miner]) -> list[Goal]:
    """The enemies and loot on the ground."""
    base, token = state.content.constants.base_radius, state.content.constants.token_radius
    found = [Goal(other.spot, 2 * base + 2, other.seat, False) for other in enemies if other.level == GROUND]
    loot = [other for other in state.miners if loot_lies(other) and other.loot_spot[2] == GROUND]
    return found + [Goal(other.loot_spot, base + token + 1, other.seat, True) for other in loot]


def contact(state: State, miner: Miner, goal: Goal, ways: list[Way], allowance: int) -> tuple[Spot, ...]:
    """Find a path into contact with a goal, straight or past a post; empty if there is none."""
    if miner.level != GROUND:
        return ()
    x, y, _ = goal.spot
    spots = [
        (round(x + goal.away * sin(turn)), round(y - goal.away * cos(turn)), GROUND)
        for turn in [2 * pi * k / AROUND for k in range(AROUND)]
    ]
    spots.sort(key=lambda spot: span(spot[0] - miner.x, spot[1] - miner.y))
    standing: list[Spot] = []
    for spot in spots:
        if spot != miner.spot and not state.field.stands(*spot):
            if is_legal(state, miner, (spot,), allowance):
                return (spot,)
            standing.append(spot)
            if len(standing) == TRIED:
                break
    near = sorted(ways, key=lambda way: span(way.end.spot[0] - x, way.end.spot[1] - y))
    for way in near[:DETOURS]:
        for spot in standing[:1]:
            if is_legal(state, miner, (*way.path, spot), allowance):
                return (*way.path, spot)
    return ()
