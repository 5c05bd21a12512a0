"""The ground: cubes with walls, floors, ramps and cover, and the steps between them (rulebook, "Move")."""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.cards.content import COLUMNS, ROWS
from muster.geometry.cube_sight import Face, Scenery
from muster.geometry.cubes import EIGHT, FOUR, Cubes
from muster.geometry.squares import NOWHERE
from muster.kernel.text import Param

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


def allows(link: Link, ways: int, size: int) -> bool:
    """Whether a step is open to models of a size that know these ways.  [DZ move.gaps]"""
    return bool(ways >> link.way & 1) and size <= link.size


class Ground:
    """Scenery, and the steps that lead over it. Tables are flat lists by cube, or by pairs of cubes."""

    __slots__ = (
        "capacity",
        "cover",
        "cubes",
        "far",
        "ground",
        "level",
        "links",
        "names",
        "near",
        "scenery",
        "size",
        "spots",
        "stand",
        "tops",
    )

    def __init__(self, scenery: Scenery, cover: set[int], ramps: list[tuple[int, int]]) -> None:
        cubes = scenery.cubes
        self.cubes: Cubes = cubes
        self.size = cubes.size
        self.far = cubes.far  # the distance of two cubes: one * size + other
        self.level = [where[2] for where in cubes.where]
        self.scenery = scenery
        self.names = cubes.names
        self.spots = [_spot(name) for name in cubes.names]  # for the gaps of a text that names a cube
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


def _spot(name: str) -> dict[str, Param]:
    """A cube as sentences name it: `c4.2` is square c4, level 2."""
    square, _, level = name.partition(".")
    return {"cube": name, "square": square, "level": int(level)}


def _gap(scenery: Scenery, cube: int, dx: int, dy: int) -> int:
    return GAPS[Face(scenery.wall(cube, dx, dy))]


def corner_gap(scenery: Scenery, cube: int, dx: int, dy: int) -> int:
    """The largest model that gets from a cube to one beside it or diagonal to it, round the better corner.

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


def _ceiling(ground: Ground, cube: int) -> bool:
    """Whether a whole floor closes a cube from above."""
    above = ground.cubes.step(cube, 0, 0, 1)
    return above == NOWHERE or ground.scenery.floor[above] == Face.SOLID


def _links(ground: Ground, cube: int) -> list[Link]:
    """All steps out of a cube, whoever may take them.

    [DZ move.adjacent] [DZ move.up] [DZ move.down] [DZ item.jump_pack]
    """
    links = [*_level_links(ground, cube), *_down_links(ground, cube)]
    if not _ceiling(ground, cube):
        links += _up_links(ground, cube)
    return links


def _level_links(ground: Ground, cube: int) -> list[Link]:
    """Steps along a level, also over the empty half of a walkway; jumps over walls and missing floors.

    [DZ move.adjacent] [DZ move.walkway_gap] [DZ item.jump_pack]
    """
    scenery, step = ground.scenery, ground.cubes.step
    links: list[Link] = []
    for dx, dy in EIGHT:
        to = step(cube, dx, dy)
        if to == NOWHERE:
            continue
        gap = corner_gap(scenery, cube, dx, dy)
        if ground.stand[to]:
            if gap:
                links.append(Link(to, Way.WALK, gap))
            if gap < GAPS[Face.OPEN] and not (dx and dy) and _over(ground, cube, to, dx, dy):
                links.append(Link(to, Way.JUMP_OVER, GAPS[Face.OPEN]))
            continue
        beyond = step(to, dx, dy)
        if beyond != NOWHERE and gap and ground.stand[beyond] and corner_gap(scenery, to, dx, dy):
            links.append(Link(beyond, Way.JUMP_OVER, min(gap, corner_gap(scenery, to, dx, dy))))
    return links


def _over(ground: Ground, cube: int, to: int, dx: int, dy: int) -> bool:
    """Whether a wall between two cubes can be jumped: it is open above both of them and between them."""
    above = ground.cubes.step(cube, 0, 0, 1)
    if _ceiling(ground, cube) or _ceiling(ground, to):
        return False
    return _gap(ground.scenery, above, dx, dy) == GAPS[Face.OPEN]


def _up_links(ground: Ground, cube: int) -> list[Link]:
    """Steps up a wall of full height onto what is above it, unless a solid wall stands there, too."""
    scenery, step = ground.scenery, ground.cubes.step
    above = step(cube, 0, 0, 1)
    links: list[Link] = []
    handhold = any(scenery.wall(cube, dx, dy) and step(cube, dx, dy) != NOWHERE for dx, dy in FOUR)
    if ground.stand[above]:
        links.append(Link(above, Way.UP if handhold else Way.JUMP_UP, 2))
    for dx, dy in EIGHT:
        to = step(cube, dx, dy, 1)
        if to == NOWHERE or not ground.stand[to]:
            continue
        gap = corner_gap(scenery, above, dx, dy)
        if gap:
            climb = not (dx and dy) and scenery.wall(cube, dx, dy) != Face.OPEN
            links.append(Link(to, Way.UP if climb else Way.JUMP_UP, gap))
    return links


def _down_links(ground: Ground, cube: int) -> list[Link]:
    scenery, step = ground.scenery, ground.cubes.step
    links: list[Link] = []
    below = step(cube, 0, 0, -1)
    if below == NOWHERE:
        return links
    if scenery.floor[cube] != Face.SOLID and ground.stand[below]:
        links.append(Link(below, Way.DOWN, 2))
    for dx, dy in FOUR:
        beside, to = step(cube, dx, dy), step(cube, dx, dy, -1)
        if to != NOWHERE and ground.stand[to] and scenery.floor[beside] != Face.SOLID:
            gap = _gap(scenery, cube, dx, dy)
            if gap:
                links.append(Link(to, Way.DOWN, gap))
    return links


def _top(ground: Ground, place: int) -> int:
    """The highest cube of a column in which something can lie.  [DZ setup.crates_dropped]"""
    cubes = ground.cubes
    standing = [place + level * COLUMNS * ROWS for level in range(cubes.levels)]
    return max(cube for cube in standing if ground.stand[cube])


def _near(ground: Ground, cube: int) -> tuple[int, ...]:
    """The cubes that an explosion in this one reaches: adjacent, on the same or a higher level, with a clear route.

    [DZ frag.area]
    """
    level = ground.cubes.level(cube)
    reached = {link.to for link in ground.links[cube] if ground.cubes.distance(cube, link.to) == 1}
    return tuple(sorted(to for to in reached if ground.cubes.level(to) >= level))
