"""Movement, ticks and timing: rulebook 3.4, 4.3, and what cards and pilots change in them."""

from __future__ import annotations

import pytest

from games.obsidian_protocol.desk import action_of, drone, mech, offered, position, refused, say, start, told, wall
from muster.games.obsidian_protocol.board.battlefield import GRID_INDEX, GRID_NAMES
from muster.games.obsidian_protocol.cards.content import Action, Effect
from muster.games.obsidian_protocol.cards.kinds import Type
from muster.games.obsidian_protocol.rules.actions.available import best_effects, fits_timing, length_of
from muster.games.obsidian_protocol.rules.actions.performing import ways_of
from muster.games.obsidian_protocol.rules.movement.paths import fly, walk
from muster.games.obsidian_protocol.rules.movement.standing import break_away, is_locked, lockers, may_be_forced
from muster.games.obsidian_protocol.state.geometry import place_of
from muster.games.obsidian_protocol.state.sheet import maneuver_value
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NONE, changed

RIFLE, CLEAVER, SHIELD = "ac_32_automatic_rifle", "cc_4_cleaver_r", "type_55_shield"
RADAR = "dtg_30r_hyena_radar_type"
HYENA, RAVEN, MINE = "dtg_30m_hyena_mg_type", "adk60r_raven_scout_type", "gm_35_anti_armor_mine"


def reach(state: State, number: int, distance: int) -> dict[str, int]:
    """By grid, what it costs a unit to walk there."""
    ways = walk(state, state.units[number], distance)
    return {GRID_NAMES[grid]: min(ways.cost(place) for place in ways.places_in(grid)) for grid in ways.grids()}


@pytest.mark.clause("OP 4.3.1.steps", "OP 4.3.1.blocked", "OP 4.3.1.inside")
def test_walking() -> None:
    """After the book's example: a path must hold the unit all along; inside a grid it moves freely."""
    state = position(mech("A", "f6"), drone("A", "b2", HYENA), terrain=[wall("f5", 1, 1, 2), wall("c2", 1, 3, 2)])
    found = reach(state, 0, 2)
    assert "f5" not in found
    assert found["e5"] == 2
    assert found["f7"] == 1
    medium = reach(state, 1, 1)
    assert "c2" not in medium  # the wall stands at the edge it would have to cross
    assert {"b1", "b3", "a2", "b2"} <= set(medium)
    assert len(walk(state, state.units[1], 0).places_in(GRID_INDEX["b2"])) == 4


@pytest.mark.clause("OP 4.3.5.break_away", "OP 4.3.5.several", "OP 4.3.5.lock", "OP 4.3.5.sight")
def test_breaking_away_costs_what_the_book_says() -> None:
    """Three grids with two locks take 5, one grid with two lockers 3; a wall between breaks the lock."""
    state = position(mech("A", "f6"), mech("B", "e6"))
    assert reach(state, 0, 9)["f3"] == 3 + 2
    two = position(mech("A", "f6"), mech("B", "e5"), mech("B", "g5"))
    assert break_away(two, two.units[0], place_of(two.units[0])) == 2
    assert reach(two, 0, 9)["f7"] == 1 + 2
    walled = position(mech("A", "f6"), mech("B", "f5"), terrain=[wall("f5", 3, 1)])
    assert is_locked(walled, walled.units[0])
    tanks = position(mech("A", "f6"), drone("B", "f5", HYENA))
    assert not is_locked(tanks, tanks.units[0])


@pytest.mark.clause("OP 4.3.5.flying", "OP 4.3.5.camouflage")
def test_who_is_not_locked() -> None:
    state = position(mech("A", "f6"), drone("A", "e6", RAVEN), mech("B", "e5", stealth=2))
    assert lockers(state, state.units[0], place_of(state.units[0])) == []
    state.units[2].stealth = -1
    assert is_locked(state, state.units[0])
    assert not is_locked(state, state.units[1])


@pytest.mark.clause("OP 4.3.2.over", "OP 6.2.airborne")
def test_the_all_terrain_chassis_jumps_over_what_it_cannot_walk_through() -> None:
    walled = [wall("e9"), wall("g9"), wall("f8"), wall("f10")]
    state = position(mech("A", "f9", legs="pl29_all_terrain_chassis"), mech("B", "a1"), terrain=walled)
    _, jump = action_of(state, state.units[0], "jump")
    _, sprint = action_of(state, state.units[0], "sprint")
    assert [GRID_NAMES[grid] for grid in ways_of(state, state.units[0], sprint, {}).grids()] == ["f9"]
    assert "f7" in {GRID_NAMES[grid] for grid in ways_of(state, state.units[0], jump, {}).grids()}


@pytest.mark.clause("OP 4.3.2.over", "OP 4.3.2.lock", "OP 6.2.airborne", "OP 4.3.3.range")
def test_flying() -> None:
    state = position(
        mech("A", "f6", "tb_600_jetpack"), mech("B", "f5"), drone("A", "a1", RAVEN), terrain=[wall("e6"), wall("g6")]
    )
    slot, jump = action_of(state, state.units[0], "jump")
    del slot
    ways = ways_of(state, state.units[0], jump, {})
    assert ways.flying
    grids = {GRID_NAMES[grid] for grid in ways.grids()}
    assert {"f4", "d6", "h6"} <= grids
    assert not {"f5", "e6"} & grids
    assert "c3" in {GRID_NAMES[g] for g in fly(state, state.units[2], 4).grids()}


@pytest.mark.clause("OP 6.2.straight", "OP 2.4.2.movement")
def test_a_straight_dash_goes_further() -> None:
    state = position(mech("A", "f9", legs="rl_08_armored_chassis"))
    _, dash = action_of(state, state.units[0], "jet_dash")
    grids = {GRID_NAMES[g] for g in ways_of(state, state.units[0], dash, {}).grids()}
    assert "f4" in grids
    assert "g7" in grids
    assert "g6" not in grids


@pytest.mark.clause("OP 4.3.6.large", "OP 4.3.6.ends", "OP 4.3.6.force", "OP 2.6.crushed", "OP 4.3.6.terrain")
def test_crushing() -> None:
    match = start(
        mech("A", "f6", SHIELD, dial="movement"),
        drone("B", "f5", RADAR),
        mech("B", "e6"),
        terrain=[wall("g6", 1, 1, 1, True)],
    )
    found = reach(match.state, 0, 4)
    assert found["f5"] == 2
    assert "e6" not in found
    ways = walk(match.state, match.state.units[0], 4)
    assert not any(len(path) > 1 and GRID_NAMES[by_place(path[0])] == "f5" for path in map(ways.path, ways.places()))
    say(match, "maneuver")
    assert "move:f5" not in offered(match)  # locked by the mech beside it, one step costs two
    say(match, "move:f6", "face:n", "act:chassis/sprint", "move:f5")
    assert sorted(offered(match)) == ["grid:e5", "grid:f4", "grid:g5"]
    say(match, "grid:g5", "place:g5-2", "face:s", "face:n")
    assert match.view(0).units["b1"].grid == "g5"
    assert match.view(0).units["a0"].grid == "f5"


def by_place(place: int) -> int:
    from muster.games.obsidian_protocol.state.geometry import grid_at

    return grid_at(place)


@pytest.mark.clause("OP 4.3.6.swap", "OP 4.3.6.deployables", "OP 4.3.4.immovable")
def test_crushed_with_nowhere_to_go() -> None:
    walls = [wall("e1"), wall("g1")]
    match = start(mech("A", "f2", dial="movement"), drone("B", "f1", HYENA), mech("B", "l12"), terrain=walls)
    say(match, "act:chassis/sprint", "move:f1", "place:f2-5", "face:e", "face:n")
    assert (match.view(0).units["b1"].place, match.view(0).units["b1"].facing) == ("f2-5", "e")
    assert match.view(0).units["a0"].grid == "f1"
    beacon = start(mech("A", "f2", dial="movement"), drone("B", "f1", "mes_beacon"), mech("B", "l12"))
    assert not may_be_forced(beacon.state, beacon.state.units[1])
    say(beacon, "act:chassis/sprint", "move:f1", "face:n")
    assert not beacon.state.units[1].alive


@pytest.mark.clause("OP 4.3.1.enter", "OP card.mine", "OP 4.3.1.facing")
def test_a_mine_goes_off_under_who_enters() -> None:
    match = start(
        mech("A", "f6", SHIELD, CLEAVER, dial="movement"),
        drone("B", "f5-5", MINE),
        mech("B", "l1", SHIELD),
        terrain=[wall("e6"), wall("g6"), wall("f7")],
        dice=(3, 8, 1, 8, 8, *[8] * 5),
    )
    say(match, "act:chassis/sprint", "move:f4", "face:e")
    assert not match.state.units[1].alive
    assert match.state.units[0].condition[2] == 2
    assert match.view(0).units["a0"].grid == "f4"
    assert match.state.units[0].facing == 1


@pytest.mark.clause("OP trait.stealth")
def test_a_hidden_path_leads_through_units() -> None:
    state = position(mech("A", "f6", pilot="firefly", hexagon="low_profile"), drone("A", "f5", HYENA), mech("A", "f4"))
    _, sprint = action_of(state, state.units[0], "sprint")
    ways = ways_of(state, state.units[0], sprint, {})
    assert "f3" in {GRID_NAMES[g] for g in ways.grids()}


# Ticks and timing


@pytest.mark.clause(
    "OP 3.4.3.actions",
    "OP 3.4.3.starting",
    "OP 3.4.3.once",
    "OP 3.4.5.ticks",
    "OP 3.4.5.short",
    "OP 3.4.5.order",
    "OP 3.4.4.forfeit",
)
def test_two_short_actions() -> None:
    match = start(mech("A", "f9", link=2, dial="tactical", fragile=3), mech("B", "f2"))
    assert refused(match, "act:chassis/sprint") == "OP 3.4.3.starting"
    say(match, "act:torso/stabilize")
    assert match.state.turn.action == 1
    assert refused(match, "act:torso/stabilize") == "OP 3.4.3.once"
    assert refused(match, "act:chassis/sprint") == "OP 3.4.5.ticks"
    assert refused(match, "maneuver") == "OP 3.4.5.order"
    say(match, "end")
    assert match.state.units[0].acted or match.state.active != 0


@pytest.mark.clause("OP 3.4.5.long", "OP 3.4.3.maneuver", "OP 3.4.3.mobility", "OP 3.4.3.no_chassis")
def test_long_actions_and_maneuvers() -> None:
    hammer = "cc_100_hercules_meteor_hammer"
    match = start(mech("A", "f8", hammer, dial="melee", stance="mobility"), mech("B", "f6"))
    assert "act:right_arm/flail_strike" in offered(match)
    say(match, "maneuver")
    assert "move:f10" in offered(match)
    assert "move:f11" not in offered(match)
    say(match, "move:f8", "face:n")
    assert refused(match, "act:right_arm/flail_strike") == "OP 3.4.5.ticks"
    state = position(mech("A", "f8", destroyed=["chassis"], stance="mobility"), mech("A", "a1"))
    assert maneuver_value(state, state.units[0]) == 0
    assert maneuver_value(state, state.units[1]) == 1


@pytest.mark.clause("OP 3.4.5.extra", "OP 3.4.5.extra_type", "OP card.sustained_fire", "OP card.artillery_mode")
def test_extra_ticks() -> None:
    gun = "ac_161_smg"
    match = start(
        mech("A", "f9", gun, torso="rt_15c_glacier_assault_core", dial="firing"),
        mech("B", "f5", SHIELD),
        stage="next_mech",
        dice=(1, *[8] * 4, *[8] * 6, 1, *[8] * 5, *[8] * 6),
    )
    say(match, "stance:defensive")
    assert match.state.turn.extra_firing == 1
    say(match, "act:right_arm/burst_fire", "target:b1", "act:right_arm/full_auto", "target:b1")
    assert match.state.turn.action == 0
    assert "act:right_arm/burst_fire" in offered(match)  # again, for the extra tick
    assert refused(match, "act:torso/stabilize") == "OP 3.4.5.ticks"
    still = start(
        mech("A", "f9", gun, torso="rt_08_tempest_artillery_core", dial="firing"), mech("B", "f5"), stage="next_mech"
    )
    say(still, "stance:defensive")
    assert still.state.turn.extra_firing == 1
    say(still, "maneuver", "move:f9", "face:n")
    assert still.state.turn.extra_firing == 0


@pytest.mark.clause(
    "OP 6.2.flexible_timing", "OP card.aura_flexible", "OP card.cqc", "OP trait.variation", "OP card.length"
)
def test_what_may_start() -> None:
    state = position(
        mech("A", "f9", RIFLE, SHIELD, torso="rt_07t_dune_tactical_core", dial="movement"),
        mech("A", "a1", SHIELD, torso="rt_15b_lava_assault_core", dial="swift"),
        mech("A", "l1", RIFLE, pilot="misty", dial="tactical"),
        mech("B", "f5"),
    )
    one, lava, misty = state.units[:3]
    _, shot = action_of(state, one, "single_shot")
    _, bash = action_of(state, one, "shield_bash")
    assert fits_timing(state, one, shot)  # firing is next to movement
    assert not fits_timing(state, one, bash)
    assert fits_timing(state, lava, bash)
    assert fits_timing(state, misty, shot)
    one.dial = 5
    assert not fits_timing(state, one, shot)
    flexible = Action("step", "x/step", 0, Type.MOVEMENT, 1, 0, 1, 0, 0, 0, [Effect("flexible_timing", 1, "", "")])
    one.parts = changed(one.parts, 0, NONE)  # without the torso and its aura
    for dial in range(6):
        one.dial = dial
        assert fits_timing(state, one, flexible) == (dial in (Type.FIRING, Type.MOVEMENT, Type.TACTICAL))
    pod = position(mech("A", "f9", "rkg70_missile_pod", CLEAVER, dial="projectile"), mech("B", "f5"))
    slot, missile = action_of(pod, pod.units[0], "missile")
    assert length_of(pod, pod.units[0], slot, missile) == 2
    pod.units[0].condition = changed(pod.units[0].condition, 3, 2)
    assert length_of(pod, pod.units[0], slot, missile) == 3


@pytest.mark.clause("OP card.overload", "OP trait.pest_control")
def test_link_for_ticks() -> None:
    match = start(mech("A", "f9", "ocsp_overloading_pack", link=4), mech("B", "f2"))
    say(match, "overload", "overload")
    assert "overload" not in offered(match)
    assert (match.state.turn.action, match.state.units[0].link) == (4, 2)
    pest = start(mech("A", "f9", link=2, pilot="hammerhead_domestic_expert"), mech("B", "f2"))
    say(pest, "overload")
    assert pest.state.turn.action == 3


@pytest.mark.clause("OP card.equilibrium")
def test_a_stabilizer_arm_turns_the_gun_anywhere() -> None:
    state = position(mech("A", "f8", RIFLE, "msh2_stabilizer_arm"), mech("B", "f11"))
    slot, shot = action_of(state, state.units[0], "single_shot")
    assert "omni_direction" in best_effects(state, state.units[0], slot, shot)


@pytest.mark.clause("OP 6.1.discard", "OP 6.1.crawl", "OP 6.1.stabilize")
def test_common_actions() -> None:
    match = start(mech("A", "f9", RIFLE, link=2, dial="swift", fragile=1), mech("B", "f2"))
    say(match, "act:right_arm/discard")
    assert match.view(0).units["a0"].parts["right_arm"].card == "ac_32_automatic_rifle_d"
    say(match, "act:torso/stabilize")
    assert told(match, "token_removed")[0]["token"] == "fragile"
    assert told(match, "link_restored")[0]["link"] == 3
    locked = start(mech("A", "f9", dial="movement"), mech("B", "f8"))
    assert refused(locked, "act:chassis/crawl") == "OP 6.1.crawl"
    free = start(mech("A", "f9", dial="movement"), mech("B", "f2"))
    say(free, "act:chassis/crawl")
    assert len(offered(free)) == 5


@pytest.mark.clause(
    "OP card.take_defensive", "OP card.restore_link", "OP card.remove_square", "OP 6.2.electronic_support"
)
def test_support() -> None:
    shield = start(mech("A", "f9", "type_79_combat_shield", dial="swift"), mech("B", "f2"))
    say(shield, "act:left_arm/barricade")
    assert shield.state.units[0].stance == 0
    aurora = start(
        mech("A", "f9", torso="rt_15_ec_aurora_ecm_core", dial="tactical", link=3),
        mech("A", "f6", link=1),
        mech("A", "l1", link=1),
        mech("B", "f2"),
    )
    say(aurora, "act:torso/strengthen_link")
    assert [unit.link for unit in aurora.state.units] == [4, 2, 1, 1]
    nimbus = start(
        mech("A", "f9", torso="rt_15_s_nimbus_support_core", dial="tactical"),
        mech("A", "f6", fragile=1),
        mech("B", "f2"),
    )
    say(nimbus, "act:torso/system_cleanup", "unit:a1")
    assert nimbus.state.units[1].squares[0] == 0


@pytest.mark.clause("OP trait.calm")
def test_calm_restores_link() -> None:
    match = start(mech("A", "f9", SHIELD, pilot="quartz"), mech("B", "f2", SHIELD), stage="end_phase")
    assert match.state.units[0].link == 2


@pytest.mark.clause("OP 2.6.crushed", "OP 4.3.6.terrain")
def test_a_crate_of_two_small_grids_breaks_once() -> None:
    match = start(mech("A", "f8", dial="movement"), mech("B", "a1"), terrain=[wall("f7", 1, 2, 1, soft=True)])
    say(match, "act:chassis/sprint", "move:f7")
    assert told(match, "terrain_destroyed") == [{"terrain": 0, "shape": "crate", "height": 1, "grid": "f7"}]
