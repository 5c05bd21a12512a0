"""Projectiles, interception, smoke, electronic warfare, stealth, coordination: rulebook 4.7, 4.9, 4.11 to 4.16."""

from __future__ import annotations

from typing import Any

import pytest

from games.obsidian_protocol.desk import (
    CONTENT,
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
from muster.games.obsidian_protocol.cards.kinds import Stance
from muster.games.obsidian_protocol.rules.actions.projectiles import landing_grids
from muster.games.obsidian_protocol.rules.attack import offsetting, targets
from muster.games.obsidian_protocol.rules.attack.dice import YELLOW
from muster.games.obsidian_protocol.rules.warfare.electronic import count
from muster.games.obsidian_protocol.rules.warfare.smoke import groups
from muster.games.obsidian_protocol.rules.warfare.stealth import may_scan
from muster.games.obsidian_protocol.state.unit import changed

RIFLE, SHIELD, CLEAVER = "ac_32_automatic_rifle", "type_55_shield", "cc_4_cleaver_r"
RACK, MISSILE, HYENA = "ml_34_quad_missile_rack", "mc_3_razor_missile", "dtg_30m_hyena_mg_type"
RADAR, BEACON = "dtg_30r_hyena_radar_type", "mes_beacon"


@pytest.mark.clause(
    "OP 4.7.1.launch",
    "OP 6.2.volley",
    "OP 4.7.1.arc",
    "OP 6.2.arc",
    "OP 4.7.1.direct",
    "OP 6.2.direct",
    "OP 4.7.4.deploy",
)
def test_launching() -> None:
    match = start(mech("A", "f9", RACK, dial="projectile"), mech("B", "a1"), terrain=[wall("f8")])
    say(match, "act:backpack/missile")
    assert "grid:f7" in offered(match)  # in arc, behind the building
    say(match, "grid:f7")
    assert "done" in offered(match)
    say(match, "grid:f8")
    assert match.state.units[0].ammo[8] == 2
    assert len(match.state.units) == 4
    rocket = mech("A", "f9", "g_ac_6_rocket_launcher", dial="projectile")
    direct = start(rocket, mech("B", "a1"), terrain=[wall("f8")])
    say(direct, "act:left_arm/rocket")
    assert not {"grid:f8", "grid:f7"} & set(offered(direct))
    assert "grid:e9" in offered(direct)
    state = position(mech("A", "f9", "amds210_delphinium_carrier"), drone("B", "f7", HYENA), terrain=[wall("f8")])
    action = CONTENT.parts[state.units[0].parts[4]].actions[0]
    assert len(landing_grids(state, state.units[0], action, {}, action.launches[0])) == 3  # not into the building


@pytest.mark.clause("OP 4.7.immediate", "OP card.rocket", "OP 4.7.2.detonation", "OP 4.7.3.explosion")
def test_a_rocket_goes_off_where_it_lands() -> None:
    match = start(
        mech("A", "f9", "g_ac_6_rocket_launcher", dial="projectile"),
        mech("B", "f5", SHIELD, facing="n"),
        dice=(2, 1, 8, 8, *[8] * 5),
    )
    say(match, "act:left_arm/rocket", "grid:f5")
    assert match.state.units[1].condition[1] == 2  # no back attack: the die decided
    assert not match.state.units[2].alive


@pytest.mark.clause("OP 4.7.3.all", "OP 4.12.2.area")
def test_a_grenade_spares_nobody() -> None:
    match = start(
        mech("A", "f9", "m4_vibroblade_grenade_pod_r", dial="projectile"),
        drone("B", "f7-1", RADAR),
        drone("A", "f7-3", BEACON),
        mech("B", "f8", SHIELD, stealth=0),
        dice=(8, 8, 8, 8, *[8] * 5, 8, 8, 8, 8, 8, 2, *[8] * 4, *[8] * 5),
    )
    say(match, "act:right_arm/grenade", "grid:f7", "grid:f8", "done")
    assert len(told(match, "attack_resolved")) == 3
    assert not told(match, "counter_roll_won")


@pytest.mark.clause("OP card.stun", "OP 6.3.2.projectile", "OP 4.9.interference")
def test_a_stun_grenade() -> None:
    match = start(
        mech("A", "f11", torso="tm31c_gray_wolf_battle_core", dial="projectile"),
        drone("B", "f8", HYENA),
        drone("B", "g8-5", MISSILE),
        mech("B", "a1"),
        terrain=[wall("e8")],
    )
    match.state.units[1].intercepts = changed(match.state.units[1].intercepts, 0, 0)
    say(match, "act:torso/stun_grenade", "grid:f8")
    assert told(match, "token_gained")[0]["unit"] == "b1"
    assert not match.state.units[2].alive
    jammed = start(
        mech("A", "f11", RACK, dial="projectile"), drone("B", "f8", HYENA, fire_control_interference=1), mech("B", "a1")
    )
    say(jammed, "act:backpack/missile", "grid:f9", "done")
    assert not told(jammed, "intercepts")


@pytest.mark.clause(
    "OP 4.9.range", "OP 4.9.token", "OP 6.2.intercept", "OP 4.9.must", "OP 4.9.sequence", "OP card.aa_radar"
)
def test_interception() -> None:
    """After the book's example: whoever has either end of the flight in range shoots, one after the other."""
    ciws = "adk15d_porcupine_ciws_type"
    miss = (8, 8, 8, 8, *[8] * 6)
    match = start(
        mech("A", "f11", RACK, dial="projectile"),
        drone("B", "f7", ciws, intercepts={"full_auto": 2}),
        drone("B", "f12", HYENA),
        mech("B", "a1"),
        dice=(*miss, *miss, 8, 1, 8, *[8] * 6),
    )
    say(match, "act:backpack/missile", "grid:f9", "done")
    assert [event["unit"] for event in told(match, "intercepts")] == ["b1", "b1", "b2"]
    assert not match.state.units[4].alive
    state = position(drone("A", "f9", HYENA), drone("B", "f8-5", MISSILE), drone("A", "h9", RADAR), stage="automatic")
    blow = attack(state, 0, 1, "full_auto", interception=True)
    assert offsetting.exchange(state, blow, [(YELLOW, "e")]).light == 1


@pytest.mark.clause("OP 4.7.2.free", "OP 4.12.2.scan", "OP 4.12.2.failed", "OP 4.12.2.blind")
def test_a_missile_scans_who_is_camouflaged() -> None:
    """Found and still in range it is struck; found and gone, or not found, the missile goes off in vain."""

    def fired(missile: str, *dice: int) -> Any:
        ghost = mech("B", "f7", SHIELD, **GHOST)
        return start(mech("A", "a12", SHIELD), ghost, drone("A", "f9-5", missile), stage="delay", dice=dice)

    found = fired(MISSILE, 6, *[8] * 5, 2, *[8] * 4, *[8] * 5)
    say(found, "target:b1", "grid:f7", "face:s")
    assert told(found, "detonated")
    assert told(found, "attack_resolved")
    away = fired(MISSILE, 6, *[8] * 5)
    say(away, "target:b1", "grid:f5", "face:s")
    assert told(away, "attack_failed")
    assert not away.state.units[2].alive
    unseen = fired(MISSILE, 8, 6, *[8] * 4)
    say(unseen, "target:b1")
    assert told(unseen, "attack_failed")
    assert not told(unseen, "revealed")
    blind = fired("m25_shrapnel_shell")
    assert not told(blind, "attack_resolved")


@pytest.mark.clause("OP 6.2.missile_group")
def test_a_missile_group() -> None:
    """The book's example: three missiles, one intercepted, two detonations."""
    match = start(
        mech("A", "a12", SHIELD),
        mech("B", "f7", SHIELD),
        drone("A", "f9-5", "rkg70_missile_group"),
        drone("B", "c7", HYENA),
        stage="delay",
        dice=(8, 1, 8, *[8] * 3, 2, *[8] * 3, *[8] * 5, 2, *[8] * 3, *[8] * 5),
    )
    say(match, "target:b1")
    assert told(match, "group_thinned")[0]["left"] == 2
    assert len(told(match, "attack_resolved")) == 3
    assert not match.state.units[2].alive


@pytest.mark.clause("OP 4.7.2.free", "OP 4.7.2.no_target", "OP 4.7.2.terrain", "OP 6.2.cruising")
def test_guided_projectiles() -> None:
    match = start(
        mech("A", "a12", SHIELD),
        mech("B", "f7", SHIELD),
        drone("A", "f9-5", MISSILE),
        terrain=[wall("f10", 1, 1, 1, True)],
        stage="delay",
        dice=(2, 8, 1, 8, 8, *[8] * 5),
    )
    assert offered(match) == ["target:b1", "target:t0"]
    say(match, "target:b1")
    assert match.state.units[1].condition[1] == 2
    crate = start(
        mech("A", "a12", SHIELD),
        mech("B", "f7", SHIELD),
        drone("A", "f9-5", MISSILE),
        terrain=[wall("f10", 1, 1, 1, True)],
        stage="delay",
    )
    say(crate, "target:t0")
    assert crate.state.wrecked == 1
    swift = start(
        mech("A", "a12", SHIELD), mech("B", "l1", SHIELD), drone("A", "a9-5", "m707_swift_missile"), stage="delay"
    )
    assert "grid:a3" in offered(swift)
    say(swift, "grid:a3")
    assert swift.state.units[2].alive


@pytest.mark.clause("OP 4.16.place", "OP 4.16.connected", "OP 4.16.overlap", "OP 4.16.one_each")
def test_smoke() -> None:
    match = start(
        mech("A", "f9", SHIELD, torso="rt_15b_lava_assault_core", dial="projectile"),
        mech("B", "f2", SHIELD),
        smoke={"A": ["h9"]},
    )
    say(match, "act:torso/smoke_grenade", "grid:g9")
    assert offered(match) == ["grid:g8", "grid:f9", "grid:g10", "done"]  # h9 has smoke of that side already
    say(match, "grid:f9", "grid:e9", "end")
    assert match.pending[0].prompt.key == "prompt.dissipate"
    assert len(offered(match)) == 4
    say(match, "grid:e9")
    assert [(screen.seat, screen.grid) for screen in match.view(0).smoke] == [(0, "f9"), (0, "g9"), (0, "h9")]
    assert groups([0, 1, 5]) == [[0, 1], [5]]


# Electronic warfare


@pytest.mark.clause("OP 6.2.electronic_attack", "OP 4.11.2.focus", "OP 4.11.2.hollow", "OP trait.provoke")
def test_an_electronic_attack() -> None:
    gator = mech("A", "f9", torso="tm35n_alligator_electronic_warfare_core", dial="tactical", link=3, pilot="yoyu")
    match = start(gator, mech("B", "f6", link=3, stance="defensive"), dice=(8, 8, 8, 8, 5, 8))
    say(match, "act:torso/manipulation_interference", "unit:b1")
    assert match.pending[0].prompt.key == "prompt.focus_electronic"
    say(match, "keep")
    assert match.pending[1].prompt.key == "prompt.focus_electronic"
    say(match, "keep", "yes")
    assert match.state.units[1].squares[4] == 1
    assert match.state.units[1].stance == Stance.OFFENSIVE
    assert count([(YELLOW, "l")], Stance.OFFENSIVE) == (0, 1)
    assert count([(YELLOW, "l")], Stance.DEFENSIVE) == (0, 0)


@pytest.mark.clause("OP card.scream", "OP 4.11.2.strength")
def test_a_scream() -> None:
    match = start(
        drone("A", "f9", "n306_eagle_ii_roaring_eagle"),
        mech("B", "f7", SHIELD, link=2),
        mech("B", "l1", SHIELD),
        stage="automatic",
        dice=(6, 8, 8, 8, 8, 8),
    )
    say(match, "keep")
    assert told(match, "link_lost")[0] == {"unit": "b1", "name": "pilot/scout_14", "twin": " #1", "link": 1}


@pytest.mark.clause("OP card.stance_feedback")
def test_stance_feedback() -> None:
    match = start(
        mech("A", "f9", commands=1), drone("A", "f8", "n307_eagle_iii_patrol_eagle"), mech("B", "l1"), stage="command"
    )
    say(match, "command:a1", "drone:stance_feedback", "unit:a0", "stance:mobility")
    assert match.state.units[0].stance == Stance.MOBILITY


@pytest.mark.clause("OP 4.15.3.coordination", "OP 6.2.coordinate", "OP card.distributed")
def test_coordination() -> None:
    match = start(
        mech("A", "f9", "mh_k1_heat_heavy_sword_r", torso="p7_warrior_battle_core", dial="melee", commands=2),
        mech("B", "f8", SHIELD),
        drone("A", "c9", RADAR),
        dice=(8, *[8] * 4, *[8] * 7),
    )
    say(match, "act:right_arm/chop", "target:b1", "parry:left_arm")
    assert offered(match) == ["pass", "command:a2"]
    say(match, "command:a2", "drone:move", "move:c9", "place:c9-1", "face:n")
    assert match.state.units[0].commands == 1
    pod = start(
        mech("A", "f9", "integrated_data_link_pod", commands=1),
        mech("B", "f2"),
        drone("A", "c9", RADAR),
        stage="end_opportunity",
    )
    assert offered(pod) == ["pass", "command:a2"]


# Stealth


GHOST = {"torso": "tm641_octopus_stealth_core", "stealth": 2}


@pytest.mark.clause("OP 4.12.2.scan", "OP 4.12.2.failed", "OP 4.12.2.manifestation", "OP 4.12.2.blind")
def test_attacking_a_camouflaged_unit() -> None:
    """The book's example: found, it may appear out of reach; not found, the attack fails."""
    unseen: Any = start(mech("A", "f9", RIFLE), mech("B", "f5", **GHOST), dice=(8, 8, 6, 8, 8, 8, 8))
    say(unseen, "act:right_arm/single_shot", "target:b1")
    assert told(unseen, "attack_failed")
    found = start(
        mech("A", "f9", RIFLE),
        mech("B", "f5", **GHOST),
        mech("B", "l1"),
        dice=(6, 6, 8, 8, 8, 8, 8, 2, *[8] * 4, *[8] * 5),
    )
    say(found, "act:right_arm/single_shot", "target:b1")
    assert "grid:f3" in offered(found)
    assert "grid:f2" not in offered(found)
    say(found, "grid:d5", "face:s")
    assert told(found, "attack_failed") == []
    away = start(mech("A", "f11", RIFLE), mech("B", "f5", **GHOST), mech("B", "l1"), dice=(6, 6, 8, 8, 8, 8, 8))
    say(away, "act:right_arm/single_shot", "target:b1", "grid:f3", "face:s")
    assert told(away, "attack_failed")
    state = position(
        drone("A", "f9-5", "m25_shrapnel_shell"), mech("B", "f8", **GHOST), mech("A", "a9", RIFLE), stage="automatic"
    )
    shot = attack(state, 2, 1, "single_shot").action
    assert not targets.is_target(state, state.units[0], state.units[1], shot, {"omni_direction": 1}, 6)


@pytest.mark.clause(
    "OP 4.12.3.noise",
    "OP 6.2.silence",
    "OP 4.12.2.contact",
    "OP 4.12.2.part",
    "OP 6.1.reveal",
    "OP card.dynamic_perception",
)
def test_losing_camouflage() -> None:
    loud = start(mech("A", "f9", **GHOST), mech("B", "f2"))
    say(loud, "maneuver", "move:f9", "face:n")
    assert loud.pending[0].prompt.key == "prompt.manifest"
    silent = start(mech("A", "f9", legs="lm210s_stealth_chassis", **GHOST), mech("B", "f2"))
    say(silent, "maneuver", "move:f9", "face:n")
    assert silent.state.units[0].stealth == 2
    heard = start(
        mech("A", "f9", legs="lm210s_stealth_chassis", **GHOST),
        mech("B", "f2"),
        drone("B", "f7", "n307_eagle_iii_patrol_eagle"),
    )
    say(heard, "maneuver", "move:f9", "face:n")
    assert heard.pending[0].prompt.key == "prompt.manifest"
    bumped = start(mech("A", "f9", dial="movement"), mech("B", "f6", **GHOST))
    say(bumped, "act:chassis/sprint", "move:f7", "face:n")
    assert cited(bumped, "OP 4.12.2.contact")
    shown = start(mech("A", "f9", dial="tactical", **GHOST), mech("B", "f2"))
    say(shown, "act:torso/reveal", "grid:f9", "face:n")
    assert shown.state.units[0].stealth == -1
    pack = "css20_cloak_optical_camouflage_system"
    state = position(mech("A", "f9", pack, SHIELD), mech("B", "f2"))
    state.units[0].stealth, state.units[0].hidden_by = 0, 4
    from muster.games.obsidian_protocol.rules.attack.damage import destroy_part
    from muster.kernel.requests import Table

    destroy_part(Table(False), state, state.units[0], 4, -1)
    assert state.units[0].stealth == -1


@pytest.mark.clause("OP 4.12.4.target", "OP 4.12.4.scan", "OP 6.1.scan", "OP card.scan_all")
def test_scanning() -> None:
    match = start(
        mech("A", "f9", dial="tactical"), mech("B", "f6", hexagon="low_profile"), mech("B", "f2"), dice=(6, 8, 8, 8)
    )
    say(match, "act:torso/scan", "unit:b1")
    assert match.state.units[1].hexagon == 0
    assert not may_scan(match.state, match.state.units[0], match.state.units[2])
    assert refused(match, "act:torso/scan") in ("OP 3.4.3.once", "OP 4.12.4.target")
    radar = start(
        drone("A", "f9", RADAR), mech("B", "f6", SHIELD, hexagon="low_profile"), stage="automatic", dice=(6, 8, 8, 8)
    )
    assert radar.state.units[1].hexagon == 0


@pytest.mark.clause("OP 6.2.throw")
def test_throwing_needs_a_free_hand() -> None:
    pack = "cp_4_drone_backpack"
    match = start(mech("A", "f9", pack, RIFLE, dial="projectile"), mech("B", "f2"))
    assert refused(match, "act:backpack/drone") == "OP 6.2.throw"
    free = start(mech("A", "f9", pack, CLEAVER, dial="projectile"), mech("B", "f2"))
    assert "act:backpack/drone" in offered(free)
