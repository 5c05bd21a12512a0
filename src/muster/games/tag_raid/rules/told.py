"""Data that the events of a roll carry beside their words, for clients that draw the dice.

These structs have a module of their own, because compiled modules can hold none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec


class Die(msgspec.Struct, frozen=True):
    """A d20: its face, and whether it is good for the TAG that rolled it."""

    face: int
    good: bool


class DiceRolled(msgspec.Struct, frozen=True):
    """The dice of an attack against one target, of an evade, or of a victim's saving rolls."""

    dice: list[Die]


EVENTS: Final = (DiceRolled,)


def up_to(value: int, faces: Sequence[int]) -> DiceRolled:
    """Dice of which every face up to a value is a success.  [TR roll.success]"""
    return DiceRolled([Die(face, face <= value) for face in faces])


def above(limit: int, faces: Sequence[int]) -> DiceRolled:
    """Saving rolls: every face above the damage is saved.  [TR save.pass]"""
    return DiceRolled([Die(face, face > limit) for face in faces])
