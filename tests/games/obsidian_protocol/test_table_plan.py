"""A layout as a plan of pieces and back, and the places that its breaches name, worked out by hand.

Middles are counted in small grids from the north-west corner; a grid has three of them along each side.
"""

from __future__ import annotations

from typing import Any

import pytest

from muster.games.obsidian_protocol.board.table_making import connected
from muster.kernel.errors import GameError
from muster.kernel.game import tables_of
from muster.kernel.tables import Piece, Plan
from muster.library import load_game

TABLES = tables_of(load_game("obsidian_protocol"))
BUILDING: dict[str, Any] = {"at": [9, 9], "size": [3, 3], "height": 3}
LOW: dict[str, Any] = {"at": [9, 9], "size": [1, 3], "height": 2}


def own(*terrain: dict[str, Any], **fields: Any) -> dict[str, Any]:
    card = {"id": "own", "source": "house", "name": "Own layout", "environments": 0}
    return {**card, "terrain": list(terrain), **fields}


def told(*terrain: dict[str, Any]) -> list[tuple[str, dict[str, Any], tuple[float, float, int] | None]]:
    found = TABLES.check(own(*terrain))
    return [(one.reason.key.removeprefix("breach."), dict(one.reason.params), one.at) for one in found]


def test_a_plan_and_its_card_are_the_same_layout() -> None:
    container = {"at": [4, 13], "size": [1, 2], "height": 1, "destructible": True}
    card = own(BUILDING, LOW, container, name="Mine", environments=9)
    assert TABLES.card(TABLES.plan(card)) == card


def test_what_the_pieces_of_a_layout_are_and_where() -> None:
    container = {"at": [4, 13], "size": [1, 2], "height": 1, "destructible": True}
    pieces = TABLES.plan(own(BUILDING, LOW, container)).pieces
    assert [(one.kind, one.x, one.y, one.level, one.width, one.depth, one.height) for one in pieces] == [
        ("building", 10.5, 10.5, 1, 3, 3, 3),
        ("wall", 9.5, 10.5, 1, 1, 3, 2),
        ("container", 4.5, 14, 1, 1, 2, 1),
    ]


def test_a_name_is_given_to_what_has_none() -> None:
    assert TABLES.card(Plan())["name"] == "Own layout"
    assert TABLES.plan(own()).name == ""
    assert TABLES.plan(own(name="Mine")).name == "Mine"


@pytest.mark.clause("OP 2.6.placing")
@pytest.mark.parametrize(
    ("piece", "at", "size", "height"),
    [
        (Piece("wall", 0, 0, 1, 0, 0, 0), [0, 0], [1, 1], 1),
        (Piece("wall", 99, -4, 1, 1, 9, 9), [35, 0], [1, 3], 3),
        (Piece("wall", 4.5, 5.9, 1, 1, 2, 2), [4, 4], [1, 2], 2),
        (Piece("wall", 5.9, 3.1, 1, 2, 1, 2), [4, 3], [2, 1], 2),
        (Piece("wall", 2.99, 3, 1, 1, 1, 1), [2, 3], [1, 1], 1),
        (Piece("building", 35.9, 33, 1, 3, 3, 3), [33, 33], [3, 3], 3),
    ],
)
def test_a_piece_stands_inside_the_grid_of_its_middle(
    piece: Piece, at: list[int], size: list[int], height: int
) -> None:
    assert TABLES.card(Plan(pieces=(piece,)))["terrain"] == [{"at": at, "size": size, "height": height}]


@pytest.mark.parametrize("number", [0, 1, 9])
def test_a_layout_takes_up_to_nine_environments(number: int) -> None:
    assert TABLES.card(Plan(choices={"environments": number}))["environments"] == number


@pytest.mark.parametrize("number", [-1, 10, "many"])
def test_other_numbers_of_environments_are_refused(number: int | str) -> None:
    with pytest.raises(GameError, match="a number from 0 to 9"):
        TABLES.card(Plan(choices={"environments": number}))


@pytest.mark.clause("OP 2.6.placing", "OP 2.6.objects", "OP 5.2.2.one", "OP 5.2.2.sight")
@pytest.mark.parametrize(
    ("terrain", "expected"),
    [
        ([{**BUILDING, "at": [34, 9]}], ("outside", {"grid": "l4"}, (35.5, 10.5, 1))),
        ([{**BUILDING, "at": [9, 34]}], ("outside", {"grid": "d12"}, (10.5, 35.5, 1))),
        ([{**BUILDING, "at": [9, 10]}], ("across", {"grid": "d4"}, (10.5, 11.5, 1))),
        ([{**BUILDING, "size": [3, 2]}], ("odd_object", {"grid": "d4"}, (10.5, 10, 1))),
        ([BUILDING, {**LOW, "at": [11, 9]}], ("crowd", {"grid": "d4"}, (11.5, 10.5, 1))),
        ([LOW, BUILDING | {"at": [0, 6]}, {**LOW, "at": [15, 9]}], ("sight", {"count": 1, "all": 3}, None)),
    ],
)
def test_a_breach_says_where_it_is(terrain: list[dict[str, Any]], expected: tuple[object, ...]) -> None:
    assert told(*terrain) == [expected]


@pytest.mark.clause("OP 2.6.placing", "OP 5.2.2.one", "OP 5.2.2.sight")
def test_terrain_may_fill_the_last_grid_and_half_of_it_may_be_low() -> None:
    assert told({**BUILDING, "at": [33, 33]}, {**LOW, "at": [32, 33]}) == []


@pytest.mark.clause("OP 2.6.objects")
@pytest.mark.parametrize(
    ("size", "height", "destructible", "printed"),
    [
        ([3, 3], 3, False, True),
        ([3, 3], 2, False, False),
        ([3, 1], 3, False, True),
        ([1, 3], 2, False, True),
        ([1, 3], 1, False, False),
        ([2, 1], 1, True, True),
        ([2, 1], 1, False, False),
        ([1, 1], 1, True, True),
        ([1, 1], 2, True, False),
    ],
)
def test_which_objects_are_printed(size: list[int], height: int, destructible: bool, printed: bool) -> None:
    found = told(
        {"at": [9, 9], "size": size, "height": height, "destructible": destructible}, {**BUILDING, "at": [15, 15]}
    )
    assert [key for key, _, _ in found] == ["odd_object"] * (not printed)


def test_a_large_unit_gets_around_a_wall_with_a_gap() -> None:
    wall = {(column, 5) for column in range(12)}
    assert not connected(wall)
    assert connected(wall - {(0, 5)})
    assert connected(wall - {(11, 5)})
    column = {(5, row) for row in range(12)}
    assert not connected(column)
    assert connected(column - {(5, 0)})
    assert connected(column - {(5, 11)})
    assert not connected({(10, 11), (11, 10)}), "nothing goes aslant into the last corner"
    pocket = {(3, 3), (3, 4), (4, 2), (5, 3), (5, 4), (4, 5)}
    assert not connected(pocket)
    assert connected(pocket - {(4, 2)})
    assert connected(pocket - {(4, 5)})
    assert connected(pocket - {(3, 4)})
    assert connected(pocket - {(5, 3)})


def on_grids(*grids: str) -> list[dict[str, Any]]:
    return [{**BUILDING, "at": [3 * (ord(grid[0]) - ord("a")), 3 * (int(grid[1:]) - 1)]} for grid in grids]


@pytest.mark.clause("OP 5.2.areas")
def test_an_area_must_not_be_filled() -> None:
    """The area Alpha consists of b2 and c3."""
    assert told(*on_grids("b2", "c3")) == [("area", {"name": "alpha", "grid": "c3"}, (7.5, 7.5, 1))]
    assert told(*on_grids("b2")) == []
    wall = {**LOW, "at": [6, 6], "height": 3}
    assert told(*on_grids("b2"), wall) == [], "there is room beside a wall"


@pytest.mark.clause("OP 3.1.4.zone")
def test_a_deployment_zone_needs_six_free_grids() -> None:
    """The corner has fifteen grids, a1 to e3; nine objects leave six, and ten do not."""
    nine = on_grids("b1", "c1", "d1", "e1", "a2", "b2", "d2", "e2", "a3")
    assert told(*nine) == []
    assert told(*nine, *on_grids("e3")) == [("zone", {"name": "corners", "grid": "c2"}, (7.5, 4.5, 1))]
