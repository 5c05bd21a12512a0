"""The meaning of a name, shown beside it: nobody has to choose a card, a stance or a mission blind.

A game says what of a question or an option needs explaining (`Showing.meaning`): a sentence of its own, terms of the
glossary, or both. The terms are explained by the clause that tells most about them.
"""

from __future__ import annotations

from muster.kernel.game import Game
from muster.kernel.text import Text
from muster.kernel.words import Words
from muster.library import load_glossary


def meaning(game: Game[object], state: object, text: Text | None, words: Words) -> str:
    """The meaning of a question or an option, for somebody who knows only its name; empty if the name says it."""
    if text is None or game.showing is None:
        return ""
    found = game.showing.meaning(state, text, words)
    if not found.terms:
        return found.text
    glossary = load_glossary(game.name)
    ids = [glossary[term][0] for term in found.terms if term in glossary]
    said = [game.clauses.get(one).summary(words.language) for one in dict.fromkeys(ids)]
    return " ".join([*([found.text] if found.text else []), *said])
