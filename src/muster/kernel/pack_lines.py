"""Line numbers for packs: on which line of a TOML text each table, key and item of a list stands.

`tomllib` decides what a text means and whether it is valid; it keeps no positions. This scanner reads the same text
once more, trusts it to be valid, and only notes where things stand. It runs when an error has to be placed, never
otherwise.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from contextlib import suppress

Path = tuple[str | int, ...]
"""The way to a value: `("weapon", 0, "attack", "damage")`."""

BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
SPACE = re.compile(r"[ \t]*")
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})' r"|'''.*?'''(?:'{0,2})" r'|"(?:\\.|[^"\\\n])*"' r"|'[^'\n]*'", re.DOTALL
)
SCALAR = re.compile(r"\d{4}-\d\d-\d\d \d\d:[^,\]}\s#]*|[^,\]}\s#]*")


def lines_of(text: str) -> dict[Path, int]:
    """The line of every table, key and item of a valid TOML text; of as many as can be found, if it is an odd one."""
    scanner = _Scanner(text)
    with suppress(RecursionError, IndexError, ValueError):  # better no line than no error message
        scanner.scan()
    return scanner.found


class _Scanner:
    def __init__(self, text: str) -> None:
        self.found: dict[Path, int] = {}
        self._text = text
        self._at = 0
        self._ends = [place.start() for place in re.finditer("\n", text)]
        self._last: dict[Path, int] = {}  # for an array of tables: the number of its last table

    def scan(self) -> None:
        here: Path = ()
        while True:
            self._skip(BLANK)
            if self._at >= len(self._text):
                return
            if self._text.startswith("[[", self._at):
                here = self._header(2)
            elif self._text[self._at] == "[":
                here = self._header(1)
            else:
                self._pair(here)

    def _skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self._text, self._at)
        if match is None:
            raise ValueError
        self._at = match.end()
        return match.group()

    def _note(self, path: Path, start: int) -> None:
        self.found.setdefault(path, bisect_right(self._ends, start - 1) + 1)

    def _header(self, brackets: int) -> Path:
        """`[[weapon]]` or `[weapon.attack]`: the table that the next keys belong to."""
        start = self._at
        self._at += brackets
        path: Path = ()
        key = self._key()
        for place, part in enumerate(key):
            path = (*path, part)
            self._note(path, start)
            if place < len(key) - 1 or brackets == 1:
                path = (*path, self._last[path]) if path in self._last else path
        if brackets == 2:
            self._last[path] = self._last.get(path, -1) + 1
            path = (*path, self._last[path])
        self._at += brackets
        self._note(path, start)
        return path

    def _key(self) -> list[str]:
        parts: list[str] = []
        while True:
            self._skip(SPACE)
            if self._text[self._at] in "\"'":
                parts.append(tomllib.loads(f"key = {self._skip(STRING)}")["key"])
            else:
                parts.append(self._skip(BARE_KEY))
            self._skip(SPACE)
            if self._text[self._at] != ".":
                return parts
            self._at += 1

    def _pair(self, here: Path) -> None:
        start = self._at
        path = here
        for part in self._key():
            path = (*path, part)
            self._note(path, start)
        self._at += 1  # the equals sign
        self._skip(SPACE)
        self._value(path)

    def _value(self, path: Path) -> None:
        first = self._text[self._at]
        if first in "\"'":
            self._skip(STRING)
        elif first == "[":
            self._items(path, "]")
        elif first == "{":
            self._items(path, "}")
        else:
            self._skip(SCALAR)

    def _items(self, path: Path, end: str) -> None:
        """The items of a list, or the pairs of an inline table."""
        self._at += 1
        number = 0
        while True:
            self._skip(BLANK)
            if self._text[self._at] == end:
                self._at += 1
                return
            if self._text[self._at] == ",":
                self._at += 1
            elif end == "}":
                self._pair(path)
            else:
                item = (*path, number)
                self._note(item, self._at)
                self._value(item)
                number += 1
