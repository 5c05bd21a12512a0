"""Rules that no printed card brings together, shown with cards of our own laid over the pack."""

from __future__ import annotations

from typing import Any

import pytest

from games.obsidian_protocol.desk import drone, mech, say, told
from muster.games.obsidian_protocol.state import State
from muster.kernel.dice import ScriptedDice
from muster.kernel.match import Match
from muster.kernel.packs import PackFile
from muster.library import load_with_packs

PACK = PackFile(
    "house.toml",
    """
[[part]]
id = "m100_lance"
source = "house"

[[part.actions]]
id = "thrust"
name = "Thrust"
type = "melee"
range = 2
red = 5
effects = ["offensive: shock_attack 1", "two_handed: red 1"]
length = "medium"

[[part]]
id = "rt_08_tempest_artillery_core"
source = "house"

[[part.actions]]
id = "shrapnel_barrage"
name = "Shrapnel Barrage"
type = "melee"
yellow = 5
ammo = 1
effects = ["hit: knock_back 2"]
length = "short"
""",
)
LANCE, BLADE, RIFLE = "m100_lance", "cc_4_cleaver_l", "ac_32_automatic_rifle"
CARRIER, MINE = "adk30c_tarantula_carrier_type", "gm_35_anti_armor_mine"
LEFT, TORSO = 3, 1
HIT, MISS = 1, 8
ARMOR = 4
"""White dice of the arm with the blade."""


def begin(*units: dict[str, Any], dice: tuple[int, ...] = (), **more: Any) -> Match[State]:
    game: Any = load_with_packs("obsidian_protocol", (PACK,))
    return Match(game, game.position({"unit": list(units), **more}), ScriptedDice(dice))


def red_dice(match: Match[State]) -> int:
    return int(told(match, "attack_dice")[-1]["red"])


@pytest.mark.clause("OP card.shock_attack", "OP 6.2.two_handed", "OP card.mine")
@pytest.mark.parametrize(("face", "red"), [(HIT, 5), (MISS, 6)])
def test_a_hand_lost_on_the_way_of_a_shock_attack_helps_no_longer(face: int, red: int) -> None:
    lancer = mech("A", "f8", BLADE, LANCE, dial="melee", pilot="wu")
    mine = (LEFT, MISS, face, MISS, MISS, *[MISS] * ARMOR)
    match = begin(lancer, drone("B", "f7-5", MINE), mech("B", "f5", RIFLE), dice=(*mine, TORSO, *[8] * 20))
    say(match, "act:right_arm/thrust", "yes", "move:f7", "face:n", "target:b2")
    assert bool(match.state.units[0].condition[2]) == (face == HIT)
    assert red_dice(match) == red


@pytest.mark.clause("OP card.shock_attack", "OP card.load")
@pytest.mark.parametrize(("answers", "red"), [(("no",), 6), (("yes", "move:f7", "face:n"), 5)])
def test_a_lent_hand_helps_a_shock_attack_while_its_carrier_is_in_contact(answers: tuple[str, ...], red: int) -> None:
    carrier = drone("A", "g8-1", CARRIER, load="msh2_stabilizer_arm")
    match = begin(mech("A", "f8", LANCE, dial="melee"), carrier, mech("B", "f6", RIFLE), dice=(TORSO, *[MISS] * 20))
    say(match, "act:right_arm/thrust", *answers, "target:b2")
    assert red_dice(match) == red


@pytest.mark.clause("OP 6.2.knock_back", "OP card.fragile_platform", "OP card.abyss", "OP 4.3.1.enter")
@pytest.mark.parametrize(
    ("environments", "grid"),
    [
        ({}, "f2"),
        ({"f3": "fragile_platform"}, "f3"),
        ({"f2": "fragile_platform"}, "f2"),
        ({"f3": "high_temperature"}, "f2"),
    ],
)
def test_a_knock_back_of_two_grids_ends_where_something_stops_it(environments: dict[str, str], grid: str) -> None:
    shover = mech("A", "f5", RIFLE, torso="rt_08_tempest_artillery_core", dial="melee")
    match = begin(shover, mech("B", "f4", RIFLE), environments=environments, dice=(TORSO, HIT, *[MISS] * 14))
    say(match, "act:torso/shrapnel_barrage", "target:b1")
    assert told(match, "forced") == [{"unit": "b1", "name": told(match, "forced")[0]["name"], "grid": grid}]
    assert len(told(match, "token_gained")) == ("high_temperature" in environments.values())


@pytest.mark.clause("OP 6.2.knock_back", "OP card.abyss")
def test_a_knock_back_into_the_abyss_on_the_way_is_the_end() -> None:
    shover = mech("A", "f5", RIFLE, torso="rt_08_tempest_artillery_core", dial="melee")
    others = mech("B", "f4", RIFLE), mech("B", "a1", RIFLE, dial="melee")
    match = begin(shover, *others, environments={"f3": "abyss"}, dice=(TORSO, HIT, *[MISS] * 14))
    say(match, "act:torso/shrapnel_barrage", "target:b1")
    assert not match.state.units[1].alive
    assert told(match, "forced") == []
    assert match.pending[0].prompt.key == "prompt.act"
