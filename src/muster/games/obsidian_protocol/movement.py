"""Movement (rulebook 4.3): paths, flying, teleportation, melee lock and breaking away."""

from __future__ import annotations

import heapq

from muster.games.obsidian_protocol.battlefield import ADJACENT, CELLS, DISTANCE, GRID_NAMES, SMALL
from muster.games.obsidian_protocol.content import Kind, Level, Stance
from muster.games.obsidian_protocol.position import (
    VECTORS,
    base,
    box_at,
    card_of,
    corner_of,
    grid_at,
    grid_of,
    on_board,
    overlap,
    place_of,
)
from muster.games.obsidian_protocol.state import DESTROYED, REPAIRED, State, Unit

Path = tuple[int, ...]
"""The places a unit stands in, one for each grid entered; empty when it stays in its grid."""
Ways = dict[int, tuple[int, Path]]
"""By place: what it costs to get there, and how."""


def locks(state: State, unit: Unit) -> bool:
    """Whether a unit can lock others: it has a melee action and is neither shut down nor camouflaged.

    [OP 4.3.5.lock] [OP 4.1.shutdown_passive] [OP 4.3.5.camouflage]
    """
    if unit.stealth >= 0:
        return False
    if unit.kind == Kind.MECH:
        if unit.stance == Stance.SHUTDOWN:
            return False
        # Punch and kick need an arm or the chassis.
        return any(
            unit.parts[slot] >= 0 and (not unit.condition[slot] & DESTROYED or unit.condition[slot] & REPAIRED)
            for slot in (1, 2, 3)
        )
    return card_of(state, unit).melee


def lockers(state: State, unit: Unit, place: int) -> list[Unit]:
    """The enemies that have melee lock on a unit standing in a place.

    [OP 4.3.5.lock] [OP 4.3.5.sight] [OP 4.3.5.flying]
    """
    return among(state, unit, place, threats(state, unit))


def threats(state: State, unit: Unit) -> list[tuple[int, Unit]]:
    """The enemies that can lock this unit at all, with the grids they stand in.  [OP 4.3.5.flying]"""
    if unit.level != Level.GROUND:
        return []
    return [
        (grid_of(other), other)
        for other in state.units
        if other.alive and other.deployed and other.seat != unit.seat and locks(state, other)
    ]


def among(state: State, unit: Unit, place: int, enemies: list[tuple[int, Unit]]) -> list[Unit]:
    """Those of them that lock it in a place: adjacent, and in sight.  [OP 4.3.5.lock] [OP 4.3.5.sight]"""
    near = ADJACENT[grid_at(place)]
    box = box_at(unit.size, place)
    return [
        other
        for grid, other in enemies
        if grid in near and (other.level == Level.AERIAL or state.battlefield.open_between(base(other), box))
    ]


def is_locked(state: State, unit: Unit) -> bool:
    return bool(lockers(state, unit, place_of(unit)))


def break_away(state: State, unit: Unit, place: int) -> int:
    """Additional movement range to leave a grid: 1 for each unit that locks.

    [OP 4.3.5.break_away] [OP 4.3.5.several]
    """
    return len(lockers(state, unit, place))


class Map:
    """What stands where, for one unit that wants to move: made once for each question."""

    def __init__(self, state: State, unit: Unit, ghost: bool = False) -> None:
        self.state = state
        self.unit = unit
        self.block = state.battlefield.block
        self.cells = state.battlefield.board.cells
        self.wrecked = state.wrecked
        self.ghost = ghost  # may pass through units
        self.others = [
            other
            for other in on_board(state)
            if other is not unit and other.level != Level.AERIAL and not is_mine(state, other)
        ]
        self.boxes = [(base(other), other) for other in self.others]
        self._known: dict[int, int] = {}
        self.threats = threats(state, unit)
        self.mines = [grid_of(other) for other in on_board(state) if is_mine(state, other)]

    def terrain_at(self, box: tuple[int, int, int, int]) -> list[int]:
        """Numbers of the standing terrain under a base."""
        found = []
        for row in range(box[1], box[3]):
            for cell in range(row * CELLS + box[0], row * CELLS + box[2]):
                number = self.block[cell]
                if number and not self.wrecked >> (number - 1) & 1 and number - 1 not in found:
                    found.append(number - 1)
        return found

    def units_at(self, box: tuple[int, int, int, int]) -> list[Unit]:
        return [other for its, other in self.boxes if overlap(its, box)]

    def _look(self, place: int) -> int:
        """0 when a place is free, 1 when units stand there, 2 when terrain does."""
        found = self._known.get(place)
        if found is None:
            box = box_at(self.unit.size, place)
            found = 2 if self.terrain_at(box) else int(bool(self.units_at(box)))
            self._known[place] = found
        return found

    def fits(self, place: int) -> bool:
        """Whether the unit can stand here.  [OP 2.2.1.share] [OP 4.3.1.blocked]"""
        return self._look(place) == 0

    def passable(self, place: int) -> bool:
        """Whether the unit can move through here."""
        return self._look(place) <= int(self.ghost)

    def may_crush(self, place: int) -> bool:
        """Whether a large unit can enter this grid by crushing everything in it.

        [OP 4.3.6.large] [OP 4.3.6.terrain]
        """
        unit = self.unit
        if unit.size < SMALL or unit.level != Level.GROUND or unit.stealth >= 0:
            return False
        box = box_at(unit.size, place)
        terrain = self.state.battlefield.terrain
        if any(not terrain[number].destructible for number in self.terrain_at(box)):
            return False
        unyielding = unit.kind == Kind.MECH and self.state.content.pilots[unit.pilot].trait == "unyielding"
        return all(other.size < unit.size or unyielding for other in self.units_at(box))


def is_mine(state: State, unit: Unit) -> bool:
    """A mine does not stand in the way: whoever enters its grid sets it off.  [OP card.mine]"""
    return unit.kind == Kind.DEPLOYABLE and "mine" in card_of(state, unit).passives


def walk(state: State, unit: Unit, reach: int, straight: int = 0, ghost: bool = False) -> Ways:
    """Every place a ground unit can get to on foot, with the cheapest path there.

    Each step takes it one grid further in one of four directions; inside a grid it moves freely. A movement in a
    straight line may have more range. A grid entered by crushing ends the movement.

    [OP 4.3.1.steps] [OP 4.3.1.blocked] [OP 4.3.1.inside] [OP 4.3.6.ends]
    """
    ways = _spread(state, unit, reach, ghost)
    if straight:
        for direction in range(4):
            for place, (cost, path) in _line(state, unit, reach + straight, direction, ghost).items():
                if place not in ways or ways[place][0] > cost:
                    ways[place] = (cost, path)
    return ways


def _spread(state: State, unit: Unit, reach: int, ghost: bool) -> Ways:
    view = Map(state, unit, ghost)
    start = place_of(unit)
    best: Ways = {start: (0, ())}
    queue: list[tuple[int, int, int, Path]] = [(0, 0, start, ())]
    ends: Ways = {start: (0, ())}
    while queue:
        cost, danger, place, path = heapq.heappop(queue)
        if best[place][0] < cost:
            continue
        if unit.size < SMALL:
            for near in _shifts(place, unit.size):
                if view.passable(near) and (near not in best or best[near][0] > cost):
                    here = (*path[:-1], near) if path else ()
                    best[near] = (cost, here)
                    heapq.heappush(queue, (cost, danger, near, here))
                    if view.fits(near):
                        ends[near] = (cost, here)
        price = cost + 1 + len(among(state, unit, place, view.threats))
        if price > reach:
            continue
        for direction in range(4):
            there = _across(place, unit.size, direction, view.cells)
            if there < 0 or (there in best and best[there][0] <= price):
                continue
            if view.passable(there):
                step = (*path, there)
                best[there] = (price, step)
                heapq.heappush(queue, (price, danger + view.mines.count(grid_at(there)), there, step))
                if view.fits(there):
                    ends[there] = (price, step)
            elif view.may_crush(there):
                ends[there] = best[there] = (price, (*path, there))
    return ends


def _line(state: State, unit: Unit, reach: int, direction: int, ghost: bool) -> Ways:
    """Along one direction.  [OP 6.2.straight]"""
    view = Map(state, unit, ghost)
    path: Path = ()
    place, cost = place_of(unit), 0
    ends: Ways = {}
    while True:
        cost += 1 + len(among(state, unit, place, view.threats))
        there = _across(place, unit.size, direction, view.cells)
        if there < 0 or cost > reach:
            return ends
        path = (*path, there)
        if not view.passable(there):
            if view.may_crush(there):
                ends[there] = (cost, path)
            return ends
        if view.fits(there):
            ends[there] = (cost, path)
        place = there


def _shifts(place: int, size: int) -> list[int]:
    """Places one small grid away inside the same grid."""
    col, row = place % CELLS, place // CELLS
    low_x, low_y = col // SMALL * SMALL, row // SMALL * SMALL
    return [
        y * CELLS + x
        for x, y in ((col, row - 1), (col + 1, row), (col, row + 1), (col - 1, row))
        if low_x <= x <= low_x + SMALL - size and low_y <= y <= low_y + SMALL - size
    ]


def _across(place: int, size: int, direction: int, cells: int) -> int:
    """The place just over the edge of the grid, for a unit that stands at that edge; -1 otherwise."""
    col, row = place % CELLS, place // CELLS
    dx, dy = VECTORS[direction]
    x, y = col + dx * size, row + dy * size
    if not (0 <= x <= cells - size and 0 <= y <= cells - size):
        return -1
    here, there = (col // SMALL, row // SMALL), (x // SMALL, y // SMALL)
    if (
        (here[0] + dx, here[1] + dy) != there
        or (x + size - 1) // SMALL != there[0]
        or (y + size - 1) // SMALL != there[1]
    ):
        return -1
    return y * CELLS + x


def fly(state: State, unit: Unit, reach: int) -> Ways:
    """Every place within range that can hold the unit: no path, no lock.

    [OP 4.3.2.over] [OP 4.3.2.lock] [OP 2.2.1.share] [OP 4.3.3.range]
    """
    view = Map(state, unit)
    here = grid_of(unit)
    ends: Ways = {place_of(unit): (0, ())}
    steps = DISTANCE[here]
    for grid in state.battlefield.board.grids:
        if steps[grid] > reach:
            continue
        for place in places_in(grid, unit.size):
            if unit.level == Level.AERIAL or view.fits(place):
                ends[place] = (steps[grid], (place,) if grid != here else ())
    return ends


def places_in(grid: int, size: int) -> list[int]:
    """The places of a base of this size inside a grid."""
    corner = corner_of(grid)
    return [corner + y * CELLS + x for y in range(SMALL - size + 1) for x in range(SMALL - size + 1)]


def by_grid(ways: Ways) -> dict[int, list[int]]:
    """The places that can be reached, by grid."""
    found: dict[int, list[int]] = {}
    for place in ways:
        found.setdefault(grid_at(place), []).append(place)
    return found


def place_name(place: int) -> str:
    """`f6-5`: the grid, and the small grid in it counted from 1 in reading order."""
    col, row = place % CELLS, place // CELLS
    return f"{GRID_NAMES[grid_at(place)]}-{row % SMALL * SMALL + col % SMALL + 1}"
