"""What players read is in words, in both languages: no raw ids, keys or coordinates, and figures fit their nouns."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from games.every_game import decisions
from muster.kernel.dice import SeededDice
from muster.kernel.game import setup_of
from muster.kernel.match import Match
from muster.kernel.sessions import new_match
from muster.kernel.text import Text
from muster.kernel.words import Words
from muster.library import load_game

GAMES = ("tiny_epic_mechs", "obsidian_protocol", "deadzone", "tag_raid")
MATCHES = 3

RAW = {
    "a gap or a key": re.compile(r"[{}]|\b[a-z]+\.[a-z_]+\b(?!\.)|_"),
    "a raw id": re.compile(r"\([ab]\d+\)|\bt\d+\b"),
    "a coordinate": re.compile(r"\d+\.\d+,\s*\d+"),
    "one of many": re.compile(
        r"(?<![\d,.+/-])\b1 (credits|points|dice|hits|units|models|wounds|cards|tokens|steps|turns|rounds|mechs"
        r"|drones|items|actions"
        r"|créditos|puntos|dados|impactos|unidades|heridas|cartas|fichas|pasos|turnos|rondas|acciones|objetos)\b",
        re.I,
    ),
    "two blanks": re.compile(r"\S  | [.,;:!?](?!\.)"),
}


def said(match: Match[Any], words: Words) -> Iterator[tuple[str, str]]:
    """Everything that the pending questions say, and the events since the last."""
    for ask in match.pending.values():
        yield ask.prompt.key, words.say(ask.prompt)
        for option in ask.space.options()[:12]:
            if option.text is not None:
                yield option.text.key, words.say(option.text)
        for blocked in ask.space.blocked()[:12]:
            yield blocked.reason.key, words.say(blocked.reason)


def read(game: str, language: str) -> Iterator[tuple[str, str]]:
    rules = load_game(game)
    words = rules.catalogue.words(language)
    for seed in range(MATCHES):
        match = new_match(rules, setup_of(rules).prepare({}), SeededDice(seed))
        for number, _ in enumerate(decisions(match, random.Random(seed))):
            if number % 3 == 0:
                yield from said(match, words)
        for event in match.table.events:
            yield event.key, words.say(Text(event.key, event.params))


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("game", GAMES)
def test_everything_said_at_a_table_is_in_words(game: str, language: str) -> None:
    found: dict[tuple[str, str], str] = {}
    for key, text in read(game, language):
        for what, pattern in RAW.items():
            if pattern.search(text):
                found.setdefault((key, what), text)
    assert not found, "\n".join(f"{key} ({what}): {text}" for (key, what), text in found.items())
