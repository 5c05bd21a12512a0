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


@pytest.mark.clause("TR setup.access")
def test_access_points_need_room_and_distance() -> None:
    spot = GAME.setup.prepare({"table": "claim"}).new().field.access[0].spot
    wall = {"at": "b1", "dx": 0, "dy": 0, "width": 400, "depth": 400, "height": 40}
    keys = {one.reason.key for one in TABLES.check({**CLAIM, "scenery": [wall], "containers": FOUR})}
    assert "breach.access_room" in keys, spot
    small = {
        **CLAIM,
        "rows": ["vs", "vs"],
        "scenery": [],
        "containers": [{"at": "a1"}, {"at": "b1"}, {"at": "a2"}, {"at": "b2"}],
    }
    assert "breach.access_gap" in {one.reason.key for one in TABLES.check(small)}


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
