"""Declarations: the second skills and AROs that are proposed, and those that are accepted."""

from __future__ import annotations

from typing import Any

import pytest

from games.tag_raid.playing import asked, fits, miners, offered, refused, say, start
from muster.games.tag_raid.rules.skill_proposals import second_skills
from muster.games.tag_raid.state.state import State
from muster.kernel.match import Match

AWAY = {"facing": 90}
LANE: dict[str, Any] = {"at": [290, 100], "facing": 90}
FAR = {"at": [560, 100], **AWAY}
"""205 mm from edge to edge from the start of the lane, 155 from its end: mid and short range."""


def after_the_move(position: dict[str, Any], move: str = "move:350,100@90") -> Match[State]:
    """The order up to its second skill; nobody reacts."""
    match = say(start(position), move)
    while asked(match).endswith("prompt.aro"):
        say(match, "pass")
    return match


def skills(match: Match[State]) -> list[str]:
    assert match.state.order is not None
    return [option.key for option in second_skills(match.state, match.state.order)]


@pytest.mark.clause("TR ranged.split", "TR ranged.same_point", "TR path.point")
def test_every_weapon_at_everybody_from_where_it_is_easiest_and_divided_between_all() -> None:
    crowd = miners(
        A={**LANE, "tools": ["military_rifle"]}, B={"at": [470, 60], **AWAY}, C={"at": [440, 145], **AWAY}, D=FAR
    )
    assert skills(after_the_move(crowd)) == [
        *("shoot:rifle>B3@350,100", "shoot:rifle>C3@350,100", "shoot:rifle>D3@290,100"),
        "shoot:rifle>B1+C1+D1@290,100",
        *("shoot:military_rifle>B4@350,100", "shoot:military_rifle>C4@350,100", "shoot:military_rifle>D4@290,100"),
        "shoot:military_rifle>B2+C1+D1@290,100",
        *("evade", "idle"),
    ]


@pytest.mark.clause("TR ranged.range", "TR path.point")
def test_each_weapon_is_proposed_from_its_own_best_spot() -> None:
    match = after_the_move(miners(A={**LANE, "tools": ["scatter_gun", "thrusters"]}, B=FAR))
    assert skills(match) == [
        *("shoot:rifle>B3@290,100", "shoot:scatter_gun>B2@350,100"),
        *("evade", "evade:thrusters", "idle"),
    ]
    for weapon, spot in (("rifle>B3", "290,100"), ("scatter_gun>B2", "350,100")):
        option = match.pending[0].space.accept(f"shoot:{weapon}")
        assert option.key == f"shoot:{weapon}@{spot}", "without a point the best one is taken"


@pytest.mark.clause("TR range.out")
def test_a_shot_that_must_fail_is_not_proposed_but_may_be_made() -> None:
    match = after_the_move(miners(A={**LANE, "tools": ["laser_drill"]}, B={"at": [866, 250], **AWAY}), "stay@90")
    assert not [key for key in skills(match) if "laser_drill" in key]


@pytest.mark.clause("TR close.contact", "TR close.split")
def test_strikes_are_proposed_where_there_was_contact() -> None:
    touching = miners(A={"at": [349.8, 100], "facing": 90, "tools": ["chainsaw"]}, B={"at": [405, 100], **AWAY})
    strikes = ["strike:pick>B2@349.8,100", "strike:chainsaw>B2@349.8,100"]
    assert skills(after_the_move(touching, "move:310,100@90")) == [*strikes, "evade", "idle"]
    coming = miners(A={"at": [310, 100], "facing": 90, "tools": ["chainsaw"]}, B={"at": [405, 100], **AWAY})
    assert skills(after_the_move(coming, "move:349.8,100@90")) == [
        *strikes,
        "shoot:rifle>B3@349.8,100",
        "evade",
        "idle",
    ]


@pytest.mark.clause("TR ranged.split", "TR close.split")
@pytest.mark.parametrize(
    ("key", "clause"),
    [
        ("shoot:rifle>B4", "TR ranged.split"),
        ("shoot:rifle>B2+C2", "TR ranged.split"),
        ("shoot:rifle>B0", "K option"),
        ("shoot:rifle>B1+B1", "K option"),
        ("shoot:rifle>A1", "K option"),
        ("shoot:rifle>D1", "K option"),
        ("shoot:rifle>M1", "K option"),
        ("shoot:rifle", "K option"),
        ("shoot:catapult>B1", "K option"),
        ("shoot:harpoon>B1", "TR ranged.weapon"),
        ("shoot:pick>B1", "TR ranged.weapon"),
        ("strike:rifle>B1", "TR close.weapon"),
        ("strike:pick>B1", "TR close.contact"),
        ("strike:pick>B3", "TR close.split"),
        ("shoot:rifle>B3@300,40", "TR path.point"),
        ("evade:thrusters", "K option"),
        ("pass", "K option"),
    ],
)
def test_refused_as_a_second_skill(key: str, clause: str) -> None:
    match = after_the_move(miners(A=LANE, B=FAR, C={"at": [470, 60], **AWAY}))
    assert refused(match, key) == clause


@pytest.mark.clause("TR ranged.split", "TR path.point")
@pytest.mark.parametrize("key", ["shoot:rifle>B3", "shoot:rifle>B1", "shoot:rifle>B1+C2", "shoot:rifle>C2@321.7,100"])
def test_a_burst_may_be_divided_in_any_way_and_fired_from_any_point(key: str) -> None:
    match = after_the_move(miners(A=LANE, B=FAR, C={"at": [470, 60], **AWAY}))
    option = match.pending[0].space.accept(key)
    assert option.key.startswith(key), "the answer stands in the journal as it was meant"
    assert match.pending[0].space.accept(option.key).value == option.value


@pytest.mark.clause("TR aro.skills", "TR aro.target", "TR everything.at_once")
def test_what_an_aro_may_be() -> None:
    looking = {"at": [560, 100], "facing": 270, "tools": ["scatter_gun"]}
    match = say(start(miners(A=LANE, B=looking)), "move:350,100@90")
    assert offered(match) == [
        *("shoot:rifle@290,100", "shoot:scatter_gun@350,100"),
        *("evade", "idle", "pass"),
    ]
    accept = match.pending[1].space.accept
    assert accept("shoot:rifle").key == "shoot:rifle@290,100"
    assert accept("shoot:scatter_gun").key == "shoot:scatter_gun@350,100"
    assert accept("shoot:rifle@320,100").value[3] == ((0, 1),)
    for key, clause in (
        ("shoot:rifle>A1", "TR aro.target"),
        ("shoot:rifle@320,140", "TR path.point"),
        ("strike:claw", "TR close.contact"),
        ("shoot:harpoon", "TR ranged.weapon"),
        ("dance", "K option"),
    ):
        assert refused(match, key) == clause


@pytest.mark.clause("TR aro.burst", "TR aro.burst_mod", "TR tool.burst")
def test_the_dice_of_an_aro() -> None:
    for tag, tools, weapon, dice in (
        ("tafang", [], "rifle", 1),
        ("tafang", ["watchdog"], "rifle", 2),
        ("tafang", ["watchdog", "laser_drill"], "laser_drill", 1),
        ("rockeater", ["watchdog"], "rattler", 2),
    ):
        looking = {"tag": tag, "at": [500, 100], "facing": 270, "tools": tools}
        match = say(start(miners(A={**LANE, "at": [310, 100]}, B=looking)), "stay@90")
        assert match.pending[1].space.accept(f"shoot:{weapon}").value[3] == ((0, dice),), (tag, weapon)


@pytest.mark.clause("TR everything.at_once", "TR ranged.los")
def test_an_aro_falls_only_where_the_active_miner_is_seen() -> None:
    """A comes out from behind the back of B: only from there on can it be shot at."""
    back = {"at": [450, 130], "facing": 0}
    match = say(start(miners(A={"at": [407, 185], "facing": 90}, B=back)), "move:380,110@90")
    assert offered(match)[0] == "shoot:rifle@380,110"
    assert refused(match, "shoot:rifle@407,185") == "TR ranged.los"
    assert fits(match, "shoot:rifle@385.4,125")


@pytest.mark.clause("TR close.contact", "TR ranged.contact")
def test_who_was_touched_when_the_order_began_cannot_shoot_but_strike() -> None:
    touching = miners(A={"at": [349.8, 100], "facing": 90}, B={"at": [405, 100], "facing": 270})
    match = say(start(touching), "move:300,100@90")
    assert offered(match) == ["strike:claw@349.8,100", "evade", "idle", "pass"]
    assert refused(match, "shoot:rifle") == "TR ranged.contact"
    assert refused(match, "strike:claw@300,100") == "TR close.contact"
