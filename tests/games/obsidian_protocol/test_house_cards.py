"""Rules that no printed card brings together, shown with cards of our own laid over the pack."""

from __future__ import annotations

from typing import Any

import pytest

from games.obsidian_protocol.desk import drone, mech, offered, say, told
from muster.games.obsidian_protocol.rules.attack.damage import give_square
from muster.games.obsidian_protocol.rules.phases.end import tokens
from muster.games.obsidian_protocol.state.state import State
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
id = "r7mg_lmg"
source = "house"

[[part.actions]]
id = "full_auto"
name = "Full-auto"
type = "firing"
range = 8
yellow = 5
effects = ["charged: range 2", "flexible_timing"]
length = "medium"

[[drone]]
id = "dtg_30m_hyena_mg_type"
source = "house"

[[drone.actions]]
id = "full_auto"
name = "Full-auto"
type = "firing"
range = 4
yellow = 1
red = 2
effects = ["omni_direction", "silence"]
control = "automatic"

[[token]]
id = "fragile"
source = "house"
face = "green"

[[token]]
id = "immobilized"
source = "house"
face = "red"

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
    return Match(game, game.testing.position({"unit": list(units), **more}), ScriptedDice(dice))


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
    assert [(event["unit"], event["grid"]) for event in told(match, "forced")] == [("b1", grid)]
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


@pytest.mark.clause("OP 4.14.use", "OP 2.4.2.range")
@pytest.mark.parametrize("charged", [True, False])
def test_a_charge_that_adds_range_makes_an_attack_possible(charged: bool) -> None:
    gunner = mech("A", "f11", "r7mg_lmg", charged=["right_arm"] if charged else ["torso"])
    match = begin(gunner, drone("B", "f1", "dtg_30r_hyena_radar_type"), mech("B", "a1", RIFLE))
    assert ("act:right_arm/full_auto" in offered(match)) == charged


@pytest.mark.clause("OP 6.2.silence", "OP card.dynamic_perception")
@pytest.mark.parametrize("heard", [False, True])
def test_a_silent_action_of_a_drone_is_heard_only_by_an_eagle(heard: bool) -> None:
    hunter = drone("A", "f8", "dtg_30m_hyena_mg_type", hexagon="low_profile")
    prey = drone("B", "f6", "n307_eagle_iii_patrol_eagle" if heard else "dtg_30s_hyena_missile_type", facing="s")
    others = mech("A", "a12", RIFLE), mech("B", "l1", RIFLE)
    match = begin(hunter, prey, *others, stage="automatic", dice=(8,) * 20)
    assert len(told(match, "token_removed")) == heard
    assert bool(match.state.units[0].hexagon) != heard


@pytest.mark.clause("OP 3.7.2.red", "OP 3.7.2.yellow", "OP 2.5.3.green")
def test_tokens_of_every_color_at_the_end_of_the_round() -> None:
    """Green stays, yellow turns red and then goes, red goes."""
    match = begin(mech("A", "a12", RIFLE), mech("B", "l1", RIFLE), stage="end_phase")
    unit = match.state.units[0]
    for token in range(3):
        give_square(match.table, match.state, unit, token)
        give_square(match.table, match.state, unit, token)
    assert unit.squares == (0, 0, 2, 0, 0, 2, 2, 0, 0)
    tokens(match.table, match.state)
    assert unit.squares == (0, 0, 0, 2, 0, 0, 2, 0, 0)
    tokens(match.table, match.state)
    assert unit.squares == (0, 0, 0, 0, 0, 0, 2, 0, 0)


@pytest.mark.clause("OP 6.2.flexible_timing", "OP 3.4.3.starting")
@pytest.mark.parametrize(
    ("dial", "fits"), [("firing", True), ("projectile", True), ("movement", True), ("melee", False)]
)
def test_flexible_timing_of_an_action_itself(dial: str, fits: bool) -> None:
    match = begin(mech("A", "f8", "r7mg_lmg", dial=dial), drone("B", "f4", CARRIER), mech("B", "a1", RIFLE))
    assert ("act:right_arm/full_auto" in offered(match)) == fits
