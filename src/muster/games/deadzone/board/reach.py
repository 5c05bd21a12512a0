"""Reach: the cubes that a model can get to by the scenery alone, worked out once for each kind of mover and shared by
every match (rulebook, "Move", "Climb", "Sprint").

Models that are in the way at the moment are left to `rules/movement`.
"""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.board.ground import GAPS, Ground, Way, allows
from muster.games.deadzone.cards.actions import NAMES, Act, Action, act
from muster.games.deadzone.cards.keywords import Ability
from muster.geometry.cube_sight import Face
from muster.geometry.cubes import FOUR
from muster.geometry.squares import NOWHERE
from muster.kernel.spaces import Option
from muster.kernel.text import Text

VEHICLE: Final = 1 << Ability.VEHICLE
JUMP_PACK: Final = 1 << Ability.JUMP_PACK
HOVER: Final = 1 << Ability.HOVER
TWO: Final = [-2, -1, 0, 1, 2]
MOVERS: Final = VEHICLE | JUMP_PACK | HOVER
"""The abilities that decide which steps a model can take."""
LEVEL_WAYS: Final = (Way.WALK, Way.JUMP_OVER)
CLAUSES: Final = {
    Action.MOVE: "DZ move.one",
    Action.SPRINT: "DZ sprint.two",
    Action.CLIMB: "DZ climb.two",
    Action.TELEPORT: "DZ ability.teleport",
}
Trip = tuple[int, tuple[int, ...]]
"""The end of a Sprint or Climb, and the cubes it may lead through: NOWHERE if it needs none."""


class Journey:
    """A Sprint or Climb: where it ends, and its options by the cube that it leads through."""

    __slots__ = ("options", "to", "vias")

    def __init__(self, ground: Ground, action: int, trip: Trip) -> None:
        self.to, self.vias = trip
        self.options = [going(ground, action, self.to, via) for via in self.vias]


class Region:
    """The cubes that one action reaches from a cube, and the options while nobody is in the way."""

    __slots__ = (
        "climbs",
        "ends",
        "errand",
        "move_options",
        "moves",
        "near",
        "quick_climbs",
        "quick_sprints",
        "sprints",
    )

    def __init__(self, ground: Ground, moves: list[int], sprints: list[Trip], climbs: list[Trip], back: Trip) -> None:
        self.moves = moves
        self.errand = Journey(ground, Action.SPRINT, back)  # a Sprint out and back again
        self.near = frozenset(moves)  # also every cube that a Sprint or Climb leads through
        self.ends = frozenset([*moves, *[to for to, _ in sprints], *[to for to, _ in climbs]])
        self.sprints = [Journey(ground, Action.SPRINT, trip) for trip in sprints]
        self.climbs = [Journey(ground, Action.CLIMB, trip) for trip in climbs]
        self.move_options = [going(ground, Action.MOVE, to) for to in moves]
        self.quick_sprints = [journey.options[0] for journey in self.sprints]
        self.quick_climbs = [journey.options[0] for journey in self.climbs]


class Reach:
    """The regions of one kind of mover on one battlefield."""

    __slots__ = ("_regions", "ground", "hovers", "size", "ways")

    def __init__(self, ground: Ground, ways: int, size: int, hovers: bool) -> None:
        self.ground = ground
        self.ways = ways
        self.size = size
        self.hovers = hovers
        self._regions: list[Region | None] = [None] * ground.size

    def region(self, cube: int) -> Region:
        found = self._regions[cube]
        if found is None:
            steps = self.steps(cube)
            sprints = self._sprints(cube, steps)
            back = next((trip for trip in sprints if trip[0] == cube), (cube, ()))
            ahead = [trip for trip in sprints if trip[0] != cube]
            found = Region(self.ground, list(steps), ahead, self._climbs(cube, steps), back)
            self._regions[cube] = found
        return found

    def steps(self, cube: int) -> dict[int, int]:
        """The cubes that one step leads to, each once, and the kind of step.  [DZ move.adjacent] [DZ move.gaps]"""
        found: dict[int, int] = {}
        for link in self.ground.links[cube]:
            if link.to not in found and allows(link, self.ways, self.size) and self.fits(link.to):
                found[link.to] = link.way
        return found

    def fits(self, cube: int) -> bool:
        """Whether a cube is large enough: size 3 and 4 find no room on a walkway.  [DZ field.walkway] [DZ move.edge]"""
        return self.size <= self.ground.capacity[cube]

    def _sprints(self, cube: int, steps: dict[int, int]) -> list[Trip]:
        """Two cubes on the same level, even out and back; hovering models may rise or fall by one.

        [DZ sprint.two] [DZ sprint.level] [DZ ability.hover]
        """
        level = self.ground.level
        found: dict[int, list[int]] = {}
        for via, way in steps.items():
            if way not in LEVEL_WAYS and not self.hovers:
                continue
            for to, second in self.steps(via).items():
                change = abs(level[to] - level[cube])
                if change > int(self.hovers) or (second == Way.DOWN and not self.hovers):
                    continue
                if change or way in LEVEL_WAYS:
                    found.setdefault(to, []).append(via)
        return [(to, tuple(vias)) for to, vias in found.items()]

    def _climbs(self, cube: int, steps: dict[int, int]) -> list[Trip]:
        """Two steps, both up or both down, or straight up or down a wall of two storeys.  [DZ climb.two]"""
        if not self.ways >> Way.UP & 1:
            return []
        level = self.ground.level
        found: dict[int, list[int]] = {}
        for via in steps:
            change = level[via] - level[cube]
            if change:
                for to in self.steps(via):
                    if level[to] - level[cube] == 2 * change:
                        found.setdefault(to, []).append(via)
        for to in self._facades(cube):
            found.setdefault(to, []).append(NOWHERE)
        return [(to, tuple(vias)) for to, vias in found.items()]

    def _facades(self, cube: int) -> list[int]:
        """Climb straight up or down a wall of two storeys; going up, it must offer handholds all the way.

        [DZ climb.two] [DZ move.up] [DZ move.down]
        """
        cubes, scenery, stand = self.ground.cubes, self.ground.scenery, self.ground.stand
        free = bool(self.ways >> Way.JUMP_UP & 1)
        found: list[int] = []
        for dx, dy in FOUR:
            for foot, top in ((cube, cubes.step(cube, dx, dy, 2)), (cubes.step(cube, dx, dy, -2), cube)):
                if NOWHERE in (foot, top) or not stand[foot] or not stand[top]:
                    continue
                up = foot == cube
                if not self.fits(top if up else foot):
                    continue
                step = (dx, dy) if up else (-dx, -dy)
                shaft = [cubes.step(foot, 0, 0, rise) for rise in (0, 1, 2)]
                if any(scenery.floor[shaft[rise]] == Face.SOLID for rise in (1, 2)):
                    continue
                held = free or not up or all(scenery.wall(shaft[rise], *step) != Face.OPEN for rise in (0, 1))
                if held and GAPS[Face(scenery.wall(shaft[2], *step))] >= self.size:
                    found.append(top if up else foot)
        return found


def going(ground: Ground, action: int, cube: int, via: int = 0) -> Option[Act]:
    """The option to go somewhere."""
    key, text = NAMES[action], Text(f"option.{NAMES[action]}", ground.spots[cube])
    return Option(f"{key}:{ground.names[cube]}", act(action, cube, via), CLAUSES[action], text)


def leaps(ground: Ground, cube: int) -> list[Option[Act]]:
    """The options to teleport from a cube while nobody is in the way.  [DZ ability.teleport]"""
    column, row, height = ground.cubes.where[cube]
    reached = [ground.cubes.at(column + x, row + y, height + z) for z in TWO for y in TWO for x in TWO]
    reached = [to for to in reached if to != NOWHERE and to != cube and ground.stand[to]]
    return [going(ground, Action.TELEPORT, to) for to in reached]


def ways_of(abilities: int) -> int:
    """The kinds of step a model can take, as a mask.

    [DZ move.up] [DZ move.down] [DZ item.jump_pack] [DZ ability.hover] [DZ ability.vehicle_ramp]
    """
    if abilities & VEHICLE:
        return 1 << Way.WALK | 1 << Way.RAMP
    ways = 1 << Way.WALK | 1 << Way.UP | 1 << Way.DOWN | 1 << Way.RAMP
    if abilities & JUMP_PACK:
        ways |= 1 << Way.JUMP_UP | 1 << Way.JUMP_OVER
    if abilities & HOVER:
        ways |= 1 << Way.JUMP_UP
    return ways
