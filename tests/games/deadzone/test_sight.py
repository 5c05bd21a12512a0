"""Sight on random battlefields: the tables against rays cast one by one, face by face, in exact fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muster.games.deadzone.board.battlefield import GRID, PARTLY, UNSEEN, WHOLLY, Battlefield, eye_of, points_of
from muster.games.deadzone.board.construction import build
from muster.games.deadzone.cards.scenery import BattlefieldFile, BuildingFile
from muster.geometry.cube_sight import Point, Scenery, stops

letters, numbers = st.sampled_from("abcdef"), st.integers(1, 6)
places = st.builds(lambda letter, number: f"{letter}{number}", letters, numbers)
sides = st.builds(lambda place, side: f"{place}{side}", places, st.sampled_from("nesw"))


@st.composite
def battlefields(draw: st.DrawFn) -> Battlefield:
    """Some buildings with doors, windows and broken floors, loose walls, walkways."""
    buildings = [
        BuildingFile(at=draw(places), width=draw(st.integers(1, 2)), depth=draw(st.integers(1, 2)), storeys=storeys)
        for storeys in draw(st.lists(st.integers(1, 2), max_size=4))
    ]
    doors = tuple(draw(st.lists(sides, max_size=6)))
    windows = tuple(draw(st.lists(sides, max_size=6)))
    partial = tuple(f"{place}.2" for place in draw(st.lists(places, max_size=2)))
    if buildings:
        first = buildings[0]
        buildings[0] = BuildingFile(
            first.at, first.width, first.depth, first.storeys, doors=doors, windows=windows, partial=partial
        )
    walkways = tuple(f"{place}.2" for place in draw(st.lists(places, max_size=3)))
    walls = tuple(draw(st.lists(sides, max_size=8)))
    card: dict[str, Any] = {"id": "random", "source": "house", "levels": 3, "buildings": tuple(buildings)}
    return build(BattlefieldFile(**card, walkways=walkways, walls=walls))


def is_clear(scenery: Scenery, start: Point, end: Point) -> bool:
    """Every face of every cube is asked whether the line goes through it."""
    a, b = ([Fraction(value) for value in point] for point in (start, end))
    for cube, low in enumerate(scenery.cubes.where):
        faces = ((0, low[0] + 1, scenery.east), (1, low[1] + 1, scenery.south), (2, low[2], scenery.floor))
        for axis, plane, kinds in faces:
            if not kinds[cube] or not min(a[axis], b[axis]) < plane < max(a[axis], b[axis]):
                continue
            share = (plane - a[axis]) / (b[axis] - a[axis])
            at = [a[n] + share * (b[n] - a[n]) for n in range(3)]
            u, v = (at[n] - low[n] for n in range(3) if n != axis)
            if 0 <= u < 1 and 0 <= v < 1 and stops(kinds[cube], float(u), float(v)):
                return False
    return True


def figures(field: Battlefield) -> st.SearchStrategy[int]:
    """A standing place and what stands there."""
    cubes = [cube for cube in range(field.size) if field.stand[cube]]
    return st.builds(lambda cube, rest: cube * 32 + rest, st.sampled_from(cubes), st.integers(0, 31))


@pytest.mark.clause("DZ sight.point", "DZ sight.area", "DZ sight.eye")
@given(data=st.data(), field=battlefields())
@settings(max_examples=40, deadline=None)
def test_the_tables_see_what_rays_see(data: st.DataObject, field: Battlefield) -> None:
    eye, body = data.draw(figures(field)), data.draw(figures(field))
    start, cube = eye_of(field, eye), body // 32
    column, row, level = field.cubes.where[cube]
    samples = [(column + x, row + y, level + z) for x in GRID for y in GRID for z in GRID]
    area = eye // 32 == cube or any(is_clear(field.scenery, start, point) for point in samples)
    rays = [is_clear(field.scenery, start, point) for point in points_of(field, body)]
    seen = UNSEEN if not area or not any(rays) else WHOLLY if all(rays) else PARTLY
    for _ in range(2):  # worked out, then looked up
        assert field.area_sight(eye, cube) == area
        assert field.point_sight(eye, body) == seen


@pytest.mark.clause("DZ sight.point")
@given(data=st.data(), field=battlefields())
@settings(max_examples=40, deadline=None)
def test_a_line_between_two_eyes_is_the_same_from_both(data: st.DataObject, field: Battlefield) -> None:
    one, other = (eye_of(field, data.draw(figures(field))) for _ in range(2))
    assert field.scenery.clear(one, other) == field.scenery.clear(other, one)
