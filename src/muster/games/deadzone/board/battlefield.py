"""The battlefield: cubes with walls, floors, ramps and cover, the ways between them, and what can be seen from where.

Built once from a pack and shared by every match, in tables of a fixed size. The ways are worked out at once, each
sight and each line when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from muster.geometry.cube_sight import Face, Point, Scenery, Screen
from muster.geometry.cubes import EIGHT, FOUR, Cubes, between
from muster.geometry.squares import NOWHERE
from muster.kernel.spaces import Option

if TYPE_CHECKING:
    from muster.games.deadzone.board.reach import Reach
    from muster.games.deadzone.rules.actions import Act

COLUMNS: Final = 8
ROWS: Final = 8
"""The mat of two feet in cubes of three inches.  [DZ field.board]"""
CAPACITY: Final = 4
"""Size 1 models of one side in a cube; half of it on a walkway.  [DZ field.capacity] [DZ field.walkway]"""
GAPS: Final = {Face.OPEN: 4, Face.DOOR: 3, Face.WINDOW: 1, Face.SOLID: 0}
"""The largest model that fits through a wall.  [DZ move.gaps]"""


class Way:
    """How a step goes: along a level, up a wall, down, by a ramp, or only with a jump pack."""

    WALK: Final = 0
    UP: Final = 1
    DOWN: Final = 2
    RAMP: Final = 3
    JUMP_UP: Final = 4
    JUMP_OVER: Final = 5


class Link:
    """A step from one cube to another, for models up to some size."""

    __slots__ = ("size", "to", "way")

    def __init__(self, to: int, way: int, size: int) -> None:
        self.to = to
        self.way = way
        self.size = size


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
"""Where in a cube sight of its area is tried, along each axis."""
SAMPLES: Final = tuple((x, y, z) for z in (GRID[1], GRID[2], GRID[0]) for x in GRID for y in GRID)


class Body:
    """A figure where it stands, as sight sees it: its eye, and points all over it."""

    __slots__ = ("eye", "points")

    def __init__(self, eye: Point, points: list[Point]) -> None:
        self.eye = eye
        self.points = points


class Battlefield:
    """Scenery and all that follows from it. Tables are flat lists by cube, or by pairs of cubes or stances."""

    __slots__ = (
        "_areas",
        "_bodies",
        "_lines",
        "_points",
        "_screens",
        "_stances",
        "capacity",
        "cover",
        "cubes",
        "far",
        "ground",
        "id",
        "leaps",
        "level",
        "links",
        "names",
        "near",
        "reaches",
        "scenery",
        "size",
        "stand",
        "tops",
    )

    def __init__(self, card_id: str, scenery: Scenery, cover: set[int], ramps: list[tuple[int, int]]) -> None:
        cubes = scenery.cubes
        self.id = card_id
        self.cubes: Cubes = cubes
        self.size = cubes.size
        self.far = cubes.far  # the distance of two cubes: one * size + other
        self.level = [where[2] for where in cubes.where]
        self.scenery = scenery
        self.names = cubes.names
        self.cover = [cube in cover for cube in range(cubes.size)]
        self.stand = [scenery.floor[cube] != Face.OPEN for cube in range(cubes.size)]
        self.ground = [cube for cube in range(cubes.size) if self.stand[cube]]
        self.capacity = [CAPACITY // 2 if scenery.floor[cube] == Face.HALF else CAPACITY for cube in range(cubes.size)]
        self.links = [_links(self, cube) if self.stand[cube] else [] for cube in range(cubes.size)]
        for low, high in ramps:
            self.links[low].append(Link(high, Way.RAMP, GAPS[Face.OPEN]))
            self.links[high].append(Link(low, Way.RAMP, GAPS[Face.OPEN]))
        self.tops = [_top(self, place) for place in range(COLUMNS * ROWS)]
        self.near = [_near(self, cube) for cube in range(cubes.size)]
        self.reaches: dict[tuple[int, int], Reach] = {}  # by abilities and size of a mover: `reach.py`
        self.leaps: list[list[Option[Act]] | None] = [None] * cubes.size  # options to teleport: `reach.py`
        self._stances, stands = _stances(self)
        # Zero until somebody asks, then one more than what was found.
        self._points = [bytearray(stands) for _ in range(stands)]
        self._areas = [bytearray(cubes.size) for _ in range(stands)]
        self._bodies: list[Body | None] = [None] * stands
        self._lines: list[list[tuple[int, ...] | None]] = [[None] * cubes.size for _ in range(cubes.size)]
        self._screens: list[list[Screen | None]] = [[None] * cubes.size for _ in range(cubes.size)]

    def line(self, one: int, other: int) -> tuple[int, ...]:
        """The cubes between two cubes, worked out once."""
        found = self._lines[one][other]
        if found is None:
            found = tuple(between(self.cubes, one, other))
            self._lines[one][other] = found
        return found

    def screen(self, one: int, other: int) -> Screen:
        """What stands between two cubes, worked out once."""
        if one > other:
            one, other = other, one
        found = self._screens[one][other]
        if found is None:
            found = self.scenery.screen(one, other)
            self._screens[one][other] = found
        return found

    def body(self, figure: int) -> Body:
        """What can be seen of a figure, and its eye, worked out once."""
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
        """Every point of a body, until it is known to be seen in part."""
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
    """For each figure number which of the different stances it is, and how many there are.

    Small models stand in one of four quarters, larger ones in a half or in the middle; nobody stands in the air.
    """
    found: list[int] = []
    known: dict[tuple[float, float, int, float], int] = {}
    for figure in range(field.size * 32):
        x, y, level, height, _ = _stance(field, figure)
        stands = field.stand[cube_of(figure)]
        found.append(known.setdefault((x, y, level, height), len(known)) if stands else 0)
    return found, len(known)


def allows(link: Link, ways: int, size: int) -> bool:
    """Whether a step is open to models of a size that know these ways.  [DZ move.gaps]"""
    return bool(ways >> link.way & 1) and size <= link.size


def cube_of(figure: int) -> int:
    """A figure is a standing place and what stands there in one number: `questions.stance`."""
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
    """Points all over a figure: its whole is seen when all of them are.  [DZ sight.point]"""
    x, y, level, height, width = _stance(field, number)
    z = level + 0.61 * height
    low, middle, high = [(x, y, level + share * height) for share in (0.12, 0.5, 0.97)]
    # Far ones first: where only some are seen, two of them soon tell.
    return [low, high, (x - width, y, z), (x + width, y, z), (x, y - width, z), (x, y + width, z), middle]


# Ways


def _gap(scenery: Scenery, cube: int, dx: int, dy: int) -> int:
    return GAPS[Face(scenery.wall(cube, dx, dy))]


def corner_gap(scenery: Scenery, cube: int, dx: int, dy: int) -> int:
    """The largest model that gets from a cube to one beside or diagonal to it: round the better corner.

    [DZ move.walls] [DZ move.gaps]
    """
    if not dx or not dy:
        return _gap(scenery, cube, dx, dy)
    best = 0
    for first, second in (((dx, 0), (0, dy)), ((0, dy), (dx, 0))):
        middle = scenery.cubes.step(cube, *first)
        if middle != NOWHERE:
            best = max(best, min(_gap(scenery, cube, *first), _gap(scenery, middle, *second)))
    return best


def _ceiling(field: Battlefield, cube: int) -> bool:
    """Whether a whole floor closes a cube from above."""
    above = field.cubes.step(cube, 0, 0, 1)
    return above == NOWHERE or field.scenery.floor[above] == Face.SOLID


def _links(field: Battlefield, cube: int) -> list[Link]:
    """All steps out of a cube, whoever may take them.

    [DZ move.adjacent] [DZ move.up] [DZ move.down] [DZ item.jump_pack]
    """
    links = [*_level_links(field, cube), *_down_links(field, cube)]
    if not _ceiling(field, cube):
        links += _up_links(field, cube)
    return links


def _level_links(field: Battlefield, cube: int) -> list[Link]:
    """Steps along a level, also over the empty half of a walkway; jumps over walls and missing floors.

    [DZ move.adjacent] [DZ move.walkway_gap] [DZ item.jump_pack]
    """
    scenery, step = field.scenery, field.cubes.step
    links: list[Link] = []
    for dx, dy in EIGHT:
        to = step(cube, dx, dy)
        if to == NOWHERE:
            continue
        gap = corner_gap(scenery, cube, dx, dy)
        if field.stand[to]:
            if gap:
                links.append(Link(to, Way.WALK, gap))
            if gap < GAPS[Face.OPEN] and not (dx and dy) and _over(field, cube, to, dx, dy):
                links.append(Link(to, Way.JUMP_OVER, GAPS[Face.OPEN]))
            continue
        beyond = step(to, dx, dy)
        if beyond != NOWHERE and gap and field.stand[beyond] and corner_gap(scenery, to, dx, dy):
            links.append(Link(beyond, Way.JUMP_OVER, min(gap, corner_gap(scenery, to, dx, dy))))
    return links


def _over(field: Battlefield, cube: int, to: int, dx: int, dy: int) -> bool:
    """Whether a wall between two cubes can be jumped: open above both of them and between."""
    above = field.cubes.step(cube, 0, 0, 1)
    return (
        not _ceiling(field, cube) and not _ceiling(field, to) and _gap(field.scenery, above, dx, dy) == GAPS[Face.OPEN]
    )


def _up_links(field: Battlefield, cube: int) -> list[Link]:
    """Up a wall of full height onto what is above it, unless a solid wall stands there, too."""
    scenery, step = field.scenery, field.cubes.step
    above = step(cube, 0, 0, 1)
    links: list[Link] = []
    handhold = any(scenery.wall(cube, dx, dy) and step(cube, dx, dy) != NOWHERE for dx, dy in FOUR)
    if field.stand[above]:
        links.append(Link(above, Way.UP if handhold else Way.JUMP_UP, 2))
    for dx, dy in EIGHT:
        to = step(cube, dx, dy, 1)
        if to == NOWHERE or not field.stand[to]:
            continue
        gap = corner_gap(scenery, above, dx, dy)
        if gap:
            climb = not (dx and dy) and scenery.wall(cube, dx, dy) != Face.OPEN
            links.append(Link(to, Way.UP if climb else Way.JUMP_UP, gap))
    return links


def _down_links(field: Battlefield, cube: int) -> list[Link]:
    scenery, step = field.scenery, field.cubes.step
    links: list[Link] = []
    below = step(cube, 0, 0, -1)
    if below == NOWHERE:
        return links
    if scenery.floor[cube] != Face.SOLID and field.stand[below]:
        links.append(Link(below, Way.DOWN, 2))
    for dx, dy in FOUR:
        beside, to = step(cube, dx, dy), step(cube, dx, dy, -1)
        if to != NOWHERE and field.stand[to] and scenery.floor[beside] != Face.SOLID:
            gap = _gap(scenery, cube, dx, dy)
            if gap:
                links.append(Link(to, Way.DOWN, gap))
    return links


def _top(field: Battlefield, place: int) -> int:
    """The highest cube of a column in which something can lie.  [DZ setup.crates_dropped]"""
    cubes = field.cubes
    standing = [place + level * COLUMNS * ROWS for level in range(cubes.levels)]
    return max(cube for cube in standing if field.stand[cube])


def _near(field: Battlefield, cube: int) -> tuple[int, ...]:
    """The cubes that an explosion in this one reaches: adjacent, on the same or a higher level, with a clear route.

    [DZ frag.area]
    """
    level = field.cubes.level(cube)
    reached = {link.to for link in field.links[cube] if field.cubes.distance(cube, link.to) == 1}
    return tuple(sorted(to for to in reached if field.cubes.level(to) >= level))
