"""A battlefield: a board of grids with 3 by 3 small grids each, its terrain, and the lines of sight over it.

Grids and small grids are numbered as on the largest board; a smaller board is its north-western part.

The sight that 3-inch terrain leaves open hardly ever changes in a match. It is worked out once for each pair of places
and kept with the battlefield, for every match on it. When such terrain is destroyed, the match goes on with another
battlefield.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from muster.games.obsidian_protocol.cards.content import Content
from muster.games.obsidian_protocol.cards.terrain import BoardCard, Corners, FieldCard, Terrain
from muster.geometry.grid_sight import Box, is_open, touches
from muster.geometry.squares import cell_name
from muster.kernel.errors import GameError
from muster.kernel.packs import Noting, raising

GRIDS: Final = 16
"""Grids along each side of the largest board, that of a large battle.  [OP 5.2.1.large]"""
SMALL: Final = 3
"""Small grids along each side of a grid."""
CELLS: Final = GRIDS * SMALL
GRID_NAMES: Final = tuple(cell_name((number % GRIDS, number // GRIDS)) for number in range(GRIDS * GRIDS))
GRID_INDEX: Final = {name: number for number, name in enumerate(GRID_NAMES)}
NEIGHBOURS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(
        row * GRIDS + column
        for column, row in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
        if 0 <= column < GRIDS and 0 <= row < GRIDS
    )
    for y in range(GRIDS)
    for x in range(GRIDS)
)
"""Orthogonal neighbours of each grid."""
DISTANCE: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(abs(one % GRIDS - other % GRIDS) + abs(one // GRIDS - other // GRIDS) for other in range(GRIDS * GRIDS))
    for one in range(GRIDS * GRIDS)
)
"""Range is counted in orthogonal steps.  [OP 4.2.1.range]"""
ADJACENT: Final[tuple[frozenset[int], ...]] = tuple(
    frozenset(
        row * GRIDS + column
        for row in range(max(0, y - 1), min(GRIDS, y + 2))
        for column in range(max(0, x - 1), min(GRIDS, x + 2))
    )
    for y in range(GRIDS)
    for x in range(GRIDS)
)
"""The 8 grids around each, and the grid itself.  [OP 4.2.2.adjacent]"""


def grid_number(name: str, where: str) -> int:
    if name.lower() not in GRID_INDEX:
        raise GameError(f"{where}: the board has no grid {name!r}; the largest has a1 to p16")
    return GRID_INDEX[name.lower()]


def grid_box(grid: int) -> Box:
    column, row = grid % GRIDS * SMALL, grid // GRIDS * SMALL
    return column, row, column + SMALL, row + SMALL


def box_at(size: int, place: int) -> Box:
    """The base of a unit of this size whose north-west small grid is `place`."""
    col, row = place % CELLS, place // CELLS
    return col, row, col + size, row + size


def grid_around(box: Box) -> int:
    """The grid that a rectangle stands in."""
    return box[1] // SMALL * GRIDS + box[0] // SMALL


Bases = tuple[int, int, int, int]
"""Place and size of one base, and of another."""


class Board:
    """A board with its size in grids, its tactical areas and deployment zones.

    `zones` has the grids of each area; `deployments` has those of the black and of the white side.

    [OP 2.1.board] [OP 5.2.areas]
    """

    __slots__ = ("areas", "cells", "deployments", "grids", "inside", "size", "zones")

    def __init__(
        self, size: int, zones: Mapping[str, Sequence[int]], deployments: Mapping[str, Sequence[Sequence[int]]]
    ) -> None:
        self.size = size
        self.cells = size * SMALL
        self.grids = tuple(row * GRIDS + column for row in range(size) for column in range(size))
        self.inside = frozenset(self.grids)
        self.areas: dict[int, int] = {}  # by size: all the spots of a base (`movement.whole_board`)
        self.zones = {zone: frozenset(grids) for zone, grids in zones.items()}
        self.deployments = {name: tuple(frozenset(grids) for grids in sides) for name, sides in deployments.items()}
        for name, grids in [*self.zones.items(), *((n, g) for n, sides in self.deployments.items() for g in sides)]:
            outside = sorted(GRID_NAMES[grid] for grid in grids if grid not in self.inside)
            if outside:
                raise GameError(f"{name!r}: a board of {size} by {size} grids has no {outside[0]}")


class Battlefield:
    """Terrain on a board. `block` holds, for each small grid, the number of the terrain there plus one."""

    __slots__ = (
        "_later",
        "_obstacles",
        "_sights",
        "_soft",
        "_views",
        "block",
        "board",
        "covers",
        "crates",
        "environments",
        "ground",
        "id",
        "locks",
        "number",
        "tall",
        "terrain",
    )

    def __init__(
        self,
        number: int,
        card_id: str,
        terrain: Sequence[Terrain],
        board: Board,
        environments: int = 0,
        fallen: int = 0,
    ) -> None:
        self.number = number
        self.id = card_id
        self.board = board
        self.environments = environments  # how many environment cards may lie on it
        self.terrain = tuple(terrain)
        self.crates = [(grid_around(piece.box), piece) for piece in terrain if piece.destructible]
        tall = [piece for piece in terrain if piece.height == 3]
        self.tall = [piece.box for piece in tall if not fallen >> piece.number & 1]
        self._soft = sum(1 << piece.number for piece in tall if piece.destructible)
        self._later: dict[int, Battlefield] = {fallen: self}  # by the 3-inch terrain that is destroyed
        self.block = [0] * (CELLS * CELLS)
        for piece in terrain:
            left, top, right, bottom = piece.box
            if right > board.cells or bottom > board.cells or left // SMALL != (right - 1) // SMALL:
                raise GameError(f"battlefield {card_id!r}: terrain {piece.number} is not inside one grid")
            if top // SMALL != (bottom - 1) // SMALL:
                raise GameError(f"battlefield {card_id!r}: terrain {piece.number} is not inside one grid")
            for row in range(top, bottom):
                for column in range(left, right):
                    self.block[row * CELLS + column] = piece.number + 1
        self.covers: dict[int, list[int]] = {}  # by size and terrain: where a base would stand on it
        # By size and by what is wrecked: where a base has room (`standing.open_ground`).
        self.ground: tuple[dict[int, int], ...] = ({}, {}, {}, {})
        self.locks: dict[tuple[int, int, int, bool], int] = {}  # where a base locks another (`movement.locked_places`)
        self._sights: dict[Bases, bool] = {}
        self._views: dict[tuple[int, int, int], bool] = {}
        self._obstacles: dict[Bases, tuple[int, ...]] = {}

    def after(self, wrecked: int) -> Battlefield:
        """The battlefield once some terrain is wrecked: another one if a wrecked piece was 3 inches high.

        [OP 2.6.attacked] [OP 4.2.4.sight]
        """
        fallen = wrecked & self._soft
        found = self._later.get(fallen)
        if found is None:
            found = Battlefield(self.number, self.id, self.terrain, self.board, self.environments, fallen)
            self._later[fallen] = found
            found._later = self._later
        return found

    def open_between(self, one: int, size: int, other: int, its_size: int) -> bool:
        """Whether some line between two bases, given by place and size, misses all 3-inch terrain.  [OP 4.2.4.sight]"""
        found = self._sights.get((one, size, other, its_size))
        if found is None:
            found = is_open(box_at(size, one), box_at(its_size, other), self.tall)
            self._sights[one, size, other, its_size] = self._sights[other, its_size, one, size] = found
        return found

    def terrain_open(self, place: int, size: int, piece: Terrain) -> bool:
        """Whether some line between a base and a piece of terrain misses all other 3-inch terrain.  [OP 4.2.4.sight]"""
        key = place, size, piece.number
        found = self._views.get(key)
        if found is None:
            others = [box for box in self.tall if box != piece.box]
            found = self._views[key] = is_open(box_at(size, place), piece.box, others)
        return found

    def obstacles(self, one: int, size: int, other: int, its_size: int) -> tuple[int, ...]:
        """The terrain that lines between two bases pass through, standing or wrecked.

        [OP 4.2.4.obstructs] [OP 4.2.4.corner] [OP 4.2.4.edge]
        """
        found = self._obstacles.get((one, size, other, its_size))
        if found is None:
            a, b = box_at(size, one), box_at(its_size, other)
            found = tuple(piece.number for piece in self.terrain if touches(a, b, piece.box))
            self._obstacles[one, size, other, its_size] = self._obstacles[other, its_size, one, size] = found
        return found


class Battlefields:
    """The boards and battlefields of the cards, worked out once and shared by every match.

    `boards` is keyed by the number of grids along a side; `every` has the battlefields in the order of their cards.
    """

    __slots__ = ("boards", "every")

    def __init__(self, boards: Mapping[int, Board], every: Sequence[Battlefield]) -> None:
        self.boards = dict(boards)
        self.every = tuple(every)

    def build(self, card: FieldCard) -> Battlefield:
        """The battlefield that a card describes."""
        return Battlefield(card.number, card.id, card.terrain, self.boards[card.board], card.environments)

    def only(self, field: Battlefield) -> Battlefields:
        """The same boards with one battlefield, such as one of a player's own."""
        return Battlefields(self.boards, (field,))

    def of_size(self, size: int) -> list[Battlefield]:
        """The battlefields on a board with this many grids along a side."""
        return [field for field in self.every if field.board.size == size]


def as_it_is(card_id: str, boards: Mapping[int, Board]) -> None:
    """For cards that were checked before."""


def battlefields_of(
    content: Content, noting: Noting = raising, check: Callable[[str, Mapping[int, Board]], None] = as_it_is
) -> Battlefields:
    """The boards and battlefields of the cards, checked and worked out."""
    bare = Battlefields({size: board_of(card) for size, card in content.boards.items()}, ())
    made: list[Battlefield] = []
    for card in content.fields:
        with noting("battlefield", card.id):
            check(card.id, bare.boards)
            made.append(bare.build(card))
    return Battlefields(bare.boards, made)


def board_of(card: BoardCard) -> Board:
    """A board with its grids by number; raises `GameError` for a grid that does not exist."""
    return Board(
        card.size,
        {zone: [grid_number(name, f"zone {zone}") for name in names] for zone, names in card.zones.items()},
        {name: [rectangle(black, name), rectangle(white, name)] for name, (black, white) in card.deployments.items()},
    )


def rectangle(corners: Corners, name: str) -> list[int]:
    first, last = (grid_number(corner, f"deployment {name}") for corner in corners)
    return [
        row * GRIDS + column
        for row in range(first // GRIDS, last // GRIDS + 1)
        for column in range(first % GRIDS, last % GRIDS + 1)
    ]
