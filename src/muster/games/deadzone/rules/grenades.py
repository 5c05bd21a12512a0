"""Throw Grenade, indirect fire, glue and smoke (rulebook, "Throw Grenade", "Indirect", "Equipment")."""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.cards.content import Weapon
from muster.games.deadzone.cards.keywords import GRENADES, Ability, Effect, Item, Keyword, kind_of
from muster.games.deadzone.rules import aggression, battle_cards, explosions, firing, items, tests
from muster.games.deadzone.rules.dice import FIRST, Pool
from muster.games.deadzone.rules.validity import Blow
from muster.games.deadzone.state.models import Model
from muster.games.deadzone.state.questions import decider, has, models_in, sees_cube
from muster.games.deadzone.state.state import State
from muster.geometry.cube_sight import Face
from muster.geometry.squares import NOWHERE
from muster.kernel.requests import Table
from muster.kernel.terms import Term

LOBBED: Final = Term("DZ indirect.dice", -1)
LOBBED_FAR: Final = Term("DZ indirect.dice", -2)
PRINTED: Final = 64
"""Added to the place of a grenade among the weapons of a stat card, to tell it from a counter that is carried."""


def grenades(model: Model) -> list[int]:
    """The grenades a model can throw: those it carries, by kind, and those on its card.

    [DZ grenade.weapon] [DZ grenade.printed]
    """
    if not model.card.shoot or has(model, Ability.NON_COMBATANT):
        return []
    kinds = {kind_of(item) for item in model.items}
    carried = [int(kind) for kind in GRENADES if kind in kinds]
    return carried + [PRINTED + weapon.bit for weapon in model.card.grenades if not model.wrecked >> weapon.bit & 1]


def weapon_of(state: State, model: Model, grenade: int) -> Weapon:
    """The weapon that a grenade is thrown as."""
    if grenade >= PRINTED:
        return model.card.weapons[grenade - PRINTED]
    return state.content.item_weapons[Item(grenade)]


def throws(state: State, model: Model, cubes: list[int]) -> list[tuple[int, Weapon, int]]:
    """Each grenade with each cube in range and in sight of the area.  [DZ grenade.sight] [DZ grenade.range]"""
    found: list[tuple[int, Weapon, int]] = []
    for grenade in grenades(model):
        weapon = weapon_of(state, model, grenade)
        for cube in cubes:
            away = state.field.cubes.distance(model.cube, cube)
            if 0 < away <= weapon.reach and sees_cube(state, model, cube):
                found.append((grenade, weapon, cube))
    return found


def is_open_above(state: State, cube: int) -> bool:
    """Whether a cube can be seen from directly above.  [DZ indirect.above]"""
    above = state.field.cubes.step(cube, 0, 0, 1)
    while above != NOWHERE:
        if state.field.scenery.floor[above] == Face.SOLID:
            return False
        above = state.field.cubes.step(above, 0, 0, 1)
    return True


def lobs(state: State, model: Model, cubes: list[int]) -> list[tuple[Weapon, int]]:
    """Each indirect weapon with each cube it can reach, seen or not; none in the first turn, none too near.

    [DZ indirect.unseen] [DZ indirect.above] [DZ indirect.first_turn] [DZ indirect.near]
    """
    if not model.card.lobbers or state.sides[model.owner].first_turn:
        return []
    weapons = firing.ready(state, model, model.card.lobbers)
    if not weapons or not is_open_above(state, model.cube):
        return []
    return [
        (weapon, cube)
        for weapon in weapons
        for cube in cubes
        if weapon.range <= 2 * state.field.cubes.distance(model.cube, cube)
        and state.field.cubes.distance(model.cube, cube) <= weapon.reach
        and is_open_above(state, cube)
    ]


def lob_pool(state: State, model: Model, weapon: Weapon, cube: int) -> Pool:
    """The dice of an indirect attack: one less at combat range, two less at long range.  [DZ indirect.dice]"""
    return [FIRST, LOBBED_FAR if state.field.cubes.distance(model.cube, cube) > weapon.range else LOBBED]


async def throw_grenade(table: Table, state: State, model: Model, grenade: int, cube: int) -> None:
    """Throw a grenade with a Shoot test: on a miss it scatters, twice at long range. A counter is used up; grenades on
    the stat card are not, unless they are One-Use.

    [DZ grenade.dice] [DZ grenade.hit] [DZ grenade.miss] [DZ grenade.one_use] [DZ grenade.printed]
    """
    weapon = weapon_of(state, model, grenade)
    if grenade < PRINTED:
        await items.use_up(table, state, model, Item(grenade))
    else:
        firing.fired(state, model, weapon)
    firing.tell_shot(table, "throws", "DZ grenade.dice", model, weapon, state.field.spots[cube])
    bonus = battle_cards.Bonus()
    hit = bool(await tests.single(table, state, Effect.THROW, model, [FIRST], model.card.shoot, bonus))
    landed = await land(table, state, model, weapon, cube, hit)
    if weapon.has(Keyword.GLUE):
        glue(table, state, landed)
    elif weapon.has(Keyword.SMOKE):
        smoke(table, state, landed)
    else:
        blow = Blow(decider(state, model), landed, weapon, bonus.pierce)
        await firing.burst(table, state, landed, weapon, blow, hit)


async def land(table: Table, state: State, model: Model, weapon: Weapon, cube: int, hit: bool) -> int:
    """The cube in which a throw comes down.  [DZ grenade.hit] [DZ grenade.miss]"""
    if not hit:
        far = state.field.cubes.distance(model.cube, cube) > weapon.range
        cube = await explosions.scatter(table, state, cube)
        if far:
            cube = await explosions.scatter(table, state, cube)
    if table.listening:
        params = {"tag": model.tag, **state.field.spots[cube]}
        table.tell("landed", "DZ grenade.hit" if hit else "DZ grenade.miss", params)
    return cube


async def lob(table: Table, state: State, model: Model, weapon: Weapon, cube: int) -> None:
    """Make an indirect attack, like a throw.  [DZ indirect.throw] [DZ indirect.dice]"""
    firing.tell_shot(table, "lobs", "DZ indirect.throw", model, weapon, state.field.spots[cube])
    bonus, pool = battle_cards.Bonus(), lob_pool(state, model, weapon, cube)
    hit = bool(await tests.single(table, state, Effect.THROW, model, pool, model.card.shoot, bonus))
    firing.fired(state, model, weapon)
    landed = await land(table, state, model, weapon, cube, hit)
    blow = Blow(decider(state, model), landed, weapon, bonus.pierce)
    await firing.burst(table, state, landed, weapon, blow, hit)


def glue(table: Table, state: State, cube: int) -> None:
    """Mark everybody in the cube as activated.  [DZ item.glue]"""
    for model in models_in(state, cube):
        aggression.mark_activated(table, state, model, "DZ item.glue")


def smoke(table: Table, state: State, cube: int) -> None:
    """Fill a cube with smoke, until the end of a round clears it.  [DZ item.smoke]"""
    state.smoke.append(cube)
    if table.listening:
        table.tell("smoke", "DZ item.smoke", state.field.spots[cube])


async def clear_smoke(table: Table, state: State) -> None:
    """Roll for each smoke grenade at the end of a round: on 5 or more it is gone.  [DZ item.smoke_end]"""
    for cube in list(state.smoke):
        if (await table.roll("smoke", (8,)))[0] >= 5:
            state.smoke.remove(cube)
            if table.listening:
                table.tell("smoke_gone", "DZ item.smoke_end", state.field.spots[cube])
