"""The sheet of a unit, figure by figure: working parts, loads, auras, tokens, who can go on (4.1, 4.4.3, 6.3)."""

from __future__ import annotations

from typing import Any

import pytest

from games.obsidian_protocol.desk import action_of, attack, drone, mech, position, steps, wall
from muster.games.obsidian_protocol.cards.kinds import Stance
from muster.games.obsidian_protocol.rules import validity
from muster.games.obsidian_protocol.rules.attack import pools, rolls, surplus
from muster.games.obsidian_protocol.rules.attack.icons import Icons
from muster.games.obsidian_protocol.rules.mission import tactics_cards
from muster.games.obsidian_protocol.rules.warfare import ammo
from muster.games.obsidian_protocol.state import sheet
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import DESTROYED, NONE, Hexagon, Square, changed
from muster.kernel.requests import Table

RIFLE, CLEAVER, SHIELD, CLAW = "ac_32_automatic_rifle", "cc_4_cleaver_r", "type_55_shield", "m4_combat_claw"
HYENA, RAVEN, MISSILE = "dtg_30m_hyena_mg_type", "adk60r_raven_scout_type", "mc_3_razor_missile"
CARRIER, POD, PACK = "adk30c_tarantula_carrier_type", "rkg70_missile_pod", "rkg70_ammunition_pack"
LOAD = sheet.LOAD


# Loads


def loaded(load: str, **more: Any) -> State:
    """The first unit of all is the carrier."""
    return position(
        drone("A", "g8-1", CARRIER, load=load), mech("A", "f8", RIFLE), mech("B", "a1"), active="a1", **more
    )


@pytest.mark.clause("OP card.load", "OP 4.13.consume", "OP 4.13.empty")
def test_the_load_of_the_first_unit_of_all() -> None:
    state = loaded(PACK)
    carrier, unit, enemy = state.units
    assert sheet.loads(state, unit) == [LOAD]
    assert sheet.part_of(state, unit, LOAD).id == PACK
    assert [sheet.slot_name(slot) for slot in (0, 4, LOAD, LOAD + 3)] == ["torso", "backpack", "load", "load"]
    store = sheet.part_of(state, unit, LOAD).actions[0]
    assert sheet.ammo_left(state, unit, LOAD, store) == 2
    before = carrier.ammo
    sheet.use_ammo(state, unit, LOAD, store)
    assert sheet.ammo_left(state, unit, LOAD, store) == 1
    assert sum(before) - sum(carrier.ammo) == 1
    sheet.use_ammo(state, unit, LOAD, store, -1)
    assert carrier.ammo == before
    assert unit.ammo == (0,) * 10
    assert validity.may_go_on(state, unit, LOAD)
    assert (LOAD, sheet.part_of(state, unit, LOAD)) in list(ammo.parts_at_hand(state, unit))
    assert {slot for slot, _ in sheet.actions_of(state, unit)} == {1, 3, LOAD}
    for change in ("alive", "deployed"):
        setattr(carrier, change, False)
        assert sheet.loads(state, unit) == []
        setattr(carrier, change, True)
    carrier.seat = 1
    assert sheet.loads(state, unit) == []
    carrier.seat = 0
    carrier.col += 1
    assert sheet.loads(state, unit) == []
    carrier.col -= 1
    state.active = 2
    assert sheet.loads(state, unit) == []
    assert sheet.loads(state, enemy) == []


@pytest.mark.clause("OP card.load", "OP 4.17.freehand", "OP 6.2.silence")
def test_hands_and_silence() -> None:
    state = loaded("msh2_stabilizer_arm")
    unit = state.units[1]
    assert sheet.freehands(state, unit, 3) == [LOAD]
    assert sheet.freehands(state, unit, LOAD) == []
    assert sheet.freehands(state, unit, -1) == []
    hands = position(mech("A", "f8", SHIELD, CLEAVER, boxes=["left_arm"]))
    assert sheet.freehands(hands, hands.units[0], -1) == [3]
    assert sheet.freehands(hands, hands.units[0], 3) == []
    hands.units[0].box = 0
    assert sheet.freehands(hands, hands.units[0], 3) == [2]
    hands.units[0].condition = changed(hands.units[0].condition, 2, DESTROYED)
    assert sheet.freehands(hands, hands.units[0], 3) == []
    quiet = position(mech("A", "f8", RIFLE, legs="lm210s_stealth_chassis"))
    assert [sheet.moves_silently(quiet, quiet.units[0], slot) for slot in (0, 1, 2, 3)] == [False, True, False, False]
    quiet.units[0].condition = changed(quiet.units[0].condition, 1, DESTROYED)
    assert not sheet.moves_silently(quiet, quiet.units[0], 1)


# Ammo


@pytest.mark.clause("OP 4.13.replenish", "OP card.resupply", "OP card.ammo_delivery")
def test_where_ammo_comes_from_and_goes_to() -> None:
    units = [
        mech("A", "f8", POD, PACK, ammo={"left_arm/missile": 0}),
        mech("A", "g9", POD, ammo={"left_arm/missile": 0}),
        mech("A", "f6", POD, ammo={"left_arm/missile": 0}),
        mech("B", "e8", POD, ammo={"left_arm/missile": 0}),
        drone("A", "f9-5", "dtg_30s_hyena_missile_type", ammo={"missile": 0}),
    ]
    state = position(*units)
    unit = state.units[0]
    stores = ammo.spent_stores(state, unit, "rkg70_missile_group")
    assert [(store.unit.id, store.slot) for store in stores] == [(0, 2), (1, 2)]
    stores = ammo.spent_stores(state, unit, "mc_3_razor_missile")
    assert [(store.unit.id, store.slot) for store in stores] == [(4, 0)]
    slot, missile = action_of(state, unit, "missile")
    assert [where for where, _ in ammo.magazines(state, unit, slot, missile)] == [4]
    unit.ammo = changed(unit.ammo, 4, 1)
    assert [where for where, _ in ammo.magazines(state, unit, slot, missile)] == [2, 4]
    assert [store.unit.id for store in ammo.spent_stores(state, unit, "rkg70_missile_group")] == [1]
    unit.ammo = changed(unit.ammo, 8, 0)
    assert [where for where, _ in ammo.magazines(state, unit, slot, missile)] == [2]
    hyena = state.units[4]
    slot, missile = action_of(state, hyena, "missile")
    assert ammo.magazines(state, hyena, slot, missile) == []


# Figures


@pytest.mark.clause("OP 4.4.3.part", "OP 4.4.3.integrity", "OP 6.3.1.repaired", "OP 4.1.shutdown_passive")
def test_parts_that_work() -> None:
    state = position(mech("A", "f8", RIFLE, SHIELD, destroyed=["left_arm"], repaired=["right_arm"]))
    unit = state.units[0]
    assert [sheet.works(unit, slot) for slot in range(5)] == [True, True, False, True, False]
    assert sheet.parts_left(unit) == 2
    unit.parts = changed(unit.parts, 2, 0)
    unit.condition = changed(unit.condition, 2, 0)
    assert sheet.works(unit, 2)
    assert sheet.parts_left(unit) == 3


@pytest.mark.clause("OP 6.3.2.fragile", "OP 6.3.2.immobilized", "OP 2.5.3.green")
def test_tokens_of_every_colour_count() -> None:
    unit = position(mech("A", "f8")).units[0]
    for token in (Square.FRAGILE, Square.FIRE_CONTROL, Square.IMMOBILIZED):
        for place in range(9):
            unit.squares = changed((0,) * 9, place, 2)
            assert sheet.squares(unit, token) == 2 * (place in (2 * token, 2 * token + 1, 6 + token))
    unit.squares = (0,) * 9
    assert not sheet.is_immobilized(unit)
    unit.squares = changed(unit.squares, 4, 1)
    assert sheet.is_immobilized(unit)


@pytest.mark.clause("OP 3.4.3.maneuver", "OP 3.4.3.mobility", "OP 3.4.3.no_chassis", "OP trait.inexhaustible")
def test_maneuver_and_structure() -> None:
    state = position(mech("A", "f8", stance="offensive"), mech("A", "h8", pilot="anser"), drone("A", "f9", HYENA))
    unit, patient, hyena = state.units
    value = sheet.part_of(state, unit, 1).maneuver
    assert value > 0
    assert sheet.maneuver_value(state, unit) == value
    unit.stance = Stance.MOBILITY
    assert sheet.maneuver_value(state, unit) == 2 * value
    unit.condition = changed(unit.condition, 1, DESTROYED)
    assert sheet.maneuver_value(state, unit) == 0
    card = state.content.units[hyena.card]
    assert sheet.armor_value(state, hyena, 0) == card.armor
    hyena.condition = (1,)
    assert sheet.armor_value(state, hyena, 0) == sheet.structure_value(state, hyena, 0) == card.structure
    for slot in (0, 1):
        printed = sheet.part_of(state, patient, slot).structure
        assert sheet.structure_value(state, patient, slot) == (2 if slot == 1 and not printed else printed)
    assert sheet.structure_value(state, unit, 1) == sheet.part_of(state, unit, 1).structure


@pytest.mark.clause("OP 6.2.aura", "OP trait.amplify", "OP 4.12.1.other_means", "OP trait.hidden", "OP card.lock_on")
def test_auras_to_the_end_of_their_range() -> None:
    """A beacon whose aura reaches 1, and drones whose effects reach 3: near, at the end, beyond; of which side."""
    units = [mech("A", "f8"), mech("A", "f9"), mech("A", "f10"), mech("B", "f7"), drone("A", "g8-5", "mes_beacon")]
    state = position(*units)
    assert [sheet.has_low_profile(state, unit) for unit in state.units] == [True, False, False, False, True]
    assert [sheet.passive_range(state, unit, "aura_low_profile") for unit in state.units] == [-1, -1, -1, -1, 1]
    state.units[4].deployed = False
    assert not sheet.has_low_profile(state, state.units[0])
    state.units[4].deployed = True
    state.units[4].alive = False
    assert not sheet.has_low_profile(state, state.units[0])
    state.units[1].hexagon = Hexagon.LOW_PROFILE
    assert sheet.has_low_profile(state, state.units[1])
    scout = "md_1_dragonfly_micro_scout"
    locked = position(mech("B", "f8"), *[drone("A", at, scout) for at in ("f5", "f11", "f4", "i8")])
    assert sheet.covers(locked, locked.units[0], "lock_on", 0) == 3
    assert sheet.covers(locked, locked.units[0], "lock_on", 1) == 0
    assert sheet.covered(locked, locked.units[0], "lock_on", 0)
    assert sheet.passive_sum(locked, locked.units[1], "lock_on") == 1
    assert sheet.passive_sum(locked, locked.units[0], "lock_on") == 0
    assert not sheet.covered(locked, locked.units[0], "lock_on", 1)
    locked.units[1].alive = False
    locked.units[2].deployed = False
    assert sheet.covers(locked, locked.units[0], "lock_on", 0) == 1
    whistle = "ecp9_whistle_drone_command_system"
    loud = position(
        mech("A", "f8", whistle), mech("A", "h8", whistle, pilot="keyhole"), mech("A", "k8", pilot="keyhole")
    )
    assert [sheet.passive_range(loud, unit, "convolution") for unit in loud.units] == [4, 5, -1]
    loud.units[0].stance = Stance.SHUTDOWN
    assert sheet.passive_range(loud, loud.units[0], "convolution") == -1
    assert sheet.parts_with(loud, loud.units[0], "convolution") == 0
    assert sheet.parts_with(loud, loud.units[1], "convolution") == 1


@pytest.mark.clause("OP card.convolution", "OP card.observation")
def test_helpers_to_the_end_of_their_range() -> None:
    whistle = "ecp9_whistle_drone_command_system"
    units = [mech("A", at, whistle, commands=1) for at in ("f4", "f3", "j8", "f6")]
    state = position(*units, drone("A", "f8", HYENA), mech("B", "f9", whistle, commands=1), mech("A", "e8", commands=1))
    hyena = state.units[4]
    state.units[3].commands = 0
    assert [unit.id for unit in rolls.algorithms(state, hyena)] == [0, 2]
    assert rolls.algorithms(state, state.units[6]) == []
    state.units[0].alive = False
    state.units[2].deployed = False
    assert rolls.algorithms(state, hyena) == []


@pytest.mark.clause("OP card.early_warning", "OP trait.trace", "OP card.lock_on", "OP card.support_arms")
def test_who_watches() -> None:
    units = [mech("A", "f9", RIFLE, pilot="foxhound"), mech("B", "f4", hexagon="low_profile")]
    drones = [drone("A", "h4", HYENA), drone("A", "d4", HYENA), drone("A", "l4-1", HYENA), drone("B", "f3", HYENA)]
    state = position(*units, *drones, terrain=[wall("k4")])
    shot = attack(state, 0, 1, "single_shot")
    assert pools.watchers(state, shot) == 2
    assert not pools.low_profile_helps(state, shot)
    state.units[2].alive = False
    assert pools.watchers(state, shot) == 1
    assert pools.low_profile_helps(state, shot)
    for at, warned in (("f7", True), ("e6", True), ("f8", False), ("c4", True), ("b4", False)):
        near = position(mech("A", "f12", RIFLE), mech("B", "f4", stance="mobility"), drone("B", at, RAVEN))
        assert pools.warned(near, attack(near, 0, 1, "single_shot")) == warned
    blind = position(mech("A", "f12", RIFLE), mech("B", "f4"), drone("B", "f5", RAVEN), terrain=[wall("f6")])
    assert not pools.warned(blind, attack(blind, 0, 1, "single_shot"))
    blind.units[2].alive = False
    assert not pools.warned(blind, attack(blind, 0, 1, "single_shot"))


@pytest.mark.clause("OP card.cooling", "OP 4.4.1.attack_dice")
def test_a_die_more_for_every_three() -> None:
    state = position(mech("A", "f8", "ac_39_tactical_rifle", "ecs_2_external_cooler"), mech("B", "f4"))
    shot = attack(state, 0, 1, "burst_fire")
    assert sheet.passive_sum(state, state.units[0], "power_cooling") == 1
    for yellow, total in ((2, 2), (3, 4), (5, 6), (6, 8)):
        shot.yellow, shot.red = yellow, yellow
        assert pools.attack_pool(state, shot) == (total, yellow)
    heavy = position(mech("A", "f8", "ac_39_tactical_rifle", "ecs_3_external_cooler"), mech("B", "f4"))
    burst = attack(heavy, 0, 1, "burst_fire")
    for red, total in ((2, 2), (3, 4), (5, 6), (6, 8)):
        burst.yellow, burst.red = red, red
        assert pools.attack_pool(heavy, burst) == (red, total)
    shot.fixed = True
    assert pools.attack_pool(state, shot) == (6, 6)
    shot.fixed = False
    state.units[0].stance = Stance.DEFENSIVE
    assert pools.attack_pool(state, shot) == (6, 6)


# Who can go on


@pytest.mark.clause("OP 4.4.3.unit", "OP 4.1.shutdown_actions", "OP 4.3.1.enter", "OP 4.7.3.explosion")
def test_who_can_go_on() -> None:
    state = position(mech("A", "f8", RIFLE, destroyed=["left_arm"]), drone("A", "f9", HYENA), mech("B", "f4"))
    unit, hyena, enemy = state.units
    assert [validity.may_go_on(state, unit, slot) for slot in (-1, 0, 2, 3)] == [True, True, False, True]
    assert validity.may_go_on(state, hyena, 0)
    assert validity.may_move_on(unit)
    assert validity.may_move_on(hyena)
    shot = attack(state, 0, 2, "single_shot")
    assert validity.may_resolve(state, shot)
    assert validity.still_possible(state, shot)
    unit.stance = Stance.SHUTDOWN
    assert not validity.may_go_on(state, unit)
    assert validity.may_move_on(unit)
    assert not validity.may_resolve(state, shot)
    shot.explosion = True
    assert validity.may_resolve(state, shot)
    enemy.alive = False
    assert not validity.may_resolve(state, shot)
    enemy.alive = True
    enemy.deployed = False
    assert not validity.may_resolve(state, shot)
    enemy.deployed = True
    shot.explosion = False
    unit.stance = Stance.OFFENSIVE
    unit.condition = changed(unit.condition, 1, DESTROYED)
    assert validity.may_go_on(state, unit)
    assert not validity.may_move_on(unit)
    enemy.row = 0
    assert not validity.still_possible(state, shot)
    enemy.row = 9
    assert validity.still_possible(state, shot)
    unit.squares = changed(unit.squares, 2, 1)
    assert not validity.still_possible(state, shot)
    state.winner = 0
    assert not validity.may_go_on(state, hyena)
    state.winner = -1
    hyena.deployed = False
    assert not validity.may_go_on(state, hyena)
    assert not validity.may_move_on(hyena)


@pytest.mark.clause("OP 4.8.choose_one", "OP 4.8.mutilation_lost", "OP 6.2.scatter_shot", "OP 6.2.cleaving")
def test_what_can_be_done_with_surplus() -> None:
    state = position(mech("A", "f5", CLEAVER), mech("B", "f4", SHIELD), drone("B", "e4", HYENA))
    blow = attack(state, 0, 1, "chop")
    blow.effects = {"mutilation": 1, "scatter_shot": 1, "cleaving": 1}
    blow.part = 0
    assert surplus.ways(state, blow, False) == ["mutilation", "scatter_shot", "cleaving"]
    assert surplus.ways(state, blow, True) == ["scatter_shot", "cleaving"]
    assert steps(surplus.pass_on(Table(True), state, attack(state, 0, 1, "chop"), Icons(1, 0, 0), False)) == [False]
    blow.attacker.alive = False
    assert steps(surplus.pass_on(Table(True), state, blow, Icons(1, 0, 0), False)) == [False]
    blow.attacker.alive = True
    one = state.units[1]
    one.condition = (0, DESTROYED, DESTROYED, 0, 0)
    assert surplus.ways(state, blow, True) == ["cleaving"]
    state.units[2].alive = False
    assert surplus.ways(state, blow, True) == []
    one.condition = (0, 0, DESTROYED, 0, 0)
    assert surplus.ways(state, blow, True) == ["scatter_shot", "cleaving"]
    one.alive = False
    assert surplus.ways(state, blow, True) == []


# Tactics cards


@pytest.mark.clause(
    "OP 5.4.2.play", "OP 5.4.2.once", "OP card.system_repair", "OP card.disposition", "OP card.recovery"
)
def test_which_tactics_can_be_played() -> None:
    ids = [card.id for card in position(mech("A", "f8")).content.tactics]
    units = [mech("A", "f8"), mech("A", "h8", stance="shutdown", link=0), mech("B", "f2", fragile=1, link=4)]
    state = position(*units, tactics=[ids, ids])
    for effect in ("system_repair", "change_stance", "remote_restart", "battlefield_recovery", "hit_and_run"):
        card = tactics_cards.playable(state, 1, effect)
        assert card is not None
        assert card.effect == effect
    assert [card.effect for card in tactics_cards.for_opportunity(state, state.units[0])] == ["change_stance"]
    assert [card.effect for card in tactics_cards.for_opportunity(state, state.units[2])] == [
        "system_repair",
        "change_stance",
    ]
    assert [unit.id for unit in tactics_cards.restartable(state, 0)] == [1]
    assert [unit.id for unit in tactics_cards.recoverable(state, 0)] == [0]
    assert tactics_cards.recoverable(state, 1) == []
    card = tactics_cards.playable(state, 1, "system_repair")
    assert card is not None
    table = Table(True)
    tactics_cards.play(table, state, 1, card)
    assert [(event.key, event.params) for event in table.events] == [("tactic_played", {"seat": 1, "card": card.id})]
    assert state.played == 0b10
    assert tactics_cards.playable(state, 1, "change_stance") is None
    assert tactics_cards.playable(state, 0, "system_repair") is not None
    state.played = 0
    assert tactics_cards.playable(state, 1, "system_repair") is None
    assert tactics_cards.playable(state, 1, "change_stance") is not None
    state.hands[1] = 0
    assert tactics_cards.playable(state, 1, "change_stance") is None


@pytest.mark.clause("OP 6.1.discard")
def test_effects_under_a_part_that_drops_what_it_holds_are_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    content = position(mech("A", "f8")).content
    held = next(part for part in content.parts if part.discard != NONE)
    monkeypatch.setattr(content.parts[held.discard], "passives", {"lock_on": (1, 3)})
    assert "lock_on" in position({"seat": "A", "at": "f8", "parts": [held.id]}).passives
    assert "lock_on" not in position(mech("A", "f8")).passives
