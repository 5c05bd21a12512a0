"""Refusals: the table says no, and gives the reason and the clause of the rulebook.

A refusal is for players and changes nothing. An error (any other exception) is a defect of ours.
"""

from __future__ import annotations

from muster.kernel.text import Text


class Refusal(Exception):
    """An answer that the rules do not allow. The match is exactly as it was before."""

    def __init__(self, clause: str, reason: Text) -> None:
        super().__init__(clause, reason)
        self.clause = clause
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.reason!r} [{self.clause}]"
