"""The rules book for browsers: chapters, made once and then kept, and examples, played when somebody opens them."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from muster.book import Example, Frame, chapters_of, example_of, shipped_examples
from muster.kernel.errors import GameError
from muster.kernel.words import LANGUAGES, Words
from muster.library import load_game
from muster.server.files import Cacheable
from muster.server.lobby.reference import JSON, playable
from muster.server.protocol import ENCODER
from muster.server.protocol.book import BookInfo, ChapterInfo, ExampleInfo, FrameInfo
from muster.server.telling.audience import tell
from muster.server.telling.phrases import title_of


@lru_cache(maxsize=16)
def game_book(game: str, language: str) -> Cacheable | None:
    """The chapters of a game's book; None if there is no such game or language."""
    found = playable(game)
    if found is None or language not in LANGUAGES:
        return None
    chapters = [
        ChapterInfo(one.id, one.title.said(language), one.about.said(language), [clause.id for clause in one.clauses])
        for one in chapters_of(game)
    ]
    book = BookInfo(title_of(found, language), chapters, list(shipped_examples(game)))
    return Cacheable(msgspec.json.encode(book), JSON)


@lru_cache(maxsize=256)
def clause_example(game: str, language: str, clause: str) -> Cacheable:
    """The example of a clause, whose id has a dot after its prefix (`DZ.move.wall`); raises `GameError`."""
    if playable(game) is None or language not in LANGUAGES:
        raise GameError(f"there is no book of {game!r} in {language!r}")
    found = example_of(game, load_game(game).clauses.get(clause.replace(".", " ", 1)).id)
    if found is None:
        raise GameError(f"the clause {clause!r} has no example")
    return Cacheable(ENCODER.encode(example_info(game, found, language)), JSON)


def example_info(game: str, example: Example, language: str) -> ExampleInfo:
    words = example.game.catalogue.words(language)
    plain = load_game(game).catalogue.templates[language]
    return ExampleInfo(
        example.shipped.title(language),
        list(example.shipped.scenario.clauses),
        example.eyes,
        {key: text for key, text in example.game.catalogue.templates[language].items() if plain.get(key) != text},
        [frame_info(frame, words) for frame in example.frames],
    )


def frame_info(frame: Frame, words: Words) -> FrameInfo:
    refusal = frame.refusal
    return FrameInfo(
        frame.look.view,
        frame.seat,
        frame.key,
        "" if frame.answer is None else words.say(frame.answer),
        "" if refusal is None else words.say(refusal.reason),
        "" if refusal is None else refusal.clause,
        [tell(event, words, texts=True) for event in frame.told],
    )
