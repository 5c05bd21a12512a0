"""Reference for clients: the words, clauses and glossary of a game, made once and then kept."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from muster.book import chapters_of
from muster.kernel.clauses import Clause
from muster.kernel.errors import GameError
from muster.kernel.game import Game
from muster.kernel.words import LANGUAGES
from muster.library import house_cards, load_game, load_glossary
from muster.server.files import Cacheable
from muster.server.protocol import GlossaryInfo, RuleInfo
from muster.server.telling.phrases import templates

JSON = "application/json"


@lru_cache(maxsize=len(LANGUAGES))
def server_words(language: str) -> Cacheable | None:
    """The server's own sentences."""
    return Cacheable(msgspec.json.encode(templates(language)), JSON) if language in LANGUAGES else None


@lru_cache(maxsize=16)
def game_words(game: str, language: str) -> Cacheable | None:
    """The templates of a game: its sentences, and the names of its cards, tokens and keywords."""
    found = playable(game)
    if found is None or language not in LANGUAGES:
        return None
    return Cacheable(msgspec.json.encode(found.catalogue.templates[language]), JSON)


@lru_cache(maxsize=16)
def game_rules(game: str, language: str) -> Cacheable | None:
    """The clause register of a game, in the order of its book."""
    found = playable(game)
    if found is None or language not in LANGUAGES:
        return None
    rules = [_rule(clause, chapter.id, language) for chapter in chapters_of(game) for clause in chapter.clauses]
    return Cacheable(msgspec.json.encode(rules), JSON)


@lru_cache(maxsize=8)
def game_glossary(game: str) -> Cacheable | None:
    """The clauses that explain the words and signs of a game, and the cards whose figures are ours."""
    if playable(game) is None:
        return None
    terms = {term: list(clauses) for term, clauses in load_glossary(game).items()}
    return Cacheable(msgspec.json.encode(GlossaryInfo(terms, list(house_cards(game)))), JSON)


def playable(name: str) -> Game[object] | None:
    """A game by its name; None if there is none, or if it comes from a broken package of others."""
    try:
        return load_game(name)
    except GameError:
        return None


def _rule(clause: Clause, chapter: str, language: str) -> RuleInfo:
    return RuleInfo(clause.id, chapter, clause.summary(language), clause.page, clause.source)
