"""What this game adds to the bots: how well things stand for a seat."""

from __future__ import annotations

from muster.games.obsidian_protocol.battlefield import DISTANCE
from muster.games.obsidian_protocol.content import SLOTS, Kind, Stance
from muster.games.obsidian_protocol.position import enemies_of, grid_at, grid_of, in_front, on_board
from muster.games.obsidian_protocol.sheet import part_of, works
from muster.games.obsidian_protocol.state import DAMAGED, NONE, Square, Stage, State, Unit
from muster.games.obsidian_protocol.tasks import task_of, zone_seat

POINT = 6.0
"""A victory point, in the coin of the rest."""
PART = 4.0
TORSO = 8.0
LINK = 0.7
DRONE = 6.0
BOX = 2.0


def evaluate(state: State, seat: int) -> float:
    """Points, what stands, and where it stands. Uses nothing that the seat may not know."""
    return side(state, seat) - side(state, 1 - seat)


def side(state: State, seat: int) -> float:
    worth = POINT * state.scores[seat]
    goals = goal_grids(state, seat)
    for unit in on_board(state):
        if unit.seat == seat:
            worth += strength(state, unit)
            if unit.kind in (Kind.MECH, Kind.DRONE):
                worth += place(state, unit, goals)
    return worth + prospects(state, seat)


def strength(state: State, unit: Unit) -> float:
    """What a unit is worth in its condition."""
    if unit.kind == Kind.MECH:
        worth = 6.0 + LINK * unit.link - (3.0 if unit.stance == Stance.SHUTDOWN else 0.0)
        for slot in SLOTS:
            if works(unit, slot):
                value = TORSO if slot == SLOTS[0] else PART
                damaged = unit.condition[slot] & DAMAGED
                worth += value * (0.6 if damaged else 1.0)
                if slot in SLOTS[2:4] and not part_of(state, unit, slot).actions:
                    worth -= 1.5
        worth += BOX * unit.box.bit_count()
    elif unit.kind == Kind.DRONE:
        worth = DRONE * (0.6 if unit.condition[0] & DAMAGED else 1.0)
    else:
        worth = 1.0 * unit.count
    worth -= 0.4 * (unit.squares[0] + unit.squares[1])
    worth -= 0.8 * (unit.squares[2 * Square.FIRE_CONTROL] + unit.squares[2 * Square.FIRE_CONTROL + 1])
    worth -= 0.8 * (unit.squares[2 * Square.IMMOBILIZED] + unit.squares[2 * Square.IMMOBILIZED + 1])
    return worth


def goal_grids(state: State, seat: int) -> list[int]:
    """Grids a side wants to be in: zones not its own, boxes on the ground."""
    task = task_of(state)
    if task is None:
        return []
    if task.family == "black_box":
        return [grid_at(place) for place in state.boxes]
    if task.family in ("control", "terminal"):
        return [grid for zone in task.zones for grid in state.battlefield.board.zones[zone]]
    return []


def place(state: State, unit: Unit, goals: list[int]) -> float:
    """Near a goal, near enough to an enemy to fight, and facing it."""
    here = grid_of(unit)
    worth = 0.0
    if goals:
        worth -= 0.15 * min(DISTANCE[here][grid] for grid in goals)
    nearest = None
    least = 99
    for enemy in enemies_of(state, unit.seat):
        if enemy.kind in (Kind.MECH, Kind.DRONE):
            away = DISTANCE[here][grid_of(enemy)]
            if away < least:
                least, nearest = away, enemy
    if nearest is not None:
        worth -= 0.12 * max(0, least - 3)
        if in_front(unit, nearest):
            worth += 0.4
    return worth


def prospects(state: State, seat: int) -> float:
    """What the zones would give if the round ended now."""
    task = task_of(state)
    if task is None or state.stage < Stage.BEGIN_ROUND:
        return 0.0
    worth = 0.0
    if task.family == "control":
        for number, zone in enumerate(task.zones):
            holder = zone_seat(state, state.battlefield.board.zones[zone])
            if holder == seat or (holder == NONE and state.owners[number] == seat):
                worth += 0.6 * POINT * task.points
    elif task.family == "terminal":
        for number, zone in enumerate(task.zones):
            if not state.markers[number] and zone_seat(state, state.battlefield.board.zones[zone]) == seat:
                worth += 0.6 * POINT * task.points
    elif task.family == "black_box":
        held = sum(unit.box.bit_count() for unit in on_board(state) if unit.seat == seat)
        worth += 0.5 * POINT * task.points * held
    return worth
