"""Where a measure is met exactly: ranges, contact, room, width, length, special terrain, hexagons."""

from __future__ import annotations

import pytest

from games.tag_raid.playing import CONTENT, asked, miners, offered, refused, say, start
from muster.games.tag_raid.content import NO_RANGE, Effect
from muster.games.tag_raid.questions import (
    armor_of,
    evade_segments,
    event_sum,
    hexagons_to_beast,
    loot_lies,
    segments,
    touch,
    touches_beast,
    touches_token,
    touching,
)
from muster.games.tag_raid.reach import in_hexagons
from muster.games.tag_raid.sightlines import (
    band,
    beast_sees,
    distance,
    distance_to_beast,
    in_cover,
    in_front,
    in_vision,
    looks,
    looks_between,
    nodes,
    range_mod,
    sees_any,
    sees_at,
    vision,
)
from muster.games.tag_raid.state import BEAST, GROUND, NOWHERE, State

FAR = {"at": [866, 550], "facing": 180}
TOOLS = {tool.id: tool for tool in CONTENT.tools}


def table(**given: object) -> State:
    return start({**miners(A={"at": [350, 100], "facing": 90}, B=FAR), **given}).state


def ruins() -> State:
    return start({**miners(A={"at": [203, 405]}, B={"at": [433, 175]}), "table": "ruins"}).state


@pytest.mark.clause("TR event.fog", "TR range.out")
def test_fog_hides_up_to_the_end_of_long_range() -> None:
    foggy = table(events=["ground_fog"])
    rifle = TOOLS["long_rifle"]
    assert [range_mod(foggy, rifle, away) for away in (4000, 4000.5, 6000)] == [0, NO_RANGE, NO_RANGE]
    assert range_mod(foggy, rifle, 6000.5) == rifle.ranges[3], "beyond it the weapon is out of range as ever"
    assert [band(foggy, away) for away in (2000, 2001, 4000, 4001, 6000)] == [0, 1, 1, 3, 3]


@pytest.mark.clause("TR range.height", "TR range.measure")
def test_heights_count_only_between_head_and_foot() -> None:
    state = table()
    roof = (4330, 4000, 0)
    assert distance(state, (4330 + 2550, 4000, GROUND), roof) == pytest.approx((2000**2 + 150**2) ** 0.5)
    assert distance(state, roof, (4330 + 2550, 4000, GROUND)) == pytest.approx((2000**2 + 150**2) ** 0.5)
    assert distance(state, roof, (4330, 4600, 0)) == 50, "on one roof only the way along it"
    assert distance(state, (1000, 1000, GROUND), (1000, 1300, GROUND)) == 0, "never less than nothing"
    low = ruins()
    assert distance(low, (4330, 4050, 0), (4330 + 1550, 4050, GROUND)) == 1000, "heads above that roof: no height"


@pytest.mark.clause("TR range.height", "TR beast.silhouette")
def test_the_way_up_to_a_roof_above_the_megabeast_counts() -> None:
    state = table(beast={"id": "drummer_crab", "hexagon": "c4", "card": "patient"})
    crab = CONTENT.beasts[1].height
    shape = state.field.voids[(2, 3)]
    for level, floor in ((GROUND, 0), (0, 800), (6, 900)):
        spot = (4330, 4000, level)
        flat = max(0.0, shape.distance(4330, 4000) - 275)
        assert distance_to_beast(state, spot) == pytest.approx((flat**2 + max(0, floor - crab) ** 2) ** 0.5)
    assert distance_to_beast(state, (round(shape.x), round(shape.y), GROUND)) == 0


@pytest.mark.clause("TR los.path", "TR aro.los")
def test_seen_only_in_the_middle_of_a_straight_piece() -> None:
    """Both ends are hidden behind scenery; B sees A on the way and may react."""
    match = start(miners(A={"at": [556.2, 676.7], "facing": 90}, B={"at": [620, 400], "facing": 270}))
    state = match.state
    one, other = (5562, 6767, GROUND), (6511, 6654, GROUND)
    watcher, active = state.miners[1], state.miners[0]
    assert not sees_at(state, watcher, active, one)
    assert not sees_at(state, watcher, active, other)
    assert sees_any(state, watcher, active, (one, other))
    assert any(sees_at(state, watcher, active, spot) for spot in looks_between(one, other))
    say(match, "move:651.1,665.4@90")
    assert asked(match) == "B prompt.aro"


@pytest.mark.clause("TR los.path")
def test_a_path_is_looked_at_every_two_centimetres() -> None:
    assert looks_between((0, 0, GROUND), (199, 0, GROUND)) == []
    assert looks_between((0, 0, GROUND), (200, 0, GROUND)) == [(100, 0, GROUND)]
    assert looks_between((0, 0, GROUND), (600, 300, GROUND)) == [(450, 225, -1), (300, 150, -1), (150, 75, -1)]
    assert looks_between((0, 0, GROUND), (600, 0, 0)) == [], "a climb has no between"
    path = ((0, 0, GROUND), (300, 0, GROUND), (0, 0, GROUND))
    assert looks(path) == [(0, 0, -1), (150, 0, -1), (300, 0, -1)], "every spot once, the last one first"
    assert nodes(path) == [(0, 0, -1), (300, 0, -1)]
    assert looks(((5, 5, GROUND),)) == [(5, 5, GROUND)]


@pytest.mark.clause("TR los.arc")
def test_the_arc_ends_at_the_side() -> None:
    state = table()
    watcher = state.miners[0]
    assert not in_front(state, watcher, 3500 - 275, 1000, 275), "a base that only touches the line is behind it"
    assert in_front(state, watcher, 3500 - 274, 1000, 275)
    assert in_front(state, watcher, 3501, 1000, 0)
    assert not in_front(state, watcher, 3499, 1000, 0)


@pytest.mark.clause("TR beast.vision", "TR beast.vision_all", "TR beast.los")
def test_the_angle_of_vision_of_the_megabeast() -> None:
    state = table(beast={"hexagon": "c4", "facing": "e", "card": "deep_hunger"})
    x, y = state.field.middle((2, 3))
    ahead, behind = (round(x) + 1500, round(y), GROUND), (round(x) - 1500, round(y), GROUND)
    assert in_vision(state, ahead, 1, 1)
    assert not in_vision(state, behind, 1, 1)
    assert not in_vision(state, behind, 1, 5)
    assert in_vision(state, behind, 1, 6)
    up = (round(x), round(y) - 1500, GROUND)
    assert not in_vision(state, up, 1, 1)
    assert in_vision(state, up, 1, 3), "three sides are 180 degrees, and its base reaches in"
    assert not in_vision(state, (up[0] - 276, up[1], GROUND), 1, 3)
    assert in_vision(state, (up[0] - 1200, up[1], GROUND), 1, 5)
    state.beast.behaviour = -1
    assert vision(state) == 6, "no card, no angle"
    assert beast_sees(state, 0, (4330, 6950, GROUND)) == in_vision(state, (4330, 6950, GROUND), 1, 6)


@pytest.mark.clause("TR contact.silhouette", "TR contact.beast")
def test_contact_is_half_a_millimetre() -> None:
    state = table(beast={"hexagon": "c4", "facing": "e", "card": "deep_hunger"})
    here = (3000, 1000, GROUND)
    assert touch(state, here, (3555, 1000, GROUND))
    assert not touch(state, here, (3556, 1000, GROUND))
    assert touch(state, here, (3000, 445, GROUND))
    assert not touch(state, here, (3000, 444, GROUND))
    assert touch(state, here, (2445, 1000, GROUND))
    assert not touch(state, here, (2444, 1000, GROUND))
    assert touch(state, here, (3000, 1555, GROUND))
    assert not touch(state, here, (3393, 1393, GROUND)), "not by the sides of a square"
    assert not touch(state, here, (3555, 1000, 0)), "800 up there is no contact with 650 below"
    low = ruins()
    assert touch(low, here, (3555, 1000, 0)), "600 is"
    token = (3000, 1000, GROUND)
    assert touches_token(state, (3430, 1000, GROUND), token)
    assert not touches_token(state, (3431, 1000, GROUND), token)
    assert not touches_token(state, (3430, 1000, 0), token)
    x, y = state.field.middle((2, 3))
    assert touches_beast(state, (round(x) + 866 + 279, round(y), GROUND))
    assert not touches_beast(state, (round(x) + 866 + 282, round(y), GROUND))
    assert not touches_beast(state, (round(x) + 866 + 279, round(y), 0)), "nobody on a roof touches it"
    assert not touches_beast(state, (round(x), round(y) - 1500, GROUND))


@pytest.mark.clause("TR cover.contact", "TR contact.silhouette")
def test_what_stands_beside_gives_cover_up_to_half_a_millimetre() -> None:
    field = table().field
    east = 4830 + 275
    assert field.beside((east + 5, 4000, GROUND)) == [0]
    assert field.beside((east + 6, 4000, GROUND)) == []
    assert field.beside((4330, 4000, 0)) == [0], "the roof under one's feet"
    state = table()
    assert not in_cover(state, (4330, 4000, 0), (4330, 4000, 0))


@pytest.mark.clause("TR move.room", "TR move.climb", "TR move.width")
def test_room_and_width_to_the_tenth() -> None:
    field = table().field
    east = 4830
    assert field.stands(east + 275, 4000, GROUND) == "", "a tenth of overlap is rounding"
    assert field.stands(east + 274, 4000, GROUND) == "TR move.room"
    assert field.stands(east - 274, 4000, 0) == ""
    assert field.stands(east - 273, 4000, 0) == "TR move.room"
    assert field.walks(east + 201, 3900, east + 201, 4100, GROUND) == ""
    assert field.walks(east + 200, 3900, east + 200, 4100, GROUND) == "TR move.width"
    assert field.walks(east - 200, 3750, east - 200, 4250, 0) == ""
    assert field.walks(east - 199, 3750, east - 199, 4250, 0) == "TR move.width"
    match = start(miners(A={"at": [510.5, 400], "facing": 90}, B=FAR))
    assert refused(match, "move:^483,400@90") == "TR move.room", "the very edge is on the roof, without room"
    assert refused(match, "move:^483.1,400@90") == "TR move.climb", "beside it there is nothing to climb"
    off = start(miners(A={"at": [511.1, 400], "facing": 90}, B=FAR))
    assert refused(off, "move:^455.5,400@90") == "TR move.climb", "6 tenths away one does not touch it"
    say(start(miners(A={"at": [511, 400], "facing": 90}, B=FAR)), "move:^455.4,400@90")


@pytest.mark.clause("TR move.pieces", "TR move.climb_reach", "TR move.climb_cost")
def test_lengths_to_the_tenth() -> None:
    match = start(miners(A={"at": [350, 100], "facing": 90}, B=FAR))
    assert refused(match, "move:530.2,100@90") == "TR move.pieces"
    say(match, "move:530.1,100@90")
    up = {"at": [455.4, 400], "roof": True, "slowed": True}
    roof = start(miners(A=up, B=FAR))
    assert refused(roof, "move:v515.5,400@90") == "TR move.climb_reach"
    assert refused(roof, "move:v510.7,400;570.9,400@90") == "TR move.pieces"
    say(roof, "move:v510.7,400;570.8,400@90")


@pytest.mark.clause("TR range.hexagons", "TR area.inside")
def test_ranges_in_hexagons_have_two_ends() -> None:
    """Own hexagon, adjacent ones, and two away, as the symbols of the book have them."""
    state = table(beast={"hexagon": "c4", "facing": "e", "card": "deep_hunger"})
    tool = TOOLS["steam_lance"]
    middles = {name: tuple(round(v) for v in (tile.x, tile.y)) for tile in state.field.tiles for name in [tile.name]}
    b1, c1, d1 = (middles[name] for name in ("b1", "c1", "d1"))
    for other, steps in ((b1, 0), (c1, 1), (d1, 2)):
        spot = (*other, GROUND)
        assert in_hexagons(state, tool, (*b1, GROUND), 1, spot) == (steps <= 1)
    assert in_hexagons(state, TOOLS["rifle"], (*b1, GROUND), 1, (*d1, GROUND)), "a rifle does not count them"
    b4 = middles["b4"]
    assert in_hexagons(state, tool, (*b4, GROUND), BEAST, (0, 0, 0))
    assert not in_hexagons(state, tool, (*b1, GROUND), BEAST, (0, 0, 0))
    assert hexagons_to_beast(state, (*b4, GROUND)) == 1
    assert hexagons_to_beast(state, (*b1, GROUND)) == 3


@pytest.mark.clause("TR slowed.effect", "TR move.first", "TR move.second", "TR evade.move", "TR event.lasting")
def test_segments_and_attributes_never_fall_below_nothing() -> None:
    state = table()
    miner = state.miners[0]
    assert (segments(state, miner, second=False), segments(state, miner, second=True)) == (3, 2)
    assert evade_segments(state, miner) == 1
    miner.slowed = True
    assert (segments(state, miner, second=False), segments(state, miner, second=True)) == (2, 1)
    assert evade_segments(state, miner) == 0
    bogged = table(events=["soft_ground", "soft_ground", "soft_ground"])
    bogged.miners[0].slowed = True
    assert segments(bogged, bogged.miners[0], second=True) == 0
    rain = table(events=["acid_rain"])
    assert armor_of(rain, rain.miners[0]) == armor_of(state, miner) + event_sum(rain, Effect.ARMOR)
    assert armor_of(table(events=["acid_rain"] * 9), miner) == 0


def test_who_touches_whom_and_what_lies_where() -> None:
    three = miners(A={"at": [300, 100]}, B={"at": [355.4, 100]}, C={"off_table": True})
    state = start(three).state
    assert touching(state, 0, state.miners[0].spot) == [1]
    assert touching(state, 1, state.miners[0].spot) == [0]
    assert touching(state, 0, (866, 550, GROUND)) == []
    assert not loot_lies(state.miners[0])
    assert state.miners[0].loot_spot == NOWHERE
    assert [field.access_gap() for field in CONTENT.fields] == [3, 3, 4, 3]
    assert offered(start(three))[0].startswith("stay@90")
