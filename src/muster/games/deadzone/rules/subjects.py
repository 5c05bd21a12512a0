"""Subjects of questions: whose attack it is, where the state alone does not say so."""

from __future__ import annotations

from typing import NamedTuple


class Striking(NamedTuple):
    """A model chooses whom to fight, perhaps as it moves in.  [DZ fight.choose]"""

    model: int
    moved: bool


class Watching(NamedTuple):
    """A model on overwatch chooses its attack.  [DZ overwatch.action]"""

    model: int
