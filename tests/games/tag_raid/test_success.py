"""The success value of an attack: attributes with gear and events, range, cover, decoys, and where it is made."""

from __future__ import annotations

from typing import Any

import pytest

from games.tag_raid.playing import CONTENT, asked, miners, offered, refused, say, start, told
from muster.games.tag_raid.board.spots import GROUND, Spot
from muster.games.tag_raid.rules.attacks import best_firing_spot, best_mark
from muster.games.tag_raid.rules.success import (
    HOPELESS,
    aimed,
    close_terms,
    evade_attribute,
    hindrances,
    marksmanship,
    ranged_terms,
    skill_terms,
)
from muster.games.tag_raid.state.questions import armor_of, gear_sum, segments
from muster.games.tag_raid.state.state import BEAST, State
from muster.kernel.terms import total

TOOLS = {tool.id: tool for tool in CONTENT.tools}
WEST = {"at": [201, 100], "facing": 90}
EAST = {"at": [664.9, 100], "facing": 270}
"""Behind a wall, and 409 mm away: long range."""
MID: Spot = (4000, 1000, GROUND)
COVERED: Spot = (6649, 1000, GROUND)


def table(**given: Any) -> State:
    return start({**miners(A=WEST, B=EAST), **given}).state


@pytest.mark.clause("TR tool.mods", "TR event.ranged", "TR event.lasting", "TR close.attribute", "TR evade.attribute")
def test_gear_and_events_add_up() -> None:
    geared = {**WEST, "tools": ["stabilizer", "servo_arms", "motion_sensor", "ceramic_plating", "hydraulics"]}
    events = ["clear_sky", "blood_rush", "quick_reflexes", "fresh_coating", "downhill"]
    state = start({**miners(A=geared, B=EAST), "events": events}).state
    miner, card = state.miners[0], CONTENT.tags[0]
    assert total(marksmanship(state, miner)) == card.ranged + 2 + 2
    assert total(close_terms(state, miner, miner.spot)) == card.close + 2 + 3
    assert total(skill_terms(state, miner, miner.spot)) == total(evade_attribute(state, 0)) == card.evade + 2 + 3
    assert armor_of(state, miner) == card.armor + 2 + 1
    assert (segments(state, miner, second=False), segments(state, miner, second=True)) == (3 + 1 + 1, 2 + 1 + 1)
    assert [gear_sum(state, miner, TOOLS[name].effect) for name in geared["tools"]] == [2, 2, 2, 2, 1]
    other, rival = state.miners[1], CONTENT.tags[1]
    assert total(marksmanship(state, other)) == rival.ranged + 2
    assert total(close_terms(state, other, other.spot)) == rival.close + 3


@pytest.mark.clause("TR ranged.cover", "TR trait.decoy", "TR cover.indirect", "TR ranged.range", "TR ranged.attribute")
def test_cover_and_decoys_add_up() -> None:
    state = start(miners(A=WEST, B={**EAST, "tools": ["smoke_screen"]})).state
    spot = state.miners[0].spot
    assert total(hindrances(state, spot, 1, COVERED, sighted=True)) == -6, "behind a wall, behind smoke"
    assert total(hindrances(state, spot, 1, COVERED, sighted=False)) == -3
    assert total(hindrances(state, spot, 1, MID, sighted=True)) == -3
    plain = table()
    assert total(hindrances(plain, spot, 1, COVERED, sighted=True)) == -3
    assert total(hindrances(plain, spot, 1, MID, sighted=True)) == 0
    shooter = plain.miners[0]
    assert [aimed(plain, shooter, spot, 1, at, sighted=True)[0] for at in (COVERED, MID)] == [4639 - 550, 1990 - 550]

    def value(name: str) -> int:
        return total(ranged_terms(plain, shooter, TOOLS[name], spot, 1, COVERED))

    assert [value(name) for name in ("rifle", "mortar")] == [12 + 3 - 3, 12 - 3], "a mortar does not mind cover"
    assert value("laser_drill") == HOPELESS
    assert value("stun_coil") == CONTENT.tags[0].evade


@pytest.mark.clause("TR everything.at_once", "TR path.point")
def test_of_equal_marks_the_one_without_cover() -> None:
    """With a rifle long range and a wall make up for each other: 12 there as at short range in the open."""
    state = table()
    watcher, active = state.miners
    rifle = TOOLS["rifle"]
    near: Spot = (4100, 1000, GROUND)
    for spots, best in (
        ([COVERED, MID], MID),
        ([MID, COVERED], MID),
        ([MID, near], MID),
        ([near, MID], near),
        ([COVERED, MID, near], MID),
        ([COVERED], COVERED),
    ):
        assert best_mark(state, watcher, active, rifle, spots) == (best, 12)
    long_rifle = TOOLS["long_rifle"]
    assert best_mark(state, watcher, active, long_rifle, [MID, COVERED, near]) == (COVERED, 12), "more is better"
    assert best_mark(state, watcher, active, TOOLS["laser_drill"], [COVERED]) == (COVERED, HOPELESS)


@pytest.mark.clause("TR path.point", "TR ranged.same_point")
def test_of_equal_spots_the_first() -> None:
    state = table()
    shooter = state.miners[1]
    one, two, three = (MID, (3900, 1000, GROUND), (2900, 1000, GROUND))
    assert best_firing_spot(state, shooter, TOOLS["rattler"], [one, two], [0]) == one
    assert best_firing_spot(state, shooter, TOOLS["rattler"], [two, one], [0]) == two
    assert best_firing_spot(state, shooter, TOOLS["long_rifle"], [three, COVERED, two], [0]) == COVERED
    assert best_firing_spot(state, shooter, TOOLS["laser_drill"], [COVERED], [0]) == COVERED


@pytest.mark.clause("TR range.out", "TR aro.skills")
def test_an_aro_out_of_range_is_not_proposed_but_may_be_made() -> None:
    drilling = {**EAST, "tools": ["laser_drill", "harpoon", "long_rifle"]}
    match = say(start(miners(A=WEST, B=drilling)), "stay@90")
    assert offered(match) == ["shoot:rifle@201,100", "shoot:long_rifle@201,100", "evade", "idle", "pass"]
    assert match.pending[1].space.accept("shoot:laser_drill").key == "shoot:laser_drill@201,100"


@pytest.mark.clause("TR aro.target", "TR path.point")
def test_an_aro_stands_in_the_journal_as_it_was_declared() -> None:
    match = say(start(miners(A={"at": [290, 100], "facing": 90}, B={**EAST, "at": [560, 100]})), "move:350,100@90")
    for key in ("shoot:rifle@320,100", "shoot:rifle@350,100"):
        assert match.pending[1].space.accept(key).key == key
    say(match, "shoot:rifle@320,100")
    declared = {"seat": 1, "skill": "ranged", "tool": "rifle", "place": "320,100", "level": -1, "split": "A1"}
    assert told(match, "aro_declared_with") == [{**declared, "who": "stonebreaker"}]
    say(match, "shoot:rifle>B2@350,100")
    assert told(match, "declared_with") == [
        {"seat": 0, "skill": "ranged", "tool": "rifle", "place": "350,100", "level": -1, "split": "B2", "who": "tafang"}
    ]
    plain = say(start(miners(A=WEST, B=EAST)), "stay@90", "idle", "evade")
    assert told(plain, "aro_declared") == [{"seat": 1, "skill": "idle"}]
    assert told(plain, "declared") == [{"seat": 0, "skill": "evade"}]


@pytest.mark.clause("TR ranged.split", "TR ranged.same_point")
def test_a_burst_is_proposed_for_three_at_most() -> None:
    """Four could be shot at, the MegaBeast among them, with a burst of four."""
    crowd = miners(
        A={"at": [433, 690], "facing": 90, "tools": ["military_rifle"]},
        B={"at": [270, 740], "facing": 270},
        C={"at": [610, 740], "facing": 90},
        D={"at": [345, 620], "facing": 270},
    )
    match = start({**crowd, "beast": {"hexagon": "c4", "facing": "ne", "card": "coiled"}})
    say(match, "stay@90")
    while asked(match).endswith("aro"):
        say(match, "pass")
    shots = [key for key in offered(match) if key.startswith("shoot:military_rifle")]
    divided = [key for key in shots if "+" in key]
    assert len(shots) - len(divided) == 4
    assert [key.partition("@")[0] for key in divided] == ["shoot:military_rifle>B2+C1+D1"]
    say(match, "shoot:military_rifle>B1+C1+D1+M1")
    while asked(match).endswith("aro"):
        say(match, "pass")
    assert [event["target"] for event in told(match, "attacked")] == ["B", "C", "D", "M"]


@pytest.mark.clause("TR skill.card", "TR skill.aro")
def test_a_skill_leaves_the_megabeast_alone() -> None:
    position = miners(A={"at": [633.9, 550], "facing": 270, "tools": ["stun_coil"]}, B={"at": [640, 430], "facing": 0})
    match = start({**position, "beast": {"hexagon": "c4", "facing": "w", "card": "coiled"}})
    say(match, "stay@270")
    assert [key for key in offered(match) if key.startswith("use")] == ["use:stun_coil>B1@633.9,550"]
    assert refused(match, "use:stun_coil>M1") == "K option"
    assert BEAST not in [seat for seat, _ in match.pending[0].space.accept("use:stun_coil>B1").value[0][3]]
