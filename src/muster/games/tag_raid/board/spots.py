"""Places on a table: whole tenths of a millimetre, and a level."""

from __future__ import annotations

from typing import Final

Spot = tuple[int, int, int]
"""x, y and level; the level is the number of the piece of scenery underfoot, or `GROUND`."""
GROUND: Final = -1
Move = tuple[tuple[Spot, ...], int]
"""The spots of a path after the miner's own, and the bearing in which it then looks."""
