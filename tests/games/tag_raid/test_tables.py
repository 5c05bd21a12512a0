"""What a table must not break, and the table that players set up in turn."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.pinned import laid_out, made
from muster.games.tag_raid.board.site import can_house
from muster.games.tag_raid.board.table_check import breaches
from muster.games.tag_raid.cards.content import Movement, TableCard
from muster.games.tag_raid.state.state import Stage, State
from muster.kernel.dice import SeededDice
from muster.kernel.errors import GameError
from muster.kernel.game import tables_of
from muster.kernel.match import Match
from muster.kernel.tables import Piece
from muster.library import load_game

GAME: Any = load_game("tag_raid")
TABLES = tables_of(GAME)
CLAIM = dict(TABLES.ready()["claim"])
LAYING = (Stage.LAY_TILES, Stage.LAY_SCENERY, Stage.LAY_CONTAINERS)
FOUR = list(CLAIM["containers"])
WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"rows": ["....."], "scenery": [], "containers": FOUR}, "TR setup.area", "breach.no_tiles"),
    ({"rows": [*CLAIM["rows"], ".....", "..v.."]}, "TR setup.area", "breach.apart"),
    ({"rows": [row.replace(".", "v") for row in CLAIM["rows"]], "scenery": []}, "TR beast.interior", "breach.no_lair"),
    ({"scenery": [{"at": "a1", "width": 20, "depth": 20, "height": 40}]}, "TR setup.area", "breach.scenery_off"),
    ({"containers": FOUR[:3]}, "TR setup.containers", "breach.containers"),
    ({"containers": [*FOUR[:3], {"at": "c3"}]}, "TR setup.containers", "breach.container_in"),
    ({"containers": [*FOUR[:3], {"at": "c2"}]}, "TR setup.containers", "breach.container_off"),
    ({"containers": [*FOUR[:3], {**FOUR[0], "dx": 60, "dy": 20}]}, "TR setup.containers", "breach.containers_together"),
]


@pytest.mark.parametrize(("fields", "clause", "key"), WRONG)
@pytest.mark.clause("TR setup.area", "TR setup.containers", "TR beast.interior")
def test_every_breach_has_its_clause(fields: dict[str, Any], clause: str, key: str) -> None:
    found = [(one.clause, one.reason.key) for one in TABLES.check({**CLAIM, **fields})]
    assert found == [(clause, key)]


def told(card: dict[str, Any]) -> list[tuple[str, dict[str, Any], tuple[float, float] | None]]:
    """What a table breaks: the reason, what it names, and where on the sheet, to the tenth of a millimetre."""
    found = TABLES.check(card)
    return [(one.reason.key, dict(one.reason.params), one.at and (round(one.at[0], 1), one.at[1])) for one in found]


@pytest.mark.clause("TR setup.access")
@pytest.mark.parametrize(
    ("tiles", "points", "apart"), [("v", 4, 1), ("v", 5, 1), ("vv", 10, 1), ("vv", 5, 2), ("vv", 4, 2)]
)
def test_two_sides_lie_between_access_points(tiles: str, points: int, apart: int) -> None:
    """A tile alone has six outer sides, two beside each other have ten."""
    keys = [key for key, _, _ in told({**CLAIM, "rows": [tiles], "access": points, "scenery": [], "containers": []})]
    assert ("breach.access_gap" in keys) == (apart < 2)


@pytest.mark.clause("TR setup.access")
def test_a_wall_over_access_points_leaves_a_tag_no_room() -> None:
    """The second and the third point lie on the sides of b1, which is d3 in the midst of the sheet."""
    wall = {"at": "b1", "width": 400, "depth": 400, "height": 40}
    assert told({**CLAIM, "scenery": [wall], "containers": [FOUR[2], FOUR[3], {"at": "a3"}, {"at": "e3"}]}) == [
        ("breach.access_room", {"number": 2}, (547.1, 400.0)),
        ("breach.access_room", {"number": 3}, (749.9, 348.8)),
    ]


@pytest.mark.clause("TR setup.area", "TR setup.containers")
@pytest.mark.parametrize(
    ("fields", "key", "named", "at"),
    [
        ({"rows": [*CLAIM["rows"], ".....", "..v.."]}, "apart", {"hexagon": "e7"}, (779.4, 1000.0)),
        ({"containers": [*FOUR[:3], {"at": "c2"}]}, "container_off", {"hexagon": "e4"}, (866.0, 550.0)),
        ({"containers": [*FOUR[:3], {"at": "c3"}]}, "container_in", {"hexagon": "e5"}, (779.4, 700.0)),
        ({"containers": FOUR[:3]}, "containers", {"count": 3, "wanted": 4}, None),
        ({"scenery": [{"at": "a1", "width": 20, "depth": 20, "height": 40}]}, "scenery_off", {}, (433.0, 400.0)),
    ],
)
def test_a_breach_says_where_it_is(
    fields: dict[str, Any], key: str, named: dict[str, Any], at: tuple[float, float] | None
) -> None:
    assert told({**CLAIM, **fields}) == [(f"breach.{key}", named, at)]


@pytest.mark.clause("TR setup.containers")
@pytest.mark.parametrize(("beside", "inside"), [(59, True), (60, False), (61, False)])
def test_a_container_touches_scenery_but_does_not_stand_in_it(beside: int, inside: bool) -> None:
    """The wreck reaches 45 mm south of the middle of c3, and a container has a radius of 15 mm."""
    keys = [key for key, _, _ in told({**CLAIM, "containers": [*FOUR[:3], {"at": "c3", "dy": beside}]})]
    assert keys == ["breach.container_in"] * inside


@pytest.mark.clause("TR beast.interior", "TR beast.border")
def test_each_kind_of_megabeast_needs_a_hexagon() -> None:
    """One tile: beside it, no hexagon has two tiles around it."""
    kinds = [
        named["kind"] for key, named, _ in told({**CLAIM, "rows": ["v"], "scenery": []}) if key == "breach.no_lair"
    ]
    assert kinds == ["interior", "border"]
    assert [key for key, _, _ in told({**CLAIM, "rows": ["vv"], "scenery": []})].count("breach.no_lair") == 1


def laid(seed: int, beast: str, players: int = 2) -> Match[State]:
    rng = None if seed == 0 else random.Random(seed)
    options = {"table": "in_turn", "beast": beast, "players": players}
    match = Match(GAME, GAME.setup.prepare(options).new(), SeededDice(seed))
    turns: list[int] = []
    while match.state.stage in (Stage.CHOOSE_CORPORATION, *LAYING):
        ((seat, ask),) = match.pending.items()
        options_now = list(ask.space.options())
        if ask.prompt.key == "prompt.tile":
            turns.append(seat)
        match.play(seat, options_now[0] if rng is None else rng.choice(options_now))
    assert turns == [(turns[0] + n) % players for n in range(len(turns))]
    return match


@pytest.mark.clause("TR setup.layout", "TR setup.area", "TR setup.access", "TR setup.containers")
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("beast", ["stoorworm", "ridgeback"])
def test_whatever_the_players_set_up_is_fit_to_play_on(seed: int, beast: str) -> None:
    match = laid(seed, beast, 2 + seed % 3)
    site, content = match.state.site, match.state.content
    assert site is not None
    assert len(site.tiles) == 5 * content.constants.terrain_tiles
    card = TableCard(0, "in_turn", dict(site.tiles), site.scenery, site.containers, 10)
    found = breaches(card, content.constants)
    assert all(one.clause == "TR beast.interior" for one in found), found
    movement = content.beasts[match.state.beast.card].movement
    assert match.state.field.cells[Movement(movement)], "the MegaBeast that was chosen has somewhere to be"


@pytest.mark.clause("TR setup.layout", "TR beast.interior")
def test_the_last_tile_does_not_fill_the_last_lair() -> None:
    ring = {(4, 3), (4, 5), (3, 4), (5, 4)}
    assert can_house(ring, 0, Movement.INTERIOR)
    assert not can_house(ring | {(4, 4)}, 0, Movement.INTERIOR)
    assert can_house(ring | {(4, 4)}, 0, Movement.BORDER)
    assert can_house(ring | {(4, 4)}, 3, Movement.INTERIOR), "there are tiles left for another"


@pytest.mark.clause("TR silhouette.volume")
def test_a_look_around_hides_what_stands_behind_scenery() -> None:
    plan = TABLES.plan(CLAIM)
    wreck = next(piece for piece in plan.pieces if piece.kind == "scenery" and piece.width == 100)
    vista = TABLES.look(plan, Piece("look", wreck.x - 120, wreck.y), "tag")
    behind = (wreck.x + 70, wreck.y)
    middles = [(sum(x for x, _ in part) / 4, sum(y for _, y in part) / 4) for part in vista.hidden[1]]
    assert any(abs(x - behind[0]) < 20 and abs(y - behind[1]) < 20 for x, y in middles)
    assert vista.reached[1]
    with pytest.raises(GameError, match="no room"):
        TABLES.look(plan, Piece("look", wreck.x, wreck.y), "tag")


@pytest.mark.parametrize(("style", "expected"), [("dense", "39429539cf11342c"), ("open", "40f8c608de69be4d")])
def test_a_seed_means_the_same_table_in_every_version(style: str, expected: str) -> None:
    assert made(GAME, style) == expected


@pytest.mark.parametrize(
    ("players", "seed", "expected"),
    [
        (2, 0, "1537521df6b98dbc"),
        (2, 1, "a17fdad13caebd2c"),
        (3, 0, "660f940bf0869bff"),
        (3, 1, "342fb2dce7e0b024"),
        (4, 0, "8c9914b3a843ca5c"),
        (4, 1, "91e225ec4c0ca9cf"),
    ],
)
def test_whoever_sets_the_table_up_is_offered_the_same_places(players: int, seed: int, expected: str) -> None:
    laid = ("prompt.tile", "prompt.terrain", "prompt.scenery", "prompt.container")
    assert laid_out(GAME, {"table": "in_turn", "players": players}, seed, laid) == expected
