"""Position, line of sight and facing (rulebook 4.2): pure questions about where things stand."""

from __future__ import annotations

from typing import Final

from muster.games.obsidian_protocol.board.battlefield import ADJACENT, CELLS, DISTANCE, GRIDS, SMALL, box_at, grid_box
from muster.games.obsidian_protocol.cards.content import UnitCard
from muster.games.obsidian_protocol.cards.kinds import Kind, Level
from muster.games.obsidian_protocol.cards.terrain import Terrain
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Unit
from muster.geometry.grid_sight import Box, is_open, touches

FACINGS: Final[tuple[str, ...]] = ("n", "e", "s", "w")
VECTORS: Final[tuple[tuple[int, int], ...]] = ((0, -1), (1, 0), (0, 1), (-1, 0))


def base(unit: Unit) -> Box:
    return unit.col, unit.row, unit.col + unit.size, unit.row + unit.size


def grid_of(unit: Unit) -> int:
    return unit.row // SMALL * GRIDS + unit.col // SMALL


def grid_at(place: int) -> int:
    """The grid around a small grid."""
    return place // CELLS // SMALL * GRIDS + place % CELLS // SMALL


def corner_of(grid: int) -> int:
    """The north-west small grid of a grid."""
    return grid // GRIDS * SMALL * CELLS + grid % GRIDS * SMALL


def middle_of(grid: int) -> int:
    """The small grid in the middle of a grid."""
    return corner_of(grid) + CELLS + 1


def place_of(unit: Unit) -> int:
    return unit.row * CELLS + unit.col


def card_of(state: State, unit: Unit) -> UnitCard:
    return state.content.units[unit.card]


def on_board(state: State) -> list[Unit]:
    return [unit for unit in state.units if unit.alive and unit.deployed]


def distance(one: Unit, other: Unit) -> int:
    """Range in grids, counted orthogonally.  [OP 4.2.1.range]"""
    return DISTANCE[grid_of(one)][grid_of(other)]


def in_reach(one: int, other: int, reach: int) -> bool:
    """Whether two grids are within a range; range "-" means adjacent grids.  [OP 4.2.2.adjacent]"""
    return other in ADJACENT[one] if reach == 0 else DISTANCE[one][other] <= reach


def are_adjacent(one: Unit, other: Unit) -> bool:
    """Whether two units are in adjacent grids or in the same one.  [OP 4.2.2.adjacent]"""
    return grid_of(other) in ADJACENT[grid_of(one)]


def in_contact(a: Box, b: Box) -> bool:
    """Whether two bases share an edge of small grids; a corner is not enough.  [OP 4.2.3.contact]"""
    across = min(a[2], b[2]) - max(a[0], b[0])
    down = min(a[3], b[3]) - max(a[1], b[1])
    return (across > 0 and down >= 0) or (across >= 0 and down > 0)


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def faces(facing: int, dx: int, dy: int) -> bool:
    """Whether a direction leads into the sector of a facing, diagonals included."""
    ahead, aside = VECTORS[facing][0] * dx + VECTORS[facing][1] * dy, VECTORS[facing][1] * dx + VECTORS[facing][0] * dy
    return ahead > 0 and abs(aside) <= ahead


def faces_grid(facing: int, here: int, there: int) -> bool:
    """Whether a grid lies in the sector of a facing, seen from another grid."""
    return faces(facing, there % GRIDS - here % GRIDS, there // GRIDS - here // GRIDS)


def in_arc(unit: Unit, facing: int, other: Unit) -> bool:
    """Whether a unit is in the sector of a facing: by grids, or by small grids when both are in one grid.

    [OP 4.2.5.arc] [OP 4.2.5.same_grid]
    """
    here, there = grid_of(unit), grid_of(other)
    if here != there:
        return faces_grid(facing, here, there)
    mine, its = base(unit), base(other)
    if overlap(mine, its):
        return True  # one above the other: mutually in front
    # In half small grids, so that the middle of every base is a whole number.
    x, y = 2 * unit.col + unit.size, 2 * unit.row + unit.size
    return any(
        faces(facing, 2 * column + 1 - x, 2 * row + 1 - y)
        for row in range(its[1], its[3])
        for column in range(its[0], its[2])
    )


def in_front(unit: Unit, other: Unit) -> bool:
    """Whether a unit is in the forward arc of another.  [OP 4.2.5.arc]"""
    return in_arc(unit, unit.facing, other)


def behind(unit: Unit, other: Unit) -> bool:
    """Whether a unit is in the rear arc of `unit`.  [OP 4.2.5.arc]"""
    return not overlap(base(unit), base(other)) and in_arc(unit, unit.facing ^ 2, other)


def has_sight(state: State, one: Unit, other: Unit) -> bool:
    """Whether some straight line between the bases misses all 3-inch terrain.

    [OP 4.2.4.sight] [OP 4.2.4.aerial] [OP card.wall]
    """
    if other.level == Level.AERIAL:
        return True
    return sees_place(state, one, other.size, place_of(other), walls(state, one, other))


def sees_place(state: State, unit: Unit, size: int, place: int, boxes: list[Box]) -> bool:
    """Whether a unit has sight of a base in a place; of the units that count as terrain, these are in the way.

    [OP 4.2.4.sight] [OP 4.2.4.aerial] [OP card.wall]
    """
    if unit.level == Level.AERIAL:
        return True
    if not state.battlefield.open_between(place_of(unit), unit.size, place, size):
        return False
    return not boxes or is_open(base(unit), box_at(size, place), [*state.battlefield.tall, *boxes])


def sight_to_grid(state: State, unit: Unit, grid: int) -> bool:
    """Whether a unit has a line of sight into a grid."""
    if unit.level == Level.AERIAL:
        return True
    if not state.battlefield.open_between(place_of(unit), unit.size, corner_of(grid), SMALL):
        return False
    boxes = walls(state, unit)
    return not boxes or is_open(base(unit), grid_box(grid), [*state.battlefield.tall, *boxes])


def barricades(state: State, one: Unit, other: Unit) -> list[Box]:
    """The bases of units that count as 3-inch terrain when `one` attacks `other`.  [OP 6.2.barricade] [OP card.wall]"""
    if Level.AERIAL in (one.level, other.level):
        return []
    found = walls(state, one, other)
    if "barricade" not in state.passives or one.seat == other.seat:
        return found
    return found + [
        base(unit)
        for unit in on_board(state)
        if unit is not other
        and unit.seat == other.seat
        and unit.kind == Kind.DEPLOYABLE
        and "barricade" in card_of(state, unit).passives
    ]


def attack_sight(state: State, one: Unit, other: Unit) -> bool:
    """Whether there is a line of sight for an attack; barricades of the target's side block it.

    [OP 6.2.barricade] [OP 4.2.4.sight]
    """
    if not has_sight(state, one, other):
        return False
    boxes = barricades(state, one, other)
    return not boxes or is_open(base(one), base(other), [*state.battlefield.tall, *boxes])


def firing_sight(state: State, one: Unit, other: Unit) -> bool:
    """Whether there is a line of sight for a firing action; smoke blocks it as well, even over either end.

    [OP 4.16.blocks] [OP 4.16.same_grid] [OP 6.2.barricade]
    """
    if not attack_sight(state, one, other):
        return False
    if not state.smoke:
        return True
    screens = {screen >> 1 for screen in state.smoke}
    a, b = base(one), base(other)
    boxes = [grid_box(grid) for grid in screens]
    boxes = [box for box in boxes if touches(a, b, box)]
    if not boxes:
        return True
    if one.level != Level.AERIAL and other.level != Level.AERIAL:
        boxes += state.battlefield.tall
    return is_open(a, b, boxes + barricades(state, one, other))


def sees_terrain(state: State, unit: Unit, piece: Terrain, firing: bool) -> bool:
    """Whether a unit has sight of a piece of terrain, past other terrain and walls, and to fire at it past smoke.

    [OP 2.6.attacked] [OP 4.2.4.sight] [OP 4.16.blocks] [OP 4.16.same_grid] [OP card.wall]
    """
    low = unit.level != Level.AERIAL
    if low and not state.battlefield.terrain_open(place_of(unit), unit.size, piece):
        return False
    boxes = [grid_box(screen >> 1) for screen in state.smoke] if firing else []
    if low:
        boxes += walls(state)
    if not boxes:
        return True
    own = base(unit)
    boxes = [box for box in boxes if touches(own, piece.box, box)]
    if boxes and low:
        boxes += [box for box in state.battlefield.tall if box != piece.box]
    return not boxes or is_open(own, piece.box, boxes)


def terrain_between(state: State, one: Unit, other: Unit) -> list[int]:
    """The numbers of standing terrain that obstructs the line of sight.  [OP 4.2.4.obstructs] [OP 4.2.4.aerial]"""
    if one.level == Level.AERIAL or other.level == Level.AERIAL:
        return []
    found = state.battlefield.obstacles(place_of(one), one.size, place_of(other), other.size)
    return [number for number in found if not state.wrecked >> number & 1]


def units_between(state: State, one: Unit, other: Unit) -> list[Unit]:
    """The units that obstruct the line of sight.  [OP 4.2.4.obstructs] [OP 4.2.4.aerial]"""
    if one.level == Level.AERIAL or other.level == Level.AERIAL:
        return []
    a, b = base(one), base(other)
    return [
        unit
        for unit in on_board(state)
        if unit is not one and unit is not other and unit.level != Level.AERIAL and touches(a, b, base(unit))
    ]


def hovering(state: State, one: Unit, other: Unit) -> list[Unit]:
    """The aerial units over the lines between two others; they obstruct nothing.  [OP card.bit_shield]"""
    a, b = base(one), base(other)
    return [
        unit
        for unit in on_board(state)
        if unit.level == Level.AERIAL and unit is not one and unit is not other and touches(a, b, base(unit))
    ]


def bar(unit: Unit) -> Box:
    """The ground under a wall: three small grids across its facing, the unit itself in the middle.  [OP card.wall]"""
    col, row = unit.col, unit.row
    return (col - 1, row, col + 2, row + 1) if unit.facing % 2 == 0 else (col, row - 1, col + 1, row + 2)


def is_wall(state: State, unit: Unit) -> bool:
    """Whether a unit counts as terrain.  [OP card.wall]"""
    return unit.kind == Kind.DEPLOYABLE and "wall" in card_of(state, unit).passives


def walls(state: State, one: Unit | None = None, other: Unit | None = None) -> list[Box]:
    """The ground under units that count as 3-inch terrain for everybody, but not for themselves.  [OP card.wall]"""
    if "wall" not in state.passives:
        return []
    return [bar(unit) for unit in on_board(state) if unit is not one and unit is not other and is_wall(state, unit)]


def enemies_of(state: State, seat: int) -> list[Unit]:
    return [unit for unit in state.units if unit.alive and unit.deployed and unit.seat != seat]


def allies_of(state: State, seat: int) -> list[Unit]:
    """All units of a side; a unit is its own ally.  [OP 2.2.ally]"""
    return [unit for unit in state.units if unit.alive and unit.deployed and unit.seat == seat]
