"""The terms of a sum: a pool of dice, or a value to roll against, is nothing but its terms added up.

So a client that explains a figure can only show what the rules really counted.
"""

from __future__ import annotations

from collections.abc import Sequence


class Term:
    """One summand: the clause it comes from, how much it counts, and the key of its name. Shared, never changed."""

    __slots__ = ("clause", "count", "key")

    def __init__(self, clause: str, count: int, key: str = "") -> None:
        self.clause = clause
        self.count = count
        self.key = key

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Term):
            return False
        return self.clause == other.clause and self.count == other.count and self.key == other.key

    def __hash__(self) -> int:
        return hash((self.clause, self.count, self.key))

    def __repr__(self) -> str:
        return f"Term({self.clause}: {self.count}{' ' if self.key else ''}{self.key})"


def total(terms: Sequence[Term]) -> int:
    """The sum of some terms.

    >>> total([Term("X attribute", 12, "skill"), Term("X cover", -3, "cover")])
    9
    """
    found = 0
    for term in terms:
        found += term.count
    return found
