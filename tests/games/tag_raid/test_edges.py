"""The building in the middle of The Claim reaches from 355 to 445 mm, exactly: measures that are met to the tenth."""

from __future__ import annotations

import pytest

from games.tag_raid.playing import CONTENT, is_unopposed, miners, refused, say, start
from muster.games.tag_raid.board import area
from muster.games.tag_raid.board.battlefield import Battlefield
from muster.games.tag_raid.board.posts import Post
from muster.games.tag_raid.board.roadmap import Way
from muster.games.tag_raid.board.spots import GROUND, Spot
from muster.games.tag_raid.rules.aftermath import token_fits
from muster.games.tag_raid.rules.line_of_fire import (
    active_sees,
    at_grips,
    beast_clear,
    clear,
    clear_to_beast,
    in_vision,
    seen_spots,
    sees_any,
    sees_at,
    sees_beast,
)
from muster.games.tag_raid.rules.movement import check_length, is_legal
from muster.games.tag_raid.rules.obstruction import Traffic, check_special_terrain
from muster.games.tag_raid.state.questions import crosses, on_path, touch, touches_beast, touches_token, touching
from muster.games.tag_raid.state.state import BEAST, Order, State
from muster.kernel.refusal import Refusal

FAR = {"at": [866, 550], "facing": 180}
SOUTH = 4450
"""The southern side of the building."""


def table(**given: object) -> State:
    return start({**miners(A={"at": [350, 100], "facing": 90}, B=FAR), **given}).state


@pytest.mark.clause("TR move.room", "TR move.width", "TR contact.silhouette", "TR loot.no_room")
def test_the_side_of_a_building_to_the_tenth() -> None:
    state = table()
    field = state.field
    x, west = 4330, 3950
    assert [field.stands(west, SOUTH + away, GROUND) for away in (274, 273)] == ["", "TR move.room"]
    assert [field.stands(x, SOUTH - deep, 0) for deep in (274, 273)] == ["", "TR move.room"]
    for away, clause in ((200, ""), (199, "TR move.width")):
        assert field.walks(west - 50, SOUTH + away, west + 50, SOUTH + away, GROUND) == clause
        assert field.walks(x - 100, SOUTH - away, x + 100, SOUTH - away, 0) == clause
        assert field.walks(x, SOUTH - 300, x, SOUTH - away, 0) == clause, "where it ends"
        assert field.walks(x, SOUTH - away, x, SOUTH - 300, 0) == clause, "where it begins"
    assert [field.beside((west, SOUTH + away, GROUND)) for away in (280, 281)] == [[0], []]
    assert [token_fits(state, (west, SOUTH + away, GROUND)) for away in (150, 149)] == [True, False]
    assert [token_fits(state, (x, SOUTH - deep, 0)) for deep in (150, 149)] == [True, False]


@pytest.mark.clause("TR move.climb", "TR move.room")
def test_climbing_at_the_side_of_a_building_to_the_tenth() -> None:
    near, off = ({"at": [395, y], "facing": 0} for y in (473, 473.1))
    assert refused(start(miners(A=near, B=FAR)), "move:^395,445@0") == "TR move.room", "the very edge is the roof"
    assert refused(start(miners(A=near, B=FAR)), "move:^395,445.1@0") == "TR move.climb"
    assert refused(start(miners(A=off, B=FAR)), "move:^411,417.6@0") == "TR move.climb", "6 tenths away"
    say(start(miners(A=near, B=FAR)), "move:^411,417.6@0")
    down = {"at": [411, 417], "roof": True}
    assert refused(start(miners(A=down, B=FAR)), "move:v395,473.1@0") == "TR move.climb"
    say(start(miners(A=down, B=FAR)), "move:v395,473@0")


@pytest.mark.clause("TR loot.no_room")
def test_a_token_may_lie_on_the_first_tile() -> None:
    state = table()
    tile = state.field.tiles[0]
    assert token_fits(state, (round(tile.x), round(tile.y) - 500, GROUND))


@pytest.mark.clause("TR terrain.impassable")
@pytest.mark.parametrize(
    ("path", "free"),
    [
        (((3000, 1000, GROUND),), True),
        (((4330, 2300, GROUND),), False),
        (((4330, 400, GROUND), (3000, 1000, GROUND)), False),
        (((3000, 1700, GROUND), (3000, 300, GROUND)), True),
        (((3000, 1000, GROUND), (4330, 1000, GROUND), (3000, 1000, GROUND)), False),
    ],
)
def test_every_piece_of_a_path_keeps_off_impassable_ground(path: tuple[Spot, ...], free: bool) -> None:
    """c1 has its middle at 433, 100 and is 100 mm high and low."""
    state = table(impassable=["e2", "c1"])
    state.miners[0].x, state.miners[0].y = 2600, 1000
    if free:
        check_special_terrain(state, state.miners[0], path)
    else:
        with pytest.raises(Refusal):
            check_special_terrain(state, state.miners[0], path)
    end = Post(0, path[-1], -1, cover=False, room=True)
    way = Way(state.miners[0].spot, path, end, 1000.0, 0)
    assert Traffic(state, state.miners[0]).leaves_free(way) == free == is_unopposed(state, state.miners[0], path)


@pytest.mark.clause("TR move.through", "TR contact.beast")
def test_a_base_may_overlap_the_megabeast_by_a_tenth() -> None:
    """Its hexagon ends at 606.218 mm: 633.7 is 27.48 away from it, 633.6 is 27.38."""
    state = table(beast={"hexagon": "c4", "facing": "w", "card": "deep_hunger"})
    miner = state.miners[0]
    miner.x, miner.y = 6450, 4600
    assert is_legal(state, miner, ((6337, 5200, GROUND),), 3)
    assert not is_legal(state, miner, ((6336, 5200, GROUND),), 3)
    for x, near in ((6337, True), (6342, True), (6343, False)):
        path: tuple[Spot, ...] = ((x, 5050, GROUND), (6450, 4600, GROUND))
        assert is_legal(state, miner, path, 3) != near, "touching it on the way"
    end = Post(0, (6337, 5200, GROUND), -1, cover=False, room=True)
    past: tuple[Spot, ...] = ((6340, 5050, GROUND), (6450, 4600, GROUND))
    far = Post(0, past[-1], -1, cover=False, room=True)
    traffic = Traffic(state, miner)
    assert traffic.leaves_free(Way(miner.spot, (end.spot,), end, 1000.0, 0))
    assert not traffic.leaves_free(Way(miner.spot, past, far, 1000.0, 0))


@pytest.mark.clause("TR los.contact", "TR los.arc")
def test_whoever_comes_into_contact_is_seen_even_behind() -> None:
    state = table()
    active, watcher = state.miners
    watcher.x, watcher.y, watcher.facing = 5000, 1000, 90
    path: tuple[Spot, ...] = ((3500, 1000, GROUND), (4448, 1000, GROUND))
    assert not sees_at(state, watcher, active, path[0])
    assert sees_at(state, watcher, active, path[1])
    assert sees_any(state, watcher, active, Order(path))
    assert not at_grips(state, watcher, active, path)
    assert seen_spots(state, watcher, active, path, list(path)) == [path[1]]
    assert not sees_any(state, watcher, active, Order(path[:1]))
    leaving = path[::-1]
    assert at_grips(state, watcher, active, leaving)
    assert sees_any(state, watcher, active, Order(leaving)), "it was touched where the path began"
    assert seen_spots(state, watcher, active, leaving, list(leaving)) == [path[1]]


@pytest.mark.clause("TR los.path", "TR los.arc")
def test_every_piece_of_a_path_is_looked_at() -> None:
    """Seen only between the first two nodes, or only between the last two, however the path goes on behind scenery."""
    state = start(miners(A={"at": [556.2, 676.7], "facing": 90}, B={"at": [620, 400], "facing": 270})).state
    active, watcher = state.miners
    one, other = (5562, 6767, GROUND), (6511, 6654, GROUND)
    for path in ((one, other, other), (one, one, other), (other, other, one), (one, other)):
        assert sees_any(state, watcher, active, Order(path))
    watcher.facing = 90
    assert not sees_any(state, watcher, active, Order((one, (5562, 6767, GROUND))))


@pytest.mark.clause("TR los.arc", "TR los.contact")
def test_who_sees_the_megabeast() -> None:
    beast = {"hexagon": "c4", "facing": "w", "card": "deep_hunger"}
    state = start({**miners(A={"at": [700, 430]}, B={"at": [700, 600], "facing": 270}), "beast": beast}).state
    active, watcher = state.miners
    path = (active.spot,)
    assert sees_beast(state, watcher, active, path)
    watcher.facing = 90
    assert not sees_beast(state, watcher, active, path), "it is behind"
    watcher.x, watcher.y = 6337, 5500
    assert sees_beast(state, watcher, active, path), "it is touched"
    watcher.x, watcher.y, watcher.facing = 7000, 6000, 270
    active.x, active.y = 7551, 6000
    assert not sees_beast(state, watcher, active, (active.spot,)), "in contact one sees only whom one touches"
    state.beast.cell = None
    assert not sees_beast(state, watcher, active, path)


@pytest.mark.clause("TR los.models")
def test_a_model_hides_only_if_it_stands_between() -> None:
    """Three in a row, in every direction of the compass; beside, before and behind the others nobody is in the way."""
    three = miners(A={"at": [430, 100]}, B={"at": [201, 100]}, C={"at": [300, 60]})
    state = start(three).state
    third = state.miners[2]
    for one, other in (((2700, 1000), (4900, 1000)), ((4900, 1000), (2700, 1000)), ((8300, 3000), (8300, 5200))):
        a, b = (*one, GROUND), (*other, GROUND)
        dx, dy = (other[0] - one[0]) // 2, (other[1] - one[1]) // 2
        for share, aside, free in ((1, 0, False), (1, 40, True), (-1, 0, True), (3, 0, True)):
            across = aside if dx == 0 else 0, aside if dy == 0 else 0
            third.x, third.y = one[0] + dx * share + across[0], one[1] + dy * share + across[1]
            assert clear(state, 0, a, 1, b) == free, (one, other, share, aside)
        third.x, third.y = one[0] + dx, one[1] + dy
        third.level = 0
        assert not clear(state, 0, a, 1, b), "who stands higher hides as well"
        third.level = GROUND
        third.x = -1
        assert clear(state, 0, a, 1, b), "who is not there hides nobody"


@pytest.mark.clause("TR beast.vision")
@pytest.mark.parametrize("facing", range(6))
def test_the_angle_of_vision_turns_with_its_facing(facing: int) -> None:
    """By how many sides it looks through: a base 150 mm away in each of twelve directions."""
    from muster.geometry.plane import along

    state = table(beast={"hexagon": "c4", "facing": "e", "card": "deep_hunger"})
    x, y = state.field.middle((2, 3))
    for sides, seen in ((1, 3), (2, 5), (3, 7), (4, 9), (5, 11), (6, 12)):
        spots = [along(30 + 60 * facing + 30 * turn) for turn in range(12)]
        found = [
            in_vision(state, (round(x + dx * 1500), round(y + dy * 1500), GROUND), facing, sides) for dx, dy in spots
        ]
        assert sum(found) == seen, (sides, found)
        assert found[0]
        edge = along(30 + 60 * facing + 30 * sides)
        for aside, inside in ((270, True), (280, False)):
            if sides < 6:
                spot = round(x + edge[0] * 1500 - edge[1] * aside), round(y + edge[1] * 1500 + edge[0] * aside), GROUND
                assert in_vision(state, spot, facing, sides) == inside


@pytest.mark.clause("TR area.inside", "TR terrain.difficult")
def test_a_path_enters_a_hexagon_with_a_part_of_a_base() -> None:
    """The border of b1 and c1 is at 346.4 mm."""
    state = table()
    names = [tile.name for tile in state.field.tiles]
    c1, b1 = names.index("c1"), names.index("b1")
    for x, inside in ((3464 - 274, False), (3464 - 273, True)):
        assert crosses(state, ((x, 1000, GROUND),), [c1]) == inside
        assert crosses(state, ((3000, 1000, GROUND), (x, 1000, GROUND)), [c1]) == inside
        assert crosses(state, ((3000, 1000, GROUND), (x, 1000, GROUND), (3000, 1000, GROUND)), [c1]) == inside
        assert crosses(state, ((x, 1000, GROUND), (3000, 1000, GROUND)), [c1]) == inside
    assert crosses(state, ((3100, 1000, GROUND),), [c1, b1])
    assert crosses(state, ((2600, 100, GROUND), (2600, 2600, GROUND)), [b1])
    assert not crosses(state, ((4330, 2600, GROUND), (5200, 2600, GROUND)), [b1, c1])
    assert not crosses(state, ((3100, 1000, GROUND),), [])


@pytest.mark.clause("TR path.point")
def test_what_lies_on_a_path() -> None:
    path: tuple[Spot, ...] = ((1000, 1000, GROUND), (2000, 1000, GROUND), (2000, 2000, GROUND), (2300, 2000, 0))
    on: tuple[Spot, ...] = (path[0], path[3], (1500, 1001, GROUND), (1999, 1500, GROUND), (2000, 2001, GROUND))
    off: tuple[Spot, ...] = (
        *((1500, 1002, GROUND), (1500, 1000, 0), (1998, 1500, GROUND), (2100, 2000, GROUND), (2100, 2000, 0)),
        *((2000, 2002, GROUND), (1000, 998, GROUND), (1500, 1500, GROUND)),
    )
    assert [on_path(spot, path) for spot in on] == [True] * len(on)
    assert [on_path(spot, path) for spot in off] == [False] * len(off)
    assert on_path((3, 3, 0), ((3, 3, 0),))


@pytest.mark.clause("TR contact.silhouette")
def test_contact_with_tokens_goes_by_the_circle() -> None:
    state = table()
    token = (3000, 1000, GROUND)
    for dx, dy, contact in ((430, 0, True), (0, 430, True), (0, 431, False), (304, 304, True), (305, 304, False)):
        for sign in (1, -1):
            assert touches_token(state, (3000 + sign * dx, 1000 + dy, GROUND), token) == contact
            assert touches_token(state, (3000 + dx, 1000 + sign * dy, GROUND), token) == contact
    state.miners[1].x = 0
    assert touching(state, 0, (300, 5500, GROUND)) == [1], "x = 0 is on the table"
    for dx, dy, contact in ((392, 392, True), (393, 392, False), (-392, 393, False), (-392, -392, True)):
        assert touch(state, (3000, 1000, GROUND), (3000 + dx, 1000 + dy, GROUND)) == contact


@pytest.mark.clause("TR move.on_token")
def test_nobody_ends_on_a_token_of_the_same_level() -> None:
    """The first container lies at 280, 140."""
    state = table()
    x, y, _ = state.field.containers[0]
    state.miners[0].x, state.miners[0].y = x + 700, y
    for away, free in ((424, True), (423, False)):
        assert is_legal(state, state.miners[0], ((x + away, y, GROUND),), 3) == free
    state.miners[1].loot_spot = (4330, 3700, 0)
    state.miners[0].x, state.miners[0].y, state.miners[0].level = 4600, 4100, 0
    assert not is_legal(state, state.miners[0], ((4330, 4100, 0),), 3), "a token on this roof"
    state.miners[1].loot_spot = (4330, 3700, GROUND)
    assert is_legal(state, state.miners[0], ((4330, 4100, 0),), 3), "a token below it"


@pytest.mark.clause("TR area.inside", "TR contact.silhouette")
def test_what_is_remembered_stays_within_bounds() -> None:
    tiles = {(column, row): "sand" for column in range(3) for row in range(3)}
    box = [(2200.0, 2000.0), (3200.0, 2000.0), (3200.0, 3000.0), (2200.0, 3000.0)]
    field = area.Area(0, "box", CONTENT.constants, tiles, [(box, 650)], [], 4)
    for number in range(area.KEPT + 2):
        assert field.tiles_under(1000 + number / 100, 1000) == [0]
        assert field.beside((3480 + number, 2500, GROUND)) == ([0] if number == 0 else [])
        if number == area.KEPT - 1:
            assert (len(field._under), len(field._beside)) == (area.KEPT, area.KEPT)
    assert (len(field._under), len(field._beside)) == (2, 2)


@pytest.mark.clause("TR tag.climber", "TR move.climb_cost", "TR move.pieces")
def test_the_cavecrawler_saves_one_climb_and_nothing_else() -> None:
    """Up and down again: two segments for others, one for it; on foot it goes no farther than they do."""
    crawler, other = table(miner={"A": {"tag": "cavecrawler"}, "B": FAR}), table()
    start_spot: Spot = (3500, 3700, GROUND)
    over: tuple[Spot, ...] = ((3900, 3700, 0), (3500, 3700, GROUND))
    walk: tuple[Spot, ...] = ((3500, 4302, GROUND),)
    for state, paths in ((crawler, {1: over, 2: walk}), (other, {2: over})):
        miner = state.miners[0]
        miner.x, miner.y, miner.level = start_spot
        for segments, path in paths.items():
            check_length(state, miner, path, segments)
            with pytest.raises(Refusal):
                check_length(state, miner, path, segments - 1)
    long_way: tuple[Spot, ...] = (*over, *over, (3500, 4301, GROUND))
    check_length(crawler, crawler.miners[0], long_way, 4)
    with pytest.raises(Refusal):
        check_length(crawler, crawler.miners[0], long_way, 3)


@pytest.mark.clause("TR move.climb")
def test_there_is_nothing_to_climb_from_a_roof_to_itself() -> None:
    match = start(miners(A={"at": [433, 400], "roof": True}, B=FAR))
    assert refused(match, "move:^440,400@0") == "TR move.climb"
    say(match, "move:440,400@0")
    assert match.state.miners[0].spot == (4400, 4000, 0)


@pytest.mark.clause("TR move.through", "TR move.contact")
@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_proposals_end_before_whoever_stands_there(dx: int, dy: int) -> None:
    """In each direction: into somebody, up to somebody, and past somebody on either side."""
    state = table()
    miner, other = state.miners
    miner.x, miner.y = 4500, 1500
    goal = (miner.x + 1200 * dx, miner.y + 1200 * dy, GROUND)
    way = Way(miner.spot, (goal,), Post(0, goal, -1, cover=False, room=True), 1200.0, 0)
    for along, across, free in (
        *((540, 0, False), (552, 0, True), (557, 0, True), (-600, 555, False), (-600, -555, False)),
        *((-600, 556, True), (-600, -556, True), (0, 554, True), (0, -540, False)),
    ):
        other.x, other.y = goal[0] + along * dx + across * dy, goal[1] + along * dy + across * dx
        assert Traffic(state, miner).leaves_free(way) == free == is_unopposed(state, miner, way.path), (along, across)


@pytest.mark.clause("TR contact.beast", "TR move.contact")
def test_proposals_keep_off_the_corners_of_the_megabeast() -> None:
    """Its northern corner is at 450 mm, its southern at 650: 28 mm away is contact, a tenth more is not."""
    state = table(beast={"hexagon": "c4", "facing": "w", "card": "deep_hunger"})
    miner = state.miners[0]
    for y, free in ((4500 - 280, False), (4500 - 281, True), (6500 + 280, False), (6500 + 281, True)):
        miner.x, miner.y = 4600, y
        goal = (5800, y, GROUND)
        way = Way(miner.spot, (goal,), Post(0, goal, -1, cover=False, room=True), 1200.0, 0)
        assert Traffic(state, miner).leaves_free(way) == free


@pytest.mark.clause("TR los.models", "TR los.clear")
def test_a_building_and_a_model_hide_together_what_neither_hides_alone() -> None:
    """The building hides what is east of 383 mm, the model at 361 what is west of 388.5."""
    state = start(miners(A={"at": [430, 100]}, B={"at": [201, 100]}, C={"at": [300, 60]})).state
    third = state.miners[2]
    a, b = (3700, 3300, GROUND), (3700, 4800, GROUND)
    third.x = -1
    assert clear(state, 0, a, 1, b), "past the building"
    third.x, third.y = 3610, 4050
    assert not clear(state, 0, a, 1, b)
    third.x = 3510
    assert clear(state, 0, a, 1, b), "a gap of 4.5 mm is left"
    east = (8300, 3000, GROUND), (8300, 5200, GROUND)
    third.x = 8300 - 90
    assert clear(state, 0, east[0], 1, east[1]), "a model alone leaves a part free"


@pytest.mark.clause("TR los.contact", "TR los.arc")
def test_who_is_held_by_a_third_sees_only_who_comes_into_contact() -> None:
    state = start(miners(A={"at": [430, 100]}, B={"at": [201, 100]}, C={"at": [300, 60]})).state
    active, watcher, third = state.miners
    watcher.x, watcher.y, watcher.facing = 5000, 1000, 270
    third.x, third.y = 5552, 1000
    away, near = (3500, 1000, GROUND), (4448, 1000, GROUND)
    assert at_grips(state, watcher, active, (away,))
    for path, seen in (((away, near), True), ((near, away), True), ((away,), False), ((away, (3600, 1000, -1)), False)):
        assert sees_any(state, watcher, active, Order(path)) == seen, path
    active.x = 4448
    third.x = -1
    assert not at_grips(state, watcher, active, (away, near)), "only the active one, which was not there at first"


@pytest.mark.clause("TR los.void", "TR los.arc", "TR beast.los_void", "TR los.models")
def test_lines_between_miners_and_the_megabeast() -> None:
    beast = {"hexagon": "c4", "facing": "w", "card": "deep_hunger"}
    three = miners(A={"at": [700, 430]}, B={"at": [201, 100]}, C={"at": [660, 600], "facing": 180})
    state = start({**three, "beast": beast}).state
    active, watcher, third = state.miners
    watcher.x, watcher.y, watcher.facing = 5196, 1180, 180
    assert not sees_beast(state, watcher, active, (active.spot,)), "in front, but across a hole"
    spot = (6300, 6750, GROUND)
    assert clear_to_beast(state, 1, spot), "C stands near the line and hides a part only"
    assert beast_clear(state, 1, spot)
    assert active_sees(state, active, spot, BEAST)
    state.beast.cell = None
    assert not active_sees(state, active, spot, BEAST)
    assert third.on_table


@pytest.mark.clause("TR contact.silhouette")
def test_contact_on_one_roof_and_between_heights() -> None:
    """The building is 80 mm high, a silhouette 65: two touch on the roof as on the ground, not across its edge."""
    state = table()
    here, beside = (4330, 4000), (4880, 4000)
    for one, other, touching_ in ((0, 0, True), (GROUND, GROUND, True), (0, GROUND, False), (GROUND, 0, False)):
        assert touch(state, (*here, one), (*beside, other)) == touching_
    low = next(number for number, piece in enumerate(state.field.scenery) if piece.block.top == 400)
    assert touch(state, (*here, low), (*beside, GROUND)), "40 mm is less than a silhouette"
    assert touch(state, (*here, low), (*beside, 0)), "and so are the 40 from there to the roof"


LAIR = (1, 1)
"""The only hexagon without a tile."""


def roofs(height: int) -> State:
    """A table with one roof of so many tenths, right up to the western side of the MegaBeast's hexagon."""
    cells = [(column, row) for column in range(3) for row in range(3) if (column, row) != LAIR]
    bare = Battlefield(0, "roofs", CONTENT.constants, dict.fromkeys(cells, "sand"), [], [], 4)
    west = min(x for x, _ in bare.voids[LAIR].corners)
    middle = bare.middle(LAIR)[1]
    corners = [
        (west - 800, middle - 450),
        (west - 1, middle - 450),
        (west - 1, middle + 450),
        (west - 800, middle + 450),
    ]
    state = table()
    state.field = Battlefield(0, "roofs", CONTENT.constants, dict.fromkeys(cells, "sand"), [(corners, height)], [], 4)
    state.beast.cell, state.beast.card = LAIR, 0
    state.miners[1].x = -1
    miner = state.miners[0]
    miner.x, miner.y, miner.level = round(west) - 500, round(middle), 0
    return state


@pytest.mark.clause("TR contact.beast", "TR beast.silhouette", "TR move.contact")
@pytest.mark.parametrize(("height", "contact"), [(400, True), (1190, True), (1200, False), (1500, False)])
def test_a_roof_beside_the_megabeast(height: int, contact: bool) -> None:
    """The first MegaBeast is 120 mm high: from lower roofs a TAG touches its side, on higher ones it walks past."""
    state = roofs(height)
    miner = state.miners[0]
    x, y, level = miner.spot
    assert CONTENT.beasts[0].height == 1200
    edge, aside = (x + 222, y, level), (x + 222, y - 150, level)
    assert not touches_beast(state, miner.spot)
    assert touches_beast(state, edge) == contact
    assert is_legal(state, miner, (edge,), 3), "contact may end a move"
    assert is_legal(state, miner, (edge, aside), 3) == (not contact), "but nobody slides along it"
