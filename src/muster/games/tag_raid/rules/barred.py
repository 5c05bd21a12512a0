"""Every declaration that is barred, and why: each weapon against each target, at each of the three questions of an
order.

The reasons are those that `declare.py` gives when somebody declares it all the same.
"""

from __future__ import annotations

from collections.abc import Callable

from muster.games.tag_raid.cards.content import Tool
from muster.games.tag_raid.rules.declare import EVADE, IDLE, VERBS, read_aro, read_second, targets_of
from muster.games.tag_raid.rules.refusals import refuse
from muster.games.tag_raid.state.questions import letter, tools_of
from muster.games.tag_raid.state.state import Miner, Order, State
from muster.kernel.refusal import Refusal
from muster.kernel.spaces import Blocked


def barred_first(state: State, miner: Miner) -> list[Blocked]:
    """Everything but a move, which is what an order begins with.  [TR order.move_first]"""
    no = refuse("TR order.move_first")
    keys = [*[f"{_verb(tool)}:{tool.id}" for tool in _arms(state, miner)], EVADE.key, IDLE.key]
    return [Blocked(key, no.clause, no.reason) for key in keys]


def barred_seconds(state: State, order: Order) -> list[Blocked]:
    """The attacks that cannot be made from anywhere on the path.  [TR order.second]"""
    active = state.miners[state.active]
    keys = [
        f"{_verb(tool)}:{tool.id}>{letter(mark)}{min(tool.burst, 9)}"
        for tool in _arms(state, active)
        for mark in targets_of(state, active, tool)
    ]
    return _refused(keys, lambda key: read_second(state, order, key))


def barred_aros(state: State, order: Order, seat: int, sees: bool) -> list[Blocked]:
    """The weapons that cannot answer this, and a move, which never can.  [TR aro.skills]"""
    no = refuse("TR aro.skills")
    keys = [f"{_verb(tool)}:{tool.id}" for tool in _arms(state, state.miners[seat])]
    refused = _refused(keys, lambda key: read_aro(state, order, seat, sees, key))
    return [*refused, Blocked("stay@0", no.clause, no.reason)]


def _arms(state: State, miner: Miner) -> list[Tool]:
    return [tool for tool in tools_of(state, miner) if tool.kind in VERBS]


def _verb(tool: Tool) -> str:
    return VERBS[tool.kind][1]


def _refused(keys: list[str], read: Callable[[str], object]) -> list[Blocked]:
    found = []
    for key in keys:
        try:
            read(key)
        except Refusal as no:
            found.append(Blocked(key, no.clause, no.reason))
    return found
