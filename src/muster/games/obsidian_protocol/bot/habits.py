"""Habits: sensible answers in the midst of an action, given without thinking long."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Final

from muster.games.obsidian_protocol.board.battlefield import DISTANCE
from muster.games.obsidian_protocol.bot.evaluation import jobs, nearest_of, reach_of_arms, strength, ways_to
from muster.games.obsidian_protocol.cards.kinds import Kind
from muster.games.obsidian_protocol.state.geometry import enemies_of, faces_grid, grid_of
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NONE, Unit
from muster.kernel.requests import Ask
from muster.kernel.spaces import Option

HUNTED: Final = 2.0
"""A target that a task wants destroyed counts for so many."""
SHOT: Final = 6
"""A usual range."""
Options = Sequence[Option[Any]]
MODEST: Final = frozenset(("keep", "no", "done", "none", "surplus:none"))
"""Answers that add nothing to the attack itself."""


def habit(state: State, ask: Ask[Any], rng: random.Random) -> Option[Any]:
    """A choice with a reason behind it; else nothing beyond the attack itself; else the first option."""
    options = ask.space.options()
    choose = CHOICES.get(ask.prompt.key)
    if choose is not None and len(options) > 1:
        return choose(state, ask, options)
    return next((option for option in options if option.key in MODEST), options[0])


def _unit(state: State, ask: Ask[Any]) -> Unit:
    """The unit a question is about, as its prompt names it."""
    return state.units[int(str(ask.prompt.params["unit"])[1:])]


def _enemies(state: State, seat: int) -> list[Unit]:
    return [unit for unit in enemies_of(state, seat) if unit.kind in (Kind.MECH, Kind.DRONE)]


def best_by(options: Options, worth: Callable[[Any], float]) -> Option[Any]:
    found, most = options[0], worth(options[0].value)
    for option in options[1:]:
        value = worth(option.value)
        if value > most:
            found, most = option, value
    return found


def where_to(state: State, ask: Ask[Any], options: Options) -> Option[Any]:
    """The grid nearest to a job, or else one from which an enemy is within reach."""
    arms = reach_of_arms(state, _unit(state, ask)) if "unit" in ask.prompt.params else SHOT
    enemies = [grid_of(enemy) for enemy in _enemies(state, ask.seat)]
    goals = [(ways_to(grids), value) for grids, value, _ in jobs(state, ask.seat)]
    best, most = options[0], -1000.0
    for option in options:
        value = option.value
        grid: int = value if isinstance(value, int) else value[-1]  # a path ends in its last grid
        found = 0.0
        for ways, gain in goals:
            promise = gain / (1.0 + 0.3 * ways[grid])
            if promise > found:
                found = promise
        if enemies:
            steps = DISTANCE[grid]
            least = FAR_AWAY
            for enemy in enemies:
                if steps[enemy] < least:
                    least = steps[enemy]
            if least > arms:
                found -= 0.12 * (least - arms)
        if found > most:
            best, most = option, found
    return best


def facing(state: State, ask: Ask[Any], options: Options) -> Option[Any]:
    """The facing towards the nearest enemy."""
    unit = _unit(state, ask)
    _, enemy = nearest_of(unit, _enemies(state, unit.seat))
    if enemy is None:
        return options[0]
    there = grid_of(enemy)
    return best_by(options, lambda way: float(faces_grid(way, grid_of(unit), there)))


def target(state: State, ask: Ask[Any], options: Options) -> Option[Any]:
    """The target that is worth most, more so when it is already damaged or when a task wants it destroyed."""
    hunted = hunted_by(state, ask.seat)

    def worth(number: int | None) -> float:
        if number is None or number < 0:  # no target, or terrain
            return 0.0
        unit = state.units[number]
        if unit.seat == ask.seat:
            return 0.5
        hurt = sum(bool(condition) for condition in unit.condition)
        value = (2.0 if unit.kind == Kind.MECH else 1.0) * (1.0 + 0.3 * hurt)
        return (HUNTED * value if number in hunted else value) + 0.01 * strength(state, unit)

    return best_by(options, worth)


def hunted_by(state: State, seat: int) -> list[int]:
    """The units that the tasks of a side want destroyed: the commander of the enemy, a mech that a card names."""
    hunted = [state.named[3 - seat]]
    number = state.secondary[seat]
    if number != NONE and state.content.secondaries[number].scores == "destroyed":
        hunted.append(state.named[seat])
    return hunted


def landing(state: State, ask: Ask[Any], options: Options) -> Option[Any]:
    """The grid closest to the enemies."""
    enemies = [grid_of(enemy) for enemy in _enemies(state, ask.seat)]
    if not enemies:
        return options[0]

    def worth(grid: int) -> float:
        return -FAR if grid < 0 else -float(min([DISTANCE[grid][enemy] for enemy in enemies]))

    return best_by(options, worth)


FAR: Final = 99.0
FAR_AWAY: Final = 99


def last(state: State, ask: Ask[Any], options: Options) -> Option[Any]:
    return options[-1]


Choose = Callable[[State, Ask[Any], Options], Option[Any]]
CHOICES: Final[dict[str, Choose]] = {
    "prompt.move": where_to,
    "prompt.facing": facing,
    "prompt.target": target,
    "prompt.landing": landing,
    "prompt.smoke": landing,
    "prompt.cruise": landing,
    "prompt.deploy_where": where_to,
    "prompt.drone": last,
    "prompt.designate": last,
    "prompt.more_targets": last,
    "prompt.focus_part": last,
    "prompt.shutdown": last,
}
"""How the questions are answered for which the first option will not do."""
