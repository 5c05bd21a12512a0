"""Nothing is chosen blind: beside every name of a card stands what it does, in both languages."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.every_game import decisions
from muster.book.meanings import meaning
from muster.kernel.dice import SeededDice
from muster.kernel.game import setup_of
from muster.kernel.match import Match
from muster.kernel.sessions import new_match
from muster.kernel.text import Text
from muster.kernel.words import LANGUAGES
from muster.library import load_game
from muster.server.telling.audience import Audience, pose
from muster.terminal.screen import Screen

NAMED = {
    "tiny_epic_mechs": ("option.pilot", "option.weapon", "option.buy"),
    "obsidian_protocol": ("option.stance", "option.act", "option.drone_act"),
    "deadzone": ("prompt.mission", "option.card", "option.discard", "option.item"),
    "tag_raid": ("option.tag", "prompt.equip", "option.equip"),
}
"""Texts that name a card and no more, of those that come up when matches are played by chance."""


def chosen(game: str) -> Iterator[tuple[Match[Any], Text]]:
    rules = load_game(game)
    for seed in range(3):
        match = new_match(rules, setup_of(rules).prepare({}), SeededDice(seed))
        for _ in decisions(match, random.Random(seed)):
            for ask in match.pending.values():
                for text in (ask.prompt, *(option.text for option in ask.space.options()[:20])):
                    if text is not None and text.key in NAMED[game]:
                        yield match, text


@pytest.mark.parametrize("game", NAMED)
def test_whatever_is_chosen_by_its_name_is_explained(game: str) -> None:
    heard: set[str] = set()
    for match, text in chosen(game):
        if repr(text) in heard:
            continue
        heard.add(repr(text))
        said = [meaning(match.game, match.state, text, match.game.catalogue.words(one)) for one in LANGUAGES]
        assert all(said), text
        assert said[0] != said[1] or not said[0].isascii(), text
        assert not [one for one in said if "{" in one or "_" in one or "Text(" in one], said
    assert {text.partition(":")[0].removeprefix("Text(") for text in heard} == set(NAMED[game])


def test_a_mission_says_what_it_brings_before_it_is_kept() -> None:
    rules = load_game("deadzone")
    match = new_match(rules, setup_of(rules).prepare({}), SeededDice(0))
    rng = random.Random(0)
    for _ in decisions(match, rng):
        asked = {ask.prompt.key: ask for ask in match.pending.values()}
        if "prompt.mission" in asked:
            break
    words = rules.catalogue.words("en")
    question = pose(
        match, asked["prompt.mission"], 1, words, Audience(0, plays=True, language="en", view="none", texts=True)
    )
    assert "(" in question.about, question.about
    assert question.about in meaning(rules, match.state, asked["prompt.mission"].prompt, words)


def test_the_terminal_says_it_below_the_name_and_only_once_where_many_share_it() -> None:
    sink = io.StringIO()
    screen = Screen(io.StringIO(), sink)
    items = [("  1 Abyss", "environment:abyss"), ("  2 Drop it", "drop"), ("  3 Break it", "break"), ("  4 Go", "go")]
    screen.write_options(items, ["Falls.", "A cloak.", "A cloak.", ""])
    assert [line.strip().split("  ")[0] for line in sink.getvalue().splitlines()] == [
        "1 Abyss",
        "Falls.",
        "2 Drop it",
        "3 Break it",
        "A cloak.",
        "4 Go",
    ]
