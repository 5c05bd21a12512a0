"""Text on a screen of 80 columns, for the pictures of all games."""

from __future__ import annotations

from textwrap import wrap

WIDTH = 80


def fit(line: str, hanging: int = 2) -> list[str]:
    """Break a long line between words; the continuation is indented. A line that fits stays as it is."""
    if len(line) <= WIDTH:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()) + hanging)
    return wrap(line, WIDTH, subsequent_indent=indent)
