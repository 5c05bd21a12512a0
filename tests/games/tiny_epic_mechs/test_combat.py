"""Points of combat and of knock-outs that the scan of the rulebook lost: here they stand in the pack, and count.

Everything else about combat is in `scenarios/combat_*` and `scenarios/knock_out_*`.
"""

from __future__ import annotations

import pytest

from games.tiny_epic_mechs.plain import A, B, combat, offered, play, prompt
from muster.games.tiny_epic_mechs.cards.content import WeaponType


@pytest.mark.clause("TEM combat.start")
def test_entering_scores_the_attacker_once() -> None:
    walker = {"zone": "a3", "program": ["collect-n", "collect-n", "mine-n", "turret-n"]}
    match = play({"player": {"A": walker, "B": {"zone": "a2"}}})
    assert [player.score for player in match.state.players] == [10, 0]


@pytest.mark.clause("TEM combat.start", "TEM combat.mine_first")
def test_an_attacker_whom_a_mine_stops_has_not_entered_combat() -> None:
    walker = {"zone": "a3", "health": 1, "program": ["collect-n", "collect-n", "mine-n", "turret-n"]}
    match = play({"confirm_turns": True, "player": {"A": walker, "B": {"zone": "a2", "mines": {"a2": 1}}}})
    assert [player.score for player in match.state.players] == [0, match.state.content.constants.device_knock_out]


@pytest.mark.clause("TEM combat.retreat_points", "TEM combat.points")
def test_the_enemy_of_who_retreats_scores() -> None:
    match = combat({}, {"equipped": ["energy_sword", "pulse_pistol"]}, "attack:pulse_pistol", "attack:pulse_pistol")
    assert prompt(match) == (A, "prompt.retreat")
    assert match.pending[A].midway, "a combat is over when its loser has withdrawn"
    assert [player.score for player in match.state.players] == [2, 2 + 20]


@pytest.mark.clause("TEM ko.points", "TEM combat.excess")
def test_a_knock_out_scores_on_top_of_the_damage_there_was_to_do() -> None:
    match = combat({}, {"status": "pilot", "health": 1}, "attack:pulse_pistol")
    assert [player.score for player in match.state.players] == [1 + 30, 0]


@pytest.mark.clause("TEM ko.points", "TEM combat.retreat_points")
def test_a_knock_out_is_no_retreat() -> None:
    enemy = {"equipped": ["energy_sword", "pulse_pistol"]}
    match = combat({"status": "pilot", "health": 2}, enemy, "attack:pulse_pistol", "attack:energy_sword")
    assert match.state.players[B].score == 2 + 30


@pytest.mark.clause("TEM ko.mech_captured", "TEM mech.points", "TEM ko.points")
def test_a_captured_mech_scores_besides_the_knock_out() -> None:
    mech = {"status": "mech", "health": 2, "equipped": ["plasma_axe"], "reserve": ["energy_sword"]}
    pilot = {"status": "pilot", "reserve": ["longshot"]}
    match = combat(pilot, mech, "attack:pulse_pistol", "board:troy_3000", mech_side="troy_3000")
    assert match.state.players[A].score == 2 + 30 + match.state.content.constants.take_mech


@pytest.mark.clause("TEM combat.counter")
def test_every_type_counters_one_other_and_is_countered_by_the_third() -> None:
    wheel = {kind: [other for other in WeaponType if kind.counters(other)] for kind in WeaponType}
    assert wheel == {
        WeaponType.AREA: [WeaponType.RANGED],
        WeaponType.RANGED: [WeaponType.MELEE],
        WeaponType.MELEE: [WeaponType.AREA],
    }


@pytest.mark.clause("TEM tactical.enter", "TEM ko.tactical")
def test_no_card_of_the_program_stays_behind() -> None:
    match = combat({}, {"status": "pilot", "health": 1, "revealed": 2}, "attack:pulse_pistol")
    assert (match.state.players[B].program, match.state.players[B].revealed) == ([], 0)
    assert len(match.state.players[A].program) == 4


@pytest.mark.clause("TEM combat.weapon")
def test_a_combat_is_half_done_until_somebody_has_lost_it() -> None:
    """Bots and odds follow a combat to its end before they judge it."""
    match = combat({}, {})
    assert match.pending[A].midway
    match.answer(A, offered(match)[0])
    assert match.pending[B].midway
