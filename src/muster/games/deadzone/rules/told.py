"""Data that the events of a test carry beside their words, for clients that draw the dice.

The struct has a module of its own, because compiled modules can hold none.
"""

from __future__ import annotations

from typing import Final

import msgspec


class DiceRolled(msgspec.Struct, frozen=True):
    """The dice of a test, throw by throw: after the first throw come the dice that eights gave. A die counts when it
    reaches `stat`, which is 0 for a dash on the card. `held` and `held_stat` are the dice against it, if there are any.
    """

    rolled: list[list[int]] = []
    stat: int = 0
    held: list[list[int]] = []
    held_stat: int = 0


EVENTS: Final = (DiceRolled,)
