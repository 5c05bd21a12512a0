"""Where loot tokens lie and where TAGs come back: places to the tenth of a millimetre."""

from __future__ import annotations

from typing import Any

import pytest

from games.tag_raid.playing import CONTENT, FIELDS, asked, fits, miners, offered, say, start, told
from muster.games.tag_raid.board.spots import GROUND, Spot
from muster.games.tag_raid.rules.aftermath import has_ground, is_free, token_fits
from muster.games.tag_raid.state.state import State

FALLEN: dict[str, Any] = {"stage": "death", "dead": ["B"]}
FAR = {"at": [201, 100], "facing": 270}
OPEN = {"at": [433, 700], "tools": ["harpoon"]}
"""In the middle of c5: room all around."""


def state_with(**given: dict[str, Any]) -> State:
    return start(miners(**given)).state


@pytest.mark.clause("TR loot.token")
def test_eight_places_are_proposed_around_a_base_in_the_open() -> None:
    match = start({**miners(A=FAR, B=OPEN), **FALLEN})
    assert match.pending[1].small
    assert offered(match) == [
        *("token:433,742.5", "token:475.5,700", "token:433,657.5", "token:390.5,700"),
        *("token:463.1,730.1", "token:463.1,669.9", "token:402.9,669.9", "token:402.9,730.1"),
    ]


@pytest.mark.clause("TR loot.token", "TR contact.silhouette")
@pytest.mark.parametrize(
    ("place", "allowed"),
    [
        *(("433,742.5", True), ("433,743", True), ("433,743.1", False), ("433,742", True), ("433,741.9", False)),
        *(("475.5,700", True), ("463.1,669.9", True), ("476.1,700", False), ("390.5,700", True)),
    ],
)
def test_a_token_touches_the_base_and_does_not_lie_under_it(place: str, allowed: bool) -> None:
    match = start({**miners(A=FAR, B=OPEN), **FALLEN})
    assert fits(match, f"token:{place}") == allowed


@pytest.mark.clause("TR loot.token")
@pytest.mark.parametrize("key", ["token:^433,742.5", "token:v433,742.5", "token:", "433,742.5", "loot:B"])
def test_a_place_for_a_token_is_a_point_on_the_level_of_the_base(key: str) -> None:
    assert not fits(start({**miners(A=FAR, B=OPEN), **FALLEN}), key)


@pytest.mark.clause("TR loot.no_room")
@pytest.mark.parametrize(
    ("spot", "room"),
    [
        ((4330, 7000, GROUND), True),
        ((5000, 6760, GROUND), True),  # the hole c4 ends at 650 in its lowest corner, at 600 at its sides
        ((5196, 6651, GROUND), True),
        ((5196, 6649, GROUND), False),
        ((4330, 7860, GROUND), False),  # over the edge of the table
        ((9000, 9000, GROUND), False),
        ((3464, 5400, GROUND), False),  # into the barrier on b4
    ],
)
def test_a_token_keeps_clear_of_holes_scenery_and_the_edge(spot: Spot, room: bool) -> None:
    assert token_fits(state_with(A=FAR, B={"at": [866, 250]}), spot) == room


@pytest.mark.clause("TR loot.no_room")
def test_a_token_keeps_clear_of_bases_and_tokens_on_its_level() -> None:
    base, token, contact = (getattr(CONTENT.constants, name) for name in ("base_radius", "token_radius", "contact"))
    state = state_with(A={"at": [433, 700]}, B={**FAR, "loot": {"at": [300, 700], "teseum": 1}})
    for x, wide in ((4330, base), (3000, token)):
        near = wide + token - contact
        assert token_fits(state, (x, 7000 - near, GROUND))
        assert not token_fits(state, (x, 7000 - near + 1, GROUND))
    roof = state_with(A={"at": [410.6, 400], "roof": True}, B=FAR)
    assert token_fits(roof, (4630, 4000, 0))
    assert token_fits(roof, (4680, 4000, 0)), "15 mm from the edge"
    assert not token_fits(roof, (4681, 4000, 0))
    assert not token_fits(roof, (4520, 4000, 0)), "a base is in the way"
    below = state_with(A=FAR, B={"at": [866, 250]})
    assert not token_fits(below, (4330, 4000, GROUND)), "inside the scenery"


@pytest.mark.clause("TR deploy.reroll")
def test_an_access_point_is_free_when_nobody_touches_where_one_would_stand() -> None:
    spot = FIELDS[0].access[1].spot
    reach = 2 * CONTENT.constants.base_radius
    state = state_with(A={"at": [300, 60]}, B={"at": [866, 250]})
    for away, free in ((reach, True), (reach - 1, False)):
        state.miners[0].x, state.miners[0].y = spot[0] + away, spot[1]
        assert is_free(state, spot) == free
    state.miners[0].x = -1
    assert is_free(state, (0, 0, GROUND)), "who is off the table is in nobody's way"


@pytest.mark.clause("TR deploy.reroll", "TR move.on_token", "TR terrain.impassable")
def test_nobody_arrives_on_a_token_or_impassable_ground() -> None:
    spot = FIELDS[0].access[1].spot
    state = state_with(A={"at": [300, 60], "loot": {"at": [300, 160], "teseum": 1}}, B={"at": [866, 250]})
    reach = CONTENT.constants.base_radius + CONTENT.constants.token_radius
    for away, firm in ((reach - 1, True), (reach - 2, False)):
        state.miners[0].loot_spot = spot[0] + away, spot[1], GROUND
        assert has_ground(state, spot) == firm
    state.miners[0].loot_spot = (3000, 1600, GROUND)
    assert has_ground(state, spot)
    state.impassable = tuple(state.field.tiles_under(spot[0], spot[1]))
    assert not has_ground(state, spot)


@pytest.mark.clause("TR deploy.reroll")
def test_if_no_access_point_has_ground_any_free_one_will_do() -> None:
    everywhere = [tile.name for tile in FIELDS[0].tiles]
    match = start({**miners(A=FAR, B={"at": [866, 250]}), **FALLEN, "impassable": everywhere}, [3, 9])
    say(match)
    assert told(match, "access_taken") == [{"seat": 1, "number": 2}], "A stands there"
    assert [event["number"] for event in told(match, "deployed")] == [5]


@pytest.mark.clause("TR deploy.facing")
def test_who_arrives_looks_in_one_of_eight_directions_or_any_other() -> None:
    match = start({**miners(A=FAR, B={"at": [866, 250]}), **FALLEN}, [9])
    assert asked(match) == "B prompt.look"
    assert offered(match) == [f"look:{facing}" for facing in (210, 255, 165, 300, 120, 345, 75, 30)]
    assert all(fits(match, f"look:{facing}") for facing in ("0", "359"))
    assert not any(fits(match, f"look:{facing}") for facing in ("360", "-1", "1.5", "x", "", "9" * 5000))
