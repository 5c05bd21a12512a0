"""Good places to go: what is proposed among all the paths there are.

Posts of a table (in contact with scenery, in the middle of tiles) and the ways between them are worked out once for
each table. Proposals lead to things worth having, into cover, onto roofs and into the open; whatever else a player has
in mind can be answered just as well.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin

from muster.games.tag_raid.battlefield import Battlefield
from muster.games.tag_raid.movement import Move, is_legal, move_option
from muster.games.tag_raid.questions import loot_lies
from muster.games.tag_raid.state import GROUND, Miner, Spot, State
from muster.geometry.plane import bearing
from muster.kernel.spaces import Option

AROUND = 8
COVER_POSTS = 4
OPEN_POSTS = 3
NEAR = 16
"""How many posts around a tile are tried as the first step of a way."""
BACK = 150
"""How far a way that is too long is shortened at a time."""


class Routes:
    """The posts of one table and the shortest ways between them."""

    __slots__ = ("around", "beside", "middles", "posts", "ways")

    def __init__(self, field: Battlefield) -> None:
        self.beside = _beside_scenery(field)
        self.middles = [
            (round(tile.x), round(tile.y), GROUND)
            for tile in field.tiles
            if not field.stands(round(tile.x), round(tile.y), GROUND)
        ]
        self.posts: list[Spot] = list(dict.fromkeys([*self.beside, *self.middles, *_corners(field)]))
        self.ways = _all_ways(field, self.posts)
        self.around = [_near(self.posts, tile.x, tile.y) for tile in field.tiles]


ROUTES: dict[int, Routes] = {}
"""By the identity of a battlefield, of which there are as many as tables in the packs loaded."""
KEPT: list[Battlefield] = []


def routes_of(field: Battlefield) -> Routes:
    found = ROUTES.get(id(field))
    if found is None:
        found = Routes(field)
        ROUTES[id(field)] = found
        KEPT.append(field)
    return found


def _near(posts: Sequence[Spot], x: float, y: float) -> list[int]:
    """The posts nearest to the middle of a tile, the nearest first."""
    order = sorted(range(len(posts)), key=lambda number: hypot(posts[number][0] - x, posts[number][1] - y))
    return order[:NEAR]


def _beside_scenery(field: Battlefield) -> list[Spot]:
    """Spots in contact with the sides of scenery: there one has cover."""
    away = field.constants.base_radius + 1
    found: list[Spot] = []
    for piece in field.scenery:
        corners = piece.shape.corners
        for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
            length = hypot(bx - ax, by - ay)
            nx, ny = (by - ay) / length, (ax - bx) / length
            for share in (0.5,) if length < 900 else (0.2, 0.8):
                spot = round(ax + (bx - ax) * share + nx * away), round(ay + (by - ay) * share + ny * away), GROUND
                if not field.stands(*spot):
                    found.append(spot)
    return found


def _corners(field: Battlefield) -> list[Spot]:
    """Spots around the corners of scenery and holes, where ways bend."""
    away = field.constants.min_width * 0.75
    shapes = [piece.shape for piece in field.scenery] + [
        shape for cell, shape in field.voids.items() if len(field.surrounding(cell)) >= 3
    ]
    found: list[Spot] = []
    for shape in shapes:
        for x, y in shape.corners:
            length = hypot(x - shape.x, y - shape.y)
            spot = round(x + (x - shape.x) / length * away), round(y + (y - shape.y) / length * away), GROUND
            if field.tile_of(field.cell_at(spot[0], spot[1])) >= 0 and not field.walks(*spot[:2], *spot[:2], GROUND):
                found.append(spot)
    return found


def _all_ways(field: Battlefield, posts: Sequence[Spot]) -> list[list[int]]:
    """For every pair of posts the post before the last on the shortest way, or -1 when there is none."""
    count = len(posts)
    links: list[list[tuple[float, int]]] = [[] for _ in posts]
    for one in range(count):
        for other in range(one):
            (ax, ay, _), (bx, by, _) = posts[one], posts[other]
            length = hypot(bx - ax, by - ay)
            if length < 3500 and not field.walks(ax, ay, bx, by, GROUND):
                links[one].append((length, other))
                links[other].append((length, one))
    return [_ways_from(start, links) for start in range(count)]


def _ways_from(start: int, links: list[list[tuple[float, int]]]) -> list[int]:
    before = [-1] * len(links)
    lengths = [1e18] * len(links)
    lengths[start] = 0.0
    queue: list[tuple[float, int]] = [(0.0, start)]
    while queue:
        length, post = heapq.heappop(queue)
        if length > lengths[post]:
            continue
        for step, other in links[post]:
            if length + step < lengths[other]:
                lengths[other] = length + step
                before[other] = post
                heapq.heappush(queue, (length + step, other))
    return before


def way(field: Battlefield, start: Spot, goal: Spot) -> list[Spot]:
    """A way over the ground from one spot to another, as points after the start; empty when none was found."""
    if not field.walks(start[0], start[1], goal[0], goal[1], GROUND):
        return [goal]
    routes = routes_of(field)
    first = _nearest(routes, field, start)
    last = _nearest(routes, field, goal)
    best: list[Spot] = []
    shortest = 1e18
    for one in first:
        for other in last:
            posts = _between(routes, one, other)
            if posts:
                points = [*[routes.posts[post] for post in posts if routes.posts[post] != start], goal]
                length = _length([start, *points])
                if length < shortest:
                    shortest, best = length, points
    return best


def _nearest(routes: Routes, field: Battlefield, spot: Spot) -> list[int]:
    """Posts that can be walked to straight, of those around the spot's tile, two at most."""
    x, y, _ = spot
    found: list[int] = []
    for post in routes.around[field.tile_of(field.cell_at(x, y))]:
        px, py, _ = routes.posts[post]
        if not field.walks(x, y, px, py, GROUND):
            found.append(post)
            if len(found) == 2:
                break
    return found


def _between(routes: Routes, one: int, other: int) -> list[int]:
    posts = [other]
    before = routes.ways[one]
    while posts[-1] != one:
        step = before[posts[-1]]
        if step < 0:
            return []
        posts.append(step)
    posts.reverse()
    return posts


def _length(points: Sequence[Spot]) -> float:
    total = 0.0
    for (ax, ay, _), (bx, by, _) in pairwise(points):
        total += hypot(bx - ax, by - ay)
    return total


def shortened(start: Spot, points: Sequence[Spot], length: float) -> list[Spot]:
    """As much of a way as a length allows."""
    kept: list[Spot] = []
    before = start
    for spot in points:
        step = hypot(spot[0] - before[0], spot[1] - before[1])
        if step <= length:
            kept.append(spot)
            length -= step
            before = spot
            continue
        share = length / step
        cut = int(before[0] + (spot[0] - before[0]) * share), int(before[1] + (spot[1] - before[1]) * share), GROUND
        if cut != before:
            kept.append(cut)
        break
    return kept


# Proposals


def goals(state: State, miner: Miner) -> list[Spot]:
    """Spots worth going to: containers not used yet, loot, and contact with enemies and the MegaBeast."""
    constants = state.content.constants
    found: list[Spot] = []
    aside = constants.base_radius + constants.token_radius + 1
    for number, token in enumerate(state.field.containers):
        if number not in miner.drawn:
            found += _beside(state, miner, token, aside)
    for other in state.miners:
        if loot_lies(other):
            found += _beside(state, miner, other.loot_spot, aside)
        if other.seat != miner.seat and other.on_table:
            found += _beside(state, miner, other.spot, 2 * constants.base_radius + 2)
    cell = state.beast.cell
    if cell is not None:
        x, y = state.field.middle(cell)
        middle = round(x), round(y), GROUND
        found += _beside(state, miner, middle, round(state.field.size * 0.8660254) + constants.base_radius + 1, 6)
    return found


def _beside(state: State, miner: Miner, token: Spot, away: float, count: int = AROUND) -> list[Spot]:
    """The standing room around something that is nearest to a miner, one spot or none."""
    if token[2] != GROUND:
        return []
    start = pi / 6 if count == 6 else 0.0
    spots = [
        (
            round(token[0] + away * sin(start + 2 * pi * k / count)),
            round(token[1] - away * cos(start + 2 * pi * k / count)),
        )
        for k in range(count)
    ]
    spots.sort(key=lambda spot: hypot(spot[0] - miner.x, spot[1] - miner.y))
    for x, y in spots:
        if not state.field.stands(x, y, GROUND):
            return [(x, y, GROUND)]
    return []


def proposals(state: State, miner: Miner, allowance: int) -> list[Option[Move]]:
    """Good candidates for a move. The first one is to stay."""
    found: dict[str, Option[Move]] = {}

    def add(path: Sequence[Spot]) -> None:
        end = path[-1] if path else miner.spot
        option = move_option(miner.spot, (tuple(path), look_at(state, miner, end)))
        if option.key not in found and is_legal(state, miner, path, allowance):
            found[option.key] = option

    add([])
    for option in turns(state, miner):
        found.setdefault(option.key, option)
    if not allowance:
        return list(found.values())
    reach = float(allowance * state.content.constants.segment)
    if miner.level == GROUND:
        for goal in goals(state, miner):
            add(_as_far(state, miner, way(state.field, miner.spot, goal), reach, allowance))
        for path in posts_in_reach(state, miner, reach):
            add(path)
        for path in climbs(state, miner, reach):
            add(path)
    else:
        for path in descents(state, miner):
            add(path)
    return list(found.values())


def turns(state: State, miner: Miner) -> list[Option[Move]]:
    """Staying, with another enemy in view."""
    others = [other for other in state.miners if other.seat != miner.seat and other.on_table]
    return [move_option(miner.spot, ((), round(bearing(miner.x, miner.y, other.x, other.y)) % 360)) for other in others]


def _as_far(state: State, miner: Miner, points: Sequence[Spot], reach: float, allowance: int) -> list[Spot]:
    """The longest part of a way that a miner may go, ending where it has room."""
    length = min(reach, _length([miner.spot, *points]))
    while length > 0:
        path = shortened(miner.spot, points, length)
        if path and is_legal(state, miner, path, allowance):
            return path
        length -= BACK
    return []


def posts_in_reach(state: State, miner: Miner, reach: float) -> list[list[Spot]]:
    """Straight ways: into cover nearby, and into the open far off."""
    routes = routes_of(state.field)
    found: list[list[Spot]] = []
    for posts, most in ((routes.beside, COVER_POSTS), (routes.middles, OPEN_POSTS)):
        near = [spot for spot in posts if 1 < hypot(spot[0] - miner.x, spot[1] - miner.y) <= reach]
        near.sort(key=lambda spot: -hypot(spot[0] - miner.x, spot[1] - miner.y))
        taken = 0
        for spot in near:
            if not state.field.walks(miner.x, miner.y, spot[0], spot[1], GROUND):
                found.append([spot])
                taken += 1
                if taken == most:
                    break
    return found


def climbs(state: State, miner: Miner, reach: float) -> list[list[Spot]]:
    """Onto roofs nearby."""
    segment, radius = state.content.constants.segment, state.content.constants.base_radius
    found: list[list[Spot]] = []
    for number, piece in enumerate(state.field.scenery):
        shape = piece.shape
        if shape.inside(shape.x, shape.y) < radius or shape.distance(miner.x, miner.y) > reach:
            continue
        corners = shape.corners
        for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
            length = hypot(bx - ax, by - ay)
            nx, ny = (by - ay) / length, (ax - bx) / length
            mx, my = (ax + bx) / 2, (ay + by) / 2
            foot = round(mx + nx * (radius + 1)), round(my + ny * (radius + 1)), GROUND
            top = round(mx - nx * (radius + 1)), round(my - ny * (radius + 1)), number
            if 2 * radius + 4 <= segment and not state.field.walks(miner.x, miner.y, foot[0], foot[1], GROUND):
                found.append([top] if foot[:2] == (miner.x, miner.y) else [foot, top])
                break
    return found


def descents(state: State, miner: Miner) -> list[list[Spot]]:
    """Down from a roof on each side."""
    radius = state.content.constants.base_radius
    shape = state.field.scenery[miner.level].shape
    found: list[list[Spot]] = []
    corners = shape.corners
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        length = hypot(bx - ax, by - ay)
        nx, ny = (by - ay) / length, (ax - bx) / length
        mx, my = (ax + bx) / 2, (ay + by) / 2
        rim = round(mx - nx * (radius + 1)), round(my - ny * (radius + 1)), miner.level
        foot = round(mx + nx * (radius + 1)), round(my + ny * (radius + 1)), GROUND
        found.append([foot] if rim == miner.spot else [rim, foot])
    return found


def look_at(state: State, miner: Miner, spot: Spot) -> int:
    """Where to look from a spot: at the nearest enemy."""
    facing, nearest = miner.facing, 1e18
    for other in state.miners:
        if other.seat != miner.seat and other.on_table:
            away = hypot(other.x - spot[0], other.y - spot[1])
            if 0 < away < nearest:
                nearest, facing = away, round(bearing(spot[0], spot[1], other.x, other.y)) % 360
    return facing
