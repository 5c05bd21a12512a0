"""Types that commands, messages and requests share: longest texts, languages, ways to see a table."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec

MOST_TEXT = 500
"""The longest line of chat."""
MOST_KEY = 2_000
"""The longest key of an answer."""

Language = Literal["en", "es"]
ViewKind = Literal["data", "text", "aloud", "both", "none"]
"""How a client wants the table shown: as the view's data, as a picture in text, as both (with a
simple drawing, if the game has one), or not at all."""
Talk = Literal["all", "phrases", "none"]
"""The talk allowed at a table: anything, ready phrases only, or nothing."""
Phrase = Literal["hello", "good_luck", "well_played", "thanks", "sorry", "one_moment", "good_game", "rematch"]
"""Phrases that everybody hears in their own language."""
Spectators = Literal["none", "public", "all"]
"""Spectators: none; those who see what is public; those who see through any seat's eyes (known before one sits)."""

CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Token = Annotated[str, msgspec.Meta(max_length=100)]
TableId = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""32 bytes in hexadecimal."""
Count = Annotated[int, msgspec.Meta(ge=0)]

MOST_PACK = 200_000
"""The longest pack that a table takes: all cards of the largest game are half of it."""
MOST_PACKS = 4
"""So many packs may be laid over each other at a table."""


class PackText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pack as a client sends it: what its file is called, and what stands in it."""

    name: Annotated[str, msgspec.Meta(max_length=60, pattern=r"^[\w][\w .()+-]*\Z")]
    text: Annotated[str, msgspec.Meta(max_length=MOST_PACK)]


ShippedNames = Annotated[list[Annotated[str, msgspec.Meta(max_length=60)]], msgspec.Meta(max_length=8)]
"""Packs that come with a game, by name."""
PackTexts = Annotated[list[PackText], msgspec.Meta(max_length=MOST_PACKS)]

NULL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
"""U+0000 as JSON writes it."""


def without_null(data: bytes) -> bytes:
    """Return what was sent, if it can be stored; raises `MsgspecError` for U+0000, which PostgreSQL cannot store."""
    if b"\0" in data or (b"\\u0000" in data and NULL.search(data)):
        raise msgspec.ValidationError("a text may not hold the character U+0000")
    return data
