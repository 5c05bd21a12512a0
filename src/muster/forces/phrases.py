"""The sentences about forces that belong to no game, in English and Spanish."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

import muster.forces
from muster.kernel.text import Param, Text
from muster.kernel.words import LANGUAGES, Words, read_templates


@lru_cache(maxsize=len(LANGUAGES))
def words(language: str) -> Words:
    file = resources.files(muster.forces) / "messages" / f"{language}.toml"
    return Words(language, read_templates(file.read_text("utf-8"), f"forces/messages/{language}.toml"))


def say(language: str, key: str, **gaps: Param) -> str:
    return words(language).say(Text(f"forces.{key}", gaps))
