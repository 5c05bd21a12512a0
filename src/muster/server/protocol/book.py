"""The rules book over HTTP: its chapters, and an example of a clause, step by step."""

from __future__ import annotations

from typing import Any

import msgspec

from muster.server.protocol.news import Told


class ChapterInfo(msgspec.Struct, frozen=True):
    """A chapter: what it is about, and the ids of its clauses in order."""

    id: str
    title: str
    about: str
    clauses: list[str]


class BookInfo(msgspec.Struct, frozen=True):
    """The book of a game. `examples` are the clauses that have one."""

    title: str
    chapters: list[ChapterInfo]
    examples: list[str]


class FrameInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A moment of an example: who answered what, what followed, and the table as the example's seat sees it then.

    With a `reason` the rules said no to the answer, by this clause; `answer` is empty then.
    """

    view: Any
    seat: int | None = None
    key: str = ""
    answer: str = ""
    reason: str = ""
    clause: str = ""
    told: list[Told] = []


class ExampleInfo(msgspec.Struct, frozen=True):
    """An example of a clause, played by the rules. `clauses` are all that it shows; `eyes` is the seat that sees it.

    `names` are words that its packs bring along.
    """

    title: str
    clauses: list[str]
    eyes: int | None
    names: dict[str, str]
    frames: list[FrameInfo]
