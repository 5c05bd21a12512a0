"""The sequence of play: which rule comes at which stage. A checkpoint is taken between stages.  [DZ round.over]"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Final

from muster.games.deadzone.rules import activation, explosions, fighting, laying_out, rounds, setup
from muster.games.deadzone.rules.costs import LONG
from muster.games.deadzone.rules.moments import MOMENTS
from muster.games.deadzone.state.state import Stage, State
from muster.kernel.requests import Table

Step = Callable[[Table, State], Coroutine[Any, Any, None]]
MOMENTS.answer(explosions.go_off, fighting.find_itself, fighting.move_in)
STEPS: Final[dict[int, Step]] = {
    Stage.DEAL: setup.deal,
    Stage.KEEP_MISSION: setup.keep_mission,
    Stage.REDRAW_MISSION: setup.redraw_mission,
    Stage.MUTATIONS: setup.mutate,
    Stage.LAY_BUILDINGS: laying_out.lay_buildings,
    Stage.LAY_COVER: laying_out.lay_cover,
    Stage.DEPLOYMENT: setup.deployment,
    Stage.PLACE_CRATES: setup.place_crates,
    Stage.DROP_CRATES: setup.drop_crates,
    Stage.DEPLOY: setup.deploy,
    Stage.RAGE: setup.rage,
    Stage.BEGIN_ROUND: rounds.begin_round,
    Stage.TURN: rounds.turn,
    Stage.ACTIVATE: activation.activate,
    Stage.ACTION: activation.action,
    Stage.END_ACTIVATION: activation.end_activation,
    Stage.AFTERMATH: rounds.aftermath,
    Stage.DISCARD: rounds.discard,
    Stage.DRAW_CARDS: rounds.draw_cards,
    Stage.KEEP_CARDS: rounds.keep_cards,
    Stage.END_ROUND: rounds.end_round,
}
ASKS: Final = frozenset(
    (
        Stage.KEEP_MISSION,
        Stage.MUTATIONS,
        Stage.LAY_BUILDINGS,
        Stage.LAY_COVER,
        Stage.PLACE_CRATES,
        Stage.DEPLOY,
        Stage.RAGE,
        Stage.TURN,
        Stage.ACTION,
        Stage.DISCARD,
        Stage.KEEP_CARDS,
    )
)
"""Stages that begin with a question. Before the others a checkpoint would cost more than it saves."""


async def play(table: Table, state: State) -> None:
    """Play from wherever the state says we are to the end."""
    state.thaw()
    while state.stage != Stage.OVER:
        stage = state.stage
        slight = stage == Stage.ACTION and not table.forked and is_slight(state)
        if table.owed or (table.due and stage in ASKS and not slight):
            await table.checkpoint()
        await STEPS[stage](table, state)


def is_slight(state: State) -> bool:
    """Whether an activation has just begun or is all but over: playing it again is cheaper than a copy."""
    return not state.taken or state.spent >= LONG
