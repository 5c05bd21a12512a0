"""Battle cards: the tests that each effect helps, and the cards that let a model act."""

from __future__ import annotations

from typing import Any

import pytest

from games.content import content_of
from muster.games.deadzone.cards.keywords import EFFECTS, Effect
from muster.games.deadzone.rules import active_cards, battle_cards
from muster.games.deadzone.state.state import State
from muster.library import load_game

GAME: Any = load_game("deadzone")
CONTENT: Any = content_of(GAME)
TESTS = ("shoot", "fight", "survive", "blaze_away", "command", "overwatch", "throw")
ACTIONS = {"move", "courage"}


def names(mask: int) -> set[str]:
    """The effects of a mask, by name."""
    return {name for number, name in enumerate(EFFECTS) if mask >> number & 1}


@pytest.mark.clause("DZ card.plus", "DZ card.headshot", "DZ card.weak_spot")
@pytest.mark.parametrize("test", TESTS)
def test_what_helps_whoever_acts(test: str) -> None:
    """Weak Spot every attack, Headshot a shot; whatever it is against."""
    more = {"headshot", "weak_spot"} if test == "shoot" else {"weak_spot"}
    expected = {test} | (more if test in {"shoot", "fight", "blaze_away", "throw"} else set())
    for against in (None, Effect.SHOOT, Effect.SURVIVE):
        assert names(battle_cards.helpful(EFFECTS.index(test), True, against)) == expected


@pytest.mark.clause("DZ card.plus", "DZ card.steadfast")
@pytest.mark.parametrize("test", TESTS)
def test_what_helps_against_it(test: str) -> None:
    """Steadfast against what is shot, not against blows and blasts."""
    expected = {"survive"} | ({"steadfast"} if test in {"shoot", "blaze_away"} else set())
    assert names(battle_cards.helpful(Effect.SURVIVE, False, EFFECTS.index(test))) == expected
    assert names(battle_cards.helpful(Effect.SURVIVE, False, None)) == {"survive"}


@pytest.mark.clause("DZ card.effects", "DZ card.move", "DZ card.courage")
def test_what_each_half_of_a_card_does() -> None:
    state: State = GAME.testing.position({"model": [{"side": "A", "card": "enforcer", "at": "a7"}]})
    acting = set()
    for card in CONTENT.cards:
        for which in (0, 1)[: len(card.effects)]:
            option = battle_cards.card_option(card, which)
            name = EFFECTS[card.effects[which][0]]
            assert option.key == f"card:{card.id}:{name}"
            assert EFFECTS[active_cards.effect_of(state, option.value)] == name
            assert active_cards.is_action(state, option.value) == (name in ACTIONS)
            acting |= {name} & ACTIONS
    assert acting == ACTIONS
