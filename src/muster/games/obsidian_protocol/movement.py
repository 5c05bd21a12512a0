"""Movement (rulebook 4.3): paths, flying, teleportation, melee lock and breaking away."""

from __future__ import annotations

from muster.games.obsidian_protocol.battlefield import ADJACENT, CELLS, DISTANCE, GRID_NAMES, SMALL
from muster.games.obsidian_protocol.content import Kind, Level, Stance
from muster.games.obsidian_protocol.places import (
    ACROSS,
    AROUND,
    BASE,
    GRID_AREA,
    PLACES,
    back,
    disc,
    each,
    fill,
    grids_with,
    shifted,
    touching,
)
from muster.games.obsidian_protocol.position import (
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
from muster.geometry.grid_sight import Box

Path = tuple[int, ...]
"""The places a unit stands in, one for each grid entered; empty when it stays in its grid."""


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

    __slots__ = ("board", "free", "mined", "open", "state", "through", "unit")

    def __init__(self, state: State, unit: Unit, ghost: bool = False) -> None:
        self.state = state
        self.unit = unit
        taken = mined = 0
        for other in state.units:
            if other.alive and other.deployed and other is not unit and other.level != Level.AERIAL:
                if is_mine(state, other):
                    mined |= GRID_AREA[grid_of(other)]
                else:
                    taken |= BASE[other.size] << place_of(other)
        size = unit.size
        self.board = state.battlefield.board.area
        self.open = PLACES[size] & self.board & ~touching(standing(state), size)  # no terrain here
        self.free = self.open & ~touching(taken, size)  # and no unit
        self.through = self.open if ghost else self.free  # where the unit can pass
        self.mined = mined

    def fits(self, place: int) -> bool:
        """Whether the unit can stand here.  [OP 2.2.1.share] [OP 4.3.1.blocked]"""
        return self.free >> place & 1 == 1

    def passable(self, place: int) -> bool:
        """Whether the unit can move through here."""
        return self.through >> place & 1 == 1

    def terrain_at(self, box: Box) -> list[int]:
        """Numbers of the standing terrain under a base."""
        block, wrecked = self.state.battlefield.block, self.state.wrecked
        found = []
        for row in range(box[1], box[3]):
            for cell in range(row * CELLS + box[0], row * CELLS + box[2]):
                number = block[cell]
                if number and not wrecked >> (number - 1) & 1 and number - 1 not in found:
                    found.append(number - 1)
        return found

    def units_at(self, box: Box) -> list[Unit]:
        """The units in the way of a base."""
        state, unit = self.state, self.unit
        return [
            other
            for other in on_board(state)
            if other is not unit
            and other.level != Level.AERIAL
            and overlap(base(other), box)
            and not is_mine(state, other)
        ]

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


def standing(state: State) -> int:
    """The small grids on which terrain stands."""
    battlefield = state.battlefield
    found = battlefield.solid
    for number in each(state.wrecked):
        found &= ~battlefield.areas[number]
    return found


def is_mine(state: State, unit: Unit) -> bool:
    """A mine does not stand in the way: whoever enters its grid sets it off.  [OP card.mine]"""
    return unit.kind == Kind.DEPLOYABLE and "mine" in card_of(state, unit).passives


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
        "_reach",
        "_straight",
        "_view",
        "flying",
        "ghost",
        "state",
        "unit",
    )

    def __init__(
        self, state: State, unit: Unit, reach: int, straight: int = 0, ghost: bool = False, flying: bool = False
    ) -> None:
        self.state = state
        self.unit = unit
        self.flying = flying
        self.ghost = ghost
        self._reach = reach
        self._straight = straight
        self._view: Map | None = None
        self._ends = 0
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
        return grids_with(self.ends)

    def places(self) -> list[int]:
        return list(each(self.ends))

    def places_in(self, grid: int) -> list[int]:
        """Where in a grid the movement may end."""
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

    # How it is worked out

    def _fly(self, view: Map) -> None:
        around = disc(grid_of(self.unit), self._reach) & PLACES[self.unit.size] & view.board
        free = around if self.unit.level == Level.AERIAL else around & view.free
        self._ends = free | 1 << place_of(self.unit)

    def _spread(self, view: Map) -> None:
        """By grids, from cheaper to dearer: inside a grid the unit moves freely, to leave it may cost more."""
        size, start = self.unit.size, 1 << place_of(self.unit)
        self._locks = lock_maps(self.state, self.unit)
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
        there &= ~seen & view.board
        for mines, land in enumerate((there & view.through & ~view.mined, there & view.through & view.mined)):
            if land:
                pending[price + mines] = pending.get(price + mines, 0) | land
        for place in each(there & PLACES[SMALL] & ~view.through) if self.unit.size == SMALL else ():
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
            there = shifted(1 << place, ACROSS[self.unit.size][direction]) & view.board
            if not there or cost > self._reach + self._straight:
                return
            place = there.bit_length() - 1
            path = (*path, place)
            passes = view.passable(place)
            if not self._ends & there and (view.fits(place) or (not passes and view.may_crush(place))):
                self._ends |= there
                self._lines[place] = cost * MINE, path
            if not passes:
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
        view, size = self._view, self.unit.size
        assert view is not None
        same = next(places for its, places in self._layers if its == price)
        entries = fill(1 << place, size, same)
        for step in ACROSS[size]:
            for source in each(back(entries, step)):
                onward = MINE * (1 + sum(locked >> source & 1 for locked in self._locks))
                onward += view.mined >> (shifted(1 << source, step).bit_length() - 1) & 1
                for its, places in self._layers:
                    if its + onward == price and places >> source & 1:
                        return source, its
        raise RuntimeError(f"no way to {place_name(place)}")


MINE = 64
"""In how many parts a step of movement range is divided: one for each mined grid on the way."""


def _by_locks(places: int, locks: list[int]) -> list[int]:
    """Places sorted by how many enemies lock the unit there: none, one, two, ..."""
    found = []
    for locked in locks:
        found.append(places & ~locked)
        places &= locked
    return [*found, places]


def lock_maps(state: State, unit: Unit) -> list[int]:
    """The places where at least one enemy locks the unit, where at least two do, and so on.  [OP 4.3.5.several]"""
    found: list[int] = []
    for _, other in threats(state, unit):
        rest = locked_places(state, unit, other)
        for number, places in enumerate(found):
            found[number], rest = places | rest, places & rest
        if rest:
            found.append(rest)
    return found


def locked_places(state: State, unit: Unit, other: Unit) -> int:
    """Where one enemy locks a unit: in adjacent grids, and in sight. Worked out once for each base on a battlefield.

    [OP 4.3.5.lock] [OP 4.3.5.sight]
    """
    battlefield, aerial = state.battlefield, other.level == Level.AERIAL
    key = ((place_of(other) * 4 + other.size) * 4 + unit.size) * 2 + aerial
    found = battlefield.locks.get(key)
    if found is None:
        found = 0
        for place in each(AROUND[grid_of(other)] & PLACES[unit.size]):
            if aerial or battlefield.open_between(base(other), box_at(unit.size, place)):
                found |= 1 << place
        battlefield.locks[key] = found
    return found


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


def places_in(grid: int, size: int) -> list[int]:
    """The places of a base of this size inside a grid."""
    corner = corner_of(grid)
    return [corner + y * CELLS + x for y in range(SMALL - size + 1) for x in range(SMALL - size + 1)]


def place_name(place: int) -> str:
    """`f6-5`: the grid, and the small grid in it counted from 1 in reading order."""
    col, row = place % CELLS, place // CELLS
    return f"{GRID_NAMES[grid_at(place)]}-{row % SMALL * SMALL + col % SMALL + 1}"
