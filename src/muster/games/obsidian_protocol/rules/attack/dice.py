"""The dice (rulebook 2.3): their faces, and what a face shows in a stance.

A face is written in letters: H heavy hit, L light hit, h and l their hollow forms, D defence, d hollow defence, o
dodge, z lightning, e eye, - nothing; a letter that stands twice is there twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.obsidian_protocol.cards.kinds import Stance

YELLOW: Final = 0
RED: Final = 1
WHITE: Final = 2
BLUE: Final = 3
COLORS: Final[tuple[str, ...]] = ("yellow", "red", "white", "blue")
YELLOW_DIE: Final[tuple[str, ...]] = ("LL", "LL", "L", "L", "l", "z", "e", "-")
WHITE_DIE: Final[tuple[str, ...]] = ("D", "dd", "dd", "o", "z", "z", "e", "-")
BLUE_DIE: Final[tuple[str, ...]] = ("o", "o", "e", "e", "z", "-", "-", "-")
SIDES: Final = 8

Die = tuple[int, str]
"""A die on the table: its color, and the face it shows."""


def faces_of(color: int, red_die: Sequence[str]) -> Sequence[str]:
    """The faces of a die by its color.  [OP 2.3.yellow] [OP 2.3.red] [OP 2.3.white] [OP 2.3.blue]"""
    return (YELLOW_DIE, red_die, WHITE_DIE, BLUE_DIE)[color]


def solid(die: Die, stance: int) -> str:
    """The icons a die shows in a stance: hollow ones count only if the stance fills them.

    [OP 2.3.hollow] [OP 4.1.offensive] [OP 4.1.defensive]
    """
    color, face = die
    if color in (YELLOW, RED):
        return face.upper().replace("Z", "z").replace("E", "e") if stance == Stance.OFFENSIVE else _without(face, "hl")
    if color == WHITE:
        return face.replace("d", "D") if stance == Stance.DEFENSIVE else face.replace("d", "")
    return face


def _without(face: str, letters: str) -> str:
    for letter in letters:
        face = face.replace(letter, "")
    return face


def written(roll: Sequence[Die]) -> str:
    """`yLL+yz+rH`: dice as text, each named by its color and face."""
    return "+".join("yrwb"[color] + face for color, face in roll) or "none"
