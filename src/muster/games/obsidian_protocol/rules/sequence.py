"""The sequence of play: which rule comes at which stage. A checkpoint is taken between stages.  [OP 3.phases]"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Final

from muster.games.obsidian_protocol.rules import deployment, setup
from muster.games.obsidian_protocol.rules.attack import riposte
from muster.games.obsidian_protocol.rules.mission import environment
from muster.games.obsidian_protocol.rules.phases import action, automatic, command, delay, end, planning
from muster.games.obsidian_protocol.state.state import Stage, State
from muster.games.obsidian_protocol.state.unit import NOBODY
from muster.kernel.requests import Table

Step = Callable[[Table, State], Coroutine[Any, Any, None]]


async def begin_round(table: Table, state: State) -> None:
    """Begin a round.  [OP 3.phases]"""
    command.begin_round(table, state)


STEPS: Final[dict[int, Step]] = {
    Stage.DRAW_BATTLEFIELD: setup.draw_battlefield,
    Stage.DISCARD_TASK: setup.discard_task,
    Stage.ROLL_SIDES: setup.roll_sides,
    Stage.CHOOSE_SIDES: setup.choose_sides,
    Stage.PLACE_ENVIRONMENTS: environment.place_environments,
    Stage.CHOOSE_SECONDARY: setup.choose_secondary,
    Stage.NAME_TARGETS: setup.name_targets,
    Stage.CARRY: deployment.carry,
    Stage.DEPLOY: deployment.deploy,
    Stage.BEGIN_ROUND: begin_round,
    Stage.COMMAND: command.command,
    Stage.PLAN: planning.plan,
    Stage.REVEAL: planning.reveal,
    Stage.NEXT_MECH: action.next_mech,
    Stage.STANCE: action.choose_stance,
    Stage.ACT: action.act,
    Stage.END_OPPORTUNITY: action.end_opportunity,
    Stage.AUTOMATIC: automatic.automatic,
    Stage.DELAY: delay.delay,
    Stage.END_PHASE: end.end_phase,
}

QUIET: Final = frozenset((Stage.BEGIN_ROUND, Stage.NEXT_MECH, Stage.END_OPPORTUNITY, Stage.END_PHASE, Stage.REVEAL))
"""Stages in which hardly anybody is asked: a checkpoint before them would cost more than it saves."""


async def play(table: Table, state: State) -> None:
    """Play from where the state stands to the end, which comes early when a commander falls.

    After a single answer no checkpoint is made unless somebody forks: giving it again is faster than making a copy.

    [OP task.commander]
    """
    while state.stage != Stage.OVER:
        enough = table.due > (0 if table.forked else 1)
        if table.owed or state.stage == Stage.PLAN or (enough and state.stage not in QUIET):
            await table.checkpoint()
        await STEPS[state.stage](table, state)
        if state.ripostes:
            await riposte.strike_back(table, state)
        if state.winner != NOBODY and state.stage != Stage.OVER:
            end.finish(table, state)
