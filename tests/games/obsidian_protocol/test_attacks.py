"""Attacks played through: parts, focus, penetration, surplus, hits and what they do. Rulebook 4.4 to 4.8, 4.10, 6.2."""

from __future__ import annotations

from typing import Any

import pytest

from games.obsidian_protocol.desk import cited, drone, mech, offered, refused, say, start, told, wall
from muster.games.obsidian_protocol.cards.kinds import Stance
from muster.kernel.match import Match

RIFLE, CLEAVER, SHIELD = "ac_32_automatic_rifle", "cc_4_cleaver_r", "type_55_shield"
TORSO, CHASSIS, LEFT, RIGHT, PACK, ANY = range(1, 7)
MISS = 8
"""The face of a yellow or white die that shows nothing."""
HYENA = "dtg_30m_hyena_mg_type"


def shoot(*units: dict[str, Any], dice: tuple[int, ...], key: str = "right_arm/single_shot", **more: Any) -> Match[Any]:
    """The first unit fires at the second."""
    match = start(*units, dice=dice, **more)
    say(match, f"act:{key}", "target:b1")
    return match


@pytest.mark.clause(
    "OP 4.4.1.process",
    "OP 4.4.1.black",
    "OP 4.4.1.part",
    "OP 4.4.2.no_structure",
    "OP 4.4.3.link",
    "OP 4.10.shutdown",
    "OP 4.10.enemy",
)
def test_an_attack_destroys_a_part_without_structure() -> None:
    match = shoot(mech("A", "f8", RIFLE), mech("B", "f4", SHIELD), dice=(CHASSIS, 8, 1, 8, 8, 8, 8, 8, 8, 8))
    target = match.state.units[1]
    assert target.condition == (0, 2, 0, 0, 0)
    assert (target.link, target.stance) == (0, Stance.SHUTDOWN)
    assert told(match, "attack_resolved")[0]["heavy"] == 1


@pytest.mark.clause("OP 4.4.2.damaged", "OP 4.4.2.destroyed", "OP 4.4.3.torso", "OP 4.4.3.unit")
def test_a_torso_is_damaged_then_destroyed() -> None:
    dice = (TORSO, 8, 1, 8, 8)
    match = shoot(mech("A", "f8", RIFLE), mech("B", "f4", SHIELD), mech("B", "l1"), dice=(*dice, *[8] * 6))
    assert match.state.units[1].condition[0] == 1
    again = shoot(mech("A", "f8", RIFLE), mech("B", "f4", damaged=["torso"]), mech("B", "l1"), dice=(*dice, 8, 8))
    assert not again.state.units[1].alive
    assert "b1" not in str(offered(again))


@pytest.mark.clause("OP 4.4.1.missing", "OP 4.4.1.any", "OP 4.10.black", "OP 2.3.2.once", "OP 4.10.focus")
def test_the_black_die() -> None:
    match = shoot(mech("A", "f8", RIFLE), mech("B", "f4", SHIELD), dice=(PACK, *[8] * 4, *[8] * 6))
    assert told(match, "part_hit")[0]["part"] == "torso"
    free = shoot(mech("A", "f8", RIFLE), mech("B", "f4", SHIELD), dice=(ANY,))
    assert offered(free) == ["part:torso", "part:chassis", "part:left_arm"]
    focus = shoot(
        mech("A", "f8", RIFLE, link=3),
        mech("B", "f4", SHIELD, link=3),
        dice=(TORSO, CHASSIS, 8, 8, 8, 8, *[8] * 5, 8, 1, *[1] * 5),
    )
    say(focus, "yes")
    assert focus.state.units[0].link == 2
    assert focus.pending[0].prompt.key == "prompt.focus_attack"  # the black die is not offered again
    assert refused(focus, "reroll:9") == "OP 4.10.focus"
    say(focus, "reroll:1,2")
    assert focus.pending[1].prompt.key == "prompt.focus_defence"
    say(focus, "reroll:1,2,3,4,5")
    assert focus.state.units[1].link == 1  # one for the focus, one for the chassis
    assert [unit.condition[1] for unit in focus.state.units] == [0, 2]  # defence does not stop the heavy hit


@pytest.mark.clause("OP 4.1.shutdown_part", "OP 4.4.1.attacker_designates", "OP 6.2.snipe", "OP 4.1.shutdown_passive")
def test_the_attacker_designates_on_a_mech_that_is_shut_down() -> None:
    from muster.games.obsidian_protocol.rules.movement.standing import locks
    from muster.games.obsidian_protocol.state.sheet import passive

    off = mech("B", "f4", "type_79_combat_shield", stance="shutdown", link=0, torso="rt_12t_oasis_tactical_core")
    match = shoot(mech("A", "f8", RIFLE), off, dice=())
    assert offered(match) == ["part:torso", "part:chassis", "part:left_arm"]
    assert not passive(match.state, match.state.units[1], "shield_up")
    assert not locks(match.state, match.state.units[1])
    snipe = start(mech("A", "f9", "ac_35_sniper_rifle", "cc_4_cleaver_l"), mech("B", "f4", SHIELD))
    say(snipe, "act:right_arm/single_shot", "target:b1")
    assert snipe.pending[0].prompt.key == "prompt.part"


@pytest.mark.clause(
    "OP 4.4.1.defender_designates", "OP card.shield_up", "OP card.mobile_defense", "OP 4.4.1.both_designate"
)
def test_the_defender_puts_a_shield_in_the_way() -> None:
    bulwark = "type_77_bulwark"
    match = shoot(mech("A", "f8", RIFLE), mech("B", "f4", bulwark, stance="defensive"), dice=(*[8] * 4, *[8] * 8))
    assert offered(match) == ["none", "shield:left_arm"]
    say(match, "shield:left_arm")
    assert told(match, "part_hit")[0]["part"] == "left_arm"
    open_stance = shoot(mech("A", "f8", RIFLE), mech("B", "f4", bulwark), dice=(TORSO, *[8] * 4, *[8] * 6))
    assert told(open_stance, "part_hit")
    always = shoot(mech("A", "f8", RIFLE), mech("B", "f4", "s100_shield"), dice=())
    assert "shield:left_arm" in offered(always)
    both = start(
        mech("A", "f9", "ac_35_sniper_rifle", "cc_4_cleaver_l"),
        mech("B", "f4", "s100_shield"),
        dice=(CHASSIS, *[8] * 4, *[8] * 5),
    )
    say(both, "act:right_arm/single_shot", "target:b1", "shield:left_arm")
    assert told(both, "part_hit")[0]["part"] == "chassis"


@pytest.mark.clause("OP 4.6.2.parry", "OP 6.1.punch", "OP 4.6.target")
def test_parry() -> None:
    match = start(mech("A", "f5", dial="melee"), mech("B", "f4", SHIELD, facing="s"), dice=(1, 8, *[8] * 7))
    say(match, "act:chassis/punch", "target:b1")
    assert offered(match) == ["none", "parry:left_arm"]
    say(match, "parry:left_arm")
    assert match.state.units[1].condition[2] == 2
    back = start(mech("A", "f5", dial="melee"), mech("B", "f4", SHIELD, facing="n"))
    say(back, "act:chassis/punch", "target:b1")
    assert back.pending[0].prompt.key == "prompt.part"


@pytest.mark.clause(
    "OP 4.5.target", "OP 4.2.5.targets", "OP 4.4.1.target", "OP 6.2.omni_direction", "OP 3.4.3.possible"
)
def test_targets_of_firing() -> None:
    match = start(
        mech("A", "f8", RIFLE),
        mech("B", "f4"),
        mech("B", "f11"),
        mech("B", "a1"),
        mech("B", "f1"),
        terrain=[wall("f3"), wall("e3"), wall("g3")],
    )
    say(match, "act:right_arm/single_shot")
    assert offered(match) == ["target:b1"]
    assert refused(match, "target:b2") == "OP 4.2.5.targets"
    assert refused(match, "target:b3") == "OP 4.5.target"
    nobody = start(mech("A", "f8", RIFLE), mech("B", "f11"))
    assert refused(nobody, "act:right_arm/single_shot") == "OP 4.4.1.target"
    pistol = start(mech("A", "f8", "ah_21_pistol_cc50_pile_bunker_r"), mech("B", "f11"))
    assert "act:right_arm/burst_fire" in offered(pistol)


@pytest.mark.clause("OP 4.5.locked", "OP 6.2.melee_firing", "OP 6.3.2.interference")
def test_locked_units_do_not_fire() -> None:
    match = start(mech("A", "f8", RIFLE), mech("B", "f7"))
    assert refused(match, "act:right_arm/single_shot") == "OP 4.5.locked"
    shotgun = start(mech("A", "f8", "pc_6_shotgun"), mech("B", "f7"))
    assert "act:right_arm/single_shot" in offered(shotgun)
    jammed = start(mech("A", "f8", RIFLE, fire_control_interference=1), mech("B", "f4"))
    assert refused(jammed, "act:right_arm/single_shot") == "OP 6.3.2.interference"


@pytest.mark.clause("OP 4.6.aerial", "OP 4.6.1.extended")
def test_melee_reach() -> None:
    hammer = "cc_100_hercules_meteor_hammer"
    match = start(mech("A", "f8", hammer, dial="melee"), mech("B", "f6"), drone("B", "f7-5", "mc_3_razor_missile"))
    say(match, "act:right_arm/flail_strike")
    assert offered(match) == ["target:b1"]
    assert refused(match, "target:b2") == "OP 4.6.aerial"
    from muster.games.obsidian_protocol.rules.movement.standing import is_locked

    assert not is_locked(match.state, match.state.units[1])


@pytest.mark.clause("OP 6.2.highlight", "OP 2.5.3.hexagon")
def test_highlight() -> None:
    """The book's example: the highlighted unit must be the target unless it cannot be."""
    match = start(mech("A", "f8", RIFLE), mech("B", "f4"), mech("B", "f5", hexagon="highlight"))
    say(match, "act:right_arm/single_shot")
    assert offered(match) == ["target:b2"]
    assert refused(match, "target:b1") == "OP 6.2.highlight"
    behind = start(mech("A", "f8", RIFLE), mech("B", "f4"), mech("B", "f10", hexagon="highlight"))
    say(behind, "act:right_arm/single_shot")
    assert offered(behind) == ["target:b1"]
    bison = mech("A", "f8", torso="tm35b_bison_assault_core", dial="swift", hexagon="low_profile")
    glow = start(bison, mech("B", "f4"))
    say(glow, "act:torso/amplify_profile")
    assert glow.state.units[0].hexagon == 1


@pytest.mark.clause("OP 2.6.attacked", "OP 4.13.consume", "OP 4.13.empty")
def test_destructible_terrain_and_ammo() -> None:
    tempest = "rt_08_tempest_artillery_core"
    match = start(mech("A", "f8", torso=tempest, dial="melee"), mech("B", "a1"), terrain=[wall("f7", 1, 1, 1, True)])
    say(match, "act:torso/shrapnel_barrage", "target:t0")
    assert match.state.wrecked == 1
    assert refused(match, "act:torso/shrapnel_barrage") in ("OP 3.4.3.once", "OP 4.13.empty")
    empty = start(mech("A", "f8", torso=tempest, dial="melee", ammo={"torso/shrapnel_barrage": 0}), mech("B", "f7"))
    assert refused(empty, "act:torso/shrapnel_barrage") == "OP 4.13.empty"


# Surplus damage


@pytest.mark.clause("OP 6.2.scatter_shot", "OP 4.8.no_attack_roll", "OP 4.8.another", "OP 4.8.protection")
def test_scatter_shot() -> None:
    """After the book's example: a light and a heavy hit go through and on to another part."""
    match = start(
        mech("A", "f8", "type_55_shield_pc_9_shotgun_r"),
        mech("B", "f5", SHIELD, "ecs_2_external_cooler"),
        dice=(TORSO, 3, 8, 1, 8, *[8] * 6, TORSO, PACK, 1, 8, 8),
    )
    say(match, "act:right_arm/single_shot", "target:b1", "surplus:scatter_shot")
    assert match.state.units[1].condition[0] == 1  # the torso is not hit again
    assert match.state.units[1].condition[4] == 2
    assert told(match, "attack_resolved")[1]["light"] == 0


@pytest.mark.clause("OP 6.2.mutilation", "OP 4.8.mutilation_lost", "OP 4.8.choose_one")
def test_mutilation() -> None:
    bunker = "ah_21_pistol_cc50_pile_bunker_r"
    match = start(
        mech("A", "f5", bunker, discarded=["right_arm"], dial="melee"),
        mech("B", "f4", facing="s"),
        dice=(TORSO, 8, 8, 8, 1, 1, 8, *[8] * 6, 8, 8),
    )
    say(match, "act:right_arm/impale", "target:b1")
    assert offered(match) == ["surplus:mutilation", "surplus:none"]
    say(match, "surplus:mutilation")
    assert not match.state.units[1].alive
    gone = start(
        mech("A", "f5", bunker, discarded=["right_arm"], dial="melee"),
        mech("B", "f4", SHIELD, facing="s"),
        dice=(CHASSIS, 8, 8, 8, 1, 1, 8, *[8] * 5),
    )
    say(gone, "act:right_arm/impale", "target:b1", "none")
    assert "surplus:mutilation" not in offered(gone)


@pytest.mark.clause("OP 6.2.cleaving", "OP 4.8.shutdown")
def test_cleaving() -> None:
    glaive = "l_320_smmg_cc_90_glaive"
    match = start(
        mech("A", "f5", glaive, dial="melee"),
        mech("B", "f4", facing="s"),
        mech("B", "e4", stance="shutdown", link=0),
        dice=(CHASSIS, 8, 8, 1, 1, 8, 8, *[8] * 5, *[8] * 5),
    )
    say(match, "act:right_arm/slash", "target:b1", "surplus:cleaving")
    assert offered(match) == ["unit:b1", "unit:b2"]
    say(match, "unit:b2", "part:chassis")
    assert match.state.units[2].condition[1] == 2


# Effects


@pytest.mark.clause("OP 6.2.hit", "OP 6.2.laser", "OP card.hit_link", "OP 4.4.1.hit")
def test_a_hit_that_defence_stops_still_counts() -> None:
    laser = shoot(
        mech("A", "f8", "r7_automatic_rifle", stance="defensive"),
        mech("B", "f4"),
        dice=(CHASSIS, 3, 8, 8, 8, 8, 1, 8, 8, 8, 8),
    )
    assert told(laser, "token_gained")[0]["token"] == "fragile"
    assert laser.state.units[1].condition[1] == 0
    dodged = shoot(
        mech("A", "f8", "r7_automatic_rifle", stance="defensive"),
        mech("B", "f4"),
        dice=(CHASSIS, 3, 8, 8, 8, 8, 4, 8, 8, 8, 8),
    )
    assert not told(dodged, "token_gained")
    nail = start(
        mech("A", "f6", "k9_nail_gun_m14bo_wakizashi"),
        mech("B", "f4", SHIELD, link=3),
        dice=(TORSO, 3, 8, 8, 1, 8, 8, 8, 8, 8),
    )
    say(nail, "act:left_arm/nail", "target:b1", "keep")
    assert nail.state.units[1].link == 2


@pytest.mark.clause("OP 6.2.concussion", "OP 4.4.1.lightning", "OP 4.4.1.choice")
def test_concussion_and_the_choice_of_the_defender() -> None:
    match = start(
        mech("A", "f5", SHIELD, dial="melee"),
        mech("B", "f4", SHIELD, link=3, facing="s"),
        dice=(TORSO, 3, 6, 8, 8, 8, 4, 8, 8, 8, 8, 8),
    )
    say(match, "act:left_arm/shield_bash", "target:b1", "none", "keep")
    assert offered(match) == ["leave:0-0-1", "leave:0-1-0"]
    say(match, "leave:0-1-0")
    assert match.state.units[1].link == 3
    lost = start(
        mech("A", "f5", SHIELD, dial="melee"),
        mech("B", "f4", SHIELD, link=3, facing="s"),
        dice=(TORSO, 1, 6, 8, 8, 8, 4, 8, 8, 8, 8, 8),
    )
    say(lost, "act:left_arm/shield_bash", "target:b1", "none", "keep")
    assert lost.state.units[1].link == 3  # two hits go through whatever one dodge does: it saves the link
    plain = start(
        mech("A", "f5", SHIELD, dial="melee"),
        mech("B", "f4", SHIELD, link=3, facing="s"),
        dice=(TORSO, 6, 6, 8, 8, 8, 8, 8, 8, 8, 8, 8),
    )
    say(plain, "act:left_arm/shield_bash", "target:b1", "none", "keep")
    assert plain.state.units[1].link == 1


@pytest.mark.clause("OP 6.2.wrecking")
def test_wrecking_lightning_does_damage() -> None:
    match = start(
        mech("A", "f6", "cc_100_hercules_meteor_hammer", dial="melee"),
        mech("B", "f4", SHIELD, link=3, facing="s"),
        dice=(CHASSIS, 6, 8, 8, 8, 8, 8, 8, *[8] * 5),
    )
    say(match, "act:right_arm/flail_strike", "target:b1", "none", "keep")
    assert match.state.units[1].condition[1] == 2
    assert match.state.units[1].link == 1


@pytest.mark.clause("OP 6.2.suppression", "OP 4.1.change_first")
def test_suppression_comes_first() -> None:
    match = shoot(
        mech("A", "f8", "ac_150_hmg"),
        mech("B", "f4", SHIELD),
        key="right_arm/full_auto",
        dice=(CHASSIS, 3, 3, 8, 8, 8, 8, 2, 8, 8, 8, 8),
    )
    assert match.state.units[1].stance == Stance.DEFENSIVE
    assert match.state.units[1].condition[1] == 0  # the hollow defences count already


@pytest.mark.clause("OP 6.2.knock_back", "OP 4.3.4.valid", "OP 4.3.4.facing")
def test_knock_back() -> None:
    """The book's example: driven on until terrain stops it."""
    legs = {"torso": "rt_08_tempest_artillery_core", "dial": "melee"}
    match = start(mech("A", "f8", **legs), mech("B", "f7"), dice=(TORSO, 3, 8, 8, 8, 8, 1, *[8] * 5))
    say(match, "act:torso/shrapnel_barrage", "target:b1")
    assert match.pending[0].prompt.key == "prompt.facing_forced"
    say(match, "face:e")
    assert told(match, "forced")[0]["grid"] == "f6"
    assert match.state.units[1].facing == 1
    stopped = start(
        mech("A", "f8", **legs),
        mech("B", "f7"),
        dice=(TORSO, 3, 8, 8, 8, 8, 1, *[8] * 5),
        terrain=[wall("f6", 1, 1, 1)],
    )
    say(stopped, "act:torso/shrapnel_barrage", "target:b1")
    assert not told(stopped, "forced")


@pytest.mark.clause("OP 6.2.drag", "OP 6.2.disarm", "OP 4.17.tokens", "OP 6.3.2.immobilized")
def test_drag_and_disarm() -> None:
    hook = mech("A", "f8", "fcc_12_big_hand_grappler", dial="melee")
    dice = (RIGHT, 3, 8, 8, 8, 1, 8, 8, 8)
    match = start(hook, mech("B", "f5", RIFLE, facing="s"), dice=dice)
    say(match, "act:left_arm/grappling_hook", "target:b1")
    assert offered(match) == ["effect:drag", "effect:disarm"]
    say(match, "effect:drag", "grid:g7", "face:n")
    assert match.view(0).units["b1"].grid == "g7"
    disarm = start(hook, mech("B", "f5", RIFLE, facing="s"), dice=dice)
    say(disarm, "act:left_arm/grappling_hook", "target:b1", "effect:disarm")
    assert disarm.view(0).units["b1"].parts["right_arm"].card == "ac_32_automatic_rifle_d"
    whip = start(
        mech("A", "f8", "mx82_multifunctional_whip", dial="melee"),
        mech("B", "f6", facing="s"),
        dice=(CHASSIS, 3, 8, 8, 8, 8, 8, 1, 8, 8, 8, 8),
    )
    say(whip, "act:left_arm/lash", "target:b1", "effect:immobilize")
    assert sum(whip.state.units[1].squares[4:]) == 1


@pytest.mark.clause("OP card.turn_target")
def test_a_whip_turns_its_target() -> None:
    match = start(
        mech("A", "f8", "mx82_multifunctional_whip", dial="melee"),
        mech("B", "f7", facing="s"),
        dice=(CHASSIS, 3, 8, 8, 8, 1, 8, 8, 8, 8),
    )
    say(match, "act:left_arm/flog", "target:b1", "yes", "face:w")
    assert match.state.units[1].facing == 3


@pytest.mark.clause("OP 6.2.kc_armor", "OP 6.1.charge")
def test_kc_armor() -> None:
    bison = mech("B", "f4", torso="tm35b_bison_assault_core", charged=["torso"])
    match = shoot(
        mech("A", "f8", "ac_161_smg", stance="defensive"),
        bison,
        key="right_arm/burst_fire",
        dice=(CHASSIS, 3, 3, 8, 8, 5, 5, 8, 8, 8),
    )
    assert match.pending[1].prompt.key == "prompt.kc_armor"
    say(match, "yes")
    assert match.state.units[1].condition[1] == 0
    assert match.state.units[1].charged == 0
    charge = start(mech("A", "f8", torso="tm35b_bison_assault_core", dial="swift"), mech("B", "f4"))
    say(charge, "act:torso/charge")
    assert charge.state.units[0].charged == 1


@pytest.mark.clause("OP 6.2.designate")
def test_a_designated_die() -> None:
    match = shoot(
        mech("A", "f8", RIFLE),
        mech("B", "f4", torso="rt_09a_volcano_armored_core"),
        dice=(CHASSIS, 8, 1, 8, 8, 8, 8, 8, 8),
    )
    say(match, "die:dodge")
    assert match.state.units[1].condition[1] == 0


@pytest.mark.clause("OP 6.3.1.repaired", "OP card.damage_control")
def test_repaired_parts() -> None:
    sapper = mech("A", "f8", SHIELD, "sh_15_field_repair_system", destroyed=["left_arm"], dial="tactical")
    match = start(sapper, mech("B", "f4"))
    say(match, "act:backpack/damage_control")
    assert match.state.units[0].condition[2] == 6
    hit = shoot(
        mech("A", "f8", RIFLE), mech("B", "f4", SHIELD, repaired=["left_arm"]), dice=(LEFT, 8, 8, 8, 8, *[8] * 6)
    )
    assert hit.state.units[1].condition[2] == 2
    assert hit.state.units[1].link == 1


@pytest.mark.clause("OP card.riposte")
def test_riposte() -> None:
    claw = "fcc_12_big_hand_grappler"
    match = start(
        mech("A", "f5", dial="melee"),
        mech("B", "f4", claw, facing="s"),
        dice=(8, 8, *[8] * 7),
    )
    say(match, "act:chassis/punch", "target:b1", "parry:left_arm")
    assert match.pending[1].prompt.key == "prompt.riposte"
    say(match, "pass")
    assert match.state.turn.ended


@pytest.mark.clause("OP card.follow_up", "OP trait.joy")
def test_a_second_blow_follows() -> None:
    match = start(
        mech("A", "f5", "m15bo_katana", dial="melee", pilot="shrike", link=2),
        mech("B", "f4", SHIELD, facing="s"),
        dice=(CHASSIS, 8, 8, 8, 8, 1, *[8] * 5),
    )
    say(match, "act:right_arm/chop", "target:b1", "none", "no", "keep")
    assert match.pending[0].prompt.key == "prompt.follow_up"
    assert match.state.units[0].link == 3
    assert cited(match, "OP trait.joy")


@pytest.mark.clause("OP card.defense_reaction", "OP trait.fortitude")
def test_reactions_of_the_defender() -> None:
    match = shoot(
        mech("A", "f8", RIFLE),
        mech("B", "f4", "ss12_buckler", pilot="wu", link=1),
        dice=(CHASSIS, 8, 1, 8, 8, *[8] * 5),
    )
    assert match.state.units[1].link == 1
    say(match, "yes")
    assert match.state.units[1].stance == Stance.DEFENSIVE


@pytest.mark.clause("OP card.observation")
def test_an_observer_lets_eyes_be_rolled_again() -> None:
    match = shoot(
        mech("A", "f8", RIFLE),
        mech("B", "f4"),
        mech("A", "h8", torso="tm31r_caracal_battle_core"),
        dice=(CHASSIS, 7, 8, 8, 8, *[8] * 5, 8, 1, 8, 8),
    )
    assert match.pending[0].prompt.key == "prompt.reroll_eyes"
    say(match, "yes")
    assert match.state.units[1].condition[1] == 2


@pytest.mark.clause("OP 6.2.multi_target", "OP 6.2.multi_target_dice")
def test_several_targets() -> None:
    gun = mech("A", "f8", "acx_350_stratus_prototype_hmg", "cc_4_cleaver_l")
    match = start(
        gun, mech("B", "f4"), mech("B", "d4"), dice=(CHASSIS, *[8] * 3, *[8] * 5, CHASSIS, *[8] * 4, *[8] * 5)
    )
    say(match, "act:right_arm/full_auto", "target:b1")
    assert offered(match) == ["unit:b2", "done"]
    say(match, "unit:b2")
    assert "dice:7y0r" not in offered(match)
    say(match, "dice:3y0r")
    assert len(told(match, "attack_resolved")) == 2
    assert match.state.units[2].stance == Stance.DEFENSIVE


@pytest.mark.clause("OP 6.2.automatic_shield")
def test_automatic_shield() -> None:
    match = start(
        mech("A", "f8", RIFLE),
        mech("B", "f4"),
        drone("B", "f5-1", "n11_vanguard_i_scutum"),
        dice=(8, 8, 8, 8, 8),
    )
    say(match, "act:right_arm/single_shot", "target:b1")
    assert told(match, "shield_draws")[0]["unit"] == "b2"


@pytest.mark.clause("OP 4.14.use", "OP 6.2.charged")
def test_a_charge_is_spent_for_its_effect() -> None:
    ion = mech("A", "f8", "igx350_ion_shotgun", charged=["right_arm"])
    match = start(ion, mech("B", "f6"))
    say(match, "act:right_arm/single_shot", "yes")
    assert match.state.units[0].charged == 0
    kept = start(ion, mech("B", "f6"))
    say(kept, "act:right_arm/single_shot", "no")
    assert kept.state.units[0].charged == 8


@pytest.mark.clause("OP 5.3.1.penetrated")
def test_a_penetrated_bearer_drops_its_box() -> None:
    match = shoot(
        mech("A", "f8", RIFLE),
        mech("B", "f4", SHIELD, CLEAVER, boxes=["right_arm"]),
        dice=(TORSO, 8, 1, 8, 8, *[8] * 6),
    )
    assert match.pending[0].prompt.key == "prompt.drop"
    say(match, "drop:f5-2")
    assert match.view(0).boxes == ["f5-2"]


@pytest.mark.clause("OP task.weapons_test", "OP task.annihilation", "OP 5.1.low_value_points")
def test_points_for_what_is_destroyed() -> None:
    match = shoot(
        mech("A", "f8", RIFLE),
        drone("B", "f4", "dtg_30m_hyena_mg_type", damaged=["unit"]),
        mech("B", "a1"),
        dice=(8, 1, 8, 8, 8, 8),
        secondary=("weapons_test", "annihilation"),
        named=("a0", ""),
    )
    assert match.state.scores == [1, 0]
    low = shoot(
        mech("A", "f8", RIFLE),
        drone("B", "f4-5", "mc_3_razor_missile"),
        mech("B", "a1", SHIELD),
        dice=(8, 1, 8, 8, *[8] * 6),
        secondary=("annihilation", ""),
    )
    assert not low.state.units[1].alive
    assert low.state.scores == [0, 0]


@pytest.mark.clause("OP card.microwave", "OP 6.3.3.tracer_stance")
def test_drones_attack() -> None:
    match = start(
        mech("A", "a12", commands=1),
        drone("A", "f8", "adk15_mas_porcupine_microwave_type"),
        mech("B", "f4"),
        stage="command",
        dice=(CHASSIS, 6, 8, *[8] * 5),
    )
    say(match, "command:a1", "drone:microwave")
    assert match.state.units[2].squares[2] == 1
    traced = start(
        drone("A", "f9", HYENA),
        mech("B", "f7", SHIELD, hexagon="target_tracer"),
        stage="automatic",
        dice=(CHASSIS, 8, 5, 8, *[8] * 5),
    )
    assert traced.state.units[1].condition[1] == 2  # the hollow heavy hit counts
