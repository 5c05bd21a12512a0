"""Exchanges, what is at stake, and what a defender may spend before icons are offset (4.4.1, step 6), case by case."""

from __future__ import annotations

from typing import Any

import pytest

from games.obsidian_protocol.desk import attack, drone, mech, position, steps, wall
from muster.games.obsidian_protocol.cards.kinds import Stance
from muster.games.obsidian_protocol.rules.attack import offsetting, pools, rolls
from muster.games.obsidian_protocol.rules.attack.dice import RED, WHITE, YELLOW
from muster.games.obsidian_protocol.rules.attack.icons import EACH, ONCE, Icons
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import DESTROYED, changed
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Ask, Roll, Table

RIFLE, CLEAVER, SHIELD = "ac_32_automatic_rifle", "cc_4_cleaver_r", "type_55_shield"
HYENA, RADAR, MISSILE = "dtg_30m_hyena_mg_type", "dtg_30r_hyena_radar_type", "mc_3_razor_missile"
AVALANCHE = "rt_16b_avalanche_assault_core"
HALO, BISON = "halo_melee_collaboration_system", "tm35b_bison_assault_core"


# The attacker


def eye(state: State, name: str, fragile: bool = False, **more: Any) -> str:
    return offsetting.eye_exchange(state, attack(state, 0, 1, name, **more), fragile)


@pytest.mark.clause(
    "OP 4.4.1.exchange", "OP trait.chase", "OP card.close_assault", "OP trait.onslaught", "OP card.aa_radar"
)
def test_what_an_eye_becomes() -> None:
    plain = position(mech("A", "f5", CLEAVER), mech("B", "f4"))
    assert (eye(plain, "chop"), eye(plain, "chop", True)) == ("e", "e")
    chase = position(mech("A", "f5", CLEAVER, pilot="sealock"), mech("B", "f4"))
    assert (eye(chase, "chop"), eye(chase, "chop", True)) == ("e", "H")
    rage = position(mech("A", "f5", CLEAVER, pilot="hammerhead"), mech("B", "f4"))
    assert eye(rage, "chop") == "L"
    rage.units[0].stance = Stance.DEFENSIVE
    assert eye(rage, "chop") == "e"
    shots = position(mech("A", "f5", RIFLE, pilot="hammerhead"), mech("B", "f4"))
    assert eye(shots, "single_shot") == "e"
    for at, found in (("f4", "H"), ("f3", "e")):
        near = position(mech("A", "f8", RIFLE, torso=AVALANCHE), mech("B", at))
        assert eye(near, "single_shot") == found
        near.units[0].stance = Stance.SHUTDOWN
        assert eye(near, "single_shot") == "e"
    blow = position(mech("A", "f5", CLEAVER, torso=AVALANCHE), mech("B", "f4"))
    assert eye(blow, "chop") == "e"
    radar = drone("A", "h8", RADAR)
    state = position(drone("A", "f8", HYENA), drone("B", "f6-5", MISSILE), radar, stage="command")
    assert eye(state, "full_auto", interception=True) == "L"
    assert eye(state, "full_auto") == "e"
    state.units[2].alive = False
    assert eye(state, "full_auto", interception=True) == "e"
    state.units[2].alive = True
    state.units[2].seat = 1
    assert eye(state, "full_auto", interception=True) == "e"
    ground = position(
        drone("A", "f8", HYENA), mech("B", "f6"), drone("A", "f10", RADAR), terrain=[wall("f9")], stage="command"
    )
    assert eye(ground, "full_auto", interception=True) == "e"


@pytest.mark.clause("OP trait.cqc", "OP 4.15.4.consume")
def test_when_a_pilot_may_strike_true() -> None:
    state = position(mech("A", "f5", CLEAVER, pilot="chef", commands=1), mech("B", "f4"))
    shown = [(YELLOW, "e"), (RED, "H"), (YELLOW, "e")]

    def asked(name: str, offence: list[tuple[int, str]]) -> Any:
        return steps(offsetting.strike_true(Table(True), state, attack(state, 0, 1, name), offence))[0]

    question = asked("chop", shown)
    assert isinstance(question, Ask)
    assert (question.seat, question.prompt.key, question.prompt.params) == (0, "prompt.strike_true", {"eyes": 2})
    assert asked("chop", shown[1:2]) is None
    state.units[0].commands = 0
    assert asked("chop", shown) is None
    state.units[0].commands = 2
    blow = attack(state, 0, 1, "chop")
    assert steps(offsetting.strike_true(Table(True), state, blow, shown), True)[-1] is None
    assert (blow.effects["eye_to_heavy"], state.units[0].commands) == (1, 1)
    assert eye_of(state, blow) == "H"
    guns = position(mech("A", "f8", RIFLE, pilot="chef", commands=1), mech("B", "f4"))
    shot = attack(guns, 0, 1, "single_shot")
    assert steps(offsetting.strike_true(Table(True), guns, shot, shown)) == [None]
    other = position(mech("A", "f5", CLEAVER, commands=1), mech("B", "f4"))
    assert steps(offsetting.strike_true(Table(True), other, attack(other, 0, 1, "chop"), shown)) == [None]


@pytest.mark.clause("OP 4.4.1.exchange_either")
def test_eyes_that_may_be_two_things() -> None:
    """First the way that leaves most damage against the defence on the table."""
    state = position(mech("A", "f8", "ac_32m_marksman_rifle", torso=AVALANCHE), mech("B", "f4"))
    offence = [(YELLOW, "e"), (RED, "e"), (RED, "H")]

    def asked(*defence: tuple[int, str]) -> Any:
        shot = attack(state, 0, 1, "single_shot")
        return steps(offsetting.choose_eyes(Table(True), state, shot, offence, defence))[0]

    for defence, first in (([], 0), ([(WHITE, "D")] * 3, 2), ([(WHITE, "o")] * 3, 0), ([(WHITE, "D")] * 9, 2)):
        question = asked(*defence)
        assert (question.small, question.prompt.params) == (True, {"eyes": 2})
        assert next(iter(question.space.options())).value == first, defence
    assert steps(offsetting.choose_eyes(Table(True), state, attack(state, 0, 1, "single_shot"), offence[2:], [])) == [
        None
    ]
    shot = attack(state, 0, 1, "single_shot")
    shot.heavy_eyes = 1
    icons = offsetting.exchange(state, shot, offence)
    assert (icons.heavy, icons.light, icons.pairs) == (2, 2, 1)
    far = position(mech("A", "f9", "ac_32m_marksman_rifle", torso=AVALANCHE), mech("B", "f4"))
    assert offsetting.eye_exchanges(far, attack(far, 0, 1, "single_shot")) == ("LL",)


def eye_of(state: State, blow: pools.Attack) -> str:
    return offsetting.eye_exchange(state, blow, False)


# The defender


@pytest.mark.clause("OP 6.2.kc_armor", "OP 4.1.shutdown_passive")
def test_which_charges_kc_armor_may_use() -> None:
    charger = "ebs_x40_armor_energy_charger"
    state = position(mech("B", "f4", charger, SHIELD, torso=BISON, charged=["torso", "left_arm", "backpack"]))
    unit = state.units[0]
    assert offsetting.kc_charges(state, unit) == [0, 4]
    unit.charged = 1 << 4
    assert offsetting.kc_charges(state, unit) == [4]
    unit.condition = changed(unit.condition, 4, DESTROYED)
    assert offsetting.kc_charges(state, unit) == []
    unit.charged = 1
    assert offsetting.kc_charges(state, unit) == [0]
    unit.stance = Stance.SHUTDOWN
    assert offsetting.kc_charges(state, unit) == []
    hyena = position(drone("A", "f8", HYENA, charged=["unit"]), stage="command")
    assert offsetting.kc_charges(hyena, hyena.units[0]) == []


NEEDLESS = [
    (Icons(0, 2, 0), ["D", "o", "z"], True),
    (Icons(0, 3, 0), ["D", "o", "z"], False),
    (Icons(1, 1, 0), ["D", "o", "z"], True),
    (Icons(1, 2, 0), ["D", "o", "z"], False),
    (Icons(2, 0, 0), ["o", "z"], False),
]


@pytest.mark.clause("OP 6.2.kc_armor", "OP card.dense_armor")
@pytest.mark.parametrize(("icons", "faces", "small"), NEEDLESS)
def test_kc_armor_is_a_small_question_where_it_saves_nothing(icons: Icons, faces: list[str], small: bool) -> None:
    kc = position(mech("A", "f8", RIFLE), mech("B", "f4", torso=BISON, charged=["torso"]))
    dense = position(mech("A", "f8", RIFLE), mech("B", "f4", torso="p28_dragoon_armored_core", commands=1))
    for state, prompt in ((kc, "prompt.kc_armor"), (dense, "prompt.dense_armor")):
        shot = attack(state, 0, 1, "single_shot")
        shot.part = 0
        defence = [(WHITE, face) for face in faces]
        question = steps(offsetting.offset_icons(Table(True), state, shot, icons, defence))[0]
        assert isinstance(question, Ask)
        assert (question.prompt.key, question.prompt.params, question.seat) == (prompt, {"lightning": 1}, 1)
        assert question.small == small
        first = question.space.options()[0]
        assert first.key == ("no" if small else "yes")
        rule = offsetting.offset_icons(Table(True), state, shot, icons, [(WHITE, "D"), (WHITE, "o")])
        assert not isinstance(steps(rule)[0], Ask) or icons.light == 3


@pytest.mark.clause("OP 6.2.kc_armor")
def test_kc_armor_turns_lightning_into_shields() -> None:
    state = position(mech("A", "f8", RIFLE), mech("B", "f4", torso=BISON, charged=["torso"]))
    shot = attack(state, 0, 1, "single_shot")
    left = steps(offsetting.offset_icons(Table(True), state, shot, Icons(0, 3, 0), [(WHITE, "z"), (WHITE, "z")]), True)[
        -1
    ]
    assert (left.key(), shot.answers, state.units[1].charged) == ((0, 1, 0, True), ["D", "D"], 0)


@pytest.mark.clause("OP card.melee_evasion", "OP card.dodge_enhancement")
def test_dodges_for_command_tokens() -> None:
    state = position(mech("A", "f5", CLEAVER), mech("B", "f4", HALO, CLEAVER, commands=1))
    blow, target = attack(state, 0, 1, "chop"), state.units[1]

    def evades() -> Any:
        return steps(offsetting.evade(Table(True), state, blow))[0]

    assert evades() == 0
    blow.parry = 2
    assert isinstance(evades(), Ask)
    assert steps(offsetting.evade(Table(True), state, blow), False)[-1] == 0
    assert steps(offsetting.evade(Table(True), state, blow), True)[-1] == 1
    assert target.commands == 0
    assert evades() == 0

    def dodges(icons: Icons, count: int) -> Any:
        return steps(offsetting.dodge_whole(Table(True), state, blow, icons, count))[0]

    target.commands = 1
    pair = Icons(1, 2, 0, 1)
    assert isinstance(dodges(pair, 2), Ask)
    assert dodges(pair, 2).prompt.params == {"dice": 1}
    assert dodges(pair, 1) is False
    assert dodges(Icons(1, 2, 0, 0), 2) is False
    assert steps(offsetting.dodge_whole(Table(True), state, blow, pair, 2), False)[-1] is False
    assert steps(offsetting.dodge_whole(Table(True), state, blow, pair, 2), True)[-1] is True
    assert dodges(pair, 2) is False
    target.commands = 1
    target.condition = changed(target.condition, 4, DESTROYED)
    assert dodges(pair, 2) is False
    assert evades() == 0


STAKES = [
    ({}, (False, 0, False, False)),
    ({"microwave": 1}, (False, EACH, False, False)),
    ({"concussion": 1}, (False, EACH, False, False)),
    ({"wrecking": 1}, (False, EACH, False, True)),
    ({"shutdown": 1}, (False, ONCE, False, False)),
    ({"laser": 1}, (False, 0, True, False)),
    ({"mutilation": 1}, (True, 0, False, False)),
    ({"scatter_shot": 1}, (True, 0, False, False)),
    ({"cleaving": 1}, (True, 0, False, False)),
]


@pytest.mark.clause("OP 4.4.1.lightning", "OP 6.2.hit", "OP 6.2.laser")
@pytest.mark.parametrize(("effects", "stakes"), STAKES)
def test_what_is_at_stake(effects: dict[str, int], stakes: tuple[Any, ...]) -> None:
    state = position(mech("A", "f5", CLEAVER), mech("B", "f4"), drone("B", "e5", HYENA))
    blow = attack(state, 0, 1, "chop")
    blow.effects = effects
    found = offsetting.at_stake(blow)
    assert (found.surplus, found.lightning, found.hit, found.wrecking) == stakes
    state.units[1].stance = Stance.SHUTDOWN
    still = 0 if "shutdown" in effects else stakes[1]
    assert offsetting.at_stake(blow).lightning == still
    blow.target = state.units[2]
    assert offsetting.at_stake(blow).lightning == (EACH if "microwave" in effects else 0)


# Rolls


@pytest.mark.clause("OP 4.4.1.black", "OP 4.4.1.missing", "OP 4.4.1.any", "OP 4.8.another")
def test_the_black_die() -> None:
    """A missing part is the torso, any part is chosen, and what may not be hit again is rolled again."""
    state = position(mech("A", "f8", RIFLE), mech("B", "f4", RIFLE))
    one, other = state.units

    def rolled(*faces: int, but: int = -1, surplus: bool = False) -> Any:
        answers = [[face] for face in faces]
        return steps(rolls.roll_part(Table(True), state, one, other, but, surplus=surplus), *answers)[-1]

    assert [rolled(face) for face in (1, 2, 3, 4, 5)] == [0, 1, 0, 3, 0]
    choice = rolled(6)
    assert [option.key for option in choice.space.options()] == ["part:torso", "part:chassis", "part:right_arm"]
    choice = rolled(6, but=0)
    assert [option.key for option in choice.space.options()] == ["part:chassis", "part:right_arm"]
    assert isinstance(rolled(1, but=0), Roll)
    assert isinstance(rolled(3, but=0), Roll)
    assert rolled(1, 2, but=0) == 1
    one.link = 2
    question = rolled(2)
    assert (question.prompt.key, question.prompt.params) == ("prompt.focus_part", {"part": "chassis"})
    assert rolled(6).prompt.params == {"part": "any"}
    assert rolled(2, surplus=True) == 1
    table = Table(True)
    assert steps(rolls.roll_part(table, state, one, other), [2], True, [4])[-1] == 3
    assert one.link == 1
    assert [event.key for event in table.events] == ["focused"]


@pytest.mark.clause("OP 4.10.last", "OP trait.survival")
def test_who_may_focus() -> None:
    state = position(
        mech("A", "f8", RIFLE, SHIELD, pilot="zombie", link=1), mech("B", "f4", link=2), drone("A", "f9", HYENA)
    )
    zombie, plain, hyena = state.units
    assert [rolls.may_focus(state, unit) for unit in state.units] == [False, True, False]
    plain.link = 1
    assert not rolls.may_focus(state, plain)
    plain.link = 2
    plain.alive = False
    assert not rolls.may_focus(state, plain)
    zombie.condition = changed(zombie.condition, 2, DESTROYED)
    assert rolls.may_focus(state, zombie)
    rolls.spend_focus(Table(True), state, zombie)
    assert zombie.link == 1
    assert hyena.link == 0


READ = [
    ("keep", ""),
    ("reroll:1", ""),
    ("reroll:1,3", ""),
    ("reroll:3", ""),
    ("reroll:4", "OP 4.10.focus"),
    ("reroll:3,1", "OP 4.10.focus"),
    ("reroll:1,1", "OP 4.10.focus"),
    ("reroll:2", "OP 2.3.2.once"),
    ("reroll:1,2", "OP 2.3.2.once"),
    ("reroll:0", "K option"),
    ("reroll:01", "K option"),
    ("reroll:", "K option"),
    ("reroll:x", "K option"),
    (f"reroll:{'9' * 5000}", "K option"),
    ("roll:1", "K option"),
]


@pytest.mark.clause("OP 4.10.focus", "OP 2.3.2.once")
@pytest.mark.parametrize(("key", "clause"), READ)
def test_which_dice_are_rolled_again(key: str, clause: str) -> None:
    space = rolls.reroll_space([(YELLOW, "L"), (YELLOW, "e"), (RED, "h")], [1])
    assert [option.key for option in space.options()] == ["keep", "reroll:3", "reroll:1,3"]
    if clause:
        with pytest.raises(Refusal) as refusal:
            space.accept(key)
        assert refusal.value.clause == clause
    else:
        option = space.accept(key)
        assert option.key == key
        assert option.value == tuple(int(n) - 1 for n in key.partition(":")[2].split(",") if n)


@pytest.mark.clause("OP card.observation")
def test_eyes_that_are_rolled_again() -> None:
    caracal = "tm31r_caracal_battle_core"
    units = [mech("A", "f8", RIFLE), mech("B", "f4"), mech("A", "f7", torso=caracal)]
    state = position(*units)
    shown = [(YELLOW, "L"), (YELLOW, "e"), (RED, "e")]

    def asked(name: str, offence: list[tuple[int, str]]) -> Any:
        return steps(rolls.reroll_eyes(Table(True), state, attack(state, 0, 1, name), list(offence)))[0]

    question = asked("single_shot", shown)
    assert question.prompt.params == {"eyes": 2}
    assert asked("single_shot", shown[:1]) == (shown[:1], [])
    state.units[2].alive = False
    assert asked("single_shot", shown) == (shown, [])
    state.units[2].alive = True
    state.units[2].seat = 1
    assert asked("single_shot", shown) == (shown, [])
    hidden = position(*units, terrain=[wall("f6")])
    shot = attack(hidden, 0, 1, "single_shot")
    assert steps(rolls.reroll_eyes(Table(True), hidden, shot, list(shown)))[0] == (shown, [])
    again = position(*units)
    rule = rolls.reroll_eyes(Table(True), again, attack(again, 0, 1, "single_shot"), list(shown))
    dice, which = steps(rule, True, [1, 1])[-1]
    assert which == [1, 2]
    assert dice == [(YELLOW, "L"), (YELLOW, "LL"), (RED, "H")]


@pytest.mark.clause("OP card.dense_armor", "OP 4.15.4.consume")
def test_dense_armor_costs_a_command_token() -> None:
    state = position(mech("A", "f8", RIFLE), mech("B", "f4", torso="p28_dragoon_armored_core", commands=2))
    shot = attack(state, 0, 1, "single_shot")
    shot.part = 0
    shown = [(WHITE, "z"), (WHITE, "z")]
    kept = steps(offsetting.offset_icons(Table(True), state, shot, Icons(0, 3, 0), shown), False)[-1]
    assert (kept.light, state.units[1].commands, shot.answers) == (3, 2, ["z", "z"])
    table = Table(True)
    left = steps(offsetting.offset_icons(table, state, shot, Icons(0, 3, 0), shown), True)[-1]
    assert (left.light, state.units[1].commands, shot.answers) == (1, 1, ["D", "D"])
    assert [event.params["left"] for event in table.events if event.key == "command_spent"] == [1]
