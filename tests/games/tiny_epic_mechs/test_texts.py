"""Nothing is chosen blind: options say prices, abilities and the Mech's sides, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from games.tiny_epic_mechs.plain import A
from muster.kernel.dice import ScriptedDice
from muster.kernel.match import Match
from muster.library import load_game

GAME: Any = load_game("tiny_epic_mechs")
PROGRAM = {"mine": "mine-n", "turret": "turret-n", "power_up": "power_up-n", "purchase": "purchase-n"}


def table(kind: str, player: dict[str, Any], **more: Any) -> Match[Any]:
    """A executes a card of this kind and moves from a3 to a2, a credit zone worth 2."""
    program = [PROGRAM[kind], "collect-n", "collect-n", "double_jump-n"]
    position = {
        "confirm_turns": True,
        "zones": {"a2": "credits_4"},
        **more,
        "player": {"A": {"zone": "a3", "program": program, **player}},
    }
    return Match(GAME, GAME.testing.position(position), ScriptedDice([1]))


def said(match: Match[Any], language: str) -> list[str]:
    """The question of A and its options, as they are said."""
    words, ask = GAME.catalogue.words(language), match.pending[A]
    return [words.say(ask.prompt), *(words.say(option.text) for option in ask.space.options() if option.text)]


@pytest.mark.clause("TEM deploy.cost", "TEM ability.sapper")
@pytest.mark.parametrize(
    ("kind", "pilot", "language", "sentence"),
    [
        ("mine", "", "en", "Which mine do you lay here for 2 credits?"),
        ("mine", "fuse", "en", "Which mine do you lay here for 1 credit?"),
        ("mine", "", "es", "¿Qué mina despliegas aquí por 2 créditos?"),
        ("mine", "fuse", "es", "¿Qué mina despliegas aquí por 1 crédito?"),
        ("turret", "", "en", "Set up a turret for 2 energy"),
        ("turret", "", "es", "Desplegar una torreta por 2 de energía"),
    ],
)
def test_the_price_of_a_deployment_is_named(kind: str, pilot: str, language: str, sentence: str) -> None:
    assert sentence in said(table(kind, {"pilot": pilot}), language)


@pytest.mark.clause("TEM deploy.relocate", "TEM deploy.cost")
def test_the_price_of_a_relocation_is_named() -> None:
    turrets = table("turret", {"turrets": ["c1", "c2", "c3"]})
    assert said(turrets, "en")[0] == "All your turrets are in the arena. Which one do you move here for 2 energy?"
    mines = table("mine", {"mines": {"c1": 1, "c2": 2, "c4": 3, "c5": 4}})
    assert said(mines, "es")[0] == "Todas tus minas están en la arena. ¿Cuál traes aquí por 2 créditos?"


@pytest.mark.clause("TEM power_up.upgrade", "TEM power_up.restore")
def test_powering_up_says_what_it_brings() -> None:
    player = {"pilot": "comet", "credits": 5, "energy": 2, "health": 3}
    english, spanish = said(table("power_up", player), "en"), said(table("power_up", player), "es")
    does = "Overcharge: Your power attacks do 1 more damage"
    assert f"Upgrade to Power Armor for 5 credits, at 9 health. {does}" in english
    assert "Restore 2 health for 1 energy" in english
    assert "Restore 3 health for 2 energy" in english
    does = "Sobrecarga: Tus ataques potenciados hacen 1 de daño más"
    assert f"Mejorar a servoarmadura por 5 créditos, con 9 de aguante. {does}" in spanish
    plain = said(table("power_up", {"credits": 5}), "en")
    assert "Upgrade to Power Armor for 5 credits, at 9 health" in plain


@pytest.mark.clause("TEM purchase.pay", "TEM ability.haggler")
def test_a_weapon_is_offered_with_what_it_costs_this_player() -> None:
    rich = {"energy": 9, "credits": 9}
    row = ["warhammer", "plasma_axe", "arc_caster", "longshot"]
    assert "Buy Plasma Axe for 2 energy and 1 credit" in said(table("purchase", rich, row=row), "en")
    haggler = said(table("purchase", {**rich, "pilot": "ledger"}, row=row), "es")
    assert "Adquirir Martillo de guerra por 3 créditos" in haggler
    assert "Adquirir Proyector de arco por 1 de energía" in haggler


@pytest.mark.clause("TEM mech.side", "TEM mech.rockets", "TEM mech.force_field")
def test_the_sides_of_the_mech_say_what_they_do() -> None:
    armored = {"status": "armor", "equipped": ["energy_sword", "longshot"]}
    match = table("mine", armored, mech="a2")
    assert said(match, "en")[1:3] == [
        "Take it as Troy 3000. Rocket salvo: The first attack in each combat does 2 more damage",
        "Take it as Sparta 3000. Force field: Attacks, mines and turrets do 1 less damage to you",
    ]
    assert "Troya 3000. Salva de cohetes: " in said(match, "es")[1]


@pytest.mark.clause("TEM mech.side", "TEM power_up.upgrade")
def test_the_table_as_text_says_what_armor_and_mech_could_do() -> None:
    match = table("mine", {"pilot": "comet"})
    for language, sentences in {
        "en": ("in Power Armor · Overcharge: ", "The Mighty Mech stands free in b3.", "Sparta 3000 · Force field"),
        "es": ("con servoarmadura · Sobrecarga: ", "El Mega Mech está libre en b3.", "Esparta 3000 Campo de fuerza"),
    }.items():
        picture = " ".join(match.look(A).picture(GAME.catalogue.words(language)).split())
        assert all(sentence in picture for sentence in sentences)
    armored = table("mine", {"status": "armor", "pilot": "comet", "equipped": ["energy_sword"]})
    assert "in Power Armor" not in armored.look(A).picture(GAME.catalogue.words("en"))


@pytest.mark.clause("TEM solo.mech_unarmed")
def test_a_robot_without_a_weapon_is_shown_so() -> None:
    robot = {"status": "mech", "equipped": [], "reserve": ["pulse_pistol"]}
    position = {"solo": True, "confirm_turns": True, "player": {"C": robot}}
    match: Match[Any] = Match(GAME, GAME.testing.position(position), ScriptedDice([1]))
    picture = match.look(A).picture(GAME.catalogue.words("en"))
    assert "carries no weapon · in reserve Pulse Pistol" in picture


@pytest.mark.clause("TEM power_up.restore", "TEM power_up.restore_limit")
def test_every_payment_for_health_that_is_not_offered_has_its_reason() -> None:
    space = table("power_up", {"health": 3, "energy": 4}).pending[A].space
    assert [option.key for option in space.options()] == ["restore:1", "restore:2", "pass"]
    why = {blocked.key: blocked.reason.key for blocked in space.blocked()}
    full = {f"restore:{paid}": "refuse.health_full" for paid in (3, 4)}
    poor = {f"restore:{paid}": "refuse.energy" for paid in range(5, 20)}
    assert why == {"upgrade": "refuse.credits", **full, **poor}
