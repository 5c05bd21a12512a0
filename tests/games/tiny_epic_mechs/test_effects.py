"""Effects of weapons besides their damage, with cards made for the purpose (`plain_figures.toml`)."""

from __future__ import annotations

import pytest

from games.tiny_epic_mechs.plain import A, B, combat, offered, prompt, told, weapons
from muster.kernel.refusal import Refusal


@pytest.mark.clause("TEM effect.pay")
def test_credits_buy_damage_one_for_one() -> None:
    match = combat({"equipped": ["seeker_rockets"], "credits": 9}, {}, "attack:seeker_rockets")
    assert prompt(match) == (A, "prompt.pay_credits")
    assert offered(match) == ["pay:0", "pay:1", "pay:2", "pay:3"]
    match.answer(A, "pay:2")
    me, enemy = match.state.players
    assert (me.credits, me.energy, enemy.health, me.score) == (7, 3, 9 - 1 - 2, 3)


@pytest.mark.clause("TEM effect.pay")
def test_nobody_pays_more_than_they_have() -> None:
    match = combat({"equipped": ["seeker_rockets"], "credits": 1}, {}, "attack:seeker_rockets")
    assert offered(match) == ["pay:0", "pay:1"]
    with pytest.raises(Refusal):
        match.answer(A, "pay:2")


@pytest.mark.clause("TEM effect.pay", "TEM combat.excess")
def test_paid_damage_beyond_the_enemys_health_is_wasted() -> None:
    match = combat({"equipped": ["seeker_rockets"], "credits": 3}, {"health": 2}, "attack:seeker_rockets", "pay:3")
    assert (match.state.players[A].credits, match.state.players[A].score) == (0, 2 + 30)


@pytest.mark.clause("TEM effect.score")
def test_a_score_is_added_to_the_points_for_damage() -> None:
    match = combat({"equipped": ["longshot"]}, {}, "attack:longshot")
    assert match.state.players[A].score == 1 + 5
    assert match.state.players[B].health == 8


@pytest.mark.clause("TEM effect.gain", "TEM collect.limit")
@pytest.mark.parametrize(("had", "has"), [(3, 5), (8, 9), (9, 9)])
def test_gains_end_with_the_track(had: int, has: int) -> None:
    credits_gained = combat({"equipped": ["salvage_beam"], "credits": had}, {}, "attack:salvage_beam")
    assert credits_gained.state.players[A].credits == has
    energy_gained = combat({"equipped": ["cluster_mortar"], "energy": had}, {}, "attack:cluster_mortar")
    assert energy_gained.state.players[A].energy == has


@pytest.mark.clause("TEM effect.drain")
@pytest.mark.parametrize(("had", "has"), [(5, 3), (1, 0), (0, 0)])
def test_an_enemy_loses_what_there_is_to_lose(had: int, has: int) -> None:
    match = combat({"equipped": ["arc_caster"]}, {"energy": had, "credits": 4}, "attack:arc_caster")
    assert (match.state.players[B].energy, match.state.players[B].credits) == (has, 4)
    match = combat({"equipped": ["flame_projector"]}, {"energy": 4, "credits": had}, "attack:flame_projector")
    assert (match.state.players[B].energy, match.state.players[B].credits) == (4, has)
    assert (match.state.players[A].energy, match.state.players[A].credits) == (3, 3)


@pytest.mark.clause("TEM effect.heal")
@pytest.mark.parametrize(("had", "has"), [(3, 5), (8, 9), (9, 9)])
def test_healing_ends_with_the_track_and_scores_nothing(had: int, has: int) -> None:
    match = combat({"equipped": ["leech_claw"], "health": had}, {}, "attack:leech_claw")
    assert (match.state.players[A].health, match.state.players[A].score) == (has, 1)


@pytest.mark.clause("TEM effect.heal", "TEM mech.no_restore")
def test_nothing_heals_in_the_mighty_mech() -> None:
    mech = {"status": "mech", "equipped": ["leech_claw"], "health": 5}
    match = combat(mech, {}, "attack:leech_claw", mech_side="sparta_3000")
    assert match.state.players[A].health == 5
    assert "healed" not in told(match)


@pytest.mark.clause("TEM effect.shield")
def test_a_shield_takes_off_the_next_attack_and_no_other() -> None:
    me = {"equipped": ["energy_sword", "tower_shield"]}
    enemy = {"equipped": ["pulse_pistol", "energy_sword", "plasma_axe"]}
    match = combat(me, enemy, "attack:tower_shield")
    assert match.state.players[A].health == 9
    match.answer(B, "attack:plasma_axe")
    assert (match.state.players[A].health, match.state.players[B].score) == (9 - (4 - 3), 1)
    match.answer(A, "attack:energy_sword")
    match.answer(B, "attack:energy_sword")
    assert match.state.players[A].health == 8 - 2


@pytest.mark.clause("TEM effect.shield", "TEM combat.points")
def test_a_shield_thicker_than_the_blow_lets_nothing_through() -> None:
    match = combat({"equipped": ["energy_sword", "tower_shield"]}, {}, "attack:tower_shield", "attack:pulse_pistol")
    assert (match.state.players[A].health, match.state.players[B].score) == (9, 0)


@pytest.mark.clause("TEM effect.shield")
def test_a_shield_is_used_up_by_a_weak_blow() -> None:
    me = {"equipped": ["energy_sword", "tower_shield"]}
    enemy = {"equipped": ["pulse_pistol", "lightning_coil"], "energy": 0}
    match = combat(me, enemy, "attack:tower_shield", "attack:lightning_coil", "attack:energy_sword")
    match.answer(B, "attack:pulse_pistol")
    assert match.state.players[A].health == 9 - 2


@pytest.mark.clause("TEM effect.pierce", "TEM effect.shield")
def test_nothing_holds_a_piercing_blow() -> None:
    me = {"equipped": ["energy_sword", "tower_shield"]}
    match = combat(me, {"equipped": ["rail_lance"]}, "attack:tower_shield", "attack:rail_lance")
    assert match.state.players[A].health == 9 - 4


@pytest.mark.clause("TEM effect.pierce", "TEM ability.plating", "TEM mech.force_field")
def test_plating_and_force_field_are_pierced_too() -> None:
    match = combat({"equipped": ["rail_lance"]}, {"pilot": "anvil"}, "attack:rail_lance")
    assert match.state.players[B].health == 9 - 4
    mech = {"status": "mech", "equipped": ["plasma_axe"]}
    match = combat({"equipped": ["rail_lance"]}, mech, "attack:rail_lance", mech_side="sparta_3000")
    assert match.state.players[B].health == 11 - 4


@pytest.mark.clause("TEM effect.jam")
def test_a_jammed_enemy_cannot_counter_with_the_next_attack_only() -> None:
    me = {"equipped": ["energy_sword", "gravity_well", "lightning_coil"], "energy": 0}
    enemy = {"equipped": ["energy_sword", "pulse_pistol", "plasma_axe"]}
    match = combat(me, enemy, "attack:gravity_well")
    assert offered(match) == ["attack:energy_sword", "attack:pulse_pistol", "attack:plasma_axe"]
    with pytest.raises(Refusal) as refused:
        match.answer(B, "power:plasma_axe")
    assert refused.value.clause == "TEM effect.jam"
    match.answer(B, "attack:energy_sword")
    match.answer(A, "attack:lightning_coil")
    assert "power:plasma_axe" in offered(match)


@pytest.mark.clause("TEM effect.jam", "TEM ability.riposte")
def test_a_jammed_enemy_has_no_riposte_either() -> None:
    enemy = {"pilot": "diamond", "energy": 9, "equipped": ["pulse_pistol"]}
    match = combat({"equipped": ["gravity_well"]}, enemy, "attack:gravity_well")
    assert offered(match) == ["attack:pulse_pistol"]


@pytest.mark.clause("TEM effect.exhaust")
def test_the_enemy_chooses_which_weapon_to_exhaust() -> None:
    enemy = {"equipped": ["energy_sword", "pulse_pistol", "plasma_axe"], "exhausted": ["plasma_axe"]}
    match = combat({"equipped": ["shock_field"]}, enemy, "attack:shock_field")
    assert prompt(match) == (B, "prompt.exhaust")
    assert offered(match) == ["weapon:energy_sword", "weapon:pulse_pistol"]
    match.answer(B, "weapon:energy_sword")
    assert offered(match) == ["attack:pulse_pistol"]
    with pytest.raises(Refusal) as refused:
        match.answer(B, "attack:energy_sword")
    assert refused.value.clause == "TEM combat.exhausted"


@pytest.mark.clause("TEM effect.exhaust", "TEM combat.retreat")
def test_an_only_weapon_is_exhausted_unasked_and_its_owner_retreats() -> None:
    match = combat({"equipped": ["shock_field"]}, {}, "attack:shock_field")
    assert prompt(match) == (B, "prompt.retreat")
    assert match.state.players[A].score == 1 + 20


@pytest.mark.clause("TEM effect.exhaust", "TEM combat.retreat")
def test_an_enemy_with_nothing_ready_has_nothing_to_exhaust() -> None:
    match = combat({"equipped": ["shock_field"]}, {"exhausted": ["pulse_pistol"]}, "attack:shock_field")
    assert prompt(match) == (B, "prompt.retreat")
    assert "exhausted" not in told(match)


@pytest.mark.clause("TEM effect.exhaust", "TEM combat.effects")
def test_an_enemy_who_is_down_exhausts_nothing() -> None:
    enemy = {"status": "pilot", "health": 1, "equipped": ["energy_sword", "pulse_pistol"]}
    match = combat({"equipped": ["shock_field"]}, enemy, "attack:shock_field")
    assert prompt(match)[1] == "prompt.end_turn"
    assert "exhausted" not in told(match)


@pytest.mark.clause("TEM effect.ready")
def test_another_weapon_is_readied_never_the_one_just_used() -> None:
    match = combat({"equipped": ["twin_pulse"]}, {"equipped": ["pulse_pistol", "energy_sword"]}, "attack:twin_pulse")
    assert weapons(match, match.state.players[A].exhausted) == ["twin_pulse"]
    assert prompt(match) == (B, "prompt.answer")
    me = {"equipped": ["energy_sword", "twin_pulse"], "exhausted": ["energy_sword"]}
    match = combat(me, {"equipped": ["pulse_pistol", "energy_sword"]}, "attack:twin_pulse", "attack:pulse_pistol")
    assert prompt(match) == (A, "prompt.answer")
    assert offered(match) == ["attack:energy_sword"]


@pytest.mark.clause("TEM effect.ready")
def test_whoever_readies_chooses_among_several() -> None:
    used = ["energy_sword", "pulse_pistol"]
    match = combat({"equipped": [*used, "twin_pulse"], "exhausted": used}, {}, "attack:twin_pulse")
    assert prompt(match) == (A, "prompt.ready")
    assert offered(match) == ["weapon:energy_sword", "weapon:pulse_pistol"]
    match.answer(A, "weapon:pulse_pistol")
    assert weapons(match, match.state.players[A].exhausted) == ["energy_sword", "twin_pulse"]


@pytest.mark.clause("TEM effect.heal")
def test_what_is_healed_is_told() -> None:
    match = combat({"equipped": ["leech_claw"], "health": 3}, {}, "attack:leech_claw")
    assert [event.params for event in match.table.events if event.key == "healed"] == [{"seat": A, "health": 2}]


@pytest.mark.clause("TEM effect.pay")
def test_who_pays_nothing_is_not_told_to_have_paid() -> None:
    match = combat({"equipped": ["seeker_rockets"], "credits": 3}, {}, "attack:seeker_rockets", "pay:0")
    assert "paid" not in told(match)
    match = combat({"equipped": ["seeker_rockets"], "credits": 3}, {}, "attack:seeker_rockets", "pay:1")
    assert "paid" in told(match)


@pytest.mark.clause("TEM effect.shield")
def test_what_reduces_a_blow_is_named_before_and_after_it() -> None:
    match = combat({"equipped": ["energy_sword", "tower_shield"]}, {}, "attack:tower_shield")
    (amount,) = {side for side in match.view(1).combat.shields if side}
    blow = next(one for one in match.view(1).combat.blows if one.key == "attack:pulse_pistol")
    assert [(one.by, one.amount) for one in blow.reduced] == [("shield", amount)]
    match.answer(1, "attack:pulse_pistol")
    told = [event for event in match.events(None) if event.key == "reduced_by_shield"]
    assert [(event.params["seat"], event.params["amount"]) for event in told] == [(0, amount)]
