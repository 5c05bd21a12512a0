"""Movement: the cubes that a Move, Climb, Sprint or Teleport can reach now, with everybody who is in the way (rulebook,
"Move", "Climb", "Sprint").

`board/reach` works out what the scenery alone allows; `moving` goes there.
"""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.board.reach import Journey, going
from muster.games.deadzone.cards.actions import Act, Action
from muster.games.deadzone.cards.content import COLUMNS, ROWS
from muster.games.deadzone.cards.keywords import Ability
from muster.games.deadzone.rules import crews, items, placing
from muster.games.deadzone.state.models import Model
from muster.games.deadzone.state.questions import (
    DEPLOYED,
    has,
    has_room,
    is_controlled,
    is_upright,
    region_of,
    space_of,
    targets_of,
    zone_of,
)
from muster.games.deadzone.state.state import State
from muster.geometry.squares import NOWHERE
from muster.kernel.spaces import Option
from muster.kernel.text import Text

SLOWED: Final = 1 << Ability.SLOW | 1 << Ability.CSW
"""Abilities of models that are slow, or may be without a loader."""
OFF: Final = -2
"""Stands for a cube: off the board."""


class Crowd:
    """The models around one model, gathered in one pass: its friends, its enemies, whether enemies share its cube,
    and whom it may attack.
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
    """The cubes of a glide: down any number of levels, and one cube sideways for each.  [DZ ability.glide]"""
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
    """Whether a model can neither sprint nor climb; a crew without its loader is slow, too.

    [DZ ability.slow] [DZ ability.csw_alone]
    """
    if not model.abilities & SLOWED:
        return False
    return has(model, Ability.SLOW) or crews.is_short_handed(state, model)


def journeys(full: set[int], foes: set[int], reached: list[Journey]) -> list[Option[Act]]:
    """The Sprints or Climbs that are open now: not through enemies or full cubes. Which of several ways they take is
    asked later.

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
    """The options to Move, Sprint and Climb; ready-made ones are used while nobody is near.

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
    """The options to glide, as a Move or a Sprint.  [DZ ability.glide]"""
    found = list(glides(state, model))
    options = [going(state.field, Action.MOVE, to) for to in found] if move else []
    if sprint:
        options += [going(state.field, Action.SPRINT, to, NOWHERE) for to in found]
    return [option for option in options if option.key not in known]


def teleport_options(state: State, model: Model, crowd: Crowd) -> list[Option[Act]]:
    """The options to teleport: up to two cubes in any direction, no route needed.  [DZ ability.teleport]"""
    full = crowd.full(state, model)
    return [o for o in state.field.leaps(model.cube) if o.value[1] not in full and fits_alone(state, model, o.value[1])]


def fits_alone(state: State, model: Model, cube: int) -> bool:
    """Whether an empty cube would hold a model.  [DZ field.walkway]"""
    return model.card.size <= state.field.capacity[cube]


def may_exit(state: State, model: Model) -> bool:
    """Whether a model can leave the board: only at the edge of a deployment zone, at any level.  [DZ move.off_board]"""
    column, row, _ = state.field.cubes.where[model.cube]
    at_edge = column in (0, COLUMNS - 1) or row in (0, ROWS - 1)
    return at_edge and zone_of(state, model.cube) in "RB"


def places(state: State, model: Model, crowd: Crowd) -> list[int]:
    """The quarters of its cube into which a model could shift; where something lies, it may also look about without
    shifting.

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


def cube_option(state: State, cube: int, clause: str) -> Option[int]:
    if cube == OFF:
        return Option("to:off", OFF, "DZ move.off_board", Text("option.off"))
    return Option(f"to:{state.field.names[cube]}", cube, clause, Text("option.to", state.field.spots[cube]))


def card_moves(state: State, model: Model, crowd: Crowd) -> list[int]:
    """The cubes of the Move card: only where a Move would be allowed.  [DZ card.move]"""
    if not is_upright(model) or crowd.engaged or model.burning or state.suppressed:
        return []
    return [*move_cubes(state, model, crowd), *([OFF] if may_exit(state, model) else [])]
