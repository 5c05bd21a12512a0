"""Places on a table: whole tenths of a millimetre, and the level that somebody stands on."""

from __future__ import annotations

from typing import Final

Spot = tuple[int, int, int]
"""x, y and level: the number of the piece of scenery somebody stands on, or `GROUND`."""
GROUND: Final = -1
Move = tuple[tuple[Spot, ...], int]
"""Where a path leads from where the miner stands, spot by spot, and where it then looks."""
