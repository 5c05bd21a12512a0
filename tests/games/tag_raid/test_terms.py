"""The terms of every success value: each one with its clause and figure, and what is rolled against is their sum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games.tag_raid.playing import CONTENT, GAME, miners, say, start, told
from muster.games.tag_raid.rules.clash import Clash, evade_terms
from muster.games.tag_raid.rules.success import HOPELESS, close_terms, ranged_terms, skill_terms
from muster.games.tag_raid.state.state import BEAST, Declaration, Order, Skill, State
from muster.kernel.match import Match
from muster.kernel.terms import Term, total

TOOLS = {tool.id: tool for tool in CONTENT.tools}
GEAR = ["stabilizer", "servo_arms", "motion_sensor", "thrusters"]
EVENTS = ["clear_sky", "blood_rush", "quick_reflexes"]
OWN = CONTENT.tags[0]
WORDS = GAME.catalogue.words("en")
A = {"at": [405.2, 100], "facing": 90, "tools": GEAR}
FAR = miners(
    A={"at": [201, 100], "facing": 90, "tools": GEAR}, B={"at": [664.9, 100], "facing": 270, "tools": ["smoke_screen"]}
)
"""B behind a wall and behind smoke, 409 mm away."""
BESET = miners(A=A, B={"at": [350, 100]}, C={"at": [460.4, 100]})
"""A between two who touch it."""


def table(position: dict[str, Any]) -> State:
    return start({**position, "events": EVENTS}).state


def written(terms: Sequence[Term]) -> list[tuple[str, str, int]]:
    return [(term.key, term.clause, term.count) for term in terms]


@pytest.mark.clause("TR roll.value", "TR roll.mods", "TR ranged.attribute", "TR ranged.cover", "TR trait.decoy")
def test_a_ranged_attack() -> None:
    state = table(FAR)
    one, other = state.miners
    assert written(ranged_terms(state, one, TOOLS["rifle"], one.spot, 1, other.spot)) == [
        ("ranged", "TR ranged.attribute", OWN.ranged),
        ("band_2", "TR ranged.range", 3),
        ("gear", "TR tool.mods", 2),
        ("event", "TR event.ranged", 2),
        ("cover", "TR ranged.cover", -3),
        ("decoy", "TR trait.decoy", -3),
    ]
    assert written(ranged_terms(state, one, TOOLS["mortar"], one.spot, 1, other.spot))[3:] == [
        ("event", "TR event.ranged", 2),
        ("decoy", "TR trait.decoy", -3),
    ], "a mortar does not mind cover"


@pytest.mark.clause("TR range.out", "TR ranged.range")
def test_a_shot_out_of_range_is_hopeless_whatever_else_counts() -> None:
    state = table(FAR)
    one, other = state.miners
    terms = ranged_terms(state, one, TOOLS["laser_drill"], one.spot, 1, other.spot)
    assert written(terms) == [("no_range", "TR range.out", HOPELESS)]
    assert total(terms) == HOPELESS


@pytest.mark.clause("TR ranged.range", "TR beast.silhouette")
def test_a_shot_at_the_megabeast_knows_neither_cover_nor_decoys() -> None:
    state = start({**miners(A={"at": [660, 600]}, B={"at": [201, 100]}), "beast": {"hexagon": "c4"}}).state
    one = state.miners[0]
    assert written(ranged_terms(state, one, TOOLS["rattler"], one.spot, BEAST, (0, 0, 0))) == [
        ("ranged", "TR ranged.attribute", OWN.ranged),
        ("band_0", "TR ranged.range", 3),
    ]


@pytest.mark.clause("TR skill.card", "TR tool.mods", "TR event.lasting")
def test_the_skill_of_a_card() -> None:
    state = table(FAR)
    one, other = state.miners
    expected = [
        ("evade", "TR skill.card", OWN.evade),
        ("gear", "TR tool.mods", 2),
        ("event", "TR event.lasting", 3),
    ]
    assert written(skill_terms(state, one, one.spot)) == expected
    assert written(ranged_terms(state, one, TOOLS["stun_coil"], one.spot, 1, other.spot)) == expected


@pytest.mark.clause("TR close.attribute", "TR close.numbers")
def test_close_combat() -> None:
    state = table(BESET)
    one = state.miners[0]
    assert written(close_terms(state, one, one.spot)) == [
        ("close", "TR close.attribute", OWN.close),
        ("gear", "TR tool.mods", 2),
        ("event", "TR event.lasting", 3),
        ("numbers", "TR close.numbers", -3),
    ]
    alone = state.miners[1]
    assert [term.key for term in close_terms(state, alone, one.spot)] == ["close", "event"], "one enemy is no crowd"


@pytest.mark.clause("TR evade.attribute", "TR tool.boost", "TR evade.single_mod")
def test_an_evade() -> None:
    state = table(BESET)
    one = state.miners[0]
    order = state.order = Order((one.spot,))
    act = Declaration(Skill.EVADE, TOOLS["thrusters"].number)
    assert written(evade_terms(state, order, Clash({0: act}, None, []), 0, act)) == [
        ("evade", "TR evade.attribute", OWN.evade),
        ("gear", "TR tool.mods", 2),
        ("event", "TR event.lasting", 3),
        ("boost", "TR tool.boost", 6),
        ("pressed", "TR evade.single_mod", -3),
    ]
    plain = Declaration(Skill.EVADE)
    assert "boost" not in [term.key for term in evade_terms(state, order, Clash({0: plain}, None, []), 0, plain)]


def preview(match: Match[State], seat: int, key: str) -> Any:
    return GAME.showing.preview(match.imagined(seat), seat, None, key, WORDS)


@pytest.mark.clause("TR roll.value", "TR roll.success", "TR evade.one_roll")
def test_what_is_shown_before_is_what_is_rolled_against() -> None:
    match = say(start({**FAR, "events": EVENTS}), "stay@90", "evade")
    shown = preview(match, 0, "shoot:rifle>B3").duels[0]
    assert [(term.name, term.clause, term.figure) for term in shown.mine.terms] == [
        ("ranged", "TR ranged.attribute", 12),
        ("band_2", "TR ranged.range", 3),
        ("gear", "TR tool.mods", 2),
        ("event", "TR event.ranged", 2),
        ("cover", "TR ranged.cover", -3),
        ("decoy", "TR trait.decoy", -3),
    ]
    say(match, "shoot:rifle>B3")
    assert [event["value"] for event in told(match, "attacked")] == [shown.mine.value]
    assert [event["value"] for event in told(match, "evaded")] == [shown.theirs.value]


@pytest.mark.clause("TR cover.damage")
def test_the_worst_that_may_still_be_declared_minds_the_cover_of_its_target() -> None:
    """B reacts from behind a wall; A's rifle would be rolled against its cover, and saved against with it."""
    match = say(start(miners(A={"at": [201, 100], "facing": 90}, B={"at": [664.9, 100], "facing": 270})), "stay@90")
    assumed = preview(match, 1, "evade").duels[0]
    assert assumed.assumed
    assert assumed.theirs.tool == "rifle"
    say(match, "evade")
    declared = preview(match, 0, "shoot:rifle>B3").duels[0]
    assert declared.mine.value == assumed.theirs.value
    assert declared.wounds == pytest.approx(assumed.suffered)
