"""Words that commands, messages and requests share: how long things may be, languages, ways to look at a table."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec

MOST_TEXT = 500
"""How long a line of chat may be."""
MOST_KEY = 2_000
"""How long the key of an answer may be."""

Language = Literal["en", "es"]
ViewKind = Literal["data", "text", "both", "none"]
"""How a client wants the table shown: as the view's data, as a picture in text, as both (with a
simple drawing, if the game has one), or not at all."""
Spectators = Literal["none", "public", "all"]
"""Who may watch: nobody; anybody, seeing what is public; anybody, through any seat's eyes (known before one sits)."""

CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Token = Annotated[str, msgspec.Meta(max_length=100)]
TableId = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Count = Annotated[int, msgspec.Meta(ge=0)]

NULL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
"""U+0000 as JSON writes it."""


def without_null(data: bytes) -> bytes:
    """What was sent, if it can be kept: a text with U+0000 in it cannot, in PostgreSQL. Raises `MsgspecError`."""
    if NULL.search(data) or b"\0" in data:
        raise msgspec.ValidationError("a text may not hold the character U+0000")
    return data
