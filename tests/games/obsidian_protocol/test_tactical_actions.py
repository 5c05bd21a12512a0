"""Tactical actions, hiding, smoke, missiles and mines, rule by rule: who is asked what, and what becomes of it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.obsidian_protocol.desk import action_of, drone, keys_of, mech, position, steps, wall
from muster.games.obsidian_protocol.board.battlefield import GRID_INDEX, GRID_NAMES
from muster.games.obsidian_protocol.bot.habits import habit
from muster.games.obsidian_protocol.cards import common_actions
from muster.games.obsidian_protocol.cards.kinds import Level, Stance
from muster.games.obsidian_protocol.rules import asking, hidden
from muster.games.obsidian_protocol.rules.actions import detonation, projectiles, swift_tactical
from muster.games.obsidian_protocol.rules.actions.delayed import act_delayed, delayed, guided_targets, seek
from muster.games.obsidian_protocol.rules.attack import interception, targets
from muster.games.obsidian_protocol.rules.movement import moving
from muster.games.obsidian_protocol.rules.movement.paths import walk
from muster.games.obsidian_protocol.rules.movement.standing import place_name
from muster.games.obsidian_protocol.rules.warfare import smoke, stealth
from muster.games.obsidian_protocol.state.geometry import card_of, grid_of, place_of
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import DAMAGED, DESTROYED, NONE, REPAIRED, Hexagon, Unit, changed
from muster.kernel.requests import Ask, Table

RIFLE, CLEAVER, SHIELD = "ac_32_automatic_rifle", "cc_4_cleaver_r", "type_55_shield"
HYENA, RAVEN, MISSILE = "dtg_30m_hyena_mg_type", "adk60r_raven_scout_type", "mc_3_razor_missile"
MINE, BEACON, SCOUT = "gm_35_anti_armor_mine", "mes_beacon", "md_1_dragonfly_micro_scout"
SWIFT, PHOLCUS = "m707_swift_missile", "sgm2_pholcus_automatic_mine"


def events(table: Table) -> list[tuple[str, str]]:
    return [(event.key, event.clause) for event in table.events]


def grids(names: str) -> list[int]:
    return [GRID_INDEX[name] for name in names.split()]


# Tokens


TOKENS = [
    ((0, 0, 1, 1, 0, 0, 0, 0, 0), (0, 0, 0, 1, 0, 0, 0, 0, 0)),
    ((0, 0, 0, 2, 0, 0, 0, 0, 0), (0, 0, 0, 1, 0, 0, 0, 0, 0)),
    ((0, 0, 1, 1, 0, 0, 0, 1, 0), (0, 0, 1, 1, 0, 0, 0, 0, 0)),
    ((0, 0, 0, 0, 0, 1, 0, 0, 0), (0, 0, 0, 0, 0, 0, 0, 0, 0)),
    ((2, 0, 0, 0, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0, 0, 0, 0)),
]


@pytest.mark.clause("OP 6.1.stabilize", "OP card.remove_square", "OP 2.5.3.green")
@pytest.mark.parametrize(("before", "after"), TOKENS)
def test_the_token_that_would_stay_longest_goes(before: tuple[int, ...], after: tuple[int, ...]) -> None:
    state = position(mech("A", "f8"))
    unit = state.units[0]
    unit.squares = before
    table = Table(True)
    assert steps(swift_tactical.remove_token(table, state, unit, 0, True)) == [None]
    assert unit.squares == after
    names = ("fragile", "fire_control_interference", "immobilized")
    kind = next(n for n in range(3) if before[2 * n] or before[2 * n + 1] or before[6 + n])
    assert table.events[0].params["token"] == names[kind]


@pytest.mark.clause("OP 6.1.stabilize", "OP card.remove_square")
def test_which_token_is_removed() -> None:
    state = position(mech("A", "f8", fragile=1, immobilized=1, hexagon="target_tracer"))
    unit = state.units[0]
    asked = steps(swift_tactical.remove_token(Table(True), state, unit, 1, True))[0]
    names = ["token:fragile", "token:immobilized", "token:target_tracer"]
    assert (asked.seat, keys_of(asked)) == (1, names)
    assert keys_of(steps(swift_tactical.remove_token(Table(True), state, unit, 0, False))[0]) == names[:2]
    assert steps(swift_tactical.remove_token(Table(True), state, unit, 0, True), "target_tracer")[-1] is None
    assert unit.hexagon == Hexagon.NONE
    assert sum(unit.squares) == 2
    assert steps(swift_tactical.remove_token(Table(True), state, unit, 0, True), "immobilized")[-1] is None
    assert steps(swift_tactical.remove_token(Table(True), state, unit, 0, True)) == [None]
    assert sum(unit.squares) == 0
    table = Table(True)
    assert steps(swift_tactical.remove_token(table, state, unit, 0, True)) == [None]
    assert table.events == []


# Repairs, discarding


@pytest.mark.clause("OP card.damage_control", "OP 6.3.1.repaired", "OP card.armor_patch")
def test_repairs() -> None:
    state = position(mech("A", "f8", RIFLE, SHIELD, damaged=["torso"], destroyed=["left_arm"]))
    unit = state.units[0]
    asked = steps(swift_tactical.damage_control(Table(True), state, unit))[0]
    assert keys_of(asked) == ["repair:torso", "repair:left_arm"]
    table = Table(True)
    steps(swift_tactical.damage_control(table, state, unit), 2)
    assert unit.condition[2] == DESTROYED | REPAIRED
    assert events(table) == [("repaired", "OP card.damage_control")]
    steps(swift_tactical.damage_control(Table(True), state, unit))
    assert unit.condition[0] == 0
    swarm = drone("A", "f9-5", "su1_nest_guardian_swarm")
    patched = position(
        mech("A", "f8", SHIELD, damaged=["torso", "left_arm"], destroyed=["left_arm"]), swarm, stage="command"
    )
    ally, patcher = patched.units
    _, patch = action_of(patched, patcher, "armor_patch")
    table = Table(True)
    assert keys_of(steps(swift_tactical.armor_patch(table, patched, patcher, patch))[0]) == ["unit:a0"]
    steps(swift_tactical.armor_patch(table, patched, patcher, patch), 0)
    assert ally.condition[:3] == (0, 0, DAMAGED | DESTROYED)
    assert not patcher.alive
    assert [key for key, _ in events(table)] == ["repaired", "removed"]
    two = position(mech("A", "f8", SHIELD, damaged=["torso", "left_arm"]), swarm, stage="command")
    asked = steps(swift_tactical.armor_patch(table, two, two.units[1], patch), 0)[-1]
    assert keys_of(asked) == ["part:torso", "part:left_arm"]


@pytest.mark.clause("OP 6.1.discard", "OP 4.17.tokens", "OP 6.1.discard_several")
def test_what_is_dropped() -> None:
    """Tokens stay for actions that are still there, a charge where the part can be charged still."""
    pod = "s100_shield_grenade_pod"
    state = position(mech("A", "f8", pod, "mr14_railgun", ammo={"left_arm/grenade": 2}, charged=["right_arm"]))
    unit = state.units[0]
    assert [swift_tactical.holds_something(state, unit, slot) for slot in range(4)] == [False, False, True, True]
    table = Table(True)
    before = unit.parts
    swift_tactical.discard(table, state, unit, 0, "OP 6.1.discard")
    assert (unit.parts, table.events) == (before, [])
    swift_tactical.discard(table, state, unit, 2, "OP 6.1.discard")
    assert unit.parts[2] != before[2]
    kept = {action.id: action.place for action in state.content.parts[unit.parts[2]].actions}
    assert sum(unit.ammo[4:6]) == (2 if "grenade" in kept else 0)
    assert unit.parts[3] == before[3]
    asked = steps(swift_tactical.discard_more(table, state, unit))[0]
    assert asked.prompt.params == {"part": "right_arm"}
    steps(swift_tactical.discard_more(table, state, unit), True)
    assert unit.parts[3] != before[3]
    charge = state.content.parts[unit.parts[3]].charge
    assert bool(unit.charged) == bool(charge)
    assert [key for key, _ in events(table)] == ["discarded", "discarded"]


@pytest.mark.clause("OP 6.1.charge")
def test_a_part_is_charged() -> None:
    state = position(mech("A", "f8", RIFLE, torso="tm35b_bison_assault_core"))
    table = Table(True)
    steps(swift_tactical.perform_common(table, state, state.units[0], 3, common_actions.CHARGE))
    assert state.units[0].charged == 1 << 3
    assert table.events[0].params["part"] == "right_arm"


# Hiding


@pytest.mark.clause("OP 4.12.3.noise", "OP 4.12.2.manifestation", "OP 4.12.4.scan")
@pytest.mark.parametrize("value", [0, 1])
def test_noise(value: int) -> None:
    state = position(mech("A", "f8", stealth=value), mech("B", "a1"))
    unit = state.units[0]
    table = Table(True)
    assert steps(stealth.make_noise(table, state, unit, True)) == [None]
    unit.alive = False
    assert steps(stealth.make_noise(table, state, unit, False)) == [None]
    unit.alive, unit.deployed = True, False
    assert steps(stealth.make_noise(table, state, unit, False)) == [None]
    assert (unit.stealth, table.events) == (value, [])
    unit.deployed = True
    found = steps(stealth.make_noise(table, state, unit, False))
    assert unit.stealth == NONE
    assert unit.hidden_by == NONE
    assert events(table)[0] == ("revealed", "OP 4.12.3.noise")
    if value:
        assert sorted(keys_of(found[0])) == sorted(f"grid:{name}" for name in ("f8", "f7", "f9", "e8", "g8"))
    else:
        assert found == [None]
    again = Table(True)
    assert steps(stealth.reveal(again, state, unit, "")) == [None]
    assert again.events == []
    low = position(mech("A", "f8", hexagon="low_profile"), mech("B", "a1"))
    steps(stealth.make_noise(table, low, low.units[0], False))
    assert low.units[0].hexagon == Hexagon.NONE
    bright = position(mech("A", "f8", hexagon="highlight"), mech("B", "a1"))
    steps(stealth.make_noise(table, bright, bright.units[0], False))
    assert bright.units[0].hexagon == Hexagon.HIGHLIGHT


@pytest.mark.clause("OP 4.12.2.contact")
def test_who_is_touched() -> None:
    """By an enemy on the ground, an edge apart, if either has moved; not in the air, by friends or over corners."""
    units = [
        mech("A", "f8", stealth=1),
        mech("B", "f7"),
        drone("B", "e8-5", SCOUT),
        mech("A", "f9"),
        mech("B", "g7"),
        drone("B", "g8-5", HYENA),
    ]
    state = position(*units)
    ghost, near, above, friend, corner, beside = state.units
    assert stealth.touched(state, [near]) == [ghost]
    assert stealth.touched(state, [ghost]) == [ghost]
    for unit in (above, friend, corner, beside):
        assert stealth.touched(state, [unit]) == []
    beside.col -= 1
    assert stealth.touched(state, [beside]) == [ghost]
    near.alive = False
    assert stealth.touched(state, [near]) == []
    assert stealth.touched(state, []) == []
    ghost.stealth = NONE
    assert stealth.touched(state, [beside, ghost]) == []


@pytest.mark.clause("OP 4.12.4.target")
def test_who_can_be_scanned() -> None:
    state = position(mech("A", "f8"), mech("B", "f6"))
    one, other = state.units
    assert not stealth.may_scan(state, one, other)
    other.hexagon = Hexagon.HIGHLIGHT
    assert not stealth.may_scan(state, one, other)
    other.hexagon = Hexagon.LOW_PROFILE
    assert stealth.may_scan(state, one, other)
    one.condition = changed(one.condition, 0, DESTROYED)
    assert not stealth.may_scan(state, one, other)


@pytest.mark.clause("OP 3.3.secret", "OP card.covert")
def test_what_a_seat_cannot_know_is_drawn_again() -> None:
    units = [mech("A", "f8", dial="melee"), mech("B", "f4", dial="swift"), mech("B", "h4")]
    seen: set[tuple[int, ...]] = set()
    for seed in range(60):
        state = position(*units, revealed=False, stage="plan")
        hidden.determinize(state, 0, random.Random(seed))
        seen.add(tuple(unit.dial for unit in state.units))
    state = position(*units, revealed=False, stage="plan")
    mine, other = state.units[0].dial, state.units[2].dial
    assert other == NONE
    assert {dials[0] for dials in seen} == {mine}
    assert {dials[2] for dials in seen} == {NONE}
    assert len({dials[1] for dials in seen}) == 6
    shown = position(*units, stage="plan")
    for seed in range(20):
        hidden.determinize(shown, 0, random.Random(seed))
    assert shown.units[1].dial == state.units[1].dial
    covert = mech("B", "f4", "cp_3_beacon_backpack", carried="b3_1_link_beacon")
    carried: set[tuple[str, str]] = set()
    for seed in range(40):
        state = position({**covert, "seat": "A", "at": "f8"}, covert, stage="command")
        hidden.determinize(state, 0, random.Random(seed))
        carried.add(tuple(state.content.units[unit.carried].id for unit in state.units))  # type: ignore[arg-type]
    assert {pair[0] for pair in carried} == {"b3_1_link_beacon"}
    assert len({pair[1] for pair in carried}) == 3


# Smoke


@pytest.mark.clause("OP 4.16.place", "OP 4.16.connected", "OP 4.16.overlap")
def test_smoke_spreads() -> None:
    state = position(mech("A", "f8"), mech("B", "a1"), smoke={"A": ["f7"], "B": ["e8"]})
    assert smoke.screens_of(state, 0) == grids("f7")
    assert smoke.screens_of(state, 1) == grids("e8")
    table = Table(True)
    asked = steps(smoke.spread_smoke(table, state, 0, GRID_INDEX["f8"], 2))[0]
    assert keys_of(asked) == ["grid:e8", "grid:g8", "grid:f9", "done"]
    assert [event.params for event in table.events] == [{"seat": 0, "grid": "f8"}]
    assert smoke.screens_of(state, 0) == grids("f7 f8")
    steps(smoke.spread_smoke(table, state, 0, GRID_INDEX["l12"], 1))
    assert smoke.screens_of(state, 0) == grids("f7 f8 l12")
    corner = position(mech("A", "f8"), mech("B", "a1"), smoke={"B": ["l12", "k12"]})
    steps(smoke.spread_smoke(table, corner, 1, GRID_INDEX["l12"], 1))
    assert smoke.screens_of(corner, 1) == grids("l12 k12 l11")
    full = position(mech("A", "f8"), mech("B", "a1"), smoke={"B": ["l12", "k12", "l11"]})
    assert steps(smoke.spread_smoke(table, full, 1, GRID_INDEX["l12"], 1)) == [None]
    assert len(full.smoke) == 3
    found = steps(smoke.spread_smoke(table, position(mech("A", "f8")), 0, GRID_INDEX["c3"], 3), GRID_INDEX["c4"])
    assert keys_of(found[-1]) == ["grid:c2", "grid:b3", "grid:d3", "grid:b4", "grid:d4", "grid:c5", "done"]
    assert steps(smoke.spread_smoke(table, position(mech("A", "f8")), 0, GRID_INDEX["c3"], 3), NONE)[-1] is None


@pytest.mark.clause("OP 4.16.one_each")
def test_smoke_goes() -> None:
    assert smoke.groups(grids("a1 b1 b2 d4 e5 e6")) == [grids("a1 b1 b2"), grids("d4"), grids("e5 e6")]
    state = position(mech("A", "f8"), mech("B", "a1"), first="B", smoke={"A": ["c3", "c4"], "B": ["f6", "f7", "h9"]})
    table = Table(True)
    found = steps(smoke.dissipate(table, state), GRID_INDEX["f7"], GRID_INDEX["c3"])
    assert [(ask.seat, keys_of(ask)) for ask in found[:2]] == [(1, ["grid:f6", "grid:f7"]), (0, ["grid:c3", "grid:c4"])]
    assert [event.params["grid"] for event in table.events] == ["f7", "h9", "c3"]
    assert (smoke.screens_of(state, 0), smoke.screens_of(state, 1)) == (grids("c4"), grids("f6"))


# Missiles


@pytest.mark.clause("OP 4.7.2.free", "OP 6.2.cruising", "OP 4.7.2.no_target", "OP 4.7.2.terrain")
def test_what_a_missile_is_asked() -> None:
    crate = wall("f9", 1, 1, 1, soft=True)

    def asked(card: str, *units: dict[str, Any], terrain: Any = ()) -> tuple[Any, State, Table]:
        state = position(drone("A", "f8-5", card), *units, mech("A", "a12"), terrain=list(terrain), stage="delay")
        action, table = delayed(state, state.units[0]), Table(True)
        assert action is not None
        return steps(act_delayed(table, state, state.units[0], action))[0], state, table

    question, _, _ = asked(SWIFT, mech("B", "f6"), terrain=[crate])
    assert keys_of(question) == ["target:b1", "target:t0"]
    question, state, _ = asked(SWIFT, terrain=[crate])
    assert keys_of(question) == ["target:t0", "cruise"]
    assert habit(state, question, random.Random(1)).key == "target:t0"  # whoever does not think shoots
    question, _, _ = asked(MISSILE, terrain=[crate])
    assert keys_of(question) == ["target:t0", "spare"]
    question, state, table = asked(MISSILE)
    assert question is None
    assert not state.units[0].alive
    assert events(table)[-1][1] == "OP 4.7.2.no_target"
    question, state, _ = asked(SWIFT)
    action = delayed(state, state.units[0])
    assert action is not None
    here = GRID_INDEX["f8"]
    within = [
        g for g in state.battlefield.board.grids if abs(g % 16 - here % 16) + abs(g // 16 - here // 16) <= action.range
    ]
    assert keys_of(question) == [f"grid:{GRID_NAMES[grid]}" for grid in within]
    rule = act_delayed(Table(True), state, state.units[0], action)
    assert steps(rule, GRID_INDEX["c6"])[-1] is None
    assert place_name(place_of(state.units[0])) == "c6-5"
    boxed, table = (
        position(drone("A", "f8-5", SWIFT), terrain=[wall("h9", 1, 1, 1, soft=True), crate], stage="delay"),
        Table(True),
    )
    for choice, grid, wrecked in ((None, None, 0), (-2, "f9", 0b10)):
        unit = boxed.units[0]
        action = delayed(boxed, unit)
        assert action is not None
        found = steps(act_delayed(table, boxed, unit, action), choice)
        if grid is None:
            assert found[-1].prompt.key == "prompt.cruise"
        else:
            assert GRID_NAMES[grid_of(unit)] == grid
            assert not unit.alive
        assert boxed.wrecked == wrecked


@pytest.mark.clause("OP 4.7.2.type", "OP 4.12.2.blind", "OP 6.2.highlight")
@pytest.mark.parametrize("value", [0, 2])
def test_whom_a_missile_may_choose(value: int) -> None:
    units = [mech("B", "f8"), drone("B", "f9", HYENA), mech("B", "g9", stealth=value)]
    fused = position(drone("A", "f9-5", "pk3_sensor_fused_munition"), *units, stage="delay")
    action = delayed(fused, fused.units[0])
    assert action is not None
    assert [unit.id for unit in guided_targets(fused, fused.units[0], action)] == [1, 3]
    fused.units[1].alive = False
    assert [unit.id for unit in guided_targets(fused, fused.units[0], action)] == [3]
    fused.units[3].alive = False
    assert [unit.id for unit in guided_targets(fused, fused.units[0], action)] == [2]
    shell = position(drone("A", "f9-5", "m25_shrapnel_shell"), *units, stage="delay")
    assert [unit.id for unit in guided_targets(shell, shell.units[0], action)] == [1]
    shell.units[1].alive = False
    assert [unit.id for unit in guided_targets(shell, shell.units[0], action)] == [2]


@pytest.mark.clause("OP 4.7.immediate", "OP card.rocket", "OP 4.12.2.blind", "OP 6.2.highlight")
@pytest.mark.parametrize("value", [0, 1])
def test_whom_a_rocket_hits(value: int) -> None:
    units = [drone("B", "f8-1", SCOUT), drone("B", "f8-9", SCOUT), drone("B", "g8-9", SCOUT), drone("A", "f8-3", SCOUT)]
    state = position(drone("A", "f8-5", "ra_81_rocket"), *units, mech("A", "a12"), stage="command")
    rocket = state.units[0]
    action = card_of(state, rocket).actions[0]
    question = steps(projectiles.immediate(Table(True), state, rocket, action))[0]
    assert keys_of(question) == ["unit:b1", "unit:b2"]
    state.units[1].stealth = value
    assert not isinstance(steps(projectiles.immediate(Table(True), state, rocket, action))[0], Ask)


@pytest.mark.clause("OP 4.7.3.all", "OP card.mine", "OP card.stun")
def test_what_a_blast_reaches() -> None:
    """All in range but what goes off; a mine only those on the ground of its grid; a stun grenade those in sight."""
    units = [
        drone("A", "f8-5", "m9_stun_grenade"),
        mech("B", "f7"),
        mech("B", "g7"),
        mech("A", "e8"),
        drone("B", "f9", HYENA),
    ]
    state = position(*units, terrain=[wall("f8-7", 3, 1)], stage="command")
    grenade = state.units[0]
    grenade.level = Level.GROUND
    steps(detonation.detonate(Table(True), state, grenade, card_of(state, grenade).actions[0], None))
    assert [unit.squares[2] for unit in state.units] == [0, 1, 0, 1, 0]
    assert not grenade.alive


@pytest.mark.clause("OP 4.7.4.deploy", "OP 2.2.1.share")
def test_where_something_is_put_down() -> None:
    state = position(mech("A", "a1"), drone("B", "f8-1", HYENA), terrain=[wall("f8-3", 1, 1)])
    mine = projectiles.new_unit(state, 0, state.content.units[state.content.unit_number[BEACON]])
    missile = projectiles.new_unit(state, 0, state.content.units[state.content.unit_number[MISSILE]])
    grid = GRID_INDEX["f8"]
    assert place_name(projectiles.place_for(state, mine, grid)) == "f8-6"
    assert place_name(projectiles.place_for(state, missile, grid)) == "f8-5"
    assert place_name(projectiles.place_for(state, mine, GRID_INDEX["g8"])) == "g8-5"
    assert projectiles.place_for(state, mine, GRID_INDEX["a1"]) == NONE
    asked = steps(projectiles.put_down(Table(True), state, mine, grid))[0]
    assert keys_of(asked) == ["place:f8-6", "place:f8-7", "place:f8-8", "place:f8-9"]
    asked = steps(projectiles.put_down(Table(True), state, mine, GRID_INDEX["g8"]))[0]
    assert keys_of(asked)[:3] == ["place:g8-5", "place:g8-1", "place:g8-2"]
    assert place_name(steps(projectiles.put_down(Table(True), state, missile, grid))[0]) == "f8-5"


@pytest.mark.clause("OP 4.9.range", "OP 4.9.smoke", "OP 4.9.interference", "OP 4.9.locked", "OP 4.1.shutdown_passive")
def test_who_intercepts() -> None:
    ciws = "adk15d_porcupine_ciws_type"
    state = position(drone("B", "f8", ciws), drone("A", "a1-5", MISSILE), stage="command")
    gun, flyer = state.units
    reach = targets.reach_of(state, gun, card_of(state, gun).actions[0], {})

    def ready(start: str, end: str) -> bool:
        return bool(interception.interceptors(state, flyer, GRID_INDEX[start], GRID_INDEX[end]))

    def at(away: int) -> str:
        return f"f{8 - away}"

    far = at(reach + 1)
    assert ready(at(reach), "l1")
    assert ready("l1", at(reach))
    assert not ready(far, "l1")
    state.smoke = [GRID_INDEX[at(reach)] * 2]
    assert not ready(at(reach), "l1")
    assert ready(at(reach), "f8")
    state.smoke = [GRID_INDEX["f8"] * 2 + 1]
    assert not ready(at(reach), "f7")
    state.smoke = []
    gun.squares = changed(gun.squares, 2, 1)
    assert not ready(at(reach), "l1")
    gun.squares = changed(gun.squares, 2, 0)
    gun.intercepts = (0,) * len(gun.intercepts)
    assert not ready(at(reach), "l1")


# Small questions


def test_small_questions() -> None:
    state = position(mech("A", "f8"), mech("B", "f4"))
    table = Table(True)
    assert keys_of(steps(asking.yes(table, 1, "prompt.lay", "OP 4.7.5.lay", {}))[0]) == ["yes", "no"]
    small = steps(asking.yes(table, 1, "prompt.lay", "OP 4.7.5.lay", {}, True))[0]
    assert (keys_of(small), small.small, small.seat) == (["no", "yes"], True, 1)
    assert steps(asking.ask_part(table, 0, "prompt.part", [3])) == [3]
    assert keys_of(steps(asking.ask_part(table, 0, "prompt.part", [0, 3]))[0]) == ["part:torso", "part:right_arm"]
    assert keys_of(steps(asking.ask_grid(table, 0, "prompt.box", grids("f8 a1")))[0]) == ["grid:f8", "grid:a1"]
    stop = steps(asking.ask_grid(table, 0, "prompt.box", grids("f8"), may_stop=True))[0]
    assert [(option.key, option.value) for option in stop.space.options()] == [
        ("grid:f8", GRID_INDEX["f8"]),
        ("done", -1),
    ]
    either = asking.ask_unit(table, state, 0, "prompt.ally", "OP 6.1.scan", lambda: state.units, may_stop=True)
    assert keys_of(steps(either)[0]) == ["unit:a0", "unit:b1", "done"]
    none = asking.ask_unit(table, state, 0, "prompt.ally", "OP 6.1.scan", lambda: state.units, may_stop=True)
    assert steps(none, -1)[-1] is None
    one = asking.ask_unit(table, state, 0, "prompt.ally", "OP 6.1.scan", lambda: state.units)
    assert steps(one, 1)[-1] is state.units[1]
    assert steps(asking.which(table, state, 0, "prompt.ally", "OP 6.1.scan", state.units[:1])) == [state.units[0]]
    asked = steps(asking.which(table, state, 0, "prompt.ally", "OP 6.1.scan", state.units))[0]
    assert keys_of(asked) == ["unit:a0", "unit:b1"]
    asked = steps(asking.ask_facing(table, state, 0, state.units[0], facings=[1, 3]))[0]
    assert keys_of(asked) == ["face:e", "face:w"]
    asked = steps(asking.ask_stance(table, state, 0, state.units[0]))[0]
    assert keys_of(asked) == ["stance:defensive", "stance:mobility", "stance:offensive"]


# Movement as it happens


@pytest.mark.clause("OP trait.block", "OP 4.10.last")
def test_when_the_toll_may_be_paid_with_link() -> None:
    def asked(at: str, link: int = 2, flying: bool = False) -> bool:
        state = position(mech("A", "f8", link=link), mech("B", at, pilot="panzer"))
        ways = walk(state, state.units[0], 2)
        ways.flying = flying
        return isinstance(steps(moving.offer_link(Table(True), state, state.units[0], ways))[0], Ask)

    assert asked("f4")
    assert not asked("f3")
    assert not asked("f7", link=1)
    assert not asked("f7", flying=True)
    state = position(mech("A", "f8", link=3), mech("B", "f7", pilot="panzer"))
    ways = walk(state, state.units[0], 2)
    steps(moving.offer_link(Table(True), state, state.units[0], ways), True)
    assert ways.link == 2


@pytest.mark.clause("OP 4.3.6.swap")
def test_the_place_that_a_large_unit_leaves() -> None:
    """Beside those who went there before, and whoever else stands there."""
    units = [mech("A", "f8"), drone("B", "f7-1", HYENA), drone("B", "e1", HYENA), drone("B", "f8-5", SCOUT)]
    state = position(*units)
    large, victim, other, _ = state.units

    def names(*swapped: tuple[Unit, int]) -> list[str]:
        return [place_name(p) for p in moving.left_behind(state, large, victim, place_of(large), swapped)]

    assert names() == ["f8-1", "f8-2", "f8-4", "f8-5"]
    assert names((other, place_of(large))) == []
    other.col, other.row = large.col, large.row + 2
    other.size = 1
    assert names() == ["f8-1", "f8-2", "f8-5"]
    other.alive = False
    assert names() == ["f8-1", "f8-2", "f8-4", "f8-5"]


# Discarding every part there is, and each kind of tactical action


HELD = [part for part in position(mech("A", "f8")).content.parts if part.discard != NONE]


@pytest.mark.clause("OP 6.1.discard", "OP 4.17.tokens")
@pytest.mark.parametrize("name", [part.id for part in HELD])
def test_the_tokens_of_a_part_that_drops_what_it_holds(name: str) -> None:
    state = position({"seat": "A", "at": "f8", "parts": [name]})
    unit = state.units[0]
    before = state.content.parts[state.content.part_number[name]]
    after = state.content.parts[before.discard]
    slot = before.slot
    unit.ammo = tuple(range(10, 20))
    unit.intercepts = tuple(range(30, 40))
    unit.charged = 0b11111
    ammo, tokens = list(unit.ammo), list(unit.intercepts)
    ammo[2 * slot : 2 * slot + 2] = tokens[2 * slot : 2 * slot + 2] = [0, 0]
    for action in after.actions:
        was = next((old.place for old in before.actions if old.id == action.id), None)
        if was is not None:
            ammo[2 * slot + action.place] = 10 + 2 * slot + was
        new = action.plain.get("intercept", 0)
        tokens[2 * slot + action.place] = new if was is None else 30 + 2 * slot + was
    swift_tactical.discard(Table(True), state, unit, slot, "OP 6.1.discard")
    assert (unit.parts[slot], unit.ammo, unit.intercepts) == (after.number, tuple(ammo), tuple(tokens))
    assert unit.charged == (0b11111 if after.charge else 0b11111 & ~(1 << slot))


def perform(state: State, name: str, *answers: Any) -> tuple[list[Any], Table]:
    """A tactical action of the first unit."""
    slot, action = action_of(state, state.units[0], name)
    table = Table(True)
    return steps(swift_tactical.perform_tactical(table, state, state.units[0], slot, action), *answers), table


@pytest.mark.clause("OP card.restore_link", "OP card.remove_square", "OP card.take_defensive", "OP 4.12.2.activate")
def test_tactical_actions() -> None:
    nimbus = "rt_15_s_nimbus_support_core"
    marked = mech("A", "f7", fragile=1, hexagon="target_tracer", link=2)
    state = position(mech("A", "f8", torso=nimbus, link=4), marked, mech("B", "a1", fragile=1))
    found, _ = perform(state, "system_cleanup")
    assert keys_of(found[0]) == ["unit:a1"]
    found, _ = perform(state, "system_cleanup", 1)
    assert found[-1] is None
    assert (sum(state.units[1].squares), state.units[1].hexagon) == (0, Hexagon.TARGET_TRACER)
    found, _ = perform(state, "strengthen_link")
    assert keys_of(found[0]) == ["unit:a1"]
    amount = action_of(state, state.units[0], "strengthen_link")[1].plain["restore_link"]
    perform(state, "strengthen_link", 1)
    assert state.units[1].link == min(4, 2 + amount)
    aurora = position(mech("A", "f8", torso="rt_15_ec_aurora_ecm_core", link=1), marked, mech("A", "f9", link=4))
    amount = action_of(aurora, aurora.units[0], "strengthen_link")[1].plain["restore_link_all"]
    perform(aurora, "strengthen_link")
    assert [unit.link for unit in aurora.units] == [1 + amount, 2 + amount, 4]
    wall_up = position(mech("A", "f8", "type_79_combat_shield", stance="offensive"))
    _, table = perform(wall_up, "barricade")
    assert wall_up.units[0].stance == Stance.DEFENSIVE
    assert table.events[0].params["stance"] == "defensive"
    octopus = position(mech("A", "f8", torso="tm641_octopus_stealth_core", hexagon="highlight"))
    slot, action = action_of(octopus, octopus.units[0], "optical_camouflage")
    perform(octopus, "optical_camouflage")
    unit = octopus.units[0]
    assert (unit.stealth, unit.hidden_by, unit.hexagon) == (action.plain["camouflage"], slot, Hexagon.NONE)
    viper = position(mech("A", "f8", torso="tm39_viper_low_profile_core"))
    perform(viper, "ambush")
    assert viper.units[0].hexagon == Hexagon.LOW_PROFILE
    pod = position(mech("A", "f8", "ec50_electronic_warfare_pod"), mech("B", "f7"), drone("B", "f9", HYENA))
    found, _ = perform(pod, "fire_control_interference")
    assert keys_of(found[0]) == ["unit:b1", "unit:b2"]
    supply = position(mech("A", "f8", "rkg70_missile_pod", "rkg70_ammunition_pack", ammo={"left_arm/missile": 0}))
    perform(supply, "ammo_supply")
    assert (supply.units[0].ammo[4], supply.units[0].ammo[8]) == (1, 1)


@pytest.mark.clause("OP 5.4.3.remote")
def test_which_terminal_is_accessed_from_afar() -> None:
    state = position(mech("A", "f7"), mech("B", "a1"), task="receive_signal")
    near = steps(swift_tactical.remote_access(Table(True), state, state.units[0]))[0]
    assert isinstance(near, Ask) == (len(swift_tactical.terminals(state, state.units[0])) > 1)


@pytest.mark.clause("OP 4.12.2.scan", "OP 4.7.2.free")
@pytest.mark.parametrize("value", [NONE, 0, 1])
def test_a_missile_scans_before_it_flies(value: int) -> None:
    state = position(drone("A", "f9-5", MISSILE), mech("B", "f7", stealth=value), mech("A", "a12"), stage="delay")
    missile, target, _ = state.units
    action = delayed(state, missile)
    assert action is not None
    steps(seek(Table(True), state, missile, action, target, "OP 4.7.2.free"))
    assert GRID_NAMES[grid_of(missile)] == ("f7" if value == NONE else "f9")
