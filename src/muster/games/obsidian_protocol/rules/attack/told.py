"""Data that the events of an attack carry beside their words, for clients that draw it.

These structs have their own module because compiled modules cannot hold them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from muster.games.obsidian_protocol.rules.attack import dice
from muster.games.obsidian_protocol.rules.attack.icons import Offset
from muster.kernel.terms import Term


class TermView(msgspec.Struct, frozen=True):
    """A number of dice of a color and the reason for them: `y` yellow, `r` red, `w` white, `b` blue."""

    key: str
    clause: str
    color: str
    count: int


class Die(msgspec.Struct, frozen=True):
    """A die: its color, its face in letters, and those of its icons that count after stances and exchanges."""

    color: str
    face: str
    icons: str = ""


class DiceRolled(msgspec.Struct, frozen=True):
    """The dice of an attack facing each other, and where they come from."""

    attack: list[Die]
    defence: list[Die]
    attack_terms: list[TermView]
    defence_terms: list[TermView]


class Rerolled(msgspec.Struct, frozen=True):
    """A whole roll after some of its dice were rolled again."""

    dice: list[Die]


class Met(msgspec.Struct, frozen=True):
    """An icon of the attack that was offset, and the icon that did it, each by its die and its place on it. A step
    aside takes no die.
    """

    hit: tuple[int, int]
    by: tuple[int, int] | None


class AttackResolved(msgspec.Struct, frozen=True):
    """The icons that met, and those that got through. In a surplus, icons stand in for dice, and the terms of the
    defence are included.
    """

    attack: list[Die]
    defence: list[Die]
    pairs: list[Met]
    through: list[tuple[int, int]]
    surplus: bool
    defence_terms: list[TermView]


EVENTS: Final = (DiceRolled, Rerolled, AttackResolved)
COLORS: Final = "yrwb"


def told_dice(roll: Sequence[dice.Die], icons: Sequence[str] = ()) -> list[Die]:
    """Dice as clients get them, with the icons that count if that is known."""
    counted = [icon.replace("-", "") for icon in icons] or [""] * len(roll)
    return [Die(COLORS[color], face, counted[n]) for n, (color, face) in enumerate(roll)]


def told_icons(icons: Sequence[str]) -> list[Die]:
    """Icons that stand in for dice: heavy hits as red ones, light hits as yellow."""
    return [Die("r" if icon == "H" else "y", icon, icon) for icon in icons]


def told_resolution(
    attack: list[Die], defence: list[Die], left: Offset, terms_of_surplus: list[TermView] | None = None
) -> AttackResolved:
    """How attack and defence met.  [OP 4.4.1.offset]"""
    pairs, through = left.met([die.icons for die in attack], [die.icons for die in defence])
    met = [Met(hit, by) for hit, by in pairs]
    return AttackResolved(attack, defence, met, through, terms_of_surplus is not None, terms_of_surplus or [])


REASONS: Final = ("share", "base", "card", "support", "ornament", "cooling")
"""The terms of an attack in the order in which they are told, those of both colors side by side."""


def told_attack(yellow: Sequence[Term], red: Sequence[Term]) -> list[TermView]:
    """The pools of an attack as clients get them."""
    return sorted(_colored(yellow, "y") + _colored(red, "r"), key=lambda term: REASONS.index(term.key))


def told_defence(white: Sequence[Term], blue: Sequence[Term]) -> list[TermView]:
    """The pools of a defence as clients get them."""
    return _colored(white, "w") + _colored(blue, "b")


def _colored(found: Sequence[Term], color: str) -> list[TermView]:
    return [TermView(term.key, term.clause, color, term.count) for term in found]
