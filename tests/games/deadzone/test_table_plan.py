"""A battlefield as a plan of pieces and back, worked out by hand: middles are counted in cubes from the north-west."""

from __future__ import annotations

from typing import Any

import pytest

from muster.kernel.errors import GameError
from muster.kernel.game import tables_of
from muster.kernel.tables import Piece, Plan
from muster.library import load_game

TABLES = tables_of(load_game("deadzone"))
HUT = Piece("building", 3.5, 3.5)
"""A building of one cube, in d4."""


def own(**fields: Any) -> dict[str, Any]:
    return {"id": "own", "source": "house", "levels": 2, "buildings": [], **fields}


def card(*pieces: Piece) -> dict[str, Any]:
    return TABLES.card(Plan(pieces=pieces))


def pieces(**fields: Any) -> list[tuple[str, float, float, int, int]]:
    return [(one.kind, one.x, one.y, one.level, one.turn) for one in TABLES.plan(own(**fields)).pieces]


def test_a_plan_and_its_card_are_the_same_battlefield() -> None:
    hall = {"at": "b2", "width": 2, "depth": 3, "storeys": 2}
    parts = {"doors": ["b2n"], "windows": ["c3e.2"], "open": ["b4s"], "partial": ["c2.2"], "missing": ["b4.3"]}
    rest = {"walls": ["g6w", "g8n.2"], "ramps": [["d2", "c2.2"]], "floors": ["e5.2"], "walkways": ["d4.2"]}
    field = own(levels=3, buildings=[{**hall, **parts}], **rest, cover=["h8", "a1"])
    assert card(*TABLES.plan(field).pieces) == field


def test_where_the_pieces_of_a_battlefield_lie() -> None:
    hall = {
        "at": "b2",
        "width": 2,
        "depth": 3,
        "storeys": 2,
        "doors": ["b2n"],
        "windows": ["c3e.2"],
        "missing": ["b4.3"],
    }
    assert pieces(levels=3, buildings=[hall], walls=["f6w"], cover=["h8"]) == [
        ("building", 2, 2.5, 1, 0),
        ("door", 1.5, 1, 1, 0),
        ("window", 3, 2.5, 2, 90),
        ("hole", 1.5, 3.5, 3, 0),
        ("wall", 5, 5.5, 1, 90),
        ("cover", 7.5, 7.5, 1, 0),
    ]


@pytest.mark.parametrize(
    ("foot", "top", "turn"),
    [("d4", "d3.2", 0), ("d4", "e4.2", 90), ("d4", "d5.2", 180), ("d4", "c4.2", 270), ("d4", "f4.2", 0)],
)
def test_a_ramp_looks_to_its_top(foot: str, top: str, turn: int) -> None:
    assert pieces(ramps=[[foot, top]]) == [("ramp", 3.5, 3.5, 1, turn)]


@pytest.mark.parametrize(
    ("x", "y", "level", "name"),
    [(7.99, 0, 1, "h1"), (8, 8, 2, "h8.2"), (-3, 20.7, 9, "a8.4"), (0.99, 1, 4, "a2.4"), (1, 0.99, 3, "b1.3")],
)
def test_a_piece_lies_in_the_nearest_cube_of_the_board(x: float, y: float, level: int, name: str) -> None:
    assert card(Piece("cover", x, y, level))["cover"] == [name]


@pytest.mark.parametrize(
    ("x", "y", "name"),
    [
        (2.5, 3, "c4n"),
        (3, 2.5, "d3w"),
        (2.9, 2.5, "c3e"),
        (2.5, 2.8, "c3s"),
        (0.1, 2.5, "a3w"),
        (1.5, 1.5, "b2n"),
        (0.5, 0.5, "a1e"),
        (7.5, 7.5, "h8n"),
        (0.2, 0.2, "a1n"),
        (7.8, 7.8, "h8e"),
    ],
)
def test_a_wall_stands_on_the_nearest_side_and_rather_inside_the_board(x: float, y: float, name: str) -> None:
    assert card(Piece("wall", x, y))["walls"] == [name]


@pytest.mark.parametrize(
    ("piece", "at", "size"),
    [
        (HUT, "d4", (1, 1, 1)),
        (Piece("building", 0, 0, 1, 0, 0, 0), "a1", (1, 1, 1)),
        (Piece("building", 8, 8, 1, 3, 2, 9), "f7", (3, 2, 3)),
        (Piece("building", 4, 4, 1, 12, 11, 3), "a1", (8, 8, 3)),
        (Piece("building", 3.4, 2.5, 1, 2, 3, 2), "c2", (2, 3, 2)),
        (Piece("building", 3.5, 1.9, 1, 2, 3, 2), "d1", (2, 3, 2)),
    ],
)
def test_a_building_stands_on_whole_cubes_of_the_board(piece: Piece, at: str, size: tuple[int, int, int]) -> None:
    width, depth, storeys = size
    assert card(piece)["buildings"] == [{"at": at, "width": width, "depth": depth, "storeys": storeys}]


@pytest.mark.parametrize(
    ("laid", "levels"),
    [
        ([], 2),
        ([Piece("cover", 1, 1)], 2),
        ([HUT], 2),
        ([Piece("building", 1, 1, 1, 1, 1, 2)], 3),
        ([Piece("building", 1, 1, 1, 1, 1, 9)], 4),
        ([Piece("floor", 1, 1, 3)], 3),
        ([Piece("ramp", 1, 1, 1)], 2),
        ([Piece("ramp", 1, 1, 2)], 3),
        ([Piece("ramp", 1, 1, 4)], 4),
    ],
)
def test_a_battlefield_is_as_high_as_what_stands_on_it(laid: list[Piece], levels: int) -> None:
    assert card(*laid)["levels"] == levels


def test_what_is_laid_twice_is_there_once() -> None:
    assert card(Piece("cover", 1.5, 1.5), Piece("cover", 1.2, 1.9), Piece("cover", 2.5, 1.5))["cover"] == ["b2", "c2"]


@pytest.mark.parametrize("kind", ["door", "window", "gap", "partial", "hole"])
def test_an_opening_needs_a_building(kind: str) -> None:
    with pytest.raises(GameError, match=f"a {kind} needs a building"):
        card(Piece(kind, 1, 1))


def test_a_door_is_named_from_inside_its_building() -> None:
    inside, outside = Piece("door", 3.5, 3.9), Piece("door", 3.5, 4.1)
    assert card(HUT, inside)["buildings"][0]["doors"] == ["d4s"]
    assert card(HUT, outside)["buildings"][0]["doors"] == ["d4s"]
    for x, y, name in [(3.5, 2.9, "d4n"), (2.9, 3.5, "d4w"), (4.1, 3.5, "d4e")]:
        assert card(HUT, Piece("window", x, y))["buildings"][0]["windows"] == [name]


def test_an_opening_belongs_to_the_last_building_that_it_fits() -> None:
    tower = Piece("building", 4.5, 3.5, 1, 1, 1, 2)
    far = Piece("building", 0.5, 0.5)
    between, above = Piece("door", 3.9, 3.5), Piece("window", 3.9, 3.5, 2)
    hut, high, _ = card(HUT, tower, far, between, above)["buildings"]
    assert "doors" not in hut
    assert high["doors"] == ["e4w"]
    assert high["windows"] == ["e4w.2"], "the hut has one storey only"
    first, _, last = card(tower, HUT, far, between, Piece("door", 6.5, 6.1))["buildings"]
    assert "doors" not in first
    assert last["doors"] == ["g7n"], "where it fits none, the last of all"


def test_a_hole_belongs_to_the_building_below_it() -> None:
    far = Piece("building", 0.5, 0.5)
    hut, other = card(HUT, far, Piece("hole", 3.5, 3.5, 2), Piece("partial", 6.5, 6.5, 2))["buildings"]
    assert hut["missing"] == ["d4.2"]
    assert other["partial"] == ["g7.2"]


@pytest.mark.parametrize(
    ("piece", "ramp"),
    [
        (Piece("ramp", 3.5, 3.5), ["d4", "d3.2"]),
        (Piece("ramp", 3.5, 3.5, turn=90), ["d4", "e4.2"]),
        (Piece("ramp", 3.5, 3.5, turn=180), ["d4", "d5.2"]),
        (Piece("ramp", 3.5, 3.5, turn=-90), ["d4", "c4.2"]),
        (Piece("ramp", 3.5, 3.5, turn=46), ["d4", "e4.2"]),
        (Piece("ramp", 3.5, 3.5, 4), ["d4.3", "d3.4"]),
        (Piece("ramp", 3.5, 3.5, 3), ["d4.3", "d3.4"]),
        (Piece("ramp", 0.5, 0.5), ["a1", "b1.2"]),
        (Piece("ramp", 0.5, 0.5, turn=270), ["a1", "b1.2"]),
        (Piece("ramp", 7.5, 7.5, turn=90), ["h8", "g8.2"]),
    ],
)
def test_a_ramp_leads_where_it_looks_or_the_next_way_round(piece: Piece, ramp: list[str]) -> None:
    assert card(piece)["ramps"] == [ramp]
