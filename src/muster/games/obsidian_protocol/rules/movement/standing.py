"""Standing (rulebook 2.2.1, 4.3): where a unit can be, what is in its way, which enemies lock it in melee."""

from __future__ import annotations

from typing import Final

from muster.games.obsidian_protocol.board.battlefield import (
    ADJACENT,
    CELLS,
    DISTANCE,
    GRID_NAMES,
    SMALL,
    box_at,
    grid_around,
)
from muster.games.obsidian_protocol.board.bitmaps import (
    ALL_GRIDS,
    AROUND,
    COVERED,
    GRID_AREA,
    PLACE,
    SPOT,
    area,
    covering,
    each,
    without,
)
from muster.games.obsidian_protocol.cards.kinds import Kind, Level, Slot, Stance, Type
from muster.games.obsidian_protocol.state.geometry import (
    base,
    card_of,
    corner_of,
    grid_at,
    grid_of,
    has_sight,
    middle_of,
    on_board,
    overlap,
    place_of,
    sees_place,
    walls,
)
from muster.games.obsidian_protocol.state.sheet import actions_of, passive, works
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Unit
from muster.geometry.grid_sight import Box


def locks(state: State, unit: Unit) -> bool:
    """Whether a unit can lock others: it has a melee action and is neither shut down nor camouflaged.

    [OP 4.3.5.lock] [OP 4.1.shutdown_passive] [OP 4.3.5.camouflage] [OP card.cruise_mode]
    """
    if unit.stealth >= 0:
        return False
    if unit.kind == Kind.MECH:
        if unit.stance == Stance.SHUTDOWN or passive(state, unit, "cruise"):
            return False
        # Punch and kick need an arm or the chassis; some torsos strike as well.
        if works(unit, Slot.CHASSIS) or works(unit, Slot.LEFT_ARM) or works(unit, Slot.RIGHT_ARM):
            return True
        return any(action.type == Type.MELEE for _, action in actions_of(state, unit))
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
    """Those enemies that lock a unit in a place: adjacent, and in sight.  [OP 4.3.5.lock] [OP 4.3.5.sight]"""
    near, boxes = ADJACENT[grid_at(place)], walls(state)
    return [other for grid, other in enemies if grid in near and sees_place(state, other, unit.size, place, boxes)]


def is_locked(state: State, unit: Unit) -> bool:
    """Whether some enemy has melee lock on a unit where it stands.  [OP 4.3.5.lock]"""
    if unit.level != Level.GROUND:
        return False
    here = grid_of(unit)
    for other in state.units:
        if other.seat == unit.seat or not other.alive or not other.deployed or grid_of(other) not in ADJACENT[here]:
            continue
        if locks(state, other) and has_sight(state, other, unit):
            return True
    return False


def break_away(state: State, unit: Unit, place: int) -> int:
    """The extra range it costs to leave a grid: 1 for each enemy that locks.

    [OP 4.3.5.break_away] [OP 4.3.5.several]
    """
    return len(lockers(state, unit, place))


DIAGONAL: Final = 2
"""How far adjacent grids can be apart, in steps.  [OP 4.2.2.adjacent]"""
EVERY_GRID: Final = area(ALL_GRIDS, SMALL)
"""All grids that the largest board has."""
KINDS: Final = 8
"""A card on the board is its grid times this, plus its number."""


def environment_at(state: State, grid: int) -> str:
    """The effect of the environment card in a grid, or "" if there is none."""
    for card in state.environments:
        if card // KINDS == grid:
            return state.content.environments[card % KINDS].effect
    return ""


def area_of(state: State, effect: str, size: int) -> int:
    """The spots of a base in all grids with such a card."""
    found = 0
    for card in state.environments:
        if state.content.environments[card % KINDS].effect == effect:
            found |= GRID_AREA[size][card // KINDS]
    return found


class Map:
    """A map of what stands where for one unit that wants to move, made once for each question. Sets are of spots of its
    base.
    """

    __slots__ = ("free", "open", "state", "through", "unit")

    def __init__(self, state: State, unit: Unit, ghost: bool = False, forced: bool = False) -> None:
        self.state = state
        self.unit = unit
        size = unit.size
        self.open = open_ground(state, size)  # no terrain here
        if state.environments and unit.level == Level.GROUND and not forced:
            self.open = without(self.open, area_of(state, "abyss", size))  # [OP card.abyss]
        self.free = without(self.open, taken(state, size, unit))  # and no unit
        self.through = without(self.open, walled(state, size)) if ghost else self.free  # where the unit can pass

    def mined(self) -> int:
        """The spots in all grids with mines in them."""
        found = 0
        if "mine" not in self.state.passives:
            return found
        for other in on_board(self.state):
            if is_mine(self.state, other):
                found |= GRID_AREA[self.unit.size][grid_of(other)]
        return found

    def fits(self, place: int) -> bool:
        """Whether the unit can stand here.  [OP 2.2.1.share] [OP 4.3.1.blocked]"""
        return self.free >> SPOT[self.unit.size][place] & 1 == 1

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

        [OP 4.3.6.large] [OP 4.3.6.terrain] [OP card.no_crush]
        """
        unit = self.unit
        if unit.size < SMALL or unit.level != Level.GROUND or unit.stealth >= 0:
            return False
        box = box_at(unit.size, place)
        terrain = self.state.battlefield.terrain
        if any(not terrain[number].destructible for number in self.terrain_at(box)):
            return False
        if self.state.environments and environment_at(self.state, grid_at(place)) == "abyss":
            return False
        unyielding = unit.kind == Kind.MECH and self.state.content.pilots[unit.pilot].trait == "unyielding"
        return all(
            (other.size < unit.size or unyielding) and not passes_unharmed(self.state, other)
            for other in self.units_at(box)
        )


def passes_unharmed(state: State, unit: Unit) -> bool:
    """Whether a unit cannot be crushed.  [OP card.no_crush]"""
    return unit.kind != Kind.MECH and "no_crush" in card_of(state, unit).passives


def taken(state: State, size: int, but: Unit | None = None) -> int:
    """The spots where a base of this size would overlap some unit."""
    found = 0
    covered = COVERED[size]
    for other in state.units:
        solid = other.alive and other.deployed and other is not but and other.level != Level.AERIAL
        if solid and (other.kind != Kind.DEPLOYABLE or not is_mine(state, other)):
            found |= covered[other.size][other.row * CELLS + other.col]
    return found | walled(state, size, but)


def walled(state: State, size: int, but: Unit | None = None) -> int:
    """The spots where a base of this size would overlap a unit that counts as terrain.  [OP card.wall]"""
    found = 0
    for box in walls(state, but):
        for row in range(box[1], box[3]):
            for column in range(box[0], box[2]):
                found |= COVERED[size][1][row * CELLS + column]
    return found


def wall_places(state: State, grid: int, facing: int) -> dict[int, int]:
    """Where a wall has room in a grid, each place with its facing: along an edge, or through the middle across the
    facing of whoever puts it there.

    [OP card.wall] [OP 2.2.1.share]
    """
    middle, free = middle_of(grid), room(state, 1)
    found = {}
    for place, way in ((middle, facing), (middle - CELLS, 0), (middle + 1, 1), (middle + CELLS, 2), (middle - 1, 3)):
        step = CELLS if way % 2 else 1
        if all(free >> SPOT[1][cell] & 1 for cell in (place - step, place, place + step)):
            found[place] = way
    return found


def whole_board(state: State, size: int) -> int:
    """All the spots of a base on the board."""
    board = state.battlefield.board
    if size not in board.areas:
        board.areas[size] = area(board.grids, size)
    return board.areas[size]


def open_ground(state: State, size: int) -> int:
    """The spots where no terrain is in the way of a base of this size, worked out once for whatever is wrecked."""
    battlefield, wrecked = state.battlefield, state.wrecked
    known = battlefield.ground[size]
    found = known.get(wrecked)
    if found is None:
        covers = battlefield.covers
        if size not in covers:
            covers[size] = [covering(size, piece.box) for piece in battlefield.terrain]
        found = whole_board(state, size)
        for number, covered in enumerate(covers[size]):
            if not wrecked >> number & 1:
                found = without(found, covered)
        known[wrecked] = found
    return found


def room(state: State, size: int) -> int:
    """The spots where a base of this size can be put on the board.  [OP 2.2.1.share]"""
    return without(open_ground(state, size), taken(state, size))


def built_up(state: State) -> int:
    """The grids in which terrain stands, or a unit that counts as terrain.  [OP card.wall]"""
    return without(EVERY_GRID, open_ground(state, SMALL)) | walled(state, SMALL)


def is_mine(state: State, unit: Unit) -> bool:
    """Whether a unit is a mine, which is never in the way: a unit that enters its grid sets it off.  [OP card.mine]"""
    return unit.kind == Kind.DEPLOYABLE and "mine" in card_of(state, unit).passives


def lock_maps(state: State, unit: Unit, link: bool, within: int) -> list[int]:
    """The spots that cost at least 1 more range to leave, at least 2 more, and so on, as far as a unit with this range
    can get.

    Each enemy that locks adds 1, a pilot who blocks 1 more (unless that is paid with link), rugged ground 1.

    [OP 4.3.5.several] [OP trait.block] [OP card.rugged]
    """
    steps = DISTANCE[grid_of(unit)]
    dear = [
        locked_places(state, unit, other) for grid, other in threats(state, unit) if steps[grid] <= within + DIAGONAL
    ]
    if not link:
        dear += [locked_places(state, unit, other) for other in blockers(state, unit)]
    if state.environments and unit.level == Level.GROUND:
        dear.append(area_of(state, "rugged", unit.size))
    found: list[int] = []
    for rest in dear:
        for number, places in enumerate(found):
            found[number], rest = places | rest, places & rest
        if rest:
            found.append(rest)
    return found


def blockers(state: State, unit: Unit) -> list[Unit]:
    """The enemies whose pilot makes it harder to break away.  [OP trait.block]"""
    pilots = state.content.pilots
    return [
        other
        for other in state.units
        if other.kind == Kind.MECH
        and other.seat != unit.seat
        and pilots[other.pilot].trait == "block"
        and unit.level == Level.GROUND
        and other.alive
        and other.deployed
        and locks(state, other)
    ]


def locked_places(state: State, unit: Unit, other: Unit) -> int:
    """The places where one enemy locks a unit: in adjacent grids, and in sight. Worked out once for each base on a
    battlefield.

    [OP 4.3.5.lock] [OP 4.3.5.sight]
    """
    battlefield, size, aerial = state.battlefield, unit.size, other.level == Level.AERIAL
    key = place_of(other), other.size, size, aerial
    found = battlefield.locks.get(key)
    if found is None:
        found, near = AROUND[size][grid_of(other)], ADJACENT[grid_of(other)]
        tall = [] if aerial else [box for box in battlefield.tall if grid_around(box) in near]
        for box in tall:
            found = without(found, covering(size, box))
        for spot in each(found) if tall else ():
            if not battlefield.open_between(place_of(other), other.size, PLACE[size][spot], size):
                found ^= 1 << spot
        battlefield.locks[key] = found
    boxes = [box for box in walls(state) if grid_around(box) in ADJACENT[grid_of(other)]]
    if boxes:
        found = sum(1 << spot for spot in each(found) if sees_place(state, other, size, PLACE[size][spot], boxes))
    return found


def may_be_forced(state: State, unit: Unit) -> bool:
    """Whether a unit can be forced: deployables and drones without movement cannot.  [OP 4.3.4.immovable]"""
    if not unit.alive or unit.kind == Kind.DEPLOYABLE:
        return False
    return unit.kind != Kind.DRONE or card_of(state, unit).move > 0


def places_in(grid: int, size: int) -> list[int]:
    """The places of a base of this size inside a grid."""
    corner = corner_of(grid)
    return [corner + y * CELLS + x for y in range(SMALL - size + 1) for x in range(SMALL - size + 1)]


def place_name(place: int) -> str:
    """`f6-5`: the grid, and the small grid in it counted from 1 in reading order."""
    col, row = place % CELLS, place // CELLS
    return f"{GRID_NAMES[grid_at(place)]}-{row % SMALL * SMALL + col % SMALL + 1}"
