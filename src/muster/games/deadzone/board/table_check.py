"""Checking a battlefield: buildings that fit the cubes, openings in walls, floors that are held up, and
no large open spaces (rulebook, "Prepare the battlefield").
"""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.cards.content import COLUMNS, ROWS
from muster.games.deadzone.cards.scenery import BattlefieldFile, BuildingFile
from muster.kernel.tables import Breach
from muster.kernel.text import Param, Text

OPEN_SPACE: Final = 3
"""Cubes along each side of an open space that is too large.  [DZ setup.open_spaces]"""
STEPS: Final = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
Square = tuple[int, int]
Cube = tuple[int, int, int]
"""Column, row and level, all from 0."""


def cube_at(name: str) -> Cube:
    """`b2.2` as column, row and level from 0; without a level it is on the ground."""
    square, _, level = name.partition(".")
    return ord(square[0]) - ord("a"), int(square[1:]) - 1, int(level or 1) - 1


def side_at(name: str) -> tuple[Cube, str]:
    """`b2s.2` as a cube and the letter of its side."""
    place, _, level = name.partition(".")
    return cube_at(f"{place[:-1]}.{level or 1}"), place[-1]


def beyond(cube: Cube, side: str) -> Cube:
    """The cube on the other side of a side."""
    dx, dy = STEPS[side]
    return cube[0] + dx, cube[1] + dy, cube[2]


def footprint(building: BuildingFile) -> list[Square]:
    """The squares that a building stands on, some of them perhaps beyond the board."""
    column, row, _ = cube_at(building.at)
    return [(column + dx, row + dy) for dy in range(building.depth) for dx in range(building.width)]


def on_board(place: Square | Cube) -> bool:
    return 0 <= place[0] < COLUMNS and 0 <= place[1] < ROWS


def breaches(card: BattlefieldFile) -> list[Breach]:
    """Everything a battlefield breaks.  [DZ field.buildings] [DZ field.cover] [DZ setup.open_spaces]"""
    return [*_buildings(card), *_openings(card), *_floors(card), *_ramps(card), *_cover(card), *_open_spaces(card)]


def _breach(clause: str, what: str, cube: Cube, **params: Param) -> Breach:
    column, row, level = cube
    square = f"{chr(ord('a') + column)}{row + 1}"
    text = Text(f"breach.{what}", {"square": square, "level": level + 1, **params})
    return Breach(clause, text, (column + 0.5, row + 0.5, level + 1))


def _buildings(card: BattlefieldFile) -> list[Breach]:
    """Buildings stand on the board and not in each other, and are no higher than the battlefield."""
    found: list[Breach] = []
    taken: set[Square] = set()
    for building in card.buildings:
        corner, squares = cube_at(building.at), footprint(building)
        if corner[2]:
            found.append(_breach("DZ field.buildings", "floating", corner))
        if not all(map(on_board, squares)):
            found.append(_breach("DZ field.buildings", "outside", corner))
        if building.storeys >= card.levels:
            found.append(_breach("DZ field.buildings", "too_high", corner, levels=card.levels))
        shared = [square for square in squares if square in taken]
        if shared:
            found.append(_breach("DZ field.buildings", "overlap", (*shared[0], 0)))
        taken.update(squares)
    return found


def _openings(card: BattlefieldFile) -> list[Breach]:
    """A door, a window or a gap is in an outer wall of its building; a wall between two cubes of the board."""
    found: list[Breach] = []
    for building in card.buildings:
        squares = set(footprint(building))
        for name in (*building.doors, *building.windows, *building.open):
            cube, side = side_at(name)
            inside = [cube[:2] in squares, beyond(cube, side)[:2] in squares]
            if sum(inside) != 1 or cube[2] >= building.storeys:
                found.append(_breach("DZ field.buildings", "opening", cube))
    for name in card.walls:
        cube, side = side_at(name)
        if not on_board(beyond(cube, side)):
            found.append(_breach("DZ field.buildings", "edge_wall", cube))
    return found


def standing(card: BattlefieldFile) -> set[Cube]:
    """The cubes with a floor: the ground, the floors and roofs of buildings, floors and walkways of their own."""
    found = {(column, row, 0) for column in range(COLUMNS) for row in range(ROWS)}
    for building in card.buildings:
        found |= {(*square, level) for square in footprint(building) for level in range(1, building.storeys + 1)}
        found -= {cube_at(name) for name in building.missing}
    return found | {cube_at(name) for name in (*card.floors, *card.walkways)}


def _floors(card: BattlefieldFile) -> list[Breach]:
    """A hole is in a floor of its building; a floor of its own lies above the ground, below the top of the board."""
    found: list[Breach] = []
    for building in card.buildings:
        squares = set(footprint(building))
        for name in (*building.partial, *building.missing):
            cube = cube_at(name)
            if cube[:2] not in squares or not 1 <= cube[2] <= building.storeys:
                found.append(_breach("DZ field.buildings", "hole", cube))
    for name in (*card.floors, *card.walkways):
        cube = cube_at(name)
        if not 1 <= cube[2] < card.levels:
            found.append(_breach("DZ field.buildings", "floor", cube))
    return found


def _ramps(card: BattlefieldFile) -> list[Breach]:
    """A ramp leads to a floor one level higher, in a cube beside its foot.  [DZ field.buildings]"""
    found: list[Breach] = []
    floors = standing(card)
    for low, high in card.ramps:
        foot, top = cube_at(low), cube_at(high)
        near = abs(foot[0] - top[0]) + abs(foot[1] - top[1]) == 1 and top[2] == foot[2] + 1
        if not near or foot not in floors or top not in floors:
            found.append(_breach("DZ field.buildings", "ramp", foot))
    return found


def _cover(card: BattlefieldFile) -> list[Breach]:
    """Cover lies on something.  [DZ field.cover]"""
    floors = standing(card)
    return [_breach("DZ field.cover", "cover", cube_at(name)) for name in card.cover if cube_at(name) not in floors]


def filled(card: BattlefieldFile) -> set[Square]:
    """The squares of the ground on which something stands: a building, cover, or the foot of a ramp."""
    found = {square for building in card.buildings for square in footprint(building)}
    found |= {cube_at(name)[:2] for name in card.cover if cube_at(name)[2] == 0}
    return found | {cube_at(low)[:2] for low, _ in card.ramps if cube_at(low)[2] == 0}


def open_spaces(taken: set[Square]) -> list[Square]:
    """The middles of all open spaces of 3 by 3 cubes on the ground, some of which overlap.  [DZ setup.open_spaces]"""
    around = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    return [
        (column, row)
        for row in range(1, ROWS - 1)
        for column in range(1, COLUMNS - 1)
        if not any((column + dx, row + dy) in taken for dx, dy in around)
    ]


def _open_spaces(card: BattlefieldFile) -> list[Breach]:
    """Name each open space once: those that overlap one named before are left out.  [DZ setup.open_spaces]"""
    named: list[Square] = []
    for column, row in open_spaces(filled(card)):
        if all(max(abs(column - x), abs(row - y)) >= OPEN_SPACE for x, y in named):
            named.append((column, row))
    return [_breach("DZ setup.open_spaces", "open_space", (*square, 0)) for square in named]
