"""Attacks: possible targets, the spots from which a weapon reaches them, and the best of these.

Rulebook, "Close Combat Attack", "Ranged Attack", "Partial Cover".
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.tag_raid.board.spots import Spot
from muster.games.tag_raid.cards.content import Effect, Tool, ToolKind
from muster.games.tag_raid.rules.line_of_fire import looks_at
from muster.games.tag_raid.rules.reach import is_covered, reaches_from
from muster.games.tag_raid.rules.success import close_terms, ranged_terms
from muster.games.tag_raid.state.questions import gear_sum, is_there, touch, touches_beast, works_at
from muster.games.tag_raid.state.state import BEAST, Declaration, Miner, Order, Skill, State
from muster.kernel.terms import Term, total


def targets(state: State, seat: int) -> list[int]:
    """The possible targets of a miner: every other miner on the table, and the MegaBeast.  [TR attack.anyone]"""
    return [who for who in (*range(len(state.miners)), BEAST) if who != seat and is_there(state, who)]


def burst(state: State, miner: Miner, tool: Tool, reactive: bool) -> int:
    """The number of dice of an attack: the weapon's burst; in an ARO one, and what cards add.

    [TR tool.burst] [TR aro.burst] [TR aro.burst_mod]
    """
    if not reactive:
        return tool.burst
    return min(tool.burst, 1 + gear_sum(state, miner, Effect.ARO_BURST))


def tool_spots(state: State, miner: Miner, tool: int, spots: Sequence[Spot]) -> list[Spot]:
    """The spots where a tool can be used; one found in this order works only from where it was found.

    [TR tool.from_there]
    """
    return [spot for spot in spots if works_at(state, miner, tool, spot)]


# Where attacks can be made


def firing_spots(state: State, active: Miner, order: Order, tool: Tool, marks: Sequence[int]) -> list[Spot]:
    """The spots of the path from which a tool reaches all of these targets.  [TR ranged.same_point] [TR ranged.los]"""
    spots = tool_spots(state, active, tool.number, looks_at(order))
    return [spot for spot in spots if all(reaches_from(state, active, tool, spot, mark) for mark in marks)]


def best_firing_spot(state: State, active: Miner, tool: Tool, spots: Sequence[Spot], marks: Sequence[int]) -> Spot:
    """The first of several spots with the best success values."""

    def worth(spot: Spot) -> int:
        return sum([total(ranged_terms(state, active, tool, spot, mark, spot_of(state, mark))) for mark in marks])

    return max(spots, key=worth)


def spot_of(state: State, seat: int) -> Spot:
    return (0, 0, 0) if seat == BEAST else state.miners[seat].spot


def best_mark(state: State, watcher: Miner, active: Miner, tool: Tool, spots: Sequence[Spot]) -> tuple[Spot, int]:
    """The spot at which the active miner is easiest to hit, of those where it is seen, and the success value there.

    Among equals the one without cover comes first: a hit does more there.  [TR everything.at_once]
    """
    values = {spot: total(ranged_terms(state, watcher, tool, watcher.spot, active.seat, spot)) for spot in spots}
    most = max(values.values())
    best = [spot for spot, value in values.items() if value == most]
    return next((spot for spot in best if not is_covered(state, tool, watcher.spot, spot)), best[0]), most


def striking_spots(state: State, seat: int, order: Order, marks: Sequence[int]) -> list[Spot]:
    """The spots of the path in contact with all of these targets.  [TR close.contact]"""
    if seat == state.active:
        spots = list(dict.fromkeys([order.path[-1], *order.path]))
        return [spot for spot in spots if all(touches(state, spot, mark) for mark in marks)]
    own = state.miners[seat].spot
    return [spot for spot in dict.fromkeys([order.path[-1], *order.path]) if touch(state, own, spot)]


def touches(state: State, spot: Spot, mark: int) -> bool:
    return touches_beast(state, spot) if mark == BEAST else touch(state, spot, state.miners[mark].spot)


def ends(state: State, miner: Miner, spot: Spot, mark: int) -> tuple[Spot, Spot]:
    """The places of attacker and target: the active miner at a spot of its path, the other where it stands."""
    return (spot, spot_of(state, mark)) if miner.seat == state.active else (miner.spot, spot)


def attack_terms(state: State, miner: Miner, tool: Tool, spot: Spot, mark: int) -> list[Term]:
    """The terms of an attack's success value while the active miner is at a spot of its path.  [TR roll.value]"""
    if tool.kind == ToolKind.CLOSE:
        return close_terms(state, miner, spot)
    own, other = ends(state, miner, spot, mark)
    return ranged_terms(state, miner, tool, own, mark, other)


def is_attack(declaration: Declaration | None) -> bool:
    """Whether a declaration is an attack; skills of cards that are aimed at somebody count, and are opposed alike."""
    return declaration is not None and declaration.skill in (Skill.CLOSE, Skill.RANGED, Skill.CARD)
