"""Cards with effects of their own: loads, supply, laying, beacons, mines, and what command tokens are spent on."""

from __future__ import annotations

import random

import pytest

from games.obsidian_protocol.desk import (
    CONTENT,
    GAME,
    action_of,
    attack,
    cited,
    drone,
    mech,
    offered,
    position,
    refused,
    say,
    start,
    told,
    wall,
)
from muster.games.obsidian_protocol.cards.kinds import Level, Stance
from muster.games.obsidian_protocol.rules import hidden
from muster.games.obsidian_protocol.rules.actions.available import why_unavailable
from muster.games.obsidian_protocol.rules.attack import pools, targets
from muster.games.obsidian_protocol.rules.attack.icons import Icons, Stakes, offsets
from muster.games.obsidian_protocol.rules.deployment import beacons
from muster.games.obsidian_protocol.rules.movement.modes import ways_for
from muster.games.obsidian_protocol.rules.movement.standing import Map, break_away
from muster.games.obsidian_protocol.rules.warfare.electronic import may_initiate
from muster.games.obsidian_protocol.state.geometry import attack_sight, grid_at, place_of
from muster.games.obsidian_protocol.state.sheet import ammo_left, passive
from muster.games.obsidian_protocol.state.state import Stage
from muster.games.obsidian_protocol.state.unit import DAMAGED
from muster.kernel.dice import ScriptedDice, SeededDice
from muster.kernel.match import Match
from muster.kernel.text import Text

HYENA, RADAR, RAVEN = "dtg_30m_hyena_mg_type", "dtg_30r_hyena_radar_type", "adk60r_raven_scout_type"
CARRIER, MINE = "adk30c_tarantula_carrier_type", "gm_35_anti_armor_mine"
RIFLE, SHIELD, CLEAVER = "ac_32_automatic_rifle", "type_55_shield", "cc_4_cleaver_r"
CORE = "p7_a3_centurion_node_core"
MISS = (8,) * 40


# Movement


@pytest.mark.clause("OP 6.2.unstoppable", "OP 6.2.non_humanoid")
def test_an_unstoppable_run_costs_link() -> None:
    centaur = "plk400_centaur_high_mobility_chassis"
    match = start(mech("A", "f8", legs=centaur, dial="movement", immobilized=1, link=2), mech("B", "a1"))
    assert refused(match, "maneuver") == "OP 6.3.2.immobilized"
    assert refused(match, "act:chassis/sprint") == "OP 6.3.2.immobilized"
    say(match, "act:chassis/run", "move:f4", "face:n")
    assert match.state.units[0].link == 1
    weak = start(mech("A", "f8", legs=centaur, dial="movement", link=1), mech("B", "a1"))
    assert refused(weak, "act:chassis/run") == "OP 6.2.non_humanoid"


@pytest.mark.clause("OP 6.2.push", "OP card.push_ahead")
def test_the_centaur_pushes_who_stands_ahead() -> None:
    centaur = "plk400_centaur_high_mobility_chassis"
    match = start(mech("A", "f8", legs=centaur, dial="movement", link=3), mech("B", "f3", SHIELD, link=2))
    say(match, "act:chassis/run", "move:f4", "face:n", "unit:b1", "face:w")
    enemy = match.view(0).units["b1"]
    assert (enemy.grid, enemy.facing, enemy.link) == ("f2", "w", 1)
    away = start(mech("A", "f8", legs=centaur, dial="movement", link=3), mech("B", "f3", link=2))
    say(away, "act:chassis/run", "move:f4", "face:e")
    assert not told(away, "forced")


@pytest.mark.clause("OP card.thruster")
def test_both_fairy_arms_fly() -> None:
    arms = ("mdxs_fairy_system_r6_smg_l", "mdxs_fairy_system_r6_smg_r")
    state = position(mech("A", "f8", *arms), mech("B", "e7"), terrain=[wall("f7")])
    assert ways_for(state, state.units[0], 2).flying
    one = position(mech("A", "f8", arms[0]), mech("B", "e7"))
    assert not ways_for(one, one.units[0], 2).flying
    dropped = position(mech("A", "f8", *arms, discarded=["left_arm"]), mech("B", "e7"))
    assert not ways_for(dropped, dropped.units[0], 2).flying


@pytest.mark.clause("OP card.blink")
def test_taurus_trades_places() -> None:
    taurus = "tm35bt_taurus_experimental_core"
    match = start(
        mech("A", "f8", SHIELD, torso=taurus, dial="movement"),
        mech("B", "f5", SHIELD),
        mech("B", "a1", SHIELD),
        drone("B", "f7", RADAR),
    )
    say(match, "act:torso/prototype_blink")
    assert offered(match) == ["unit:b1"]
    say(match, "unit:b1", "face:s", "face:e")
    view = match.view(0).units
    assert (view["a0"].grid, view["a0"].facing, view["b1"].grid, view["b1"].facing) == ("f5", "s", "f8", "e")
    alone = start(mech("A", "f8", torso=taurus, dial="movement"), mech("B", "a1"))
    assert refused(alone, "act:torso/prototype_blink") == "OP card.blink"


@pytest.mark.clause("OP card.shock_attack")
def test_a_shock_attack_moves_first_to_where_it_has_a_target() -> None:
    enemy = drone("B", "f5", RADAR, facing="s")
    match = start(mech("A", "f8", "m115_spear", dial="melee", facing="e"), enemy, dice=MISS)
    say(match, "act:right_arm/thrust")
    assert offered(match) == ["move:f7"]
    say(match, "move:f7")
    assert offered(match) == ["face:n"]
    say(match, "face:n")
    assert offered(match) == ["target:b1"]
    calm = start(mech("A", "f8", "m115_spear", dial="melee", facing="e", stance="defensive"), enemy)
    assert refused(calm, "act:right_arm/thrust") == "OP 4.4.1.target"
    legless = start(mech("A", "f8", "m115_spear", dial="melee", facing="e", destroyed=["chassis"]), enemy)
    assert refused(legless, "act:right_arm/thrust") == "OP 4.4.1.target"


@pytest.mark.clause("OP card.shock_attack")
def test_who_has_a_target_already_need_not_move() -> None:
    match = start(mech("A", "f7", "m115_spear", dial="melee"), drone("B", "f5", RADAR, facing="s"), dice=MISS)
    say(match, "act:right_arm/thrust")
    assert match.pending[0].prompt.key == "prompt.shock"
    say(match, "no", "target:b1")
    assert match.view(0).units["a0"].grid == "f7"


@pytest.mark.clause("OP trait.block")
def test_breaking_away_from_a_blocker() -> None:
    """Two steps away from Panzer cost 2 + 1 + 1 of the range, or 3 and a point of link."""
    units = (mech("A", "f6", SHIELD, dial="movement", link=3), mech("B", "f5", pilot="panzer"))
    state = position(*units)
    ways = ways_for(state, state.units[0], 4)
    assert ways.cost(place_of(position(mech("A", "f8")).units[0])) == 4
    match = start(*units)
    say(match, "act:chassis/sprint", "yes")
    assert "move:f9" in offered(match)
    say(match, "move:f9", "face:n")
    assert match.state.units[0].link == 2
    range_only = start(*units)
    say(range_only, "act:chassis/sprint", "no")
    assert "move:f9" not in offered(range_only)
    assert "move:f8" in offered(range_only)


@pytest.mark.clause("OP 4.3.1.range", "OP 4.3.1.steps", "OP 4.3.1.blocked")
def test_a_path_named_grid_by_grid() -> None:
    units = (mech("A", "f8", SHIELD, dial="movement"), drone("B", "f7-5", MINE), mech("B", "a1"))
    match = start(*units, dice=(1, *MISS), terrain=[wall("e8")])
    say(match, "act:chassis/sprint")
    assert refused(match, "path:e8,e7") == "OP 4.3.1.blocked"
    assert refused(match, "path:f6") == "OP 4.3.1.steps"
    assert refused(match, "path:g8,g7,g6,g5,g4") == "OP 4.3.1.range"
    assert refused(match, "path:z9") == "K option"
    say(match, "path:g8,g7,f7")  # onto the mine, the long way round
    assert told(match, "detonated")
    assert match.view(0).units["a0"].grid == "f7"


@pytest.mark.clause("OP 4.3.1.steps", "OP 6.2.straight")
def test_paths_of_small_units_and_in_a_straight_line() -> None:
    state = position(mech("A", "f8", SHIELD, legs="rl_08_armored_chassis", dial="movement"), mech("B", "a1"))
    _, action = action_of(state, state.units[0], "jet_dash")
    match = start(mech("A", "f8", SHIELD, legs="rl_08_armored_chassis", dial="movement"), mech("B", "a1"))
    say(match, "act:chassis/jet_dash")
    assert action.range == 3
    assert refused(match, "path:f7,f6,g6,g5") == "OP 4.3.1.range"
    say(match, "path:f7,f6,f5,f4,f3", "face:n")
    assert match.view(0).units["a0"].grid == "f3"
    small = start(mech("A", "a1", commands=1), drone("A", "f8-5", HYENA), stage="command")
    say(small, "command:a1", "drone:move", "path:f7,g7")
    assert offered(small)[0].startswith("place:g7")


# Laying and mines


@pytest.mark.clause("OP 4.7.5.lay", "OP 4.7.5.range", "OP 4.7.5.several", "OP 4.7.5.interception", "OP card.mine_layer")
def test_mines_are_laid_on_the_way() -> None:
    layer = mech("A", "f8", SHIELD, "glp_15_mine_layer", dial="movement")
    match = start(layer, mech("B", "a1"), drone("B", "f5", HYENA, facing="s"))
    say(match, "act:chassis/sprint", "move:f6", "yes", "no", "yes", "place:f7-5")
    assert match.pending[0].prompt.key == "prompt.facing"  # two steps and two mines: the range of 4 is used up
    mines = [unit.grid for unit in match.view(0).units.values() if unit.kind == "deployable"]
    assert mines == ["f8", "f7"]
    assert not told(match, "intercepts")
    far = start(layer, mech("B", "a1"))
    say(far, "act:chassis/sprint", "move:f4")
    assert far.pending[0].prompt.key == "prompt.facing"


@pytest.mark.clause("OP card.mine_on_mine", "OP card.mine_layer")
def test_a_mine_on_a_mine() -> None:
    layer = mech("A", "f8", SHIELD, "glp_15_mine_layer", dial="projectile")
    match = start(layer, mech("B", "a1"), drone("B", "f7-5", MINE), dice=MISS)
    say(match, "act:backpack/mine", "grid:f7", "place:f7-5")
    assert [event["unit"] for event in told(match, "detonated")] == ["b2"]
    assert [unit.alive for unit in match.state.units] == [True, True, False, True]


# Loads and supply


@pytest.mark.clause("OP card.load", "OP 6.2.load")
def test_a_mech_uses_the_load_of_a_carrier_in_contact() -> None:
    carrier = drone("A", "g8-1", CARRIER, load="ec50_electronic_warfare_pod")
    match = start(mech("A", "f8", dial="swift"), carrier, mech("B", "f6"), dice=MISS)
    assert "act:load1/fire_control_interference" in offered(match)
    say(match, "act:load1/fire_control_interference")
    assert offered(match) == ["unit:b2"]
    apart = start(mech("A", "e8", dial="swift"), carrier, mech("B", "f6"))
    assert not any(key.startswith("act:load") for key in offered(apart))
    # The drone has neither the actions nor the values of the part.
    assert match.view(0).units["a1"].electronic == 2


@pytest.mark.clause("OP card.load")
def test_the_passive_effects_of_a_load_help_the_mech_that_acts() -> None:
    carrier = drone("A", "g8-1", CARRIER, load="csc60_cooler")
    state = position(mech("A", "f8", "r6sd_smg"), carrier, mech("B", "f6"))
    assert passive(state, state.units[0], "laser_cooling")
    state.active = 2
    assert not passive(state, state.units[0], "laser_cooling")
    core = position(mech("A", "f8", torso="tm31c_gray_wolf_battle_core"), carrier, mech("B", "f6"))
    assert may_initiate(core, core.units[0])


@pytest.mark.clause("OP card.load", "OP 4.13.consume")
def test_the_ammo_of_a_load_lies_on_the_carrier() -> None:
    carrier = drone("A", "g8-1", CARRIER, load="dbp_turtle_shell_barricade_rack")
    match = start(mech("A", "f8", dial="projectile"), carrier, mech("B", "a1"))
    say(match, "act:load1/deploy_turtle_shell", "grid:f7")
    state = match.state
    assert state.units[1].ammo[-1] == 0
    slot, action = 8 + 1, state.content.parts[state.units[1].load].actions[0]
    assert ammo_left(state, state.units[0], slot, action) == 0


@pytest.mark.clause("OP 6.2.load", "OP card.no_load")
@pytest.mark.parametrize(
    ("card", "load", "clause"),
    [
        (CARRIER, "csc60_cooler", ""),
        (CARRIER, "jp1_jetpack", "OP card.no_load"),
        (CARRIER, "ocsp_overloading_pack", "OP card.no_load"),
        (CARRIER, "r6sd_smg", "OP 6.2.load"),
        (RAVEN, "csc60_cooler", "OP 6.2.load"),
        (CARRIER, "ecs_2_external_cooler", "OP 5.1.faction"),
    ],
)
def test_what_may_be_loaded(card: str, load: str, clause: str) -> None:
    parts = ["tm31r_caracal_battle_core", "lm231_standard_chassis", "r7k_tactical_rifle"]
    force = {"faction": "un", "scale": 600, "mechs": [{"pilot": "onyx", "parts": parts}]}
    found = GAME.forces.check({**force, "drones": [{"card": card, "load": load}]})
    assert [fault.clause for fault in found] == ([clause] if clause else [])
    if not clause:
        state = GAME.setup.prepare(
            {"squads": [{**force, "drones": [{"card": card, "load": load}]}, "rdl_600_line"]}
        ).new()
        assert state.content.parts[state.units[1].load].id == load


@pytest.mark.clause("OP card.ammo_delivery", "OP 4.13.consume")
def test_a_missile_from_the_ammunition_pack() -> None:
    pod, pack = "rkg70_missile_pod", "rkg70_ammunition_pack"
    match = start(mech("A", "f8", pod, pack, dial="projectile"), mech("B", "a1"))
    say(match, "act:left_arm/missile", "grid:f6")
    assert offered(match) == ["ammo:left_arm", "ammo:backpack"]
    say(match, "ammo:backpack")
    assert (match.state.units[0].ammo[4], match.state.units[0].ammo[8]) == (1, 1)
    empty = start(mech("A", "f8", pod, pack, dial="projectile", ammo={"left_arm/missile": 0}), mech("B", "a1"))
    assert "act:left_arm/missile" in offered(empty)


@pytest.mark.clause("OP card.resupply", "OP 4.13.replenish")
def test_ammo_comes_back_but_never_more_than_there_was() -> None:
    pod, pack = "rkg70_missile_pod", "rkg70_ammunition_pack"
    full = start(mech("A", "f8", pod, pack, dial="tactical"), mech("B", "a1"))
    assert refused(full, "act:backpack/ammo_supply") == "OP 3.4.3.possible"
    match = start(
        mech("A", "f8", SHIELD, pack, dial="tactical"),
        mech("A", "f7", pod, ammo={"left_arm/missile": 0}),
        mech("A", "f5", pod, ammo={"left_arm/missile": 0}),
        mech("B", "a1"),
    )
    say(match, "act:backpack/ammo_supply")
    assert [unit.ammo[4] for unit in match.state.units[1:3]] == [1, 0]


# Attacks


@pytest.mark.clause("OP card.choose_keyword", "OP 6.2.suppression")
def test_a_charge_gives_one_of_two_keywords() -> None:
    gunner = mech("A", "f8", "r7mg_lmg", charged=["right_arm"])
    match = start(gunner, mech("B", "f4", SHIELD, link=1), dice=(1, *MISS))
    say(match, "act:right_arm/full_auto", "yes")
    assert offered(match) == ["effect:multi_target", "effect:suppression"]
    say(match, "effect:suppression", "target:b1")
    assert match.state.units[1].stance == Stance.DEFENSIVE


@pytest.mark.clause("OP card.shutdown")
def test_lightning_of_a_valkyrie_may_shut_a_mech_down() -> None:
    match = start(
        mech("A", "a1"),
        drone("A", "f8", "n503_valkyrie"),
        mech("B", "f5", link=3),
        stage="automatic",
        dice=(1, 6, 7, 8, *MISS),
    )
    say(match, "keep")
    assert match.pending[0].prompt.key == "prompt.shutdown"
    say(match, "yes")
    assert match.state.units[2].stance == Stance.SHUTDOWN
    assert match.state.units[2].link == 3


@pytest.mark.clause("OP card.appease")
def test_appease_at_the_end_of_the_round() -> None:
    match = start(
        mech("A", "f8", SHIELD, link=2),
        mech("A", "a1", SHIELD, link=2),
        drone("A", "f6", "n503_valkyrie"),
        mech("B", "l12", SHIELD),
        stage="end_phase",
    )
    assert [unit.link for unit in match.state.units[:2]] == [3, 2]


@pytest.mark.clause("OP card.martyrdom")
def test_a_zealot_takes_others_with_it() -> None:
    zealot = drone("B", "f5", "n52_zealot", damaged=["unit"], facing="s")
    units = (mech("A", "f6", CLEAVER, dial="melee"), zealot, drone("A", "g5", RADAR), mech("B", "a1", SHIELD))
    match = start(*units, dice=(1,) * 6 + (8,) * 6 + (1,) + MISS)
    say(match, "act:right_arm/chop", "target:b1", "unit:a0")
    assert not match.state.units[1].alive
    assert cited(match, "OP card.martyrdom")
    assert len(told(match, "dice_rolled")) == 3  # the blow, then the mech and the drone beside it


@pytest.mark.clause("OP card.dodge_enhancement")
def test_a_dodge_that_offsets_a_whole_die() -> None:
    pair = Icons(0, 2, 0, pairs=1)
    assert offsets(pair, 1, 0)[0].light == 1
    assert offsets(pair, 1, 0, whole=True)[0].light == 0
    both = Icons(1, 4, 0, pairs=2)
    assert offsets(both, 2, 2, whole=True)[0].key()[:2] == (0, 0)
    assert [way.key()[:2] for way in offsets(both, 2, 0, Stakes(surplus=True), whole=True)] == [(1, 0), (0, 2)]
    halo = mech("B", "f5", "halo_melee_collaboration_system", torso=CORE, commands=1, stance="defensive")
    match = start(mech("A", "f8", "ac_161_smg"), halo, dice=(1, 1, 1, 1, 1, 4, *MISS))
    say(match, "act:right_arm/burst_fire", "target:b1")
    while match.pending[min(match.pending)].prompt.key != "prompt.dodge_whole":
        say(match, offered(match)[0])
    say(match, "yes")
    assert match.state.units[1].commands == 0


@pytest.mark.clause("OP card.melee_evasion", "OP 4.15.4.consume")
def test_a_parry_with_one_dodge_more() -> None:
    halo = mech("B", "f7", "ss30_heavy_shield", "halo_melee_collaboration_system", torso=CORE, commands=1)
    match = start(mech("A", "f8", CLEAVER, dial="melee"), halo, dice=(8, 8, 1, 8, 8, 8, *MISS))
    say(match, "act:right_arm/chop", "target:b1", "parry:left_arm")
    assert match.pending[1].prompt.key == "prompt.evade"
    say(match, "yes")
    assert told(match, "command_spent") == [{"unit": "b1", "name": "pilot/scout_14", "twin": " #1", "left": 0}]
    assert told(match, "attack_resolved")[0]["heavy"] == 0


@pytest.mark.clause("OP card.dense_armor", "OP 4.15.4.consume")
def test_dense_armor_for_a_command_token() -> None:
    dragoon = mech("B", "f7", torso="p28_dragoon_armored_core", commands=1, stance="defensive")
    match = start(mech("A", "f8", CLEAVER, dial="melee"), dragoon, dice=(1, 1, 1, 8, 8, 8, 8, 5, 5, 5, 5, 5))
    say(match, "act:right_arm/chop", "target:b1")
    assert match.pending[1].prompt.key == "prompt.dense_armor"
    say(match, "yes")
    assert told(match, "attack_resolved")[0]["light"] == 0
    assert match.state.units[1].commands == 0


@pytest.mark.clause("OP card.target_tracing")
def test_target_tracing_strikes_back_at_the_link() -> None:
    hunter = mech("B", "f4", torso="p22_hunter_electronic_warfare_core", commands=1)
    match = start(mech("A", "f8", RIFLE, link=1), hunter, dice=(6, 6, 6, 6, 8, 8, 1, *MISS))
    say(match, "act:right_arm/single_shot", "target:b1")
    assert match.pending[1].prompt.key == "prompt.trace_back"
    say(match, "yes")
    assert match.state.units[0].link == 0
    assert match.state.units[0].stance == Stance.SHUTDOWN


@pytest.mark.clause("OP card.convolution")
def test_drones_roll_again_for_a_command_token() -> None:
    whistle = mech("A", "f9", "ecp9_whistle_drone_command_system", torso=CORE, commands=1)
    match = start(whistle, drone("A", "f8", HYENA), mech("B", "f5", link=1), stage="automatic", dice=(1, *MISS))
    assert match.pending[0].prompt.key == "prompt.focus_part"
    say(match, "no")
    assert match.pending[0].prompt.key == "prompt.focus_attack"
    say(match, "reroll:1")
    assert [event["left"] for event in told(match, "command_spent")] == [0]
    other = start(whistle, drone("A", "f8", HYENA), mech("B", "f5", link=1), stage="automatic", dice=(1, 3, *MISS))
    say(other, "yes")
    assert [event["left"] for event in told(other, "command_spent")] == [0]
    assert other.state.units[2].link == 1
    two = start(
        whistle,
        drone("A", "f8", HYENA),
        mech("B", "f5"),
        {**whistle, "at": "g9"},
        stage="automatic",
        dice=(1, 3, *MISS),
    )
    say(two, "yes")
    assert offered(two) == ["unit:a0", "unit:a3"]
    say(two, "unit:a3")
    assert [event["unit"] for event in told(two, "command_spent")] == ["a3"]
    far = start({**whistle, "at": "a1"}, drone("A", "f8", HYENA), mech("B", "f5"), stage="automatic", dice=(1, *MISS))
    assert far.pending == {} or far.pending[min(far.pending)].prompt.key not in (
        "prompt.focus_part",
        "prompt.focus_attack",
    )


@pytest.mark.clause("OP trait.cqc")
def test_chef_makes_heavy_hits_of_eyes() -> None:
    chef = mech("A", "f8", "m100_lance", torso=CORE, pilot="chef", dial="melee", commands=1)
    match = start(chef, drone("B", "f7", RADAR, facing="s"), dice=(8, 8, 8, 8, 8, *MISS))
    say(match, "act:right_arm/thrust", "no", "target:b1")
    assert match.pending[0].prompt.key == "prompt.strike_true"
    say(match, "yes")
    assert told(match, "attack_resolved")[0]["heavy"] == 5


@pytest.mark.clause("OP trait.wetware")
def test_firewatch_makes_lightning_of_eyes() -> None:
    scout = mech("A", "f8", torso="p22_hunter_electronic_warfare_core", pilot="firewatch", dial="tactical", link=2)
    hidden_one = mech("B", "f5", hexagon="low_profile")
    match = start(scout, hidden_one, dice=(7, 8, 8, 8, 6, 8))
    say(match, "act:torso/scan", "unit:b1", "keep")
    assert match.pending[0].prompt.key == "prompt.wetware"
    say(match, "yes")
    assert match.state.units[0].link == 1
    assert told(match, "counter_roll_won")


# Commands


@pytest.mark.clause("OP card.command_automatic")
def test_a_dragoon_commands_automatic_actions() -> None:
    dragoon = mech("A", "f9", torso="p28_dragoon_armored_core", commands=1)
    match = start(dragoon, drone("A", "f8", HYENA), mech("B", "f5"), stage="command")
    say(match, "command:a1")
    card = CONTENT.units[CONTENT.unit_number[HYENA]]
    assert offered(match) == ["drone:move", f"drone:{card.actions[0].id}"]
    plain = start(mech("A", "f9", commands=1), drone("A", "f8", HYENA), mech("B", "f5"), stage="command")
    say(plain, "command:a1")
    assert offered(plain) == ["drone:move"]


@pytest.mark.clause("OP card.command_step")
def test_a_chariot_lets_drones_step_first() -> None:
    chariot = mech("A", "f9", torso="p24_chariot_armored_core", commands=1)
    match = start(chariot, drone("A", "f8", RADAR), mech("B", "f5"), stage="command")
    say(match, "command:a1", "move:g8")
    while match.pending[0].prompt.key != "prompt.drone":
        say(match, offered(match)[0])
    say(match, "drone:move")
    assert "move:l8" in offered(match)


@pytest.mark.clause("OP card.air_transport", "OP 4.15.4.consume")
def test_a_harpy_takes_an_ally_along() -> None:
    units = (mech("A", "f9", commands=2), drone("A", "f8", "n504_harpy"), mech("B", "a1"))
    match = start(*units, stage="command")
    say(match, "command:a1", "drone:move", "unit:a0")
    assert "move:f4" not in offered(match)
    say(match, "move:f5", "face:n", "grid:f6", "face:e")
    assert match.view(0).units["a0"].grid == "f6"
    assert match.state.units[0].commands == 0
    alone = start(*units, stage="command")
    say(alone, "command:a1", "drone:move", "done")
    assert "move:f4" in offered(alone)
    assert alone.state.units[0].commands == 1


@pytest.mark.clause("OP trait.adjustment")
def test_aster_turns_a_command_into_link_once_in_a_round() -> None:
    match = start(mech("A", "f9", pilot="aster", commands=2), mech("A", "f8", link=1), mech("B", "a1"), stage="command")
    say(match, "adjust:a0", "unit:a1")
    assert match.state.units[1].link == 2
    assert match.state.units[0].commands == 1
    assert match.state.stage == Stage.PLAN or "adjust:a0" not in offered(match)


@pytest.mark.clause("OP card.grant_opportunity")
def test_echoes_grants_an_opportunity_at_once() -> None:
    echo = mech("A", "f9", SHIELD, "mue_n_20_echoes_support_backpack", dial="tactical", link=2)
    match = start(
        echo,
        mech("A", "f8", RIFLE, dial="firing", link=2),
        mech("A", "f7", dial="firing", link=1),
        mech("B", "f5"),
        dice=MISS,
    )
    say(match, "act:backpack/coordinate", "unit:a1", "stance:mobility")
    state = match.state
    assert (state.active, state.units[1].link, state.units[1].acted) == (1, 1, False)
    assert "act:right_arm/single_shot" in offered(match)
    say(match, "end")
    # What Echoes had is spent; the mech it helped still has its own opportunity.
    assert offered(match) == ["unit:a1", "unit:a2"]


# Beacons, barricades, mines that walk


@pytest.mark.clause("OP card.covert", "OP 3.1.4.secret")
def test_beacons_are_carried_in_secret() -> None:
    parts = [*("rt_06_mire_battle_core", "rl_06_standard_chassis", SHIELD), "cp_3_beacon_backpack"]
    squad = {"faction": "rdl", "scale": 600, "mechs": [{"pilot": "wu", "parts": parts}]}
    state = GAME.setup.prepare({"squads": [squad, "un_600_line"]}).new()
    state.task = 3
    state.stage = Stage.CARRY
    match = Match(GAME, state, SeededDice(1))
    assert offered(match) == ["carry:b3_1_link_beacon", "carry:b3_2_decoy_beacon", "carry:b3_3_tactical_beacon"]
    say(match, "carry:b3_2_decoy_beacon")
    assert match.view(0).units["a0"].carried == "b3_2_decoy_beacon"
    assert match.view(1).units["a0"].carried == ""
    assert not any("b3_2" in str(event) for event in match.events(1))
    twins = []
    for seed in range(20):
        twin = state.copy()
        hidden.determinize(twin, 1, random.Random(seed))
        twins.append(twin.units[0].carried)
    assert set(twins) == set(beacons(state, state.units[0]))


@pytest.mark.clause("OP card.covert", "OP 4.7.4.deploy")
def test_only_the_beacon_that_was_chosen_is_deployed() -> None:
    carrier = mech("A", "f9", "type_55_shield_cc_6_cleaver", "cp_3_beacon_backpack", dial="projectile")
    hands = mech("A", "f9", "type_79_combat_shield", "cp_3_beacon_backpack", dial="projectile")
    assert refused(start(hands, mech("B", "a1")), "act:backpack/beacon") in (
        "OP 4.7.1.direct",
        "OP 6.2.throw",
    )
    match = start({**hands, "carried": "b3_3_tactical_beacon"}, mech("B", "a1"))
    assert carrier["seat"] == "A"
    say(match, "act:backpack/beacon", "grid:f7", "place:f7-5")
    assert match.view(1).units["a2"].name == "unit/b3_3_tactical_beacon"
    assert match.view(1).units["a0"].carried == ""


@pytest.mark.clause("OP card.link_beacon")
def test_the_link_beacon_restores_link_and_stays() -> None:
    units = (mech("A", "f9", link=2), mech("A", "a1", link=2), drone("A", "f7-5", "b3_1_link_beacon"), mech("B", "l1"))
    match = start(*units, stage="delay")
    assert [unit.link for unit in match.state.units[:2]] == [3, 2]
    assert match.state.units[2].alive


def test_the_other_beacons() -> None:
    decoy = position(mech("A", "f8", RIFLE), mech("B", "f5"), drone("B", "g5-5", "b3_2_decoy_beacon"))
    found = targets.targets(decoy, decoy.units[0], action_of(decoy, decoy.units[0], "single_shot")[1], {})
    assert found == [decoy.units[2]]
    near = mech("A", "f8", RIFLE, dial="projectile")
    tactical = position(near, mech("B", "f5"), drone("A", "f9-5", "b3_3_tactical_beacon"))
    slot, action = action_of(tactical, tactical.units[0], "single_shot")
    assert why_unavailable(tactical, tactical.units[0], slot, action) is None


@pytest.mark.clause("OP 6.2.barricade", "OP card.no_crush")
def test_a_barricade_is_a_wall_for_its_allies_only() -> None:
    shell = "dbp_turtle_shell_barricade"
    units = (drone("A", "f9-1", HYENA), drone("B", "f6-1", HYENA), drone("B", "f7-1", shell))
    state = position(*units, stage="command")
    one, target, wall_ = state.units
    assert not attack_sight(state, one, target)
    assert attack_sight(state, target, one)
    assert attack_sight(state, one, wall_)
    beside = position(mech("A", "f9", RIFLE), mech("B", "f5"), drone("B", "f7-1", shell))
    shot = attack(beside, 0, 1, "single_shot")
    assert attack_sight(beside, beside.units[0], beside.units[1])
    assert pools.terrain_protection(beside, shot.attacker, shot.target)
    assert not pools.terrain_protection(beside, shot.target, shot.attacker)
    contact = position(mech("A", "f8", RIFLE), mech("B", "f5"), drone("B", "f7-4", shell))
    assert not pools.terrain_protection(contact, contact.units[0], contact.units[1])
    assert not Map(contact, contact.units[0]).may_crush(place_of(position(mech("A", "f7")).units[0]))


@pytest.mark.clause("OP card.pholcus", "OP 4.7.replaced")
def test_the_pholcus_unfolds_and_jumps() -> None:
    folded = drone("A", "f7-5", "sgm2_pholcus_automatic_mine")
    match = start(mech("A", "a1"), folded, mech("B", "f6"), stage="delay", dice=MISS)
    say(match, "place:f7-5")
    view = match.view(0).units
    assert not view["a1"].alive
    assert (view["a3"].name, view["a3"].grid) == ("unit/sgm_2_pholcus_automatic_mine_unfolded", "f7")
    unfolded = drone("A", "f7-5", "sgm_2_pholcus_automatic_mine_unfolded")
    jump = start(mech("A", "a1"), unfolded, drone("B", "f6", RADAR), stage="automatic", dice=MISS)
    assert told(jump, "detonated")
    assert not jump.state.units[1].alive
    taken = start(mech("A", "a1"), folded, drone("B", "f7-1", RADAR), stage="delay", dice=MISS)
    assert told(taken, "detonated")


# Parts that count


@pytest.mark.clause("OP card.box_pack")
def test_the_carrying_pack() -> None:
    bearer = mech("A", "f8", "msh1_assistance_arm_l", "ocs85_black_box_carrying_pack", boxes=["left_arm"])
    match = start(bearer, mech("B", "a1"), task="fragment_recovery", stage="end_phase", round=5)
    assert match.state.scores == [3, 0]
    match = start(
        mech("A", "f9", CLEAVER, dial="melee"),
        {**bearer, "seat": "B", "facing": "n"},
        task="key_facility",
        dice=(1,) * 6 + MISS,
    )
    say(match, "act:right_arm/chop", "target:b1", "part:backpack")
    while match.pending[min(match.pending)].prompt.key == "prompt.drop":
        say(match, offered(match)[0])
    assert match.state.scores == [0, -1]


@pytest.mark.clause("OP card.asset")
@pytest.mark.parametrize(("destroyed", "score"), [((), 4), (("backpack",), 2)])
def test_assets_of_an_escorted_mech(destroyed: tuple[str, ...], score: int) -> None:
    courier = mech("A", "f8", SHIELD, CLEAVER, "hd_2_data_backpack", destroyed=destroyed)
    match = start(courier, mech("B", "a1"), stage="end_phase", round=5, secondary=["escort", "mercy"], named=["a0", ""])
    assert match.state.scores[0] == score


@pytest.mark.clause("OP card.armor_patch")
def test_a_swarm_mends_an_ally_and_is_gone() -> None:
    swarm = drone("A", "f8-5", "su1_nest_guardian_swarm")
    match = start(mech("A", "f9", commands=1, damaged=["torso"]), swarm, mech("B", "a1"), stage="command")
    say(match, "command:a1", "drone:armor_patch", "unit:a0")
    assert not match.state.units[0].condition[0] & DAMAGED
    assert not match.state.units[1].alive
    assert match.state.units[1].level == Level.AERIAL


def test_a_swarm_is_launched_and_may_be_intercepted() -> None:
    launcher = mech("A", "f9", SHIELD, "dlsp_swarm_control_backpack", dial="projectile")
    match = start(launcher, drone("B", "f5", HYENA, facing="s"), dice=MISS)
    say(match, "act:backpack/nest_guardian_swarm", "grid:f6")
    assert told(match, "intercepts")


def test_break_away_counts_every_locker_once() -> None:
    state = position(mech("A", "f6"), mech("B", "f5", pilot="panzer"))
    assert break_away(state, state.units[0], place_of(state.units[0])) == 1
    assert grid_at(place_of(state.units[0])) == grid_at(place_of(position(mech("A", "f6")).units[0]))
    assert Match(GAME, state, ScriptedDice([])).pending


# Rulings and small print


@pytest.mark.clause("OP 6.1.discard_several")
def test_one_discard_for_both_arms() -> None:
    arms = ("mdxs_fairy_system_r6_smg_l", "mdxs_fairy_system_r6_smg_r")
    match = start(mech("A", "f8", *arms, dial="swift"), mech("B", "a1", SHIELD))
    say(match, "act:left_arm/discard", "yes")
    assert [part.card[-2:] for part in list(match.view(0).units["a0"].parts.values())[2:]] == ["_d", "_d"]
    one = start(mech("A", "f8", *arms, dial="swift"), mech("B", "a1", SHIELD))
    say(one, "act:left_arm/discard", "no")
    assert one.view(0).units["a0"].parts["right_arm"].card == arms[1]


@pytest.mark.clause("OP 2.5.3.low_value")
def test_low_value_units_bear_no_hexagon() -> None:
    shooter = mech("A", "f8", "mr870_shotgun")
    traced = start(shooter, drone("B", "f5", RADAR, facing="s"), dice=(3, 8, 8, *MISS))
    say(traced, "act:left_arm/marking_shot", "target:b1")
    assert traced.view(0).units["b1"].hexagon == "target_tracer"
    worthless = start(shooter, drone("B", "f5", "amds210_delphinium_automatic_defense_system"), dice=(3, 8, 8, *MISS))
    say(worthless, "act:left_arm/marking_shot", "target:b1")
    assert worthless.view(0).units["b1"].hexagon == ""


@pytest.mark.clause("OP 4.9.smoke")
@pytest.mark.parametrize(("smoke", "shots"), [([], 1), (["f8"], 0), (["f6"], 0)])
def test_smoke_hides_the_end_of_a_flight(smoke: list[str], shots: int) -> None:
    launcher = mech("A", "f11", SHIELD, "ml_34_quad_missile_rack", dial="projectile")
    match = start(launcher, drone("B", "f6", HYENA), smoke={"A": smoke}, dice=MISS)
    say(match, "act:backpack/missile", "grid:f8")
    assert len(told(match, "intercepts")) == shots


@pytest.mark.clause("OP 4.3.3.enter", "OP 4.12.2.manifestation", "OP 6.2.stealth")
def test_who_appears_on_a_mine_sets_it_off() -> None:
    ghost = mech("B", "f5", torso="tm641_octopus_stealth_core", stealth=2)
    match = start(
        mech("A", "f8", RIFLE), ghost, drone("A", "f4-5", MINE), dice=(6, 6, *(8,) * 5, 1, *(8,) * 7, 1, *MISS)
    )
    say(match, "act:right_arm/single_shot", "target:b1", "grid:f4", "face:s")
    assert [event["unit"] for event in told(match, "detonated")] == ["a2"]


@pytest.mark.clause("OP 2.3.2.once", "OP card.observation")
def test_a_die_is_rolled_again_only_once() -> None:
    from muster.games.obsidian_protocol.rules.attack.dice import YELLOW
    from muster.games.obsidian_protocol.rules.attack.rolls import reroll_space
    from muster.kernel.refusal import Refusal

    space = reroll_space([(YELLOW, "e"), (YELLOW, "-"), (YELLOW, "LL")], but=[0])
    assert [option.key for option in space.options()] == ["keep", "reroll:2", "reroll:2,3"]
    with pytest.raises(Refusal) as refusal:
        space.accept("reroll:1,2")
    assert refusal.value.clause == "OP 2.3.2.once"


@pytest.mark.clause("OP 6.2.multi_target_dice")
def test_dice_are_shared_out_before_any_attack() -> None:
    gunner = mech("A", "f8", "r7mg_lmg", charged=["right_arm"])
    match = start(gunner, drone("B", "f4", RADAR), drone("B", "f5", RADAR), drone("B", "e4", RADAR), dice=MISS)
    say(match, "act:right_arm/full_auto", "yes", "effect:multi_target", "target:b1", "unit:b2", "unit:b3", "dice:1y0r")
    assert not told(match, "dice_rolled")
    say(match, "dice:2y0r")
    assert [event["yellow"] for event in told(match, "attack_dice")] == [1, 2, 2]


@pytest.mark.parametrize("language", ["en", "es"])
def test_an_attack_is_walked_through(language: str) -> None:
    """Every white die has its reason, the dice face each other, and what cancels what is said."""
    wall_ = [wall("f7", 3, 1, 2)]
    units = (mech("A", "f9", RIFLE, stance="defensive"), mech("B", "f5", SHIELD, stance="defensive", fragile=1))
    match = start(*units, terrain=wall_, dice=(2, 3, 1, 2, 6, 1, 4, *MISS))
    say(match, "act:right_arm/single_shot", "target:b1")
    reasons = {event["reason"]: event["count"] for key in ("white_more", "white_less") for event in told(match, key)}
    assert reasons == {"armor": 5, "terrain": 2, "fragile": 1}
    assert [(e["by"], e["what"], e["count"]) for e in told(match, "cancels")] == [
        ("defence", "light", 1),
        ("dodge", "heavy", 1),
    ]
    words = GAME.catalogue.words(language)
    lines = [words.say(Text(event.key, event.params)) for event in match.table.events]
    shown = next(line for line, event in zip(lines, match.table.events, strict=True) if event.key == "dice_rolled")
    assert ("[red heavy]" if language == "en" else "[rojo pesado]") in shown


@pytest.mark.clause("OP card.martyrdom", "OP card.abyss")
def test_a_zealot_in_the_abyss_still_detonates() -> None:
    whip = mech("A", "f9", SHIELD, torso="rt_08_tempest_artillery_core", dial="melee")
    units = (whip, drone("B", "f8", "n52_zealot", facing="s"), drone("B", "e7", RADAR), mech("B", "a1", SHIELD))
    match = start(*units, environments={"f7": "abyss"}, dice=(3, *(8,) * 60))
    say(match, "act:torso/shrapnel_barrage", "target:b1")
    assert cited(match, "OP card.abyss")
    assert [event["unit"] for event in told(match, "detonated")] == ["b1"]


@pytest.mark.clause("OP 5.1.low_value_points")
def test_low_value_drones_count_for_no_task() -> None:
    for card, points in (("dtg_30m_hyena_mg_type", 1), ("amds210_delphinium_automatic_defense_system", 0)):
        target = drone("B", "f7", card, damaged=["unit"], facing="s")
        units = (mech("A", "f8", CLEAVER, dial="melee"), target, mech("B", "a1", SHIELD))
        tasks = {"secondary": ["weapons_test", "mercy"], "named": ["a0", ""]}
        match = start(*units, dice=(1,) * 6 + MISS, **tasks)
        say(match, "act:right_arm/chop", "target:b1")
        assert match.state.scores == [points, 0]
