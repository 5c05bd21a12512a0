"""The sequence of play: which rule comes at which stage. A checkpoint is taken between stages.  [TR round.phases]"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Final

from muster.games.tag_raid.rules import (
    aftermath,
    beast,
    beast_events,
    event_cards,
    laying_out,
    orders,
    resolution,
    rounds,
    setup,
    tools,
)
from muster.games.tag_raid.state.state import Stage, State
from muster.kernel.requests import Table

Step = Callable[[Table, State], Coroutine[Any, Any, None]]

STEPS: Final[dict[int, Step]] = {
    Stage.CHOOSE_CORPORATION: setup.choose_corporation,
    Stage.LAY_TILES: laying_out.lay_tiles,
    Stage.LAY_SCENERY: laying_out.lay_scenery,
    Stage.LAY_CONTAINERS: laying_out.lay_containers,
    Stage.TIMELINE: setup.make_timeline,
    Stage.EVENT_DECK: setup.make_event_deck,
    Stage.DEPLOY: setup.deploy,
    Stage.EVENT: event_cards.event,
    Stage.DRAW_EVENT: event_cards.draw_event,
    Stage.BEAST_APPEARS: beast.appear,
    Stage.BEAST_EVENT: beast_events.beast_event,
    Stage.TURN: orders.turn,
    Stage.SEARCH: tools.search,
    Stage.ARO_CHECK: orders.aro_check,
    Stage.ARO: orders.aro,
    Stage.SECOND_SKILL: orders.second_skill,
    Stage.RESOLVE: resolution.resolve,
    Stage.EVADE_MOVE: aftermath.evade_move,
    Stage.DEATH: aftermath.death,
    Stage.RESPAWN: aftermath.respawn,
    Stage.CONCLUSION: aftermath.conclusion,
    Stage.END_TURN: rounds.end_turn,
    Stage.END_ROUND: rounds.end_round,
}

ASKING = frozenset(
    (
        *(Stage.CHOOSE_CORPORATION, Stage.DEPLOY, Stage.BEAST_APPEARS, Stage.BEAST_EVENT, Stage.TURN),
        *(Stage.SECOND_SKILL, Stage.RESPAWN, Stage.LAY_TILES, Stage.LAY_SCENERY, Stage.LAY_CONTAINERS),
    )
)
"""The stages in which somebody is usually asked, and those right after the draw of a hidden event."""


def may_ask(state: State) -> bool:
    """Whether somebody may be asked at this stage: only then is a checkpoint worth its price."""
    order = state.order
    if state.stage in ASKING:
        return True
    if order is None:
        return False
    if state.stage == Stage.ARO:
        return bool(order.asked)
    if state.stage == Stage.SEARCH:
        return bool(order.searching) or bool(tools.sources(state, state.miners[state.active]))
    if state.stage == Stage.EVADE_MOVE:
        return bool(order.evaders)
    return state.stage == Stage.DEATH and bool(order.dead)


async def play(table: Table, state: State) -> None:
    """Play from the state's stage to the end."""
    while state.stage != Stage.OVER:
        if table.owed or (table.due and may_ask(state)):
            await table.checkpoint()
        await STEPS[state.stage](table, state)
