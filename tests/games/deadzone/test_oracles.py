"""Sight, movement, explosions, scatter and range on random battlefields, against a second way of working them out.

A few seconds as a rule; `HYPOTHESIS_PROFILE=thorough` looks at many more, and at others each time.
"""

from __future__ import annotations

import os
import random
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest

from games.deadzone.oracles import Cube, World, distance, random_card
from muster.games.deadzone.battlefield import PARTLY, UNSEEN, WHOLLY, Battlefield
from muster.games.deadzone.content import Ability
from muster.games.deadzone.explosions import scatter
from muster.games.deadzone.reach import Reach, ways_of
from muster.games.deadzone.scenery import build
from muster.games.deadzone.state import State
from muster.kernel.requests import Table
from muster.library import load_game

THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"
TABLES = 400 if THOROUGH else 12
FIRST = random.SystemRandom().randrange(10**6) if THOROUGH else 0
seeds = pytest.mark.parametrize("seed", range(FIRST, FIRST + TABLES))


def table_of(seed: int, walkways: bool = True) -> tuple[Battlefield, World, random.Random]:
    """A random battlefield, built by the game and by the oracle."""
    rng = random.Random(seed)
    while True:
        card = random_card(rng, walkways)
        highest = World(card)
        if all(highest.on_board(cube) for cube in highest.floors):
            return build(card), highest, rng


def number(field: Battlefield, cube: Cube) -> int:
    return field.cubes.at(*cube)


def named(field: Battlefield, cubes: set[Cube]) -> list[str]:
    return sorted(field.names[number(field, cube)] for cube in cubes)


@pytest.mark.clause("DZ field.buildings", "DZ field.cover", "DZ field.walkway")
@seeds
def test_it_is_built_as_the_card_says(seed: int) -> None:
    field, world, _ = table_of(seed)
    for cube in world.cubes:
        at = number(field, cube)
        assert field.stand[at] == world.stands(cube)
        assert field.cover[at] == (cube in world.cover)
        assert field.capacity[at] == (2 if world.floor(cube) == "half" else 4)
        assert field.level[at] == cube[2]
    for place, top in enumerate(field.tops):
        column = [(place % 8, place // 8, level) for level in range(world.levels)]
        assert top == number(field, max((cube for cube in column if world.stands(cube)), key=lambda cube: cube[2]))


@pytest.mark.clause("DZ sight.point", "DZ sight.area", "DZ sight.eye")
@seeds
def test_sight(seed: int) -> None:
    field, world, rng = table_of(seed)
    standing = [cube for cube in world.cubes if world.stands(cube)]
    for _ in range(120):
        viewer, target = rng.choice(standing), rng.choice(standing)
        if viewer == target:
            continue
        place, size, prone = rng.randrange(4), rng.randint(1, 4), rng.random() < 0.3
        other, large, low = rng.randrange(4), rng.randint(1, 4), rng.random() < 0.3
        eye = world.eye(viewer, place, size, prone)
        rays = [world.sees(eye, point) for point in world.body(target, other, large, low)]
        figure = ((number(field, viewer) * 4 + place) * 4 + size - 1) * 2 + int(prone)
        body = ((number(field, target) * 4 + other) * 4 + large - 1) * 2 + int(low)
        seen = WHOLLY if all(rays) else PARTLY if any(rays) else UNSEEN
        assert field.point_sight(figure, body) == seen, (viewer, target, rays)
        area = any(world.sees(eye, point) for point in world.area(target))
        assert field.area_sight(figure, number(field, target)) == area, (viewer, target)


MOVERS = {
    "on foot": (0, ""),
    "with a jump pack": (1 << Ability.JUMP_PACK, "pack"),
    "hovering": (1 << Ability.HOVER, "hover"),
    "a vehicle": (1 << Ability.VEHICLE, "vehicle"),
}


@pytest.mark.clause("DZ move.adjacent", "DZ move.walls", "DZ move.gaps", "DZ move.up", "DZ move.down", "DZ move.floor")
@pytest.mark.clause("DZ sprint.two", "DZ sprint.level", "DZ climb.two", "DZ item.jump_pack", "DZ ability.hover")
@pytest.mark.clause("DZ ability.vehicle_ramp", "DZ move.walkway_gap")
@seeds
def test_reach(seed: int) -> None:
    """Large models do not fit onto walkways: they are tried where there are none."""
    for sizes, walkways in (((1, 2), True), ((3, 4), False)):
        field, world, rng = table_of(seed, walkways)
        standing = [cube for cube in world.cubes if world.stands(cube)]
        for size in sizes:
            for kind, (abilities, how) in MOVERS.items():
                reach = Reach(field, ways_of(abilities), size, how == "hover")
                pack, hover, vehicle = (how == name for name in ("pack", "hover", "vehicle"))
                for cube in rng.sample(standing, 12):
                    region = reach.region(number(field, cube))
                    moves = world.steps(cube, size, pack, hover, vehicle)
                    sprints = world.sprints(cube, size, pack, hover, vehicle)
                    climbs = set() if vehicle else world.climbs(cube, size, pack, hover)
                    told = (kind, size, cube)
                    assert sorted(field.names[to] for to in region.moves) == named(field, moves), told
                    assert sorted(field.names[one.to] for one in region.sprints) == named(field, sprints), told
                    assert sorted(field.names[one.to] for one in region.climbs) == named(field, climbs), told


@pytest.mark.clause("DZ frag.area")
@seeds
def test_explosions_reach(seed: int) -> None:
    field, world, _ = table_of(seed)
    for cube in world.cubes:
        if world.stands(cube):
            found = [field.names[to] for to in field.near[number(field, cube)]]
            assert sorted(found) == named(field, world.blast(cube)), cube


def play(coroutine: Coroutine[Any, Any, int], faces: Iterator[int]) -> int:
    """Give a rule the faces that its dice show."""
    try:
        roll = coroutine.send(None)
        while True:
            roll = coroutine.send([next(faces) for _ in roll.sides])
    except StopIteration as done:
        return int(done.value)


@pytest.mark.clause("DZ scatter.direction", "DZ scatter.blocked", "DZ scatter.no_floor", "DZ scatter.partial")
@pytest.mark.clause("DZ move.walkway_fall")
@seeds
def test_scatter(seed: int) -> None:
    field, world, rng = table_of(seed)
    content = load_game("deadzone").content
    state = State(content, field, [], [], content.maps[0])
    for _ in range(80):
        start = rng.choice(world.cubes)
        if not world.stands(start):
            continue
        faces = [rng.randint(1, 8) for _ in range(8)]
        found = play(scatter(Table(False), state, number(field, start)), iter(faces))
        assert field.cubes.where[found] == world.scatter(start, faces[0], iter(faces[1:])), (start, faces)


@pytest.mark.clause("DZ shoot.range")
def test_range() -> None:
    field, world, rng = table_of(1)
    for _ in range(500):
        one, other = rng.choice(world.cubes), rng.choice(world.cubes)
        assert field.cubes.distance(number(field, one), number(field, other)) == distance(one, other)
