"""The terms of a success value, as a client shows them."""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.tag_raid.rules.success import HOPELESS
from muster.games.tag_raid.showing.preview_structs import TermView
from muster.kernel.terms import Term


def shown(found: Sequence[Term]) -> tuple[TermView, ...]:
    """The name, clause and figure of each term; a shot out of range has no figure."""
    return tuple(TermView(term.key, term.clause, term.count if term.count > HOPELESS else 0) for term in found)
