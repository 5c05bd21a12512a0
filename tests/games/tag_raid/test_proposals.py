"""Proposed moves: what is listed out of all the paths that would be accepted."""

from __future__ import annotations

from typing import Any

import pytest

from games.tag_raid.playing import miners, start
from muster.games.tag_raid.rules.proposals import look, octant, proposals
from muster.games.tag_raid.state.questions import touch, touches_token
from muster.kernel.match import Match
from muster.kernel.refusal import Refusal

HERE = {"at": [350, 100], "facing": 90}
AWAY = {"at": [866, 550], "facing": 180}


def listed(position: dict[str, Any], *kinds: str) -> list[str]:
    """The proposals of some kinds for A's first move."""
    match: Match[Any] = start(position)
    return [
        option.key for option in match.pending[0].space.options() if option.text.key.removeprefix("option.") in kinds
    ]


@pytest.mark.parametrize(
    ("a", "b", "found"),
    [
        ([350, 100], [450, 100], ["move:394.8,100@90"]),
        ([350, 100], [585.2, 100], ["move:530,100@90"]),  # three segments, to the tenth
        ([350, 100], [585.4, 100], []),
        ([170, 470], [210, 340], ["move:210,395.2@0"]),  # eight places around it, the nearest first
        ([280, 375], [125, 505], ["move:235.6,398.7;164,466@225"]),  # round a corner
        ([350, 435], [410, 320], ["move:354.8,320@45"]),  # what is nearer to it is in scenery
        ([280, 375], [260, 585], []),  # no way round
        ([730, 210], [870, 190], []),  # only the nearest place is tried that way
        ([295, 500], [365, 610], []),  # the ways that lead nearest to it do not get there
    ],
)
def test_a_move_into_contact_is_proposed(a: list[float], b: list[float], found: list[str]) -> None:
    assert listed(miners(A={**HERE, "at": a}, B={**AWAY, "at": b}), "move_contact") == found


def test_contact_is_proposed_as_close_as_it_can_be() -> None:
    """Two tenths off an enemy's base, a tenth off a token: both are contact, and neither is in the way."""
    match = start(miners(A=HERE, B={"at": [450, 100], "facing": 180}))
    assert touch(match.state, (3948, 1000, -1), match.state.miners[1].spot)
    loot = {**AWAY, "loot": {"at": [450, 100], "teseum": 1}}
    assert listed(miners(A=HERE, B=loot), "move_loot") == ["move:407.4,100@90"]
    assert touches_token(match.state, (4074, 1000, -1), (4500, 1000, -1))


def test_who_is_on_a_roof_is_no_goal_and_nobody_proposes_to_jump_at_others_from_one() -> None:
    beside = {"at": [395, 473], "facing": 0}
    above = {"at": [433, 400], "roof": True}
    assert listed(miners(A=beside, B=above), "move_contact") == []
    assert listed(miners(A=above, B=beside), "move_contact") == []
    assert (
        listed(miners(A=beside, B={**AWAY, "loot": {"at": [433, 400], "teseum": 1, "roof": True}}), "move_loot") == []
    )


def test_staying_comes_first_and_looks_at_each_enemy_once_the_nearest_first() -> None:
    crowd = miners(
        A=HERE, B={"at": [350, 600], "facing": 0}, C={"at": [520, 100], "facing": 0}, D={"at": [350, 700], "facing": 0}
    )
    assert listed(crowd, "stay_facing", "stay") == ["stay@90", "stay@180"]
    assert start(crowd).pending[0].space.options()[0].key == "stay@90"
    south = {"at": [350, 600], "facing": 0}
    crowd = miners(A=south, B={"at": [220, 600], "facing": 0}, C={"at": [350, 700], "facing": 0})
    assert listed(crowd, "stay_facing") == ["stay@180", "stay@270"], "100 mm south, 130 mm west"


def test_a_hair_west_of_north_is_north() -> None:
    """The bearing is 359.7 degrees."""
    assert listed(miners(A={"at": [350, 600], "facing": 90}, B={"at": [347.5, 100], "facing": 0}), "stay_facing") == [
        "stay@0"
    ]


def test_a_miner_alone_stays_as_it_looks() -> None:
    state = start(miners(A={**HERE, "facing": 33}, B=AWAY)).state
    state.miners[1].x = -1
    found = proposals(state, state.miners[0], 0)
    assert [(option.key, option.text.key) for option in found] == [("stay@33", "option.stay")], "nor does it move"


@pytest.mark.parametrize(
    ("dx", "dy", "turn"),
    [
        *((0, -9, 0), (9, -9, 1), (9, 0, 2), (9, 9, 3), (0, 9, 4), (-9, 9, 5), (-9, 0, 6), (-9, -9, 7)),
        *((1000, -2414, 1), (999, -2415, 0), (2414, -1000, 1), (2415, -999, 2), (2414, 1000, 3), (1000, 2414, 3)),
        *((999, 2415, 4), (-1000, 2414, 5), (-2415, 999, 6), (-2414, -1000, 7), (0, 0, 0)),
    ],
)
def test_the_nearest_of_eight_directions(dx: int, dy: int, turn: int) -> None:
    assert octant(dx, dy) == turn


def test_a_way_ends_looking_at_the_nearest_enemy() -> None:
    state = start(miners(A=HERE, B=AWAY, C={"at": [350, 600], "facing": 0})).state
    others = state.miners[1:]
    assert look((3500, 1000, -1), others) == 4, "C is nearer"
    assert look((8660, 1000, -1), others) == 4, "B is"
    assert look((3500, 1000, -1), []) == 0
    assert look((3500, 1000, -1), [*reversed(others)]) == 4
    others[0].x, others[0].y = 8500, 1000
    assert look((3500, 1000, -1), others) == 2, "B and C are equally near, and B comes first"


def test_what_a_proposal_is_good_for_is_said() -> None:
    kinds = {option.text.key for option in start(miners(A=HERE, B=AWAY)).pending[0].space.options()}
    assert {"option.move", "option.move_cover", "option.move_container"} <= kinds
    ruins = {"table": "ruins", **miners(A={"at": [433, 310], "facing": 0}, B=AWAY)}
    assert listed(ruins, "move_roof") != []


def test_containers_are_counted_from_one() -> None:
    """In what is proposed, and in what is refused because one stands there."""
    match = start(miners(A={"at": [520, 100], "facing": 90}, B=AWAY))
    options = [option for option in match.pending[0].space.options() if option.text.key == "option.move_container"]
    assert {option.text.params["number"] for option in options} == {2}
    with pytest.raises(Refusal) as found:
        match.answer(0, "move:560,130@90")
    assert found.value.clause == "TR move.on_token"
    assert found.value.reason.params == {"what": "container", "number": 2}
