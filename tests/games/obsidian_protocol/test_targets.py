"""Whom an attack may be made on and what stands in a unit's way, with both sides of every condition (4.2, 4.3, 4.5)."""

from __future__ import annotations

from typing import Any

import pytest

from games.obsidian_protocol.desk import action_of, attack, drone, keys_of, mech, position, steps, wall
from muster.games.obsidian_protocol.board.battlefield import GRID_INDEX, box_at
from muster.games.obsidian_protocol.cards.kinds import Level, Stance
from muster.games.obsidian_protocol.rules.attack import pools, riposte, surplus, targets
from muster.games.obsidian_protocol.rules.attack.icons import Icons
from muster.games.obsidian_protocol.rules.movement import moving, standing
from muster.games.obsidian_protocol.rules.movement.modes import shock_stands, ways_for
from muster.games.obsidian_protocol.rules.movement.standing import Map, place_name
from muster.games.obsidian_protocol.state.geometry import corner_of, faces, grid_at, middle_of, place_of
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import DAMAGED, DESTROYED, NONE, Square, changed
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Table
from muster.kernel.spaces import Space

RIFLE, CLEAVER, SHIELD = "ac_32_automatic_rifle", "cc_4_cleaver_r", "type_55_shield"
HYENA, RAVEN, MISSILE = "dtg_30m_hyena_mg_type", "adk60r_raven_scout_type", "mc_3_razor_missile"
SCOUT, MINE, BEACON = "md_1_dragonfly_micro_scout", "gm_35_anti_armor_mine", "mes_beacon"


# Targets


@pytest.mark.clause("OP 6.2.stationary", "OP 6.2.two_handed", "OP 6.2.stance", "OP 4.14.use")
def test_effects_in_force() -> None:
    state = position(mech("A", "f8", RIFLE), mech("B", "f4"))
    unit = state.units[0]

    def effects(part: str, name: str, support: int = NONE, charged: bool = False) -> dict[str, int]:
        card = state.content.parts[state.content.part_number[part]]
        action = next(action for action in card.actions if action.id == name)
        return targets.effects_of(state, unit, action, support, charged)

    assert effects(RIFLE, "single_shot") == {}
    assert effects(RIFLE, "single_shot", support=2) == {"range": 2}
    hmg = {"suppression": 1, "yellow": 1}
    assert effects("ac_150_hmg", "full_auto") == hmg
    state.turn.moved = True
    assert effects("ac_150_hmg", "full_auto") == {"suppression": 1}
    state.turn.moved = False
    state.active = 1
    assert effects("ac_150_hmg", "full_auto") == {"suppression": 1}
    rail = {"armor_piercing": 1, "snipe": 1}
    assert effects("mr21_railgun", "power_shot") == {**rail, "red": 1}
    assert effects("mr21_railgun", "power_shot", support=2) == {**rail, "red": 1, "mutilation": 1}
    for stance in (Stance.DEFENSIVE, Stance.MOBILITY, Stance.SHUTDOWN):
        unit.stance = stance
        assert effects("mr21_railgun", "power_shot") == rail
    ion = effects("s9_meteor_shield_igx106_ion_shotgun", "single_shot", charged=True)
    assert ion == {**effects("s9_meteor_shield_igx106_ion_shotgun", "single_shot"), "mutilation": 1}
    assert "fragile" not in effects("m4_combat_claw", "tear", support=2, charged=True)


@pytest.mark.clause(
    "OP 2.4.2.range", "OP card.aura_firing", "OP card.planning", "OP 4.5.locked", "OP 6.3.2.interference"
)
def test_reach_and_who_cannot_attack() -> None:
    oasis = mech("A", "f9", torso="rt_12t_oasis_tactical_core")
    state = position(mech("A", "f8", RIFLE, SHIELD), oasis, drone("A", "f10", HYENA), mech("B", "f2"))
    unit, _, hyena, enemy = state.units
    _, shot = action_of(state, unit, "single_shot")
    _, bash = action_of(state, unit, "shield_bash")
    _, burst = action_of(state, hyena, "full_auto")
    assert targets.reach_of(state, unit, shot, {}) == shot.range + 1
    assert targets.reach_of(state, unit, shot, {"range": 2}) == shot.range + 3
    assert targets.reach_of(state, unit, bash, {}) == bash.range
    assert targets.reach_of(state, hyena, burst, {}) == burst.range
    node = position(mech("A", "f8", RIFLE, torso="p7_a3_centurion_node_core"), drone("A", "f10", HYENA))
    assert targets.reach_of(node, node.units[1], burst, {}) == burst.range + 2
    assert targets.reach_of(node, node.units[0], shot, {}) == shot.range
    assert targets.why_not(state, unit, shot, {}) is None
    enemy.row = 3 * 6
    assert targets.why_not(state, unit, shot, {}) == ("OP 4.5.locked", "refuse.locked")
    assert targets.why_not(state, unit, shot, {"melee_firing": 1}) is None
    assert targets.why_not(state, unit, bash, {}) is None
    unit.squares = changed(unit.squares, 2 * Square.FIRE_CONTROL, 1)
    assert targets.why_not(state, unit, shot, {"melee_firing": 1}) == ("OP 6.3.2.interference", "refuse.interference")
    assert targets.why_not(state, unit, bash, {}) is None
    assert targets.targets(state, unit, shot, {}) == []
    assert targets.breakable(state, unit, shot, {}) == []


REACHED = [
    ("single_shot", {"seat": "B", "at": "f2"}, True),
    ("single_shot", {"seat": "B", "at": "f1"}, False),
    ("single_shot", {"seat": "A", "at": "f2"}, False),
    ("single_shot", {"seat": "B", "at": "f9"}, False),
    ("shield_bash", {"seat": "B", "at": "g7"}, True),
    ("shield_bash", {"seat": "B", "at": "f6"}, False),
    ("shield_bash", {"seat": "B", "at": "f9"}, False),
]


@pytest.mark.clause("OP 4.4.1.target", "OP 4.5.target", "OP 4.6.target")
@pytest.mark.parametrize(("name", "other", "found"), REACHED)
def test_whether_there_is_anything_to_attack(name: str, other: dict[str, Any], found: bool) -> None:
    state = position(mech("A", "f8", RIFLE, SHIELD), mech(**other, facing="s"))
    unit, enemy = state.units
    _, action = action_of(state, unit, name)
    assert targets.can_attack(state, unit, action, {}) == found
    assert bool(targets.targets(state, unit, action, {})) == found
    enemy.alive = False
    assert not targets.can_attack(state, unit, action, {})
    enemy.alive, enemy.deployed = True, False
    assert not targets.can_attack(state, unit, action, {})
    crate = position(mech("A", "f8", RIFLE, SHIELD), terrain=[wall(other["at"], 1, 1, 1, soft=True)])
    assert targets.can_attack(crate, crate.units[0], action, {}) == (found or other["seat"] == "A")


@pytest.mark.clause("OP 4.6.aerial", "OP 4.6.1.extended", "OP 6.2.highlight", "OP 6.2.omni_direction")
def test_aerial_units_and_bright_ones() -> None:
    state = position(mech("A", "f8", RIFLE, SHIELD), drone("B", "f7-5", MISSILE), mech("B", "e7"), mech("B", "f9"))
    unit, missile, near, rear = state.units
    _, shot = action_of(state, unit, "single_shot")
    _, bash = action_of(state, unit, "shield_bash")
    assert targets.targets(state, unit, bash, {}) == [near]
    assert targets.targets(state, unit, bash, {"omni_direction": 1}) == [near, rear]
    assert targets.targets(state, unit, shot, {"melee_firing": 1}) == [missile, near]
    near.hexagon = 1
    assert targets.targets(state, unit, shot, {"melee_firing": 1}) == [near]


@pytest.mark.clause("OP 4.2.5.arc")
def test_the_sector_ahead_has_its_diagonals() -> None:
    ahead = {(x, y): [faces(way, x, y) for way in range(4)] for x in range(-2, 3) for y in range(-2, 3)}
    assert ahead[0, 0] == [False] * 4
    assert ahead[0, -1] == [True, False, False, False]
    assert ahead[1, -1] == [True, True, False, False]
    assert ahead[2, -1] == [False, True, False, False]
    assert ahead[-1, 2] == [False, False, True, False]
    assert ahead[-2, 2] == [False, False, True, True]
    assert ahead[-2, 0] == [False, False, False, True]


# White dice


def white(state: State, shot: pools.Attack, **more: Any) -> list[tuple[str, int]]:
    """What white dice come from, by name."""
    return [(term.key, term.count) for term in pools.white_sources(state, shot, **more)]


@pytest.mark.clause(
    "OP 4.4.1.white", "OP 4.8.protection", "OP 6.2.armor_piercing", "OP card.responsive", "OP 4.5.2.dice"
)
def test_what_white_dice_come_from() -> None:
    low = wall("f6", 3, 1, 2)
    state = position(mech("A", "f8", RIFLE), mech("B", "f3", SHIELD), mech("B", "f5"), terrain=[low])
    shot = attack(state, 0, 1, "single_shot")
    shot.part = 0
    armor = state.content.parts[state.units[1].parts[0]].armor
    assert white(state, shot) == [("armor", armor), ("terrain", 2), ("unit", 2)]
    assert white(state, shot, surplus=True) == [("armor", armor)]
    assert white(state, shot, surplus=True, structure=3) == [("structure", 3)]
    assert white(state, shot, surplus=True, structure=0) == []
    shot.parry = 2
    assert ("parry", 2) in white(state, shot)
    assert ("parry", 2) not in white(state, shot, surplus=True)
    shot.parry = 0
    shot.interception = True
    assert white(state, shot) == [("armor", armor)]
    shot.interception = False
    shot.explosion = True
    assert white(state, shot) == [("armor", armor)]
    shot.explosion = False
    state.units[1].condition = changed(state.units[1].condition, 0, DAMAGED)
    structure = state.content.parts[state.units[1].parts[0]].structure
    assert white(state, shot, surplus=True) == ([("structure", structure)] if structure else [])
    state.units[1].condition = changed(state.units[1].condition, 0, 0)
    state.units[1].squares = changed(state.units[1].squares, 0, 2)
    shot.effects = {"armor_piercing": 1}
    assert white(state, shot)[-2:] == [("fragile", -2), ("armor_piercing", -1)]
    assert pools.white_dice(state, shot) == armor + 4 - 3
    assert white(state, shot, surplus=True)[-1] == ("fragile", -2)
    shot.effects = {"armor_piercing": 50}
    assert pools.white_dice(state, shot) == 1
    viper = position(mech("A", "f8", RIFLE, torso="tm39b_viper_ii_low_profile_core"), mech("B", "f3"), terrain=[low])
    shot = attack(viper, 0, 1, "single_shot")
    assert ("terrain", 2) in white(viper, shot)
    viper.units[1].hexagon = 1
    assert ("terrain", 2) not in white(viper, shot)


@pytest.mark.clause("OP 4.4.1.blue", "OP 4.1.mobility", "OP 6.3.2.no_blue", "OP card.lock_on", "OP 4.8.protection")
def test_what_blue_dice_come_from() -> None:
    units = [
        mech("A", "f8", RIFLE),
        mech("B", "f4", stance="mobility"),
        drone("A", "f5-5", SCOUT),
        drone("B", "e5", RAVEN),
    ]
    state = position(*units)
    shot = attack(state, 0, 1, "single_shot")
    dodge = pools.dodge_value(state, state.units[1])
    assert dodge > 1
    assert pools.blue_dice(state, shot) == dodge + 1 - 1
    assert pools.blue_dice(state, shot, surplus=True) == dodge + 1
    state.units[2].alive = False
    assert pools.blue_dice(state, shot) == dodge + 1
    shot.explosion = True
    assert pools.blue_dice(state, shot) == dodge
    shot.explosion = False
    state.units[1].stance = Stance.OFFENSIVE
    assert pools.blue_dice(state, shot) == 0
    state.units[1].stance = Stance.MOBILITY
    state.units[1].squares = changed(state.units[1].squares, 4, 1)
    assert pools.blue_dice(state, shot) == 0
    assist = position(mech("A", "f8", RIFLE, "msh1_assistance_arm_l"), mech("B", "f4", stance="mobility"))
    assert pools.blue_dice(assist, attack(assist, 0, 1, "single_shot", support=2)) == max(0, dodge - 2)


@pytest.mark.clause("OP 4.2.6.back_attack", "OP card.front_toward_enemy")
def test_back_attacks() -> None:
    for at, behind in (("f5", False), ("f3", True), ("g4", False)):
        state = position(mech("A", at, RIFLE), mech("B", "f4"))
        shot = attack(state, 0, 1, "single_shot")
        assert pools.is_back_attack(state, shot) == behind
        shot.explosion = True
        assert not pools.is_back_attack(state, shot)
        sword = position(mech("A", at, CLEAVER), mech("B", "f4", torso="rtx_06sr_mire_sr_battle_core"))
        assert not pools.is_back_attack(sword, attack(sword, 0, 1, "chop"))
        gun = position(mech("A", at, RIFLE), mech("B", "f4", torso="rtx_06sr_mire_sr_battle_core"))
        assert pools.is_back_attack(gun, attack(gun, 0, 1, "single_shot")) == behind


# What stands in the way


@pytest.mark.clause("OP 4.3.5.lock", "OP 4.3.5.flying", "OP 4.3.5.sight", "OP 4.1.shutdown_passive")
def test_who_locks_whom() -> None:
    state = position(mech("A", "f8"), mech("B", "g7", RIFLE), drone("A", "e7", RAVEN), terrain=[])
    unit, enemy, raven = state.units
    here = place_of(unit)
    assert standing.lockers(state, unit, here) == [enemy]
    assert standing.break_away(state, unit, here) == 1
    assert standing.is_locked(state, unit)
    for change in ({"alive": False}, {"deployed": False}, {"seat": 0}, {"stance": Stance.SHUTDOWN}, {"col": 30}):
        before = {name: getattr(enemy, name) for name in change}
        for name, value in change.items():
            setattr(enemy, name, value)
        assert standing.lockers(state, unit, here) == []
        assert not standing.is_locked(state, unit)
        assert standing.blockers(state, unit) == []
        for name, value in before.items():
            setattr(enemy, name, value)
    for broken, locks in (((1,), True), ((1, 3), False), ((3,), True)):
        for slot in broken:
            enemy.condition = changed(enemy.condition, slot, DESTROYED)
        assert standing.locks(state, enemy) == locks
        enemy.condition = (0,) * 5
    raven.col, raven.row = enemy.col - 3, enemy.row
    assert not standing.is_locked(state, raven)
    assert standing.threats(state, raven) == []
    wide = position(mech("A", "f8"), mech("B", "f7"), terrain=[wall("f8-1", 3, 1)])
    wide.units[0].size, wide.units[0].row = 2, wide.units[0].row + 1
    assert not standing.is_locked(wide, wide.units[0])
    assert standing.lockers(wide, wide.units[0], place_of(wide.units[0])) == []
    wide.units[1].level = Level.AERIAL
    assert standing.is_locked(wide, wide.units[0])
    assert standing.lockers(wide, wide.units[0], place_of(wide.units[0])) == [wide.units[1]]


@pytest.mark.clause("OP trait.block")
def test_who_makes_it_harder_to_break_away() -> None:
    state = position(mech("A", "f8"), mech("B", "g7", pilot="panzer"), mech("A", "a1", pilot="panzer"))
    unit, enemy, _ = state.units
    assert standing.blockers(state, unit) == [enemy]
    for change in ({"alive": False}, {"deployed": False}, {"seat": 0}, {"stance": Stance.SHUTDOWN}):
        before = {name: getattr(enemy, name) for name in change}
        for name, value in change.items():
            setattr(enemy, name, value)
        assert standing.blockers(state, unit) == []
        for name, value in before.items():
            setattr(enemy, name, value)
    unit.level = Level.FLYING
    assert standing.blockers(state, unit) == []


@pytest.mark.clause("OP 4.3.1.blocked", "OP 2.2.1.share", "OP 4.3.6.large", "OP 4.3.6.terrain", "OP card.no_crush")
def test_what_a_large_unit_may_crush() -> None:
    pieces = [
        wall("e8", 2, 2, 1, soft=True),
        wall("g8", 1, 1, 1),
        wall("f9-1", 1, 1, 1, soft=True),
        wall("f9-3", 1, 1, 1, soft=True),
    ]
    units = [
        mech("A", "f8"),
        drone("B", "f7-1", HYENA),
        mech("B", "e7"),
        drone("B", "g7-5", SCOUT),
        drone("B", "g9-5", MINE),
    ]
    state = position(*units, terrain=pieces, environments={"e9": "abyss"})
    unit = state.units[0]
    view = Map(state, unit)

    def crushes(name: str) -> bool:
        return view.may_crush(corner_of(GRID_INDEX[name]))

    assert [crushes(name) for name in ("e8", "g8", "f7", "e7", "e9")] == [True, False, True, False, False]
    assert [view.fits(corner_of(GRID_INDEX[n])) for n in ("g7", "g9", "e9", "f9", "f7")] == [
        True,
        True,
        False,
        False,
        False,
    ]
    assert view.terrain_at(box_at(3, corner_of(GRID_INDEX["f9"]))) == [2, 3]
    assert view.terrain_at(box_at(2, corner_of(GRID_INDEX["f9"]))) == [2]
    assert view.units_at(box_at(3, corner_of(GRID_INDEX["f7"]))) == [state.units[1]]
    assert view.units_at(box_at(3, corner_of(GRID_INDEX["g7"]))) == []
    assert view.units_at(box_at(3, corner_of(GRID_INDEX["g9"]))) == []
    assert view.units_at(box_at(3, place_of(unit))) == []
    state.wrecked = 0b100
    assert view.terrain_at(box_at(3, corner_of(GRID_INDEX["f9"]))) == [3]
    onyx = position(mech("A", "f8", pilot="onyx"), mech("B", "e8"))
    assert Map(onyx, onyx.units[0]).may_crush(corner_of(GRID_INDEX["e8"]))
    small = position(drone("A", "f8", HYENA), drone("B", "e8-1", BEACON), stage="command")
    assert not Map(small, small.units[0]).may_crush(corner_of(GRID_INDEX["e8"]))
    barricade = position(mech("A", "f8"), drone("B", "e8", "dbp_turtle_shell_barricade"), drone("B", "g8-5", BEACON))
    view = Map(barricade, barricade.units[0])
    assert not crushes("e8")
    assert crushes("g8")
    assert view.mined() == 0
    forced = position(mech("A", "f8"), environments={"e8": "abyss"})
    assert Map(forced, forced.units[0], forced=True).fits(corner_of(GRID_INDEX["e8"]))
    assert not Map(forced, forced.units[0]).fits(corner_of(GRID_INDEX["e8"]))
    forced.units[0].level = Level.FLYING
    assert Map(forced, forced.units[0]).fits(corner_of(GRID_INDEX["e8"]))


@pytest.mark.clause("OP 4.3.4.immovable")
def test_who_can_be_forced() -> None:
    units = [mech("A", "f8"), drone("A", "e8", HYENA), drone("A", "g8-5", BEACON), drone("A", "h8-5", MISSILE)]
    state = position(*units, drone("A", "i8", "amds210_delphinium_automatic_defense_system"))
    assert [standing.may_be_forced(state, unit) for unit in state.units] == [True, True, False, True, False]
    state.units[0].alive = False
    assert not standing.may_be_forced(state, state.units[0])


def test_names_of_places() -> None:
    assert place_name(corner_of(GRID_INDEX["f6"])) == "f6-1"
    assert place_name(middle_of(GRID_INDEX["l12"])) == "l12-5"
    found = standing.places_in(GRID_INDEX["f6"], 2)
    assert [place_name(place) for place in found] == ["f6-1", "f6-2", "f6-4", "f6-5"]
    assert {grid_at(place) for place in standing.places_in(GRID_INDEX["f6"], 1)} == {GRID_INDEX["f6"]}


# Charges, ways of moving, ripostes, surplus


@pytest.mark.clause("OP card.shock_attack", "OP 6.3.2.immobilized", "OP card.thruster", "OP trait.stealth")
def test_where_a_charge_leads() -> None:
    state = position(mech("A", "f8", "m100_lance"), mech("B", "f5"))
    unit = state.units[0]
    slot, thrust = action_of(state, unit, "thrust")
    stands = shock_stands(state, unit, thrust, {"shock_attack": 1})
    names = {place_name(place): [("nesw"[way]) for way in ways] for place, ways in stands.items()}
    assert names == {"f7-1": ["n"]}
    assert (place_name(place_of(unit)), unit.facing, slot) == ("f8-1", 0, 3)
    unit.squares = changed(unit.squares, 4, 1)
    assert shock_stands(state, unit, thrust, {"shock_attack": 1}) == {}
    unit.squares = changed(unit.squares, 4, 0)
    unit.condition = changed(unit.condition, 1, DESTROYED)
    assert shock_stands(state, unit, thrust, {"shock_attack": 1}) == {}
    left, right = "mdxs_fairy_system_r6_smg_l", "mdxs_fairy_system_r6_smg_r"
    assert ways_for(*pair(left, right), 2).flying
    assert not ways_for(*pair(left), 2).flying
    ghost = position(mech("A", "f8", pilot="firefly"), mech("B", "f7"))
    assert not ways_for(ghost, ghost.units[0], 2).ghost
    ghost.units[0].stealth = 0
    assert ways_for(ghost, ghost.units[0], 2).ghost
    ghost.units[0].stealth = NONE
    ghost.units[0].hexagon = 2
    assert ways_for(ghost, ghost.units[0], 2).ghost
    ghost.units[0].pilot = ghost.units[1].pilot
    assert not ways_for(ghost, ghost.units[0], 2).ghost


def pair(*arms: str) -> tuple[State, Any]:
    state = position(mech("A", "f8", *arms))
    return state, state.units[0]


@pytest.mark.clause("OP card.riposte")
def test_who_may_strike_back() -> None:
    state = position(mech("A", "f8", CLEAVER, SHIELD), mech("B", "f7", CLEAVER), active="b1")
    state.ripostes = [0, 1]
    asked = steps(riposte.strike_back(Table(True), state))[0]
    assert asked.seat == 0
    assert keys_of(asked)[0] == "pass"
    assert {"act:right_arm/chop", "act:left_arm/shield_bash"} <= set(keys_of(asked))
    assert state.ripostes == [1]
    state.units[1].alive = False
    assert steps(riposte.strike_back(Table(True), state)) == [None]
    assert state.ripostes == []
    assert {action.type for _, action in riposte.blows(state, state.units[0])} <= {1}


@pytest.mark.clause("OP 6.2.cleaving", "OP 4.8.another", "OP 4.8.shutdown")
def test_where_surplus_goes() -> None:
    state = position(
        mech("A", "f5", CLEAVER), mech("B", "f4", SHIELD), drone("B", "e4", HYENA), drone("B", "g4", HYENA)
    )
    blow = attack(state, 0, 1, "chop")
    blow.effects = {"cleaving": 1}
    blow.part = 0
    icons = Icons(1, 0, 0)
    asked = steps(surplus.elsewhere(Table(True), state, blow, icons, "cleaving"))[0]
    assert (asked.seat, keys_of(asked)) == (0, ["unit:b1", "unit:b2", "unit:b3"])
    state.units[1].condition = (0, DESTROYED, DESTROYED, 0, 0)
    asked = steps(surplus.elsewhere(Table(True), state, blow, icons, "cleaving"))[0]
    assert keys_of(asked) == ["unit:b2", "unit:b3"]
    state.units[1].condition = (0,) * 5
    state.units[1].stance = Stance.SHUTDOWN
    asked = steps(surplus.elsewhere(Table(True), state, blow, icons, "scatter_shot"))[0]
    assert keys_of(asked) == ["part:chassis", "part:left_arm"]
    possible = steps(surplus.pass_on(Table(True), state, blow, icons, False))[0]
    assert keys_of(possible) == ["surplus:cleaving", "surplus:none"]
    assert steps(surplus.pass_on(Table(True), state, blow, icons, False), "")[-1] is False


def space_refuses(space: Space[tuple[int, ...]], key: str) -> str:
    """The clause by which a key is refused."""
    with pytest.raises(Refusal) as refusal:
        space.accept(key)
    return refusal.value.clause


@pytest.mark.clause("OP 4.3.1.steps", "OP 4.3.1.range", "OP card.shock_attack")
def test_which_keys_name_a_way() -> None:
    state = position(mech("A", "f8"), mech("B", "a1"))
    space = moving.route_space(ways_for(state, state.units[0], 2), None)
    assert space.accept("move:f7").value == (GRID_INDEX["f7"],)
    assert space.accept("path:f7,e7").value == (0, GRID_INDEX["f7"], GRID_INDEX["e7"])
    assert space_refuses(space, "move:f4") == space_refuses(space, "path:f7,f6,f5") == "OP 4.3.1.range"
    for key in ("move:f7,f6", "move:z9", "path:z9", "path:F7", "step:f7", "path:f7,,e7"):
        with pytest.raises(Exception, match="no_such_option"):
            space.accept(key)
    narrow = moving.route_space(ways_for(state, state.units[0], 2), (GRID_INDEX["e7"],))
    assert [option.key for option in narrow.options()] == ["move:e7"]
    assert narrow.accept("path:f7,e7").key == "path:f7,e7"
    for key in ("move:f7", "path:f7"):
        assert space_refuses(narrow, key) == "OP card.shock_attack"
