"""Blaze Away: fire at everybody in a cube (rulebook, "Blaze Away")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.deadzone.cards.content import Weapon
from muster.games.deadzone.cards.keywords import Ability, Effect, Item, Keyword
from muster.games.deadzone.rules import aggression, battle_cards, damage, explosions, items, tests
from muster.games.deadzone.rules.dice import FIRST, Pool, margin, noted, successes
from muster.games.deadzone.rules.firing import DIMMED, burst, fired, ignite, is_explosive, ready_blazers, tell_shot
from muster.games.deadzone.rules.tests import mutated
from muster.games.deadzone.rules.told import DiceRolled
from muster.games.deadzone.rules.validity import Blow, Declared
from muster.games.deadzone.state.models import NOBODY, Aggression, Model
from muster.games.deadzone.state.questions import (
    DEPLOYED,
    PINNED,
    activation_limit,
    carries,
    decider,
    foes_in,
    has,
    in_cover,
    is_dimmed,
    is_prone,
    is_upright,
    models_in,
    on_board,
    sees,
    sees_cube,
    stance,
    targets_of,
    team,
)
from muster.games.deadzone.state.state import State, Trial
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.terms import Term, total
from muster.kernel.text import Param, Text

AMMO: Final = Term("DZ blaze.ammo", 2)
FIRESTORM: Final = Term("DZ ability.firestorm", 2)
WEIGHT_OF_FIRE: Final = Term("DZ ability.weight_of_fire", 1)
SPOTTED: Final = Term("DZ ability.spotter", 1)
SMOKE: Final = Term("DZ item.smoke", -2)
COVER: Final = Term("DZ blaze.cover", -1)
ENRAGED: Final = Term("DZ blaze.enraged", 1)
PRONE: Final = Term("DZ blaze.prone", 1)
CLOAK: Final = Term("DZ item.cloak", 1)
ENOUGH: Final = Option("fire", NOBODY, "DZ blaze.support", Text("option.enough"))


def is_masked(state: State, model: Model, cube: int) -> bool:
    """Whether models on their feet in a cube between, on the same level, are in the way.  [DZ blaze.through]"""
    field = state.field
    if field.level[model.cube] != field.level[cube]:
        return False
    line = field.line(model.cube, cube)
    if not line:
        return False
    for one in state.models:
        if one.cube in line and one.aggression > PINNED and not one.abilities & DEPLOYED:
            return True
    return False


def blaze_pool(state: State, model: Model, weapon: Weapon, cube: int) -> Pool:
    """The dice of a Blaze Away before support and ammo.

    [DZ blaze.dice] [DZ ability.firestorm] [DZ ability.weight_of_fire] [DZ ability.spotter] [DZ item.smoke]
    [DZ item.smoke_edge]
    """
    pool = [FIRST]
    if weapon.has(Keyword.FIRESTORM):
        pool.append(FIRESTORM)
    if weapon.has(Keyword.WEIGHT_OF_FIRE) or has(model, Ability.WEIGHT_OF_FIRE):
        pool.append(WEIGHT_OF_FIRE)
    for friend in state.models:
        if friend.owner == model.owner and spots(state, friend, cube):
            pool.append(SPOTTED)
            break
    if cube in state.smoke:
        pool.append(SMOKE)
    if is_dimmed(state, model.cube, cube):
        pool.append(DIMMED)
    return pool


def spots(state: State, friend: Model, cube: int) -> bool:
    """Whether a spotter sees the target, or the bearer of a scope that has not acted; they help themselves, too.

    [DZ ability.spotter] [DZ item.scope]
    """
    if not has(friend, Ability.SPOTTER) and (friend.activated or not carries(friend, Item.SCOPE)):
        return False
    if not on_board(friend):
        return False
    return sees_cube(state, friend, cube)


def target_cubes(state: State, model: Model) -> list[int]:
    """The cubes in which there is somebody to hit, in order."""
    return sorted({target.cube for target in targets_of(state, model)})


def blazes(
    state: State, model: Model, cubes: Sequence[int], arms: Sequence[Weapon], ammo: bool = False, alone: bool = False
) -> list[tuple[Weapon, int]]:
    """Every weapon with every cube that is in range and in sight, has nobody in between and leaves dice to roll: with
    ammo or without, and with the help of others unless it must do `alone`.

    [DZ blaze.sight] [DZ blaze.range] [DZ ability.single_shot] [DZ dice.none]
    """
    found: list[tuple[Weapon, int]] = []
    if not arms:
        return found
    field, smoke = state.field, state.smoke
    reach = max([weapon.reach for weapon in arms])
    row, eye = model.cube * field.size, stance(model)
    for cube in cubes:
        away = field.far[row + cube]
        if not 0 < away <= reach:
            continue
        if not (sees_cube(state, model, cube) if smoke else field.area_sight(eye, cube)):
            continue
        if is_masked(state, model, cube):
            continue
        for weapon in arms:
            if away <= weapon.reach and (not smoke or has_dice(state, model, weapon, cube, ammo, alone)):
                found.append((weapon, cube))
    return found


def supplied_blazes(
    state: State, model: Model, cubes: Sequence[int], arms: Sequence[Weapon]
) -> list[tuple[Weapon, int, int]]:
    """The same for a model that may carry ammo: without it and with it.  [DZ blaze.ammo] [DZ item.ammo]"""
    bare = blazes(state, model, cubes, arms)
    if not model.items or not carries(model, Item.AMMO):
        return [(weapon, cube, 0) for weapon, cube in bare]
    loaded = blazes(state, model, cubes, arms, ammo=True)
    return [(*one, ammo) for one in loaded for ammo in (0, 1) if ammo or one in bare]


def has_dice(state: State, model: Model, weapon: Weapon, cube: int, ammo: bool, alone: bool) -> bool:
    """Whether any dice are left for a Blaze Away through smoke, counting ammo and support.

    [DZ dice.none] [DZ blaze.ammo] [DZ blaze.support]
    """
    dice = total(blaze_pool(state, model, weapon, cube)) + (AMMO.count if ammo else 0)
    if dice > 0 or alone:
        return dice > 0
    return dice + min(len(supporters(state, model, cube)), places_left(state, model)) > 0


def places_left(state: State, model: Model) -> int:
    """How many more models of its side may act this turn.  [DZ blaze.support_limit]"""
    return max(0, activation_limit(state, model.owner) - state.acted)


def supporters(state: State, model: Model, cube: int) -> list[Model]:
    """Friends who have not acted and could blaze away at the same cube; not one in the midst of its own activation.

    [DZ blaze.support]
    """
    if state.turn != model.owner or model.index != state.active or state.controller != model.owner:
        return []
    return [
        friend
        for friend in team(state, model.owner)
        if friend is not model
        and friend.index != state.paused
        and not friend.activated
        and friend.card.blazers
        and not has(friend, Ability.REMOTE)
        and is_upright(friend)
        and not friend.burning
        and not foes_in(state, friend, friend.cube)
        and blazes(state, friend, [cube], ready_blazers(state, friend), carries(friend, Item.AMMO), alone=True)
    ]


async def gather_support(table: Table, state: State, model: Model, cube: int, dice: int) -> int:
    """Ask who supports: each adds a die, is marked as activated and counts for the limit of the turn. As long as there
    are no dice, somebody must.

    [DZ blaze.support] [DZ blaze.support_limit] [DZ dice.none]
    """
    count = 0
    while places_left(state, model):
        friends = supporters(state, model, cube)
        if not friends:
            break
        prompt = Text("prompt.support", {"tag": model.tag, **state.field.spots[cube]})
        chosen = await table.ask(decider(state, model), prompt, support_space(friends, dice + count > 0), midway=True)
        if chosen < 0:
            break
        aggression.mark_activated(table, state, state.models[chosen], "DZ blaze.support")
        state.acted += 1
        count += 1
    return count


def support_space(friends: list[Model], enough: bool) -> OneOf[int]:
    return OneOf(lambda: [*(model_option(friend) for friend in friends), *([ENOUGH] if enough else [])])


def model_option(model: Model) -> Option[int]:
    text = Text("option.model", {"tag": model.tag, "model": model.card.id})
    return Option(f"support:{model.tag}", model.index, "DZ blaze.support", text)


def survive_blaze_pool(state: State, model: Model, target: Model) -> Pool:
    """The dice of each model in the cube: cover draws fire.

    [DZ blaze.cover] [DZ blaze.enraged] [DZ blaze.prone] [DZ item.cloak] [DZ mutation.effect]
    """
    pool = [FIRST]
    if in_cover(state, target, model.cube) or not sees(state, model, target):
        pool.append(COVER)
    if target.aggression == Aggression.ENRAGED:
        pool.append(ENRAGED)
    if is_prone(target):
        pool.append(PRONE)
    if carries(target, Item.CLOAK):
        pool.append(CLOAK)
    return pool + mutated(state, target, fight=False)


async def blaze_away(table: Table, state: State, model: Model, weapon: Weapon, cube: int, ammo: bool) -> None:
    """Roll one Shoot test against the Survive of everybody in a cube.

    [DZ blaze.dice] [DZ blaze.all] [DZ blaze.any_cube] [DZ blaze.ammo] [DZ item.ammo] [DZ card.before_dice]
    [DZ card.actor_first]
    """
    pool = blaze_pool(state, model, weapon, cube)
    if ammo:
        await items.use_up(table, state, model, Item.AMMO)
        pool.append(AMMO)
    support = await gather_support(table, state, model, cube, total(pool))
    if support:
        pool.append(Term("DZ blaze.support", support))
    tell_shot(table, "blazes", "DZ blaze.dice", model, weapon, state.field.spots[cube])
    # Who lies, hides or rages as the fire comes in: what happens to one of them changes nothing for the next.
    under = [UnderFire(state, model, one) for one in models_in(state, cube)]
    if under:
        state.trial = under[0].trial(pool, weapon)
    bonus = battle_cards.Bonus()
    await battle_cards.modify(table, state, model, Effect.BLAZE_AWAY, bonus, attack=True)
    for fire in sorted(under, key=lambda fire: fire.target.owner != model.owner):
        state.trial = fire.trial(pool, weapon)
        fire.bonus = await battle_cards.brace(table, state, fire.target, Effect.BLAZE_AWAY)
    state.trial = None
    dice = total(pool) + bonus.dice
    rolled = noted(table)
    scored = await successes(table, "blaze_away", dice, model.card.shoot, rolled)
    if rolled is not None:
        params: dict[str, Param] = {"tag": model.tag, "test": "blaze_away", "dice": dice, "scored": scored}
        table.tell("tested", "DZ blaze.dice", params, DiceRolled(rolled, model.card.shoot))
    scored = await tests.redo(table, state, model, "blaze_away", dice, model.card.shoot, scored)
    fired(state, model, weapon)
    blow = Blow(decider(state, model), model.cube, weapon, bonus.pierce)
    hit = not under and scored > 0  # in an empty cube nobody resists  [DZ blaze.any_cube]
    for fire in under:
        if fire.lives():
            hit = await blaze_at(table, state, fire, weapon, scored, blow) or hit
    if is_explosive(weapon):
        await burst(table, state, cube, weapon, blow, hit)
    elif weapon.has(Keyword.SHOCKWAVE):
        await explosions.blast(table, state, cube, blow, hit, shockwave=True)


class UnderFire(Declared):
    """A model in the cube under fire, with its dice as the fire comes in, and the card that was played on it.

    [DZ interrupt.struck] [DZ card.before_dice]
    """

    __slots__ = ("bonus", "pool")

    def __init__(self, state: State, actor: Model, target: Model) -> None:
        super().__init__(actor, target)
        self.pool = survive_blaze_pool(state, actor, target)
        self.bonus = battle_cards.Bonus()

    def trial(self, pool: Pool, weapon: Weapon) -> Trial:
        """The test that is about to be rolled, for whoever decides on a card."""
        shoot, target = self.actor.card.shoot, self.target
        survive, actor, struck = target.card.survive, self.actor.index, target.index
        kind, answer = Effect.BLAZE_AWAY, Effect.SURVIVE
        return Trial(kind, actor, pool, shoot, struck, answer, self.pool, survive, 0, weapon.bit)


async def blaze_at(table: Table, state: State, fire: UnderFire, weapon: Weapon, scored: int, blow: Blow) -> bool:
    """Resolve one model under fire: its aggression goes down by one, two or three steps, and steps below the scale
    wound.

    [DZ blaze.wins] [DZ blaze.doubles] [DZ blaze.triples] [DZ blaze.damage] [DZ blaze.miss] [DZ interrupt.struck]
    """
    target, dice = fire.target, total(fire.pool) + fire.bonus.resist
    held = noted(table)
    resisted = await successes(table, "survive", dice, target.card.survive, held)
    resisted = await tests.redo(table, state, target, "survive", dice, target.card.survive, resisted)
    won = margin(scored, resisted)
    if held is not None:
        params: dict[str, Param] = {"tag": target.tag, "scored": scored, "resisted": resisted}
        data = DiceRolled(held=held, held_stat=target.card.survive)
        table.tell("under_fire", "DZ blaze.wins" if won else "DZ blaze.miss", params, data)
    if is_explosive(weapon):
        return bool(won)
    if won:
        if not fire.bonus.steadfast:
            left = aggression.lower_by(table, target, won, CLAUSES[won])
            if left:
                await damage.hurt(table, state, target, left, blow)
        await ignite(table, state, target, weapon, blow)
    if weapon.has(Keyword.KNOCKBACK) and not (resisted and resisted >= 2 * scored):
        await explosions.knock_back(table, state, fire, blow)
    return bool(won)


CLAUSES: Final = ("", "DZ blaze.wins", "DZ blaze.doubles", "DZ blaze.triples")
