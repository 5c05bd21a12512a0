"""Evaluation: how good a position of Deadzone is for a seat.

It counts the points of the seat's own mission, the worth of the models on both sides, how near they are to what they
want, and what a declared test will do on average. It reads nothing that the seat may not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from muster.games.deadzone.cards.content import COLUMNS, ROWS, MissionGoal
from muster.games.deadzone.cards.keywords import Effect, Goal, Rank, origin_of
from muster.games.deadzone.rules.items import can_carry
from muster.games.deadzone.rules.missions import mission_of, score
from muster.games.deadzone.state.models import Aggression, Model
from muster.games.deadzone.state.questions import in_cover, is_model, own_zone, team
from muster.games.deadzone.state.state import Stage, State, Trial
from muster.geometry.squares import NOWHERE

POINT: Final = 6.0
"""A victory point, in points of models: ten of them are worth about as much as a whole team."""
PLACES: Final = COLUMNS * ROWS
MOST: Final = 14
"""More successes than this hardly ever happen."""
LONG: Final = 8
"""Few matches take more rounds."""


def progress(state: State) -> float:
    """How far the match has come, from 0 to 1: by rounds, or by what has been scored."""
    nearest = max(side.intel for side in state.sides) / 10
    return min(1.0, max(state.round / LONG, nearest))


def round_of(state: State) -> int:
    """The round that is being played."""
    return state.round


def evaluate(state: State, seat: int) -> float:
    """The prospects of a seat minus those of the other, as far as the seat can judge them."""
    if state.stage == Stage.OVER:
        return 1000.0 if state.winner == seat else -1000.0 if state.winner == 1 - seat else 0.0
    worth = POINT * score(state, seat) - POINT * state.sides[1 - seat].intel
    for model in state.models:
        if model.cube != NOWHERE and is_model(model):
            value = strength(state, model)
            worth += value if model.owner == seat else -value
    worth += longing(state, seat)
    worth += 0.5 * len(state.sides[seat].hand) + 0.5 * state.sides[seat].pool
    if state.trial is not None:
        gain = promise(state, state.trial)
        worth += gain if state.models[state.trial.actor].owner == seat else -gain
    return worth


LEVEL_WORTH: Final = [0.55, 0.75, 1.0, 1.02]


def strength(state: State, model: Model) -> float:
    """The worth of a model as it stands: wounded, lying down, in cover, on watch."""
    value = float(model.card.cost) + 2.0
    if model.injured:
        value *= 0.65
    if model.card.hull:
        value *= 1 - 0.7 * model.damage / model.card.hull
    value *= LEVEL_WORTH[model.aggression]
    if model.aggression == Aggression.ENRAGED and model.card.shoot and not is_fighter(model):
        value -= 0.4
    if in_cover(state, model, model.cube):
        value += 0.3
    if model.overwatch:
        value += 0.8
    if model.burning:
        value -= 3.0
    return value + 0.5 * len(model.items)


def is_fighter(model: Model) -> bool:
    """Whether a model is better hand to hand than at a distance."""
    return not model.card.shoot or (bool(model.card.fight) and model.card.fight < model.card.shoot)


def longing(state: State, seat: int) -> float:
    """How near a seat's models are to what its mission and their weapons ask for."""
    field = state.field
    far, size = field.far, field.size
    enemies = [m.cube for m in team(state, 1 - seat)]
    mission = mission_of(state, seat)
    goals = () if mission is None else mission.goals
    wanted = objective_cubes(state, seat, goals)
    looting = any(goal.kind == Goal.SCOUR for goal in goals)
    leaving = any(goal.kind == Goal.INFILTRATE for goal in goals)
    finds = [*state.crates, *[cube for item, cube in state.items if cube >= 0 and origin_of(item) != seat]]
    thirst = 0.3 if looting else 0.05
    total = 0.0
    for model in team(state, seat):
        row = model.cube * size
        if enemies:
            near = min([far[row + cube] for cube in enemies])
            reach = 0 if is_fighter(model) else best_range(model)
            if near > reach:
                total -= 0.25 * (near - reach)
        if wanted:
            total -= 0.4 * min([far[row + cube] for cube in wanted])
        if leaving and model.card.rank == Rank.TROOPER:
            total -= 0.4 * way_out(state, model.cube, own_zone(state, 1 - seat))
        if not can_carry(model):
            continue
        if looting and any(origin_of(item) != seat for item in model.items):
            total += 4.0 - 0.4 * way_out(state, model.cube, own_zone(state, seat))
        elif finds and (looting or (not model.items and model.card.shoot)):
            total -= thirst * min([far[row + cube] for cube in finds])
    return total


def best_range(model: Model) -> int:
    return max([weapon.range for weapon in model.card.weapons], default=0) // 2 + 1


def objective_cubes(state: State, seat: int, goals: Sequence[MissionGoal]) -> list[int]:
    """The objectives that the seat's mission may ask for."""
    asked = {which for goal in goals if goal.kind in (Goal.CAPTURE, Goal.CONTROL) for which in goal.objectives}
    if not asked:
        return []
    return [cube for cube, which, known in state.objectives if which in asked or not known >> seat & 1]


def way_out(state: State, cube: int, letter: str) -> int:
    """The distance to the nearest place where a model can leave the board through a zone."""
    return ways_out(state.map.areas, letter)[cube % PLACES]


@lru_cache(maxsize=64)
def ways_out(areas: str, letter: str) -> list[int]:
    """The distance from each place of the ground to the edge of a zone."""
    edge = [place for place in range(PLACES) if areas[place] == letter and is_edge(place)]
    return [
        min([max(abs(place % COLUMNS - to % COLUMNS), abs(place // COLUMNS - to // COLUMNS)) for to in edge], default=0)
        for place in range(PLACES)
    ]


def is_edge(place: int) -> bool:
    return place % COLUMNS in (0, COLUMNS - 1) or place // COLUMNS in (0, ROWS - 1)


# What a declared test will do


@lru_cache(maxsize=512)
def spread(dice: int, stat: int) -> tuple[float, ...]:
    """The chance of each number of successes; an 8 counts and rolls again."""
    if dice <= 0 or not stat:
        return (1.0, *([0.0] * MOST))
    miss, hit, eight = (stat - 1) / 8, (8 - stat) / 8, 1 / 8
    one = [miss, *(eight ** (count - 1) * (hit + eight * miss) for count in range(1, MOST + 1))]
    total = [1.0, *([0.0] * MOST)]
    for _ in range(dice):
        total = [sum(total[n - k] * one[k] for k in range(n + 1)) for n in range(MOST + 1)]
    return tuple(total)


@lru_cache(maxsize=4096)
def chances(dice: int, stat: int, resist: int, resist_stat: int) -> tuple[tuple[float, ...], float, float]:
    """The chances of winning by each difference, of doubling, and of losing outright."""
    mine, theirs = spread(dice, stat), spread(resist, resist_stat)
    by = [0.0] * (MOST + 1)
    double = lost = 0.0
    for a, p in enumerate(mine):
        for b, q in enumerate(theirs):
            if a > b:
                by[a - b] += p * q
                if a >= 2 * b:
                    double += p * q
            elif b > a:
                lost += p * q
    return tuple(by), double, lost


def promise(state: State, trial: Trial) -> float:
    """The gain that the acting side can expect from a test, in points of models."""
    target, actor = state.models[trial.target], state.models[trial.actor]
    by, double, lost = chances(trial.dice, trial.stat, trial.resist, trial.target_stat)
    value = strength(state, target) + POINT
    if trial.kind == Effect.BLAZE_AWAY:
        return 0.3 * value * (sum(by) + double)
    if trial.kind == Effect.SURVIVE:
        return -lost * strength(state, actor) * 0.4
    kill = sum(by[trial.armour + 2 :])
    wound = by[trial.armour + 1] if trial.armour < MOST else 0.0
    if target.injured:
        kill, wound = kill + wound, 0.0
    gain = value * (kill + 0.35 * wound)
    if trial.kind == Effect.FIGHT:
        gain -= 0.3 * lost * strength(state, actor)
    return gain
