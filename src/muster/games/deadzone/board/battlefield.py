"""The battlefield: the ground with everything that is worked out about it, above all what can be seen from where.

Built once from a pack and shared by every match, in tables of a fixed size. The steps are worked out at once, each
sight and each line when it is first asked for.
"""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.board.ground import CAPACITY, Ground
from muster.games.deadzone.board.reach import Reach, leaps
from muster.games.deadzone.cards.actions import Act
from muster.geometry.cube_sight import Point, Scenery, Screen
from muster.geometry.cubes import between
from muster.kernel.spaces import Option

UNSEEN: Final = 0
PARTLY: Final = 1
WHOLLY: Final = 2
"""How much of a model can be seen.  [DZ sight.point]"""
PLACES: Final = [(0.27, 0.27), (0.73, 0.27), (0.27, 0.73), (0.73, 0.73)]
HALVES: Final = [(0.5, 0.27), (0.5, 0.27), (0.5, 0.73), (0.5, 0.73)]
HEIGHTS: Final = [0.0, 0.55, 0.7, 0.85, 0.95]
WIDTHS: Final = [0.0, 0.09, 0.13, 0.19, 0.26]
PRONE: Final = 0.5
GRID: Final = [0.081, 0.4937, 0.917]
"""The points of a cube, along each axis, at which sight of its area is tried."""
SAMPLES: Final = tuple((x, y, z) for z in (GRID[1], GRID[2], GRID[0]) for x in GRID for y in GRID)


class Body:
    """A figure where it stands, as sight sees it: its eye, and points all over it."""

    __slots__ = ("eye", "points")

    def __init__(self, eye: Point, points: list[Point]) -> None:
        self.eye = eye
        self.points = points


class Battlefield(Ground):
    """The ground, and all that follows from it: who gets where, what is seen from where."""

    __slots__ = ("_areas", "_bodies", "_leaps", "_lines", "_points", "_screens", "_stances", "id", "reaches")

    def __init__(self, card_id: str, scenery: Scenery, cover: set[int], ramps: list[tuple[int, int]]) -> None:
        super().__init__(scenery, cover, ramps)
        self.id = card_id
        size = self.size
        self.reaches: dict[tuple[int, int], Reach] = {}  # by abilities and size of a mover: `questions.region_of`
        self._leaps: list[list[Option[Act]] | None] = [None] * size
        self._stances, stands = _stances(self)
        # Zero until somebody asks, then one more than what was found.
        self._points = [bytearray(stands) for _ in range(stands)]
        self._areas = [bytearray(size) for _ in range(stands)]
        self._bodies: list[Body | None] = [None] * stands
        self._lines: list[list[frozenset[int] | None]] = [[None] * size for _ in range(size)]
        self._screens: list[list[Screen | None]] = [[None] * size for _ in range(size)]

    def leaps(self, cube: int) -> list[Option[Act]]:
        """The options to teleport from a cube while nobody is in the way, made once.  [DZ ability.teleport]"""
        found = self._leaps[cube]
        if found is None:
            found = leaps(self, cube)
            self._leaps[cube] = found
        return found

    def line(self, one: int, other: int) -> frozenset[int]:
        """The cubes between two cubes, worked out once."""
        found = self._lines[one][other]
        if found is None:
            found = frozenset(between(self.cubes, one, other))
            self._lines[one][other] = found
        return found

    def screen(self, one: int, other: int) -> Screen:
        """The scenery that stands between two cubes, worked out once."""
        if one > other:
            one, other = other, one
        found = self._screens[one][other]
        if found is None:
            found = self.scenery.screen(one, other)
            self._screens[one][other] = found
        return found

    def body(self, figure: int) -> Body:
        """The eye of a figure and the points at which it can be seen, worked out once."""
        number = self._stances[figure]
        found = self._bodies[number]
        if found is None:
            found = Body(eye_of(self, figure), points_of(self, figure))
            self._bodies[number] = found
        return found

    # Sight

    def point_sight(self, eye: int, body: int) -> int:
        """How much of a body can be seen from an eye; both as `figure` numbers.  [DZ sight.point] [DZ sight.eye]"""
        known, key = self._points[self._stances[eye]], self._stances[body]
        found = known[key]
        if found == 0:
            found = self._look_at(eye, body) + 1
            known[key] = found
        return found - 1

    def _look_at(self, eye: int, body: int) -> int:
        """Try every point of a body, until it is known to be seen in part."""
        screen = self.screen(cube_of(eye), cube_of(body))
        if screen.open:
            return WHOLLY
        if screen.shut:
            return UNSEEN
        start, points = self.body(eye).eye, self.body(body).points
        seen = screen.clear(start, points[0])
        if not seen and screen.hides(start, points):
            return UNSEEN
        for point in points[1:]:
            if screen.clear(start, point) != seen:
                return PARTLY
        return WHOLLY if seen else UNSEEN

    def area_sight(self, eye: int, cube: int) -> bool:
        """Whether any part of a cube can be seen from an eye.  [DZ sight.area]"""
        known = self._areas[self._stances[eye]]
        found = known[cube]
        if found == 0:
            found = 1 + int(cube_of(eye) == cube or self._look_into(eye, cube))
            known[cube] = found
        return found == 2

    def _look_into(self, eye: int, cube: int) -> bool:
        screen = self.screen(cube_of(eye), cube)
        if screen.open or screen.shut:
            return screen.open
        column, row, level = self.cubes.where[cube]
        start = self.body(eye).eye
        for x, y, z in SAMPLES:
            if screen.clear(start, (column + x, row + y, level + z)):
                return True
        return False


def _stances(field: Battlefield) -> tuple[list[int], int]:
    """Number the different stances: for each figure the number of its stance, and how many there are.

    Small models stand in one of four quarters, larger ones in a half or in the middle; nobody stands in the air.
    """
    found: list[int] = []
    known: dict[tuple[float, float, int, float], int] = {}
    for figure in range(field.size * 32):
        x, y, level, height, _ = _stance(field, figure)
        stands = field.stand[cube_of(figure)]
        found.append(known.setdefault((x, y, level, height), len(known)) if stands else 0)
    return found, len(known)


def cube_of(figure: int) -> int:
    """The cube of a figure. A figure is one number for a place and the model that stands there: `questions.stance`."""
    return figure // 32


def _stance(field: Battlefield, number: int) -> tuple[float, float, int, float, float]:
    """Where a figure stands (column, row, level), how high and how wide it is."""
    size = number // 2 % 4 + 1
    column, row, level = field.cubes.where[number // 32]
    place = number // 8 % 4
    dx, dy = (0.5, 0.5) if size > 2 else HALVES[place] if size == 2 else PLACES[place]
    if field.capacity[number // 32] < CAPACITY:
        dy = 0.27
    return column + dx, row + dy, level, HEIGHTS[size] * (PRONE if number % 2 else 1.0), WIDTHS[size]


def eye_of(field: Battlefield, number: int) -> Point:
    """The eye of a figure, a little beside its middle so that no line runs along an edge.  [DZ sight.eye]"""
    x, y, level, height, _ = _stance(field, number)
    return x + 0.0113, y + 0.0071, level + 0.92 * height


def points_of(field: Battlefield, number: int) -> list[Point]:
    """Points all over a figure: the whole of it is seen when all of them are.  [DZ sight.point]"""
    x, y, level, height, width = _stance(field, number)
    z = level + 0.61 * height
    low, middle, high = [(x, y, level + share * height) for share in (0.12, 0.5, 0.97)]
    # Far ones first: where only some are seen, two of them soon tell.
    return [low, high, (x - width, y, z), (x + width, y, z), (x, y - width, z), (x, y + width, z), middle]
