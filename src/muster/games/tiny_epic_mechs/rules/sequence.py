"""The sequence of play: which rule comes at which stage. A checkpoint is taken between stages.  [TEM round.phases]"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from muster.games.tiny_epic_mechs.rules import (
    actions,
    combat,
    execution,
    knock_out,
    mech,
    movement,
    programming,
    robots,
    scoring,
    setup,
)
from muster.games.tiny_epic_mechs.state.state import NOBODY, Stage, State
from muster.kernel.requests import Table

Step = Callable[[Table, State], Coroutine[Any, Any, None]]

STEPS: dict[int, Step] = {
    Stage.DEAL_PILOTS: setup.deal_pilots,
    Stage.CHOOSE_PILOT: setup.choose_pilot,
    Stage.LAY_ARENA: setup.lay_arena,
    Stage.PLACE_BASES: setup.place_bases,
    Stage.LAY_ROBOT_MINE: setup.lay_robot_mine,
    Stage.LAY_FIRST_MINE: setup.lay_first_mine,
    Stage.CHOOSE_FIRST_WEAPON: setup.choose_first_weapon,
    Stage.OPEN_ROW: setup.open_row,
    Stage.PROGRAM: programming.program,
    Stage.BEGIN_TURN: execution.begin_turn,
    Stage.MOVE: movement.move,
    Stage.ARRIVE: movement.arrive,
    Stage.CONTACT: combat.contact,
    Stage.COMBAT: combat.fight,
    Stage.AFTER_COMBAT: combat.after_combat,
    Stage.KNOCKED_OUT: knock_out.knocked_out,
    Stage.BOARD: mech.board,
    Stage.ACT: actions.act,
    Stage.END_TURN: execution.end_turn,
    Stage.END_ROUND: scoring.end_round,
}

ROBOT_STEPS: dict[int, Step] = {
    Stage.BEGIN_TURN: robots.begin_turn,
    Stage.MOVE: robots.move,
    Stage.COMBAT: robots.fight,
    Stage.ACT: robots.act,
}
"""The stages in which the robot guide replaces a player's decisions."""


QUIET = frozenset((Stage.BEGIN_TURN, Stage.ARRIVE, Stage.CONTACT, Stage.AFTER_COMBAT, Stage.END_TURN, Stage.END_ROUND))
"""The stages in which hardly anybody is asked: a checkpoint before them would cost more than it saves."""


def step(state: State) -> Step:
    """The rule for this stage and the player who acts in it."""
    stage = state.stage
    if stage in ROBOT_STEPS:
        seat = state.combat.turn if stage == Stage.COMBAT and state.combat is not None else state.active
        if state.players[seat].robot:
            return ROBOT_STEPS[stage]
    return STEPS[stage]


async def play(table: Table, state: State) -> None:
    """Play from the state's stage to the end. A player who has fallen is dealt with before anything else, whatever was
    to come next.

    [TEM ko.points]
    """
    while state.stage != Stage.OVER:
        if state.fallen != NOBODY:
            state.stage = Stage.KNOCKED_OUT
        if table.owed or state.stage == Stage.PROGRAM or (table.due and state.stage not in QUIET):
            await table.checkpoint()
        await step(state)(table, state)
