"""The open table against independent references: shapely for distances, a dense fan of rays for sight."""

from __future__ import annotations

from math import cos, hypot, pi, radians, sin

from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Polygon
from shapely import Point as ShapelyPoint

from muster.geometry.hexes import SIDES, cell_at, centre, corners, neighbour, side_bearing, steps_between
from muster.geometry.plane import Clutter, Convex, bearing, disc, is_convex, to_piece, turn_between
from muster.geometry.silhouettes import Block, Volume, hidden_in_part, in_sight

coordinates = st.integers(-3000, 3000)
points = st.tuples(coordinates, coordinates)
RAYS = 81


@st.composite
def shapes(draw: st.DrawFn) -> Convex:
    x, y = draw(points)
    count = draw(st.integers(3, 7))
    radius, start = draw(st.integers(50, 900)), draw(st.floats(0, 6.28))
    return Convex(
        [
            (x + radius * cos(start + 2 * pi * k / count), y + radius * sin(start + 2 * pi * k / count))
            for k in range(count)
        ]
    )


@st.composite
def volumes(draw: st.DrawFn) -> Volume:
    x, y = draw(points)
    low = draw(st.sampled_from([0, 0, 300, 800]))
    return Volume(x, y, 275, low, low + 650)


@given(shape=shapes(), point=points)
def test_distance_to_a_point_is_shapelys(shape: Convex, point: tuple[int, int]) -> None:
    expected = Polygon(shape.corners).distance(ShapelyPoint(*point))
    assert abs(shape.distance(*point) - expected) < 1e-4


@given(shape=shapes(), a=points, b=points)
def test_distance_to_a_piece_is_shapelys(shape: Convex, a: tuple[int, int], b: tuple[int, int]) -> None:
    expected = Polygon(shape.corners).distance(LineString([a, b]))
    assert abs(shape.to_piece(*a, *b) - expected) < 1e-4
    for limit in (1.0, 275.0, 1000.0):
        if abs(expected - limit) > 1e-3:
            assert shape.closer_than(limit, *a, *b) == (expected < limit)


@given(many=st.lists(shapes(), max_size=5), a=points, b=points, distance=st.integers(1, 900))
def test_the_first_shape_that_is_near_is_found(
    many: list[Convex], a: tuple[int, int], b: tuple[int, int], distance: int
) -> None:
    """The boxes around the shapes only save time."""
    near = [str(number) for number, shape in enumerate(many) if shape.to_piece(*a, *b) < distance]
    clutter = Clutter([(shape, str(number)) for number, shape in enumerate(many)])
    assert clutter.closer_than(distance, *a, *b) == (near[0] if near else "")


@given(point=points, a=points, b=points)
def test_distance_of_point_and_piece_is_shapelys(
    point: tuple[int, int], a: tuple[int, int], b: tuple[int, int]
) -> None:
    assert abs(to_piece(*point, *a, *b) - LineString([a, b]).distance(ShapelyPoint(*point))) < 1e-4


def ray_reference(one: Volume, other: Volume, blocks: list[Block]) -> bool:
    """Every pair of many points across the two silhouettes, head to head."""
    length = hypot(other.x - one.x, other.y - one.y)
    nx, ny = -(other.y - one.y) / length, (other.x - one.x) / length
    sides = [(2 * k / (RAYS - 1) - 1) * 0.9999 for k in range(RAYS)]
    for s in sides:
        for u in sides:
            ax, ay = one.x + nx * s * one.radius, one.y + ny * s * one.radius
            bx, by = other.x + nx * u * other.radius, other.y + ny * u * other.radius
            if not any(_stopped(ax, ay, one.high, bx, by, other.high, block) for block in blocks):
                return True
    return False


def _stopped(ax: float, ay: float, az: float, bx: float, by: float, bz: float, block: Block) -> bool:
    crossing = block.shape.crossing(ax, ay, bx, by)
    if crossing is None:
        return False
    return min(az + (bz - az) * crossing[0], az + (bz - az) * crossing[1]) <= block.top


blocks = st.lists(st.builds(Block, shapes(), st.sampled_from([200.0, 700.0, 1100.0, 1e9])), max_size=4)


def narrowed(volume: Volume, by: float) -> Volume:
    return Volume(volume.x, volume.y, volume.radius - by, volume.low, volume.high)


@given(one=volumes(), other=volumes(), blocks=blocks)
def test_sight_agrees_with_a_dense_fan_of_rays(one: Volume, other: Volume, blocks: list[Block]) -> None:
    if hypot(one.x - other.x, one.y - other.y) <= 560:
        return
    seen = in_sight(one, other, blocks)
    if ray_reference(one, other, blocks):
        assert seen
    elif seen:
        # The fan may miss a gap thinner than the space between two rays: then a slightly finer one must be there.
        assert not in_sight(narrowed(one, 14), narrowed(other, 14), [Block(_grown(b.shape, 8), b.top) for b in blocks])


def _grown(shape: Convex, by: float) -> Convex:
    return Convex(
        [
            (x + (x - shape.x) / shape.radius * by * 2, y + (y - shape.y) / shape.radius * by * 2)
            for x, y in shape.corners
        ]
    )


@given(one=volumes(), other=volumes(), blocks=blocks)
def test_sight_is_mutual(one: Volume, other: Volume, blocks: list[Block]) -> None:
    assert in_sight(one, other, blocks) == in_sight(other, one, blocks)


def moved(x: float, y: float, turn: float, dx: float, dy: float) -> tuple[float, float]:
    c, s = cos(turn), sin(turn)
    return x * c - y * s + dx, x * s + y * c + dy


@given(one=volumes(), other=volumes(), blocks=blocks, turn=st.floats(0, 6.28), dx=coordinates, dy=coordinates)
def test_moving_and_turning_everything_changes_nothing(
    one: Volume, other: Volume, blocks: list[Block], turn: float, dx: int, dy: int
) -> None:
    def shifted(volume: Volume) -> Volume:
        return Volume(*moved(volume.x, volume.y, turn, dx, dy), volume.radius, volume.low, volume.high)

    turned = [Block(Convex([moved(x, y, turn, dx, dy) for x, y in b.shape.corners]), b.top) for b in blocks]
    if in_sight(one, other, blocks) != in_sight(shifted(one), shifted(other), turned):
        # Only where the answer hangs on a hair can rounding tip it.
        assert in_sight(narrowed(one, 1), narrowed(other, 1), blocks) != in_sight(
            narrowed(one, -1), narrowed(other, -1), blocks
        )
    for limit in (275.0,):
        assert [round(b.shape.distance(one.x, one.y) - limit, 3) for b in blocks] == [
            round(b.shape.distance(*moved(one.x, one.y, turn, dx, dy)) - limit, 3) for b in turned
        ]


def test_what_is_as_high_as_both_hides() -> None:
    """Three bases of one size in a row: the one in the middle hides the others from each other."""
    one, other = Volume(0, 0, 275, 0, 650), Volume(2400, 0, 275, 0, 650)
    assert not in_sight(one, other, [Block(disc(1000, 0, 275), 650)])
    assert in_sight(one, other, [Block(disc(1000, 20, 275), 650)])
    assert in_sight(one, Volume(2400, 0, 275, 300, 950), [Block(disc(1000, 0, 275), 650)]), "over its head"


def test_a_low_wall_hides_the_feet_and_not_the_head() -> None:
    wall = Block(Convex([(1400, -300), (1500, -300), (1500, 300), (1400, 300)]), 300)
    eye, target = Volume(0, 0, 275, 0, 650), Volume(1780, 0, 275, 0, 650)
    assert in_sight(eye, target, [wall])
    assert hidden_in_part(eye, target, wall)
    assert not hidden_in_part(target, Volume(-1780, 0, 275, 0, 650), wall)
    roof = Volume(1450, 0, 275, 300, 950)
    assert not hidden_in_part(Volume(0, 0, 275, 1000, 1650), roof, wall), "from above nothing is hidden"


@given(cell=st.tuples(st.integers(-4, 9), st.integers(-4, 9)))
def test_hexagons_know_their_neighbours(cell: tuple[int, int]) -> None:
    x, y = centre(cell, 1000)
    assert cell_at(x, y, 1000) == cell
    assert is_convex(corners(cell, 1000))
    for side in range(SIDES):
        other = neighbour(cell, side)
        assert steps_between(cell, other) == 1
        assert neighbour(other, (side + 3) % SIDES) == cell
        assert turn_between(bearing(x, y, *centre(other, 1000)), side_bearing(side)) < 1e-6
        angle = radians(side_bearing(side))
        assert cell_at(x + 800 * sin(angle), y - 800 * cos(angle), 1000) == cell
