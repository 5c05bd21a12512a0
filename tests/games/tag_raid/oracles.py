"""A second, slow way to line of fire, cover, range, areas and moves, written from the rule text and our rulings.

Nothing here uses the geometry of the game: shapes are shapely's, lines of fire are drawn one by one, paths are walked
in small steps. A sample can miss a hair's breadth, so every question is asked twice: `surely` with everything in
the way a little bigger, `perhaps` with it a little smaller. The game must lie between the two.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import cos, pi, radians, sin
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, MultiPolygon, Point, Polygon

from muster.games.tag_raid.board.battlefield import Battlefield
from muster.games.tag_raid.board.spots import GROUND, Spot
from muster.games.tag_raid.cards.content import Constants

Lines = NDArray[np.float64]
"""Points in space, one row each: x, y and height."""
HAIR = 0.5
"""Tenths of a millimetre by which the game may differ."""
WIDE = 25
"""How many points across a silhouette lines are drawn from."""


class Prism(NamedTuple):
    """Something upright and solid: scenery, a model, or a hexagon without a tile, which nobody sees through."""

    shape: Polygon
    top: float


class Standee(NamedTuple):
    """What takes up room: a base, and how high it stands and reaches."""

    x: float
    y: float
    radius: float
    low: float
    high: float


class World:
    """A table as shapes."""

    def __init__(self, field: Battlefield, constants: Constants) -> None:
        self.constants = constants
        self.tiles = [Polygon(tile.shape.corners) for tile in field.tiles]
        self.land = shapely.union_all(self.tiles).buffer(0.01)
        self.scenery = [Prism(Polygon(piece.shape.corners), piece.height) for piece in field.scenery]
        self.holes = {cell: Prism(Polygon(shape.corners), 1e6) for cell, shape in field.voids.items()}
        self.tokens = [(x, y) for x, y, _ in field.containers]

    def floor(self, spot: Spot) -> float:
        return 0.0 if spot[2] == GROUND else self.scenery[spot[2]].top

    def standee(self, spot: Spot) -> Standee:
        low = self.floor(spot)
        return Standee(spot[0], spot[1], self.constants.base_radius, low, low + self.constants.silhouette)

    def model(self, spot: Spot) -> Prism:
        stands = self.standee(spot)
        return Prism(Point(stands.x, stands.y).buffer(stands.radius, quad_segs=64), stands.high)

    def obstacles(self) -> list[Prism]:
        return [*self.scenery, *self.holes.values()]


# Line of fire


def across(one: Standee, towards: Standee, count: int, heights: Sequence[float]) -> Lines:
    """Points all over the rectangle that a silhouette shows to another."""
    dx, dy = towards.x - one.x, towards.y - one.y
    length = np.hypot(dx, dy)
    nx, ny = -dy / length, dx / length
    rows = [
        (one.x + nx * side * one.radius, one.y + ny * side * one.radius, one.low + (one.high - one.low) * share)
        for side in np.linspace(-1, 1, count)
        for share in heights
    ]
    return np.array(rows)


def stopped(starts: Lines, ends: Lines, prism: Prism, grown: float) -> NDArray[np.bool_]:
    """Which lines pass through a prism that is so much bigger: those that run over its ground below its top."""
    shape = prism.shape.buffer(grown, join_style="mitre") if grown else prism.shape
    top = prism.top + grown
    rise = ends[:, 2] - starts[:, 2]
    level = np.abs(rise) < 1e-9
    share = (top - starts[:, 2]) / np.where(level, 1.0, rise)
    first = np.where(level | (rise > 0), 0.0, np.clip(share, 0, 1))
    last = np.where(level | (rise < 0), 1.0, np.clip(share, 0, 1))
    below = np.where(level, starts[:, 2] < top, first < last)
    flat = ends[:, :2] - starts[:, :2]
    pieces = np.stack([starts[:, :2] + flat * first[:, None], starts[:, :2] + flat * last[:, None]], axis=1)
    shapely.prepare(shape)
    return np.asarray(below & shapely.intersects(shapely.linestrings(pieces), shape), dtype=np.bool_)


def some_line(one: Standee, other: Standee, prisms: Sequence[Prism], heights: Sequence[float], grown: float) -> bool:
    """Whether one of many straight lines from one silhouette to the other meets nothing."""
    count = WIDE if grown < 0 else WIDE // 2 + 1
    near, far = across(one, other, count, heights), across(other, one, count, heights)
    starts, ends = np.repeat(near, len(far), axis=0), np.tile(far, (len(near), 1))
    corridor = shapely.convex_hull(shapely.multipoints(np.concatenate([near, far])[:, :2]))
    for prism in prisms:
        if len(starts) and shapely.distance(corridor, prism.shape) <= max(0.0, grown):
            free = ~stopped(starts, ends, prism, grown)
            starts, ends = starts[free], ends[free]
    return bool(len(starts))


def surely_seen(one: Standee, other: Standee, prisms: Sequence[Prism]) -> bool:
    return some_line(one, other, prisms, (1.0, 0.5), HAIR)


def perhaps_seen(one: Standee, other: Standee, prisms: Sequence[Prism]) -> bool:
    """Every line lies within half a step of one that is drawn."""
    step = max(one.radius, other.radius) / (WIDE - 1)
    return some_line(one, other, prisms, (1.0,), -step - HAIR)


# Cover


def touches_scenery(world: World, spot: Spot, number: int, reach: float) -> bool:
    """Silhouette contact with a piece of scenery: standing on it, or beside it where it is higher than one's feet."""
    piece = world.scenery[number]
    if spot[2] == number:
        return True
    return (
        piece.top > world.floor(spot) and piece.shape.distance(Point(spot[:2])) <= world.constants.base_radius + reach
    )


def hidden(world: World, attacker: Spot, target: Spot, reach: float, grown: float) -> bool:
    """Whether some point of the target's silhouette cannot be seen past a piece of scenery that it touches."""
    eye, seen = world.standee(attacker), world.standee(target)
    if (eye.x, eye.y) == (seen.x, seen.y):
        return False
    ends = across(seen, eye, 2 * WIDE - 1, (0.001, 0.1, 0.3, 0.6, 0.9))
    starts = np.tile(np.array([[eye.x, eye.y, eye.high]]), (len(ends), 1))
    return any(
        touches_scenery(world, target, number, reach) and bool(stopped(starts, ends, piece, grown).any())
        for number, piece in enumerate(world.scenery)
    )


def surely_covered(world: World, attacker: Spot, target: Spot) -> bool:
    return hidden(world, attacker, target, world.constants.contact - HAIR, -HAIR / 10)


def perhaps_covered(world: World, attacker: Spot, target: Spot) -> bool:
    step = world.constants.base_radius / (2 * WIDE - 2)
    return hidden(world, attacker, target, world.constants.contact + HAIR, step + HAIR)


# Range


def surface(stands: Standee, outline: Sequence[tuple[float, float]]) -> Lines:
    heights = np.linspace(stands.low, stands.high, 8)
    return np.array([(x, y, z) for x, y in outline for z in heights])


def ring(stands: Standee) -> list[tuple[float, float]]:
    turns = [2 * pi * k / 48 for k in range(48)]
    return [(stands.x + stands.radius * cos(turn), stands.y + stands.radius * sin(turn)) for turn in turns]


def gap(one: Lines, other: Lines) -> float:
    """The shortest of all straight lines between points of two surfaces."""
    squares = (one**2).sum(axis=1)[:, None] + (other**2).sum(axis=1)[None, :] - 2 * one @ other.T
    return float(np.sqrt(max(0.0, squares.min())))


# Areas and arcs


def half_plane(x: float, y: float, facing: float, opening: float) -> Polygon:
    """The wedge that one sees into from a point, so many degrees to either side."""
    turns = [radians(facing + share * opening) for share in np.linspace(-1, 1, 25)]
    return Polygon([(x, y), *[(x + 2e5 * sin(turn), y - 2e5 * cos(turn)) for turn in turns]])


def way(path: Sequence[Spot]) -> LineString | Point:
    points = list(dict.fromkeys([spot[:2] for spot in path]))
    return Point(points[0]) if len(points) == 1 else LineString([spot[:2] for spot in path])


# Moves


class Walk(NamedTuple):
    """A move to be judged: where it begins, the path, the segments allowed, who and what is in the way."""

    start: Spot
    path: tuple[Spot, ...]
    segments: int
    free_climbs: int
    others: tuple[Spot, ...]
    lair: Prism | None
    impassable: tuple[int, ...]
    tokens: tuple[Spot, ...]


def may_walk(world: World, walk: Walk, slack: float) -> bool:
    """Whether the rules allow a move, with so much slack: less than none asks whether they surely do."""
    return (
        long_enough(world, walk, slack)
        and all(step_is_free(world, walk, one, other, slack) for one, other in pieces(walk))
        and ends_well(world, walk, slack)
        and all(contact_is_kept(world, walk, other, slack) for other in walk.others)
        and (walk.lair is None or beast_is_kept(world, walk, walk.lair, slack))
    )


def pieces(walk: Walk) -> list[tuple[Spot, Spot]]:
    return list(zip((walk.start, *walk.path), walk.path, strict=False))


def long_enough(world: World, walk: Walk, slack: float) -> bool:
    """Pieces add up, each climb is a whole segment and leads no further than one."""
    segment = world.constants.segment
    walked = sum(LineString([a[:2], b[:2]]).length for a, b in pieces(walk) if a[2] == b[2])
    climbs = [LineString([a[:2], b[:2]]).length for a, b in pieces(walk) if a[2] != b[2]]
    if any(length > segment + slack for length in climbs):
        return False
    return bool(walked + max(0, len(climbs) - walk.free_climbs) * segment <= walk.segments * segment + slack)


def step_is_free(world: World, walk: Walk, one: Spot, other: Spot, slack: float) -> bool:
    """A strip of the minimum width over tiles and past scenery; or a climb between contact and standing room."""
    half = world.constants.min_width / 2 - slack
    strip = way((one, other)).buffer(half)
    if any(strip.intersects(world.tiles[tile]) for tile in walk.impassable):
        return False
    if one[2] != other[2]:
        reach = world.constants.base_radius + world.constants.contact + slack
        ends = [(one[2], other), (other[2], one)]
        near = [
            world.scenery[level].shape.distance(Point(spot[:2])) <= reach for level, spot in ends if level != GROUND
        ]
        return all(near) and has_room(world, other, slack)
    if one[2] != GROUND:
        return bool(world.scenery[one[2]].shape.buffer(0.01).contains(strip))
    return bool(world.land.contains(strip)) and not any(strip.intersects(piece.shape) for piece in world.scenery)


def has_room(world: World, spot: Spot, slack: float) -> bool:
    base = Point(spot[:2]).buffer(world.constants.base_radius - slack, quad_segs=64)
    if spot[2] != GROUND:
        return bool(world.scenery[spot[2]].shape.contains(base))
    return bool(world.land.contains(base)) and not any(base.intersects(piece.shape) for piece in world.scenery)


def ends_well(world: World, walk: Walk, slack: float) -> bool:
    """Room for the whole base, and on no token."""
    end = walk.path[-1]
    apart = world.constants.base_radius + world.constants.token_radius - slack
    tokens = [*[(*token, GROUND) for token in world.tokens], *walk.tokens]
    free = all(end[2] != token[2] or Point(end[:2]).distance(Point(token[:2])) >= apart for token in tokens)
    return free and has_room(world, end, slack)


Runs = list[NDArray[np.float64]]


def steps(world: World, walk: Walk, low: float, high: float) -> Runs:
    """The path in steps of a third of a millimetre, piece by piece; where one's silhouette is at another height, far
    off the table.
    """
    found: Runs = []
    for one, other in pieces(walk):
        floor = world.floor(other)
        if floor >= high or floor + world.constants.silhouette <= low:
            found.append(np.full((1, 2), 1e9))
            continue
        count = int(LineString([one[:2], other[:2]]).length / 3) + 2
        found.append(np.linspace(one[:2], other[:2], count))
    return found


def goes_straight_on(runs: Runs, first: int, give: float) -> bool:
    """Whether a path leads straight on from the piece in which a step is taken."""
    number = 0
    while first >= len(runs[number]):
        first -= len(runs[number])
        number += 1
    for before, after in zip(runs[number:], runs[number + 1 :], strict=False):
        line = before[-1] - before[0]
        length = max(1.0, float(np.hypot(*line)))
        ahead = after[0] + line / length * np.hypot(*(after[-1] - after[0]))
        if np.hypot(*(after[-1] - ahead)) > 1.5 + give:
            return False
    return True


def only_comes_or_goes(runs: Runs, away: NDArray[np.float64], near: float, reach: float, slack: float) -> bool:
    """Contact at the beginning that is left, contact at the end that is come into straight, none between, and nobody
    overrun.
    """
    give = max(0.0, slack)
    if away.min() < near:
        return False
    touching = away <= reach
    if not touching.any():
        return True
    if touching.all():
        return False
    begins = int(np.argmin(touching)) if touching[0] else 0
    ends = len(away) - int(np.argmin(touching[::-1])) if touching[-1] else len(away)
    if touching[begins:ends].any():
        return False
    leaving, coming = away[:begins], away[ends:]
    left = bool((np.diff(leaving) >= -give).all()) and bool(len(leaving) == 0 or leaving.min() >= leaving[0] - give)
    came = len(coming) == 0 or (bool(coming[-1] <= coming.min() + give) and goes_straight_on(runs, ends, slack))
    return left and came


def contact_is_kept(world: World, walk: Walk, other: Spot, slack: float) -> bool:
    base, contact = world.constants.base_radius, world.constants.contact
    stands = world.standee(other)
    runs = steps(world, walk, stands.low, stands.high)
    away = np.hypot(*(np.concatenate(runs) - np.array(other[:2])).T)
    return only_comes_or_goes(runs, away, 2 * base - slack, 2 * base + contact - slack, slack)


def beast_is_kept(world: World, walk: Walk, lair: Prism, slack: float) -> bool:
    base, contact = world.constants.base_radius, world.constants.contact
    runs = steps(world, walk, 0, lair.top)
    away = shapely.distance(shapely.points(np.concatenate(runs)), lair.shape)
    return only_comes_or_goes(runs, away, base - slack, base + contact - slack, slack)


# Tables nobody has built


def random_field(constants: Constants, chance: random.Random) -> Battlefield:
    """A table of some twenty connected tiles with holes, and scenery of all sizes that does not overlap."""
    cells = connected({(c, r) for c in range(5) for r in range(4) if chance.random() < 0.85})
    field = Battlefield(0, "random", constants, dict.fromkeys(cells, "sand"), [], [], 4)
    pieces: list[Polygon] = []
    given: list[tuple[list[tuple[float, float]], int]] = []
    for _ in range(12):
        tile = chance.choice(field.tiles)
        shape = random_piece(chance, tile.x + chance.uniform(-700, 700), tile.y + chance.uniform(-700, 700))
        if all(shape.distance(other) > 10 for other in pieces) and len(pieces) < 7:
            pieces.append(shape)
            corners = [(float(round(x)), float(round(y))) for x, y in shape.exterior.coords[:-1]]
            given.append((corners, chance.choice([300, 400, 590, 700, 800, 900, 1500])))
    tokens = [(round(tile.x), round(tile.y)) for tile in chance.sample(field.tiles, 3)]
    return Battlefield(0, "random", constants, dict.fromkeys(cells, "sand"), given, tokens, 4)


def connected(cells: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """The largest part of a set of cells that hangs together."""
    best: set[tuple[int, int]] = set()
    left = set(cells)
    while left:
        part, frontier = set(), [left.pop()]
        while frontier:
            column, row = frontier.pop()
            part.add((column, row))
            shift = row & 1
            around = [(column + 1, row), (column - 1, row)]
            around += [(column + shift - 1 + k, row + side) for k in (0, 1) for side in (-1, 1)]
            for other in around:
                if other in left:
                    left.remove(other)
                    frontier.append(other)
        best = max(best, part, key=len)
    return sorted(best)


def random_piece(chance: random.Random, x: float, y: float) -> Polygon:
    """A wall, a house, or something with three to six corners."""
    turn = chance.uniform(0, 2 * pi)
    if chance.random() < 0.6:
        wide, deep = chance.choice([(600, 60), (450, 60), (550, 450), (400, 400), (300, 250)])
        corners = [(wide, deep), (-wide, deep), (-wide, -deep), (wide, -deep)]
    else:
        count, radius = chance.randint(3, 6), chance.uniform(150, 700)
        corners = [
            (round(radius * cos(2 * pi * k / count)), round(radius * sin(2 * pi * k / count))) for k in range(count)
        ]
    c, s = cos(turn), sin(turn)
    return Polygon([(x + a * c - b * s, y + a * s + b * c) for a, b in corners])


def random_spots(world: World, chance: random.Random, count: int) -> list[Spot]:
    """Places where a TAG has room: in the open, against scenery, on roofs, each about as often."""
    found: list[Spot] = []
    roofs = [number for number, piece in enumerate(world.scenery) if not piece.shape.buffer(-300).is_empty]
    for _ in range(count * 60):
        if len(found) >= count:
            break
        kind = chance.randrange(4)
        if kind == 0 and roofs:
            number = chance.choice(roofs)
            spot = (*inside(world.scenery[number].shape.buffer(-276), chance), number)
        elif kind == 2 and roofs:
            number = chance.choice(roofs)
            spot, foot = edge_of(world.scenery[number].shape, number, chance)
            if has_room(world, foot, 0.0):
                found.append(foot)
        elif kind == 1 and world.scenery:
            ring_ = chance.choice(world.scenery).shape.buffer(276 + chance.choice([0, 0, 0, 2, 3, 7])).exterior
            point = ring_.interpolate(chance.random(), normalized=True)
            spot = (round(point.x), round(point.y), GROUND)
        else:
            spot = (*inside(chance.choice(world.tiles), chance), GROUND)
        if has_room(world, spot, 0.0):
            found.append(spot)
    return found


def edge_of(shape: Polygon, number: int, chance: random.Random) -> tuple[Spot, Spot]:
    """A place on a roof near its edge, and the one at its foot from which one might climb there."""
    top = shape.buffer(-276 - chance.choice([0, 2, 20])).exterior.interpolate(chance.random(), normalized=True)
    ring_ = shape.buffer(276 + chance.choice([0, 2, 3, 7])).exterior
    foot = ring_.interpolate(ring_.project(top) + chance.choice([0, 0, 40, 200]))
    return (round(top.x), round(top.y), number), (round(foot.x), round(foot.y), GROUND)


def inside(shape: Polygon | MultiPolygon, chance: random.Random) -> tuple[int, int]:
    west, north, east, south = shape.bounds
    while True:
        x, y = round(chance.uniform(west, east)), round(chance.uniform(north, south))
        if shape.contains(Point(x, y)) or east - west < 3 or south - north < 3:
            return x, y
