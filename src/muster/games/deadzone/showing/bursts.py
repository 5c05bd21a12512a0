"""Odds of explosions in a position, from grenades, indirect fire and weapons that burst, for everybody whom they may
catch; and the bodies that a hit finds there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from muster.games.deadzone.board.ground import corner_gap
from muster.games.deadzone.cards.content import Weapon
from muster.games.deadzone.cards.keywords import Ability, Item, Keyword
from muster.games.deadzone.rules import explosions, firing, grenades
from muster.games.deadzone.rules.damage import LIFE_SUPPORT, SHIELD_LOST, shield_side
from muster.games.deadzone.rules.dice import BASE, FIRST
from muster.games.deadzone.rules.tests import RESOURCEFUL, mutated
from muster.games.deadzone.rules.validity import Blow
from muster.games.deadzone.showing.chances import successes
from muster.games.deadzone.showing.harm import Body, Tally
from muster.games.deadzone.showing.reckoning import Force, explosion
from muster.games.deadzone.showing.threats import body
from muster.games.deadzone.state.models import Model
from muster.games.deadzone.state.questions import carries, has, models_in
from muster.games.deadzone.state.state import State
from muster.geometry.cube_sight import Face
from muster.geometry.cubes import EIGHT
from muster.geometry.squares import NOWHERE
from muster.kernel.odds import Odds
from muster.kernel.terms import total

Found = Iterator[tuple[Model, str, Odds]]


def tosses(state: State, model: Model, name: str, cube: str, lobbed: bool) -> Found:
    """A grenade, or indirect fire: on a miss it scatters, twice at long range.

    [DZ grenade.dice] [DZ grenade.hit] [DZ grenade.miss] [DZ indirect.throw] [DZ indirect.dice]
    """
    place = state.field.cubes.index.get(cube, -1)
    weapon = armed(model, name) if lobbed else thrown_by(state, model, name)
    if weapon is None or place < 0 or not firing.is_explosive(weapon):
        return
    pool = grenades.lob_pool(state, model, weapon, place) if lobbed else [FIRST]
    missed = successes(total(pool), model.card.shoot)[0]
    again = rolls_again(model) and total(pool) > 0
    if again:
        missed *= missed
    landing: dict[int, tuple[float, float]] = {place: (1.0 - missed, 0.0)}
    lost = scattered(state, place)
    if state.field.cubes.distance(model.cube, place) > weapon.range:
        twice: dict[int, float] = {}
        for there, chance in lost.items():
            for last, share in scattered(state, there).items():
                twice[last] = twice.get(last, 0.0) + chance * share
        lost = twice
    for there, chance in lost.items():
        hit, other = landing.get(there, (0.0, 0.0))
        landing[there] = hit, other + missed * chance
    yield from bursts(state, landing, weapon, weapon.ap, ("aim_redo_throw",) if again else ())


def thrown_by(state: State, model: Model, name: str) -> Weapon | None:
    arms = (grenades.weapon_of(state, model, grenade) for grenade in grenades.grenades(model))
    return next((weapon for weapon in arms if weapon.id == name), None)


def bursts(
    state: State, landing: Mapping[int, tuple[float, float]], weapon: Weapon, pierce: int, aims: tuple[str, ...] = ()
) -> Found:
    """An explosion that goes off in each of some cubes with a chance after a hit, and with one after a miss: everybody
    whom it may catch, with the chance that it does not.

    [DZ frag.test] [DZ frag.area] [DZ frag.resist] [DZ frag.order]
    """
    wounds = not weapon.has(Keyword.BLAST)
    tallies: dict[int, Tally] = {}
    left: dict[int, float] = {}
    for cube, chances in landing.items():
        for place in (cube, *state.field.near[cube]):
            for target in models_in(state, place):
                caught = explosions.Caught(state, target, cube)
                resist = total(caught.pool) + total(mutated(state, target, fight=False))
                body = bare(state, target, weapon)
                for hit, chance in zip((True, False), chances, strict=True):
                    if not chance:
                        continue
                    pool = (
                        explosions.frag_pool(hit, weapon.has(Keyword.MASSIVE_FRAG))
                        if wounds
                        else explosions.blast_pool(hit, weapon.has(Keyword.SHOCKWAVE))
                    )
                    solid, fixed = has(target, Ability.SOLID), has(target, Ability.VEHICLE)
                    force = Force(total(pool), wounds, caught.beside, solid, fixed)
                    case = explosion(force, resist, target.card.survive, body, pierce, rolls_again(target))
                    tallies.setdefault(target.index, Tally(("out_of_it",))).add(case, chance)
                    left[target.index] = left.get(target.index, 0.0) + chance
    for index, found in tallies.items():
        target = state.models[index]
        away = max(0.0, 1.0 - left[index])
        if away > 1e-12:
            found.miss("out_of_it", away)
        else:
            del found.ends["out_of_it"]
        redo = ["aim_redo"] if rolls_again(target) else []
        yield target, weapon.id, found.odds([], [*aims, *redo, "aim_follows", "aim_cards"])


def scattered(state: State, cube: int) -> dict[int, float]:
    """The chance of each cube in which a miss ends up.

    [DZ scatter.direction] [DZ scatter.blocked] [DZ scatter.no_floor] [DZ scatter.partial]
    """
    field, found = state.field, dict[int, float]()
    for step in EIGHT:
        to = field.cubes.step(cube, *step)
        if to == NOWHERE or not corner_gap(field.scenery, cube, *step):
            to = cube
        share = 1 / len(EIGHT)
        while share:
            below = field.cubes.step(to, 0, 0, -1)
            floor = field.scenery.floor[to]
            held = 1.0 if floor == Face.SOLID else 0.0 if floor == Face.OPEN else 5 / 8
            stays = share if below == NOWHERE else share * held
            found[to] = found.get(to, 0.0) + stays
            share -= stays
            to = below
    return {place: chance for place, chance in found.items() if chance}


def volatile(model: Model) -> int:
    """The volatile weapons of a model that have not burst.  [DZ ability.volatile]"""
    return sum(arm.has(Keyword.VOLATILE) and not model.wrecked >> arm.bit & 1 for arm in model.card.weapons)


def struck(state: State, model: Model, target: Model, weapon: Weapon | None) -> Body:
    """A model as a hit finds it, with the shields it bears.  [DZ item.defender_shield] [DZ item.energy_shield]"""
    found = bare(state, target, weapon)
    side = shield_side(state, target, Blow(model.owner, model.cube, weapon))
    burns = weapon is not None and weapon.has(Keyword.IT_BURNS)
    return found._replace(armour=found.armour + side, burns=burns, in_fire=bare(state, target, None))


def bare(state: State, target: Model, weapon: Weapon | None) -> Body:
    """The same for what comes from no side: an explosion, a fire."""
    worn = state.content.constants["energy_shield"] if carries(target, Item.ENERGY_SHIELD) else 0
    own = 0 if target.saved & SHIELD_LOST else target.card.shield
    return body(state, target, weapon)._replace(
        shield=max(own, worn),
        survive=target.card.survive,
        cold=BASE + total(mutated(state, target, fight=False)),
        hull=target.card.hull if has(target, Ability.VEHICLE) else 0,
        suffered=target.damage,
        volatile=volatile(target),
        support=has(target, Ability.LIFE_SUPPORT) and not target.saved & LIFE_SUPPORT and not target.injured,
    )


def rolls_again(model: Model) -> bool:
    """Whether a model may still do a test again.  [DZ ability.resourceful]"""
    return has(model, Ability.RESOURCEFUL) and not model.saved & RESOURCEFUL


def armed(model: Model, name: str) -> Weapon | None:
    return next((weapon for weapon in model.card.weapons if weapon.id == name), None)
