"""TOML of strangers, read with care.

`tomllib` needs a time that grows with the square of the parts of a key and more: a key of 5,000 parts, which is a line
of 10,000 letters, takes seconds, one of a megabyte days. No thread can be called off, so nothing of the sort is begun.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

MOST_PARTS = 16
"""A key like `attack.damage.dice` has so many parts at most."""
STRINGS = r'"""(?:\\.|[^\\])*?"""' r"|'''.*?'''" r'|"(?:\\.|[^"\\\n])*"' r"|'[^'\n]*'"
TOKEN = re.compile(STRINGS + r"|#[^\n]*|[A-Za-z0-9_-]+|[ \t]+|[^\"'#\w\-. \t]+|.", re.DOTALL)


def read_toml(text: str) -> dict[str, Any]:
    """What a text says. Raises `ValueError` if it is no TOML (`TOMLDecodeError`) or holds a number of too many digits,
    and `RecursionError` if it is nested too deeply.
    """
    check_depth(text)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise RecursionError("it is nested too deeply") from None


def check_depth(text: str) -> None:
    """Raise `RecursionError` for a key of too many parts."""
    parts, dotted = 0, False
    for token in TOKEN.finditer(text):
        said = token[0]
        if said in ('"', "'"):
            return  # a string that does not end: nothing behind it is read
        if said == ".":
            dotted = True
        elif said[0] not in " \t":
            is_key = said[0] in "\"'-_" or said[0].isalnum()
            parts = (parts + 1 if dotted else 1) if is_key else 0
            dotted = False
            if parts > MOST_PARTS:
                raise RecursionError("it is nested too deeply")
