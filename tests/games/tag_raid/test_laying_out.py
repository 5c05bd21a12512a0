"""The players set the table up in turn: what each is asked and told, and where things may stand, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from muster.games.tag_raid.board.site import HEART, Site, first_site, open_cells, terrain_left
from muster.games.tag_raid.cards.content import Movement, PrintedScenery
from muster.games.tag_raid.rules.laying_out import (
    SHIFTS,
    apart,
    container_places,
    lay,
    openness,
    places_for,
    places_on,
    tile_worth,
)
from muster.games.tag_raid.state.state import Stage, State
from muster.kernel.dice import SeededDice
from muster.kernel.match import Match
from muster.library import load_game

GAME: Any = load_game("tag_raid")
LAYING = (Stage.LAY_TILES, Stage.LAY_SCENERY, Stage.LAY_CONTAINERS)
TOLD = ("layout_begins", "tile_laid", "scenery_placed", "container_placed")
FLOWER = [HEART, (3, 4), (5, 4), (3, 3), (4, 3), (3, 5), (4, 5)]
"""The hexagon in the midst, and the six around it."""
BESIDE = 173.2
"""From the middle of a hexagon to that of the next, in millimetres."""


def on(cells: list[tuple[int, int]], scenery: list[PrintedScenery] | None = None, *containers: Any) -> State:
    state: State = GAME.setup.prepare({"table": "in_turn", "beast": "ridgeback"}).new()
    lay(state, Site([(cell, "sand") for cell in cells], scenery or [], containers, ("wreck",)))
    return state


def sides(places: list[Any], cell: tuple[int, int]) -> set[str]:
    return {side for side, shift in SHIFTS.items() if (cell, *shift) in places}


@pytest.mark.clause("TR setup.layout", "TR setup.containers")
def test_what_the_players_are_asked_and_told() -> None:
    options = {"table": "in_turn", "beast": "stoorworm", "players": 2}
    match = Match(GAME, GAME.setup.prepare(options).new(), SeededDice(3))
    asked: list[tuple[str, dict[str, Any]]] = []
    while match.state.stage in (Stage.CHOOSE_CORPORATION, *LAYING):
        ((seat, ask),) = match.pending.items()
        asked.append((ask.prompt.key, dict(ask.prompt.params)))
        match.play(seat, ask.space.options()[0])
    counts = [params["count"] for key, params in asked if key == "prompt.terrain"]
    assert counts == list(range(19, 1, -1)), "of twenty tiles one lies there, and the last is of a known terrain"
    assert [params["number"] for key, params in asked if key == "prompt.container"] == [1, 2, 3, 4]
    told = [event for event in match.table.events if event.key in TOLD]
    assert [event.key for event in told].count("tile_laid") == 19
    assert [event.params["number"] for event in told if event.key == "container_placed"] == [1, 2, 3, 4]
    assert told[0].key == "layout_begins"
    turns = [event.params["seat"] for event in told]
    assert turns == [turns[0], *[(int(str(turns[0])) + n) % 2 for n in range(len(turns) - 1)]], "a die says who begins"
    assert (told[1].params["terrain"], told[1].params["hexagon"]) == ("excavation", "d5")


def test_the_box_has_four_tiles_of_each_terrain() -> None:
    content = GAME.setup.prepare({"table": "in_turn"}).new().content
    left = terrain_left(first_site(content), content.constants)
    assert {terrain: left.count(terrain) for terrain in left} == {
        "vegetation": 4,
        "excavation": 4,
        "sand": 4,
        "supplies": 3,
        "rock": 4,
    }


@pytest.mark.clause("TR setup.layout", "TR setup.area")
def test_a_tile_is_laid_beside_another_and_on_the_sheet() -> None:
    assert open_cells(Site([(HEART, "sand")], (), (), ()), 5, Movement.BORDER) == sorted(FLOWER[1:])
    corner = Site([((0, 0), "sand")], (), (), ())
    assert open_cells(corner, 5, Movement.BORDER) == [(0, 1), (1, 0)]
    last = Site([((8, 8), "sand")], (), (), ())
    assert open_cells(last, 5, Movement.BORDER) == [(7, 7), (7, 8), (8, 7)]


@pytest.mark.clause("TR setup.layout", "TR beast.interior")
def test_room_is_kept_for_a_megabeast_that_lives_inside() -> None:
    """A lair needs four tiles around it: with three and one left, only a fourth beside the same hexagon will do."""
    three = Site([((3, 4), "sand"), ((3, 3), "sand"), ((4, 3), "sand")], (), (), ())
    assert set(open_cells(three, 1, Movement.INTERIOR)) == {(5, 4), (3, 5)}
    assert (2, 4) in open_cells(three, 2, Movement.INTERIOR)
    assert (2, 4) in open_cells(three, 1, Movement.BORDER)


def test_the_usual_tile_lies_between_others_near_the_middle_and_in_no_lair() -> None:
    """Each neighbour counts one, each hexagon of distance takes 0.8; what has four around it stays free for a lair."""
    assert tile_worth(set(FLOWER[1:3]), HEART) == 2
    assert tile_worth(set(FLOWER[1:4]), HEART) == 3
    assert tile_worth(set(FLOWER[1:5]), HEART) == -6
    assert tile_worth({HEART}, (5, 4)) == pytest.approx(1 - 0.8)
    assert tile_worth({HEART}, (4, 5)) == pytest.approx(1 - 0.8 * (0.5**2 + 0.87**2) ** 0.5)
    assert tile_worth({(4, 6)}, (4, 6)) == pytest.approx(-0.8 * 2 * 0.87)


def test_scenery_keeps_away_from_scenery() -> None:
    """Middles are at least 55 mm apart: 45 mm is too near, 45 mm aslant (63.6 mm) is not."""
    places = places_on(on(FLOWER, [PrintedScenery(HEART, 45, 0, 20, 20, 40, 0)]))
    assert sides(places, HEART) == {"n", "s", "w"}
    assert sides(places, (5, 4)) == {"", "n", "e", "s", "w"}
    places = places_on(on(FLOWER, [PrintedScenery(HEART, 0, 0, 20, 20, 40, 0)]))
    assert sides(places, HEART) == set()
    assert len(places) == 6 * 5
    beside = [PrintedScenery((5, 4), -73, 0, 20, 20, 40, 0)]
    assert sides(places_on(on(FLOWER, beside)), HEART) == {"", "n", "e", "s", "w"}, "100.2 mm east of the middle"
    nearer = [PrintedScenery((5, 4), -74, 0, 20, 20, 40, 0)]
    assert sides(places_on(on(FLOWER, nearer)), HEART) == {"", "n", "s", "w"}, "99.2 mm east of the middle"


@pytest.mark.clause("TR setup.access")
def test_scenery_leaves_room_at_the_access_points() -> None:
    """The points lie 59.1 mm from the middle of their tile, and a TAG has a radius of 27.5 mm. The wreck reaches 65.6
    mm from its middle: beside a point 90.4 mm away it is too large, and beside one 100.7 mm away it is not.
    """
    state = on(FLOWER)
    box = {piece.id: piece for piece in state.content.box}
    wreck, silo = ({cell: sides(places_for(state, box[name]), cell) for cell in FLOWER} for name in ("wreck", "silo"))
    assert wreck[HEART] == silo[HEART] == {"", "n", "e", "s", "w"}, "no point is on a tile in the midst"
    assert (wreck[3, 4], silo[3, 4]) == (set(), {"e"})
    assert (wreck[4, 3], silo[4, 3]) == ({"s"}, {"s", "w"})
    assert (wreck[3, 5], silo[3, 5]) == ({"n"}, {"n", "e"})


def test_the_usual_place_for_scenery_is_open_and_near_the_middle() -> None:
    state = on(FLOWER, [PrintedScenery(HEART, 0, 0, 20, 20, 40, 0)])
    assert openness(state, ((5, 4), 0, 0)) == pytest.approx(BESIDE - 0.3 * BESIDE, abs=0.1)
    assert openness(state, ((5, 4), 45, 0)) == pytest.approx(200 - 0.3 * (BESIDE + 45), abs=0.1), "200 mm are enough"
    assert openness(on(FLOWER), ((4, 5), 0, 45)) == pytest.approx(200 - 0.3 * (86.6**2 + 195**2) ** 0.5, abs=0.1)


@pytest.mark.clause("TR setup.containers")
def test_containers_have_tiles_of_their_own_and_stand_in_no_scenery() -> None:
    """A block of 60 by 60 mm in the heart: 45 mm beside its middle a container of 15 mm touches it, and may stand."""
    blocked = on(FLOWER, [PrintedScenery(HEART, 0, 0, 62, 62, 40, 0)], ((3, 4), 0, 0))
    places = container_places(blocked, blocked.field)
    assert sides(places, HEART) == set()
    assert sides(places, (3, 4)) == set()
    assert len(places) == 5 * 5
    touched = on(FLOWER, [PrintedScenery(HEART, 0, 0, 58, 58, 40, 0)])
    assert sides(container_places(touched, touched.field), HEART) == {"n", "e", "s", "w"}


def test_the_usual_place_for_a_container_is_far_from_the_others() -> None:
    assert apart(on(FLOWER), ((5, 4), 45, 0)) == pytest.approx(0.3 * (BESIDE + 45), abs=0.1)
    two = on(FLOWER, None, ((3, 4), 0, 0), (HEART, 0, 0))
    assert apart(two, ((5, 4), 0, 0)) == pytest.approx(BESIDE + 0.3 * BESIDE, abs=0.1)
