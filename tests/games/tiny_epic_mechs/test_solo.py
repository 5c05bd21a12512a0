"""Robot pilots where figures of cards matter, or chance over many draws; `scenarios/solo_*` show the rest."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.tiny_epic_mechs.plain import CONTENT, GAME, A, B, C, combat, play, prompt, told, weapons
from muster.games.tiny_epic_mechs.cards.content import Ability
from muster.games.tiny_epic_mechs.rules.robots import is_clear
from muster.games.tiny_epic_mechs.state.questions import ability_of
from muster.games.tiny_epic_mechs.state.state import NOBODY
from muster.kernel.dice import RandomDice, ScriptedDice
from muster.kernel.match import Match

PURCHASE = 5
"""The face that draws a robot's purchase card from its whole deck."""


def robot_turn(robot: dict[str, Any], *dice: int, **more: Any) -> Match[Any]:
    """A turn of robot C, who walks from d2 to the south unless it says otherwise."""
    players = {"A": {"tactical": "on"}, "C": {"zone": "d2", "facing": "south", **robot}}
    return play({"solo": True, "turn": 2, "deck": [], **more, "player": players}, dice=dice)


@pytest.mark.clause("TEM solo.collect", "TEM collect.limit")
def test_a_robot_whose_tracks_are_full_collects_no_more() -> None:
    robot = robot_turn({"energy": 9, "credits": 8, "mines": {"a3": 1}}, 1).state.players[C]
    assert (robot.energy, robot.credits) == (9, 9)


@pytest.mark.clause("TEM solo.equip", "TEM solo.equip_draw")
def test_a_robot_with_two_advanced_weapons_draws_none() -> None:
    arms = {"energy": 9, "credits": 9, "equipped": ["pulse_pistol", "warhammer"]}
    robot = robot_turn(arms, PURCHASE, row=["longshot"]).state.players[C]
    assert {weapon.id for weapon in CONTENT.in_mask(robot.equipped)} == {"pulse_pistol", "warhammer", "longshot"}


@pytest.mark.clause("TEM solo.purchase")
@pytest.mark.parametrize(
    ("energy", "price", "bought"),
    [(9, 9, "plasma_axe"), (8, 9, "rail_lance"), (2, 9, "longshot"), (9, 1, "plasma_axe")],
)
def test_a_robot_buys_the_leftmost_weapon_it_can_pay(energy: int, price: int, bought: str) -> None:
    row = ["plasma_axe", "rail_lance", "longshot"]
    match = robot_turn({"energy": energy, "credits": price}, PURCHASE, row=row)
    weapon = CONTENT.weapons[CONTENT.weapon_number[bought]]
    robot = match.state.players[C]
    assert weapons(match, robot.weapons) == ["pulse_pistol", bought]
    assert robot.equipped == robot.weapons
    assert (robot.energy, robot.credits) == (energy - weapon.energy, price - weapon.credits)


@pytest.mark.clause("TEM solo.purchase_fallback")
def test_a_robot_that_can_pay_nothing_in_the_row_collects() -> None:
    match = robot_turn({"energy": 2, "credits": 9}, PURCHASE, row=["plasma_axe", "rail_lance"])
    assert "bought" not in told(match)
    assert match.state.players[C].energy == 3


@pytest.mark.clause("TEM solo.pay_most")
def test_a_robot_pays_credits_as_it_pays_energy() -> None:
    robot = {"equipped": ["seeker_rockets"], "credits": 2}
    match = combat({}, robot, "attack:pulse_pistol", solo=True, dice=[1])
    assert (match.state.players[C].credits, match.state.players[A].health) == (0, 9 - 1 - 2)


@pytest.mark.clause("TEM solo.pay_most", "TEM effect.ready")
def test_a_robot_makes_no_other_choice() -> None:
    robot = {"equipped": ["energy_sword", "pulse_pistol", "twin_pulse"], "exhausted": ["energy_sword", "pulse_pistol"]}
    match = combat({"equipped": ["pulse_pistol", "riot_shield"]}, robot, "attack:pulse_pistol", solo=True, dice=[1])
    assert prompt(match) == (A, "prompt.answer")
    assert match.state.players[C].exhausted == match.state.players[C].equipped


@pytest.mark.clause("TEM effect.exhaust")
def test_which_weapon_a_robot_exhausts_is_drawn() -> None:
    me = {"equipped": ["shock_field", "energy_sword"]}
    match = combat(me, {"equipped": ["energy_sword", "pulse_pistol"]}, "attack:shock_field", solo=True, dice=[1, 1])
    assert weapons(match, match.state.players[C].exhausted) == ["energy_sword", "pulse_pistol"]
    assert told(match)[-4:].count("attack") == 1


@pytest.mark.clause("TEM solo.counter", "TEM effect.jam")
def test_a_jammed_robot_does_not_counter() -> None:
    me = {"equipped": ["gravity_well", "energy_sword"]}
    match = combat(me, {"equipped": ["energy_sword"]}, "attack:gravity_well", solo=True, dice=[1])
    assert "power_attack" not in told(match)
    assert match.state.players[A].health == 9 - 2


@pytest.mark.clause("TEM solo.score", "TEM combat.start", "TEM ko.points")
def test_a_robot_scores_for_combat_like_a_player() -> None:
    players = {
        "A": {"zone": "d3", "health": 1, "tactical": "on"},
        "C": {"zone": "d2", "facing": "south"},
    }
    match = play({"solo": True, "turn": 2, "player": players}, dice=[1, 1])
    assert [player.score for player in match.state.players] == [0, 0, 10 + 1 + 30]


BESIEGED = {
    "solo": True,
    "confirm_turns": True,
    "player": {
        "A": {"zone": "e3", "mines": {"e2": 1, "d3": 2, "e4": 3, "d2": 4}, "turrets": ["c2", "d4", "d1"]},
        "B": {"zone": "c4"},
        "C": {"zone": "e3", "health": 1},
    },
    "combat": {"attacker": "A", "defender": "C"},
}
"""The player holds a robot's base and has mined most of what is around; the other robot is not far."""


@pytest.mark.clause("TEM solo.ko_occupied")
@pytest.mark.parametrize("seed", range(40))
def test_a_robot_always_comes_back_to_a_clear_zone(seed: int) -> None:
    match = Match(GAME, GAME.testing.position(BESIEGED), RandomDice(random.Random(seed)))
    match.answer(A, "attack:pulse_pistol")
    robot = match.state.players[C]
    assert prompt(match) == (A, "prompt.end_turn")
    assert is_clear(match.state, robot, robot.zone)
    assert robot.zone != match.state.players[B].zone
    assert (robot.health, len(match.state.players[A].program)) == (9, 4)


@pytest.mark.clause("TEM solo.ko_occupied")
def test_a_robot_whom_all_its_cards_lead_nowhere_takes_the_clear_zone_closest_to_its_base() -> None:
    match = Match(GAME, GAME.testing.position(BESIEGED), ScriptedDice([7, 7, 4, 1, 3, 3, 2, 1]))
    match.answer(A, "attack:pulse_pistol")
    assert told(match).count("robot_card") == sum(CONTENT.copies)
    assert match.state.arena.names[match.state.players[C].zone] == "c3"


@pytest.mark.clause("TEM solo.mech_no_ability")
def test_a_robot_has_no_ability_whatever_card_lies_before_it() -> None:
    state = GAME.testing.position({"solo": True, "player": {"A": {"tactical": "on"}}})
    player, robot = state.players[A], state.players[C]
    player.pilot = robot.pilot = 0
    assert ability_of(state, player) != Ability.NONE
    assert ability_of(state, robot) == Ability.NONE
    player.pilot = NOBODY
    assert ability_of(state, player) == Ability.NONE, "nobody has chosen a pilot yet"
