"""Dice and pools: rulebook 2.3, 4.1, 4.4.1 and the keywords, cards and traits that change them."""

from __future__ import annotations

from typing import Any

import pytest

from games.obsidian_protocol.desk import CONTENT, GAME, action_of, attack, drone, mech, position, say
from muster.games.obsidian_protocol.cards.kinds import SLOT_NAMES, Stance
from muster.games.obsidian_protocol.rules.attack import dice, offsetting, pools, rolls, targets
from muster.games.obsidian_protocol.rules.attack.dice import BLUE, RED, WHITE, YELLOW
from muster.games.obsidian_protocol.rules.attack.icons import EACH, NOTHING_ELSE, ONCE, Icons, Offset, Stakes, offsets
from muster.games.obsidian_protocol.rules.warfare.electronic import may_initiate, may_respond, origins, strength, within
from muster.games.obsidian_protocol.state import sheet
from muster.games.obsidian_protocol.state.unit import changed
from muster.kernel.dice import ScriptedDice
from muster.kernel.errors import GameError
from muster.kernel.match import Match
from muster.kernel.packs import PackFile
from muster.library import load_with_packs

RIFLE, RAIL, CLEAVER = "ac_32_automatic_rifle", "r_20_shoulder_mounted_railgun_r", "cc_4_cleaver_r"
RAVEN, RADAR = "adk60r_raven_scout_type", "dtg_30r_hyena_radar_type"


@pytest.mark.clause("OP 2.3.yellow", "OP 2.3.red", "OP 2.3.white", "OP 2.3.blue", "OP 2.3.black")
def test_faces() -> None:
    red = CONTENT.red_die
    shown = ["".join(dice.faces_of(color, red)) for color in (YELLOW, RED, WHITE, BLUE)]
    assert shown == ["LLLLLLlze-", "HHHHhlze", "Dddddozze-", "ooeez---"]
    assert SLOT_NAMES == ("torso", "chassis", "left_arm", "right_arm", "backpack")


@pytest.mark.clause("OP 2.3.hollow", "OP 4.1.offensive", "OP 4.1.defensive")
def test_hollow_icons_count_in_their_stance_only() -> None:
    assert dice.solid((YELLOW, "l"), Stance.MOBILITY) == ""
    assert dice.solid((YELLOW, "l"), Stance.OFFENSIVE) == "L"
    assert dice.solid((RED, "h"), Stance.OFFENSIVE) == "H"
    assert dice.solid((RED, "z"), Stance.OFFENSIVE) == "z"
    assert dice.solid((WHITE, "dd"), Stance.OFFENSIVE) == ""
    assert dice.solid((WHITE, "dd"), Stance.DEFENSIVE) == "DD"


def usual(icons: Icons, dodges: int, defences: int, stakes: Stakes = NOTHING_ELSE, hard: bool = False) -> Offset:
    return offsets(icons, dodges, defences, stakes, hard)[0]


@pytest.mark.clause("OP 4.4.1.offset", "OP 4.4.1.hit")
def test_offset() -> None:
    """Defence stops light hits only; what it stops is still a hit, what is dodged is not."""
    assert usual(Icons(1, 2, 0), 0, 5).key() == (1, 0, 0, True)
    assert usual(Icons(0, 2, 0), 0, 2).key() == (0, 0, 0, True)
    assert usual(Icons(1, 1, 0), 2, 0).key() == (0, 0, 0, False)
    assert usual(Icons(0, 1, 1), 1, 1).key() == (0, 0, 1, False)
    assert usual(Icons(0, 2, 0), 2, 2).key() == (0, 0, 0, False)


@pytest.mark.clause("OP 4.4.1.choice")
def test_a_choice_only_where_something_is_at_stake() -> None:
    """Lightning that does something competes with damage and with a hit; damage that cannot be stopped with nothing."""
    icons, each = Icons(1, 0, 2), Stakes(lightning=EACH)
    assert [way.key() for way in offsets(icons, 2, 0)] == [(0, 0, 1, False)]
    assert [way.key() for way in offsets(icons, 2, 0, each)] == [(0, 0, 1, False), (1, 0, 0, True)]
    assert [way.key() for way in offsets(Icons(3, 0, 2), 2, 0, each)] == [(3, 0, 0, True)]
    once = Stakes(lightning=ONCE)
    assert [way.key() for way in offsets(Icons(1, 0, 2), 1, 0, once)] == [(0, 0, 2, False)]
    both = Stakes(lightning=EACH, hit=True)
    assert [way.key() for way in offsets(Icons(0, 1, 1), 1, 1, both)] == [(0, 0, 0, True), (0, 0, 1, False)]


@pytest.mark.clause("OP card.dense_hand")
def test_a_dense_shield_stops_heavy_hits() -> None:
    assert usual(Icons(2, 1, 0), 0, 2, hard=True).key() == (0, 1, 0, True)
    assert usual(Icons(2, 1, 0), 1, 2, hard=True).key() == (0, 0, 0, True)


@pytest.mark.clause(
    "OP 4.4.1.white", "OP 6.3.1.damaged", "OP 4.4.1.one_white", "OP 6.3.2.fragile", "OP 6.2.armor_piercing"
)
def test_white_dice() -> None:
    state = position(mech("A", "f8", RAIL, RIFLE), mech("B", "f4", torso="rt_15b_lava_assault_core"))
    blow = attack(state, 0, 1, "single_shot")
    blow.effects = {}
    blow.part = 0
    assert pools.white_dice(state, blow) == 5
    state.units[1].condition = (1,)
    assert pools.white_dice(state, blow) == 4
    state.units[1].squares = (2, 0, 0, 0, 0, 0, 0, 0, 0)
    assert pools.white_dice(state, blow) == 2
    blow.effects = {"armor_piercing": 1}
    assert pools.white_dice(state, blow) == 1
    state.units[1].squares = (9, 0, 0, 0, 0, 0, 0, 0, 0)
    assert pools.white_dice(state, blow) == 1


@pytest.mark.clause("OP 4.4.1.blue", "OP 4.1.mobility", "OP 6.3.2.no_blue", "OP 4.4.3.part")
def test_blue_dice() -> None:
    state = position(mech("A", "f8", RIFLE), mech("B", "f4", "m15bo_katana", torso="tm31c_gray_wolf_battle_core"))
    target = state.units[1]
    blow = attack(state, 0, 1, "single_shot")
    assert pools.blue_dice(state, blow) == 0
    target.stance = Stance.MOBILITY
    assert pools.blue_dice(state, blow) == 1 + 3 + 2
    target.condition = changed(target.condition, 3, 2)
    assert pools.blue_dice(state, blow) == 1 + 3
    target.squares = changed(target.squares, 4, 1)
    assert pools.blue_dice(state, blow) == 0


@pytest.mark.clause("OP card.early_warning", "OP card.lock_on", "OP card.support_arms", "OP 4.17.freehand")
def test_drones_and_arms_that_change_dice() -> None:
    sniper, helper = "ac_35_sniper_rifle", "sphx_3_supporting_arm"
    state = position(
        mech("A", "f8", sniper, helper),
        mech("B", "f4", stance="mobility"),
        drone("B", "f2", RAVEN),
        drone("A", "g4-5", "md_1_dragonfly_micro_scout"),
    )
    assert sheet.freehands(state, state.units[0], 3) == [2]
    blow = attack(state, 0, 1, "single_shot", support=2)
    assert pools.attack_pool(state, blow) == (3, 2)
    assert pools.blue_dice(state, blow) == 3 + 1 - 1
    state.units[2].alive = False
    assert pools.blue_dice(state, blow) == 3 - 1


@pytest.mark.clause("OP card.cooling", "OP trait.ornament", "OP trait.eagle_eye", "OP 4.4.1.attack_dice")
def test_what_adds_attack_dice() -> None:
    cooled = position(mech("A", "f8", "ac_39_tactical_rifle", "ecs_2_external_cooler"), mech("B", "f4"))
    assert pools.attack_pool(cooled, attack(cooled, 0, 1, "burst_fire")) == (5, 1)
    red = position(mech("A", "f8", "r_35_heavy_railgun", "ecs_3_external_cooler"), mech("B", "f4"))
    assert pools.attack_pool(red, attack(red, 0, 1, "single_shot")) == (0, 6)
    laser = position(mech("A", "f8", "r7_automatic_rifle", "csc60_cooler"), mech("B", "f4"))
    assert pools.attack_pool(laser, attack(laser, 0, 1, "single_shot")) == (6, 0)
    close = position(mech("A", "f6", RIFLE, pilot="onyx_mellow_chord"), mech("B", "f4"))
    assert pools.attack_pool(close, attack(close, 0, 1, "single_shot")) == (2, 3)
    eagle = position(mech("A", "f8", RIFLE, pilot="spike"), mech("B", "f4"))
    assert pools.white_dice(eagle, attack(eagle, 0, 1, "single_shot")) == 4


@pytest.mark.clause("OP 6.2.two_handed", "OP 6.2.stationary", "OP 6.2.stance")
def test_conditions_of_an_action() -> None:
    state = position(mech("A", "f8", "ac_32_automatic_rifle"), mech("B", "f4"))
    assert attack(state, 0, 1, "single_shot", support=2).effects == {"range": 2}
    assert attack(state, 0, 1, "single_shot").effects == {}
    rail = position(mech("A", "f8", RAIL), mech("B", "f4"))
    assert attack(rail, 0, 1, "single_shot").effects["range"] == 2
    rail.turn.moved = True
    assert "range" not in attack(rail, 0, 1, "single_shot").effects
    heavy = position(mech("A", "f8", "r_35_heavy_railgun"), mech("B", "f4"))
    assert "mutilation" in attack(heavy, 0, 1, "single_shot").effects
    heavy.units[0].stance = Stance.DEFENSIVE
    assert "mutilation" not in attack(heavy, 0, 1, "single_shot").effects


@pytest.mark.clause("OP 6.2.aura", "OP card.aura_white", "OP card.aura_firing", "OP card.planning", "OP trait.amplify")
def test_auras() -> None:
    state = position(
        mech("A", "f8", RIFLE, torso="rt_12t_oasis_tactical_core"),
        mech("A", "f2", RIFLE),
        mech("B", "k8"),
        mech("B", "k7", torso="rt_18t_escarpment_tactical_core"),
    )
    assert targets.reach_of(state, state.units[0], action_of(state, state.units[0], "single_shot")[1], {}) == 7
    assert targets.reach_of(state, state.units[1], action_of(state, state.units[1], "single_shot")[1], {}) == 7
    assert pools.white_dice(state, attack(state, 0, 2, "single_shot")) == 6
    far = position(mech("A", "f9", torso="rt_12t_oasis_tactical_core", pilot="keyhole"), mech("A", "f2", RIFLE))
    assert targets.reach_of(far, far.units[1], action_of(far, far.units[1], "single_shot")[1], {}) == 7
    gof = position(mech("A", "f8", torso="p7_a3_centurion_node_core"), drone("A", "f6", "n13_vanguard_iii_claymore"))
    assert targets.reach_of(gof, gof.units[1], action_of(gof, gof.units[1], "full_auto")[1], {}) == 6


@pytest.mark.clause(
    "OP 4.4.1.exchange",
    "OP 6.2.pulse",
    "OP 6.2.ion",
    "OP trait.onslaught",
    "OP trait.chase",
    "OP card.close_assault",
    "OP card.eye_to_light",
)
def test_exchanges_of_the_attacker() -> None:
    def icons(state: object, one: int, name: str, *faces: tuple[int, str]) -> tuple[int, int, int]:
        found = offsetting.exchange(state, attack(state, one, 1, name), faces)  # type: ignore[arg-type]
        return found.heavy, found.light, found.lightning

    roll = ((YELLOW, "z"), (YELLOW, "e"))
    plain = position(mech("A", "f5", RIFLE), mech("B", "f4"))
    assert icons(plain, 0, "single_shot", *roll) == (0, 0, 1)
    pulse = position(mech("A", "f5", CLEAVER, pilot="hammerhead"), mech("B", "f4"))
    assert icons(pulse, 0, "chop", *roll) == (1, 1, 0)
    ion = position(mech("A", "f5", "igx350_ion_shotgun", pilot="sealock"), mech("B", "f4"))
    assert icons(ion, 0, "single_shot", *roll) == (0, 0, 1)
    ion.units[1].squares = (1, 0, 0, 0, 0, 0, 0, 0, 0)
    assert icons(ion, 0, "single_shot", *roll) == (2, 0, 0)
    near = position(mech("A", "f5", RIFLE, torso="rt_16b_avalanche_assault_core"), mech("B", "f4"))
    assert icons(near, 0, "single_shot", *roll) == (1, 0, 1)
    marks = position(mech("A", "f5", "ac_32m_marksman_rifle"), mech("B", "f4"))
    assert icons(marks, 0, "single_shot", *roll) == (0, 2, 1)


@pytest.mark.clause(
    "OP 4.12.1.effect",
    "OP 6.2.low_profile",
    "OP 4.12.1.other_means",
    "OP card.ignore_low_profile",
    "OP card.feature_reduction",
    "OP trait.trace",
    "OP trait.hidden",
)
def test_low_profile() -> None:
    state = position(mech("A", "f8", RIFLE), mech("B", "f4", hexagon="low_profile"))
    assert pools.low_profile_helps(state, attack(state, 0, 1, "single_shot"))
    beacon = position(mech("A", "f8", RIFLE), mech("B", "f4"), drone("B", "g4", "mes_beacon"))
    assert pools.low_profile_helps(beacon, attack(beacon, 0, 1, "single_shot"))
    viper = position(
        mech("A", "f8", RIFLE, torso="tm39_viper_low_profile_core"), mech("B", "f4", hexagon="low_profile")
    )
    assert not pools.low_profile_helps(viper, attack(viper, 0, 1, "single_shot"))
    eagle = position(mech("A", "f8", RIFLE), mech("B", "f4"), drone("B", "h8", "n305_eagle_i_misty_eagle"))
    assert pools.low_profile_helps(eagle, attack(eagle, 0, 1, "single_shot"))
    watched = position(
        mech("A", "f8", RIFLE, pilot="foxhound"),
        mech("B", "f4", hexagon="low_profile"),
        drone("A", "h8", RAVEN),
        drone("A", "h6", RAVEN),
    )
    assert not pools.low_profile_helps(watched, attack(watched, 0, 1, "single_shot"))
    watched.units[3].alive = False
    assert pools.low_profile_helps(watched, attack(watched, 0, 1, "single_shot"))
    hidden = position(
        mech("A", "f8", RIFLE),
        mech("B", "f4", torso="rt_12t_oasis_tactical_core", pilot="keyhole_hidden_in_plain_sight"),
    )
    assert pools.low_profile_helps(hidden, attack(hidden, 0, 1, "single_shot"))


@pytest.mark.clause("OP 4.2.6.back_attack", "OP card.front_toward_enemy")
def test_back_attacks() -> None:
    state = position(mech("A", "f5", CLEAVER), mech("B", "f4", facing="n"))
    assert pools.is_back_attack(state, attack(state, 0, 1, "chop"))
    state.units[1].facing = 2
    assert not pools.is_back_attack(state, attack(state, 0, 1, "chop"))
    guarded = position(mech("A", "f5", CLEAVER), mech("B", "f4", facing="n", torso="rtx_06sr_mire_sr_battle_core"))
    assert not pools.is_back_attack(guarded, attack(guarded, 0, 1, "chop"))


@pytest.mark.clause("OP card.responsive")
def test_responsive_targeting() -> None:
    torso = "tm39b_viper_ii_low_profile_core"
    state = position(mech("A", "f8", RIFLE, torso=torso), mech("B", "f4", hexagon="highlight"), mech("A", "f6"))
    assert pools.white_dice(state, attack(state, 0, 1, "single_shot")) == 5


@pytest.mark.clause("OP trait.inexhaustible", "OP trait.survival", "OP 4.10.last")
def test_pilots() -> None:
    state = position(mech("A", "f8", pilot="anser"), mech("B", "f4", pilot="zombie"))
    assert sheet.structure_value(state, state.units[0], 1) == 2
    assert not rolls.may_focus(state, state.units[0])
    state.units[0].link = 2
    assert rolls.may_focus(state, state.units[0])
    assert rolls.focuses_free(state, state.units[1])
    assert rolls.may_focus(state, state.units[1])


@pytest.mark.clause(
    "OP 4.11.2.value",
    "OP 4.11.2.zero",
    "OP 4.11.2.dash",
    "OP 6.2.warfare_node",
    "OP card.strength_down",
    "OP 6.2.repeater",
    "OP 4.11.1.sight",
)
def test_electronic_values() -> None:
    state = position(
        mech("A", "f8"),
        mech("A", "f6", torso="rt_15_ec_aurora_ecm_core"),
        drone("B", "f4", "n31_hound_ii_watchdog"),
        drone("A", "h8", "adk60ec_raven_ec_type"),
        drone("B", "a1-5", "ra_81_rocket"),
        drone("A", "l12-5", "m25_shrapnel_shell"),
        drone("A", "k12", "dtg_30r_hyena_radar_type"),
    )
    one, node, hound, raven, rocket, shell, far = state.units
    assert strength(state, one) == 3 + 1 - 1
    hound.alive = False
    assert strength(state, one) == 3 + 1
    node.alive = False
    assert strength(state, one) == 2
    assert not may_respond(state, rocket)
    assert not may_initiate(state, shell)
    assert raven.seat == one.seat
    assert len(origins(state, one)) == 2
    assert within(state, one, far, 7)
    raven.alive = False
    assert not within(state, one, far, 6)


@pytest.mark.clause("OP 2.4.3.keywords")
def test_a_pack_can_name_no_other_keyword() -> None:
    card = '[[part]]\nid = "own"\nname = "Own"\nsource = "house"\nfaction = "rdl"\nslot = "left_arm"\narmor = 1\n'
    action = '[[part.actions]]\nid = "a"\nname = "A"\ntype = "firing"\nlength = "short"\neffects = ["{effect}"]\n'
    good = PackFile("my.toml", card + action.format(effect="two_handed: range 2"))
    game: Any = load_with_packs("obsidian_protocol", (good,))
    state = game.setup.prepare({"squads": ("rdl_600_line", "un_600_line")}).new()
    assert state.content.parts[-1].actions[0].effects[0].condition == "two_handed"
    with pytest.raises(GameError, match="no keyword 'explode_twice'"):
        load_with_packs("obsidian_protocol", (PackFile("my.toml", card + action.format(effect="explode_twice")),))


@pytest.mark.clause("OP 4.13.start")
def test_how_units_begin() -> None:
    state = GAME.setup.prepare({"squads": ("rdl_600_line", "un_600_line")}).new()
    missile_mech = state.units[1]
    assert missile_mech.link == 4
    assert missile_mech.ammo[8] == 2
    assert missile_mech.charged == 0
    assert next(unit for unit in state.units if unit.kind == 1).intercepts[0] == 1


@pytest.mark.clause("OP 2.3.red")
@pytest.mark.parametrize(("face", "heavy", "light"), [("l", 0, 1), ("h", 1, 0)])
def test_the_disputed_face_of_the_red_die_is_a_switch_of_the_pack(face: str, heavy: int, light: int) -> None:
    """Three sources have a hollow light hit there, one a hollow heavy hit: it matters in offensive stance only."""
    faces = ["H", "H", "H", "H", "h", face, "z", "e"]
    overlay = PackFile("my.toml", f'[[die]]\nid = "red"\nsource = "house"\nfaces = {faces}\n')
    game: Any = load_with_packs("obsidian_protocol", (overlay,))
    for stance, counts in (("offensive", (heavy, light)), ("defensive", (0, 0))):
        units = [mech("A", "f8", "r_20_shoulder_mounted_railgun_r", stance=stance), drone("B", "f5", RADAR, facing="s")]
        match = Match(
            game, game.testing.position({"unit": [*units, mech("B", "a1")]}), ScriptedDice([6, 7, 7, *(8,) * 20])
        )
        say(match, "act:right_arm/single_shot", "target:b1")
        left = next(dict(event.params) for event in match.table.events if event.key == "attack_resolved")
        assert (left["heavy"], left["light"]) == counts


def test_a_die_with_a_wrong_number_of_faces_is_refused() -> None:
    overlay = PackFile("my.toml", '[[die]]\nid = "red"\nsource = "house"\nfaces = ["H"]\n')
    with pytest.raises(GameError, match="faces"):
        load_with_packs("obsidian_protocol", (overlay,))
    odd = PackFile("my.toml", f'[[die]]\nid = "red"\nsource = "house"\nfaces = {["Q"] * 8}\n')
    with pytest.raises(GameError, match="Q"):
        load_with_packs("obsidian_protocol", (odd,))


@pytest.mark.clause("OP 2.5.3.green")
def test_a_green_token_stays_until_it_is_removed() -> None:
    """The colors of the tokens are lost, so the pack says on which face each is laid down."""
    overlay = PackFile("my.toml", '[[token]]\nid = "fragile"\nsource = "house"\nface = "green"\n')
    game: Any = load_with_packs("obsidian_protocol", (overlay,))
    gunner = mech("A", "f8", "r7mg_lmg", dial="firing")
    units = [gunner, mech("B", "f4", "type_55_shield", link=2), mech("B", "a1", "type_55_shield")]
    match = Match(game, game.testing.position({"unit": units}), ScriptedDice([1, 3, 8, 8, 8, 8, *(8,) * 20]))
    say(match, "act:right_arm/full_auto", "target:b1", "keep")
    assert match.view(0).units["b1"].squares["fragile"] == 1
    while match.state.round == 1:
        say(match, *[ask.space.options()[0].key for ask in match.pending.values()][:1])
    assert match.view(0).units["b1"].squares["fragile"] == 1
