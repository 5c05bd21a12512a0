"""Construction: a battlefield put together from its card, with buildings, floors, walkways, ramps and cover.

[DZ field.buildings]
"""

from __future__ import annotations

from collections.abc import Callable

from muster.games.deadzone.board.battlefield import Battlefield
from muster.games.deadzone.cards.content import COLUMNS, ROWS, Content
from muster.games.deadzone.cards.scenery import BattlefieldFile, BuildingFile
from muster.geometry.cube_sight import Face, Scenery
from muster.geometry.cubes import FOUR, Cubes
from muster.geometry.squares import NOWHERE
from muster.kernel.errors import GameError
from muster.kernel.packs import Noting, raising

SIDES = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


class _Site:
    """A battlefield under construction."""

    def __init__(self, card: BattlefieldFile) -> None:
        self.card = card
        self.cubes = Cubes(COLUMNS, ROWS, card.levels)
        self.scenery = Scenery(self.cubes)
        for cube in range(COLUMNS * ROWS):
            self.scenery.floor[cube] = Face.SOLID

    def cube(self, name: str) -> int:
        full = name if "." in name else f"{name}.1"
        if full not in self.cubes.index:
            raise GameError(f"battlefield {self.card.id!r}: there is no cube {name!r}")
        return self.cubes.index[full]

    def side(self, name: str) -> tuple[int, int, int]:
        """`b2s.2` as a cube and a direction."""
        place, _, level = name.partition(".")
        if place[-1:] not in SIDES:
            raise GameError(f"battlefield {self.card.id!r}: {name!r} names no side of a cube (n, e, s, w)")
        return (self.cube(f"{place[:-1]}.{level or '1'}"), *SIDES[place[-1]])

    def building(self, building: BuildingFile) -> None:
        column, row, _ = self.cubes.where[self.cube(building.at)]
        inside = [(column + dx, row + dy) for dx in range(building.width) for dy in range(building.depth)]
        for level in range(building.storeys):
            for x, y in inside:
                cube, above = self.cubes.at(x, y, level), self.cubes.at(x, y, level + 1)
                if above == NOWHERE:
                    raise GameError(f"battlefield {self.card.id!r}: the building at {building.at} does not fit")
                self.scenery.floor[above] = Face.SOLID
                for dx, dy in FOUR:
                    if (x + dx, y + dy) not in inside:
                        self.scenery.set_wall(cube, dx, dy, Face.SOLID)
        for names, face in ((building.doors, Face.DOOR), (building.windows, Face.WINDOW), (building.open, Face.OPEN)):
            for name in names:
                self.scenery.set_wall(*self.side(name), face)
        for name in building.partial:
            self.scenery.floor[self.cube(name)] = Face.PARTIAL
        for name in building.missing:
            self.scenery.floor[self.cube(name)] = Face.OPEN


def as_it_is(card: BattlefieldFile) -> None:
    """For cards that were checked before."""


def battlefields(
    content: Content, noting: Noting = raising, check: Callable[[BattlefieldFile], None] = as_it_is
) -> dict[str, Battlefield]:
    """Every battlefield of the packs, checked and worked out."""
    made: dict[str, Battlefield] = {}
    for card in content.battlefields.values():
        with noting("battlefield", card.id):
            check(card)
            made[card.id] = build(card)
    return made


def build(card: BattlefieldFile) -> Battlefield:
    """The battlefield that a card describes; raises `GameError` naming what does not fit."""
    site = _Site(card)
    for building in card.buildings:
        site.building(building)
    for name in card.floors:
        site.scenery.floor[site.cube(name)] = Face.SOLID
    for name in card.walkways:
        site.scenery.floor[site.cube(name)] = Face.HALF
    for name in card.walls:
        site.scenery.set_wall(*site.side(name), Face.SOLID)
    ramps = [(site.cube(low), site.cube(high)) for low, high in card.ramps]
    return Battlefield(card.id, site.scenery, {site.cube(name) for name in card.cover}, ramps)
