"""Where dice come from: every term of every pool, each in a position in which it is there. A pool is the sum of its
terms, so that whoever leaves one out, or counts it wrong, rolls other dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games.obsidian_protocol.desk import attack, drone, mech, position, wall
from muster.games.obsidian_protocol.rules.attack import pools
from muster.games.obsidian_protocol.rules.attack.pools import Attack
from muster.games.obsidian_protocol.rules.attack.told import (
    EVENTS,
    Met,
    told_attack,
    told_defence,
    told_dice,
    told_icons,
)
from muster.games.obsidian_protocol.state.state import State
from muster.kernel.terms import Term, total

RIFLE, SNIPER, TACTICAL = "ac_32_automatic_rifle", "ac_35_sniper_rifle", "ac_39_tactical_rifle"
CLEAVER, RAVEN, SCOUT = "cc_4_cleaver_r", "adk60r_raven_scout_type", "md_1_dragonfly_micro_scout"
Made = tuple[State, Attack]


def shot(*units: dict[str, Any], action: str = "single_shot", support: int = -1, **more: Any) -> Made:
    """The first unit attacks the torso of the second."""
    state = position(*units, **more)
    found = attack(state, 0, 1, action, support=support)
    found.part = 0
    return state, found


def changed_shot(**changes: Any) -> Made:
    """A plain shot of which something else is said."""
    state, found = shot(mech("A", "f8", RIFLE), mech("B", "f4"))
    for name, value in changes.items():
        setattr(found, name, value)
    return state, found


def named(terms: Sequence[Term]) -> list[tuple[str, str, int]]:
    return [(term.key, term.clause, term.count) for term in terms]


DICE, SHARE, HELP, COOL = "OP 4.4.1.attack_dice", "OP 6.2.multi_target_dice", "OP card.support_arms", "OP card.cooling"
ATTACKS: dict[str, tuple[Made, list[tuple[str, str, int]], list[tuple[str, str, int]]]] = {
    "the card": (shot(mech("A", "f8", RIFLE), mech("B", "f4")), [("base", DICE, 1)], [("base", DICE, 3)]),
    "its keywords": (
        changed_shot(effects={"yellow": 2, "red": 1}),
        [("base", DICE, 1), ("card", DICE, 2)],
        [("base", DICE, 3), ("card", DICE, 1)],
    ),
    "a share": (changed_shot(fixed=True, yellow=4, red=1), [("share", SHARE, 4)], [("share", SHARE, 1)]),
    "a helping hand": (
        shot(mech("A", "f8", SNIPER, "sphx_3_supporting_arm"), mech("B", "f4"), support=2),
        [("base", DICE, 2), ("support", HELP, 1)],
        [("base", DICE, 2)],
    ),
    "a helping hand in melee": (
        shot(mech("A", "f5", CLEAVER, "support_arm"), mech("B", "f4"), action="chop", support=2),
        [("base", DICE, 2)],
        [("base", DICE, 4), ("support", HELP, 1)],
    ),
    "a pilot": (
        shot(mech("A", "f6", RIFLE, pilot="onyx_mellow_chord"), mech("B", "f4")),
        [("base", DICE, 1), ("ornament", "OP trait.ornament", 1)],
        [("base", DICE, 3)],
    ),
    "cooled lasers": (
        shot(mech("A", "f8", "r7_automatic_rifle", "csc60_cooler"), mech("B", "f4")),
        [("base", DICE, 5), ("cooling", COOL, 1)],
        [],
    ),
    "a cooler for power": (
        shot(mech("A", "f8", TACTICAL, "ecs_2_external_cooler"), mech("B", "f4"), action="burst_fire"),
        [("base", DICE, 4), ("cooling", COOL, 1)],
        [("base", DICE, 1)],
    ),
    "a cooler for the system": (
        shot(mech("A", "f8", "r_35_heavy_railgun", "ecs_3_external_cooler"), mech("B", "f4")),
        [],
        [("base", DICE, 5), ("cooling", COOL, 1)],
    ),
}


@pytest.mark.clause(DICE, SHARE, HELP, COOL, "OP trait.ornament")
@pytest.mark.parametrize("name", ATTACKS)
def test_where_attack_dice_come_from(name: str) -> None:
    (state, found), yellow, red = ATTACKS[name]
    terms = pools.attack_terms(state, found)
    assert (named(terms[0]), named(terms[1])) == (yellow, red)
    assert pools.attack_pool(state, found) == (total(terms[0]), total(terms[1]))
    told = told_attack(*terms)
    assert [term.count for term in told if term.color == "y"] == [count for _, _, count in yellow]
    assert [term.count for term in told if term.color == "r"] == [count for _, _, count in red]


ARMOR = ("armor", "OP 4.4.1.white", 6)
WHITE: dict[str, tuple[Made, list[tuple[str, str, int]]]] = {
    "armor": (shot(mech("A", "f8", RIFLE), mech("B", "f4")), [ARMOR]),
    "structure": (
        shot(mech("A", "f8", RIFLE), mech("B", "f4", torso="rt_15b_lava_assault_core", damaged=["torso"])),
        [("structure", "OP 4.4.1.white", 4)],
    ),
    "a parry": (changed_shot(parry=2), [ARMOR, ("parry", "OP 4.6.2.parry", 2)]),
    "terrain": (
        shot(mech("A", "f8", RIFLE), mech("B", "f4"), terrain=[wall("f6", 3, 1, 2)]),
        [ARMOR, ("terrain", "OP 4.5.1.height", 2)],
    ),
    "a unit in the way": (
        shot(mech("A", "f8", RIFLE), mech("B", "f4"), mech("B", "f6")),
        [ARMOR, ("unit", "OP 4.5.2.dice", 2)],
    ),
    "an aura": (
        shot(mech("A", "f8", RIFLE), mech("B", "f4"), mech("B", "g4", torso="rt_18t_escarpment_tactical_core")),
        [ARMOR, ("aura", "OP card.aura_white", 1)],
    ),
    "Fragile": (
        shot(mech("A", "f8", RIFLE), mech("B", "f4", fragile=2)),
        [ARMOR, ("fragile", "OP 6.3.2.fragile", -2)],
    ),
    "armor piercing": (
        changed_shot(effects={"armor_piercing": 2}),
        [ARMOR, ("armor_piercing", "OP 6.2.armor_piercing", -2)],
    ),
    "a pilot who pierces armor": (
        shot(mech("A", "f8", RIFLE, pilot="spike"), mech("B", "f4")),
        [ARMOR, ("armor_piercing", "OP 6.2.armor_piercing", -1)],
    ),
    "one at least": (
        changed_shot(effects={"armor_piercing": 9}),
        [ARMOR, ("armor_piercing", "OP 6.2.armor_piercing", -9), ("least", "OP 4.4.1.one_white", 4)],
    ),
}


@pytest.mark.clause("OP 4.4.1.white", "OP 4.4.1.one_white", "OP 4.5.1.height", "OP 4.5.2.dice", "OP 6.3.2.fragile")
@pytest.mark.parametrize("name", WHITE)
def test_where_white_dice_come_from(name: str) -> None:
    (state, found), white = WHITE[name]
    terms = pools.white_terms(state, found)
    assert named(terms) == white
    assert pools.white_dice(state, found) == total(terms) == sum(count for _, _, count in white)
    assert [term.color for term in told_defence(terms, [])] == ["w"] * len(white)


DODGE = ("dodge", "OP 4.1.mobility", 3)
BLUE: dict[str, tuple[Made, list[tuple[str, str, int]]]] = {
    "another stance": (shot(mech("A", "f8", RIFLE), mech("B", "f4")), []),
    "immobilized": (shot(mech("A", "f8", RIFLE), mech("B", "f4", stance="mobility", immobilized=1)), []),
    "dodge": (shot(mech("A", "f8", RIFLE), mech("B", "f4", stance="mobility")), [DODGE]),
    "a warning": (
        shot(mech("A", "f8", RIFLE), mech("B", "f4", stance="mobility"), drone("B", "f2", RAVEN)),
        [DODGE, ("warned", "OP card.early_warning", 1)],
    ),
    "an arm that tracks": (
        shot(mech("A", "f8", RIFLE, "msh1_assistance_arm_l"), mech("B", "f4", stance="mobility"), support=2),
        [DODGE, ("tracking", "OP card.support_arms", -2)],
    ),
    "a drone that locks on": (
        shot(mech("A", "f8", RIFLE), mech("B", "f4", stance="mobility"), drone("A", "g4-5", SCOUT)),
        [DODGE, ("lock_on", "OP card.lock_on", -1)],
    ),
    "none at least": (
        shot(
            mech("A", "f8", RIFLE, "msh1_assistance_arm_l"),
            mech("B", "f4", stance="mobility"),
            drone("A", "g4-5", SCOUT),
            drone("A", "e4-5", SCOUT),
            support=2,
        ),
        [
            DODGE,
            ("tracking", "OP card.support_arms", -2),
            ("lock_on", "OP card.lock_on", -2),
            ("floor", "OP 4.4.1.blue", 1),
        ],
    ),
}


@pytest.mark.clause("OP 4.4.1.blue", "OP 4.1.mobility", "OP card.early_warning", "OP card.lock_on", HELP)
@pytest.mark.parametrize("name", BLUE)
def test_where_blue_dice_come_from(name: str) -> None:
    (state, found), blue = BLUE[name]
    terms = pools.blue_terms(state, found)
    assert named(terms) == blue
    assert pools.blue_dice(state, found) == total(terms) == sum(count for _, _, count in blue)
    assert [term.color for term in told_defence([], terms)] == ["b"] * len(blue)


def test_what_an_event_carries_stays_as_it_is() -> None:
    (die,) = told_dice([(0, "L")], ["L"])
    (term,) = told_defence([Term("OP 4.4.1.white", 2, "armor")], [])
    assert {hash(die), hash(term), hash(Met((0, 0), None))}
    for kind in (*EVENTS, type(die), type(term), Met):
        assert kind.__struct_config__.frozen


@pytest.mark.clause("OP 4.8.no_attack_roll")
def test_surplus_hits_stand_in_for_dice_of_their_color() -> None:
    assert [(die.color, die.icons) for die in told_icons(["H", "L", "H"])] == [("r", "H"), ("y", "L"), ("r", "H")]
