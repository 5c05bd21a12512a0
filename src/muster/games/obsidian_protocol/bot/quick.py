"""Quick turns: plausible timings, stances and actions, found at once, for rounds that a search plays in its mind."""

from __future__ import annotations

import random
from typing import Any, Final

from muster.games.obsidian_protocol.bot.evaluation import STANCES, intent, nearest_of
from muster.games.obsidian_protocol.cards.content import Action
from muster.games.obsidian_protocol.cards.kinds import Kind, Type
from muster.games.obsidian_protocol.rules.actions.available import every_action
from muster.games.obsidian_protocol.state.geometry import enemies_of
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Unit
from muster.kernel.requests import Ask
from muster.kernel.spaces import Option

WHIM: Final = 1.0
"""The most a whim is worth, beside what the choices are: nobody does the same every time."""
MANEUVER: Final = 0.8
LAUNCH: Final = 1.4
OTHER: Final = 0.6


def quick(state: State, ask: Ask[Any], rng: random.Random) -> Option[Any] | None:
    """For a timing, a stance, an action or a command: the one that promises most at a glance."""
    key = ask.prompt.key
    if key == "prompt.act":
        actions = every_action(state, state.units[state.active])
        return best_of(ask, [of_action(actions, option) for option in ask.space.options()], rng)
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


def of_action(actions: list[tuple[int, Action]], option: Option[Any]) -> float:
    """The promise of an action: an attack by its dice, a way by its length; to end promises nothing."""
    kind, slot, name = option.value
    if kind == "maneuver":
        return MANEUVER
    if kind != "act":
        return -WHIM if kind == "end" else 0.0
    for its_slot, action in actions:
        if its_slot == slot and action.id == name:
            if action.type == Type.FIRING or action.type == Type.MELEE:
                return 1.0 + 0.3 * (action.yellow + 2 * action.red)
            if action.type == Type.MOVEMENT:
                return 0.25 * action.range
            return LAUNCH if action.type == Type.PROJECTILE else OTHER
    return 0.0


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
    return best_of(ask, worths, rng)


def stance(state: State, ask: Ask[Any], rng: random.Random) -> Option[Any]:
    """The stance that fits the timing."""
    unit = asked_of(state, ask)
    fitting = STANCES.get(unit.dial)
    return best_of(ask, [1.0 if option.value == fitting else 0.2 for option in ask.space.options()], rng)


def asked_of(state: State, ask: Ask[Any]) -> Unit:
    """The unit a question is about, as its prompt names it."""
    return state.units[int(str(ask.prompt.params["unit"])[1:])]
