"""Puzzles: decisions in which one answer is clearly better than all others, and why.

`finding` tells whether a decision is one, `following` what its answers lead to, and `telling` says it. `sheet` is a
puzzle as data and as a file: a scenario, which `muster scenario` runs.
"""

from muster.coach.puzzles.finding import USUAL, Standard, examine, has_gap, is_real, spending
from muster.coach.puzzles.posing import pose, stands
from muster.coach.puzzles.sheet import (
    Posed,
    Puzzle,
    match_of,
    puzzle_names,
    read_puzzle,
    shipped,
    write_puzzle,
)
from muster.coach.puzzles.telling import Reason, reasons, spoken

__all__ = [
    "USUAL",
    "Posed",
    "Puzzle",
    "Reason",
    "Standard",
    "examine",
    "has_gap",
    "is_real",
    "match_of",
    "pose",
    "puzzle_names",
    "read_puzzle",
    "reasons",
    "shipped",
    "spending",
    "spoken",
    "stands",
    "write_puzzle",
]
