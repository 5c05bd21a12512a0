"""Movement (rulebook 4.3): walking in paths, flying, teleportation. Where a unit can get to, and how."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.obsidian_protocol.battlefield import DISTANCE, GRID_NAMES, NEIGHBOURS, SMALL
from muster.games.obsidian_protocol.content import Level
from muster.games.obsidian_protocol.movement import (
    Map,
    area_of,
    blockers,
    environment_at,
    lock_maps,
    locked_places,
    place_name,
)
from muster.games.obsidian_protocol.places import (
    ACROSS,
    GRID_AREA,
    PLACES,
    back,
    disc,
    each,
    fill,
    grids_with,
    shifted,
)
from muster.games.obsidian_protocol.position import corner_of, grid_at, grid_of, place_of
from muster.games.obsidian_protocol.state import State, Unit
from muster.kernel.refusal import Refusal
from muster.kernel.text import Text

Path = tuple[int, ...]
"""The places a unit stands in, one for each grid entered; empty when it stays in its grid."""
MINE: Final = 64
"""In how many parts a step of movement range is divided: one for each mined grid on the way."""


class Ways:
    """Where a unit can get to, and how. Worked out when somebody looks: a replay knows the answer already.

    Places are sorted into layers by their price: movement range, and as a fraction of it the mined grids on the way, so
    that of several paths the safest is taken.
    """

    __slots__ = (
        "_crushed",
        "_ends",
        "_layers",
        "_lines",
        "_locks",
        "_mined",
        "_reach",
        "_straight",
        "_view",
        "flying",
        "ghost",
        "link",
        "state",
        "unit",
    )

    def __init__(
        self,
        state: State,
        unit: Unit,
        reach: int,
        straight: int = 0,
        ghost: bool = False,
        flying: bool = False,
        link: int = 0,
    ) -> None:
        self.state = state
        self.unit = unit
        self.flying = flying
        self.ghost = ghost
        self.link = link  # so much may be paid to break away from those who block
        self._reach = reach
        self._straight = straight
        self._view: Map | None = None
        self._ends = 0
        self._mined = 0
        self._layers: list[tuple[int, int]] = []
        self._locks: list[int] = []  # where at least one, two, ... enemies lock the unit
        self._crushed: dict[int, tuple[int, int]] = {}  # by place entered so: the price, and the place before it
        self._lines: dict[int, tuple[int, Path]] = {}  # by place reached only in a straight line: the price, the path

    @property
    def ends(self) -> int:
        """The places where the movement may end, as a bitmap."""
        if self._view is None:
            self._view = Map(self.state, self.unit, self.ghost)
            if self.flying:
                self._fly(self._view)
            else:
                self._spread(self._view)
                for direction in range(4 if self._straight else 0):
                    self._line(self._view, direction)
        return self._ends

    def grids(self) -> list[int]:
        """The grids where the movement may end, in order."""
        if self.link:
            return [grid for grid in grids_with(self.ends) if self.places_in(grid)]
        return grids_with(self.ends)

    def places(self) -> list[int]:
        return list(each(self.ends))

    def places_in(self, grid: int) -> list[int]:
        """Where in a grid the movement may end."""
        if self.link:
            return [place for place in each(self.ends & GRID_AREA[grid]) if self.tolls(self.path(place)) <= self.link]
        if self.unit.size == SMALL:
            return [corner_of(grid)]
        return list(each(self.ends & GRID_AREA[grid]))

    def cost(self, place: int) -> int:
        """The movement range it takes to get to a place."""
        if self.flying:
            return DISTANCE[grid_of(self.unit)][grid_at(place)]
        return self._price(place) // MINE

    def path(self, place: int) -> Path:
        """The last place in each grid on the way, the safest of the shortest ways."""
        if self.flying:
            return () if grid_at(place) == grid_of(self.unit) else (place,)
        price = self._price(place)
        if place in self._lines:
            return self._lines[place][1]
        if place in self._crushed:
            return (*self.path(self._crushed[place][1]), place)
        steps: list[int] = []
        while price >= MINE:
            steps.append(place)
            place, price = self._before(place, price)
        return tuple(reversed(steps))

    @property
    def reach(self) -> int:
        return self._reach

    def tolls(self, path: Path) -> int:
        """The link it takes to break away from those who block, on the way along a path.  [OP trait.block]"""
        places = (place_of(self.unit), *path[:-1]) if path else ()
        return sum(
            locked_places(self.state, self.unit, other) >> place & 1
            for other in blockers(self.state, self.unit)
            for place in places
        )

    def spare(self, place: int, cost: int) -> int:
        """The range that is left after so much was used to get to a place."""
        more = self._straight if place in self._lines else 0
        return self._reach + more - cost

    def along(self, grids: Sequence[int]) -> tuple[int, Path, list[int]]:
        """A path named grid by grid: what it costs, a place in each grid, and where it may end. Raises `Refusal`.

        [OP 4.3.1.range] [OP 4.3.5.break_away]
        """
        reached, path = self.follow(grids)
        assert self._view is not None
        view, reach = self._view, self.reach_along(grids)
        ends = [place for cost in reached if cost <= reach for place in each(reached[cost])]
        ends = [place for place in ends if view.fits(place) or view.may_crush(place)]
        if not ends or self.tolls(path) > (self.link or 99):
            raise Refusal("OP 4.3.1.range", Text("refuse.path_range", {"cost": min(reached), "range": reach}))
        return min(reached), path, sorted(ends)

    def reach_along(self, grids: Sequence[int]) -> int:
        """The range there is for a path: more, perhaps, in a straight line.  [OP 6.2.straight]"""
        ways = {grid - before for before, grid in zip([grid_of(self.unit), *grids], grids, strict=False)}
        return self._reach + (self._straight if len(ways) == 1 else 0)

    def follow(self, grids: Sequence[int]) -> tuple[dict[int, int], Path]:
        """A path grid by grid, however far it leads: the places reached by their cost, and a place in each grid.

        [OP 4.3.1.steps] [OP 4.3.1.blocked]
        """
        assert self.ends
        assert self._view is not None
        view, unit = self._view, self.unit
        here = grid_of(unit)
        reached = {0: fill(1 << place_of(unit), unit.size, view.through)}
        path: list[int] = []
        for number, grid in enumerate(grids):
            if self.flying or grid not in NEIGHBOURS[here]:
                raise Refusal("OP 4.3.1.steps", Text("refuse.path_gap", {"grid": GRID_NAMES[grid]}))
            reached = self._step(view, reached, grid, number + 1 == len(grids))
            if not reached or (number and environment_at(self.state, here) == "fragile_platform"):
                raise Refusal("OP 4.3.1.blocked", Text("refuse.path_blocked", {"grid": GRID_NAMES[grid]}))
            path.append(next(each(reached[min(reached)])))
            here = grid
        return reached, tuple(path)

    def _step(self, view: Map, reached: dict[int, int], grid: int, last: bool) -> dict[int, int]:
        """From the places reached in one grid into the next, by price."""
        found: dict[int, int] = {}
        for cost, places in reached.items():
            for extra, leaving in enumerate(_by_locks(places, self._locks)):
                there = 0
                for step in ACROSS[self.unit.size]:
                    there |= shifted(leaving, step)
                there &= GRID_AREA[grid] & self.state.battlefield.board.area
                land = fill(there & view.through, self.unit.size, view.through)
                if last and there and not land and view.may_crush(corner_of(grid)):
                    land = there
                if land:
                    found[cost + 1 + extra] = found.get(cost + 1 + extra, 0) | land
        return found

    # How it is worked out

    def _fly(self, view: Map) -> None:
        around = disc(grid_of(self.unit), self._reach) & PLACES[self.unit.size] & self.state.battlefield.board.area
        free = around if self.unit.level == Level.AERIAL else around & view.free
        self._ends = free | 1 << place_of(self.unit)

    def _spread(self, view: Map) -> None:
        """By grids, from cheaper to dearer: inside a grid the unit moves freely, to leave it may cost more."""
        size, start = self.unit.size, 1 << place_of(self.unit)
        self._locks = lock_maps(self.state, self.unit, self.link > 0)
        self._mined = view.mined()
        limit = (self._reach + 1) * MINE
        pending = {0: start}
        seen = 0
        while pending:
            price = min(pending)
            fresh = pending.pop(price) & ~seen
            if not fresh:
                continue
            fresh = fill(fresh, size, view.through & ~seen)
            seen |= fresh
            self._layers.append((price, fresh))
            if self.state.environments:
                fresh &= ~area_of(self.state, "fragile_platform") | start  # [OP card.fragile_platform]
            for extra, leaving in enumerate(_by_locks(fresh, self._locks)):
                onward = price + MINE * (1 + extra)
                if leaving and onward < limit:
                    self._cross(view, leaving, onward, seen, pending)
        self._ends |= seen & view.free | start

    def _cross(self, view: Map, leaving: int, price: int, seen: int, pending: dict[int, int]) -> None:
        """Over the edges of the grids: on, or crushing what stands there, which ends the movement.

        [OP 4.3.6.ends]
        """
        there = 0
        for step in ACROSS[self.unit.size]:
            there |= shifted(leaving, step)
        there &= ~seen
        for mines, land in enumerate((there & view.through & ~self._mined, there & view.through & self._mined)):
            if land:
                pending[price + mines] = pending.get(price + mines, 0) | land
        for place in each(there & self.state.battlefield.board.area & ~view.through) if self.unit.size == SMALL else ():
            if (place not in self._crushed or self._crushed[place][0] > price) and view.may_crush(place):
                sources = [back(1 << place, step) & leaving for step in ACROSS[SMALL]]
                self._crushed[place] = price, max(sources).bit_length() - 1
                self._ends |= 1 << place

    def _line(self, view: Map, direction: int) -> None:
        """Along one direction there may be more range.  [OP 6.2.straight]"""
        path: Path = ()
        place, cost = place_of(self.unit), 0
        while True:
            cost += 1 + sum(locked >> place & 1 for locked in self._locks)
            there = shifted(1 << place, ACROSS[self.unit.size][direction])
            if not there & self.state.battlefield.board.area or cost > self._reach + self._straight:
                return
            place = there.bit_length() - 1
            path = (*path, place)
            passes = view.passable(place)
            if not self._ends & there and (view.fits(place) or (not passes and view.may_crush(place))):
                self._ends |= there
                self._lines[place] = cost * MINE, path
            if not passes or environment_at(self.state, grid_at(place)) == "fragile_platform":
                return

    def _price(self, place: int) -> int:
        assert self.ends
        if place in self._lines:
            return self._lines[place][0]
        if place in self._crushed:
            return self._crushed[place][0]
        return next(price for price, places in self._layers if places >> place & 1)

    def _before(self, place: int, price: int) -> tuple[int, int]:
        """Where in the grid before it the unit came from, and the price there."""
        size = self.unit.size
        same = next(places for its, places in self._layers if its == price)
        entries = fill(1 << place, size, same)
        for step in ACROSS[size]:
            for source in each(back(entries, step)):
                onward = MINE * (1 + sum(locked >> source & 1 for locked in self._locks))
                onward += self._mined >> (shifted(1 << source, step).bit_length() - 1) & 1
                for its, places in self._layers:
                    if its + onward == price and places >> source & 1:
                        return source, its
        raise RuntimeError(f"no way to {place_name(place)}")


def _by_locks(places: int, locks: list[int]) -> list[int]:
    """Places sorted by how many enemies lock the unit there: none, one, two, ..."""
    found = []
    for locked in locks:
        found.append(places & ~locked)
        places &= locked
    return [*found, places]


def walk(state: State, unit: Unit, reach: int, straight: int = 0, ghost: bool = False) -> Ways:
    """Every place a ground unit can get to on foot, with the cheapest path there.

    Each step takes it one grid further in one of four directions; inside a grid it moves freely. A movement in a
    straight line may have more range. A grid entered by crushing ends the movement.

    [OP 4.3.1.steps] [OP 4.3.1.blocked] [OP 4.3.1.inside] [OP 4.3.6.ends]
    """
    return Ways(state, unit, reach, straight, ghost)


def fly(state: State, unit: Unit, reach: int) -> Ways:
    """Every place within range that can hold the unit: no path, no lock.

    [OP 4.3.2.over] [OP 4.3.2.lock] [OP 2.2.1.share] [OP 4.3.3.range]
    """
    return Ways(state, unit, reach, flying=True)
