"""Where a measure is met exactly: ranges, contact, room, width, length, special terrain, hexagons."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.tag_raid.playing import CONTENT, FIELDS, asked, is_unopposed, miners, offered, refused, say, start
from muster.games.tag_raid.board.battlefield import Battlefield
from muster.games.tag_raid.board.posts import Post
from muster.games.tag_raid.board.roadmap import Way
from muster.games.tag_raid.board.spots import GROUND
from muster.games.tag_raid.cards.content import NO_RANGE, Effect
from muster.games.tag_raid.rules.line_of_fire import (
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
from muster.games.tag_raid.rules.movement import is_legal
from muster.games.tag_raid.rules.obstruction import Approach, Traffic, approaches, bends, broken_contact
from muster.games.tag_raid.rules.reach import in_hexagons
from muster.games.tag_raid.state.questions import (
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
from muster.games.tag_raid.state.state import BEAST, NOWHERE, Order, State

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
    assert sees_any(state, watcher, active, Order((one, other)))
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
    assert touches_beast(state, (round(x) + 866 + 279, round(y), 0)), "a roof of 800 is below its head"
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
    say(start(miners(A={**up, "at": [450.7, 400]}, B=FAR)), "move:v510.7,400@90")  # a segment exactly


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
    assert [field.access_gap() for field in FIELDS] == [3, 3, 4, 3]
    assert offered(start(three))[0].startswith("stay@90")


# Contact over a whole path: distances to somebody at the start, at the end and at the closest of every piece, and
# whether it bends off the line of the one before

NEAR, REACH = 549.0, 555.0
ALLOWED = {
    "never near": [(700, 900, 700)],
    "just out of contact all along": [(700, 700, 555.1)],
    "leaves contact that is a hair's breadth": [(555, 700, 555)],
    "leaves, its closest a tenth nearer than its start": [(552, 700, 551)],
    "leaves in two pieces, at the edge of contact between them": [(551, 555, 551), (555, 700, 555)],
    "comes as near as bases may": [(700, 549, 549)],
    "comes, its end a tenth farther than its closest": [(700, 552, 551)],
    "comes and settles": [(700, 552, 552), (552, 553, 552)],
    "comes to the very edge of contact, and along it": [(700, 555, 555), (555, 555, 555)],
    "leaves and comes back": [(551, 800, 551), (800, 552, 552)],
    "bends out of contact and comes": [(700, 556, 556), (556, 552, 552, True)],
    "bends in contact as it leaves": [(551, 553, 551), (553, 700, 553, True)],
    "leaves by a climb": [(551, 553, 551), (556, 556, 556, True)],
    "nothing on this level": [(556, 556, 556)],
}
REFUSED = {
    "brushes past": ([(700, 700, 555)], "TR move.contact"),
    "goes on after contact": ([(700, 555, 555), (555.1, 700, 555.1)], "TR move.contact"),
    "goes on after contact, in contact": ([(700, 552, 552), (552, 700, 552)], "TR move.contact"),
    "bends in contact": ([(700, 552, 552), (552, 552, 552, True)], "TR move.contact"),
    "bends in contact to come nearer": ([(700, 555, 555), (555, 550, 550, True)], "TR move.contact"),
    "climbs on from contact": ([(700, 552, 552), (556, 556, 556)], "TR move.contact"),
    "stays in contact": ([(551, 553, 551)], "TR move.contact"),
    "goes nearer before it leaves": ([(555, 549, 549), (549, 700, 549)], "TR move.contact"),
    "comes and ends two tenths farther": ([(700, 552.2, 551)], "TR move.contact"),
    "through a base": ([(700, 548.9, 548.9)], "TR move.through"),
    "through a base and out": ([(700, 700, 300)], "TR move.through"),
}


@pytest.mark.clause("TR move.contact", "TR move.through")
def test_contact_is_only_left_or_come_into() -> None:
    for name, pieces in ALLOWED.items():
        assert not broken_contact(as_approaches(pieces), NEAR, REACH), name
    for name, (broken, clause) in REFUSED.items():
        assert broken_contact(as_approaches(broken), NEAR, REACH) == clause, name


def as_approaches(pieces: Sequence[tuple[float, ...]]) -> list[Approach]:
    return [(piece[0], piece[1], piece[2], len(piece) > 3) for piece in pieces]


@pytest.mark.clause("TR move.pieces", "TR move.contact")
def test_a_way_goes_straight_on_or_bends() -> None:
    here = (1000, 1000, GROUND)
    for path, found in (
        (((1500, 1000),), [False]),
        (((1500, 1000), (2500, 1000)), [False, False]),
        (((1500, 1000), (2500, 1001)), [False, False]),  # rounded
        (((1500, 1000), (2500, 1002)), [False, True]),
        (((1500, 1000), (1495, 1000)), [False, True]),  # back
        (((1500, 1500), (1503, 1503), (1503, 1000)), [False, False, True]),
        (((1000, 1500), (1001, 1503), (1001, 1600)), [False, False, True]),
        (((1000, 1000), (1001, 1000)), [False, False]),  # from nowhere there is no line
    ):
        assert bends(here, [(*spot, GROUND) for spot in path]) == found, path


@pytest.mark.clause("TR move.contact", "TR contact.silhouette")
def test_heads_and_feet_that_meet_exactly_do_not_touch() -> None:
    """A roof as high as a silhouette: who stands on it is above whoever stands below."""
    tiles = {(column, row): "sand" for column in range(3) for row in range(3)}
    for height, touches in ((650, False), (649, True)):
        box = [(2200.0, 2000.0), (3200.0, 2000.0), (3200.0, 3000.0), (2200.0, 3000.0)]
        state = table()
        state.field = Battlefield(0, "box", CONTENT.constants, tiles, [(box, height)], [], 4)
        above, below = (2900, 2500, 0), (3475, 2500, GROUND)
        state.miners[1].x, state.miners[1].y, state.miners[1].level = 2922, 2500, 0
        assert touch(state, state.miners[1].spot, below) == touches
        state.miners[0].x, state.miners[0].y, state.miners[0].level = 3475, 2200, GROUND
        found = approaches(state, state.miners[0], (below,), state.miners[1])
        assert (found[0][2] <= REACH) == touches
        assert distance(state, above, (3475 + 1000, 2500, GROUND)) == 1575 - 550


@pytest.mark.clause("TR move.on_token")
def test_loot_keeps_its_room() -> None:
    state = table()
    state.miners[1].loot_spot = (5000, 1000, GROUND)
    for away, free in ((424, True), (423, False)):
        end = Post(0, (5000 - away, 1000, GROUND), -1, cover=False, room=True)
        way = Way((3500, 1000, GROUND), (end.spot,), end, 1000.0, 0)
        assert Traffic(state, state.miners[0]).leaves_free(way) == free
        assert is_legal(state, state.miners[0], (end.spot,), 3) == free
        end = Post(0, (5000, 1000 + away, GROUND), -1, cover=False, room=True)
        way = Way((3500, 1000, GROUND), (end.spot,), end, 1000.0, 0)
        assert Traffic(state, state.miners[0]).leaves_free(way) == free


@pytest.mark.clause("TR move.contact", "TR move.through")
def test_proposals_look_at_everybody_near_enough_to_touch() -> None:
    """A way that brushes past somebody is not proposed, from whichever side; one that keeps off is."""
    state = table()
    other = state.miners[1]
    start_spot, goal = (3500, 600, GROUND), Post(0, (4700, 600, GROUND), -1, cover=False, room=True)
    way = Way(start_spot, (goal.spot,), goal, 1200.0, 0)
    state.miners[0].x, state.miners[0].y = start_spot[:2]
    for x, y, free in (
        (4100, 600 + 555, False),
        (4100, 600 + 556, True),
        (4100, 600 - 555, False),
        (4100, 600 - 556, True),
        (4700 + 555, 600, True),
        (4700 + 540, 600, False),
        (3500 - 555, 600, True),
    ):
        other.x, other.y = x, y
        assert Traffic(state, state.miners[0]).leaves_free(way) == free, (x, y)
        assert is_unopposed(state, state.miners[0], way.path) == free, (x, y)


@pytest.mark.clause("TR terrain.impassable")
def test_impassable_terrain_stops_a_strip_of_the_minimum_width() -> None:
    """The border of c1 is at 346.4 mm: 20 mm beside it one may pass, a tenth nearer not."""
    state = table(impassable=["c1"])
    miner = state.miners[0]
    miner.x, miner.y = 3100, 800
    for x, free in ((3464 - 200, True), (3464 - 199, False)):
        assert is_unopposed(state, miner, ((x, 900, GROUND), (3100, 1100, GROUND))) == free
    for x, free in ((3464 - 274, True), (3464 - 273, False)):
        assert is_unopposed(state, miner, ((3100, 900, GROUND), (x, 1100, GROUND))) == free, (
            "the whole base ends off it"
        )


@pytest.mark.clause("TR move.declare", "TR move.facing")
def test_answers_are_read_to_the_letter() -> None:
    match = start(miners(A={"at": [350, 100], "facing": 90}, B=FAR))
    assert refused(match, "stay@360") == "TR move.declare"
    assert refused(match, "move:400@90") == "TR move.declare"
    assert refused(match, "move:400,100;@90") == "TR move.declare"
    say(match, "move:400.3,100.7@359")
    miner = match.view(0).miners[0]
    assert (miner.x, miner.y, miner.level, miner.facing) == (4003, 1007, -1, 359)
