"""A site: the table that players set up in turn, as far as it has come, and what is still in the box."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from muster.games.tag_raid.board.area import INTERIOR_TILES, middle_of
from muster.games.tag_raid.board.battlefield import Battlefield, battlefield
from muster.games.tag_raid.board.table_plan import LETTERS, SHEET
from muster.games.tag_raid.cards.content import Constants, Content, Movement, PrintedScenery, TableCard
from muster.geometry.hexes import Cell, neighbours
from muster.kernel.tables import IN_TURN

HEART: Final[Cell] = (SHEET // 2, SHEET // 2)
FIRST: Final = "supplies"
"""The terrain of the first tile, on which everything else is built."""
POINTS: Final = 10
"""The access points of such a table."""
Container = tuple[Cell, int, int]


class Site:
    """Tiles, scenery and containers laid so far, and the pieces of scenery left in the box. It never changes."""

    __slots__ = ("containers", "left", "scenery", "tiles")

    def __init__(
        self,
        tiles: Sequence[tuple[Cell, str]],
        scenery: Sequence[PrintedScenery],
        containers: Sequence[Container],
        left: Sequence[str],
    ) -> None:
        self.tiles = tuple(tiles)
        self.scenery = tuple(scenery)
        self.containers = tuple(containers)
        self.left = tuple(left)


def first_site(content: Content) -> Site:
    """One tile in the midst of the table, and a full box."""
    return Site([(HEART, FIRST)], (), (), [piece.id for piece in content.box for _ in range(piece.copies)])


def terrain_left(site: Site, constants: Constants) -> list[str]:
    """The tiles left in the box, by their terrain."""
    laid = [terrain for _, terrain in site.tiles]
    return [terrain for terrain in LETTERS for _ in range(constants.terrain_tiles - laid.count(terrain))]


def open_cells(site: Site, left: int, movement: int) -> list[Cell]:
    """The hexagons beside the table in which a tile may be laid: the MegaBeast must still find a place in the end.

    [TR setup.layout] [TR setup.area]
    """
    tiles = {cell for cell, _ in site.tiles}
    beside = sorted({cell for tile in tiles for cell in neighbours(tile) if is_on_sheet(cell)} - tiles)
    return [cell for cell in beside if can_house(tiles | {cell}, left - 1, movement)]


def can_house(tiles: set[Cell], left: int, movement: int) -> bool:
    """Whether a MegaBeast has a hexagon to be in, or can still get one with the tiles left.  [TR beast.interior]"""
    if movement != Movement.INTERIOR:
        return True
    voids = {cell for tile in tiles for cell in neighbours(tile)} - tiles
    lairs = [cell for cell in voids if all(map(is_on_sheet, neighbours(cell)))]
    return any(sum(other in tiles for other in neighbours(cell)) + left >= INTERIOR_TILES for cell in lairs)


def is_on_sheet(cell: Cell) -> bool:
    return 0 <= cell[0] < SHEET and 0 <= cell[1] < SHEET


def field_on(site: Site, constants: Constants) -> Battlefield:
    """The table of a site, worked out once."""
    return _field(site.tiles, site.scenery, site.containers, constants)


@lru_cache
def _field(
    tiles: tuple[tuple[Cell, str], ...],
    scenery: tuple[PrintedScenery, ...],
    containers: tuple[Container, ...],
    constants: Constants,
) -> Battlefield:
    return battlefield(TableCard(-1, IN_TURN, dict(tiles), scenery, containers, POINTS), constants)


def middle_mm(cell: Cell, constants: Constants) -> tuple[float, float]:
    x, y = middle_of(cell, constants.hexagon_side / 10)
    return x, y
