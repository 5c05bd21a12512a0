"""A second, slow way to answer what the rules ask of a battlefield, written from the rule text and our rulings.

Nothing is shared with the rules but the card of a battlefield: walls and floors are put together again from it, by name
of cube, and every question is answered by walking through them step by step.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from muster.games.deadzone.cards.scenery import BattlefieldFile, BuildingFile

Cube = tuple[int, int, int]
"""Column, row, level, from 0."""
Point = tuple[float, float, float]
LETTERS = "abcdefgh"
SIDES = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
AROUND = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]
"""The scatter diagram: 1 is north-west, then clockwise."""
WIDEST = {"open": 4, "door": 3, "window": 1, "solid": 0}
"""The largest model that goes through (ruling 9)."""
HEIGHT = {1: 0.55, 2: 0.7, 3: 0.85, 4: 0.95}
WIDTH = {1: 0.09, 2: 0.13, 3: 0.19, 4: 0.26}


def random_card(rng: random.Random, walkways: bool = True) -> BattlefieldFile:
    """Buildings with doors, windows, broken and missing floors; loose floors and walls; walkways, ramps, cover."""

    def place(levels: tuple[int, ...] = (1,)) -> str:
        return f"{rng.choice('abcdefg')}{rng.randint(1, 7)}.{rng.choice(levels)}"

    def side(levels: tuple[int, ...]) -> str:
        name = place(levels)
        return name.replace(".", rng.choice("nesw") + ".")

    buildings = [
        BuildingFile(
            at=f"{rng.choice('abcdef')}{rng.randint(1, 6)}",
            width=rng.randint(1, 3),
            depth=rng.randint(1, 3),
            storeys=rng.randint(1, 2),
            doors=tuple(side((1, 2)) for _ in range(rng.randint(0, 6))),
            windows=tuple(side((1, 2)) for _ in range(rng.randint(0, 6))),
            open=tuple(side((1, 2)) for _ in range(rng.randint(0, 4))),
            partial=tuple(place((2, 3)) for _ in range(rng.randint(0, 3))),
            missing=tuple(place((2, 3)) for _ in range(rng.randint(0, 3))),
        )
        for _ in range(rng.randint(1, 6))
    ]
    ramps = []
    for _ in range(rng.randint(0, 2)):
        x, y = rng.randint(0, 6), rng.randint(0, 6)
        ramps.append((f"{LETTERS[x]}{y + 1}.1", f"{LETTERS[x + 1]}{y + 1}.2"))
    return BattlefieldFile(
        id="random",
        source="house",
        levels=3,
        buildings=tuple(buildings),
        floors=(*(place((2, 3)) for _ in range(rng.randint(0, 6))), *(high for _, high in ramps)),
        walkways=tuple(place((2, 3)) for _ in range(rng.randint(0, 6))) if walkways else (),
        walls=tuple(side((1, 2, 3)) for _ in range(rng.randint(0, 8))),
        ramps=tuple(ramps),
        cover=tuple(place() for _ in range(rng.randint(0, 8))),
    )


class World:
    """A battlefield as one would see it on the table."""

    def __init__(self, card: BattlefieldFile) -> None:
        self.levels = card.levels
        self.walls: dict[frozenset[Cube], str] = {}
        self.floors: dict[Cube, str] = {(x, y, 0): "solid" for x in range(8) for y in range(8)}
        for building in card.buildings:
            self._raise(building)
        for name in card.floors:
            self.floors[self.cube(name)] = "solid"
        for name in card.walkways:
            self.floors[self.cube(name)] = "half"
        for name in card.walls:
            self._wall(name, "solid")
        self.ramps = [(self.cube(low), self.cube(high)) for low, high in card.ramps]
        self.cover = {self.cube(name) for name in card.cover}
        self.cubes = [(x, y, z) for z in range(self.levels) for y in range(8) for x in range(8)]

    @staticmethod
    def cube(name: str) -> Cube:
        place, _, level = name.partition(".")
        return LETTERS.index(place[0]), int(place[1:]) - 1, int(level or 1) - 1

    def _wall(self, name: str, kind: str) -> None:
        place, _, level = name.partition(".")
        x, y, z = self.cube(f"{place[:-1]}.{level or 1}")
        dx, dy = SIDES[place[-1]]
        if 0 <= x + dx < 8 and 0 <= y + dy < 8:
            self.walls[frozenset({(x, y, z), (x + dx, y + dy, z)})] = kind

    def _raise(self, building: BuildingFile) -> None:
        left, top, _ = self.cube(building.at)
        inside = {(left + dx, top + dy) for dx, dy in product(range(building.width), range(building.depth))}
        for storey in range(building.storeys):
            for x, y in inside:
                self.floors[x, y, storey + 1] = "solid"
                for dx, dy in SIDES.values():
                    if (x + dx, y + dy) not in inside and 0 <= x + dx < 8 and 0 <= y + dy < 8:
                        self.walls[frozenset({(x, y, storey), (x + dx, y + dy, storey)})] = "solid"
        for names, kind in ((building.doors, "door"), (building.windows, "window"), (building.open, "open")):
            for name in names:
                self._wall(name, kind)
        for names, kind in ((building.partial, "partial"), (building.missing, "open")):
            for name in names:
                self.floors[self.cube(name)] = kind

    # What stands where

    def floor(self, cube: Cube) -> str:
        return self.floors.get(cube, "open")

    def stands(self, cube: Cube) -> bool:
        return self.on_board(cube) and self.floor(cube) != "open"

    def on_board(self, cube: Cube) -> bool:
        return 0 <= cube[0] < 8 and 0 <= cube[1] < 8 and 0 <= cube[2] < self.levels

    def wall(self, cube: Cube, dx: int, dy: int) -> str:
        """The edge of the board is a wall."""
        beside = (cube[0] + dx, cube[1] + dy, cube[2])
        return self.walls.get(frozenset({cube, beside}), "open") if self.on_board(beside) else "solid"

    def gap(self, cube: Cube, dx: int, dy: int) -> int:
        """The largest model that gets to a neighbour on the level, round the better corner if that is diagonal."""
        if not dx or not dy:
            return WIDEST[self.wall(cube, dx, dy)]
        x, y, z = cube
        found = [0]
        for one, two in (((dx, 0), (0, dy)), ((0, dy), (dx, 0))):
            corner = (x + one[0], y + one[1], z)
            if self.on_board(corner):
                found.append(min(WIDEST[self.wall(cube, *one)], WIDEST[self.wall(corner, *two)]))
        return max(found)

    def is_open_above(self, cube: Cube) -> bool:
        """No whole floor closes the cube from above, and there is something above."""
        above = (cube[0], cube[1], cube[2] + 1)
        return self.on_board(above) and self.floor(above) != "solid"

    # Sight: from cube to cube along the line, asking each face that it goes through

    def sees(self, eye: Point, point: Point) -> bool:
        for axis in range(3):
            low, high = sorted((eye[axis], point[axis]))
            for plane in range(9):
                if low < plane < high and self._is_stopped(eye, point, axis, plane):
                    return False
        return True

    def _is_stopped(self, eye: Point, point: Point, axis: int, plane: int) -> bool:
        share = (plane - eye[axis]) / (point[axis] - eye[axis])
        at = [eye[n] + share * (point[n] - eye[n]) for n in range(3)]
        if axis == 2:
            cube = (int(at[0]), int(at[1]), plane)
            face, u, v = self.floor(cube), at[0] % 1, at[1] % 1
        else:
            before = tuple(plane - 1 if n == axis else int(at[n]) for n in range(3))
            dx, dy = (1, 0) if axis == 0 else (0, 1)
            cube = (before[0], before[1], before[2])
            if not self.on_board(cube):
                return False
            face, u, v = self.wall(cube, dx, dy), at[1 - axis] % 1, at[2] % 1
        if face == "door":
            return not (0.2 < u < 0.8 and v < 0.8)
        if face == "window":
            return not (0.2 < u < 0.8 and 0.35 < v < 0.8)
        if face == "partial":  # a hole in the south-east
            return u <= 0.5 or v <= 0.5
        if face == "half":  # a floor in the north
            return v < 0.5
        return face == "solid"

    def _foot(self, cube: Cube, place: int, size: int) -> tuple[float, float]:
        east, south = (0.27, 0.73)[place % 2], (0.27, 0.73)[place // 2]
        if size == 2:
            east = 0.5
        if size > 2:
            east = south = 0.5
        if self.floor(cube) == "half":
            south = 0.27
        return cube[0] + east, cube[1] + south

    def eye(self, cube: Cube, place: int, size: int, prone: bool) -> Point:
        x, y = self._foot(cube, place, size)
        return x + 0.0113, y + 0.0071, cube[2] + 0.92 * HEIGHT[size] * (0.5 if prone else 1)

    def body(self, cube: Cube, place: int, size: int, prone: bool) -> list[Point]:
        """Feet, middle and head, and the four sides at the hip."""
        x, y = self._foot(cube, place, size)
        tall, wide = HEIGHT[size] * (0.5 if prone else 1), WIDTH[size]
        spine = [(x, y, cube[2] + part * tall) for part in (0.12, 0.5, 0.97)]
        hip = cube[2] + 0.61 * tall
        return [*spine, *((x + wide * dx, y + wide * dy, hip) for dx, dy in SIDES.values())]

    def area(self, cube: Cube) -> list[Point]:
        grid = (0.081, 0.4937, 0.917)
        return [(cube[0] + x, cube[1] + y, cube[2] + z) for x, y, z in product(grid, repeat=3)]

    # Movement

    def steps(self, cube: Cube, size: int, pack: bool = False, hover: bool = False, vehicle: bool = False) -> set[Cube]:
        """Where one Move leads."""
        found = {to for to, level in self._level_steps(cube, size, pack and not vehicle) if level}
        found |= {high for low, high in self.ramps if low == cube} | {low for low, high in self.ramps if high == cube}
        if not vehicle:
            found |= set(self._ups(cube, size, pack or hover)) | set(self._downs(cube, size))
        return found

    def _level_steps(self, cube: Cube, size: int, pack: bool) -> Iterator[tuple[Cube, bool]]:
        x, y, z = cube
        for dx, dy in AROUND:
            to = (x + dx, y + dy, z)
            if not self.on_board(to):
                continue
            gap = self.gap(cube, dx, dy)
            if self.stands(to):
                if gap >= size or (pack and not (dx and dy) and self._can_vault(cube, to, dx, dy)):
                    yield to, True
            elif pack and gap >= size:
                beyond = (x + 2 * dx, y + 2 * dy, z)
                if self.stands(beyond) and self.gap(to, dx, dy) >= size:
                    yield beyond, True

    def _can_vault(self, cube: Cube, to: Cube, dx: int, dy: int) -> bool:
        above = (cube[0], cube[1], cube[2] + 1)
        return self.is_open_above(cube) and self.is_open_above(to) and self.gap(above, dx, dy) == 4

    def _ups(self, cube: Cube, size: int, free: bool) -> Iterator[Cube]:
        x, y, z = cube
        above = (x, y, z + 1)
        if not self.is_open_above(cube):
            return
        walls = [self.wall(cube, dx, dy) != "open" for dx, dy in SIDES.values() if self.on_board((x + dx, y + dy, z))]
        if self.stands(above) and size <= 2 and (free or any(walls)):
            yield above
        for dx, dy in AROUND:
            to = (x + dx, y + dy, z + 1)
            holds = not (dx and dy) and self.wall(cube, dx, dy) != "open"
            if self.stands(to) and self.gap(above, dx, dy) >= size and (free or holds):
                yield to

    def _downs(self, cube: Cube, size: int) -> Iterator[Cube]:
        x, y, z = cube
        if z == 0:
            return
        if self.floor(cube) != "solid" and self.stands((x, y, z - 1)) and size <= 2:
            yield (x, y, z - 1)
        for dx, dy in SIDES.values():
            beside, to = (x + dx, y + dy, z), (x + dx, y + dy, z - 1)
            if self.stands(to) and self.floor(beside) != "solid" and WIDEST[self.wall(cube, dx, dy)] >= size:
                yield to

    def sprints(self, cube: Cube, size: int, pack: bool, hover: bool, vehicle: bool) -> set[Cube]:
        """Two steps on one level; who hovers may rise or fall once on the way."""

        def level(one: Cube) -> set[Cube]:
            return {to for to, _ in self._level_steps(one, size, pack and not vehicle)}

        def rise(one: Cube) -> set[Cube]:
            return {to for to in self.steps(one, size, pack, hover, vehicle) if to[2] != one[2]} if hover else set()

        found = {to for via in level(cube) for to in level(via) | rise(via)}
        found |= {to for via in rise(cube) for to in level(via)}
        return found - {cube}

    def climbs(self, cube: Cube, size: int, pack: bool, hover: bool) -> set[Cube]:
        """Two steps up or two down, or a wall of two storeys straight up or down."""
        found: set[Cube] = set()
        for via in self.steps(cube, size, pack, hover):
            if via[2] != cube[2]:
                found |= {to for to in self.steps(via, size, pack, hover) if to[2] - via[2] == via[2] - cube[2]}
        x, y, z = cube
        for dx, dy in SIDES.values():
            if self._is_facade(cube, (x + dx, y + dy, z + 2), dx, dy, size, not (pack or hover)):
                found.add((x + dx, y + dy, z + 2))
            if self._is_facade((x + dx, y + dy, z - 2), cube, -dx, -dy, size, False):
                found.add((x + dx, y + dy, z - 2))
        return found

    def _is_facade(self, foot: Cube, top: Cube, dx: int, dy: int, size: int, holds: bool) -> bool:
        if not self.stands(foot) or not self.stands(top):
            return False
        x, y, z = foot
        if any(self.floor((x, y, z + rise)) == "solid" for rise in (1, 2)):
            return False
        if holds and any(self.wall((x, y, z + rise), dx, dy) == "open" for rise in (0, 1)):
            return False
        return WIDEST[self.wall((x, y, z + 2), dx, dy)] >= size

    # Explosions and scatter

    def blast(self, cube: Cube) -> set[Cube]:
        """The adjacent cubes on its level or above to which a small model with a jump pack could move."""
        near = {to for to in self.steps(cube, 1, pack=True) if max(abs(to[n] - cube[n]) for n in range(3)) == 1}
        return {to for to in near if to[2] >= cube[2]}

    def scatter(self, cube: Cube, face: int, floors: Iterator[int]) -> Cube:
        """One cube as the die says, back if a wall is there, down where nothing holds it."""
        dx, dy = AROUND[face - 1]
        to = (cube[0] + dx, cube[1] + dy, cube[2])
        at = to if self.on_board(to) and self.gap(cube, dx, dy) > 0 else cube
        while self.floor(at) != "solid" and (self.floor(at) == "open" or next(floors) <= 3):
            at = (at[0], at[1], at[2] - 1)
        return at


def distance(one: Cube, other: Cube) -> int:
    """The shortest route between adjacent cubes, counted cube by cube."""
    here, count = one, 0
    while here != other:
        here = tuple(a + (a < b) - (a > b) for a, b in zip(here, other, strict=True))  # type: ignore[assignment]
        count += 1
    return count
