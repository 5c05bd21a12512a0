"""Abilities whose figures count, with pilots made for the purpose (`plain_figures.toml`); the others are scenarios."""

from __future__ import annotations

from typing import Any

import pytest

from games.tiny_epic_mechs.plain import A, B, combat, offered, play, told
from muster.kernel.match import Match


def acting(card: str, player: dict[str, Any], *answers: str, **more: Any) -> Match[Any]:
    """A in the middle of a turn, about to act."""
    return play({"stage": "act", "card": card, "confirm_turns": True, **more, "player": {"A": player}}, *answers)


@pytest.mark.clause("TEM ability.dynamo", "TEM ability.scavenger")
def test_dynamo_and_scavenger_collect_more() -> None:
    plain = acting("collect-n", {"zone": "a2"}).state.players[A]
    assert (plain.energy, plain.credits) == (4, 3)
    dynamo = acting("collect-n", {"zone": "a2", "pilot": "comet"}).state.players[A]
    assert (dynamo.energy, dynamo.credits) == (4 + 2, 3)
    scavenger = acting("collect-n", {"zone": "a2", "pilot": "magpie"}).state.players[A]
    assert (scavenger.energy, scavenger.credits) == (4, 3 + 2)


@pytest.mark.clause("TEM ability.dynamo", "TEM collect.limit")
def test_a_dynamo_does_not_go_beyond_the_track() -> None:
    assert acting("collect-n", {"zone": "a2", "pilot": "comet", "energy": 8}).state.players[A].energy == 9


@pytest.mark.clause("TEM ability.dynamo")
def test_in_armor_the_pilots_dynamo_is_gone() -> None:
    assert acting("collect-n", {"zone": "a2", "pilot": "comet", "status": "armor"}).state.players[A].energy == 4


@pytest.mark.clause("TEM ability.field_medic", "TEM power_up.restore_limit")
def test_a_field_medic_restores_more_for_each_energy() -> None:
    match = acting("power_up-n", {"pilot": "patch", "health": 1, "energy": 5})
    assert offered(match) == ["restore:1", "restore:2", "pass"]
    match.answer(A, "restore:1")
    assert (match.state.players[A].health, match.state.players[A].energy) == (1 + 3, 4)


@pytest.mark.clause("TEM ability.haggler", "TEM purchase.pay")
@pytest.mark.parametrize(
    ("weapon", "energy", "price"),
    [("seeker_rockets", 1, 0), ("rail_lance", 2, 0), ("plasma_axe", 7, 0), ("longshot", 0, 1)],
    ids=["credits first", "then energy", "energy alone", "never nothing"],
)
def test_a_haggler_pays_less(weapon: str, energy: int, price: int) -> None:
    player = {"pilot": "ledger", "energy": energy, "credits": price}
    match = acting("purchase-n", player, f"buy:{weapon}", row=[weapon], deck=[])
    assert (match.state.players[A].energy, match.state.players[A].credits) == (0, 0)
    if energy:
        short = acting("purchase-n", {**player, "energy": energy - 1, "credits": price}, row=[weapon], deck=[])
        assert "bought" not in told(short)
        assert f"buy:{weapon}" not in offered(short)


@pytest.mark.clause("TEM ability.sapper", "TEM deploy.cost")
def test_a_sapper_deploys_for_less_and_at_the_least_for_nothing() -> None:
    zones = {"a2": "energy_7"}
    mine = acting("mine-n", {"pilot": "fuse", "zone": "a2", "credits": 1}, "lay:1", zones=zones)
    assert mine.state.players[A].credits == 0
    turret = acting("turret-n", {"pilot": "fuse", "zone": "a2", "energy": 1}, "deploy", zones=zones)
    assert turret.state.players[A].energy == 0
    free = acting("mine-n", {"pilot": "fuse", "zone": "b2", "credits": 0}, "lay:1")
    assert (free.state.players[A].credits, "mine_laid" in told(free)) == (0, True)


@pytest.mark.clause("TEM ability.blast_suit")
def test_a_blast_suit_takes_off_mines_and_turrets_but_no_attack() -> None:
    def hurt_by(device: dict[str, Any]) -> int:
        walker = {"pilot": "anvil", "zone": "a3", "program": ["collect-n", "collect-n", "mine-n", "turret-n"]}
        position = {"confirm_turns": True, "player": {"A": walker, "B": {"zone": "c5", **device}}}
        return 6 - int(play(position).state.players[A].health)

    assert hurt_by({"mines": {"a2": 4}}) == 1 + 4 - 2
    assert hurt_by({"turrets": ["a2"]}) == 0
    assert hurt_by({"mines": {"a2": 1}}) == 0
    pilot = {"status": "pilot", "pilot": "anvil"}
    assert combat({}, pilot, "attack:pulse_pistol").state.players[B].health == 6 - 2


@pytest.mark.clause("TEM ability.showman")
def test_a_showman_scores_on_top_of_entering() -> None:
    walker = {"pilot": "diamond", "zone": "a3", "program": ["collect-n", "collect-n", "mine-n", "turret-n"]}
    assert play({"player": {"A": walker, "B": {"zone": "a2"}}}).state.players[A].score == 10 + 3


@pytest.mark.clause("TEM ability.momentum")
def test_momentum_is_in_the_first_attack_of_who_started() -> None:
    me = {"pilot": "maverick", "equipped": ["energy_sword", "pulse_pistol"]}
    enemy = {"equipped": ["riot_shield", "pulse_pistol"]}
    match = combat(me, enemy, "attack:energy_sword")
    assert (match.state.players[B].health, match.state.players[A].score) == (9 - 2 - 2, 4)
    match.answer(B, "attack:pulse_pistol")
    match.answer(A, "attack:pulse_pistol")
    assert match.state.players[B].health == 5 - 2


@pytest.mark.clause("TEM ability.momentum")
def test_a_defender_has_no_momentum() -> None:
    match = combat({}, {"pilot": "maverick"}, "attack:pulse_pistol", "attack:pulse_pistol")
    assert match.state.players[A].health == 9 - 2


@pytest.mark.clause("TEM ability.overcharge")
def test_overcharge_is_in_every_power_attack_and_in_no_other() -> None:
    match = combat({"equipped": ["lightning_coil"], "energy": 0}, {"pilot": "comet", "equipped": ["energy_sword"]})
    match.answer(A, "attack:lightning_coil")
    match.answer(B, "power:energy_sword")
    assert match.state.players[A].health == 9 - 3 - 2
    match = combat({"equipped": ["lightning_coil"], "energy": 0}, {"pilot": "comet", "equipped": ["energy_sword"]})
    match.answer(A, "attack:lightning_coil")
    match.answer(B, "attack:energy_sword")
    assert match.state.players[A].health == 9 - 2


@pytest.mark.clause("TEM ability.plating")
def test_plating_takes_off_the_enemys_first_attack_alone() -> None:
    me = {"equipped": ["energy_sword", "pulse_pistol"]}
    enemy = {"pilot": "anvil", "equipped": ["riot_shield", "plasma_axe"]}
    match = combat(me, enemy, "attack:energy_sword")
    assert (match.state.players[B].health, match.state.players[A].score) == (9 - (2 - 1), 1)
    match.answer(B, "attack:plasma_axe")
    match.answer(A, "attack:pulse_pistol")
    assert match.state.players[B].health == 8 - 2


@pytest.mark.clause("TEM ability.plating")
def test_plating_serves_an_attacker_too() -> None:
    me = {"pilot": "anvil", "equipped": ["energy_sword", "pulse_pistol"]}
    assert combat(me, {}, "attack:pulse_pistol", "attack:pulse_pistol").state.players[A].health == 9 - (2 - 1)


@pytest.mark.clause("TEM ability.riposte")
def test_a_riposte_costs_its_energy_and_not_less() -> None:
    enemy = {"pilot": "diamond", "equipped": ["energy_sword"]}
    match = combat({}, {**enemy, "energy": 2}, "attack:pulse_pistol", "riposte:energy_sword")
    assert (match.state.players[B].energy, match.state.players[A].health) == (0, 9 - 3)
    assert offered(combat({}, {**enemy, "energy": 1}, "attack:pulse_pistol")) == ["attack:energy_sword"]


@pytest.mark.clause("TEM ability.deep_magazine")
def test_a_deep_magazine_costs_its_energy() -> None:
    me = {"pilot": "magpie", "energy": 2}
    match = combat(me, {"equipped": ["energy_sword", "pulse_pistol"]}, "attack:pulse_pistol", "attack:pulse_pistol")
    match.answer(A, "weapon:pulse_pistol")
    assert match.state.players[A].energy == 0
    assert offered(match) == ["attack:pulse_pistol"]


@pytest.mark.clause("TEM ability.headhunter", "TEM ko.points")
def test_a_headhunter_scores_on_top_of_the_knock_out() -> None:
    match = combat({"pilot": "fuse"}, {"status": "pilot", "health": 1}, "attack:pulse_pistol")
    assert match.state.players[A].score == 1 + 30 + 7


@pytest.mark.clause("TEM ability.salvager")
@pytest.mark.parametrize("device", [{"mines": {"a2": 1}}, {"turrets": ["a2"]}], ids=["mine", "turret"])
def test_a_salvager_finds_both_resources_in_what_is_survived(device: dict[str, Any]) -> None:
    walker = {"pilot": "ledger", "status": "armor", "zone": "a3", "energy": 8, "credits": 1}
    walker["program"] = ["double_jump-n", "collect-n", "mine-n", "turret-n"]
    position = {"confirm_turns": True, "player": {"A": {**walker, "zone": "a4"}, "B": {"zone": "c5", **device}}}
    player = play(position).state.players[A]
    assert (player.energy, player.credits) == (9, 1 + 2)


@pytest.mark.clause("TEM ability.reserve_cell")
@pytest.mark.parametrize(("status", "energy"), [("armor", 3 + 2), ("pilot", 3)])
def test_a_reserve_cell_is_part_of_the_armor(status: str, energy: int) -> None:
    position = {"stage": "end_round", "player": {"A": {"pilot": "patch", "status": status}}}
    assert play(position).state.players[A].energy == energy


@pytest.mark.clause("TEM mech.rockets", "TEM mech.ability")
def test_rockets_are_in_the_first_attack_alone_whoever_began() -> None:
    mech = {"status": "mech", "pilot": "comet", "equipped": ["plasma_axe", "rail_lance"]}
    match = combat(mech, {"equipped": ["energy_sword", "pulse_pistol"]}, "attack:plasma_axe", mech_side="troy_3000")
    assert match.state.players[B].health == 9 - 4 - 2
    match = combat({"equipped": ["lightning_coil", "pulse_pistol"], "energy": 0}, mech, mech_side="troy_3000")
    match.answer(A, "attack:lightning_coil")
    match.answer(B, "attack:plasma_axe")
    assert match.state.players[A].health == 9 - 4 - 2
    match.answer(A, "attack:pulse_pistol")
    match.answer(B, "attack:rail_lance")
    assert (match.state.players[A].score, match.state.players[B].score) == (2, 6 + 3 + 30)


@pytest.mark.clause("TEM mech.force_field")
def test_a_force_field_takes_off_every_attack_and_device() -> None:
    mech = {"status": "mech", "equipped": ["plasma_axe", "tower_shield"]}
    match = combat({"equipped": ["energy_sword", "pulse_pistol"]}, mech, "attack:energy_sword", mech_side="sparta_3000")
    assert match.state.players[B].health == 11 - 1
    match.answer(B, "attack:plasma_axe")
    match.answer(A, "attack:pulse_pistol")
    assert match.state.players[B].health == 10 - 1
    walker = {**mech, "zone": "a3", "program": ["collect-n", "collect-n", "mine-n", "turret-n"]}
    position = {"confirm_turns": True, "mech_side": "sparta_3000"}
    position["player"] = {"A": walker, "B": {"zone": "c5", "mines": {"a2": 4}}}
    assert play(position).state.players[A].health == 11 - (1 + 4 - 1)
