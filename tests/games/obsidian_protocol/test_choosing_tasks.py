"""Tasks are not chosen blind: every option says what the task is about and what it is worth, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from games.content import content_of
from muster.kernel.dice import SeededDice
from muster.kernel.sessions import new_match
from muster.library import load_game

GAME: Any = load_game("obsidian_protocol")
CONTENT: Any = content_of(GAME)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_task_says_what_it_is_worth_before_it_is_chosen(language: str) -> None:
    words = GAME.catalogue.words(language)
    match = new_match(GAME, GAME.setup.prepare({}), SeededDice(3))
    seen = set()
    cards = {
        "prompt.discard_task": {card.id: card for card in CONTENT.tasks},
        "prompt.secondary": {card.id: card for card in CONTENT.secondaries},
    }
    while len(seen) < 2:
        seat, ask = next(iter(match.pending.items()))
        options = list(ask.space.options())
        for option in options if ask.prompt.key in cards else ():
            seen.add(ask.prompt.key)
            said = words.say(option.text)
            assert str(cards[ask.prompt.key][option.key.partition(":")[2]].points) in said
            assert "{" not in said
        match.answer(seat, options[0].key)
