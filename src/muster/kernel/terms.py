"""The terms of a sum: a pool of dice, or a value to roll against, is nothing but its terms added up.

So a client that explains a figure can only show what the rules really counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Term(NamedTuple):
    """One summand: the clause it comes from, how much it counts, and the key of its name."""

    clause: str
    count: int  # type: ignore[assignment]  # nobody counts what is in a term
    key: str = ""


def total(terms: Iterable[Term]) -> int:
    """The sum of some terms.

    >>> total([Term("X attribute", 12, "skill"), Term("X cover", -3, "cover")])
    9
    """
    return sum([term.count for term in terms])
