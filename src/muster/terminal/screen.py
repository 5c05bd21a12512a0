"""Where the client writes and reads: a terminal, or a pipe that gets the same words without any tricks.

A pipe gets no escape codes, and the answers read from it are written back, so that what comes out reads as a whole.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from typing import TextIO

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Empties the screen and what has scrolled off it: a secret must not be one page up."""
SEPARATOR = "=" * 72
WIDTH = 100
"""For a pipe, and the most that is used of a terminal."""
FEW = 6
"""Lists up to this length stay in one column."""


class Screen:
    """Lines out, lines in."""

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        self._source = source or sys.stdin
        self._sink = sink or sys.stdout
        self.is_terminal = self._source.isatty() and self._sink.isatty()
        if self.is_terminal:
            self._edit_lines_without_history()

    def _edit_lines_without_history(self) -> None:
        """Line editing, but no way to look up what another player typed."""
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

    def read(self, prompt: str) -> str:
        """One line without its blanks; raises `EOFError` when there are no more."""
        if self.is_terminal:
            return input(prompt).strip()
        line = self._source.readline()
        if not line:
            self.write(prompt)
            raise EOFError
        self.write(prompt + line.strip())
        return line.strip()

    def draw_curtain(self) -> None:
        """Nothing written so far can be seen any more; in a pipe, a line says where the next reader begins."""
        if self.is_terminal:
            self._sink.write(CLEAR)
        else:
            self.write(SEPARATOR)

    def write_list(self, items: Sequence[str]) -> None:
        """Items below each other, in as many columns as fit when they are many."""
        widest = max(map(len, items), default=0) + 2
        columns = max(1, self.width // widest) if len(items) > FEW else 1
        rows = -(-len(items) // columns)
        for row in range(rows):
            self.write("".join(item.ljust(widest) for item in items[row::rows]).rstrip())
