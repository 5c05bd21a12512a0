"""Explosions: Frag and Blast, being thrown, slamming into walls, falling, scatter (rulebook, "Blast", "Frag",
"Slamming Into Walls and Falling", "Scatter").
"""

from __future__ import annotations

from math import isclose
from typing import Final

from muster.games.deadzone.board.battlefield import eye_of, points_of
from muster.games.deadzone.board.ground import corner_gap
from muster.games.deadzone.cards.keywords import Ability
from muster.games.deadzone.rules import aggression, asking, battle_cards, crews, damage, items, movement, placing
from muster.games.deadzone.rules.dice import FIRST, Pool, margin, noted, successes
from muster.games.deadzone.rules.moments import MOMENTS
from muster.games.deadzone.rules.told import DiceRolled
from muster.games.deadzone.rules.validity import Blow, Declared, Struck
from muster.games.deadzone.state.models import NOBODY, Model, changing
from muster.games.deadzone.state.questions import has, has_room, level, models_in, on_board, stance
from muster.games.deadzone.state.state import State
from muster.geometry.cube_sight import Face
from muster.geometry.cubes import EIGHT
from muster.geometry.squares import NOWHERE
from muster.kernel.requests import Table
from muster.kernel.terms import Term, total
from muster.kernel.text import Param, Text

FAR: Final = 99.0
CORNER: Final = 0.02
"""A line that leaves a cube this near to its edge goes diagonally."""
FRAG_HIT: Final = Term("DZ frag.test", 1)
MASSIVE: Final = Term("DZ ability.massive_frag", 2)
BLAST_HIT: Final = Term("DZ blast.test", 1)
SHOCKWAVE: Final = Term("DZ ability.shockwave", 2)
BESIDE: Final = Term("DZ thrown.wall", 1)
AT_A_DISTANCE: Final = Term("DZ frag.resist", 2)
HOVERING: Final = Term("DZ ability.hover_blast", -1)
COVER: Final = Term("DZ frag.cover", 1)
LARGE: Final = 3
"""From this size on, a walkway does not hold a model that falls onto it."""


def frag_pool(hit: bool, massive: bool) -> Pool:
    """The dice of a frag.  [DZ frag.test] [DZ ability.massive_frag]"""
    return [FIRST, *([FRAG_HIT] if hit else []), *([MASSIVE] if massive else [])]


def blast_pool(hit: bool, shockwave: bool) -> Pool:
    """The dice of a blast.  [DZ blast.test] [DZ ability.shockwave]"""
    return [FIRST, *([BLAST_HIT] if hit else []), *([SHOCKWAVE] if shockwave else [])]


def throw_pool(beside: bool) -> Pool:
    """The dice of slamming into something; being thrown from beside a blast changes them.  [DZ thrown.wall]"""
    return [FIRST, BESIDE] if beside else [FIRST]


def fall_pool(depth: int) -> Pool:
    """The dice of a fall.  [DZ fall.test] [DZ fall.levels]"""
    return [FIRST, Term("DZ fall.levels", 2 * (depth - 1))] if depth > 1 else [FIRST]


async def frag(table: Table, state: State, cube: int, blow: Blow, hit: bool, massive: bool = False) -> None:
    """Pin, hurt by the difference and throw everybody in the cube and in those that a frag reaches.

    [DZ frag.test] [DZ frag.area] [DZ frag.resist] [DZ frag.wins] [DZ frag.doubles] [DZ frag.survived]
    [DZ ability.massive_frag]
    """
    await explode(table, state, cube, blow, frag_pool(hit, massive), wounds=True)


async def go_off(table: Table, state: State, dead: Model, cube: int, seat: int) -> None:
    """Blow up a model that explodes when it dies.  [DZ ability.boom] [DZ ability.big_boom]"""
    if has(dead, Ability.BOOM) or has(dead, Ability.BIG_BOOM):
        await frag(table, state, cube, Blow(seat, cube, None), hit=True, massive=has(dead, Ability.BIG_BOOM))


async def blast(table: Table, state: State, cube: int, blow: Blow, hit: bool, shockwave: bool = False) -> None:
    """Throw and pin as a frag does, without wounding.

    [DZ blast.test] [DZ blast.wins] [DZ blast.doubles] [DZ blast.survived] [DZ ability.shockwave]
    """
    await explode(table, state, cube, blow, blast_pool(hit, shockwave), wounds=False)


async def explode(table: Table, state: State, cube: int, blow: Blow, pool: Pool, wounds: bool) -> None:
    """Roll for an explosion, then against it for everybody it catches. Cards are decided on first, by the side that
    caused it before the other.

    [DZ card.before_dice] [DZ card.actor_first] [DZ frag.order]
    """
    around = (cube, *state.field.near[cube])
    left = [Caught(state, model, cube) for place in around for model in models_in(state, place)]
    for one in sorted(left, key=lambda one: one.target.owner != blow.seat):
        one.bonus = await damage.brace(table, state, one.target)
    dice = total(pool)
    clause = "DZ frag.test" if wounds else "DZ blast.test"
    rolled = noted(table)
    force = await successes(table, "frag" if wounds else "blast", dice, 4, rolled)
    if rolled is not None:
        params: dict[str, Param] = {**state.field.spots[cube], "dice": dice, "scored": force}
        table.tell("explosion", clause, params, DiceRolled(rolled, 4))
    while left:
        one = await who_is_next(table, left, blow)
        await caught_in(table, state, one, cube, force, blow, wounds)
        left = [other for other in left if other is not one and other.lives()]


class Caught(Struck):
    """A model in an explosion, as it stood when that went off: beside it or in its midst, in cover or not.

    [DZ frag.resist] [DZ frag.cover] [DZ ability.hover_blast] [DZ interrupt.struck]
    """

    __slots__ = ("beside", "bonus", "pool")

    def __init__(self, state: State, model: Model, centre: int) -> None:
        super().__init__(model)
        self.bonus = battle_cards.Bonus()
        self.beside = model.cube != centre
        self.pool = [FIRST]
        if self.beside:
            self.pool.append(AT_A_DISTANCE)
        if has(model, Ability.HOVER):
            self.pool.append(HOVERING)
        if state.field.cover[model.cube] or model.cube in state.wrecks:
            self.pool.append(COVER)


async def who_is_next(table: Table, left: list[Caught], blow: Blow) -> Caught:
    """Ask the side that caused an explosion whom it catches next.  [DZ frag.order]"""
    options = [asking.model_option(one.target, "DZ frag.order") for one in left]
    index = await table.ask_small(blow.seat, Text("prompt.caught_next"), options)
    return next(one for one in left if one.target.index == index)


async def caught_in(
    table: Table, state: State, caught: Caught, centre: int, force: int, blow: Blow, wounds: bool
) -> None:
    """One model's Survive test against an explosion, and its effects. A model that was moved meanwhile is not thrown.

    [DZ frag.resist] [DZ ability.solid] [DZ interrupt.struck]
    """
    model = caught.target
    held = await damage.resist(table, state, model, caught.pool, caught.bonus)
    if margin(held, force) >= 2:
        return  # no effect
    if not has(model, Ability.SOLID):
        aggression.pin(table, model, "DZ frag.survived" if wounds else "DZ blast.survived")
    if held > force:
        return
    if wounds:
        await damage.hurt(table, state, model, force - held, Blow(blow.seat, NOWHERE, blow.weapon, blow.pierce))
    if not caught.stays() or not is_movable(model):
        return
    if not caught.beside:
        face = (await table.roll("thrown", (8,)))[0]
        await throw(table, state, model, EIGHT[face - 1], blow, False)
    elif margin(force, held) >= 2:
        await throw(table, state, model, away(state, centre, caught.at), blow, True)


def away(state: State, origin: int, cube: int) -> tuple[int, int]:
    """The step on one level that leads directly away from another cube."""
    a, b = state.field.cubes.where[origin], state.field.cubes.where[cube]
    return sign(b[0] - a[0]), sign(b[1] - a[1])


def sign(number: float) -> int:
    """The direction of a number: 1, -1 or 0."""
    return (number > 0) - (number < 0)


def is_movable(model: Model) -> bool:
    """Whether attacks can move a model: not solid models and vehicles.

    [DZ ability.solid] [DZ ability.vehicle_moved]
    """
    return not has(model, Ability.SOLID) and not has(model, Ability.VEHICLE)


def is_blocked(state: State, model: Model, to: int, step: tuple[int, int]) -> bool:
    """Whether a thrown model is stopped: by a solid wall, the edge or a full cube.

    [DZ scatter.blocked] [DZ move.edge]
    """
    if to == NOWHERE or not has_room(state, model, to):
        return True
    return corner_gap(state.field.scenery, model.cube, *step) < model.card.size


async def throw(table: Table, state: State, model: Model, step: tuple[int, int], blow: Blow, beside: bool) -> bool:
    """Throw a model one cube: into a wall, into others, over an edge, among enemies. True if it left its cube.

    [DZ thrown.wall] [DZ thrown.into] [DZ thrown.falls] [DZ fight.moved_in]
    """
    if step == (0, 0):
        return False
    start = model.cube
    to = state.field.cubes.step(start, *step)
    if is_blocked(state, model, to, step):
        if table.listening:
            table.tell("slammed", "DZ thrown.wall", {"tag": model.tag})
        await crash(table, state, model, throw_pool(beside), blow)
        return False
    place = model.place
    changing(model).cube = to
    if table.listening:
        table.tell("thrown", "DZ scatter.direction", {"tag": model.tag, **state.field.spots[to]})
    if not await holds(table, state, to):
        if not await fall(table, state, model, blow):
            # No room below: it bounces back.  [DZ scatter.blocked]
            changing(model).cube, model.place = start, place
            if table.listening:
                table.tell("bounced", "DZ scatter.blocked", {"tag": model.tag, **state.field.spots[start]})
            await crash(table, state, model, throw_pool(beside), blow)
            return False
    else:
        await placing.stand(table, state, model)
        if any(one is not model for one in models_in(state, to)):
            await crash_into(table, state, model, throw_pool(beside), blow)
    if on_board(model):
        crews.scatter_along(model, start)
        await items.turn_shield(table, state, model)
        await MOMENTS.thrown(table, state, model)
    return True


async def holds(table: Table, state: State, cube: int) -> bool:
    """Whether the floor holds a thrown model: never where there is none, on 4 or more where it is partial.

    [DZ scatter.no_floor] [DZ scatter.partial] [DZ move.walkway_fall]
    """
    floor = state.field.scenery.floor[cube]
    if floor == Face.OPEN:
        return False
    if floor != Face.SOLID:
        return (await table.roll("partial_floor", (8,)))[0] > 3
    return True


async def fall(table: Table, state: State, model: Model, blow: Blow) -> bool:
    """Drop a model to the next floor that holds; large models hit a walkway, are hurt there and fall on. False if there
    is no room where it would land.

    [DZ fall.test] [DZ fall.onto] [DZ move.walkway_large] [DZ scatter.blocked]
    """
    start = level(state, model.cube)
    if has(model, Ability.GLIDE) and await glide_down(table, state, model):
        return True
    while on_board(model):
        below = state.field.cubes.step(model.cube, 0, 0, -1)
        changing(model).cube = below
        if state.field.scenery.floor[below] == Face.HALF and model.card.size >= LARGE:
            await strike_ground(table, state, model, start, blow)
            start = level(state, below)
        elif await holds(table, state, below):
            if not has_room(state, model, below):
                return False
            await strike_ground(table, state, model, start, blow)
            break
    return True


async def glide_down(table: Table, state: State, model: Model) -> bool:
    """Let a glider come down unharmed, straight or to the side as its owner likes. False where there is no way.

    [DZ ability.glide]
    """
    column, row, height = state.field.cubes.where[model.cube]
    cubes = sorted(movement.glides(state, model), key=lambda cube: state.field.cubes.distance(model.cube, cube))
    straight = [cube for cube in cubes if state.field.cubes.where[cube][:2] == (column, row)]
    if not cubes:
        return False
    listed = dict.fromkeys([*straight[:1], *cubes])
    options = [movement.cube_option(state, cube, "DZ ability.glide") for cube in listed]
    changing(model).cube = await table.ask_small(model.owner, Text("prompt.glide", {"tag": model.tag}), options)
    if table.listening:
        count = height - level(state, model.cube)
        table.tell("fell", "DZ ability.glide", {"tag": model.tag, **state.field.spots[model.cube], "count": count})
    await placing.stand(table, state, model)
    return True


async def strike_ground(table: Table, state: State, model: Model, start: int, blow: Blow) -> None:
    """Roll for a fall: 3 dice, two more for each level after the first; a model that it lands on takes the same.

    [DZ fall.test] [DZ fall.levels] [DZ fall.onto] [DZ ability.glide]
    """
    depth = start - level(state, model.cube)
    if table.listening:
        table.tell("fell", "DZ fall.test", {"tag": model.tag, **state.field.spots[model.cube], "count": depth})
    await placing.stand(table, state, model)
    if has(model, Ability.GLIDE):
        return
    await crash_into(table, state, model, fall_pool(depth), blow)


async def crash_into(table: Table, state: State, model: Model, pool: Pool, blow: Blow) -> None:
    """Hurt a model where it lands, and another one there with it: its owner says which.

    [DZ thrown.into] [DZ fall.onto] [DZ field.position]
    """
    hit = [asking.model_option(one, "DZ thrown.into") for one in models_in(state, model.cube) if one is not model]
    struck = await table.ask_small(model.owner, Text("prompt.crash_into", {"tag": model.tag}), hit) if hit else NOBODY
    await crash(table, state, model, pool, blow)
    if struck != NOBODY:
        await crash(table, state, state.models[struck], pool, blow)


async def crash(table: Table, state: State, model: Model, pool: Pool, blow: Blow) -> None:
    """Roll dice at 5+ against Survive: the model is pinned either way and hurt by the difference. A model that is gone
    by now is left alone.

    [DZ thrown.wall] [DZ fall.test] [DZ fall.pinned] [DZ interrupt.struck]
    """
    if not on_board(model):
        return
    bonus = await damage.brace(table, state, model)
    force = await successes(table, "crash", total(pool), 5)
    held = await damage.resist(table, state, model, [FIRST], bonus)
    aggression.pin(table, model, "DZ fall.pinned")
    await damage.hurt(table, state, model, force - held, Blow(blow.seat, NOWHERE, None))


def beyond(state: State, eye: int, target: Model) -> list[tuple[int, int]]:
    """The steps into the first cube behind a target, along lines from the eye of a figure through any part of it.

    [DZ ability.knockback]
    """
    field = state.field
    x, y, _ = eye_of(field, eye)
    column, row, _ = field.cubes.where[target.cube]
    found: list[tuple[int, int]] = []
    for px, py, _ in points_of(field, stance(target)):
        # How much further it is, in units of the line, to the side of the cube that lies ahead.
        dx, dy = px - x, py - y
        east, south = sign(dx), sign(dy)
        across = (column + max(0, east) - px) / dx if dx else FAR
        along = (row + max(0, south) - py) / dy if dy else FAR
        through_corner = isclose(across, along, rel_tol=0.0, abs_tol=CORNER)
        step = (east, south) if through_corner else (east, 0) if across < along else (0, south)
        if step not in found:
            found.append(step)
    return found


async def knock_back(table: Table, state: State, attack: Declared, blow: Blow) -> None:
    """Move the target one cube directly away from where the attack came from; the attacker decides if there is a choice
    or if both share a cube. A model that was moved loses aggression; one that slams into a wall was not moved. A model
    that has left the cube is not knocked out of it.

    [DZ ability.knockback] [DZ ability.knockback_same] [DZ ability.knockback_choice] [DZ ability.knockback_aggression]
    [DZ interrupt.struck]
    """
    target = attack.target
    if not attack.stays() or not is_movable(target):
        return
    where = state.field.cubes.where
    if where[attack.origin][:2] == where[attack.at][:2]:
        step = await asking.choose_direction(table, blow.seat, attack.actor, EIGHT, "DZ ability.knockback_same")
    else:
        steps = beyond(state, attack.eye, target)
        step = steps[0]
        if len(steps) > 1:
            choice = "DZ ability.knockback_choice"
            step = await asking.choose_direction(table, blow.seat, attack.actor, steps, choice)
    moved = await throw(table, state, target, step, blow, False)
    if moved and on_board(target):
        aggression.lower_by(table, target, 1, "DZ ability.knockback_aggression")


async def scatter(table: Table, state: State, cube: int) -> int:
    """The cube in which a miss ends up: one cube in a random direction, back if a wall is there, down if nothing holds
    it.

    [DZ scatter.direction] [DZ scatter.blocked] [DZ scatter.no_floor]
    """
    step = EIGHT[(await table.roll("scatter", (8,)))[0] - 1]
    to = state.field.cubes.step(cube, *step)
    if to == NOWHERE or not corner_gap(state.field.scenery, cube, *step):
        to = cube
    return await settle(table, state, to)


async def settle(table: Table, state: State, cube: int) -> int:
    """The cube in which something small comes to lie: it falls through missing floors, and through partial ones on 1 to
    3.

    [DZ scatter.no_floor] [DZ scatter.partial] [DZ move.walkway_fall]
    """
    while True:
        floor = state.field.scenery.floor[cube]
        if floor == Face.SOLID:
            return cube
        if floor != Face.OPEN and (await table.roll("partial_floor", (8,)))[0] > 3:
            return cube
        below = state.field.cubes.step(cube, 0, 0, -1)
        if below == NOWHERE:
            return cube
        cube = below
