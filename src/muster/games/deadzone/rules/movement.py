"""Movement: Move, Climb, Sprint, Teleport, leaving the board (rulebook, "Move", "Climb", "Sprint").

Whoever moves into a cube with enemies fights there as part of the same action; whoever moves into one without may
pick up what lies there.
"""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.board.battlefield import COLUMNS, ROWS
from muster.games.deadzone.board.reach import CLAUSES, Journey, going, leaps, region_of
from muster.games.deadzone.cards.content import Ability, origin_of
from muster.games.deadzone.rules import crews, fighting, items, placing
from muster.games.deadzone.rules.actions import NO_CHAIN, Act, Action, Chain
from muster.games.deadzone.state.questions import (
    DEPLOYED,
    decider,
    foes_in,
    free_place,
    has,
    has_room,
    is_controlled,
    is_engaged,
    is_upright,
    own_zone,
    space_of,
    targets_of,
    zone_of,
)
from muster.games.deadzone.state.state import NOBODY, Model, State, changing
from muster.geometry.squares import NOWHERE
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text

STAY: Final = Option("stay", NOBODY, "DZ free.decline", Text("option.stay"))
SLOWED: Final = 1 << Ability.SLOW | 1 << Ability.CSW
"""Who is slow, or may be for want of a loader."""
OFF: Final = -2
"""In place of a cube: off the board."""
SHIFT: Final = -8
"""In place of a cube, less a quarter: into that quarter of the own one."""


class Crowd:
    """Who is where, as one model sees it, gathered in one pass: its friends, its enemies, whether enemies share its
    cube, and whom it may attack.
    """

    __slots__ = ("engaged", "friends", "targets")

    def __init__(self, state: State, model: Model) -> None:
        owner, here = model.owner, model.cube
        friends: list[Model] = []
        foes: list[Model] = []
        self.engaged = False
        for one in state.models:
            cube = one.cube
            if cube < 0 or one.abilities & DEPLOYED:
                continue
            if one.owner == owner:
                if one is not model:
                    friends.append(one)
            else:
                foes.append(one)
                if cube == here:
                    self.engaged = True
        self.friends = friends
        self.targets = targets_of(state, model) if is_controlled(state, model) else foes

    def foes(self, model: Model) -> set[int]:
        """The cubes with enemies in them."""
        owner = model.owner
        return {one.cube for one in self.targets if one.owner != owner}

    def full(self, state: State, model: Model) -> set[int]:
        """The cubes with no room for the model.  [DZ field.capacity]"""
        room, mate, capacity = model.card.size, model.crew, state.field.capacity
        load: dict[int, int] = {}
        full: set[int] = set()
        for one in self.friends:
            if one.index != mate:
                cube = one.cube
                taken = load.get(cube, 0) + (one.card.size if one.crew < 0 else space_of(state, one))
                load[cube] = taken
                if taken + room > capacity[cube]:
                    full.add(cube)
        return full


def move_cubes(state: State, model: Model, crowd: Crowd) -> list[int]:
    """The cubes of a Move: one step, as far as walls, gaps and full cubes allow.

    [DZ move.one] [DZ move.adjacent] [DZ move.edge] [DZ ability.glide]
    """
    full = crowd.full(state, model)
    cubes = [to for to in region_of(state.field, model).moves if to not in full]
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
    if not model.abilities & SLOWED:
        return False
    return has(model, Ability.SLOW) or crews.is_short_handed(state, model)


def journeys(full: set[int], foes: set[int], reached: list[Journey]) -> list[Option[Act]]:
    """Where a Sprint or Climb leads now: not through enemies or full cubes. By which of several ways is asked later.

    [DZ sprint.two] [DZ climb.two]
    """
    found: list[Option[Act]] = []
    for journey in reached:
        if journey.to in full:
            continue
        for number, via in enumerate(journey.vias):
            if via not in full and via not in foes:
                found.append(journey.options[number])
                break
    return found


def going_options(state: State, model: Model, crowd: Crowd, move: bool, sprint: bool, climb: bool) -> list[Option[Act]]:
    """The options to Move, Sprint and Climb; those made beforehand while nobody is near.

    [DZ move.one] [DZ sprint.two] [DZ climb.two] [DZ ability.glide]
    """
    region = region_of(state.field, model)
    full = crowd.full(state, model)
    options: list[Option[Act]] = []
    roomy = region.ends.isdisjoint(full)
    if move:
        options += region.move_options if roomy else [o for o in region.move_options if o.value[1] not in full]
    if sprint or climb:
        foes = crowd.foes(model)
        free = roomy and region.near.isdisjoint(foes)
        if sprint:
            options += region.quick_sprints if free else journeys(full, foes, region.sprints)
        if climb:
            options += region.quick_climbs if free else journeys(full, foes, region.climbs)
    if has(model, Ability.GLIDE):
        options += glide_options(state, model, move, sprint, {option.key for option in options})
    return options


def glide_options(state: State, model: Model, move: bool, sprint: bool, known: set[str]) -> list[Option[Act]]:
    """Gliding is a Move or a Sprint.  [DZ ability.glide]"""
    names = state.field.names
    found = [(to, names[to]) for to in glides(state, model)]
    options = [going(Action.MOVE, to, name) for to, name in found] if move else []
    if sprint:
        options += [going(Action.SPRINT, to, name, NOWHERE) for to, name in found]
    return [option for option in options if option.key not in known]


def teleport_options(state: State, model: Model, crowd: Crowd) -> list[Option[Act]]:
    """Up to two cubes in any direction, no route needed.  [DZ ability.teleport]"""
    full = crowd.full(state, model)
    return [
        o for o in leaps(state.field, model.cube) if o.value[1] not in full and fits_alone(state, model, o.value[1])
    ]


def fits_alone(state: State, model: Model, cube: int) -> bool:
    """Whether an empty cube would hold it.  [DZ field.walkway]"""
    return model.card.size <= state.field.capacity[cube]


def may_exit(state: State, model: Model) -> bool:
    """Off the board only at its edge and in one of the deployment zones, at any level.  [DZ move.off_board]"""
    column, row, _ = state.field.cubes.where[model.cube]
    at_edge = column in (0, COLUMNS - 1) or row in (0, ROWS - 1)
    return at_edge and zone_of(state, model.cube) in "RB"


def places(state: State, model: Model, crowd: Crowd) -> list[int]:
    """The quarters of its cube into which a model could shift; where something lies, it may also look about where it
    stands.

    [DZ move.reposition] [DZ field.position] [DZ item.pick_up]
    """
    here = model.cube
    found: list[int] = []
    if model.card.size <= 2:
        taken = [one.place for one in crowd.friends if one.cube == here]
        free = placing.quarters(state, model, here)
        found = [place for place in free if place != model.place and place not in taken]
    if (items.lies_here(state, here) or items.guns_here(state, model)) and items.may_pick_up(state, model):
        found.append(model.place)
    return found


# Doing it


async def enter(
    table: Table, state: State, model: Model, cube: int, chain: Chain = NO_CHAIN, start: int = NOWHERE
) -> None:
    """Into a cube: a fight if enemies are there, else a look at what lies there. `start` is where it came from.

    [DZ move.into_enemy] [DZ fight.moved_in] [DZ item.pick_up]
    """
    if start == NOWHERE:
        start = model.cube
    changing(model).cube = cube
    if table.listening:
        table.tell("moved", "DZ move.one", {"tag": model.tag, "cube": state.field.names[cube]})
    await placing.stand(table, state, model)
    await crews.drag(table, state, model, start)
    await items.turn_shield(table, state, model)
    if foes_in(state, model, cube):
        await fighting.fight_on_arrival(table, state, model, chain)
    elif not is_controlled(state, model) or not await fighting.turn_on_friends(table, state, model, chain):
        await items.look_around(table, state, model)


async def choose_way(table: Table, state: State, model: Model, cube: int, kind: int, via: int) -> int:
    """The cube that a Sprint or Climb leads through: asked where something can be done in more than one of them.

    [DZ sprint.two] [DZ climb.two]
    """
    region = region_of(state.field, model)
    if not items.is_any_tempting(state, model, region.near):
        return via
    reached, crowd = region.sprints if kind == Action.SPRINT else region.climbs, Crowd(state, model)
    closed = crowd.full(state, model) | crowd.foes(model) | {NOWHERE}
    ways = [way for journey in reached if journey.to == cube for way in journey.vias if way not in closed]
    ways = [way for way in ways if way != via and items.is_tempting(state, model, way)]
    if not ways or not items.is_tempting(state, model, via):
        return ways[0] if ways else via
    names, clause = state.field.names, CLAUSES[kind]
    options = [
        Option(f"via:{names[way]}", way, clause, Text("option.via", {"cube": names[way]})) for way in (via, *ways)
    ]
    return await table.ask_small(decider(state, model), Text("prompt.via", {"tag": model.tag}), options)


async def travel(table: Table, state: State, model: Model, cube: int, kind: int, via: int) -> None:
    """Two cubes, one after the other; what lies on the way may be picked up. Whom a trap throws down or aside, or
    throws somebody at, goes no further.

    [DZ sprint.two] [DZ climb.two] [DZ item.pick_up] [DZ interrupt.renewed]
    """
    via = await choose_way(table, state, model, cube, kind, via)
    start, spent = model.cube, state.spent
    if via != NOWHERE:
        changing(model).cube, model.place = via, free_place(state, model, via)
        if table.listening:
            table.tell("moved", "DZ sprint.two", {"tag": model.tag, "cube": state.field.names[via]})
        await items.look_around(table, state, model)
        if model.cube != via or state.spent > spent:
            return
        if is_engaged(state, model) or not has_room(state, model, cube):
            return
    await enter(table, state, model, cube, NO_CHAIN, start)


async def reposition(table: Table, state: State, model: Model, place: int) -> None:
    """Within the cube; what lies there may be picked up.  [DZ move.reposition]"""
    changing(model).place = place
    await items.turn_shield(table, state, model)
    await items.look_around(table, state, model)


def leave_board(table: Table, state: State, model: Model) -> None:
    """Off the board for good: what it carries counts for Scour, where it left for Infiltrate.

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


def cube_option(state: State, cube: int, clause: str) -> Option[int]:
    if cube == OFF:
        return Option("to:off", OFF, "DZ move.off_board", Text("option.off"))
    name = state.field.names[cube]
    return Option(f"to:{name}", cube, clause, Text("option.to", {"cube": name}))


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
    """All that a Move can be: into a cube, within the own one, off the board.

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
    """What was chosen of `free_steps`.  [DZ free.now]"""
    if chosen == OFF:
        leave_board(table, state, model)
    elif chosen <= SHIFT:
        await reposition(table, state, model, SHIFT - chosen)
    else:
        await enter(table, state, model, chosen, (model.index, Action.MOVE))


def card_moves(state: State, model: Model, crowd: Crowd) -> list[int]:
    """Where the Move card leads: only where a Move would be allowed.  [DZ card.move]"""
    if not is_upright(model) or crowd.engaged or model.burning or state.suppressed:
        return []
    return [*move_cubes(state, model, crowd), *([OFF] if may_exit(state, model) else [])]


async def card_move(table: Table, state: State, model: Model) -> None:
    """One cube, as the action of that name.  [DZ card.move]"""
    options = [cube_option(state, cube, "DZ card.move") for cube in card_moves(state, model, Crowd(state, model))]
    cube = await table.ask(
        model.owner, Text("prompt.card_move", {"tag": model.tag}), OneOf(lambda: options), midway=True
    )
    if cube == OFF:
        leave_board(table, state, model)
    else:
        await enter(table, state, model, cube)
