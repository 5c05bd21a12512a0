"""The screen: a terminal, or a pipe that gets the same words without any tricks.

A pipe gets no escape codes, and answers read from it are written back, so that the output reads as a whole.
"""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import TextIO

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and everything scrolled off it: a secret must not be one page up."""
ERASE = "\x1b[K"
"""Clears the rest of the line."""
SEPARATOR = "=" * 72
WIDTH = 100
"""The width for a pipe, and the most we use of a terminal."""
GAP = "  "
FEW = 6
"""Lists up to this length stay in one column."""
MOST_COLUMNS = 6


def read_number(text: str) -> int | None:
    """Read a number as a person types it; None for anything else, and for absurdly many digits."""
    return int(text) if text.isdecimal() and len(text) < 10 else None


class Screen:
    """Lines out, lines in."""

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        self._source = source or sys.stdin
        self._sink = sink or sys.stdout
        for stream in (self._source, self._sink):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        self.is_terminal = self._source.isatty() and self._sink.isatty()
        if self.is_terminal:
            self._edit_lines_without_history()

    def _edit_lines_without_history(self) -> None:
        """Allow line editing, but no way to look up what another player typed."""
        try:
            import readline
        except ImportError:
            return
        readline.set_auto_history(False)

    @property
    def width(self) -> int:
        return min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns) if self.is_terminal else WIDTH

    def write(self, text: str = "") -> None:
        print(text, file=self._sink, flush=True)

    def write_sentence(self, text: str) -> None:
        """Write a line that may be long; in a terminal it is broken between words."""
        if not self.is_terminal:
            self.write(text)
            return
        indent = " " * (len(text) - len(text.lstrip()) + 4)
        for line in wrap(text, self.width, subsequent_indent=indent):
            self.write(line)

    def write_over(self, text: str) -> None:
        """Show how something goes, on a line that the next words write over; a pipe does not hear of it."""
        if self.is_terminal:
            print(f"\r{ERASE}{text}", end="", file=self._sink, flush=True)

    def read(self, prompt: str) -> str:
        """Read one line, without blanks around it; raises `EOFError` when there are no more."""
        if self.is_terminal:
            return input(prompt).strip()
        self._sink.write(prompt)
        self._sink.flush()
        line = self._source.readline()
        self.write(line.strip())
        if not line:
            raise EOFError
        return line.strip()

    def draw_curtain(self) -> None:
        """Hide everything written so far; in a pipe, write a line that says where the next reader begins."""
        if self.is_terminal:
            self._sink.write(CLEAR)
        else:
            self.write(SEPARATOR)

    def write_options(self, items: Sequence[tuple[str, ...]], about: Sequence[str]) -> None:
        """Write a list to choose from; if anything is to be said about them, each item has a line of its own, and what
        several in succession have in common is said after the last of them.
        """
        if not any(about):
            self.write_list(items)
            return
        for item, text, following in zip(self._aligned(items), about, [*about[1:], ""], strict=True):
            self._write_item(item)
            if text and text != following:
                self.write_sentence(f"      {text}")

    def write_list(self, items: Sequence[tuple[str, ...]]) -> None:
        """Write items below each other with their parts aligned; many items go into as many columns as fit."""
        count = MOST_COLUMNS if len(items) > FEW else 1
        columns = _columns(items, count)
        while count > 1 and sum(len(column[0]) + len(GAP) for column in columns) > self.width:
            count -= 1
            columns = _columns(items, count)
        if count == 1:
            for item in self._aligned(items):
                self._write_item(item)
            return
        for row in zip_longest(*columns, fillvalue=""):
            self.write(GAP.join(row).rstrip())

    def _aligned(self, items: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """The items with their parts aligned, as far as they fit on a line; the others stay as they are."""
        fitting = [item for item in items if len(GAP.join(item)) <= self.width]
        if not fitting:
            return list(items)
        widths = [max(map(len, parts)) for parts in zip(*fitting, strict=True)]
        return [
            tuple(part.ljust(width) for part, width in zip(item, widths, strict=True)) if item in fitting else item
            for item in items
        ]

    def _write_item(self, item: tuple[str, ...]) -> None:
        """Write an item on a line; where there is no room for all of it, its last part stands below the rest."""
        row = GAP.join(item).rstrip()
        if len(row) <= self.width or not self.is_terminal:
            self.write(row)
            return
        *text, last = item
        self.write_sentence(GAP.join(text).rstrip())
        self.write(f"      {last}")


def _columns(items: Sequence[tuple[str, ...]], count: int) -> list[list[str]]:
    """The items in so many columns, as texts of equal width within each column."""
    columns: list[list[str]] = []
    rows = -(-len(items) // count)
    for start in range(0, len(items), max(rows, 1)):
        chunk = items[start : start + rows]
        widths = [max(map(len, parts)) for parts in zip(*chunk, strict=True)]
        columns.append(
            [GAP.join(part.ljust(width) for part, width in zip(item, widths, strict=True)) for item in chunk]
        )
    return columns
