"""Errors in packs: each names its file, line, card and field and, if a known name is near, suggests that one.

A problem is a key with gaps, like everything that people read; the library gives it words. One error may carry
several problems, so that a pack can be mended in one go.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

import msgspec

from muster.kernel.errors import GameError
from muster.kernel.text import Param, Text
from muster.kernel.words import Words

MOST_PROBLEMS = 50
"""Nobody mends more at once; the rest is left out."""
MOST_SHOWN = 60
"""The longest text that is quoted from a pack."""


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong: where (`line` is 0 if it is nowhere in particular), what, and what may have been meant.
    `what` is the key of a sentence under `pack`.
    """

    what: str
    params: dict[str, Param] = {}
    file: str = ""
    line: int = 0
    kind: str = ""
    card: str = ""
    field: str = ""
    suggestion: str = ""

    def sentence(self, words: Words) -> str:
        """All of it in one sentence: `my.toml:4: weapon 'whip': field cost: …`."""
        parts = [f"{self.file}:{self.line}" if self.line else self.file] if self.file else []
        if self.kind:
            parts.append(f"{self.kind} {self.card!r}" if self.card else self.kind)
        if self.field:
            parts.append(words.say(Text("pack.field", {"field": self.field})))
        return ": ".join([*parts, self.reason(words)])

    def reason(self, words: Words) -> str:
        """The reason alone, with what may have been meant."""
        said = words.say(Text(f"pack.{self.what}", self.params))
        if not self.suggestion:
            return said
        return said + words.say(Text("pack.suggestion", {"name": self.suggestion}))


class PackError(GameError):
    """A pack does not fit. Its words are English; `problems` can be said in any language."""

    def __init__(self, problems: Sequence[Problem], words: Words | None = None) -> None:
        self.problems = tuple(problems[:MOST_PROBLEMS])
        speaking = words or Words("en", {})
        super().__init__("\n".join(problem.sentence(speaking) for problem in self.problems))

    def said(self, words: Words) -> PackError:
        """The same error in words."""
        return PackError(self.problems, words)

    def __reduce__(self) -> tuple[type[PackError], tuple[tuple[Problem, ...]]]:
        return PackError, (self.problems,)


def nearest(given: str, known: Iterable[str]) -> str:
    """The known name that looks most like the given one; empty if none does."""
    if len(given) > MOST_SHOWN:
        return ""
    found = difflib.get_close_matches(given.lower(), list(known), 1, 0.6)
    return found[0] if found else ""


def quoted(value: object) -> str:
    """A value as a sentence shows it: on one line, and not too long."""
    text = value if isinstance(value, str) else str(value)
    text = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text[: MOST_SHOWN + 1])
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "…"
