"""From keys to sentences: catalogues of templates in English and Spanish, and how their gaps are filled.

A template is plain text with gaps: `{seat:seat}` fills in the name of the thing of that kind (looked up as `seat.0`
or `weapon.warhammer` in the same catalogue), `{count}` the value itself, `{count|point|points}` one of two words by
number. A value such as `warhammer+longshot` is a list: each part is named. A kind that ends in `_text` names a
sentence, whose own gaps are filled from the same values. A template `collected_without_energy` is used instead of
`collected` when energy is 0.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from typing import Any

from muster.kernel.errors import GameError
from muster.kernel.text import Param, Text

LANGUAGES = ("en", "es")
WITHOUT = "_without_"
SENTENCE = "_text"
GAP = re.compile(r"\{(\w+)(?::(\w+)|\|([^|{}]*)\|([^|{}]*))?\}")


def flatten(table: Mapping[str, Any], file: str, prefix: str = "") -> dict[str, str]:
    """Nested tables of templates as one mapping with dotted keys."""
    flat: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            flat.update(flatten(value, file, f"{prefix}{key}."))
        elif isinstance(value, str):
            flat[prefix + key] = value
        else:
            raise GameError(f"{file}: {prefix}{key}: expected a text, got {value!r}")
    return flat


def read_templates(text: str, file: str) -> dict[str, str]:
    """The templates of one message file."""
    try:
        return flatten(tomllib.loads(text), file)
    except tomllib.TOMLDecodeError as error:
        raise GameError(f"{file}: {error}") from None


Saying = tuple[Any, ...]
"""The key of a text and its parameters."""
MOST_SAID = 5_000
"""So many sentences of a game are remembered in a language."""


class Words:
    """One language, ready to speak: `say` a text, `name` a thing."""

    def __init__(
        self,
        language: str,
        templates: Mapping[str, str],
        seat_names: Mapping[int, str] | None = None,
        said: dict[Saying, str] | None = None,
    ) -> None:
        self.language = language
        self._templates = templates
        self._seats = dict(seat_names or {})
        self._said: dict[Saying, str] = {} if said is None else said
        """Sentences that were said before and name nobody at the table, so they are the same at all tables."""

    def seated(self, seat_names: Mapping[int, str]) -> Words:
        """The same language at a table where the seats have these names."""
        return Words(self.language, self._templates, seat_names, self._said)

    def knows(self, key: str) -> bool:
        return key in self._templates

    def name(self, kind: str, value: Param) -> str:
        """The name of a thing of some kind; the value itself if it has no name."""
        if kind == "seat" and isinstance(value, int) and value in self._seats:
            return self._seats[value]
        if isinstance(value, str) and "+" in value:
            return ", ".join(self.name(kind, part) for part in value.split("+"))
        return self._templates.get(f"{kind}.{value}", str(value))

    def _template(self, text: Text) -> str | None:
        """The template of a key; where some parameters are 0, the one that leaves them out, if there is one."""
        if 0 not in text.params.values():
            return self._templates.get(text.key)
        nothing = [name for name, value in text.params.items() if value == 0]
        for count in range(len(nothing), 0, -1):
            for names in combinations(nothing, count):
                found = self._templates.get(f"{text.key}{WITHOUT}{'_and_'.join(names)}")
                if found is not None:
                    return found
        return self._templates.get(text.key)

    def terms(self, text: Text) -> list[str]:
        """The things that a text names, as keys of the catalogue: `stance.defensive`."""
        template = self._template(text) or ""
        named = [(kind, text.params[name]) for name, kind, _, _ in GAP.findall(template) if kind]
        return [f"{kind}.{part}" for kind, value in named for part in str(value).split("+")]

    def say(self, text: Text) -> str:
        """The sentence behind a text. An unknown key shows itself: ugly, and caught by the tests."""
        saying = (text.key, *text.params.items())
        said = self._said.get(saying)
        if said is not None:
            return said
        template = self._template(text)
        if template is None:
            return repr(text)
        said = self._filled(template, text.params)
        if is_the_same_everywhere(template):
            if len(self._said) >= MOST_SAID:
                self._said.clear()
            self._said[saying] = said
        return said

    def _filled(self, template: str, params: Mapping[str, Param]) -> str:
        said: list[str] = []
        for before, name, kind, one, many in taken_apart(template):
            said.append(before)
            if not name:  # the end
                break
            value = params[name]
            if one is not None:
                said.append(one if value == 1 else many)
            elif not kind:
                said.append(str(value))
            elif kind.endswith(SENTENCE) and self.knows(f"{kind}.{value}"):
                said.append(self._filled(self._templates[f"{kind}.{value}"], params))
            else:
                said.append(self.name(kind, value))
        return "".join(said)


@lru_cache(maxsize=20_000)
def taken_apart(template: str) -> list[tuple[str, str, str, str | None, str]]:
    """The gaps of a template, each after the text before it; the last has no name, and stands for the end. Most of what
    a table tells is said anew after every answer, so each template is read once.
    """
    parts: list[tuple[str, str, str, str | None, str]] = []
    place = 0
    for gap in GAP.finditer(template):
        name, kind, one, many = gap.groups()
        parts.append((template[place : gap.start()], name, kind or "", one, many or ""))
        place = gap.end()
    return [*parts, (template[place:], "", "", None, "")]


@lru_cache(maxsize=20_000)
def is_the_same_everywhere(template: str) -> bool:
    """Whether a template names nobody at the table, nor holds a sentence that might."""
    return not any(kind == "seat" or kind.endswith(SENTENCE) for _, _, kind, _, _ in taken_apart(template))


class Catalogue:
    """All templates of a game, by language."""

    def __init__(self, templates: Mapping[str, Mapping[str, str]]) -> None:
        self.templates = templates
        self._said: dict[str, dict[Saying, str]] = {language: {} for language in templates}

    def words(self, language: str, seat_names: Mapping[int, str] | None = None) -> Words:
        if language not in self.templates:
            raise GameError(f"no words in language {language!r}: there are {', '.join(sorted(self.templates))}")
        return Words(language, self.templates[language], seat_names, self._said[language])
