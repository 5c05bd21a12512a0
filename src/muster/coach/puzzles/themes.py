"""Themes: what a decision is about, by its question and the kind of answer, and which events are worth telling.

A game says so in `bot/themes.toml`: for a question and the first word of an answer's key (or `any`), the theme. Puzzles
are mixed by it. `tells` lists the events that explain why an answer was good: points, wounds, deaths.
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache

import msgspec

from muster.kernel.errors import GameError
from muster.kernel.packs import decode
from muster.library import folder_of

OTHER = "other"
"""The theme of everything a game does not speak of."""
WORD = re.compile(r"[a-z_]+")


class Themes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's own words about its decisions and events."""

    prompt: dict[str, dict[str, str]] = {}
    tells: frozenset[str] = frozenset()

    def of(self, prompt: str, answer: str) -> str:
        """The theme of this answer to this question."""
        themes = self.prompt.get(prompt.removeprefix("prompt."), {})
        return themes.get(kind_of(answer)) or themes.get("any", OTHER)


@lru_cache(maxsize=16)
def load_themes(game: str) -> Themes:
    """The themes of a game; none if it does not tell."""
    file = folder_of(game) / "bot" / "themes.toml"
    name = f"{game}/bot/themes.toml"
    try:
        return decode(tomllib.loads(file.read_text("utf-8")), Themes, name) if file.is_file() else Themes()
    except tomllib.TOMLDecodeError as error:
        raise GameError(f"{name}: {error}") from None


def kind_of(key: str) -> str:
    """The first word of an answer's key: `move` of `move:e7.1`."""
    found = WORD.match(key)
    return found.group() if found else key
