"""Actions whose figures stand on cards: these tests read the cards, so that they hold for every pack."""

from __future__ import annotations

from typing import Any

import pytest

from games.content import content_of
from muster.games.tiny_epic_mechs.rules.equipment import check_loadout
from muster.kernel.dice import SeededDice
from muster.kernel.match import Match
from muster.kernel.refusal import Refusal
from muster.library import load_game

GAME: Any = load_game("tiny_epic_mechs")
CONTENT: Any = content_of(GAME)
WEAPONS = [weapon for weapon in CONTENT.weapons if weapon.id != "pulse_pistol"]


def shopping(weapon: Any, energy: int, credits_left: int) -> Match[Any]:
    """A pilot about to buy, with this weapon on offer."""
    position = {
        "stage": "act",
        "card": "purchase-n",
        "confirm_turns": True,
        "player": {"A": {"energy": energy, "credits": credits_left}},
    }
    if weapon.advanced:
        position["row"] = [weapon.id]
    return Match(GAME, GAME.testing.position(position), SeededDice(1))


@pytest.mark.clause("TEM purchase.pay")
@pytest.mark.parametrize("weapon", WEAPONS, ids=lambda weapon: weapon.id)
def test_a_weapon_costs_what_its_card_says(weapon: Any) -> None:
    match = shopping(weapon, weapon.energy, weapon.credits)
    match.answer(0, f"buy:{weapon.id}")
    player = match.view(0).players[0]
    assert (player.energy, player.credits) == (0, 0)
    assert weapon.id in player.reserve


@pytest.mark.clause("TEM purchase.pay")
@pytest.mark.parametrize("weapon", WEAPONS, ids=lambda weapon: weapon.id)
def test_one_energy_or_credit_short_there_is_no_weapon(weapon: Any) -> None:
    track = CONTENT.constants.track
    shorts = []
    if weapon.energy:
        shorts.append((weapon.energy - 1, track))
    if weapon.credits:
        shorts.append((track, weapon.credits - 1))
    assert shorts, "a weapon that costs nothing"
    for energy, credits_left in shorts:
        match = shopping(weapon, energy, credits_left)
        if match.ask(0).prompt.key != "prompt.purchase":
            assert "cannot.nothing_affordable" in [event.key for event in match.events(0)]
            continue
        with pytest.raises(Refusal) as refused:
            match.answer(0, f"buy:{weapon.id}")
        assert refused.value.clause == "TEM purchase.pay"
        named = refused.value.reason.params
        assert (named["energy"], named["credits"]) == (weapon.energy, weapon.credits)
        assert (named["have_energy"], named["have_credits"]) == (energy, credits_left), "what there is, too"


@pytest.mark.clause("TEM equip.minimum")
@pytest.mark.parametrize("status", ["pilot", "armor", "mech"])
def test_to_carry_nothing_is_refused(status: str) -> None:
    carried = ["warhammer"] if status == "mech" else ["pulse_pistol"]
    state = GAME.testing.position({"player": {"A": {"status": status, "equipped": carried}}})
    with pytest.raises(Refusal) as refused:
        check_loadout(state, state.players[0], 0)
    assert refused.value.clause == "TEM equip.minimum"


@pytest.mark.clause("TEM final.weapons")
def test_in_the_end_every_weapon_scores_the_points_on_its_card() -> None:
    names = [weapon.id for weapon in CONTENT.weapons]
    owner = {"status": "mech", "equipped": names[4:8], "reserve": names[:4] + names[8:]}
    match = Match(
        GAME, GAME.testing.position({"round": 6, "stage": "end_round", "player": {"A": owner}}), SeededDice(1)
    )
    scored = [
        event for event in match.events(None) if event.clause == "TEM final.weapons" and event.params["seat"] == 0
    ]
    assert [event.params["points"] for event in scored] == [sum(weapon.points for weapon in CONTENT.weapons)]


@pytest.mark.clause("TEM scoring.mech")
def test_the_mech_scores_its_figure_for_who_controls_it() -> None:
    owner = {"status": "mech", "equipped": ["warhammer"]}
    match = Match(
        GAME, GAME.testing.position({"round": 2, "stage": "end_round", "player": {"A": owner}}), SeededDice(1)
    )
    scored = [event.params for event in match.events(None) if event.clause == "TEM scoring.mech"]
    assert [(params["seat"], params["points"]) for params in scored] == [(0, CONTENT.constants.mech_control)]
