"""A text that stands in a file in every language, beside what it is about: lessons and rules books are."""

from __future__ import annotations

import msgspec


class Spoken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in every language. `*word*` stands out."""

    en: str
    es: str

    def said(self, language: str) -> str:
        return self.es if language == "es" else self.en
