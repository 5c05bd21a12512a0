"""Moving: a Move, Climb or Sprint as it is made, free moves, leaving the board (rulebook, "Move", "Climb", "Sprint").

`movement` works out where a model can go; what meets it there is a moment of its own (`moments`).
"""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.board.reach import CLAUSES
from muster.games.deadzone.cards.actions import Action
from muster.games.deadzone.cards.keywords import origin_of
from muster.games.deadzone.rules import crews, items, picking_up, placing
from muster.games.deadzone.rules.costs import NO_CHAIN, Chain
from muster.games.deadzone.rules.moments import MOMENTS
from muster.games.deadzone.rules.movement import OFF, Crowd, card_moves, cube_option, may_exit, move_cubes, places
from muster.games.deadzone.state.models import NOBODY, Model, changing
from muster.games.deadzone.state.questions import (
    decider,
    free_place,
    has_room,
    is_engaged,
    own_zone,
    region_of,
    zone_of,
)
from muster.games.deadzone.state.state import State
from muster.geometry.squares import NOWHERE
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text

STAY: Final = Option("stay", NOBODY, "DZ free.decline", Text("option.stay"))
SHIFT: Final = -8
"""Stands for a cube, less a quarter: a shift into that quarter of the model's own cube."""


async def enter(
    table: Table, state: State, model: Model, cube: int, chain: Chain = NO_CHAIN, start: int = NOWHERE
) -> None:
    """Move into a cube, with everything that follows. `start` is the cube it came from.  [DZ move.one]"""
    if start == NOWHERE:
        start = model.cube
    changing(model).cube = cube
    if table.listening:
        table.tell("moved", "DZ move.one", {"tag": model.tag, **state.field.spots[cube]})
    await placing.stand(table, state, model)
    await crews.drag(table, state, model, start)
    await items.turn_shield(table, state, model)
    await MOMENTS.moved_in(table, state, model, chain)


async def choose_way(table: Table, state: State, model: Model, cube: int, kind: int, via: int) -> int:
    """The cube that a Sprint or Climb leads through; asked if something can be done in more than one of them.

    [DZ sprint.two] [DZ climb.two]
    """
    region = region_of(state.field, model)
    if not picking_up.is_any_tempting(state, model, region.near):
        return via
    reached, crowd = [*region.sprints, region.errand] if kind == Action.SPRINT else region.climbs, Crowd(state, model)
    closed = crowd.full(state, model) | crowd.foes(model) | {NOWHERE}
    ways = [way for journey in reached if journey.to == cube for way in journey.vias if way not in closed]
    ways = [way for way in ways if way != via and picking_up.is_tempting(state, model, way)]
    if not ways or not picking_up.is_tempting(state, model, via):
        return ways[0] if ways else via
    names, spots, clause = state.field.names, state.field.spots, CLAUSES[kind]
    options = [Option(f"via:{names[way]}", way, clause, Text("option.via", spots[way])) for way in (via, *ways)]
    return await table.ask_small(decider(state, model), Text("prompt.via", {"tag": model.tag}), options)


async def travel(table: Table, state: State, model: Model, cube: int, kind: int, via: int) -> None:
    """Go through two cubes, one after the other; things on the way may be picked up. A model goes no further if a trap
    throws it down or aside, or throws somebody at it.

    [DZ sprint.two] [DZ climb.two] [DZ item.pick_up] [DZ interrupt.renewed]
    """
    via = await choose_way(table, state, model, cube, kind, via)
    start, spent = model.cube, state.spent
    if via != NOWHERE:
        changing(model).cube, model.place = via, free_place(state, model, via)
        if table.listening:
            table.tell("moved", "DZ sprint.two", {"tag": model.tag, **state.field.spots[via]})
        await picking_up.look_around(table, state, model)
        if model.cube != via or state.spent > spent:
            return
        if is_engaged(state, model) or not has_room(state, model, cube):
            return
    await enter(table, state, model, cube, NO_CHAIN, start)


async def reposition(table: Table, state: State, model: Model, place: int) -> None:
    """Shift within the cube; things that lie there may be picked up.  [DZ move.reposition]"""
    changing(model).place = place
    await items.turn_shield(table, state, model)
    await picking_up.look_around(table, state, model)


def leave_board(table: Table, state: State, model: Model) -> None:
    """Leave the board for good: items carried count for Scour, the edge counts for Infiltrate.

    [DZ move.off_board] [DZ goal.scour] [DZ goal.infiltrate] [DZ ability.stranded_home]
    """
    zone = zone_of(state, model.cube)
    changing(model).exited = next(side.seat for side in state.sides if own_zone(state, side.seat) == zone)
    side = state.sides[model.owner]
    if model.exited == model.owner:
        side.scoured += sum(origin_of(item) != model.owner for item in model.items)
    for item in model.items:
        state.items.append((item, items.GONE))
    changing(model).items = ()
    changing(model).cube = model.weapon_at = NOWHERE
    changing(model).overwatch = False
    if table.listening:
        table.tell("left_board", "DZ move.off_board", {"tag": model.tag, "seat": model.exited})


async def free_move(table: Table, state: State, model: Model, chain: Chain) -> None:
    """A Move that costs nothing, taken now or lost.  [DZ free.now] [DZ free.decline] [DZ free.same_type]"""
    if chain == (model.index, Action.MOVE):
        return
    options = [*free_steps(state, model, "DZ free.now"), STAY]
    prompt = Text("prompt.free_move", {"tag": model.tag})
    chosen = await table.ask(decider(state, model), prompt, OneOf(lambda: options), midway=True)
    if chosen != STAY.value:
        await step_freely(table, state, model, chosen)


def free_steps(state: State, model: Model, clause: str) -> list[Option[int]]:
    """Everything that a Move can be: into a cube, within the model's own, off the board.

    [DZ move.one] [DZ move.reposition] [DZ move.off_board]
    """
    crowd = Crowd(state, model)
    options = [cube_option(state, cube, clause) for cube in move_cubes(state, model, crowd)]
    options += [
        Option(f"reposition:{place}", SHIFT - place, "DZ move.reposition", Text("option.reposition", {"place": place}))
        for place in places(state, model, crowd)
    ]
    if may_exit(state, model):
        options.append(cube_option(state, OFF, "DZ move.off_board"))
    return options


async def step_freely(table: Table, state: State, model: Model, chosen: int) -> None:
    """Take the step that was chosen from `free_steps`.  [DZ free.now]"""
    if chosen == OFF:
        leave_board(table, state, model)
    elif chosen <= SHIFT:
        await reposition(table, state, model, SHIFT - chosen)
    else:
        await enter(table, state, model, chosen, (model.index, Action.MOVE))


async def card_move(table: Table, state: State, model: Model) -> None:
    """Move one cube by the card of that name.  [DZ card.move]"""
    options = [cube_option(state, cube, "DZ card.move") for cube in card_moves(state, model, Crowd(state, model))]
    cube = await table.ask(
        model.owner, Text("prompt.card_move", {"tag": model.tag}), OneOf(lambda: options), midway=True
    )
    if cube == OFF:
        leave_board(table, state, model)
    else:
        await enter(table, state, model, cube)
