"""Evaluation: how well a seat is doing, in tenths of a victory point."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from muster.games.obsidian_protocol.board.battlefield import DISTANCE, GRIDS, SMALL
from muster.games.obsidian_protocol.cards.kinds import SLOTS, Kind, Stance, Type
from muster.games.obsidian_protocol.rules.mission.tasks import ROUNDS, task_of
from muster.games.obsidian_protocol.rules.naming import is_low_value
from muster.games.obsidian_protocol.state.geometry import behind, card_of, grid_at, grid_of, in_front
from muster.games.obsidian_protocol.state.sheet import freehands, part_of, works
from muster.games.obsidian_protocol.state.state import Stage, State
from muster.games.obsidian_protocol.state.unit import DAMAGED, DESTROYED, NONE, Hexagon, Unit

POINT: Final = 10.0
"""A victory point, in the coin of the rest."""
MECH: Final = 8.0
TORSO: Final = 6.0
PART: Final = 3.0
HURT: Final = 0.6
"""The share of its worth that a damaged part keeps."""
LINK: Final = 0.6
DRONE: Final = 6.0
PROJECTILE: Final = 1.0
FAR: Final = 99

Job = tuple[frozenset[int], float, bool]
"""Something to be done for the task: the grids where, its worth, and whether it takes a free hand."""


def progress(state: State) -> float:
    """The progress of the match, from 0 to 1."""
    return min(1.0, state.round / ROUNDS)


def round_of(state: State) -> int:
    """The round that is being played."""
    return state.round


def horizon(state: State) -> int:
    """Where a search compares: at the end of the round, when all mechs have acted; but places for deployment as soon as
    all units stand, because what a first round played at a glance makes of them says less than it hides.
    """
    return 0 if state.stage == Stage.DEPLOY else state.round


def evaluate(state: State, seat: int) -> float:
    """Add up points, units left, where they stand and what they are about to do. Uses nothing the seat may not know."""
    forces: tuple[list[Unit], list[Unit]] = ([], [])
    for unit in state.units:
        if unit.alive and unit.deployed:
            forces[unit.seat].append(unit)
    return side(state, seat, forces, seat) - side(state, 1 - seat, forces, seat)


def side(state: State, seat: int, forces: tuple[list[Unit], list[Unit]], viewer: int) -> float:
    worth = POINT * state.scores[seat]
    enemies = [unit for unit in forces[1 - seat] if unit.kind in (Kind.MECH, Kind.DRONE)]
    fighters = []
    for unit in forces[seat]:
        worth += strength(state, unit)
        if unit.kind in (Kind.MECH, Kind.DRONE):
            fighters.append(unit)
            away, nearest = nearest_of(unit, enemies)
            worth += stand(state, unit, away, nearest)
            if unit.kind == Kind.MECH and not unit.acted and (seat == viewer or state.revealed):
                worth += intent(state, unit, away)
    worth += named_units(state, seat)
    return worth + holdings(state, seat, fighters) + jobs_done(state, seat, fighters, enemies)


# What stands


def strength(state: State, unit: Unit) -> float:
    """The worth of a unit in its present condition."""
    if unit.kind == Kind.MECH:
        worth = MECH + LINK * unit.link
        if unit.stance == Stance.SHUTDOWN:
            worth -= 4.0
        for slot in SLOTS:
            if works(unit, slot):
                value = TORSO if slot == 0 else PART
                worth += value * HURT if unit.condition[slot] & DAMAGED else value
    elif unit.kind == Kind.DRONE:
        worth = DRONE * HURT if unit.condition[0] & DAMAGED else DRONE
    else:
        worth = PROJECTILE * unit.count
    squares = unit.squares
    worth -= 0.4 * (squares[0] + squares[1]) + 0.8 * (squares[2] + squares[3]) + 0.8 * (squares[4] + squares[5])
    if unit.hexagon == Hexagon.LOW_PROFILE or unit.stealth >= 0:
        worth += 0.6
    return worth


def named_units(state: State, seat: int) -> float:
    """The units that this side's tasks name: an enemy's is worth more broken, one's own is worth more whole."""
    worth = 0.0
    number = state.secondary[seat]
    if number != NONE and state.named[seat] != NONE:
        card = state.content.secondaries[number]
        if card.scores == "destroyed":
            worth += 0.4 * POINT * card.points * broken(state.units[state.named[seat]])
        elif card.scores == "survives":
            worth += 0.5 * POINT * card.points * (1.0 - broken(state.units[state.named[seat]]))
    if state.named[3 - seat] != NONE:
        worth += 0.8 * POINT * 3 * sum(bool(c & DESTROYED) for c in state.units[state.named[3 - seat]].condition)
    return worth


def broken(unit: Unit) -> float:
    """How close a mech is to destruction, from 0 to 1."""
    if not unit.alive:
        return 1.0
    hurt = 0.0
    for slot in SLOTS:
        if unit.condition[slot]:
            hurt += (0.4 if slot == 0 else 0.1) * (2 if unit.condition[slot] & DESTROYED else 1)
    return min(0.9, hurt)


# Where it stands


def nearest_of(unit: Unit, enemies: list[Unit]) -> tuple[int, Unit | None]:
    steps = DISTANCE[grid_of(unit)]
    least, nearest = FAR, None
    for enemy in enemies:
        away = steps[enemy.row // SMALL * GRIDS + enemy.col // SMALL]  # `grid_of`, asked more often than anything else
        if away < least:
            least, nearest = away, enemy
    return least, nearest


def stand(state: State, unit: Unit, away: int, nearest: Unit | None) -> float:
    """Rate a place: within reach of an enemy, facing it, with its back turned to nobody."""
    if nearest is None:
        return 0.0
    worth = -0.12 * max(0, away - reach_of_arms(state, unit))
    if in_front(unit, nearest):
        worth += 0.5
    elif away <= 6 and behind(unit, nearest):
        worth -= 0.5
    if away <= 6 and behind(nearest, unit):
        worth += 0.3
    return worth


def reach_of_arms(state: State, unit: Unit) -> int:
    """The longest range at which a unit can still attack; 1 for blades."""
    if unit.kind != Kind.MECH:
        return card_of(state, unit).reach
    best = 1
    for slot in SLOTS:
        if works(unit, slot):
            best = max(best, part_of(state, unit, slot).reach)
    return best


# What it is about to do

STANCES: Final = {
    Type.SWIFT: Stance.DEFENSIVE,
    Type.MELEE: Stance.OFFENSIVE,
    Type.PROJECTILE: Stance.DEFENSIVE,
    Type.FIRING: Stance.OFFENSIVE,
    Type.MOVEMENT: Stance.MOBILITY,
    Type.TACTICAL: Stance.DEFENSIVE,
}
"""The stance that helps most at each timing."""


def intent(state: State, unit: Unit, away: int) -> float:
    """Rate the chosen timing by the actions a mech has for it, and the stance that fits."""
    if unit.dial == NONE:
        return 0.0
    worth = 0.3 if unit.stance == STANCES[unit.dial] else 0.0
    best = 0.0
    for slot in SLOTS:
        if not works(unit, slot):
            continue
        for action in part_of(state, unit, slot).actions:
            if action.type != unit.dial or (action.ammo and not unit.ammo[2 * slot + action.place]):
                continue
            if unit.dial == Type.MOVEMENT:
                best = max(best, 0.25 * action.range)
            elif unit.dial == Type.TACTICAL or unit.dial == Type.SWIFT:
                best = max(best, 0.4)
            elif away <= max(1, action.range) + 2:
                best = max(best, 0.3 * (action.yellow + 2 * action.red) if unit.dial != Type.PROJECTILE else 1.2)
    return worth + best


# The tasks


def jobs_done(state: State, seat: int, fighters: list[Unit], enemies: list[Unit]) -> float:
    """Estimate what the tasks will bring: each job goes to the nearest unit that is free."""
    worth = 0.0
    found = jobs(state, seat)
    if not found:
        return worth
    held = {grid_of(enemy) for enemy in enemies}
    able = [
        (unit, grid_of(unit)) for unit in fighters if unit.stance != Stance.SHUTDOWN and not is_low_value(state, unit)
    ]
    for grids, value, hand in sorted(found, key=worth_of, reverse=True):
        ways = ways_to(grids)
        least, chosen = FAR, NONE
        for place, (unit, here) in enumerate(able):
            if hand and (unit.kind != Kind.MECH or not freehands(state, unit, NONE)):
                continue
            if ways[here] < least:
                least, chosen = ways[here], place
        if chosen == NONE:
            continue
        del able[chosen]
        contested = not held.isdisjoint(grids)
        worth += value * (0.9 if least == 0 else 0.55 / (1.0 + 0.3 * least)) * (0.5 if contested else 1.0)
    return worth


def worth_of(job: Job) -> float:
    return job[1]


def distance_to(here: int, grids: frozenset[int]) -> int:
    return ways_to(grids)[here]


@lru_cache(maxsize=4096)
def ways_to(grids: frozenset[int]) -> list[int]:
    """The distance from each grid of the board to an area."""
    return [min([steps[grid] for grid in grids]) for steps in DISTANCE]


def jobs(state: State, seat: int) -> list[Job]:
    """The jobs that the tasks set: zones, terminals, boxes, the enemy commander."""
    task = task_of(state)
    if task is None or state.stage < Stage.DEPLOY:
        return []
    zones = state.battlefield.board.zones
    left = ROUNDS + 1 - state.round
    found: list[Job] = []
    if task.family == "control":
        for number, zone in enumerate(task.zones):
            share = 0.15 if state.owners[number] == seat else 0.7
            found.append((zones[zone], POINT * task.points * left * share, False))
    elif task.family == "terminal":
        for number, zone in enumerate(task.zones):
            rounds = left - (1 if state.markers[number] else 0)
            found.append((zones[zone], 0.7 * POINT * task.points * rounds, False))
    elif task.family == "black_box":
        found += [(frozenset((grid_at(place),)), 0.7 * POINT * task.points, True) for place in state.boxes]
    elif state.named[3 - seat] != NONE and state.units[state.named[3 - seat]].alive:
        found.append((frozenset((grid_of(state.units[state.named[3 - seat]]),)), 0.5 * POINT, False))
    number = state.secondary[seat]
    if number != NONE and state.content.secondaries[number].scores == "zone" and state.named[seat] != NONE:
        card = state.content.secondaries[number]
        found.append((list(zones.values())[state.named[seat]], 0.15 * POINT * card.points * state.round, False))
    return found


def holdings(state: State, seat: int, fighters: list[Unit]) -> float:
    """Rate what a side holds already: zones taken, and boxes carried, more so near their goal."""
    task = task_of(state)
    if task is None or state.stage < Stage.DEPLOY:
        return 0.0
    worth = 0.6 * POINT * task.points * (ROUNDS + 1 - state.round) * state.owners.count(seat)
    for unit in fighters:
        if unit.box:
            share = 0.85
            if task.scoring_zone:
                goal = state.battlefield.board.zones[task.scoring_zone]
                share = max(0.3, 0.85 - 0.05 * distance_to(grid_of(unit), goal))
            worth += share * POINT * task.points * unit.box.bit_count()
    return worth
