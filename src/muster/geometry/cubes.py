"""Cubes: a board of columns and rows with levels above each other, counted in one number for each cube.

A cube is `(level * rows + row) * columns + column`; level 0 is the ground, row 0 the north edge. Distances count
steps between adjacent cubes, diagonals and levels included.
"""

from __future__ import annotations

from muster.geometry.squares import NOWHERE

EIGHT: tuple[tuple[int, int], ...] = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
"""The eight steps on one level, clockwise from the north-west."""
FOUR: tuple[tuple[int, int], ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""North, east, south, west."""


class Cubes:
    """The cubes of a board, and how far apart they are."""

    __slots__ = ("columns", "far", "index", "levels", "names", "rows", "size", "where")

    def __init__(self, columns: int, rows: int, levels: int) -> None:
        self.columns = columns
        self.rows = rows
        self.levels = levels
        self.size = columns * rows * levels
        self.where: list[tuple[int, int, int]] = [
            (column, row, level) for level in range(levels) for row in range(rows) for column in range(columns)
        ]
        self.names = [cube_name(column, row, level) for column, row, level in self.where]
        self.index = {name: number for number, name in enumerate(self.names)}
        self.far = [max(abs(a[0] - b[0]), abs(a[1] - b[1]), abs(a[2] - b[2])) for a in self.where for b in self.where]

    def at(self, column: int, row: int, level: int) -> int:
        """The cube there, or NOWHERE beyond the board."""
        if 0 <= column < self.columns and 0 <= row < self.rows and 0 <= level < self.levels:
            return (level * self.rows + row) * self.columns + column
        return NOWHERE

    def step(self, cube: int, dx: int, dy: int, dz: int = 0) -> int:
        column, row, level = self.where[cube]
        return self.at(column + dx, row + dy, level + dz)

    def distance(self, one: int, other: int) -> int:
        """The steps of the shortest route: the longest of the three differences."""
        return self.far[one * self.size + other]

    def level(self, cube: int) -> int:
        return self.where[cube][2]


def cube_name(column: int, row: int, level: int) -> str:
    """`c4.1`: the column as a letter from the west, the row from the north, the level from the ground."""
    return f"{chr(ord('a') + column)}{row + 1}.{level + 1}"


def between(cubes: Cubes, one: int, other: int) -> list[int]:
    """The cubes on the line from the middle of one cube to the middle of another, without these two.

    A line through an edge or corner runs through the cubes that a point just beside it meets.
    """
    (column, row, level), b = cubes.where[one], cubes.where[other]
    dx, dy, dz = b[0] - column, b[1] - row, b[2] - level
    steps = 8 * cubes.distance(one, other)
    found: list[int] = []
    last = one
    for number in range(1, steps):
        share = number / steps
        cube = cubes.at(
            int(column + 0.5003 + share * dx), int(row + 0.5003 + share * dy), int(level + 0.5003 + share * dz)
        )
        if cube != last:
            last = cube
            if cube != one and cube != other and cube != NOWHERE and cube not in found[-1:]:
                found.append(cube)
    return found
