"""Pools of dice as sums: each term with the clause that gives or takes it. The number of dice is their sum."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Term(NamedTuple):
    """One summand of a pool."""

    clause: str
    count: int  # type: ignore[assignment]  # hides a method of tuples that nobody needs here


def total(terms: Iterable[Term]) -> int:
    """The number of dice."""
    return sum([count for _, count in terms])
