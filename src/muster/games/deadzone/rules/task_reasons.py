"""Reasons why a shot, a throw, indirect fire, a psychic power or a task is refused: the clause, for whatever a player
names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from muster.games.deadzone.cards.actions import Action
from muster.games.deadzone.cards.content import Weapon
from muster.games.deadzone.cards.keywords import Ability, Item, Keyword, kind_of
from muster.games.deadzone.rules import blazing, crews, firing, grenades, items, movement, psychic
from muster.games.deadzone.rules.costs import LONG, cost
from muster.games.deadzone.state.models import Model
from muster.games.deadzone.state.questions import carries, distance, has, sees_cube
from muster.games.deadzone.state.state import State
from muster.kernel.spaces import Blocked
from muster.kernel.text import Param, Text

Reason = Callable[[State, Model, str, str], Blocked | None]
"""What is wrong with an answer: the state, the model, the whole answer, and what it names."""


def no(model: Model, key: str, clause: str, reason: str, **gaps: Param) -> Blocked:
    return Blocked(key, clause, Text(f"refuse.{reason}", {"tag": model.tag, **gaps}))


def named(state: State, tag: str) -> Model | None:
    """The model of that tag, if it is on the board."""
    return next((one for one in state.models if one.tag == tag and one.cube >= 0), None)


def out_of_range(model: Model, key: str, weapon: Weapon, away: int, clause: str) -> Blocked:
    if weapon.has(Keyword.LIMITED_RANGE):
        clause = "DZ ability.limited_range"
    return no(model, key, clause, "range", distance=away, range=weapon.reach, weapon=weapon.id)


def out_of_reach(
    state: State, model: Model, key: str, weapon: Weapon, cube: int, range_clause: str, sight_clause: str
) -> Blocked | None:
    """Refuse a cube: the model's own, one too far away, one out of sight."""
    away = state.field.cubes.distance(model.cube, cube)
    if not away:
        return no(model, key, range_clause, "own_cube")
    if away > weapon.reach:
        return out_of_range(model, key, weapon, away, range_clause)
    return None if sees_cube(state, model, cube) else no(model, key, sight_clause, "unseen")


def throw(state: State, model: Model, key: str, what: str) -> Blocked | None:
    """Refuse a throw: no such grenade, too far, out of sight.

    [DZ grenade.weapon] [DZ grenade.range] [DZ grenade.sight] [DZ ability.non_combatant]
    """
    name, _, place = what.partition("@")
    if name not in {weapon.id for weapon in state.content.item_weapons.values()} and not any(
        weapon.id == name for weapon in model.card.grenades
    ):
        return None
    if has(model, Ability.NON_COMBATANT):
        return no(model, key, "DZ ability.non_combatant", "no_weapons")
    arms = [grenades.weapon_of(state, model, grenade) for grenade in grenades.grenades(model)]
    weapon = next((arm for arm in arms if arm.id == name), None)
    if weapon is None:
        return no(model, key, "DZ grenade.weapon", "no_grenade", weapon=name)
    cube = state.field.cubes.index.get(place, -1)
    if cube < 0:
        return None
    return out_of_reach(state, model, key, weapon, cube, "DZ grenade.range", "DZ grenade.sight")


def lob(state: State, model: Model, key: str, what: str) -> Blocked | None:
    """Refuse indirect fire: the first turn, the crew, the loading, the time, the distance, a roof.

    [DZ indirect.first_turn] [DZ indirect.near] [DZ indirect.above] [DZ ability.long_reload]
    [DZ ability.csw_manned] [DZ ability.csw] [DZ ability.deliberate] [DZ shoot.range]
    """
    name, _, place = what.partition("@")
    weapon = next((arm for arm in model.card.lobbers if arm.id == name), None)
    cube = state.field.cubes.index.get(place, -1)
    if weapon is None or cube < 0:
        return None
    if state.sides[model.owner].first_turn:
        return no(model, key, "DZ indirect.first_turn", "first_turn")
    if not crews.may_fire(model):
        return no(model, key, "DZ ability.csw_manned" if model.gunner else "DZ ability.csw", "not_manned")
    if model.reload >> weapon.bit & 1:
        return no(model, key, "DZ ability.long_reload", "reload", weapon=weapon.id)
    if cost(state, model, Action.LOB, weapon) > LONG - state.spent:
        return no(model, key, "DZ ability.deliberate", "no_time")
    away = state.field.cubes.distance(model.cube, cube)
    if weapon.range > 2 * away:
        return no(model, key, "DZ indirect.near", "too_near", weapon=weapon.id)
    if away > weapon.reach:
        return out_of_range(model, key, weapon, away, "DZ shoot.range")
    if not grenades.is_open_above(state, model.cube) or not grenades.is_open_above(state, cube):
        return no(model, key, "DZ indirect.above", "under_roof")
    return None


def heal(state: State, model: Model, key: str, what: str) -> Blocked | None:
    """Refuse to heal: nothing to heal with, somebody elsewhere, a construct, somebody unhurt.

    [DZ item.medi_pack] [DZ item.medi_pack_who] [DZ ability.medic]
    """
    if not items.can_heal(model):
        return no(model, key, "DZ item.medi_pack", "no_medicine")
    patient = named(state, what)
    if patient is None or patient.owner != model.owner:
        return None
    if patient.cube != model.cube:
        return no(model, key, "DZ item.medi_pack", "not_here", target=patient.tag)
    if has(patient, Ability.CONSTRUCT):
        return no(model, key, "DZ item.medi_pack_who", "no_patient", target=patient.tag)
    return None if patient.injured else no(model, key, "DZ item.medi_pack", "unhurt", target=patient.tag)


def swap(state: State, model: Model, key: str, what: str) -> Blocked | None:
    """Refuse to give an item to somebody elsewhere, or who carries nothing.  [DZ item.swap] [DZ item.who]"""
    item, _, tag = what.partition("@")
    friend = named(state, tag.rstrip("-"))
    carried = any(kind_of(one).name.lower() == item for one in model.items)
    if friend is None or friend.owner != model.owner or friend is model or not carried:
        return None
    if friend.cube != model.cube:
        return no(model, key, "DZ item.swap", "not_here", target=friend.tag)
    return None if items.can_carry(friend) else no(model, key, "DZ item.who", "carries_nothing", target=friend.tag)


def operate(state: State, model: Model, key: str, what: str) -> Blocked | None:
    """Refuse to operate: no operator, no remote, one that has acted.  [DZ ability.operator] [DZ turn.marked]"""
    if not has(model, Ability.OPERATOR):
        return no(model, key, "DZ ability.operator", "no_operator")
    remote = named(state, what)
    if remote is None or remote.owner != model.owner:
        return None
    if not has(remote, Ability.REMOTE):
        return no(model, key, "DZ ability.operator", "no_remote", target=remote.tag)
    return Blocked(key, "DZ turn.marked", Text("refuse.activated", {"tag": remote.tag})) if remote.activated else None


def think(state: State, model: Model, key: str, what: str) -> Blocked | None:
    """Refuse a psychic power: no psychic, too far.  [DZ psychic.range]"""
    if not has(model, Ability.PSYCHIC):
        return no(model, key, "DZ psychic.range", "no_psychic")
    target = named(state, what)
    if target is None or target is model or distance(state, model, target) <= psychic.REACH:
        return None
    return no(model, key, "DZ psychic.range", "mind_range", distance=distance(state, model, target))


def deploy(state: State, model: Model, key: str, what: str) -> Blocked | None:
    """Refuse to set a gun up: no engineer, a slow one, no gun at hand.

    [DZ ability.engineer] [DZ ability.deployable] [DZ ability.slow]
    """
    if not has(model, Ability.ENGINEER):
        return no(model, key, "DZ ability.engineer", "not_an_engineer")
    if movement.is_slow(state, model):
        return no(model, key, "DZ ability.slow", "slow")
    return no(model, key, "DZ ability.deployable", "no_packed_gun")


def pack(state: State, model: Model, key: str, what: str) -> Blocked | None:
    """Refuse to pack a gun: no engineer, a slow one, the enemy's gun, one elsewhere.

    [DZ ability.engineer] [DZ ability.deployable_pack] [DZ ability.deployable_captured] [DZ ability.slow]
    """
    gun = named(state, what)
    if gun is None or not has(gun, Ability.DEPLOYED):
        return None
    if not has(model, Ability.ENGINEER):
        return no(model, key, "DZ ability.engineer", "not_an_engineer")
    if movement.is_slow(state, model):
        return no(model, key, "DZ ability.slow", "slow")
    if gun.owner != model.owner:
        return no(model, key, "DZ ability.deployable_captured", "enemy_gun", target=gun.tag)
    return no(model, key, "DZ ability.deployable_pack", "not_here", target=gun.tag)


def calm_down(state: State, model: Model, key: str, what: str) -> Blocked | None:
    """Refuse to calm down without discipline.  [DZ ability.discipline]"""
    if key == "calm-down" and not has(model, Ability.DISCIPLINE):
        return no(model, key, "DZ ability.discipline", "no_discipline")
    return None


def explode(state: State, model: Model, key: str, what: str) -> Blocked | None:
    """Refuse to explode without a bomb.  [DZ ability.boom]"""
    return no(model, key, "DZ ability.boom", "no_bomb")


def supplied(state: State, model: Model, key: str, what: str) -> tuple[Blocked | None, str, str]:
    """What is wrong with the weapon of a shot and the ammo it asks for; then the weapon's name, and its target.

    [DZ shoot.weapon] [DZ item.ammo] [DZ item.ap_ammo]
    """
    name, _, rest = what.partition("@")
    target, _, supply = rest.partition("+")
    if not any(weapon.id == name for weapon in model.card.weapons):
        known = any(weapon.id == name for card in state.content.models.values() for weapon in card.weapons)
        return no(model, key, "DZ shoot.weapon", "no_such_weapon", weapon=name) if known else None, "", ""
    if supply in SUPPLIES and not carries(model, SUPPLIES[supply]):
        return no(model, key, f"DZ item.{supply}", "no_ammo", item=supply), name, target
    return None, name, target


def shoot(state: State, model: Model, key: str, what: str) -> Blocked | None:
    """Refuse a shot with a weapon or ammo that the model lacks.  [DZ shoot.weapon] [DZ item.ap_ammo]"""
    return supplied(state, model, key, what)[0]


def blaze(state: State, model: Model, key: str, what: str) -> Blocked | None:
    """Refuse fire at a cube, an empty one as well: the weapon, the ammo, the distance, the sight, what is in the way.

    [DZ blaze.range] [DZ blaze.sight] [DZ blaze.through] [DZ blaze.any_cube]
    """
    wrong, name, place = supplied(state, model, key, what)
    cube = state.field.cubes.index.get(place, -1)
    weapon = next((arm for arm in firing.ready_blazers(state, model) if arm.id == name), None)
    if wrong or weapon is None or cube < 0:
        return wrong
    wrong = out_of_reach(state, model, key, weapon, cube, "DZ blaze.range", "DZ blaze.sight")
    if wrong is None and blazing.is_masked(state, model, cube):
        return no(model, key, "DZ blaze.through", "masked")
    return wrong


SUPPLIES: Final = {"ammo": Item.AMMO, "ap_ammo": Item.AP_AMMO}
REASONS: Final[dict[int, Reason]] = {
    Action.SHOOT: shoot,
    Action.BLAZE_AWAY: blaze,
    Action.THROW: throw,
    Action.LOB: lob,
    Action.HEAL: heal,
    Action.SWAP: swap,
    Action.OPERATE: operate,
    Action.PSYCHIC: think,
    Action.DEPLOY: deploy,
    Action.PACK: pack,
    Action.GET_MEAN: calm_down,
    Action.EXPLODE: explode,
}
