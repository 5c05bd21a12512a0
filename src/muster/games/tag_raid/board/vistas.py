"""Sight as far as the table alone decides it, worked out once for each pair of squares.

Between two squares there is nothing, or something blocks every line, or it depends. Only in the last case are lines
drawn, and only past the few blocks that matter. The answer is just as exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.tag_raid.board.spots import Spot
from muster.games.tag_raid.cards.content import Constants
from muster.geometry.plane import span
from muster.geometry.silhouettes import CLEAR, HIDDEN, SKY, Block, Line, Volume, in_sight, outlook

SQUARE: Final = 400
"""The side of a square, in tenths of a millimetre: a table has some hundreds, so the pairs stay few."""
ACROSS: Final = 64
"""More squares than any table has from west to east."""
LEVELS: Final = 1 << 14
"""More squares than any table has in all."""


KNOWN: Final = 50_000
"""The most pairs of spots remembered with their answers."""


class Vistas:
    """Sight on one table, as far as scenery and hexagons without tiles decide it."""

    __slots__ = ("_blocks", "_floors", "_known", "_lairs", "_pairs", "_radius", "_reach", "_silhouette", "_to_lair")

    def __init__(self, constants: Constants, blocks: Sequence[Block], floors: Sequence[int]) -> None:
        self._blocks = tuple(blocks)
        self._floors = tuple(floors)
        self._silhouette = constants.silhouette
        self._radius = constants.base_radius
        self._known: dict[tuple[Spot, Spot], bool] = {}
        self._reach = constants.base_radius + span(SQUARE, SQUARE) / 2
        self._pairs: dict[int, tuple[Block, ...] | None] = {}
        self._lairs: dict[tuple[float, float, int, int], tuple[Block, ...]] = {}
        self._to_lair: dict[tuple[float, float, float, Spot, bool], bool] = {}

    def volume(self, spot: Spot) -> Volume:
        """The volume of a TAG: its base, as high as its silhouette.  [TR silhouette.volume]"""
        low = 0 if spot[2] < 0 else self._floors[spot[2]]
        return Volume(spot[0], spot[1], self._radius, low, low + self._silhouette)

    def clear(self, one: Spot, other: Spot) -> bool:
        """Whether TAGs at two spots see each other, as far as the table decides."""
        blocks = self.between(one, other)
        if not blocks:
            return blocks is not None
        key = (one, other) if one < other else (other, one)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= KNOWN:
                self._known.clear()
            found = self._known[key] = in_sight(self.volume(one), self.volume(other), blocks)
        return found

    def between(self, one: Spot, other: Spot) -> tuple[Block, ...] | None:
        """The blocks that may stand between two TAGs, or None if they cannot see each other."""
        a = (one[2] + 1) * LEVELS + one[1] // SQUARE * ACROSS + one[0] // SQUARE
        b = (other[2] + 1) * LEVELS + other[1] // SQUARE * ACROSS + other[0] // SQUARE
        pair = a << 24 | b if a < b else b << 24 | a
        pairs = self._pairs
        if pair in pairs:
            return pairs[pair]
        found = self._judge(one, other)
        pairs[pair] = found
        return found

    def clear_to_lair(self, lair: Volume, spot: Spot, own: Block, across: bool) -> bool:
        """Whether a TAG at a spot and a MegaBeast see each other, as far as the table decides. `across` says whether
        they see across hexagons without tiles; the MegaBeast's own never blocks.
        """
        key = lair.x, lair.y, lair.high, spot, across
        found = self._to_lair.get(key)
        if found is None:
            if len(self._to_lair) >= KNOWN:
                self._to_lair.clear()
            blocks = self.around(lair, spot, own, across)
            found = self._to_lair[key] = in_sight(self.volume(spot), lair, blocks)
        return found

    def around(self, lair: Volume, spot: Spot, own: Block, across: bool) -> list[Block]:
        """The blocks that may stand between a TAG and a MegaBeast."""
        near = self._around(lair.x, lair.y, lair.radius, spot)
        return [block for block in near if block is not own and not (across and block.top == SKY)]

    def _around(self, x: float, y: float, radius: float, spot: Spot) -> tuple[Block, ...]:
        key = x, y, spot[0] // SQUARE, spot[1] // SQUARE
        found = self._lairs.get(key)
        if found is None:
            half = SQUARE / 2
            line = Line(x, y, spot[0] // SQUARE * SQUARE + half, spot[1] // SQUARE * SQUARE + half)
            reach = max(radius, self._reach)
            found = tuple([block for block in self._blocks if outlook(line, reach, block, 0, SKY) != CLEAR])
            self._lairs[key] = found
        return found

    def _judge(self, one: Spot, other: Spot) -> tuple[Block, ...] | None:
        half = SQUARE / 2
        ax, ay = one[0] // SQUARE * SQUARE + half, one[1] // SQUARE * SQUARE + half
        bx, by = other[0] // SQUARE * SQUARE + half, other[1] // SQUARE * SQUARE + half
        here = 0 if one[2] < 0 else self._floors[one[2]]
        there = 0 if other[2] < 0 else self._floors[other[2]]
        low, high = min(here, there) + self._silhouette, max(here, there) + self._silhouette
        if ax == bx and ay == by:
            return tuple([block for block in self._blocks if block.top >= low])
        line = Line(ax, ay, bx, by)
        found: list[Block] = []
        for block in self._blocks:
            judged = outlook(line, self._reach, block, low, high)
            if judged == HIDDEN:
                return None
            if judged != CLEAR:
                found.append(block)
        return tuple(found)
