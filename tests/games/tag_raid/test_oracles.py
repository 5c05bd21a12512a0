"""The table of TAG Raid against a second, slow way to measure it (`oracles.py`), on random tables."""

from __future__ import annotations

import random
from math import cos, dist, radians, sin

from hypothesis import given
from hypothesis import strategies as st
from shapely import Point

from games.tag_raid import oracles
from games.tag_raid.oracles import Prism, Standee, Walk, World
from games.tag_raid.playing import CONTENT, FIELDS, miners, start
from muster.games.tag_raid.board.battlefield import Battlefield
from muster.games.tag_raid.board.spots import GROUND, Spot
from muster.games.tag_raid.rules.line_of_fire import (
    band,
    beast_clear,
    clear,
    clear_to_beast,
    distance,
    distance_to_beast,
    in_cover,
    in_front,
    in_vision,
)
from muster.games.tag_raid.rules.movement import is_legal
from muster.games.tag_raid.rules.proposals import proposals
from muster.games.tag_raid.state.questions import crosses, touch, touches_beast
from muster.games.tag_raid.state.state import State
from muster.geometry.hexes import ROOT, side_bearing

CONSTANTS = CONTENT.constants
seeds = st.integers(0, 2**32)
FAR = 3.0
"""What rings of points may miss of a distance."""


def random_table(chance: random.Random, count: int) -> tuple[State, World, list[Spot]]:
    """A table of chance with up to four TAGs on it, and places to try things at."""
    field: Battlefield = oracles.random_field(CONSTANTS, chance) if chance.random() < 0.8 else known(chance)
    world = World(field, CONSTANTS)
    spots = oracles.random_spots(world, chance, count)
    state = start(miners(A={}, B={}, C={}, D={})).state
    state.field = field
    for miner in state.miners:
        miner.x, miner.y, miner.level, miner.facing = -1, -1, GROUND, chance.randrange(360)
    taken: list[Spot] = []
    for miner in state.miners[: chance.randint(2, 4)]:
        apart = [spot for spot in spots if all(dist(spot[:2], other[:2]) > 552 for other in taken)]
        if apart:
            miner.x, miner.y, miner.level = chance.choice(apart)
            taken.append(miner.spot)
    return state, world, spots


def known(chance: random.Random) -> Battlefield:
    field: Battlefield = chance.choice(FIELDS)
    return field


def on_table(state: State, *seats: int) -> list[Spot]:
    """Where TAGs other than these stand."""
    return [miner.spot for miner in state.miners if miner.on_table and miner.seat not in seats]


def pairs(spots: list[Spot], chance: random.Random, count: int) -> list[tuple[Spot, Spot]]:
    found = [tuple(chance.sample(spots, 2)) for _ in range(count)] if len(spots) > 1 else []
    return [(one, other) for one, other in found if dist(one[:2], other[:2]) > 555]


def put_beast(state: State, chance: random.Random) -> tuple[int, int]:
    """The MegaBeast in any hexagon without a tile."""
    cell = chance.choice(sorted(state.field.voids))
    state.beast.cell = cell
    state.beast.card = chance.randrange(len(CONTENT.beasts))
    return cell


@given(seed=seeds)
def test_line_of_fire_between_miners(seed: int) -> None:
    """Others in the way are models; who shoots and who is shot at are not in their own way."""
    chance = random.Random(seed)
    state, world, spots = random_table(chance, 24)
    models = [world.model(spot) for spot in on_table(state, 0, 1)]
    apart = [spot for spot in spots if all(dist(spot[:2], third[:2]) > 552 for third in on_table(state, 0, 1))]
    for one, other in pairs(apart, chance, 20):
        seen = clear(state, 0, one, 1, other)
        assert seen == clear(state, 1, other, 0, one), "line of fire is mutual"
        prisms = [*world.obstacles(), *models]
        a, b = world.standee(one), world.standee(other)
        if seen:
            assert oracles.perhaps_seen(a, b, prisms), (seed, one, other)
        else:
            assert not oracles.surely_seen(a, b, prisms), (seed, one, other)


@given(seed=seeds)
def test_line_of_fire_to_and_from_the_megabeast(seed: int) -> None:
    """Its own hexagon is in nobody's way; it sees across the others, miners do not."""
    chance = random.Random(seed)
    state, world, spots = random_table(chance, 16)
    cell = put_beast(state, chance)
    x, y = state.field.middle(cell)
    lair = Standee(x, y, state.field.size * ROOT / 2, 0, CONTENT.beasts[state.beast.card].height)
    models = [world.model(spot) for spot in on_table(state, 0)]
    holes = [prism for other, prism in world.holes.items() if other != cell]
    apart = [spot for spot in spots if all(dist(spot[:2], third[:2]) > 552 for third in on_table(state, 0))]
    for spot in apart[:12]:
        for seen, prisms in (
            (beast_clear(state, 0, spot), [*world.scenery, *models]),
            (clear_to_beast(state, 0, spot), [*world.scenery, *holes, *models]),
        ):
            stands = world.standee(spot)
            if seen:
                assert oracles.perhaps_seen(stands, lair, prisms) or touches_beast(state, spot), (seed, spot)
            else:
                assert not oracles.surely_seen(stands, lair, prisms), (seed, spot)


@given(seed=seeds)
def test_cover(seed: int) -> None:
    """Contact with scenery that hides a part, roofs under one's feet included."""
    chance = random.Random(seed)
    state, world, spots = random_table(chance, 30)
    for attacker, target in pairs(spots, chance, 60):
        if in_cover(state, attacker, target):
            assert oracles.perhaps_covered(world, attacker, target), (seed, attacker, target)
        else:
            assert not oracles.surely_covered(world, attacker, target), (seed, attacker, target)


@given(seed=seeds)
def test_range(seed: int) -> None:
    """The shortest line between two silhouettes, over heights as on the ground, and its segment of the ruler."""
    chance = random.Random(seed)
    state, world, spots = random_table(chance, 12)
    cell = put_beast(state, chance)
    x, y = state.field.middle(cell)
    lair = Standee(x, y, 0, 0, CONTENT.beasts[state.beast.card].height)
    hexagon = world.holes[cell].shape.exterior
    outline = [hexagon.interpolate(share / 72, normalized=True) for share in range(72)]
    beast = oracles.surface(lair, [(point.x, point.y) for point in outline])
    for one, other in pairs(spots, chance, 5):
        a, b = world.standee(one), world.standee(other)
        surface = oracles.surface(a, oracles.ring(a))
        to_miner = oracles.gap(surface, oracles.surface(b, oracles.ring(b)))
        to_beast = oracles.gap(surface, beast)
        for measured, sampled in ((distance(state, one, other), to_miner), (distance_to_beast(state, one), to_beast)):
            if measured > 50:
                assert measured - 0.1 <= sampled <= measured + FAR + 3000 / measured, (seed, one, other)
        assert band(state, to_miner) == band(state, distance(state, one, other)) or any(
            abs(to_miner - end) < FAR + 20 for end in (2000, 4000, 6000)
        )


@given(seed=seeds)
def test_arcs_hexagons_and_contact(seed: int) -> None:
    """Front arc and angle of vision, hexagons that a path leads through, and who touches whom."""
    chance = random.Random(seed)
    state, world, spots = random_table(chance, 20)
    cell = put_beast(state, chance)
    x, y = state.field.middle(cell)
    radius = CONSTANTS.base_radius
    for one, other in pairs(spots, chance, 20):
        watcher = state.miners[0]
        watcher.x, watcher.y, watcher.level = one
        away = oracles.half_plane(one[0], one[1], watcher.facing, 90).distance(Point(other[:2]))
        if abs(away - radius) > oracles.HAIR:
            assert in_front(state, watcher, other[0], other[1], radius) == (away < radius), (seed, one, other)
        facing, sides = chance.randrange(6), chance.randint(1, 5)
        away = oracles.half_plane(x, y, side_bearing(facing), 30 * sides).distance(Point(other[:2]))
        if abs(away - radius) > oracles.HAIR:
            assert in_vision(state, other, facing, sides) == (away < radius), (seed, other, facing, sides)
        tile = chance.randrange(len(world.tiles))
        away = oracles.way((one, other)).distance(world.tiles[tile])
        if abs(away - radius + 1) > oracles.HAIR:
            assert crosses(state, (one, other), [tile]) == (away < radius - 1), (seed, one, other, tile)
        angle, gap = chance.randrange(360), chance.randint(-1, 12)
        step = oracles.half_plane(one[0], one[1], angle, 0.001).exterior.coords[1]
        share = (2 * radius + gap) / dist(one[:2], step)
        near = round(one[0] + (step[0] - one[0]) * share), round(one[1] + (step[1] - one[1]) * share), GROUND
        away = Point(one[:2]).buffer(radius, 256).distance(Point(near[:2]).buffer(radius, 256))
        if abs(away - CONSTANTS.contact) > oracles.HAIR:
            meet = abs(world.floor(one) - world.floor(near)) < CONSTANTS.silhouette
            assert touch(state, one, near) == (meet and away < CONSTANTS.contact), (seed, one, near)


def random_walk(state: State, world: World, chance: random.Random, spots: list[Spot]) -> tuple[Spot, ...]:
    """One to three pieces: steps anywhere, up to somebody, past a corner, or up and down a piece of scenery."""
    miner = state.miners[0]
    before = miner.spot
    path: list[Spot] = []
    for _ in range(chance.randint(1, 3)):
        kind = chance.randrange(6)
        if kind < 2:
            near = [spot for spot in spots if dist(spot[:2], before[:2]) < 1500 and spot[2] == before[2]]
            near += [spot for spot in spots if dist(spot[:2], before[:2]) < 650 and spot[2] != before[2]]
            spot = chance.choice(near) if near else before
        elif kind == 2:
            near = [other for other in on_table(state, 0) if dist(other[:2], before[:2]) < 2400] or [before]
            goal, gap = chance.choice(near), 550 + chance.randint(-3, 9)
            share = 1 - gap / max(gap, dist(goal[:2], before[:2]))
            aside = chance.choice([0, 0, chance.randint(-300, 300)])
            spot = (
                round(before[0] + (goal[0] - before[0]) * share) + aside,
                round(before[1] + (goal[1] - before[1]) * share),
                before[2],
            )
        else:
            reach = chance.choice([60, 300, 900, 1800])
            spot = before[0] + chance.randint(-reach, reach), before[1] + chance.randint(-reach, reach), before[2]
        if spot != before:
            path.append(spot)
            before = spot
    return tuple(path)


def as_walk(state: State, world: World, path: tuple[Spot, ...], segments: int) -> Walk:
    cell = state.beast.cell
    lair = None if cell is None else Prism(world.holes[cell].shape, CONTENT.beasts[state.beast.card].height)
    loot = tuple(miner.loot_spot for miner in state.miners if miner.loot_spot[0] >= 0)
    climbs = 1 if CONTENT.tags[state.miners[0].card].id == "cavecrawler" else 0
    return Walk(state.miners[0].spot, path, segments, climbs, tuple(on_table(state, 0)), lair, state.impassable, loot)


@given(seed=seeds)
def test_which_paths_are_allowed(seed: int) -> None:
    """Length, width, climbs, contact, tokens and special terrain: what is surely allowed, and what perhaps."""
    chance = random.Random(seed)
    state, world, spots = random_table(chance, 30)
    if not spots:
        return
    if chance.random() < 0.5:
        put_beast(state, chance)
    if chance.random() < 0.3:
        state.impassable = (chance.randrange(len(world.tiles)),)
    state.miners[0].card = chance.choice([0, 2])
    place_on(state, chance.choice(spots))
    if chance.random() < 0.5:
        place_beside(state, world, chance)
    if chance.random() < 0.3:
        state.miners[1].loot_spot = chance.choice(spots)
    for _ in range(40):
        path = random_walk(state, world, chance, spots)
        if path:
            judge(state, world, path, chance.randint(1, 4), seed)


def place_on(state: State, spot: Spot) -> None:
    if all(dist(spot[:2], other[:2]) > 552 for other in on_table(state, 0)):
        state.miners[0].x, state.miners[0].y, state.miners[0].level = spot


def place_beside(state: State, world: World, chance: random.Random) -> None:
    """The second TAG in contact with the first, or nearly."""
    one, other = state.miners[:2]
    turn, away = radians(chance.randrange(360)), 550 + chance.choice([0, 1, 2, 4, 8, 30])
    spot = round(one.x + away * sin(turn)), round(one.y - away * cos(turn)), one.level
    apart = all(dist(spot[:2], third[:2]) > 552 for third in on_table(state, 0, 1))
    if one.on_table and apart and oracles.has_room(world, spot, 0.0):
        other.x, other.y, other.level = spot


def judge(state: State, world: World, path: tuple[Spot, ...], segments: int, seed: int) -> None:
    walk = as_walk(state, world, path, segments)
    if is_legal(state, state.miners[0], path, segments):
        assert oracles.may_walk(world, walk, 2.2), (seed, walk)
    else:
        assert not oracles.may_walk(world, walk, -0.6), (seed, walk)


@given(seed=seeds)
def test_every_proposed_move_is_allowed(seed: int) -> None:
    chance = random.Random(seed)
    state, world, _ = random_table(chance, 12)
    if not state.miners[0].on_table:
        return
    if chance.random() < 0.5:
        put_beast(state, chance)
    found = proposals(state, state.miners[0], 3)
    for option in chance.sample(found, min(12, len(found))):
        path, _ = option.value
        if path:
            assert oracles.may_walk(world, as_walk(state, world, path, 3), 2.2), (seed, option.key)


def test_the_oracle_knows_a_wall_when_it_sees_one() -> None:
    """The oracle itself, on a table one can draw on a napkin."""
    wall = Prism(Point(0, 0).buffer(400, cap_style="square"), 650.0)
    one, other = Standee(-1500, 0, 275, 0, 650), Standee(1500, 0, 275, 0, 650)
    assert not oracles.perhaps_seen(one, other, [Prism(wall.shape, 800.0)])
    assert oracles.surely_seen(one, other, [Prism(wall.shape, 600.0)])
    assert oracles.surely_seen(one, other._replace(low=900, high=1550), [Prism(wall.shape, 700.0)])
