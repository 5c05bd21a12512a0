"""Muster: a rules-true digital table for miniature skirmish games, and the laboratory behind it.

>>> import muster
>>> match = muster.new("tiny_epic_mechs", seed=7)
>>> match.play_out(muster.bot("random", seed=1), muster.bot("random", seed=2))
>>> match.over
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from muster.door import Match, NotAllowed, bot, game_names, load, new

__all__ = ["Match", "NotAllowed", "__version__", "bot", "game_names", "load", "new"]


def __getattr__(name: str) -> object:
    """Load the front door only when somebody uses it, so that parts of the package can be imported alone."""
    if name in __all__:
        from muster import door

        return getattr(door, name)
    raise AttributeError(f"module 'muster' has no attribute {name!r}")
