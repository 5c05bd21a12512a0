"""The client's own sentences, in the player's language.

A game speaks through its own catalogue; the client's sentences around it are in `messages/` beside this file, in the
same form.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

import muster.terminal
from muster.kernel.text import Param, Text
from muster.kernel.words import LANGUAGES, Words, read_templates


class Phrases:
    """The client's sentences in one language."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def say(self, key: str, **gaps: Param) -> str:
        return self._words.say(Text(key, gaps))

    def knows(self, key: str) -> bool:
        return self._words.knows(key)


@lru_cache(maxsize=len(LANGUAGES))
def phrases(language: str) -> Phrases:
    """The sentences in `language`."""
    file = resources.files(muster.terminal) / "messages" / f"{language}.toml"
    return Phrases(Words(language, read_templates(file.read_text("utf-8"), f"terminal/messages/{language}.toml")))
