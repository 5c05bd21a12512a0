"""Text on a screen of 80 columns: what the games' pictures share."""

from __future__ import annotations

from textwrap import wrap

WIDTH = 80


def fit(line: str, hanging: int = 2) -> list[str]:
    """A line broken between words where it is too long; what follows stands further in than its beginning."""
    indent = " " * (len(line) - len(line.lstrip()) + hanging)
    return wrap(line, WIDTH, subsequent_indent=indent)
