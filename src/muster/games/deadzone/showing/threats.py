"""The threats to a model: from which cubes enemies could shoot or charge it, where it would be safe from them, and what
they could answer.

Enemies are as they are now: weapons to be reloaded, models lying down and those in a fight do not shoot. A charge is a
Move into the cube and a fight there. Chances are exact for one attack, without cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from muster.games.deadzone.cards.content import Weapon
from muster.games.deadzone.cards.keywords import Ability, Keyword
from muster.games.deadzone.rules import fighting, firing, shooting
from muster.games.deadzone.rules.damage import armour_of
from muster.games.deadzone.showing import reckoning
from muster.games.deadzone.showing.harm import Body
from muster.games.deadzone.state.models import Model
from muster.games.deadzone.state.questions import (
    foes_in,
    free_place,
    has,
    has_room,
    is_model,
    is_upright,
    on_board,
    region_of,
    sees,
)
from muster.games.deadzone.state.state import State
from muster.kernel.terms import total
from muster.kernel.threats import Danger, Reply, ThreatMap, reply, worst


def threat_map(state: State, model: Model, cube: int) -> ThreatMap:
    """The cubes from which an enemy could hurt a model that stands in a cube."""
    me, found = standing(state, model, cube), []
    for place in state.field.ground:
        dangers: list[Danger] = []
        for foe in enemies(state, me):
            there = standing(state, foe, place)
            if place == foe.cube or has_room(state, there, place):
                dangers += dangers_from(state, there, me)
            state.models[foe.index] = foe
        danger = worst(state.field.names[place], dangers)
        found += [danger] if danger is not None else []
    state.models[model.index] = model
    return ThreatMap(model.tag, state.field.names[cube], False, tuple(found))


def safety_map(state: State, model: Model) -> ThreatMap:
    """The cubes in which enemies could hurt a model from where they stand now."""
    found = []
    for place in state.field.ground:
        me = standing(state, model, place)
        if place == model.cube or has_room(state, me, place):
            danger = worst(
                state.field.names[place], [d for foe in enemies(state, me) for d in dangers_from(state, foe, me)]
            )
            found += [danger] if danger is not None else []
        state.models[model.index] = model
    here = state.field.names[model.cube] if on_board(model) else ""
    return ThreatMap(model.tag, here, True, tuple(found))


def replies(state: State, model: Model, cube: int) -> Reply:
    """The harm enemies could do, from where they stand, to a model in a cube."""
    me = standing(state, model, cube)
    found = reply(
        model.tag, state.field.names[cube], [list(dangers_from(state, foe, me)) for foe in enemies(state, me)]
    )
    state.models[model.index] = model
    return found


def enemies(state: State, model: Model) -> list[Model]:
    return [one for one in state.models if one.owner != model.owner and on_board(one) and is_model(one)]


def standing(state: State, model: Model, cube: int) -> Model:
    """The same model as if it stood in a cube; it takes the place of the model in this state, which is nobody's."""
    there = model.copy()
    if cube != model.cube:
        there.place, there.cube = free_place(state, model, cube), cube
    state.models[model.index] = there
    return there


def dangers_from(state: State, foe: Model, me: Model) -> Iterator[Danger]:
    """The danger an enemy is to a model from where it stands."""
    if foe.cube == me.cube:
        yield from clash(state, foe, me, False)
        return
    if sees(state, foe, me):
        yield Danger("", 0.0, foe.tag, "seen")
        if is_upright(foe) and not foes_in(state, foe, foe.cube):
            for weapon, _ in shooting.shots(state, foe, False, [me], firing.ready(state, foe, foe.card.shooters)):
                yield Danger("", shot(state, foe, me, weapon), foe.tag, "shot")
    if is_upright(foe) and not foes_in(state, foe, foe.cube) and me.cube in region_of(state.field, foe).near:
        charging = standing(state, foe, me.cube)
        if has_room(state, charging, me.cube):
            yield from clash(state, charging, me, True)
        state.models[foe.index] = foe


def shot(state: State, foe: Model, me: Model, weapon: Weapon) -> float:
    pool = shooting.shoot_pool(state, foe, me, weapon, False, sees(state, foe, me))
    resist = total(shooting.survive_shot_pool(state, foe, me))
    return wounded(
        "shoot", total(pool), foe.card.shoot, resist, me.card.survive, False, weapon.ap, body(state, me, weapon)
    )


def clash(state: State, foe: Model, me: Model, moved: bool) -> Iterator[Danger]:
    """A fight, with the best blade of the enemy.  [DZ fight.dice] [DZ fight.response_dice]"""
    if not fighting.may_fight(foe):
        return
    back = fighting.may_fight(me)
    dice, resist = (
        total(fighting.fight_pool(state, foe, moved, me)),
        total(fighting.response_pool(state, me, back, foe)),
    )
    stat = me.card.fight if back else me.card.survive
    for weapon in (*fighting.blades(foe), None):
        ap = 0 if weapon is None else weapon.ap
        chance = wounded("fight", dice, foe.card.fight, resist, stat, back, ap, body(state, me, weapon))
        yield Danger("", chance, foe.tag, "fight")


def body(state: State, me: Model, weapon: Weapon | None) -> Body:
    """The model as damage finds it.  [DZ damage.armour] [DZ ability.tough] [DZ ability.toxic]"""
    toxic = weapon is not None and weapon.has(Keyword.TOXIC) and not has(me, Ability.CONSTRUCT)
    tough = 2 if has(me, Ability.REALLY_TOUGH) else 1 if has(me, Ability.TOUGH) else 0
    hard = weapon is not None and weapon.has(Keyword.IRRESISTIBLE)
    frail = toxic or has(me, Ability.VULNERABLE)
    return Body(armour_of(state, me), tough, me.card.shield, me.injured, frail, hard)


@lru_cache(maxsize=8192)
def wounded(test: str, dice: int, stat: int, resist: int, held: int, back: bool, ap: int, target: Body) -> float:
    """The chance that an attack injures or kills."""
    if test == "shoot":
        ends = reckoning.shot(dice, stat, resist, held, target, ap)[0].ends
    else:
        ends = reckoning.bout(dice, stat, resist, held, back, target, ap, Body(0), 0).ends
    return ends["injured"] + ends["killed"]
