"""Cubes and sight: distances, lines, and the fast way of following a line against a slow and simple one."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from muster.geometry.cube_sight import Face, Point, Scenery, stops
from muster.geometry.cubes import Cubes, between, cube_name
from muster.geometry.squares import NOWHERE

CUBES = Cubes(4, 4, 3)
cubes = st.integers(0, CUBES.size - 1)


def test_names_and_places() -> None:
    assert cube_name(2, 3, 0) == "c4.1"
    assert CUBES.index["b2.3"] == CUBES.at(1, 1, 2)
    assert CUBES.at(4, 0, 0) == NOWHERE
    assert CUBES.step(CUBES.at(1, 1, 1), 1, -1, -1) == CUBES.at(2, 0, 0)


@given(one=cubes, other=cubes)
def test_distance_is_the_higher_of_level_and_ground(one: int, other: int) -> None:
    a, b = CUBES.where[one], CUBES.where[other]
    ground = max(abs(a[0] - b[0]), abs(a[1] - b[1]))
    assert CUBES.distance(one, other) == max(ground, abs(a[2] - b[2])) == CUBES.distance(other, one)


@given(one=cubes, other=cubes)
def test_the_cubes_between_are_neighbours_of_each_other(one: int, other: int) -> None:
    path = [one, *between(CUBES, one, other), other]
    assert one not in path[1:-1]
    assert all(CUBES.distance(a, b) <= 1 for a, b in pairwise(path))


walls = st.sampled_from([Face.OPEN, Face.OPEN, Face.OPEN, Face.SOLID, Face.DOOR, Face.WINDOW])
floors = st.sampled_from([Face.OPEN, Face.OPEN, Face.SOLID, Face.PARTIAL, Face.HALF])


@st.composite
def sceneries(draw: st.DrawFn) -> Scenery:
    scenery = Scenery(CUBES)
    for cube in range(CUBES.size):
        scenery.east[cube] = draw(walls)
        scenery.south[cube] = draw(walls)
        scenery.floor[cube] = draw(floors)
    return scenery


def coordinates(most: int) -> st.SearchStrategy[float]:
    """Odd thousandths: no line between two such points runs along an edge."""
    return st.integers(0, most * 500 - 1).map(lambda number: (2 * number + 1) / 1000)


points = st.tuples(coordinates(4), coordinates(4), coordinates(3))


def slowly_clear(scenery: Scenery, start: Point, end: Point) -> bool:
    """Every face of every cube is asked whether the line goes through it, in exact fractions."""
    a, b = ([Fraction(value).limit_denominator(1000) for value in point] for point in (start, end))
    for cube, (column, row, level) in enumerate(CUBES.where):
        for axis, plane, face in (
            (0, column + 1, scenery.east[cube]),
            (1, row + 1, scenery.south[cube]),
            (2, level, scenery.floor[cube]),
        ):
            if not min(a[axis], b[axis]) < plane < max(a[axis], b[axis]):
                continue
            share = (plane - a[axis]) / (b[axis] - a[axis])
            at = [a[n] + share * (b[n] - a[n]) for n in range(3)]
            low = (column, row, level)
            inside = all(low[n] <= at[n] < low[n] + 1 for n in range(3) if n != axis)
            u, v = (at[n] - low[n] for n in range(3) if n != axis)
            if inside and stops(face, float(u), float(v)):
                return False
    return True


@given(scenery=sceneries(), start=points, end=points)
def test_the_fast_way_and_the_slow_way_see_the_same(scenery: Scenery, start: Point, end: Point) -> None:
    assert scenery.clear(start, end) == slowly_clear(scenery, start, end)


@given(scenery=sceneries(), start=points, end=points)
def test_a_line_is_the_same_from_both_ends(scenery: Scenery, start: Point, end: Point) -> None:
    assert scenery.clear(start, end) == scenery.clear(end, start)


def test_openings() -> None:
    assert not stops(Face.DOOR, 0.5, 0.3)
    assert stops(Face.DOOR, 0.1, 0.3)
    assert stops(Face.WINDOW, 0.5, 0.2)
    assert not stops(Face.WINDOW, 0.5, 0.5)
    assert not stops(Face.PARTIAL, 0.7, 0.7)
    assert stops(Face.HALF, 0.5, 0.2)
