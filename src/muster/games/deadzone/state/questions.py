"""Pure questions about a position: who stands where, who is whose enemy, what is seen, how strong a team commands.

Nothing here changes anything.
"""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.board.battlefield import UNSEEN, Battlefield
from muster.games.deadzone.board.reach import HOVER, MOVERS, Reach, Region, ways_of
from muster.games.deadzone.cards.keywords import Ability, Item, Rank, kind_of
from muster.games.deadzone.state.models import NOBODY, Aggression, Model
from muster.games.deadzone.state.state import State
from muster.geometry.squares import NOWHERE

PINNED: Final = Aggression.PINNED
DEPLOYED: Final = 1 << Ability.DEPLOYED
NOT_WAITING: Final = DEPLOYED | 1 << Ability.REMOTE
"""Models that are not activated by themselves."""


def has(model: Model, ability: int) -> bool:
    return bool(model.abilities >> ability & 1)


def carries(model: Model, kind: Item) -> bool:
    for item in model.items:
        if kind_of(item) == kind:
            return True
    return False


def is_prone(model: Model) -> bool:
    """Whether a model lies down: pinned or suppressed.  [DZ aggression.levels]"""
    return model.aggression <= PINNED


def is_upright(model: Model) -> bool:
    """Whether a model is alert or enraged."""
    return model.aggression > PINNED


def on_board(model: Model) -> bool:
    return model.cube != NOWHERE


def is_model(model: Model) -> bool:
    """Whether this is a model and not a deployed gun, which stays an item.  [DZ item.sentry_gun]"""
    return not model.abilities & DEPLOYED


def team(state: State, seat: int) -> list[Model]:
    """The models of a side on the battlefield."""
    return [m for m in state.models if m.owner == seat and m.cube != NOWHERE and not m.abilities & DEPLOYED]


def models_in(state: State, cube: int) -> list[Model]:
    return [m for m in state.models if m.cube == cube and not m.abilities & DEPLOYED]


def foes_in(state: State, model: Model, cube: int) -> list[Model]:
    """The enemies of a model in a cube."""
    owner = model.owner
    return [m for m in state.models if m.cube == cube and m.owner != owner and not m.abilities & DEPLOYED]


def is_engaged(state: State, model: Model) -> bool:
    """Whether a model shares its cube with enemies.  [DZ turn.engaged]"""
    cube, owner = model.cube, model.owner
    for one in state.models:
        if one.cube == cube and one.owner != owner and not one.abilities & DEPLOYED:
            return True
    return False


def friends_in(state: State, model: Model, cube: int) -> list[Model]:
    """The other models of its side in a cube."""
    owner = model.owner
    return [
        m for m in state.models if m.cube == cube and m.owner == owner and m is not model and not m.abilities & DEPLOYED
    ]


def has_friends(state: State, model: Model, cube: int, against: Model | None = None) -> bool:
    """Whether another model of its side is in a cube, besides the one it attacks (`against`).

    [DZ ability.controlled]
    """
    owner = model.owner
    for one in state.models:
        if one.cube == cube and one.owner == owner and one is not model and not one.abilities & DEPLOYED:
            if one is not against:
                return True
    return False


def is_controlled(state: State, model: Model) -> bool:
    """Whether the opponent decides for this model now.  [DZ ability.own_agenda] [DZ ability.rampage]"""
    return model.index == state.active and state.controller != model.owner


def targets_of(state: State, model: Model) -> list[Model]:
    """Whom a model may attack: its enemies, and its friends too while the opponent controls it."""
    if is_controlled(state, model):
        return [m for m in state.models if m is not model and m.cube != NOWHERE and not m.abilities & DEPLOYED]
    owner = model.owner
    return [m for m in state.models if m.owner != owner and m.cube != NOWHERE and not m.abilities & DEPLOYED]


def decider(state: State, model: Model) -> int:
    """The seat that decides for a model."""
    return state.controller if model.index == state.active else model.owner


def space_of(state: State, model: Model) -> int:
    """The space that a model takes up in its cube: its size; a crew in one cube takes up its size once.

    [DZ field.capacity] [DZ ability.csw_size]
    """
    if 0 <= model.crew < model.index and state.models[model.crew].cube == model.cube:
        return 0
    return model.card.size


def has_room(state: State, model: Model, cube: int) -> bool:
    """Whether a cube has room for a model: it holds four sizes of each side, a walkway two.

    [DZ field.capacity] [DZ field.walkway]
    """
    owner, mate = model.owner, model.crew
    used = model.card.size
    for one in state.models:
        if one.cube == cube and one.owner == owner and one is not model and one.index != mate:
            if not one.abilities & DEPLOYED:
                used += space_of(state, one)
    return used <= state.field.capacity[cube]


def region_of(field: Battlefield, model: Model) -> Region:
    """The cubes that a model reaches from where it stands, by the scenery alone."""
    key = (model.abilities & MOVERS, model.card.size)
    reach = field.reaches.get(key)
    if reach is None:
        reach = Reach(field, ways_of(model.abilities), model.card.size, bool(model.abilities & HOVER))
        field.reaches[key] = reach
    return reach.region(model.cube)


def stance(model: Model) -> int:
    """The model as sight sees it: a `figure` number."""
    return ((model.cube * 4 + model.place) * 4 + model.card.size - 1) * 2 + int(model.aggression <= PINNED)


def stance_at(model: Model, place: int) -> int:
    """The same if it stood in another quarter of its cube."""
    return stance(model) + 8 * (place - model.place)


def smoke_blocks(state: State, start: int, end: int) -> bool:
    """Whether smoke stops a line: a smoking cube stops every line into, out of and through it.  [DZ item.smoke]"""
    if start in state.smoke or end in state.smoke:
        return True
    return any(cube in state.smoke for cube in state.field.line(start, end))


def sees(state: State, viewer: Model, target: Model) -> int:
    """How much of a model another can see.  [DZ sight.point]"""
    if state.smoke and smoke_blocks(state, viewer.cube, target.cube):
        return UNSEEN
    return state.field.point_sight(stance(viewer), stance(target))


def sees_cube(state: State, viewer: Model, cube: int) -> bool:
    """Whether any part of a cube can be seen. Smoke in the cube itself does not hide where it is.

    [DZ sight.area] [DZ item.smoke]
    """
    if state.smoke and viewer.cube != cube:
        if viewer.cube in state.smoke:
            return False
        if any(middle in state.smoke for middle in state.field.line(viewer.cube, cube)):
            return False
    return state.field.area_sight(stance(viewer), cube)


def is_dimmed(state: State, start: int, end: int) -> bool:
    """Whether fire goes into or through a cube beside smoke, on its level or above. Fire at the smoke itself has a
    price of its own.

    [DZ item.smoke_edge]
    """
    if not state.smoke:
        return False
    line = [end, *state.field.line(start, end)]
    return any(smoke != end and is_hazy(state, smoke, cube) for smoke in state.smoke for cube in line)


def is_hazy(state: State, smoke: int, cube: int) -> bool:
    """Whether a cube is beside a smoking one, on its level or above, even behind a wall.  [DZ item.smoke_edge]"""
    field = state.field
    return field.far[smoke * field.size + cube] == 1 and field.level[cube] >= field.level[smoke]


def distance(state: State, one: Model, other: Model) -> int:
    return state.field.far[one.cube * state.field.size + other.cube]


def level(state: State, cube: int) -> int:
    return state.field.level[cube]


def in_cover(state: State, target: Model, origin: int) -> bool:
    """Whether a target has cover: in a cover cube, in one with a wreck, or on a higher level than the shooter.

    [DZ field.cover] [DZ shoot.cover] [DZ ability.vehicle_wreck]
    """
    cube = target.cube
    return state.field.cover[cube] or cube in state.wrecks or level(state, cube) > level(state, origin)


def commander(state: State, seat: int) -> Model | None:
    """The model that commands now: the Commander, or without one the survivor with the highest command, mercenaries
    left out.

    [DZ turn.limit] [DZ round.draw] [DZ setup.mercenary]
    """
    chosen = state.sides[seat].commander
    if chosen != NOBODY and state.models[chosen].cube != NOWHERE:
        return state.models[chosen]
    others = [model for model in team(state, seat) if not model.mercenary and model.card.total]
    return max(others, key=lambda model: model.card.total) if others else None


def may_command(state: State, model: Model) -> bool:
    """Whether a model may command: leaders, tacticians and strategists do, while there are tokens.

    [DZ command.who] [DZ command.pool_empty]
    """
    if not model.card.total or not state.sides[model.owner].pool:
        return False
    return model.card.rank == Rank.LEADER or has(model, Ability.TACTICIAN) or has(model, Ability.STRATEGIST)


def activation_limit(state: State, seat: int) -> int:
    """How many models may act in one turn: the command total, but at least one.  [DZ turn.limit]"""
    leader = commander(state, seat)
    return max(1, leader.card.total if leader else 0) + state.sides[seat].surge


def waiting(state: State, seat: int) -> list[Model]:
    """The models that can still be activated this round. A crew counts once; remotes do not count.

    [DZ turn.pass] [DZ ability.remote] [DZ ability.csw]
    """
    return [
        m
        for m in state.models
        if m.owner == seat
        and not m.activated
        and m.cube != NOWHERE
        and not m.abilities & NOT_WAITING
        and not is_second(state, m)
    ]


def is_second(state: State, model: Model) -> bool:
    """Whether this is the loader of a crew whose gunner lives and acts for both."""
    return 0 <= model.crew < model.index and state.models[model.crew].cube != NOWHERE


def mutation_dice(state: State, model: Model, fight: bool) -> int:
    if model.mutation < 0:
        return 0
    mutation = state.content.mutations[model.mutation]
    return mutation.fight if fight else mutation.survive


def other(seat: int) -> int:
    return 1 - seat


def free_place(state: State, model: Model, cube: int) -> int:
    """The first quarter of a cube that no model of its side takes up."""
    taken = [m.place for m in state.models if m.cube == cube and m.owner == model.owner and m is not model]
    for place in range(4):
        if place not in taken:
            return place
    return 0


def zone_of(state: State, cube: int) -> str:
    """The letter of the deployment map for a cube, on whatever level.  [DZ setup.zones]"""
    return state.map.areas[cube % 64]


def own_zone(state: State, seat: int) -> str:
    return "RB"[state.sides[seat].zone]
