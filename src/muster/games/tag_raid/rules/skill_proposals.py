"""Proposed skills: for the second skill of an order, and for an ARO.

They use every weapon against every target it reaches, from the best spot. A player may answer any other declaration
(`declare.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.tag_raid.board.spots import Spot
from muster.games.tag_raid.cards.content import Tool, ToolKind
from muster.games.tag_raid.rules.attacks import (
    best_mark,
    burst,
    firing_spots,
    spot_of,
    striking_spots,
    targets,
    tool_spots,
)
from muster.games.tag_raid.rules.declare import EVADE, IDLE, PASS, Choice, attack_option, boosted_evade, targets_of
from muster.games.tag_raid.rules.line_of_fire import active_sees, looks_at, nodes, seen_spots
from muster.games.tag_raid.rules.reach import is_reaction, may_shoot, needs_sight, reached_spots, reaches_from
from muster.games.tag_raid.rules.success import HOPELESS, Aim, aimed, with_weapon
from muster.games.tag_raid.state.questions import boosts, weapons
from muster.games.tag_raid.state.state import Miner, Order, State
from muster.kernel.spaces import Option
from muster.kernel.terms import total

SPLITS: Final = 3
"""The most targets in one proposal."""


# The second skill of an order


def second_skills(state: State, order: Order) -> list[Option[Choice]]:
    """Propose second skills, besides a second move."""
    active = state.miners[state.active]
    found: list[Option[Choice]] = []
    found += _strikes(state, active, order)
    if may_shoot(state, active.seat, order):
        found += _volleys(state, active, order)
    found += _card_skills(state, active, order)
    found.append(EVADE)
    found += [boosted_evade(tool) for tool in boosts(state, active)]
    found.append(IDLE)
    return found


def _strikes(state: State, active: Miner, order: Order) -> list[Option[Choice]]:
    """Propose every close combat weapon against every target in contact."""
    found: list[Option[Choice]] = []
    for mark in targets(state, active.seat):
        touched = striking_spots(state, active.seat, order, [mark])
        if not touched:
            continue
        for tool in weapons(state, active, ToolKind.CLOSE):
            spots = tool_spots(state, active, tool.number, touched)
            if spots:
                found.append(attack_option(state, tool, spots[0], ((mark, tool.burst),), reactive=False))
    return found


def _card_skills(state: State, active: Miner, order: Order) -> list[Option[Choice]]:
    """Propose every skill of a card against every target it reaches.  [TR skill.card]"""
    found: list[Option[Choice]] = []
    for tool in weapons(state, active, ToolKind.SKILL):
        for mark in targets_of(state, active, tool):
            spots = firing_spots(state, active, order, tool, [mark])
            if spots:
                found.append(attack_option(state, tool, spots[0], ((mark, tool.burst),), reactive=False))
    return found


Shot = tuple[Spot, Aim]
"""The spot, and everything that counts except the weapon."""
Worth = tuple[Spot, int]
"""The spot, and the success value of a shot from it."""


def _volleys(state: State, active: Miner, order: Order) -> list[Option[Choice]]:
    """Propose the whole burst at one target, or divided evenly between targets seen from one spot."""
    spots = nodes(order.path)
    shots: dict[int, list[Shot]] = {}
    for mark in targets(state, active.seat):
        seen = [spot for spot in spots if active_sees(state, active, spot, mark)]
        if seen:
            shots[mark] = [_shot(state, active, spot, mark, sighted=True) for spot in seen]
    found: list[Option[Choice]] = []
    for tool in weapons(state, active, ToolKind.RANGED):
        own = shots if needs_sight(tool) and not tool.hexagons else _own_shots(state, active, tool, spots)
        worths = {mark: _worths(state, active, tool, chances) for mark, chances in own.items()}
        for mark, values in worths.items():
            best = _best_shot(values)
            if best is not None:
                found.append(attack_option(state, tool, best, ((mark, tool.burst),), reactive=False))
        found += _divided(state, tool, worths)
    return found


def _own_shots(state: State, active: Miner, tool: Tool, spots: Sequence[Spot]) -> dict[int, list[Shot]]:
    """The shots of a weapon that needs no line of fire or counts hexagons."""
    sighted = needs_sight(tool)
    found = {
        mark: [
            _shot(state, active, spot, mark, sighted) for spot in spots if reaches_from(state, active, tool, spot, mark)
        ]
        for mark in targets(state, active.seat)
    }
    return {mark: shots for mark, shots in found.items() if shots}


def _shot(state: State, active: Miner, spot: Spot, mark: int, sighted: bool) -> Shot:
    return spot, aimed(state, active, spot, mark, spot_of(state, mark), sighted)


def _worths(state: State, active: Miner, tool: Tool, shots: Sequence[Shot]) -> list[Worth]:
    """The success value of a weapon from each spot where it works."""
    allowed = tool_spots(state, active, tool.number, [spot for spot, _ in shots])
    return [(spot, total(with_weapon(state, tool, aim))) for spot, aim in shots if spot in allowed]


def _best_shot(worths: Sequence[Worth]) -> Spot | None:
    """The spot with the best success value, if the target is in range from any."""
    best: Spot | None = None
    most = HOPELESS
    for spot, value in worths:
        if value > most:
            best, most = spot, value
    return best


def _divided(state: State, tool: Tool, worths: dict[int, list[Worth]]) -> list[Option[Choice]]:
    """Propose the burst divided evenly between several targets, from the best spot."""
    marks = list(worths)[: min(SPLITS, tool.burst)]
    if len(marks) < 2:
        return []
    values_at: dict[Spot, list[int]] = {}
    for mark in marks:
        for spot, value in worths[mark]:
            values_at.setdefault(spot, []).append(value)
    common = [spot for spot, values in values_at.items() if len(values) == len(marks)]
    if not common:
        return []
    best = max(common, key=lambda spot: sum(values_at[spot]))
    each, more = divmod(tool.burst, len(marks))
    split = tuple([(mark, each + (number < more)) for number, mark in enumerate(marks)])
    return [attack_option(state, tool, best, split, reactive=False)]


# AROs


def aro_skills(state: State, order: Order, seat: int, sees: bool) -> list[Option[Choice]]:
    """Propose AROs; without line of fire only those that need none.  [TR aro.skills] [TR aro.no_los]"""
    miner = state.miners[seat]
    found: list[Option[Choice]] = []
    strikes = striking_spots(state, seat, order, [state.active]) if sees else []
    if strikes:
        found += [_aro_option(state, miner, tool, strikes[0]) for tool in weapons(state, miner, ToolKind.CLOSE)]
    if may_shoot(state, seat, order):
        seen = proposed_marks(state, miner, order) if sees else []
        for tool in weapons(state, miner, ToolKind.RANGED):
            found += _aro_shot(state, order, miner, tool, seen)
    for tool in weapons(state, miner, ToolKind.SKILL):
        spots = reached_spots(state, miner, order, tool, looks_at(order)) if is_reaction(tool) else []
        found += [_aro_option(state, miner, tool, spot) for spot in spots[:1]]
    found.append(EVADE)
    found += [boosted_evade(tool) for tool in boosts(state, miner)]
    found += [IDLE, PASS]
    return found


def _aro_option(state: State, miner: Miner, tool: Tool, spot: Spot) -> Option[Choice]:
    return attack_option(state, tool, spot, ((state.active, burst(state, miner, tool, reactive=True)),), reactive=True)


def _aro_shot(state: State, order: Order, miner: Miner, tool: Tool, seen: list[Spot]) -> list[Option[Choice]]:
    """Propose a shot at the spot where the active miner is easiest to hit, if it is in range anywhere."""
    spots = seen
    if tool.hexagons or not needs_sight(tool):
        spots = reached_spots(state, miner, order, tool, nodes(order.path))
        spots = spots or reached_spots(state, miner, order, tool, looks_at(order))
    if not spots:
        return []
    best, value = best_mark(state, miner, state.miners[state.active], tool, spots)
    return [_aro_option(state, miner, tool, best)] if value > HOPELESS else []


def proposed_marks(state: State, miner: Miner, order: Order) -> list[Spot]:
    """The spots at which a reactive miner would aim: start, bends and end of the path; if it sees none of them, any
    spot.
    """
    active = state.miners[state.active]
    return seen_spots(state, miner, active, order.path, nodes(order.path)) or seen_spots(
        state, miner, active, order.path, looks_at(order)
    )
