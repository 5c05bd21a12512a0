"""Paths (rulebook 4.3): where a unit can get to by walking, flying or teleporting, and how."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from muster.games.obsidian_protocol.board.battlefield import DISTANCE, GRID_NAMES, NEIGHBOURS, SMALL
from muster.games.obsidian_protocol.board.bitmaps import (
    ACROSS,
    EVERYWHERE,
    GRID_AREA,
    PLACE,
    SPOT,
    back,
    disc,
    each,
    fill,
    fill_open,
    grids_with,
    over_edges,
    places_of,
    shifted,
    wide_grids,
    without,
)
from muster.games.obsidian_protocol.cards.kinds import Level
from muster.games.obsidian_protocol.rules.movement.standing import (
    Map,
    area_of,
    blockers,
    environment_at,
    lock_maps,
    locked_places,
    place_name,
    whole_board,
)
from muster.games.obsidian_protocol.rules.subjects import Moving
from muster.games.obsidian_protocol.rules.warfare.tethers import held_within
from muster.games.obsidian_protocol.state.geometry import corner_of, grid_at, grid_of, place_of
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Unit
from muster.kernel.refusal import Refusal
from muster.kernel.text import Text

Path = tuple[int, ...]
"""The places a unit stands in, one for each grid entered; empty when it stays in its grid."""
MINE: Final = 64
"""In how many parts a step of movement range is divided: one for each mined grid on the way."""


class Ways:
    """The places a unit can get to, and the paths there. They are worked out only when somebody asks: a replay already
    knows the answer.

    Spots are sorted into layers by price: the movement range, with the mined grids on the way as a fraction, so that
    the safest of several paths is taken.
    """

    __slots__ = (
        "_crushed",
        "_ends",
        "_held",
        "_layers",
        "_lines",
        "_locks",
        "_mined",
        "_reach",
        "_size",
        "_stops",
        "_straight",
        "_view",
        "_wide",
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
        self._size = unit.size
        self._straight = straight
        self._view: Map | None = None
        self._ends = 0
        self._held = held_within(state, unit)
        self._mined = 0
        self._stops = 0  # where a way ends
        self._wide = 0  # the first spots of grids that can be passed everywhere
        self._layers: dict[int, int] = {}  # by price: the spots
        self._locks: list[int] = []  # where at least one, two, ... enemies lock the unit
        self._crushed: dict[int, tuple[int, int]] = {}  # by spot entered so: the price, and the spot before it
        self._lines: dict[int, tuple[int, Path]] = {}  # by spot reached only in a straight line: the price, the path

    @property
    def ends(self) -> int:
        """The spots where the movement may end."""
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
            return [grid for grid in grids_with(self.ends, self._size) if self.places_in(grid)]
        return grids_with(self.ends, self._size)

    def places(self) -> list[int]:
        return places_of(self.ends, self._size)

    def places_in(self, grid: int) -> list[int]:
        """The places in a grid where the movement may end."""
        if self._size == SMALL and not self.link:
            return [corner_of(grid)]
        places = places_of(self.ends & GRID_AREA[self._size][grid], self._size)
        return [place for place in places if self.tolls(self.path(place)) <= self.link] if self.link else places

    def cost(self, place: int) -> int:
        """The movement range it takes to get to a place."""
        if self.flying:
            return DISTANCE[grid_of(self.unit)][grid_at(place)]
        return self._price(SPOT[self._size][place]) // MINE

    def path(self, place: int) -> Path:
        """The last place in each grid on the way, on the safest of the shortest paths."""
        if self.flying:
            return () if grid_at(place) == grid_of(self.unit) else (place,)
        spot, places = SPOT[self._size][place], PLACE[self._size]
        price = self._price(spot)
        if spot in self._lines:
            return self._lines[spot][1]
        if spot in self._crushed:
            return (*self.path(places[self._crushed[spot][1]]), place)
        steps: list[int] = []
        while price >= MINE:
            steps.append(places[spot])
            spot, price = self._before(spot, price)
        steps.reverse()
        return tuple(steps)

    @property
    def reach(self) -> int:
        return self._reach

    def subject(self, grids: tuple[int, ...] | None) -> Moving:
        """The movement as the subject of a question, to these grids or to all in reach."""
        return Moving(self.unit.id, self._reach, self._straight, self.ghost, self.flying, self.link, grids)

    def tolls(self, path: Path) -> int:
        """The link it costs to break away, along a path, from enemies that block.  [OP trait.block]"""
        places = (place_of(self.unit), *path[:-1]) if path else ()
        return sum(
            locked_places(self.state, self.unit, other) >> SPOT[self._size][place] & 1
            for other in blockers(self.state, self.unit)
            for place in places
        )

    def spare(self, place: int, cost: int) -> int:
        """The range left over after a place was reached at this cost."""
        more = self._straight if SPOT[self._size][place] in self._lines else 0
        return self._reach + more - cost

    def along(self, grids: Sequence[int]) -> tuple[int, Path, list[int]]:
        """A path named grid by grid: what it costs, a place in each grid, and where it may end. Raises `Refusal`.

        [OP 4.3.1.range] [OP 4.3.5.break_away]
        """
        reached, path = self.follow(grids)
        assert self._view is not None
        view, reach = self._view, self.reach_along(grids)
        ends = [place for cost in reached if cost <= reach for place in places_of(reached[cost], self._size)]
        ends = [place for place in ends if view.fits(place) or view.may_crush(place)]
        if not ends or (self.link and self.tolls(path) > self.link):
            raise Refusal("OP 4.3.1.range", Text("refuse.path_range", {"cost": min(reached), "range": reach}))
        return min(reached), path, sorted(ends)

    def reach_along(self, grids: Sequence[int]) -> int:
        """The range for a path, which may be longer in a straight line.  [OP 6.2.straight]"""
        ways = {grid - before for before, grid in pairwise([grid_of(self.unit), *grids])}
        return self._reach + (self._straight if len(ways) == 1 else 0)

    def follow(self, grids: Sequence[int]) -> tuple[dict[int, int], Path]:
        """Follow a path grid by grid, however far it leads: the places reached by their cost, and a place in each grid.

        [OP 4.3.1.steps] [OP 4.3.1.blocked]
        """
        assert self.ends
        assert self._view is not None
        view, unit = self._view, self.unit
        here = grid_of(unit)
        reached = {0: fill(1 << SPOT[self._size][place_of(unit)], self._size, view.through)}
        locks = lock_maps(self.state, unit, self.link > 0, len(grids))
        path: list[int] = []
        for number, grid in enumerate(grids):
            if self.flying or grid not in NEIGHBOURS[here]:
                raise Refusal("OP 4.3.1.steps", Text("refuse.path_gap", {"grid": GRID_NAMES[grid]}))
            reached = self._step(view, locks, reached, grid, number + 1 == len(grids))
            if not reached or (number and environment_at(self.state, here) == "fragile_platform"):
                raise Refusal("OP 4.3.1.blocked", Text("refuse.path_blocked", {"grid": GRID_NAMES[grid]}))
            path.append(PLACE[self._size][each(reached[min(reached)])[0]])
            here = grid
        return reached, tuple(path)

    def _step(self, view: Map, locks: list[int], reached: dict[int, int], grid: int, last: bool) -> dict[int, int]:
        """Step from the spots reached in one grid into the next, by price."""
        found: dict[int, int] = defaultdict(int)
        target = GRID_AREA[self._size][grid] if grid in self.state.battlefield.board.inside else 0
        for cost, spots in reached.items():
            for extra, leaving in enumerate(_by_locks(spots, locks)):
                there = over_edges(leaving, self._size) & target & self._held
                land = fill(there & view.through, self._size, view.through)
                if last and there and not land and view.may_crush(corner_of(grid)):
                    land = there
                if land:
                    found[cost + 1 + extra] |= land
        return found

    # How it is worked out

    def _fly(self, view: Map) -> None:
        around = disc(grid_of(self.unit), self._reach, self._size)
        if self.unit.level == Level.AERIAL:
            around &= whole_board(self.state, self._size)
        else:
            around &= view.free
        self._ends = around & self._held | 1 << SPOT[self._size][place_of(self.unit)]

    def _spread(self, view: Map) -> None:
        """Spread through grids from cheaper to dearer: inside a grid the unit moves freely, and leaving it may cost
        more.
        """
        size, start = self._size, 1 << SPOT[self._size][place_of(self.unit)]
        self._locks = lock_maps(self.state, self.unit, self.link > 0, self._reach + self._straight)
        self._mined = view.mined()
        wide = self._wide = wide_grids(view.through, size)
        if self.state.environments:
            here = GRID_AREA[size][grid_of(self.unit)]
            self._stops = without(area_of(self.state, "fragile_platform", size), here)  # [OP card.fragile_platform]
        limit = (self._reach + 1) * MINE
        pending = {0: start}
        unseen = EVERYWHERE
        while pending:
            price = min(pending)
            fresh = pending.pop(price) & unseen
            if not fresh:
                continue
            fresh = fill_open(fresh, size, view.through & unseen, wide)
            unseen = without(unseen, fresh)
            self._layers[price] = fresh
            onward = price + MINE
            fresh = without(fresh, self._stops)
            for locked in self._locks:
                leaving = without(fresh, locked)
                if leaving and onward < limit:
                    self._cross(view, leaving, onward, unseen, pending)
                fresh &= locked
                onward += MINE
            if fresh and onward < limit:
                self._cross(view, fresh, onward, unseen, pending)
        self._ends |= without(view.free, unseen) | start

    def _cross(self, view: Map, leaving: int, price: int, unseen: int, pending: dict[int, int]) -> None:
        """Cross the edges of grids: freely, or by crushing, which ends the movement.  [OP 4.3.6.ends]"""
        there = over_edges(leaving, self._size) & unseen & self._held
        land = there & view.through
        if self._mined:
            mined = land & self._mined
            if mined:
                pending[price + 1] = pending.get(price + 1, 0) | mined
                land ^= mined
        if land:
            pending[price] = pending.get(price, 0) | land
        if self._size == SMALL:
            self._crush_into(view, without(there, view.through), leaving, price)

    def _crush_into(self, view: Map, barred: int, leaving: int, price: int) -> None:
        """The grids that a large unit clears as it enters them.  [OP 4.3.6.large] [OP 4.3.6.ends]"""
        inside = self.state.battlefield.board.inside
        for spot in each(barred):
            dear = spot in self._crushed and self._crushed[spot][0] <= price
            if not dear and spot in inside and view.may_crush(PLACE[SMALL][spot]):
                sources = [back(1 << spot, step) & leaving for step in ACROSS[SMALL]]
                self._crushed[spot] = price, max(sources).bit_length() - 1
                self._ends |= 1 << spot

    def _line(self, view: Map, direction: int) -> None:
        """Add the extra range along one direction.  [OP 6.2.straight]"""
        path: Path = ()
        spot, cost = SPOT[self._size][place_of(self.unit)], 0
        while True:
            cost += 1 + sum(locked >> spot & 1 for locked in self._locks)
            there = shifted(1 << spot, ACROSS[self._size][direction]) & self._held
            if not there or cost > self._reach + self._straight:
                return
            spot = there.bit_length() - 1
            place = PLACE[self._size][spot]
            if grid_at(place) not in self.state.battlefield.board.inside:
                return
            path = (*path, place)
            passes = view.through & there
            if not self._ends & there and (view.fits(place) or (not passes and view.may_crush(place))):
                self._ends |= there
                self._lines[spot] = cost * MINE, path
            if not passes or environment_at(self.state, grid_at(place)) == "fragile_platform":
                return

    def _price(self, spot: int) -> int:
        assert self.ends
        if spot in self._lines:
            return self._lines[spot][0]
        if spot in self._crushed:
            return self._crushed[spot][0]
        for price, spots in self._layers.items():
            if spots >> spot & 1:
                return price
        raise RuntimeError(f"no way to {place_name(PLACE[self._size][spot])}")

    def _before(self, spot: int, price: int) -> tuple[int, int]:
        """The place in the previous grid that the unit came from, and the price there."""
        size, layers = self._size, self._layers
        entries = fill_open(1 << spot, size, layers[price], self._wide)
        for step in ACROSS[size]:
            for source in each(without(back(entries, step), self._stops)):
                before = price - MINE - (self._mined >> (source + step[1]) & 1)
                for locked in self._locks:
                    before -= MINE * (locked >> source & 1)
                if before in layers and layers[before] >> source & 1:
                    return source, before
        raise RuntimeError(f"no way to {place_name(PLACE[size][spot])}")


def _by_locks(spots: int, locks: list[int]) -> list[int]:
    """Spots sorted by the number of enemies that lock the unit there: none, one, two, ..."""
    found = []
    for locked in locks:
        found.append(without(spots, locked))
        spots &= locked
    return [*found, spots]


def ways_again(state: State, moving: Moving) -> Ways:
    """The places a unit can get to, by the subject of a question."""
    unit = state.units[moving.unit]
    return Ways(state, unit, moving.reach, moving.straight, moving.ghost, moving.flying, moving.link)


def walk(state: State, unit: Unit, reach: int, straight: int = 0, ghost: bool = False) -> Ways:
    """Every place a ground unit can get to on foot, with the cheapest path there.

    Each step leads one grid further in one of four directions; inside a grid the unit moves freely. A movement in a
    straight line may have more range. Entering a grid by crushing ends the movement.

    [OP 4.3.1.steps] [OP 4.3.1.blocked] [OP 4.3.1.inside] [OP 4.3.6.ends]
    """
    return Ways(state, unit, reach, straight, ghost)


def fly(state: State, unit: Unit, reach: int) -> Ways:
    """Every place within range that can hold the unit: no path, no lock.

    [OP 4.3.2.over] [OP 4.3.2.lock] [OP 2.2.1.share] [OP 4.3.3.range]
    """
    return Ways(state, unit, reach, flying=True)
