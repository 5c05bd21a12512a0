"""Features: what a seat has, figure by figure. `muster calibrate` finds out what each is worth in chances to win.

There is one: the points that the zones of the main task will probably still bring, round by round, by who stands in
them and who can get there in time. The evaluation rates a zone by how far away it is; what counts is how many rounds.
"""

from __future__ import annotations

from typing import Final

from muster.games.obsidian_protocol.bot.evaluation import ways_to
from muster.games.obsidian_protocol.cards.kinds import SLOTS, Kind, Stance, Type
from muster.games.obsidian_protocol.rules.mission.tasks import ROUNDS, task_of
from muster.games.obsidian_protocol.rules.naming import is_low_value
from muster.games.obsidian_protocol.state.geometry import card_of, grid_of
from muster.games.obsidian_protocol.state.sheet import maneuver_value, part_of, works
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Unit

NAMES: Final = ("promised",)
STANDING: Final = 0.65
"""The chance that a side with a unit in a zone has one there when a round ends,"""
COMING: Final = 0.5
"""and of a side with a unit that can be there by then."""


def count(state: State, seat: int) -> list[float]:
    """The figures of a seat, in the order of `NAMES`."""
    return [promised(state, seat)]


def promised(state: State, seat: int) -> float:
    """The points that zones and terminals will probably bring a side from now on; nothing before the first round, when
    nobody knows yet who will stand where.
    """
    task = task_of(state)
    if task is None or not state.round or task.family not in ("control", "terminal"):
        return 0.0
    zones = [state.battlefield.board.zones[zone] for zone in task.zones]
    ours, theirs = presence(state, seat, zones), presence(state, 1 - seat, zones)
    times = 0.0
    for number in range(len(zones)):
        if task.family == "terminal":
            times += accesses(ours[number], theirs[number], bool(state.markers[number]))
        else:
            unpaid = task.first_round - state.round
            times += rounds_held(ours[number], theirs[number], state.owners[number] == seat, unpaid)
    return task.points * times


def accesses(ours: list[float], theirs: list[float], over: bool) -> float:
    """How often a side will be at a terminal alone when a round ends; `over` if this round it was accessed already."""
    times = 0.0
    for number in range(1 if over else 0, len(ours)):
        times += ours[number] * (1.0 - theirs[number])
    return times


def rounds_held(ours: list[float], theirs: list[float], held: bool, unpaid: int) -> float:
    """How many rounds will end with a zone in the hands of a side: it stays with whoever was last there alone. The
    first rounds pay nothing.
    """
    times, hold = 0.0, 1.0 if held else 0.0
    for number in range(len(ours)):
        won, lost = ours[number] * (1.0 - theirs[number]), theirs[number] * (1.0 - ours[number])
        hold = hold * (1.0 - lost) + (1.0 - hold) * won
        if number >= unpaid:
            times += hold
    return times


def presence(state: State, seat: int, zones: list[frozenset[int]]) -> list[list[float]]:
    """For each zone and each end of a round that is left, this one first: the chance that a side has a unit there. A
    unit goes to one zone: first those go that are there soonest.
    """
    left = ROUNDS + 1 - state.round
    arrivals: list[tuple[int, int, int, int]] = []
    for unit in state.units:
        if unit.seat != seat or not can_hold(state, unit):
            continue
        here, steps = grid_of(unit), pace(state, unit)
        for number, zone in enumerate(zones):
            away = ways_to(zone)[here]
            turns = -(-away // steps) if steps else left * min(1, away)
            late = max(0, turns - (0 if unit.acted else 1))
            if late < left:
                arrivals.append((late, away, number, unit.id))
    found = [[0.0] * left for _ in zones]
    taken: set[int] = set()
    gone: set[int] = set()
    for late, away, number, walker in sorted(arrivals):
        if number not in taken and walker not in gone:
            taken.add(number)
            gone.add(walker)
            for end in range(late, left):
                found[number][end] = COMING if away else STANDING
    return found


def can_hold(state: State, unit: Unit) -> bool:
    """Whether a unit could hold a zone.  [OP 5.3.2.occupied] [OP 5.1.low_value_items]"""
    fights = unit.alive and unit.deployed and (unit.kind == Kind.MECH or unit.kind == Kind.DRONE)
    return fights and unit.stance != Stance.SHUTDOWN and not is_low_value(state, unit)


def pace(state: State, unit: Unit) -> int:
    """How far a unit gets in a round: a drone by its card, a mech by its maneuver and its best way to move."""
    if unit.kind == Kind.DRONE:
        return card_of(state, unit).move
    best = 0
    for slot in SLOTS:
        if works(unit, slot):
            for action in part_of(state, unit, slot).actions:
                if action.type == Type.MOVEMENT and action.range > best:
                    best = action.range
    value = maneuver_value(state, unit)
    return best + (value // 2 if unit.stance == Stance.MOBILITY else value)
