"""A table as a plan on the sheet of nine by nine hexagons, and back, worked out by hand.

A hexagon has a side of 100 mm: columns are 173.2 mm apart, rows 150 mm, and every second row stands half a column
further east. The hexagon in the corner of the sheet has its middle 86.6 mm from the west and 100 mm from the north.
"""

from __future__ import annotations

from typing import Any

import pytest

from muster.kernel.errors import GameError
from muster.kernel.game import tables_of
from muster.kernel.tables import Piece, Plan
from muster.library import load_game

TABLES = tables_of(load_game("tag_raid"))
WALL = {"at": "a1", "width": 20, "depth": 30, "height": 40}


def own(*rows: str, **fields: Any) -> dict[str, Any]:
    return {"id": "own", "source": "house", "rows": list(rows), "access": 10, "scenery": [], "containers": [], **fields}


def first_tile(*rows: str) -> tuple[float, float]:
    piece = TABLES.plan(own(*rows)).pieces[0]
    return piece.x, piece.y


@pytest.mark.parametrize(
    ("columns", "rows", "middle"),
    [
        (1, 1, (779.4, 700)),
        (2, 1, (606.2, 700)),
        (3, 2, (606.2, 400)),
        (5, 5, (433, 400)),
        (6, 6, (259.8, 100)),
        (7, 9, (259.8, 100)),
        (8, 8, (86.6, 100)),
        (9, 9, (86.6, 100)),
    ],
)
def test_a_table_lies_in_the_midst_of_the_sheet(columns: int, rows: int, middle: tuple[float, float]) -> None:
    assert first_tile(*["v" * columns] * rows) == middle


def test_odd_rows_stand_half_a_hexagon_further_east() -> None:
    tiles = TABLES.plan(own("v.", ".s")).pieces
    assert [(tile.kind, tile.x, tile.y) for tile in tiles] == [("vegetation", 606.2, 400), ("sand", 866.0, 550)]


@pytest.mark.parametrize("rows", [["v" * 10], ["v"] * 10])
def test_a_table_larger_than_the_sheet_cannot_be_planned(rows: list[str]) -> None:
    with pytest.raises(GameError, match="at most 9 by 9 hexagons"):
        TABLES.plan(own(*rows))


def test_no_more_than_sixty_pieces_of_scenery_are_planned() -> None:
    assert len(TABLES.plan(own("v", scenery=[WALL] * 60)).pieces) == 61
    with pytest.raises(GameError, match="at most 60 pieces"):
        TABLES.plan(own("v", scenery=[WALL] * 61))


def test_scenery_and_containers_stand_beside_the_middle_of_their_hexagon() -> None:
    card = own("vs", scenery=[{**WALL, "at": "b1", "dx": 12, "dy": -7, "turn": 30}], containers=[{"at": "a1", "dy": 9}])
    wall, container = TABLES.plan(card).pieces[2:]
    assert (wall.x, wall.y, wall.level, wall.turn) == (791.4, 693, 1, 30)
    assert (wall.width, wall.depth, wall.height) == (20, 30, 40)
    assert (container.kind, container.x, container.y) == ("container", 606.2, 709)


def test_a_plan_and_its_card_are_the_same_table() -> None:
    card = own("vs.", ".ec", scenery=[{**WALL, "at": "b2", "dx": 5, "turn": 45}], containers=[{"at": "a1", "dy": -4}])
    assert TABLES.card(TABLES.plan(card)) == card


def test_a_card_begins_with_its_first_tiles_and_rows_go_in_pairs() -> None:
    at_row_three = Piece("rock", 86.6 + 173.2 * 2.5, 550)
    assert TABLES.card(Plan(pieces=(at_row_three,)))["rows"] == [".", "r"]
    at_row_four = Piece("rock", 86.6 + 173.2 * 2, 700)
    assert TABLES.card(Plan(pieces=(at_row_four,)))["rows"] == ["r"]
    assert TABLES.card(Plan())["rows"] == ["."]


def test_what_stands_outside_the_tiles_is_told_from_the_nearest_corner() -> None:
    tile = Piece("rock", 779.4, 700)
    far = Piece("container", 86.6, 100)
    east = Piece("container", 952.6, 700)
    card = TABLES.card(Plan(pieces=(tile, far, east)))
    assert card["containers"] == [{"at": "a1", "dx": -400, "dy": -400}, {"at": "b1"}]
    beyond = Piece("container", 3000, 3000)
    corner = TABLES.card(Plan(pieces=(Piece("rock", 86.6, 100), beyond)))
    assert corner["containers"] == [{"at": "i9", "dx": 400, "dy": 400}]


@pytest.mark.parametrize(
    ("piece", "size"),
    [
        (Piece("scenery", 779.4, 700, 1, 1, 2, 3), (5, 5, 5)),
        (Piece("scenery", 779.4, 700, 1, 6, 7, 8), (6, 7, 8)),
        (Piece("scenery", 779.4, 700, 1, 300, 310, 201), (300, 310, 200)),
    ],
)
def test_scenery_is_neither_a_sheet_of_paper_nor_a_tower(piece: Piece, size: tuple[int, int, int]) -> None:
    (found,) = TABLES.card(Plan(pieces=(Piece("rock", 779.4, 700), piece)))["scenery"]
    assert found == {"at": "a1", "width": size[0], "depth": size[1], "height": size[2]}


@pytest.mark.clause("TR setup.access")
@pytest.mark.parametrize("number", [4, 5, 10])
def test_access_points_share_the_faces_of_the_die(number: int) -> None:
    assert TABLES.card(Plan(choices={"access": number}))["access"] == number


@pytest.mark.clause("TR setup.access")
@pytest.mark.parametrize("number", [3, 6, 11])
def test_other_numbers_of_access_points_are_refused(number: int) -> None:
    with pytest.raises(GameError, match="access: one of 4, 5, 10"):
        TABLES.card(Plan(choices={"access": number}))


def test_a_plan_that_says_nothing_of_access_points_has_ten() -> None:
    assert TABLES.card(Plan())["access"] == 10
