"""The server's own sentences, in English and Spanish: refusals of the table, notices, the words of the page."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

import muster.server
from muster.kernel.game import Game
from muster.kernel.text import Param, Text
from muster.kernel.words import LANGUAGES, Words, read_templates


class TableRefusal(Exception):
    """The table says no, for a reason that is in no rulebook. Nothing has changed."""

    def __init__(self, key: str, **gaps: Param) -> None:
        super().__init__(key)
        self.key = key
        self.reason = Text(f"table.{key}", gaps)

    def __str__(self) -> str:
        return words("en").say(self.reason)


@lru_cache(maxsize=len(LANGUAGES))
def templates(language: str) -> dict[str, str]:
    file = resources.files(muster.server) / "messages" / f"{language}.toml"
    return read_templates(file.read_text("utf-8"), f"server/messages/{language}.toml")


@lru_cache(maxsize=len(LANGUAGES))
def words(language: str) -> Words:
    return Words(language, templates(language))


def title_of(game: Game[object], language: str = "en") -> str:
    spoken = game.catalogue.words(language)
    return spoken.say(Text("game.title")) if spoken.knows("game.title") else game.name
