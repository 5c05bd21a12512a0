"""Quick turns: plausible timings, stances and actions, found at once, for rounds that a search plays in its mind."""

from __future__ import annotations

import random
from typing import Any, Final

from muster.games.obsidian_protocol.bot.evaluation import STANCES, intent, jobs, nearest_of, ways_to
from muster.games.obsidian_protocol.cards.content import Action
from muster.games.obsidian_protocol.cards.kinds import Kind, Type
from muster.games.obsidian_protocol.rules.actions.available import every_action
from muster.games.obsidian_protocol.rules.naming import is_low_value
from muster.games.obsidian_protocol.state.geometry import allies_of, enemies_of, grid_of
from muster.games.obsidian_protocol.state.sheet import maneuver_value
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Unit
from muster.kernel.requests import Ask
from muster.kernel.spaces import Option

WHIM: Final = 1.0
"""The most a whim is worth, beside what the choices are: nobody does the same every time."""
MANEUVER: Final = 0.8
LAUNCH: Final = 1.4
OTHER: Final = 0.6
CALL: Final = 0.12
"""The promise of a step towards a job of the task, for each unit of what the step is worth."""
Goal = tuple[list[int], float]
"""The ways to a job from everywhere, and its worth."""


def quick(state: State, ask: Ask[Any], rng: random.Random) -> Option[Any] | None:
    """For a timing, a stance, an action or a command: the one that promises most at a glance."""
    key = ask.prompt.key
    if key == "prompt.act":
        unit = state.units[state.active]
        actions, goals = every_action(state, unit), goals_of(state, unit)
        return best_of(ask, [of_action(state, unit, actions, goals, option) for option in ask.space.options()], rng)
    if key == "prompt.dial":
        return timing(state, ask, rng)
    if key == "prompt.stance":
        return stance(state, ask, rng)
    if key == "prompt.command":
        options = ask.space.options()
        return options[rng.randrange(1, len(options))]
    return None


def best_of(ask: Ask[Any], worths: list[float], rng: random.Random) -> Option[Any]:
    """The option that is worth most, with a whim."""
    options = ask.space.options()
    best, most = options[0], -1000.0
    for number, worth in enumerate(worths):
        found = worth + WHIM * rng.random()
        if found > most:
            best, most = options[number], found
    return best


def of_action(
    state: State, unit: Unit, actions: list[tuple[int, Action]], goals: list[Goal], option: Option[Any]
) -> float:
    """The promise of an action: an attack by its dice, a way by its length and by what it leads to; to end promises
    nothing.
    """
    kind, slot, name = option.value
    if kind == "maneuver":
        return MANEUVER + call_of(unit, goals, maneuver_value(state, unit))
    if kind != "act":
        return -WHIM if kind == "end" else 0.0
    for its_slot, action in actions:
        if its_slot == slot and action.id == name:
            if action.type == Type.FIRING or action.type == Type.MELEE:
                return 1.0 + 0.3 * (action.yellow + 2 * action.red)
            if action.type == Type.MOVEMENT:
                return 0.25 * action.range + call_of(unit, goals, action.range)
            return LAUNCH if action.type == Type.PROJECTILE else OTHER
    return 0.0


def goals_of(state: State, unit: Unit) -> list[Goal]:
    """The jobs of its side that a unit might do: those that no other unit of its side stands on."""
    found: list[Goal] = []
    if is_low_value(state, unit):
        return found
    held = {grid_of(ally) for ally in allies_of(state, unit.seat) if ally is not unit and ally.kind != Kind.PROJECTILE}
    for grids, value, _ in jobs(state, unit.seat):
        if held.isdisjoint(grids):
            found.append((ways_to(grids), value))
    return found


def call_of(unit: Unit, goals: list[Goal], steps: int) -> float:
    """How much a way of so many steps is called for by the tasks: less than nothing if it leads away from a job."""
    here = grid_of(unit)
    now = then = 0.0
    for ways, value in goals:
        away = ways[here]
        now = max(now, value * nearness(away))
        if away:
            then = max(then, value * nearness(max(0, away - steps)))
    return CALL * (then - now)


def nearness(away: int) -> float:
    """The share of the worth of a job at a distance, as the evaluation has it."""
    return 0.9 if away == 0 else 0.55 / (1.0 + 0.3 * away)


def timing(state: State, ask: Ask[Any], rng: random.Random) -> Option[Any]:
    """The timing at which a mech has the best to do."""
    unit = asked_of(state, ask)
    enemies = [enemy for enemy in enemies_of(state, unit.seat) if enemy.kind in (Kind.MECH, Kind.DRONE)]
    away, _ = nearest_of(unit, enemies)
    before = unit.dial
    worths = []
    for option in ask.space.options():
        unit.dial = option.value
        worths.append(intent(state, unit, away))
    unit.dial = before
    called = max(0.0, call_of(unit, goals_of(state, unit), farthest(state, unit)))
    worths[Type.MOVEMENT] += called
    return best_of(ask, worths, rng)


def farthest(state: State, unit: Unit) -> int:
    """The longest way that an action for movement allows; 0 without one."""
    most = 0
    for _, action in every_action(state, unit):
        if action.type == Type.MOVEMENT and action.range > most:
            most = action.range
    return most


def stance(state: State, ask: Ask[Any], rng: random.Random) -> Option[Any]:
    """The stance that fits the timing."""
    unit = asked_of(state, ask)
    fitting = STANCES.get(unit.dial)
    return best_of(ask, [1.0 if option.value == fitting else 0.2 for option in ask.space.options()], rng)


def asked_of(state: State, ask: Ask[Any]) -> Unit:
    """The unit a question is about, as its prompt names it."""
    return state.units[int(str(ask.prompt.params["unit"])[1:])]
