"""Subjects of questions, in numbers and keys: enough to work out on a copy of the state what each answer leads to."""

from __future__ import annotations

from typing import NamedTuple

Effects = tuple[tuple[str, int], ...]
"""Keywords in force, with their figures."""


class Acting(NamedTuple):
    """A mech chooses what to do.  [OP 3.4.3.actions]"""

    unit: int


class Turning(NamedTuple):
    """A unit chooses its facing.  [OP 4.3.1.facing]"""

    unit: int


class Moving(NamedTuple):
    """A unit moves: its range, on foot or flying, and the grids it may end in, if not all in reach.

    [OP 4.3.1.steps]
    """

    unit: int
    reach: int
    straight: int
    ghost: bool
    flying: bool
    link: int
    grids: tuple[int, ...] | None


class Rerolling(NamedTuple):
    """A roll whose dice may be rolled again, by colors and faces.  [OP 4.10.focus]"""

    dice: tuple[tuple[int, str], ...]


class Aiming(NamedTuple):
    """A unit chooses the target of an attack.  [OP 4.4.1.target]"""

    unit: int
    slot: int
    action: str
    effects: Effects
    support: int


class Hitting(NamedTuple):
    """A player chooses the part that an attack hits.  [OP 4.4.1.part]"""

    attacker: int
    target: int
    slot: int
    action: str
    effects: Effects
    support: int
    interception: bool
    explosion: bool
    fixed: bool
    yellow: int
    red: int
