"""Posts of a table: spots worth standing on or walking past, worked out once for each table.

Posts lie in contact with containers, scenery and hexagons where a MegaBeast may be, at access points, in the middle of
tiles and on roofs. Others lie around the corners of obstacles, only to walk past.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from muster.games.tag_raid.board.area import SLACK, Area
from muster.games.tag_raid.board.spots import GROUND, Spot
from muster.games.tag_raid.cards.content import Movement
from muster.geometry.hexes import ROOT, SIDES, Cell, neighbour, side_bearing
from muster.geometry.plane import Convex, Point, along, span

AROUND: Final = 4
"""The number of spots tried around a container."""
APART: Final = 50
"""The least distance between two posts."""
LONG_SIDE: Final = 900
"""A side of scenery this long has two posts, a shorter one has one."""


class Post:
    """A spot and its uses."""

    __slots__ = ("container", "cover", "number", "room", "spot")

    def __init__(self, number: int, spot: Spot, container: int, cover: bool, room: bool) -> None:
        self.number = number
        self.spot = spot
        self.container = container  # the one in contact, or -1
        self.cover = cover  # beside scenery
        self.room = room  # a move may end here, as far as the table decides


def posts_of(field: Area) -> list[Post]:
    """All posts of a table, no two of them close together."""
    found: list[Post] = []

    def add(spot: Spot, container: int = -1, cover: bool = False, room: bool = True) -> None:
        near = [post for post in found if post.spot[2] == spot[2] and post.room == room]
        apart = all(span(post.spot[0] - spot[0], post.spot[1] - spot[1]) > APART for post in near)
        if apart and (not room or has_room(field, spot)):
            found.append(Post(len(found), spot, container, cover, room))

    for point in field.access:
        add(point.spot)
    for number, (x, y, _) in enumerate(field.containers):
        for spot in beside_token(field, x, y):
            add(spot, container=number)
    for cell in field.cells[Movement.MIXED]:
        for spot in beside_hexagon(field, cell):
            add(spot)
    for number, piece in enumerate(field.scenery):
        for foot, top in sides(field, piece.shape, number):
            add(foot, cover=True)
            add(top, cover=True)
    for tile in field.tiles:
        add((round(tile.x), round(tile.y), GROUND))
    for spot in corners(field):
        add(spot, room=False)
    return found


def has_room(field: Area, spot: Spot) -> bool:
    """Whether a move may end here, as far as the table decides."""
    if field.stands(*spot):
        return False
    apart = field.constants.base_radius + field.constants.token_radius - SLACK
    return all(spot[2] != level or span(spot[0] - x, spot[1] - y) >= apart for x, y, level in field.containers)


def beside_token(field: Area, x: int, y: int) -> list[Spot]:
    """Spots in contact with a token."""
    away = field.constants.base_radius + field.constants.token_radius + 1
    turns = [2 * pi * k / AROUND for k in range(AROUND)]
    return [(round(x + away * sin(turn)), round(y - away * cos(turn)), GROUND) for turn in turns]


def beside_hexagon(field: Area, cell: Cell) -> list[Spot]:
    """Spots in contact with the sides of an empty hexagon, on the tiles around it."""
    x, y = field.middle(cell)
    away = field.size * ROOT / 2 + field.constants.base_radius + 1
    found: list[Spot] = []
    for side in range(SIDES):
        if field.tile_of(neighbour(cell, side)) >= 0:
            dx, dy = along(side_bearing(side))
            found.append((round(x + dx * away), round(y + dy * away), GROUND))
    return found


def sides(field: Area, shape: Convex, number: int) -> list[tuple[Spot, Spot]]:
    """Spots in contact with each side of a piece of scenery: at its foot, and opposite on its roof."""
    away = field.constants.base_radius + 1
    found: list[tuple[Spot, Spot]] = []
    for (ax, ay), (bx, by) in edges(shape):
        length = span(bx - ax, by - ay)
        nx, ny = (by - ay) / length, (ax - bx) / length
        for share in (0.5,) if length < LONG_SIDE else (0.25, 0.75):
            x, y = ax + (bx - ax) * share, ay + (by - ay) * share
            foot = round(x + nx * away), round(y + ny * away), GROUND
            top = round(x - nx * away), round(y - ny * away), number
            found.append((foot, top))
    return found


def edges(shape: Convex) -> list[tuple[Point, Point]]:
    points = shape.corners
    return list(zip(points, [*points[1:], points[0]], strict=True))


def corners(field: Area) -> list[Spot]:
    """Spots around the corners of scenery and holes, where ways bend."""
    away = field.constants.min_width * 0.75
    shapes = [piece.shape for piece in field.scenery] + [
        shape for cell, shape in field.voids.items() if len(field.surrounding(cell)) >= 3
    ]
    found: list[Spot] = []
    for shape in shapes:
        for x, y in shape.corners:
            length = span(x - shape.x, y - shape.y)
            spot = round(x + (x - shape.x) / length * away), round(y + (y - shape.y) / length * away), GROUND
            if field.tile_of(field.cell_at(spot[0], spot[1])) >= 0 and not field.walks(*spot[:2], *spot[:2], GROUND):
                found.append(spot)
    return found
