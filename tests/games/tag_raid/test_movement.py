"""Moving: paths, their length, what is in the way, climbing, contact."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.tag_raid.playing import FIELDS, asked, miners, offered, refused, say, start, told
from muster.games.tag_raid.board.battlefield import Battlefield
from muster.games.tag_raid.board.spots import GROUND, Spot
from muster.games.tag_raid.rules.movement import check_path, is_legal
from muster.games.tag_raid.state.state import State
from muster.geometry.hexes import cell_name
from muster.kernel.refusal import Refusal

HERE = {"at": [350, 100], "facing": 90}
FAR = {"at": [866, 550], "facing": 180}


@pytest.mark.clause(
    "TR move.first", "TR move.pieces", "TR move.declare", "TR move.facing", "TR order.spend", "TR order.move_first"
)
def test_a_path_bends_and_stops_anywhere_within_three_segments() -> None:
    match = start(miners(A=HERE, B=FAR))
    assert refused(match, "move:530.2,100@90") == "TR move.pieces"
    assert refused(match, "move:450,100;350,100@90") == "TR move.pieces", "the pieces add up"
    say(match, "move:400,100;450.5,80@17")
    miner = match.view(0).miners[0]
    assert (miner.x, miner.y, miner.facing, miner.orders) == (4505, 800, 17, 1)
    assert asked(match) == "A prompt.second"


@pytest.mark.clause("TR move.second", "TR order.second", "TR order.second_move")
def test_a_second_move_goes_two_segments() -> None:
    match = say(start(miners(A=HERE, B=FAR)), "move:400,100@90")
    assert refused(match, "move:521,100@90") == "TR move.pieces"
    say(match, "move:520,100@90")
    assert match.view(0).miners[0].x == 5200
    assert asked(match) == "A prompt.turn"


@pytest.mark.clause("TR move.no_tile", "TR move.room", "TR move.width")
def test_holes_narrow_ways_and_standing_room() -> None:
    match = start(miners(A={"at": [400, 240], "facing": 90}, B=FAR))
    assert refused(match, "move:440,240@0") == "TR move.no_tile"
    assert refused(match, "move:408,240@0") == "TR move.room", "20 mm beside the hole one can walk, not stop"
    say(match, "move:411,240;411,180;400,170@0")
    wall = start(miners(A={"at": [330, 100], "facing": 90}, B=FAR))
    assert refused(wall, "move:200,100@0") == "TR move.width"
    assert refused(wall, "move:262,100@0") == "TR move.room"
    say(wall, "move:264,100;330,100@0")


@pytest.mark.clause("TR move.on_token", "TR move.interact")
def test_nobody_ends_on_a_token_but_may_cross_it() -> None:
    match = start(miners(A={"at": [350, 140], "facing": 90}, B=FAR))
    assert refused(match, "move:300,140@0") == "TR move.on_token"
    say(match, "move:322.4,140@270")
    assert asked(match) == "A prompt.search"


@pytest.mark.clause("TR move.through", "TR move.contact", "TR contact.silhouette")
def test_models_are_in_the_way_and_contact_ends_a_move() -> None:
    match = start(miners(A={"at": [350, 80], "facing": 90}, B={"at": [450, 80], "facing": 90}))
    assert refused(match, "move:500,80@0") == "TR move.through"
    assert refused(match, "move:380,130;450,135.2;500,130@0") == "TR move.contact", "brushing past"
    assert refused(match, "move:394.8,80;380,110@0") == "TR move.contact", "touching and going on"
    say(match, "move:394.8,80@90")
    assert asked(match) == "B prompt.aro"
    say(match, "pass")
    assert any(key.startswith("strike:pick>B2") for key in offered(match))


@pytest.mark.clause("TR contact.beast", "TR move.through", "TR move.contact")
def test_the_megabeast_is_touched_at_its_hexagon() -> None:
    position = miners(A={"at": [660, 500], "facing": 0}, B=FAR)
    position["beast"] = {"hexagon": "c4", "facing": "w", "card": "deep_hunger"}
    match = start({**position, "miner": {"A": {"at": [645, 460], "facing": 0}, "B": FAR}})
    assert refused(match, "move:627,520@0") == "TR move.through"
    assert refused(match, "move:634,520;640,490@0") == "TR move.contact"
    say(match, "move:634,520@270")
    assert any(key.startswith("strike:pick>M2") for key in offered(match))


@pytest.mark.clause("TR move.climb", "TR move.climb_cost", "TR move.climb_reach")
def test_climbing_takes_a_whole_segment() -> None:
    """The worked example: less than two segments away, the third brings the miner onto the roof."""
    match = start(miners(A={"at": [300, 370], "facing": 90}, B=FAR))
    assert refused(match, "move:^410.6,385@90") == "TR move.climb_reach"
    assert refused(match, "move:320,370;^378,385@90") == "TR move.climb"
    assert refused(match, "move:355.4,370;^400,385@90") == "TR move.room"
    assert refused(match, "move:355.4,370;^430,385@90") == "TR move.climb_reach"
    say(match, "move:355.4,370;^410.6,385@90")
    assert match.view(0).miners[0].level == 0
    far = start(miners(A={"at": [230, 370], "facing": 90}, B=FAR))
    assert refused(far, "move:355.4,370;^410.6,385@90") == "TR move.pieces", "two segments and a bit"
    roof = start(miners(A={"at": [410.6, 400], "roof": True}, B=FAR))
    say(roof, "move:v355.4,400@90")
    assert roof.view(0).miners[0].level == GROUND


@pytest.mark.clause("TR tag.climber")
def test_the_cavecrawler_climbs_once_for_nothing() -> None:
    match = start(miners(A={"tag": "cavecrawler", "at": [230, 370], "facing": 90}, B=FAR))
    say(match, "move:355.4,370;^410.6,385@90")
    assert match.view(0).miners[0].level == 0


@pytest.mark.clause("TR slowed.effect", "TR slowed.cancel")
def test_the_slowed_go_one_segment_less_until_they_stay() -> None:
    match = start(miners(A={**HERE, "slowed": True}, B=FAR))
    assert refused(match, "move:480,100@90") == "TR move.pieces"
    say(match, "stay@0")
    assert told(match, "no_longer_slowed") == [{"seat": 0}]
    say(match, "move:460,100@90")
    stuck = start({**miners(A={**HERE, "slowed": True}, B=FAR), "events": ["soft_ground", "soft_ground"]})
    assert refused(stuck, "move:412,100@90") == "TR move.pieces"


@pytest.mark.clause(
    "TR terrain.impassable", "TR terrain.difficult", "TR area.inside", "TR area.totally_inside", "TR terrain.token"
)
def test_special_terrain() -> None:
    blocked = start({**miners(A=HERE, B=FAR), "impassable": ["c1"]})
    assert refused(blocked, "move:400,100@90") == "TR terrain.impassable"
    match = start({**miners(A={**HERE, "at": [317, 100]}, B=FAR), "difficult": ["c1"]})
    say(match, "move:318,100@90", "idle")
    assert not match.view(0).miners[0].slowed, "all of the base is still on b1"
    say(match, "move:325,100@90", "idle")
    assert match.view(0).miners[0].slowed, "partly inside is inside"
    field = FIELDS[0]
    tile = [tile.name for tile in field.tiles].index("b1")
    assert field.wholly_on(3000, 1000, tile)
    assert not field.wholly_on(3400, 1000, tile)
    say(match, "end", "end")
    assert match.view(0).tiles[1].special == "", "the tokens go at the end of the round"


@pytest.mark.clause("TR move.contact")
def test_who_begins_in_contact_must_leave_it() -> None:
    match = start(miners(A={"at": [394.8, 80], "facing": 90}, B={"at": [450, 80], "facing": 90}))
    assert refused(match, "move:394.6,80@90") == "TR move.contact", "a fifth of a millimetre is still contact"
    say(match, "move:394.6,80;390,80;350,80@90")
    assert match.view(0).miners[0].x == 3500


steps = st.tuples(st.integers(-40, 40), st.integers(-40, 40), st.integers(2, 40))
"""A step in tenths of a millimetre, and how often it is taken: such a piece can be cut exactly."""
tables = st.sampled_from(FIELDS)


@st.composite
def positions(draw: st.DrawFn) -> tuple[State, list[tuple[int, int, int]]]:
    """A table with three TAGs on it, two of them perhaps in contact, and pieces of a path for the first."""
    field: Battlefield = draw(tables)
    posts = [post.spot for post in field.roadmap.posts if post.room and post.spot[2] == GROUND]
    first, third = draw(st.sampled_from(posts)), draw(st.sampled_from(posts))
    angle = math.radians(draw(st.integers(0, 359)))
    away = draw(st.sampled_from([551, 553, 556, 700, 1200]))
    second = round(first[0] + away * math.sin(angle)), round(first[1] - away * math.cos(angle)), GROUND
    assume(not field.stands(*second) and math.dist(third, first) > 560 and math.dist(third, second) > 560)
    at = {seat: {"at": [spot[0] / 10, spot[1] / 10]} for seat, spot in zip("ABC", (first, second, third), strict=True)}
    position = {**miners(**at), "table": field.id}
    if draw(st.booleans()):
        position["beast"] = {"hexagon": draw(st.sampled_from(lairs_of(field.id))), "card": "deep_hunger"}
    return start(position).state, draw(st.lists(steps, min_size=1, max_size=4))


def lairs_of(table: str) -> list[str]:
    field = next(field for field in FIELDS if field.id == table)
    return [cell_name(cell) for cell in field.cells[0] if cell[0] >= 0]


@given(position=positions(), data=st.data())
def test_a_legal_path_stays_legal_however_it_is_cut(
    position: tuple[State, list[tuple[int, int, int]]], data: st.DataObject
) -> None:
    """The points where it is cut lie exactly on it, so nothing at all may change: neither legal nor the clause."""
    state, pieces = position
    miner = state.miners[0]
    x, y, _ = miner.spot
    path: list[Spot] = []
    cut: list[Spot] = []
    for dx, dy, count in pieces:
        between = sorted(data.draw(st.sets(st.integers(1, count - 1), max_size=3)))
        cut += [(x + dx * step, y + dy * step, GROUND) for step in between]
        x, y = x + dx * count, y + dy * count
        path.append((x, y, GROUND))
        cut.append((x, y, GROUND))
    assert is_legal(state, miner, path, 9) == is_legal(state, miner, cut, 9)


@given(data=st.data(), shares=st.lists(st.floats(0.05, 0.95), min_size=1, max_size=3))
def test_ways_of_the_roadmap_stay_legal_when_cut_anywhere(data: st.DataObject, shares: list[float]) -> None:
    """Ways keep a tenth of a millimetre from what they pass; cut points are rounded to one."""
    field: Battlefield = data.draw(tables)
    roadmap = field.roadmap
    post = data.draw(st.sampled_from([post for post in roadmap.posts if post.room and post.spot[2] == GROUND]))
    at = {"A": {"at": [post.spot[0] / 10, post.spot[1] / 10]}, "B": {"off_table": True}}
    state = start({**miners(**at), "table": field.id}).state
    ways = roadmap.ways(post.spot, 3, climber=False)
    assume(ways)
    way = data.draw(st.sampled_from(ways))
    assert is_legal(state, state.miners[0], way.path, 3)
    ax, ay, level = post.spot
    cut: list[Spot] = []
    for bx, by, to in way.path:
        if to == level:
            cut += [(round(ax + (bx - ax) * s), round(ay + (by - ay) * s), level) for s in sorted(shares)]
        cut.append((bx, by, to))
        ax, ay, level = bx, by, to
    refused_by = why_not(state, cut)
    assert refused_by in ("", "TR move.width", "TR move.no_tile"), refused_by
    if refused_by:
        assert narrowest(field, post.spot, way.path) < field.constants.min_width / 2 + 1


def why_not(state: State, path: list[Spot]) -> str:
    try:
        check_path(state, state.miners[0], path, 4)
    except Refusal as refusal:
        return refusal.clause
    return ""


def narrowest(field: Battlefield, start_spot: Spot, path: tuple[Spot, ...]) -> float:
    """How near a path comes to scenery and holes."""
    shapes = [*field.voids.values(), *[piece.shape for piece in field.scenery]]
    pieces = zip([start_spot, *path], path, strict=False)
    return min(shape.to_piece(*a[:2], *b[:2]) for a, b in pieces for shape in shapes if a[2] == b[2] == GROUND)
