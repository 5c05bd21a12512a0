"""What the events of an attack carry beside their words, for clients that draw it.

These structs have a module of their own, because compiled modules can hold none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from muster.kernel import terms


class Term(msgspec.Struct, frozen=True):
    """So many dice of a color, for a reason: `y` yellow, `r` red, `w` white, `b` blue."""

    key: str
    clause: str
    color: str
    count: int


REASONS: Final = ("share", "base", "card", "support", "ornament", "cooling")
"""The terms of an attack in the order in which they are told, those of both colors side by side."""


def told_attack(yellow: Sequence[terms.Term], red: Sequence[terms.Term]) -> list[Term]:
    """The pools of an attack as clients get them."""
    return sorted(_colored(yellow, "y") + _colored(red, "r"), key=lambda term: REASONS.index(term.key))


def told_defence(white: Sequence[terms.Term], blue: Sequence[terms.Term]) -> list[Term]:
    """The pools of a defence as clients get them."""
    return _colored(white, "w") + _colored(blue, "b")


def _colored(found: Sequence[terms.Term], color: str) -> list[Term]:
    return [Term(term.key, term.clause, color, term.count) for term in found]
