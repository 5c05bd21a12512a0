"""What players read is in words, in both languages: no raw ids, keys or coordinates, and figures fit their nouns.

Read is everything that is said in matches played by chance, in stretches played by the greedy bot and in every
scenario: the questions, their options, what they refuse and why, what is told, and the refusals.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import pytest

from games.every_game import decisions, is_written_there
from muster.bots.chair import chair_at
from muster.bots.greedy import GreedyBot
from muster.kernel.dice import SeededDice
from muster.kernel.game import setup_of
from muster.kernel.match import Match
from muster.kernel.refusal import Refusal
from muster.kernel.scenario import Run, read_scenario
from muster.kernel.sessions import new_match
from muster.kernel.text import Param, Text
from muster.kernel.words import GAP, LANGUAGES, Catalogue, Words
from muster.library import load_game

HERE = Path(__file__).parent
PLACES = {
    "tiny_epic_mechs": r"[a-e][1-5]",
    "obsidian_protocol": r"[A-L](1[0-2]|[1-9])",
    "deadzone": r"[a-h][1-8]|[AB]\d+",
    "tag_raid": r"[a-g][1-9]",
}
"""What is written on the board, and on pieces of which several have the same name: this is how people call them."""

MATCHES = 3
GREEDY = 2
"""Matches in which the bot thinks, as far as `THOUGHTS` decisions; the rest of a match is left."""
THOUGHTS = 120
MOST = 12
"""Options of a question that are read."""

RAW = {
    "a gap or a key": re.compile(r"[{}_]|\b[a-z]+[.:][a-z_]+\b(?!\.)"),
    "a raw id": re.compile(r"\b[A-Za-z]+\d+(\.\d+)*\b"),
    "a coordinate": re.compile(r"\d+\.\d+,\s*\d+|\d+,\d+"),
    "two blanks": re.compile(r"\S  | [.,;:!?](?!\.)"),
}
COUNTED = re.compile(r"(?<![\w,.+/#-])1 ([\w-]+)")
TYPED = "kernel.no_such_option"
"""What was typed is said again as it was typed."""

Said = tuple[Catalogue, Text]


class Blunt(Words):
    """Words that write down every name they do not know."""

    def __init__(self, language: str, templates: Mapping[str, str]) -> None:
        super().__init__(language, templates, {0: "Ana", 1: "Ben", 2: "Cleo", 3: "Dan"})
        self._named = templates
        self.unknown: list[str] = []

    def name(self, kind: str, value: Param) -> str:
        said = super().name(kind, value)
        single = kind != "seat" and isinstance(value, str) and value and "+" not in value
        if single and f"{kind}.{value}" not in self._named and not is_written_there(kind, str(value)):
            self.unknown.append(f"{kind}.{value}")
        return said

    @cached_property
    def plurals(self) -> set[str]:
        """The words that this language has for several of a thing, and not for one."""
        pairs = [gap.groups()[2:] for text in self._named.values() for gap in GAP.finditer(text)]
        one, many = ({word.partition(" ")[0] for word in words if word} for words in zip(*pairs, strict=True))
        return many - one

    @cached_property
    def printed(self) -> set[str]:
        """Every word that stands in the catalogue: the names of cards have figures in them."""
        return {word for text in self._named.values() for word in re.findall(r"\w+", text)}

    def flaws(self, text: Text, game: str) -> Iterator[str]:
        """What is wrong with a sentence."""
        self.unknown.clear()
        said = self.say(text)
        yield from [f"no name for {name}" for name in self.unknown]
        bare = re.sub(rf"\b({PLACES[game]})\b", "here", said)
        bare = re.sub(r"\w+", lambda word: "word" if word.group() in self.printed else word.group(), bare)
        for what, pattern in RAW.items():
            if pattern.search(bare):
                yield what
        if any(word in self.plurals for word in COUNTED.findall(said)):
            yield "one of many"


def asked(match: Match[Any], rng: random.Random) -> Iterator[Said]:
    """Everything that the pending questions say."""
    catalogue = match.game.catalogue
    for ask in list(match.pending.values()):
        yield catalogue, ask.prompt
        options = ask.space.options()
        for option in rng.sample(options, min(MOST, len(options))):
            if option.text is not None:
                yield catalogue, option.text
        blocked = ask.space.blocked()
        for one in rng.sample(blocked, min(MOST, len(blocked))):
            yield catalogue, one.reason


def told(match: Match[Any]) -> Iterator[Said]:
    for event in match.table.events:
        yield match.game.catalogue, Text(event.key, event.params)


def in_matches(game: str) -> Iterator[Said]:
    rules = load_game(game)
    for seed in range(MATCHES):
        rng = random.Random(seed)
        match = new_match(rules, setup_of(rules).prepare({}), SeededDice(seed))
        for number, _ in enumerate(decisions(match, rng)):
            if number % 3 == 0:
                yield from asked(match, rng)
        yield from told(match)


def in_thoughtful_matches(game: str) -> Iterator[Said]:
    rules = load_game(game)
    for seed in range(GREEDY):
        rng = random.Random(seed)
        match = new_match(rules, setup_of(rules).prepare({}), SeededDice(100 + seed))
        bot = GreedyBot(rng)
        for _ in range(THOUGHTS):
            if match.over:
                break
            yield from asked(match, rng)
            seat = min(match.pending)
            match.answer(seat, bot.choose(chair_at(match, seat)).key)
        yield from told(match)


def in_scenarios(game: str) -> Iterator[Said]:
    for file in sorted((HERE / game / "scenarios").rglob("*.toml")):
        rng = random.Random(file.name)
        scenario = read_scenario(file.read_text("utf-8"), file.name)
        run = Run(load_game(game, [Path(pack) for pack in scenario.packs]), scenario)
        match = run.start()
        yield from asked(match, rng)
        for number, step in enumerate(scenario.step):
            if step.refuse:
                try:
                    match.ask(run.seat_of(number)).space.accept(step.refuse)
                except Refusal as refusal:
                    yield run.game.catalogue, refusal.reason
            run.take(number)
            yield from asked(match, rng)
        yield from told(match)


SOURCES = {"matches": in_matches, "thoughtful matches": in_thoughtful_matches, "scenarios": in_scenarios}


@lru_cache(maxsize=32)
def spoken(catalogue: Catalogue) -> list[Blunt]:
    return [Blunt(language, catalogue.templates[language]) for language in LANGUAGES]


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("game", PLACES)
def test_everything_said_at_a_table_is_in_words(game: str, source: str) -> None:
    heard: set[str] = set()
    found: dict[tuple[str, str, str], str] = {}
    for catalogue, text in SOURCES[source](game):
        if repr(text) in heard or text.key == TYPED:
            continue
        heard.add(repr(text))
        for words in spoken(catalogue):
            for what in words.flaws(text, game):
                found.setdefault((words.language, text.key, what), words.say(text))
    assert len(heard) > 100
    assert not found, "\n".join(f"{key} ({what}, {language}): {said}" for (language, key, what), said in found.items())
