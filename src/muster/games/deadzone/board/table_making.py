"""Battlefields made at random: legal, and the same for both sides, because every piece has a twin half a turn away.

A style says how much is built. Whatever open spaces are left are broken up with cover.
"""

from __future__ import annotations

import random
from typing import Any, Final

import msgspec

from muster.games.deadzone.board.table_check import STEPS, Square, breaches, footprint, open_spaces
from muster.games.deadzone.board.table_plan import BUILDING, RAMP, TURNS, card_of
from muster.games.deadzone.cards.content import COLUMNS, ROWS
from muster.games.deadzone.cards.scenery import BattlefieldFile, BuildingFile
from muster.geometry.cubes import FOUR
from muster.kernel.errors import GameError
from muster.kernel.tables import Piece, Plan, half_turned

MIDDLE: Final = (COLUMNS / 2, ROWS / 2)
TRIES: Final = 400
"""Battlefields begun, at most, before it is given up."""
Size = tuple[int, int, int]
"""Width, depth and storeys of a building."""


class Style:
    """How a battlefield is built up: the buildings to choose from, the squares they should cover, cover and ramps."""

    __slots__ = ("buildings", "cover", "ramps", "squares", "walkways")

    def __init__(self, buildings: list[Size], squares: int, cover: int, ramps: int, walkways: int) -> None:
        self.buildings = buildings
        self.squares = squares
        self.cover = cover
        self.ramps = ramps
        self.walkways = walkways


STYLES: Final = {
    "dense": Style([(2, 2, 2), (2, 2, 3), (1, 2, 1), (2, 1, 2), (2, 3, 2), (1, 1, 1), (2, 2, 1)], 20, 10, 2, 4),
    "open": Style([(1, 2, 1), (2, 1, 1), (1, 1, 1), (2, 2, 2)], 10, 12, 0, 0),
}


def make(style: str, rng: random.Random) -> dict[str, Any]:
    """A legal battlefield in a style."""
    for _ in range(TRIES):
        card = _attempt(STYLES[style], rng)
        if not breaches(msgspec.convert(card, BattlefieldFile)):
            return card
    raise GameError(f"no battlefield of the style {style!r} came together")


def _attempt(style: Style, rng: random.Random) -> dict[str, Any]:
    site = _Site()
    for _ in range(60):
        if len(site.taken) < style.squares:
            site.build(rng.choice(style.buildings), rng)
    for frame in list(site.buildings):
        site.furnish(frame, rng)
    site.climb(style.ramps, rng)
    site.bridge(style.walkways, rng)
    site.scatter(style.cover, rng)
    return card_of(Plan(pieces=tuple(site.pieces)))


class _Site:
    """A battlefield in the making: its pieces, each with its twin, and the squares that are built on."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.buildings: list[BuildingFile] = []  # one of each pair
        self.taken: set[Square] = set()
        self.heights: dict[Square, int] = {}

    def add(self, piece: Piece) -> None:
        """Lay a piece and its twin; a piece in the very middle is its own."""
        twin = half_turned(piece, MIDDLE)
        self.pieces += [piece] if (twin.x, twin.y) == (piece.x, piece.y) else [piece, twin]

    def build(self, size: Size, rng: random.Random) -> None:
        """Put a building and its twin where there is a street around both, if there is such a place."""
        width, depth, storeys = size if rng.random() < 0.5 else (size[1], size[0], size[2])
        column, row = rng.randrange(COLUMNS - width + 1), rng.randrange(ROWS - depth + 1)
        frame = _frame(column, row, width, depth, storeys)
        squares = set(footprint(frame))
        twins = {(COLUMNS - 1 - x, ROWS - 1 - y) for x, y in squares}
        own_twin = twins == squares
        near = {(x + dx, y + dy) for x, y in squares for dx, dy in [(0, 0), *FOUR]}
        if near & self.taken or (near & twins and not own_twin):
            return
        self.taken |= squares | twins
        self.heights.update(dict.fromkeys(squares | twins, storeys))
        self.buildings.append(frame)
        self.add(Piece(BUILDING, column + width / 2, row + depth / 2, width=width, depth=depth, height=storeys))

    def furnish(self, frame: BuildingFile, rng: random.Random) -> None:
        """Give a building doors on the ground, windows all the way up, and a way from floor to floor."""
        squares = set(footprint(frame))
        walls = [
            (x + 0.5 + dx / 2, y + 0.5 + dy / 2)
            for x, y in sorted(squares)
            for dx, dy in FOUR
            if (x + dx, y + dy) not in squares and 0 <= x + dx < COLUMNS and 0 <= y + dy < ROWS
        ]
        rng.shuffle(walls)
        doors = 1 if len(squares) < 4 else 2
        for x, y in walls[:doors]:
            self.add(Piece("door", x, y))
        for level in range(1, frame.storeys + 1):
            free = walls[doors:] if level == 1 else walls
            for x, y in rng.sample(free, min(len(free), 1 + len(squares) // 3)):
                self.add(Piece("window", x, y, level))
        for level in range(2, frame.storeys + 1):
            x, y = rng.choice(sorted(squares))
            self.add(Piece("partial", x + 0.5, y + 0.5, level))

    def climb(self, count: int, rng: random.Random) -> None:
        """Lean ramps against buildings of one storey."""
        feet = [
            (x - dx, y - dy, side)
            for (x, y), storeys in sorted(self.heights.items())
            for side, (dx, dy) in STEPS.items()
            if storeys == 1 and (x - dx, y - dy) not in self.taken and 0 <= x - dx < COLUMNS and 0 <= y - dy < ROWS
        ]
        rng.shuffle(feet)
        for x, y, side in feet[: count // 2]:
            self.add(Piece(RAMP, x + 0.5, y + 0.5, turn=TURNS[side]))

    def bridge(self, count: int, rng: random.Random) -> None:
        """Lay walkways over streets of one square between roofs of one height."""
        streets = [
            (x + dx, y + dy, storeys)
            for (x, y), storeys in sorted(self.heights.items())
            for dx, dy in ((1, 0), (0, 1))
            if (x + dx, y + dy) not in self.taken and self.heights.get((x + 2 * dx, y + 2 * dy)) == storeys
        ]
        rng.shuffle(streets)
        for x, y, storeys in streets[: count // 2]:
            self.add(Piece("walkway", x + 0.5, y + 0.5, storeys + 1))

    def scatter(self, count: int, rng: random.Random) -> None:
        """Lay out cover: first where spaces are too open, then anywhere in the streets."""
        laid = {(int(piece.x), int(piece.y)) for piece in self.pieces if piece.kind == RAMP}
        streets = [(x, y) for x in range(COLUMNS) for y in range(ROWS) if (x, y) not in self.taken | laid]
        rng.shuffle(streets)
        covered: set[Square] = set()
        while spaces := open_spaces(self.taken | laid | covered):
            x, y = rng.choice(spaces)
            covered |= {(x, y), (COLUMNS - 1 - x, ROWS - 1 - y)}
        for x, y in streets:
            if len(covered) < count:
                covered |= {(x, y), (COLUMNS - 1 - x, ROWS - 1 - y)}
        for x, y in sorted(covered):
            self.pieces.append(Piece("cover", x + 0.5, y + 0.5))


def _frame(column: int, row: int, width: int, depth: int, storeys: int) -> BuildingFile:
    return BuildingFile(f"{chr(ord('a') + column)}{row + 1}", width, depth, storeys)
