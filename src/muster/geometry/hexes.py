"""Hexagons in shifted rows: cells are (column, row), odd rows stand half a hexagon further east, row 0 is in the north.

Hexagons stand on a corner; their six sides look north-east, east, south-east, south-west, west and north-west.
"""

from __future__ import annotations

from math import cos, floor, pi, sin, sqrt
from typing import Final

from muster.geometry.plane import Point

Cell = tuple[int, int]
SIDES: Final = 6
ROOT: Final = sqrt(3.0)


def side_bearing(side: int) -> float:
    """Where a side looks, in compass degrees."""
    return 30.0 + 60.0 * (side % SIDES)


def neighbour(cell: Cell, side: int) -> Cell:
    """The cell beyond a side."""
    column, row = cell
    shift = row & 1
    if side == 1:
        return column + 1, row
    if side == 4:
        return column - 1, row
    if side in (0, 2):
        return column + shift, row + (1 if side == 2 else -1)
    return column + shift - 1, row + (1 if side == 3 else -1)


def neighbours(cell: Cell) -> list[Cell]:
    """The cells around one."""
    return [neighbour(cell, side) for side in range(SIDES)]


def centre(cell: Cell, size: float) -> Point:
    """The middle of a hexagon whose sides are `size` long."""
    column, row = cell
    return size * ROOT * (column + 0.5 * (row & 1)), size * 1.5 * row


def corners(cell: Cell, size: float) -> list[Point]:
    """The six corners, clockwise from the north."""
    x, y = centre(cell, size)
    return [(x + size * sin(pi / 3 * k), y - size * cos(pi / 3 * k)) for k in range(SIDES)]


def cell_at(x: float, y: float, size: float) -> Cell:
    """The cell in which a point lies: of the two rows around it the hexagon whose middle is nearest."""
    wide, high = size * ROOT, size * 1.5
    above = floor(y / high)
    left = round(x / wide - 0.5 * (above & 1))
    right = round(x / wide - 0.5 * (~above & 1))
    dx, dy = x - wide * (left + 0.5 * (above & 1)), y - high * above
    ex, ey = x - wide * (right + 0.5 * (~above & 1)), dy - high
    return (right, above + 1) if ex * ex + ey * ey < dx * dx + dy * dy else (left, above)


def steps_between(one: Cell, other: Cell) -> int:
    """The distance between two cells in hexagons."""
    aq, ar = one[0] - (one[1] - (one[1] & 1)) // 2, one[1]
    bq, br = other[0] - (other[1] - (other[1] & 1)) // 2, other[1]
    return (abs(aq - bq) + abs(aq + ar - bq - br) + abs(ar - br)) // 2


def cell_name(cell: Cell) -> str:
    """As on a chess board: columns by letter, rows by number from the north; `a1` is cell (0, 0)."""
    column, row = cell
    letter = chr(ord("a") + column) if 0 <= column < 26 else f"({column})"
    return f"{letter}{row + 1}"
