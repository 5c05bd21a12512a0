"""Puzzles: decisions in which one answer is clearly better than all others, and why.

`finding` tells whether a decision is one, `checking` whether it stands when it is searched again, `following` what its
answers lead to, and `telling` says it. `sheet` is a
puzzle as data and as a file: a scenario, which `muster scenario` runs.
"""

from muster.coach.puzzles.checking import Check, check
from muster.coach.puzzles.finding import USUAL, Standard, examine, has_gap, is_real, spending
from muster.coach.puzzles.posing import again, pose
from muster.coach.puzzles.sheet import (
    Posed,
    Puzzle,
    match_of,
    puzzle_names,
    read_puzzle,
    shipped,
    write_puzzle,
)
from muster.coach.puzzles.telling import Reason, coloured, reasons, spoken

__all__ = [
    "USUAL",
    "Check",
    "Posed",
    "Puzzle",
    "Reason",
    "Standard",
    "again",
    "check",
    "coloured",
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
    "write_puzzle",
]
