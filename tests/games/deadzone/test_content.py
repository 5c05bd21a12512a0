"""The cards: enough of everything, and every ability on some card."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.content import content_of
from games.deadzone.fields import FIELDS
from muster.games.deadzone.cards.keywords import EFFECTS, GOALS, Ability, Effect, Item, Keyword
from muster.kernel.numbers import members
from muster.library import load_game

GAME: Any = load_game("deadzone")
CONTENT: Any = content_of(GAME)

FACTIONS = ("enforcers", "plague", "rebs", "marauders", "asterians", "forge_fathers")


@pytest.mark.parametrize("name", members(Ability))
def test_every_ability_is_on_some_card(name: str) -> None:
    cards = [*CONTENT.models.values(), *CONTENT.mutations]
    assert any(card.abilities >> members(Ability)[name] & 1 for card in cards)


@pytest.mark.parametrize("name", members(Keyword))
def test_every_keyword_is_on_some_weapon(name: str) -> None:
    weapons = [*CONTENT.item_weapons.values(), *(weapon for card in CONTENT.models.values() for weapon in card.weapons)]
    assert any(weapon.has(members(Keyword)[name]) for weapon in weapons)


def test_every_effect_and_goal_is_on_some_card() -> None:
    assert {effect for card in CONTENT.cards for effect, _ in card.effects} == set(range(len(EFFECTS))) - {Effect.THROW}
    goals = [goal for faction in CONTENT.factions.values() for mission in faction.missions for goal in mission.goals]
    assert {goal.kind for goal in goals} == set(range(len(GOALS)))


@pytest.mark.parametrize("faction", FACTIONS)
def test_a_faction_has_models_cards_missions_and_teams(faction: str) -> None:
    assert sum(card.faction == faction for card in CONTENT.models.values()) >= 7
    assert len(CONTENT.factions[faction].deck) >= 30
    assert len(CONTENT.factions[faction].missions) == 6
    assert sum(team.faction == faction for team in CONTENT.teams.values()) == 2


def test_the_rest_of_the_box() -> None:
    assert len(CONTENT.maps) == 8
    assert len(CONTENT.crates) == 16
    assert len(CONTENT.mutations) == 8
    assert len(FIELDS) == 5
    assert len({(field.cubes.levels, sum(field.stand)) for field in FIELDS.values()}) == 5
    found = Counter(Item(kind) for kind in CONTENT.crates)
    assert found[Item.INTEL] >= 1
    assert found[Item.SPECIAL] >= 1


def test_what_is_known_of_costs_holds() -> None:
    """Three costs, the total of one horde, strike teams that were legal, and that nearly all Asterians are dear."""

    def total(**count: int) -> int:
        return sum(CONTENT.models[name].cost * number for name, number in count.items())

    assert total(peacekeeper_captain=1) == 29
    assert total(steel_huscarl=1) == 19
    assert total(forge_huscarl=1) == 27
    assert total(stage_1a=1, stage_2a=4, stage_3a=7, stage_3a_hmg=3, stage_3d=6) == 140
    assert total(stage_3a_general=1, stage_2a=2, stage_3a=1, stage_3d=2, plague_strider=1) <= 70
    assert total(stage_3a_general=1, stage_3a=2, stage_3d=1, stage_3a_hmg=1, plague_strider=1) <= 70
    assert total(forge_huscarl=1, forge_guard=2) <= 70
    asterians = [card.cost for card in CONTENT.models.values() if card.faction == "asterians"]
    assert sum(cost >= 11 for cost in asterians) >= len(asterians) - 1
