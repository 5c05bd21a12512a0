"""A table is put together: its edge, its access points, its holes, what is under a base."""

from __future__ import annotations

import pytest

from games.tag_raid.playing import CONTENT, FIELDS
from muster.games.tag_raid.board.battlefield import Battlefield
from muster.games.tag_raid.board.spots import GROUND
from muster.games.tag_raid.cards.content import Movement

CLAIM = FIELDS[0]
CLAIM_ACCESS = [
    *(((433, 3250), (571, 3488), 150), ((1732, 1000), (2007, 1000), 90), ((3897, 250), (4035, 488), 150)),
    *(((6928, 1000), (6653, 1000), 270), ((9093, 1750), (8956, 1988), 210), ((9093, 4750), (8956, 4988), 210)),
    *(((8227, 6250), (8365, 6012), 30), ((6495, 7750), (6358, 7512), 330), ((3031, 7750), (2894, 7512), 330)),
    ((1299, 6250), (1437, 6012), 30),
]
INTERIOR = [(2, 1), (2, 3)]
BORDER = [
    *((-1, 1), (-1, 3), (0, 0), (0, 4), (1, -1), (1, 5)),
    *((2, -1), (2, 5), (4, 0), (4, 4), (5, 2)),
]


def built(access: int = 10) -> Battlefield:
    """The Claim, put together anew."""
    return Battlefield(
        7,
        "claim",
        CONTENT.constants,
        {tile.cell: tile.terrain for tile in CLAIM.tiles},
        [(piece.shape.corners, piece.height) for piece in CLAIM.scenery],
        [(x, y) for x, y, _ in CLAIM.containers],
        access,
    )


@pytest.mark.clause("TR setup.access", "TR deploy.contact", "TR deploy.facing")
def test_access_points_go_round_the_edge() -> None:
    field = built()
    assert [(point.edge, point.spot[:2], point.facing) for point in field.access] == CLAIM_ACCESS
    assert [point.number for point in field.access] == list(range(10))
    assert all(point.spot[2] == GROUND for point in field.access)
    assert (field.width, field.depth) == (9527, 8001)
    assert [built(count).access_gap() for count in (2, 5, 10, 17)] == [17, 6, 3, 2]
    assert [field.access_point(face).number for face in (1, 2, 3, 10, 19, 20)] == [0, 0, 1, 4, 9, 9]


@pytest.mark.clause("TR setup.containers", "TR setup.area")
def test_containers_and_scenery_stand_where_the_card_says() -> None:
    """So many millimetres east and south of the middle of a hexagon."""
    assert CLAIM.containers == ((2798, 1400, GROUND), (5762, 1400, GROUND), (2698, 6600, GROUND), (5762, 6650, GROUND))
    wall = CLAIM.scenery[4].shape.corners
    assert sorted((round(x), round(y)) for x, y in wall) == [(6768, 2100), (6768, 3000), (6888, 2100), (6888, 3000)]
    turned = sorted((round(x), round(y)) for x, y in FIELDS[1].scenery[0].shape.corners)
    assert turned == [(3815, 4165), (4265, 3385), (4595, 4615), (5045, 3835)]


@pytest.mark.clause("TR beast.interior", "TR beast.border", "TR beast.mixed")
def test_holes_inside_and_around() -> None:
    field = built()
    assert sorted(field.cells[Movement.INTERIOR]) == INTERIOR
    assert sorted(field.cells[Movement.BORDER]) == BORDER
    assert sorted(field.cells[Movement.MIXED]) == sorted([*INTERIOR, *BORDER])
    assert len(field.voids) == 22
    assert [field.tiles[tile].name for tile in field.surrounding((2, 3))] == ["d3", "d4", "d5", "c5", "b4", "c3"]
    assert field.middle((2, 3)) == (pytest.approx(5196.15), 5500)
    assert field.middle((2, 2)) == (pytest.approx(4330.13), 4000)
    assert [field.cell_at(x, y) for x, y in ((5196, 5500), (4340, 4900), (4330, 5010), (870, 4000))] == [
        *((2, 3), (2, 2), (1, 3), (0, 2)),
    ]
    assert (field.tile_of((1, 0)), field.tile_of((2, 3)), field.tile_of((40, 40))) == (0, -1, -1)


@pytest.mark.clause("TR area.inside", "TR area.totally_inside")
@pytest.mark.parametrize(
    ("x", "y", "names"),
    [
        (2598, 1000, ["b1"]),
        (3464 - 274, 1000, ["b1"]),
        (3464 - 273, 1000, ["b1", "c1"]),
        (3464 + 273, 1000, ["b1", "c1"]),
        (3464 + 275, 1000, ["c1"]),
        (3464, 1500, ["b1", "b2", "c1"]),
        (6062, 5500, ["d4"]),
        (6062 - 270, 5500, ["d4"]),
        (6062 - 280, 5500, []),
        (20000, 20000, []),
    ],
)
def test_the_tiles_under_a_base(x: int, y: int, names: list[str]) -> None:
    field = built()
    assert sorted(field.tiles[tile].name for tile in field.tiles_under(x, y)) == names
    assert [tile.name for number, tile in enumerate(field.tiles) if field.wholly_on(x, y, number)] == (
        names if len(names) == 1 and x < 6062 - 300 else []
    )


@pytest.mark.clause("TR setup.area")
def test_heights_and_pieces_of_scenery() -> None:
    field = built()
    assert [field.floor(level) for level in (GROUND, 0, 1, 6)] == [0, 800, 400, 900]
    assert field.beside((4330, 4000, 0)) == [0]
    assert field.beside((3700, 2500, 4)) == [4]
    assert field.stands(4330, 4000, 0) == ""
    assert field.stands(4330, 4000, GROUND) == "TR move.room"
    assert field.stands(20000, 4000, GROUND) == "TR move.no_tile"


@pytest.mark.clause("TR beast.interior", "TR beast.border")
@pytest.mark.parametrize(("around", "interior", "border"), [(5, True, False), (4, True, False), (3, False, True)])
def test_four_tiles_around_make_a_hole_an_interior_one(around: int, interior: bool, border: bool) -> None:
    cells = [(2, 1), (3, 2), (2, 3), (1, 3), (1, 2)][:around]
    field = Battlefield(0, "ring", CONTENT.constants, dict.fromkeys(cells, "sand"), [], [], 2)
    assert ((2, 2) in field.cells[Movement.INTERIOR]) == interior
    assert ((2, 2) in field.cells[Movement.BORDER]) == border


@pytest.mark.clause("TR setup.access")
def test_access_points_two_sides_apart_are_far_enough() -> None:
    """Five tiles in two columns, without the one at the western side of the middle row, or without that in a corner."""
    for hole, gap in (((0, 1), 2), ((0, 0), 1)):
        cells = [(column, row) for column in range(2) for row in range(3) if (column, row) != hole]
        field = Battlefield(0, "small", CONTENT.constants, dict.fromkeys(cells, "sand"), [], [], 10)
        assert field.access_gap() == gap
