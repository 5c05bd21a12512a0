"""Budgets: how long a search may think about one decision."""

from __future__ import annotations

import re
from dataclasses import dataclass

from muster.kernel.errors import GameError

PATTERN = re.compile(
    r"((?P<iterations>[1-9]\d{0,6})|(?P<seconds>\d{1,4}(\.\d{1,3})?)s)(\*(?P<cores>[1-9]\d?))?", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Budget:
    """So many iterations, or so many seconds; with both, whatever is used up first. Zero is no limit. On several cores
    the iterations are shared out, and all think for as long.
    """

    iterations: int = 0
    seconds: float = 0.0
    cores: int = 1


def read_budget(text: str) -> Budget:
    """`400` is a number of iterations, `1s` or `0.25s` a time, `1s*2` a time on two cores; raises `GameError` for
    anything else.

    >>> read_budget("400")
    Budget(iterations=400, seconds=0.0, cores=1)
    >>> read_budget("0.25s*2")
    Budget(iterations=0, seconds=0.25, cores=2)
    """
    found = PATTERN.fullmatch(text)
    if found is None:
        raise GameError(
            f"{text!r} is no budget for a search: write a number of iterations (400), a time (1s, 0.25s),"
            " and for several cores how many (1s*2)"
        )
    cores = int(found["cores"] or 1)
    if found["iterations"]:
        return Budget(iterations=int(found["iterations"]), cores=cores)
    seconds = float(found["seconds"])
    if not seconds:
        raise GameError("a search needs some time: 0s is none")
    return Budget(seconds=seconds, cores=cores)
