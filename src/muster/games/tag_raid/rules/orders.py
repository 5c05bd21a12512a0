"""Spending an order: activation and first move, ARO checks and declarations, the second skill.

Rulebook, "Order Expenditure Sequence"; `resolution.py` has its last step.
"""

from __future__ import annotations

from typing import Final

from muster.games.tag_raid.board.spots import Move
from muster.games.tag_raid.rules.attacks import is_attack
from muster.games.tag_raid.rules.barred import barred_aros, barred_first, barred_seconds
from muster.games.tag_raid.rules.beast import beast_aro_check
from muster.games.tag_raid.rules.declare import MOVES, SECONDS, Choice, models, read_aro, read_second, split_text
from muster.games.tag_raid.rules.effects import shake_off, walk
from muster.games.tag_raid.rules.line_of_fire import sees_any
from muster.games.tag_raid.rules.movement import read_move
from muster.games.tag_raid.rules.proposals import proposals
from muster.games.tag_raid.rules.reach import reacts_unseen
from muster.games.tag_raid.rules.refusals import direction, hexagon, place, refuse
from muster.games.tag_raid.rules.skill_proposals import aro_skills, second_skills
from muster.games.tag_raid.rules.validity import in_same_hexagon
from muster.games.tag_raid.state.questions import comes_next_to_beast, is_there, segments, timeline, touching
from muster.games.tag_raid.state.state import SKILL_NAMES, Declaration, Miner, Order, Skill, Stage, State
from muster.kernel.requests import Table
from muster.kernel.spaces import Open, Option
from muster.kernel.text import Text

Second = tuple[Choice | None, Move | None]
"""A second skill, or a second move."""
SEES: Final = "TR aro.los"
ATTACKED: Final = "TR aro.attacked"
SAME_HEXAGON: Final = "TR aro.same_hexagon"
UNSEEN: Final = "TR aro.no_los"
"""The reasons for an ARO."""
END: Option[Move | None] = Option("end", None, "TR turn.end", Text("option.end"))


async def turn(table: Table, state: State) -> None:
    """Let the active player spend an order on a move, or end the turn.

    [TR turn.orders] [TR order.spend] [TR order.move_first] [TR turn.end]
    """
    miner = state.miners[state.active]
    if not miner.orders:
        state.stage = Stage.END_TURN
        return
    allowance = segments(state, miner, second=False)

    def read(key: str) -> Option[Move | None]:
        if key.partition(":")[0] in SECONDS:
            raise refuse("TR order.move_first")
        return END if key == END.key else read_move(state, miner, key, allowance)

    def propose() -> list[Option[Move | None]]:
        return [*proposals(state, miner, allowance), END]

    space = Open(read, propose, lambda: barred_first(state, miner))
    move = await table.ask(state.active, Text("prompt.turn", {"orders": miner.orders}), space)
    if move is None:
        state.stage = Stage.END_TURN
        return
    miner.orders -= 1
    state.order = Order((miner.spot,), tuple(touching(state, miner.seat, miner.spot)))
    take_move(table, state, miner, move)


def take_move(table: Table, state: State, miner: Miner, move: Move) -> None:
    """Move along the path and turn as wanted; a miner that declares a move and stays is slowed no longer.

    [TR move.declare] [TR move.facing] [TR slowed.cancel]
    """
    order = state.order
    assert order is not None
    path, facing = move
    order.path = order.path + path
    walk(state, miner, path, facing)
    if table.listening:
        key = "moved" if path else "stayed"
        table.tell(key, "TR move.declare", stands(state, miner))
    if not path and shake_off(state, miner) and table.listening:
        table.tell("no_longer_slowed", "TR slowed.cancel", {"seat": miner.seat})
    state.stage = Stage.SEARCH


def stands(state: State, miner: Miner) -> dict[str, int | str]:
    """Say where a miner is and where it looks, for events."""
    return {
        "seat": miner.seat,
        "hexagon": hexagon(state, miner.spot),
        "place": place(miner.spot),
        "level": miner.level,
        "facing": miner.facing,
        "way": direction(miner.facing),
    }


async def aro_check(table: Table, state: State) -> None:
    """Find the miners that have an ARO now and had none before in this order, in timeline order.

    [TR aro.check] [TR aro.second_check] [TR aro.once] [TR aro.los] [TR order.sequence]
    """
    order = state.order
    assert order is not None
    active = state.miners[state.active]
    entitled: list[int] = []
    for seat in timeline(state):
        if seat == state.active or seat in order.entitled or not is_there(state, seat):
            continue
        clause = right_to_react(state, order, active, state.miners[seat])
        if clause:
            entitled.append(seat)
        if clause == SEES:
            order.watchers = (*order.watchers, seat)
    order.entitled = (*order.entitled, *entitled)
    order.asked = tuple(entitled)
    if has_moved(order):
        order.beast_near = order.beast_near or comes_next_to_beast(state, order.path)
        await beast_aro_check(table, state)
    state.stage = Stage.ARO


def has_moved(order: Order) -> bool:
    """Whether the last skill declared was a move."""
    return order.second is None or order.second.skill == Skill.MOVE


def right_to_react(state: State, order: Order, active: Miner, miner: Miner) -> str:
    """The clause that gives a miner an ARO, or nothing: line of fire, being attacked, sharing a hexagon, or a tool that
    reaches without line of fire.

    If nobody has moved since the first check, only attacks give new AROs.

    [TR aro.los] [TR aro.attacked] [TR aro.same_hexagon] [TR aro.no_los]
    """
    moved = has_moved(order)
    if moved and sees_any(state, miner, active, order):
        return SEES
    if order.second is not None and is_attack(order.second) and order.second.at(miner.seat):
        return ATTACKED
    if moved and in_same_hexagon(state, order, miner):
        return SAME_HEXAGON
    return UNSEEN if moved and reacts_unseen(state, order, miner) else ""


async def aro(table: Table, state: State) -> None:
    """Let the next in the timeline declare an ARO or lose it.

    [TR aro.declare] [TR aro.optional] [TR aro.no_reaction]
    """
    order = state.order
    assert order is not None
    if not order.asked:
        state.stage = Stage.SECOND_SKILL if order.second is None else Stage.RESOLVE
        return
    seat = order.asked[0]
    sees = seat in order.watchers

    def read(key: str) -> Option[Choice]:
        return read_aro(state, order, seat, sees, key)

    def propose() -> list[Option[Choice]]:
        return aro_skills(state, order, seat, sees)

    space = Open(read, propose, lambda: barred_aros(state, order, seat, sees))
    skill, tool, spot, split = await table.ask(seat, Text("prompt.aro", {"seat": state.active}), space, midway=True)
    order.asked = order.asked[1:]
    order.aros[seat] = Declaration(skill, tool, spot, split)
    if table.listening:
        tell_declaration(table, state, "aro_declared", "TR aro.declare", seat, order.aros[seat])


def tell_declaration(table: Table, state: State, key: str, clause: str, seat: int, declared: Declaration) -> None:
    skill = SKILL_NAMES[declared.skill]
    if declared.tool >= 0:
        gaps: dict[str, int | str] = {"seat": seat, "skill": skill, "tool": state.content.tools[declared.tool].id}
        if declared.spot is not None:
            gaps |= {"place": place(declared.spot), "level": declared.spot[2], "split": split_text(declared.split)}
            gaps["who"] = models(state, [target for target, _ in declared.split])
        table.tell(f"{key}_with", clause, gaps)
    else:
        table.tell(key, clause, {"seat": seat, "skill": skill})


async def second_skill(table: Table, state: State) -> None:
    """Let the active player declare the second skill: move again, attack, evade or idle.

    [TR order.second] [TR order.second_move] [TR idle.declare]
    """
    order = state.order
    assert order is not None
    active = state.miners[state.active]
    allowance = segments(state, active, second=True)

    def read(key: str) -> Option[Second]:
        if key.startswith(MOVES):
            return as_second_move(read_move(state, active, key, allowance))
        return as_second(read_second(state, order, key))

    def propose() -> list[Option[Second]]:
        skills = [as_second(option) for option in second_skills(state, order)]
        return [*skills, *[as_second_move(move) for move in proposals(state, active, allowance)]]

    space = Open(read, propose, lambda: barred_seconds(state, order))
    choice, move = await table.ask(state.active, Text("prompt.second"), space, midway=True)
    if move is not None:
        order.second = Declaration(Skill.MOVE)
        take_move(table, state, active, move)
        return
    assert choice is not None
    skill, tool, spot, split = choice
    order.second = Declaration(skill, tool, spot, split)
    state.stage = Stage.ARO_CHECK
    if table.listening:
        tell_declaration(table, state, "declared", "TR order.second", state.active, order.second)


def as_second_move(option: Option[Move]) -> Option[Second]:
    return Option(option.key, (None, option.value), "TR move.second", option.text)


def as_second(option: Option[Choice]) -> Option[Second]:
    return Option(option.key, (option.value, None), option.clause, option.text)
