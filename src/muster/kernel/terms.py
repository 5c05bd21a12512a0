"""The terms of a sum: a pool of dice, or a value to roll against, is nothing but its terms added up.

So whoever shows how a figure came about cannot show anything else than what the rules reckoned with.
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
    """What terms add up to.

    >>> total([Term("X attribute", 12, "skill"), Term("X cover", -3, "cover")])
    9
    """
    return sum([term.count for term in terms])
