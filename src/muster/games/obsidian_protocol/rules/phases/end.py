"""End phase (rulebook 3.7): mechs that fall apart are removed, tokens run out, tasks are checked, the round ends."""

from __future__ import annotations

from muster.games.obsidian_protocol.cards.kinds import Kind
from muster.games.obsidian_protocol.rules.attack.damage import HEXAGON_NAMES, drop_boxes, restore_link
from muster.games.obsidian_protocol.rules.mission.tactics_cards import end_phase_tactics
from muster.games.obsidian_protocol.rules.mission.tasks import ROUNDS, check_tasks, end_of_game, remaining, unit_lost
from muster.games.obsidian_protocol.rules.naming import tell
from muster.games.obsidian_protocol.rules.warfare.smoke import dissipate
from muster.games.obsidian_protocol.rules.warfare.tethers import strain
from muster.games.obsidian_protocol.state.geometry import allies_of, on_board
from muster.games.obsidian_protocol.state.sheet import covers, parts_left, trait
from muster.games.obsidian_protocol.state.state import Stage, State
from muster.games.obsidian_protocol.state.unit import NOBODY, Hexagon
from muster.kernel.game import Result
from muster.kernel.requests import Table


async def end_phase(table: Table, state: State) -> None:
    """Go through the steps of the end phase in order.  [OP 3.phases]"""
    await end_phase_tactics(table, state)
    remove_units(table, state)
    await dissipate(table, state)
    restore(table, state)
    tokens(table, state)
    check_tasks(table, state)
    if is_over(state):
        finish(table, state)
        return
    state.round += 1
    state.first = 1 - state.first
    state.stage = Stage.BEGIN_ROUND


def finish(table: Table, state: State) -> None:
    """Score the tasks that look at the end, and tell who has won.  [OP 5.2.4.victory]"""
    end_of_game(table, state)
    state.stage = Stage.OVER
    if table.listening:
        found = result(state)
        assert found is not None
        for seat in found.winners:
            table.tell("victory", "OP 5.2.4.victory", {"seat": seat, "points": state.scores[seat]})


def remove_units(table: Table, state: State) -> None:
    """Mechs with two parts or fewer leave the board.  [OP 3.7.1.integrity] [OP 4.4.3.integrity] [OP card.tether]"""
    for seat in (state.first, 1 - state.first):
        for unit in allies_of(state, seat):
            if unit.kind == Kind.MECH and parts_left(unit) <= 2:
                drop_boxes(table, state, unit, None)
                unit.alive = False
                unit.deployed = False
                tell(table, state, "removed", "OP 3.7.1.integrity", unit)
                strain(table, state, unit)
                unit_lost(table, state, unit)


def restore(table: Table, state: State) -> None:
    """Pilots and drones restore link at the end of a round.  [OP trait.calm] [OP card.appease]"""
    for unit in list(on_board(state)):
        if unit.kind != Kind.MECH:
            continue
        if trait(state, unit) == "calm":
            restore_link(table, state, unit, 1, "OP trait.calm")
        restore_link(table, state, unit, covers(state, unit, "appease", unit.seat), "OP card.appease")


def tokens(table: Table, state: State) -> None:
    """Remove red tokens, turn yellow ones red, remove command tokens.

    [OP 3.7.2.red] [OP 3.7.2.yellow] [OP 3.7.2.commands]
    """
    for unit in on_board(state):
        fragile, _, interference, _, immobilized, _, *green = unit.squares
        unit.squares = (0, fragile, 0, interference, 0, immobilized, *green)
        if unit.hexagon_face == 1:
            tell(table, state, "token_removed", "OP 3.7.2.red", unit, token=HEXAGON_NAMES[unit.hexagon])
            unit.hexagon = Hexagon.NONE
            unit.hexagon_face = 0
        elif unit.hexagon_face == 2:
            unit.hexagon_face = 1
        unit.command = False
        unit.commands = 0


def is_over(state: State) -> bool:
    """Whether the battle is over: after the fifth round, or when a commander fell. A side that has lost everything does
    not end it.

    [OP 3.7.4.rounds] [OP task.commander] [OP 3.7.4.wiped_out]
    """
    return state.round >= ROUNDS or state.winner != NOBODY


def result(state: State) -> Result | None:
    """More victory points win; then more parts and drones left.  [OP 5.2.4.victory] [OP 5.2.4.tie]"""
    if state.stage != Stage.OVER:
        return None
    marks = [(state.scores[seat], remaining(state, seat)) for seat in (0, 1)]
    best = max(marks)
    return Result([seat for seat in (0, 1) if marks[seat] == best], state.scores)
