"""Sight, movement, explosions, scatter and range on random battlefields, against a second way of working them out.

A few seconds as a rule; `HYPOTHESIS_PROFILE=thorough` looks at many more, and at others each time.
"""

from __future__ import annotations

import os
import random
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest

from games.content import content_of
from games.deadzone.oracles import Cube, World, distance, random_card
from muster.games.deadzone.board.battlefield import PARTLY, UNSEEN, WHOLLY, Battlefield
from muster.games.deadzone.board.construction import build
from muster.games.deadzone.board.reach import Reach, ways_of
from muster.games.deadzone.cards.keywords import Ability, Item, Keyword
from muster.games.deadzone.rules import blazing, crews, firing, shooting
from muster.games.deadzone.rules.explosions import scatter
from muster.games.deadzone.state.models import Model
from muster.games.deadzone.state.questions import has, sees
from muster.games.deadzone.state.state import Side, State
from muster.kernel.requests import Table
from muster.kernel.terms import total
from muster.library import load_game

GAME: Any = load_game("deadzone")
CONTENT: Any = content_of(GAME)
THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"
TABLES = 100 if THOROUGH else 12
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
    state = State(CONTENT, field, [], [], CONTENT.maps[0])
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


# Who can be fired at, and with how many dice


def armies(seed: int) -> tuple[State, World, random.Random]:
    """Ten models of all kinds anywhere on a random battlefield, some lying down, with smoke and a wreck."""
    field, world, rng = table_of(seed)
    cards = [card for card in CONTENT.models.values() if not card.abilities >> Ability.DEPLOYED & 1]
    standing = [cube for cube in world.cubes if world.stands(cube)]
    state = State(CONTENT, field, [], [Side(0, 0, 0), Side(1, 0, 5)], CONTENT.maps[0])
    for index in range(10):
        card = rng.choice(cards)
        model = Model(index, index // 5, f"{'AB'[index // 5]}{index % 5 + 1}", card, card.abilities)
        model.cube, model.place = number(field, rng.choice(standing)), rng.randrange(4)
        model.aggression = rng.choice((0, 1, 2, 2, 2, 3))
        model.items = rng.choice(((), (), (int(Item.CLOAK),), (int(Item.SCOPE),)))
        model.activated = rng.random() < 0.3
        state.models.append(model)
    state.smoke = [number(field, rng.choice(standing)) for _ in range(rng.choice((0, 0, 1, 2)))]
    state.wrecks = [rng.choice(state.models).cube]
    return state, world, rng


class Marksman:
    """The text on fire at a target, for one model."""

    def __init__(self, state: State, world: World, model: Model) -> None:
        self.state = state
        self.world = world
        self.model = model
        self.cube = self.where(model)
        self.eye = world.eye(self.cube, model.place, model.card.size, model.aggression < 2)
        self.friends = [one for one in state.models if one.owner == model.owner]

    def where(self, model: Model) -> Cube:
        return self.state.field.cubes.where[model.cube]

    def is_hidden(self, cube: int, into: bool) -> bool:
        """Smoke at either end or between; fire into the smoke itself is another matter."""
        line = self.state.field.line(self.model.cube, cube)
        return any(smoke == self.model.cube or smoke in line or (smoke == cube and not into) for smoke in self.smoke)

    @property
    def smoke(self) -> list[int]:
        return self.state.smoke

    def sees(self, target: Model) -> int:
        if self.is_hidden(target.cube, into=False):
            return UNSEEN
        size, prone = target.card.size, target.aggression < 2
        rays = [
            self.world.sees(self.eye, point) for point in self.world.body(self.where(target), target.place, size, prone)
        ]
        return WHOLLY if all(rays) else PARTLY if any(rays) else UNSEEN

    def sees_area(self, cube: int) -> bool:
        area = self.state.field.cubes.where[cube]
        if area == self.cube:
            return True
        return not self.is_hidden(cube, into=True) and any(self.world.sees(self.eye, p) for p in self.world.area(area))

    def haze(self, cube: int) -> int:
        where = self.state.field.cubes.where
        line = [where[one] for one in (cube, *self.state.field.line(self.model.cube, cube))]
        beside = [
            smoke
            for smoke in self.smoke
            if smoke != cube and any(distance(where[smoke], one) == 1 and one[2] >= where[smoke][2] for one in line)
        ]
        return -1 if beside else 0

    def in_cover(self, target: Model) -> bool:
        there = self.where(target)
        return there in self.world.cover or target.cube in self.state.wrecks or there[2] > self.cube[2]

    def shoot(self, target: Model, range_: int) -> int:
        model, there = self.model, self.where(target)
        dice = 3 + (2 if self.sees(target) == WHOLLY else 0) + (1 if self.cube[2] > there[2] else 0)
        dice -= (model.aggression == 3) + (distance(self.cube, there) > range_)
        dice -= 2 if any(one.cube == target.cube and one is not model for one in self.friends) else 0
        dice += has(model, Ability.MARKSMAN) + 2 * has(model, Ability.SNIPER)
        return dice - (2 if Item.CLOAK in target.items else 0) + self.haze(target.cube)

    def blaze(self, cube: int, keywords: set[str]) -> int:
        dice = 3 + 2 * ("firestorm" in keywords) + ("weight" in keywords)
        spotters = [
            one
            for one in self.friends
            if (has(one, Ability.SPOTTER) or (Item.SCOPE in one.items and not one.activated))
            and Marksman(self.state, self.world, one).sees_area(cube)
        ]
        return dice + bool(spotters) - 2 * (cube in self.smoke) + self.haze(cube)

    def is_masked(self, cube: int) -> bool:
        if self.state.field.cubes.where[cube][2] != self.cube[2]:
            return False
        line = self.state.field.line(self.model.cube, cube)
        return any(one.cube in line and one.aggression >= 2 for one in self.state.models)


@pytest.mark.clause("DZ shoot.sight", "DZ shoot.range", "DZ shoot.dice", "DZ shoot.clear", "DZ shoot.higher")
@pytest.mark.clause("DZ shoot.cover", "DZ shoot.long", "DZ shoot.friends", "DZ item.smoke", "DZ item.smoke_edge")
@seeds
def test_shots(seed: int) -> None:
    state, world, _ = armies(seed)
    for model in state.models:
        marksman = Marksman(state, world, model)
        foes = [one for one in state.models if one.owner != model.owner]
        expected = {}
        for target in foes:
            away, seen = distance(marksman.cube, marksman.where(target)), marksman.sees(target)
            for weapon in model.card.weapons:
                limited = weapon.range if weapon.has(Keyword.LIMITED_RANGE) else 2 * weapon.range
                able = model.card.shoot and not weapon.has(Keyword.RAPID_FIRE) and not weapon.has(Keyword.GRENADE)
                heavy = has(model, Ability.CSW) or has(model, Ability.VEHICLE)
                if not able or (heavy and weapon.has(Keyword.INDIRECT)) or has(model, Ability.NON_COMBATANT):
                    continue
                dice = marksman.shoot(target, weapon.range)
                if 0 < away <= limited and seen and dice > 0 and crews.may_fire(model):
                    expected[weapon.id, target.tag] = dice
            cover = 3 + marksman.in_cover(target) + (target.aggression < 2)
            assert total(shooting.survive_shot_pool(state, model, target)) == cover
            under_fire = (
                3 - (marksman.in_cover(target) or not seen) + (target.aggression == 3) + (target.aggression < 2)
            )
            assert total(blazing.survive_blaze_pool(state, model, target)) == under_fire + (Item.CLOAK in target.items)
        listed = shooting.shots(state, model, False, foes, firing.ready_guns(state, model))
        found = {
            (weapon.id, one.tag): total(shooting.shoot_pool(state, model, one, weapon, False, sees(state, model, one)))
            for weapon, one in listed
        }
        assert found == expected, model.tag


@pytest.mark.clause("DZ blaze.sight", "DZ blaze.range", "DZ blaze.through", "DZ blaze.dice", "DZ ability.spotter")
@pytest.mark.clause("DZ item.smoke", "DZ item.smoke_edge", "DZ item.scope")
@seeds
def test_blazes(seed: int) -> None:
    state, world, _ = armies(seed)
    state.turn = 2  # nobody's: no support
    cubes = sorted({model.cube for model in state.models})
    for model in state.models:
        marksman = Marksman(state, world, model)
        arms = firing.ready_blazers(state, model)
        expected = {}
        for weapon in arms:
            keywords = {"firestorm"} if weapon.has(Keyword.FIRESTORM) else set()
            if weapon.has(Keyword.WEIGHT_OF_FIRE) or has(model, Ability.WEIGHT_OF_FIRE):
                keywords.add("weight")
            for cube in cubes:
                away = distance(marksman.cube, state.field.cubes.where[cube])
                dice = marksman.blaze(cube, keywords)
                limited = weapon.range if weapon.has(Keyword.LIMITED_RANGE) else 2 * weapon.range
                if 0 < away <= limited and marksman.sees_area(cube) and not marksman.is_masked(cube) and dice > 0:
                    expected[weapon.id, cube] = dice
        listed = blazing.blazes(state, model, cubes, arms)
        found = {(weapon.id, cube): total(blazing.blaze_pool(state, model, weapon, cube)) for weapon, cube in listed}
        assert found == expected, model.tag
