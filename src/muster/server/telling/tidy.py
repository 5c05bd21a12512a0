"""Tidy texts: what strangers write, so that it can be seen, stays on its line and covers or turns nothing else."""

from __future__ import annotations

import unicodedata

BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters that look like nothing at all."""
JOINERS = "\u200c\u200d"
"""Signs between two letters that make one of them, or keep them apart: some scripts and many emoji need them."""
MOST_MARKS = 3
"""So many marks may stand on one letter; with more they would cover the lines around it."""


def tidy_name(name: str) -> str:
    """A name on one line that can be seen and covers nothing else."""
    return "".join(letter if letter.isprintable() else " " for letter in _without_piles(name)).strip() or "?"


def tidy_line(text: str) -> str:
    """A line of chat: it stays on one line and does not turn what stands around it. Empty if nothing can be seen."""
    kept: list[str] = []
    for letter in _without_piles(text):
        joins = letter in JOINERS and kept and kept[-1] not in JOINERS
        if letter.isprintable() or joins:
            kept.append(letter)
        elif unicodedata.category(letter) != "Cf":  # signs that only steer what is written go without a gap
            kept.append(" ")
    return "".join(kept).strip(JOINERS + " ")


def _without_piles(text: str) -> str:
    """A text without letters that look like nothing, and without more marks on a letter than belong there."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            kept.append(" " if letter in BLANK else letter)
    return "".join(kept)
