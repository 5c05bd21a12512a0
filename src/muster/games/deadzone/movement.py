"""Movement: Move, Climb, Sprint, Teleport, leaving the board (rulebook, "Move", "Climb", "Sprint").

Whoever moves into a cube with enemies fights there as part of the same action; whoever moves into one without may
pick up what lies there.
"""

from __future__ import annotations

from muster.games.deadzone import fighting, items
from muster.games.deadzone.acts import NO_CHAIN, Chain
from muster.games.deadzone.battlefield import COLUMNS, GAPS, ROWS, Way
from muster.games.deadzone.content import Ability, origin_of
from muster.games.deadzone.questions import (
    burden,
    decider,
    foes_in,
    free_place,
    has,
    has_room,
    is_upright,
    level,
    models_in,
    on_board,
    other,
    own_zone,
    team,
    zone_of,
)
from muster.games.deadzone.state import Model, State
from muster.geometry.cube_sight import Face
from muster.geometry.cubes import FOUR
from muster.geometry.squares import NOWHERE
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text

STAY = Option("stay", -1, "DZ free.decline", Text("option.stay"))
OFF = -2
"""In place of a cube: off the board."""


def ways_of(model: Model) -> int:
    """The kinds of step a model can take, as a mask.

    [DZ move.up] [DZ move.down] [DZ item.jump_pack] [DZ ability.hover] [DZ ability.vehicle_ramp]
    """
    if has(model, Ability.VEHICLE):
        return 1 << Way.WALK | 1 << Way.RAMP
    ways = 1 << Way.WALK | 1 << Way.UP | 1 << Way.DOWN | 1 << Way.RAMP
    if has(model, Ability.JUMP_PACK):
        ways |= 1 << Way.JUMP_UP | 1 << Way.JUMP_OVER
    if has(model, Ability.HOVER):
        ways |= 1 << Way.JUMP_UP
    return ways


def steps_from(state: State, model: Model, cube: int, load: dict[int, int]) -> list[tuple[int, Way]]:
    """Where one step leads from a cube: as far as walls, gaps and full cubes allow.

    [DZ move.adjacent] [DZ move.gaps] [DZ move.edge]
    """
    size, capacity = model.card.size, state.field.capacity
    steps = state.field.steps(ways_of(model), size)[cube]
    return [step for step in steps if load.get(step[0], 0) + size <= capacity[step[0]]]


def move_cubes(state: State, model: Model) -> list[int]:
    """The cubes of a Move.  [DZ move.one] [DZ ability.glide]"""
    cubes = [to for to, _ in steps_from(state, model, model.cube, burden(state, model))]
    if has(model, Ability.GLIDE):
        cubes += [to for to in glides(state, model) if to not in cubes]
    return cubes


def glides(state: State, model: Model) -> list[int]:
    """Down any number of levels, and one cube sideways for each.  [DZ ability.glide]"""
    column, row, height = state.field.cubes.where[model.cube]
    found: list[int] = []
    for drop in range(1, height + 1):
        for dx in range(-drop, drop + 1):
            for dy in range(-drop, drop + 1):
                to = state.field.cubes.at(column + dx, row + dy, height - drop)
                if to != NOWHERE and state.field.stand[to] and has_room(state, model, to):
                    here = (column + 0.503, row + 0.507, height + 0.5)
                    above = (column + dx + 0.501, row + dy + 0.509, height + 0.5)
                    there = (above[0], above[1], height - drop + 0.5)
                    if state.field.scenery.clear(here, above) and state.field.scenery.clear(above, there):
                        found.append(to)
    return found


def is_slow(state: State, model: Model) -> bool:
    """No Sprint, no Climb; a crew without its loader is slow, too.  [DZ ability.slow] [DZ ability.csw_alone]"""
    return has(model, Ability.SLOW) or fighting.lacks_loader(state, model)


def sprint_cubes(state: State, model: Model) -> dict[int, int]:
    """Where a Sprint leads, each with the cube on the way: two cubes on the same level, hovering models up or down.

    [DZ sprint.two] [DZ sprint.level] [DZ ability.hover]
    """
    height, hovers = level(state, model.cube), has(model, Ability.HOVER)
    found: dict[int, int] = {}
    load = burden(state, model)
    foes = {foe.cube for foe in team(state, other(model.owner))}
    for via, way in steps_from(state, model, model.cube, load):
        if via in foes or (way not in (Way.WALK, Way.JUMP_OVER) and not hovers):
            continue
        for to, second in steps_from(state, model, via, load):
            level_change = abs(level(state, to) - height)
            if to == model.cube or level_change > int(hovers) or (second == Way.DOWN and not hovers):
                continue
            if level_change == 0 and way not in (Way.WALK, Way.JUMP_OVER):
                continue
            if to not in found or (items.lies_here(state, via) and not items.lies_here(state, found[to])):
                found[to] = via
    if has(model, Ability.GLIDE):
        for to in glides(state, model):
            found.setdefault(to, NOWHERE)
    return found


def climb_cubes(state: State, model: Model) -> dict[int, int]:
    """Where a Climb leads, each with the cube on the way: two steps, both up or both down.  [DZ climb.two]"""
    height = level(state, model.cube)
    found: dict[int, int] = {}
    if has(model, Ability.VEHICLE):
        return found
    load = burden(state, model)
    for via, _ in steps_from(state, model, model.cube, load):
        change = level(state, via) - height
        if change and not foes_in(state, model, via):
            for to, _ in steps_from(state, model, via, load):
                if level(state, to) - height == 2 * change:
                    found.setdefault(to, via)
    for to in facades(state, model):
        if load.get(to, 0) + model.card.size <= state.field.capacity[to]:
            found.setdefault(to, NOWHERE)
    return found


def facades(state: State, model: Model) -> list[int]:
    """Straight up or down a wall of two storeys; going up it must offer handholds all the way.

    [DZ climb.two] [DZ move.up] [DZ move.down]
    """
    cubes, scenery = state.field.cubes, state.field.scenery
    free = has(model, Ability.JUMP_PACK) or has(model, Ability.HOVER)
    found: list[int] = []
    for dx, dy in FOUR:
        for foot, top in (
            (model.cube, cubes.step(model.cube, dx, dy, 2)),
            (cubes.step(model.cube, dx, dy, -2), model.cube),
        ):
            if NOWHERE in (foot, top) or not state.field.stand[foot] or not state.field.stand[top]:
                continue
            up = foot == model.cube
            step = (dx, dy) if up else (-dx, -dy)
            shaft = [cubes.step(foot, 0, 0, rise) for rise in (0, 1, 2)]
            if any(scenery.floor[cube] == Face.SOLID for cube in shaft[1:]):
                continue
            held = free or not up or all(scenery.wall(cube, *step) != Face.OPEN for cube in shaft[:2])
            if held and GAPS[Face(scenery.wall(shaft[2], *step))] >= model.card.size:
                found.append(top if up else foot)
    return found


def teleport_cubes(state: State, model: Model) -> list[int]:
    """Up to two cubes in any direction, no route needed.  [DZ ability.teleport]"""
    cubes = state.field.cubes
    column, row, height = cubes.where[model.cube]
    around = range(-2, 3)
    reached = [cubes.at(column + dx, row + dy, height + dz) for dz in around for dy in around for dx in around]
    return [
        to for to in reached if to not in (NOWHERE, model.cube) and state.field.stand[to] and has_room(state, model, to)
    ]


def may_exit(state: State, model: Model) -> bool:
    """Off the board only at its edge and in one of the deployment zones, at any level.  [DZ move.off_board]"""
    column, row, _ = state.field.cubes.where[model.cube]
    at_edge = column in (0, COLUMNS - 1) or row in (0, ROWS - 1)
    return at_edge and zone_of(state, model.cube) in "RB"


def places(state: State, model: Model) -> list[int]:
    """The quarters of its cube into which a model could shift.  [DZ move.reposition] [DZ field.position]"""
    if model.card.size > 2:
        return []
    taken = {m.place for m in models_in(state, model.cube) if m.owner == model.owner}
    step = 2 if model.card.size == 2 else 1
    most = 4 if state.field.capacity[model.cube] == 4 else 2
    return [place for place in range(0, most, step) if place not in taken]


# Doing it


async def enter(table: Table, state: State, model: Model, cube: int, chain: Chain = NO_CHAIN) -> None:
    """Into a cube: a fight if enemies are there, else a look at what lies there.

    [DZ move.into_enemy] [DZ fight.moved_in] [DZ item.pick_up]
    """
    model.cube, model.place = cube, free_place(state, model, cube)
    if table.listening:
        table.tell("moved", "DZ move.one", {"tag": model.tag, "cube": state.field.names[cube]})
    await items.turn_shield(table, state, model)
    if foes_in(state, model, cube):
        if fighting.may_fight(model):
            await fighting.fight_on_arrival(table, state, model, chain)
    else:
        await items.look_around(table, state, model)


async def travel(table: Table, state: State, model: Model, cube: int, via: int) -> None:
    """Two cubes, one after the other; what lies on the way may be picked up.

    [DZ sprint.two] [DZ climb.two] [DZ item.pick_up]
    """
    if via != NOWHERE:
        model.cube, model.place = via, free_place(state, model, via)
        await items.look_around(table, state, model)
        if not on_board(model) or model.cube != via or not is_upright(model):
            return
    await enter(table, state, model, cube)


async def reposition(table: Table, state: State, model: Model, place: int) -> None:
    """Within the cube; what lies there may be picked up.  [DZ move.reposition]"""
    model.place = place
    await items.turn_shield(table, state, model)
    await items.look_around(table, state, model)


def leave_board(table: Table, state: State, model: Model) -> None:
    """Off the board for good: what it carries counts for Scour, where it left for Infiltrate.

    [DZ move.off_board] [DZ goal.scour] [DZ goal.infiltrate] [DZ ability.stranded_home]
    """
    zone = zone_of(state, model.cube)
    model.exited = next(side.seat for side in state.sides if own_zone(state, side.seat) == zone)
    side = state.sides[model.owner]
    if model.exited == model.owner:
        side.scoured += sum(origin_of(item) != model.owner for item in model.items)
    for item in model.items:
        state.items.append((item, items.GONE))
    model.items = []
    model.cube = NOWHERE
    model.overwatch = False
    if table.listening:
        table.tell("left_board", "DZ move.off_board", {"tag": model.tag, "seat": model.exited})


def cube_option(state: State, cube: int, clause: str) -> Option[int]:
    if cube == OFF:
        return Option("to:off", OFF, "DZ move.off_board", Text("option.off"))
    name = state.field.names[cube]
    return Option(f"to:{name}", cube, clause, Text("option.to", {"cube": name}))


async def free_move(table: Table, state: State, model: Model, chain: Chain) -> None:
    """A Move that costs nothing, taken now or lost.  [DZ free.now] [DZ free.decline] [DZ free.same_type]"""
    link = model.index * 2
    if link in chain or not on_board(model):
        return
    options = [cube_option(state, cube, "DZ free.now") for cube in move_cubes(state, model)]
    if may_exit(state, model):
        options.append(cube_option(state, OFF, "DZ move.off_board"))
    options.append(STAY)
    prompt = Text("prompt.free_move", {"tag": model.tag})
    cube = await table.ask(decider(state, model), prompt, OneOf(lambda: options))
    if cube == OFF:
        leave_board(table, state, model)
    elif cube != STAY.value:
        await enter(table, state, model, cube, chain | {link})


def card_moves(state: State, model: Model) -> list[int]:
    """Where the Move card leads: only where a Move would be allowed.  [DZ card.move]"""
    if not is_upright(model) or foes_in(state, model, model.cube) or model.burning:
        return []
    return move_cubes(state, model)


async def card_move(table: Table, state: State, model: Model) -> None:
    """One cube, as the action of that name.  [DZ card.move]"""
    options = [cube_option(state, cube, "DZ card.move") for cube in card_moves(state, model)]
    cube = await table.ask(model.owner, Text("prompt.card_move", {"tag": model.tag}), OneOf(lambda: options))
    await enter(table, state, model, cube)
