"""What a layout must not break."""

from __future__ import annotations

from typing import Any

import pytest

from games.pinned import made
from muster.kernel.errors import GameError
from muster.kernel.game import tables_of
from muster.kernel.tables import Piece, Plan
from muster.library import load_game

GAME: Any = load_game("obsidian_protocol")
TABLES = tables_of(GAME)
BUILDING = {"at": [9, 9], "size": [3, 3], "height": 3}
WRONG: list[tuple[list[dict[str, Any]], str, str, bool]] = [
    ([{**BUILDING, "at": [35, 35]}], "OP 2.6.placing", "breach.outside", False),
    ([{**BUILDING, "at": [10, 9]}], "OP 2.6.placing", "breach.across", False),
    ([BUILDING, {"at": [9, 9], "size": [1, 3], "height": 3}], "OP 5.2.2.one", "breach.crowd", False),
    ([{**BUILDING, "size": [2, 2]}], "OP 2.6.objects", "breach.odd_object", True),
    ([{"at": [9, 9], "size": [1, 3], "height": 2}], "OP 5.2.2.sight", "breach.sight", True),
    (
        [{**BUILDING, "at": [3 * (x - 1), 3 * (y - 1)]} for x, y in ((2, 2), (3, 3))],
        "OP 5.2.areas",
        "breach.area",
        False,
    ),
    (
        [
            {**BUILDING, "at": [3 * x, 3 * y]}
            for x in range(5)
            for y in range(3)
            if (x, y) not in ((0, 0), (1, 1), (2, 2))
        ],
        "OP 3.1.4.zone",
        "breach.zone",
        False,
    ),
]


@pytest.mark.parametrize(("terrain", "clause", "key", "advice"), WRONG)
@pytest.mark.clause(
    "OP 2.6.placing", "OP 2.6.objects", "OP 5.2.2.one", "OP 5.2.2.sight", "OP 5.2.areas", "OP 3.1.4.zone"
)
def test_every_breach_has_its_clause(terrain: list[dict[str, Any]], clause: str, key: str, advice: bool) -> None:
    found = TABLES.check({"id": "mine", "source": "house", "name": "Mine", "terrain": terrain})
    assert [(one.clause, one.reason.key, one.advice) for one in found] == [(clause, key, advice)]


@pytest.mark.clause("OP 2.6.placing")
def test_pieces_of_a_plan_stay_inside_their_grid() -> None:
    card = TABLES.card(Plan(pieces=(Piece("wall", 11.9, 10.4, 1, 1, 3, 3), Piece("building", 0.1, 0.1, 1, 3, 3, 3))))
    assert [(piece["at"], piece["size"]) for piece in card["terrain"]] == [([11, 9], [1, 3]), ([0, 0], [3, 3])]


@pytest.mark.clause("OP 5.2.1.large")
def test_a_layout_of_another_size_does_not_fit_the_scale() -> None:
    large = {"squads": ["rdl_1200_host", "rdl_1200_host"], "battlefield": "dense:7"}
    with pytest.raises(GameError, match="16 by 16 grids"):
        GAME.setup.prepare(large)
    with pytest.raises(GameError, match="12 by 12 grids"):
        TABLES.plan({"id": "big", "source": "house", "name": "Big", "board": "large", "terrain": []})


@pytest.mark.clause("OP 4.2.4.sight")
def test_a_look_around_hides_what_stands_behind_a_building() -> None:
    plan = Plan(pieces=(Piece("building", 16.5, 16.5, 1, 3, 3, 3),))
    vista = TABLES.look(plan, Piece("look", 16.5, 1.5), "mech")
    hidden = {(int(part[0][0]), int(part[0][1])) for part in vista.hidden[1]}
    assert (16, 22) in hidden
    assert (16, 10) not in hidden
    assert {(part[0][0] // 3, part[0][1] // 3) for part in vista.reached[1]} >= {(5, 4), (9, 0)}
    with pytest.raises(GameError, match="terrain"):
        TABLES.look(plan, Piece("look", 16.5, 16.5), "mech")
    with pytest.raises(GameError, match="looker"):
        TABLES.look(plan, Piece("look", 1.5, 1.5), "cat")


@pytest.mark.parametrize(("style", "expected"), [("dense", "949216254ec45665"), ("open", "1f2054bc81373110")])
def test_a_seed_means_the_same_table_in_every_version(style: str, expected: str) -> None:
    assert made(GAME, style) == expected
