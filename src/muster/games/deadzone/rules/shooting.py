"""Shoot and Blaze Away (rulebook, "Aim", "Shoot", "Blaze Away")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.deadzone.board.battlefield import UNSEEN, WHOLLY
from muster.games.deadzone.cards.content import Ability, Effect, Item, Keyword, Weapon
from muster.games.deadzone.rules import aggression, battle_cards, crews, damage, explosions, items, psychic, tests
from muster.games.deadzone.rules.dice import BASE, listed, margin, noted, successes
from muster.games.deadzone.rules.validity import Declared
from muster.games.deadzone.state.questions import (
    DEPLOYED,
    PINNED,
    activation_limit,
    carries,
    decider,
    foes_in,
    has,
    has_friends,
    in_cover,
    is_prone,
    is_upright,
    models_in,
    mutation_dice,
    on_board,
    sees,
    sees_cube,
    smoke_dice,
    stance,
    targets_of,
    team,
)
from muster.games.deadzone.state.state import NOBODY, Aggression, Blow, Model, State, Trial, changing
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Param, Text

SHARP: Final = 1 << Ability.MARKSMAN | 1 << Ability.SNIPER
AMMO_DICE: Final = 2
ENOUGH: Final = Option("fire", NOBODY, "DZ blaze.support", Text("option.enough"))


def ready(state: State, model: Model, weapons: Sequence[Weapon]) -> list[Weapon]:
    """Those of its weapons that a model can fire now: loaded, not lost, by the gunner of a crew.

    [DZ shoot.weapon] [DZ ability.long_reload] [DZ ability.non_combatant] [DZ ability.csw]
    """
    if not weapons or not model.card.shoot or has(model, Ability.NON_COMBATANT) or not crews.may_fire(model):
        return []
    unready = model.reload | model.wrecked
    return [weapon for weapon in weapons if not unready >> weapon.bit & 1]


def ready_guns(state: State, model: Model) -> list[Weapon]:
    return ready(state, model, model.card.shooters)


def ready_blazers(state: State, model: Model) -> list[Weapon]:
    return ready(state, model, model.card.blazers)


def fires_directly(model: Model, weapon: Weapon) -> bool:
    """The heavy indirect weapons of crews and vehicles cannot.  [DZ indirect.heavy]"""
    return weapon in model.card.shooters or weapon in model.card.blazers


# Shoot


def shoot_dice(state: State, model: Model, target: Model, weapon: Weapon, aimed: bool, seen: int) -> int:
    """The dice of a Shoot test.

    [DZ shoot.dice] [DZ shoot.aim] [DZ shoot.clear] [DZ shoot.higher] [DZ shoot.enraged] [DZ shoot.long]
    [DZ shoot.friends] [DZ ability.marksman] [DZ ability.sniper] [DZ item.cloak] [DZ psychic.shield]
    """
    field = state.field
    dice = BASE + int(aimed)
    if seen == WHOLLY:
        dice += 2
    if field.level[model.cube] > field.level[target.cube]:
        dice += 1
    if model.aggression == Aggression.ENRAGED:
        dice -= 1
    if field.far[model.cube * field.size + target.cube] > weapon.range:
        dice -= 1
    if has_friends(state, model, target.cube):
        dice -= 2
    if model.abilities & SHARP:
        dice += int(has(model, Ability.MARKSMAN)) + 2 * int(has(model, Ability.SNIPER))
    if target.items and carries(target, Item.CLOAK):
        dice -= 2
    if state.smoke:
        dice += smoke_dice(state, model.cube, target.cube)
    return dice - max(0, target.psychic)


def survive_shot_dice(state: State, model: Model, target: Model) -> int:
    """The dice of whoever is shot at.  [DZ shoot.cover] [DZ shoot.prone]"""
    return (
        BASE
        + int(in_cover(state, target, model.cube))
        + int(is_prone(target))
        + mutation_dice(state, target, fight=False)
    )


def shots(
    state: State, model: Model, aimed: bool, targets: Sequence[Model], arms: Sequence[Weapon]
) -> list[tuple[Weapon, Model]]:
    """Every weapon with every target in range and sight.  [DZ shoot.sight] [DZ shoot.range] [DZ ability.rapid_fire]"""
    found: list[tuple[Weapon, Model]] = []
    if not arms:
        return found
    field, smoke = state.field, state.smoke
    reach = max([weapon.reach for weapon in arms])
    row, eye = model.cube * field.size, stance(model)
    for target in targets:
        cube = target.cube
        away = field.far[row + cube]
        if not 0 < away <= reach:
            continue
        if smoke:
            seen = UNSEEN if cube in smoke else sees(state, model, target)
        else:
            seen = field.point_sight(eye, stance(target))
        if seen:
            for weapon in arms:
                if away <= weapon.reach and shoot_dice(state, model, target, weapon, aimed, seen) > 0:
                    found.append((weapon, target))
    return found


async def shoot(
    table: Table, state: State, model: Model, weapon: Weapon, target: Model, aimed: bool, ap_ammo: bool = False
) -> None:
    """A Shoot test against Survive.

    [DZ shoot.dice] [DZ shoot.wins] [DZ shoot.doubles] [DZ shoot.miss] [DZ item.ap_ammo] [DZ interrupt.struck]
    """
    shot = Declared(model, target)
    pierce = 0
    if ap_ammo:
        await items.use_up(table, state, model, Item.AP_AMMO)
        pierce = 1
    await raise_shield(table, state, target)
    tell_shot(table, "shoots", "DZ shoot.dice", model, weapon, target.tag)
    dice = shoot_dice(state, model, target, weapon, aimed, sees(state, model, target))
    resist = survive_shot_dice(state, model, target)
    stat, survive, tool = model.card.shoot, target.card.survive, weapon.bit
    outcome = await tests.opposed(
        table, state, Effect.SHOOT, model, dice, stat, target, Effect.SURVIVE, resist, survive, tool, aimed
    )
    fired(state, model, weapon)
    blow = Blow(decider(state, model), model.cube, weapon, pierce + outcome.pierce)
    if is_explosive(weapon):
        await burst(table, state, shot.at, weapon, blow, outcome.margin > 0)
        return
    if outcome.margin:
        await damage.hurt(table, state, target, outcome.potential, blow)
        if outcome.margin >= 2 and not outcome.steadfast and shot.lives():
            aggression.lower_by(table, target, 1, "DZ shoot.doubles")
        await ignite(table, state, target, weapon, blow)
    doubled = outcome.resisted and outcome.resisted >= 2 * outcome.scored
    if weapon.has(Keyword.KNOCKBACK) and not doubled:
        await explosions.knock_back(table, state, shot, blow)
    if weapon.has(Keyword.SHOCKWAVE):
        # A blast besides.  [DZ ability.shockwave]
        await explosions.blast(table, state, shot.at, blow, outcome.margin > 0, shockwave=True)


async def raise_shield(table: Table, state: State, target: Model) -> None:
    """The first shot at a psychic in a round meets a test: its successes are dice off all shots that round.

    [DZ psychic.shield]
    """
    if has(target, Ability.PSYCHIC) and target.psychic < 0:
        turned = await psychic.test(table, state, target, BASE)
        changing(target).psychic = turned
        if table.listening:
            table.tell("psychic_shield", "DZ psychic.shield", {"tag": target.tag, "count": target.psychic})


def tell_shot(table: Table, key: str, clause: str, model: Model, weapon: Weapon, target: str) -> None:
    if table.listening:
        table.tell(key, clause, {"tag": model.tag, "weapon": weapon.id, "target": target})


def fired(state: State, model: Model, weapon: Weapon) -> None:
    """A weapon with a long reload, or of a crew without loader, must be reloaded.

    [DZ ability.long_reload] [DZ ability.csw_alone]
    """
    if weapon.has(Keyword.LONG_RELOAD) or crews.is_short_handed(state, model):
        changing(model).reload |= 1 << weapon.bit
    if weapon.has(Keyword.ONE_USE):
        # It can be used once in a battle.  [DZ ability.one_use]
        changing(model).wrecked |= 1 << weapon.bit


def is_explosive(weapon: Weapon) -> bool:
    return weapon.has(Keyword.FRAG) or weapon.has(Keyword.MASSIVE_FRAG) or weapon.has(Keyword.BLAST)


async def burst(table: Table, state: State, cube: int, weapon: Weapon, blow: Blow, hit: bool) -> None:
    """Only hit or miss counts; then the explosion, where it was aimed even on a miss.

    [DZ ability.frag] [DZ ability.blast] [DZ ability.massive_frag]
    """
    if weapon.has(Keyword.BLAST):
        await explosions.blast(table, state, cube, blow, hit, weapon.has(Keyword.SHOCKWAVE))
    else:
        await explosions.frag(table, state, cube, blow, hit, weapon.has(Keyword.MASSIVE_FRAG))


async def ignite(table: Table, state: State, target: Model, weapon: Weapon, blow: Blow) -> None:
    """Who survives a hit by a burning weapon is set on fire.  [DZ ability.it_burns]"""
    if weapon.has(Keyword.IT_BURNS):
        await damage.burn(table, state, target, blow)


# Blaze Away


def is_masked(state: State, model: Model, cube: int) -> bool:
    """On one level, models that stand in a cube between are in the way.  [DZ blaze.through]"""
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


def blaze_dice(state: State, model: Model, weapon: Weapon, cube: int) -> int:
    """The dice of a Blaze Away before support and ammo.

    [DZ blaze.dice] [DZ ability.firestorm] [DZ ability.weight_of_fire] [DZ ability.spotter] [DZ item.smoke]
    """
    dice = BASE
    if weapon.has(Keyword.FIRESTORM):
        dice += 2
    if weapon.has(Keyword.WEIGHT_OF_FIRE) or has(model, Ability.WEIGHT_OF_FIRE):
        dice += 1
    for friend in state.models:
        if friend.owner == model.owner and spots(state, friend, cube):
            dice += 1
            break
    if cube in state.smoke:
        dice -= 2
    return dice + smoke_dice(state, model.cube, cube)


def spots(state: State, friend: Model, cube: int) -> bool:
    """A spotter that sees the target, or a scope whose bearer has not acted; also for themselves.

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
    """Every weapon with every cube in range and in sight, nobody in between, for which there are dice: with ammo or
    without, with the help of others unless it must do `alone`.

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
    """The same for whoever may have ammo: without it and with it.  [DZ blaze.ammo] [DZ item.ammo]"""
    bare = blazes(state, model, cubes, arms)
    if not model.items or not carries(model, Item.AMMO):
        return [(weapon, cube, 0) for weapon, cube in bare]
    loaded = blazes(state, model, cubes, arms, ammo=True)
    return [(*one, ammo) for one in loaded for ammo in (0, 1) if ammo or one in bare]


def has_dice(state: State, model: Model, weapon: Weapon, cube: int, ammo: bool, alone: bool) -> bool:
    """Whether any dice are left for a Blaze Away through smoke, ammo and support counted in.

    [DZ dice.none] [DZ blaze.ammo] [DZ blaze.support]
    """
    dice = blaze_dice(state, model, weapon, cube) + AMMO_DICE * int(ammo)
    if dice > 0 or alone:
        return dice > 0
    return dice + min(len(supporters(state, model, cube)), places_left(state, model)) > 0


def places_left(state: State, model: Model) -> int:
    """How many more models of its side may act this turn.  [DZ blaze.support_limit]"""
    return max(0, activation_limit(state, model.owner) - state.acted)


def supporters(state: State, model: Model, cube: int) -> list[Model]:
    """Friends who have not acted and could blaze away at the same cube.  [DZ blaze.support]"""
    if state.turn != model.owner or model.index != state.active or state.controller != model.owner:
        return []
    return [
        friend
        for friend in team(state, model.owner)
        if friend is not model
        and not friend.activated
        and friend.card.blazers
        and not has(friend, Ability.REMOTE)
        and is_upright(friend)
        and not friend.burning
        and not foes_in(state, friend, friend.cube)
        and blazes(state, friend, [cube], ready_blazers(state, friend), carries(friend, Item.AMMO), alone=True)
    ]


async def gather_support(table: Table, state: State, model: Model, cube: int, dice: int) -> int:
    """Each supporting model is a die more; it is marked as activated and counts for the limit of the turn. As long as
    there are no dice, somebody must.

    [DZ blaze.support] [DZ blaze.support_limit] [DZ dice.none]
    """
    count = 0
    while places_left(state, model):
        friends = supporters(state, model, cube)
        if not friends:
            break
        prompt = Text("prompt.support", {"tag": model.tag, "cube": state.field.names[cube]})
        chosen = await table.ask(decider(state, model), prompt, support_space(friends, dice + count > 0), midway=True)
        if chosen < 0:
            break
        aggression.mark_activated(table, state.models[chosen], "DZ blaze.support")
        state.acted += 1
        count += 1
    return count


def support_space(friends: list[Model], enough: bool) -> OneOf[int]:
    return OneOf(lambda: [*(model_option(friend) for friend in friends), *([ENOUGH] if enough else [])])


def model_option(model: Model) -> Option[int]:
    text = Text("option.model", {"tag": model.tag, "model": model.card.id})
    return Option(f"support:{model.tag}", model.index, "DZ blaze.support", text)


def survive_blaze_dice(state: State, model: Model, target: Model) -> int:
    """The dice of each model in the cube: cover draws fire.

    [DZ blaze.cover] [DZ blaze.enraged] [DZ blaze.prone] [DZ item.cloak]
    """
    hidden = in_cover(state, target, model.cube) or not sees(state, model, target)
    dice = BASE - int(hidden) + int(target.aggression == Aggression.ENRAGED) + int(is_prone(target))
    return dice + int(carries(target, Item.CLOAK)) + mutation_dice(state, target, fight=False)


async def blaze_away(table: Table, state: State, model: Model, weapon: Weapon, cube: int, ammo: bool) -> None:
    """One Shoot test against the Survive of everybody in a cube.

    [DZ blaze.dice] [DZ blaze.all] [DZ blaze.ammo] [DZ item.ammo]
    """
    dice = blaze_dice(state, model, weapon, cube)
    if ammo:
        await items.use_up(table, state, model, Item.AMMO)
        dice += AMMO_DICE
    dice += await gather_support(table, state, model, cube, dice)
    tell_shot(table, "blazes", "DZ blaze.dice", model, weapon, state.field.names[cube])
    caught = models_in(state, cube)
    if caught:
        first = caught[0]
        resist = survive_blaze_dice(state, model, first)
        state.trial = Trial(
            Effect.BLAZE_AWAY, model.index, dice, model.card.shoot, first.index, resist, first.card.survive, 0
        )
        state.trial.tool = weapon.bit
    bonus = battle_cards.Bonus()
    await battle_cards.modify(table, state, model, Effect.BLAZE_AWAY, bonus, attack=True)
    state.trial = None
    dice += bonus.dice
    rolled = noted(table)
    scored = await successes(table, "blaze_away", dice, model.card.shoot, rolled)
    if table.listening:
        params: dict[str, Param] = {"tag": model.tag, "test": "blaze_away", "dice": dice, "scored": scored}
        params |= {"rolled": listed(rolled), "stat": model.card.shoot}
        table.tell("tested", "DZ blaze.dice", params)
    scored = await tests.redo(table, state, model, "blaze_away", dice, model.card.shoot, scored)
    fired(state, model, weapon)
    blow = Blow(decider(state, model), model.cube, weapon, bonus.pierce)
    hit = False
    # Who lies, hides or rages as the fire comes in: what happens to one of them changes nothing for the next.
    under = [(Declared(model, one), survive_blaze_dice(state, model, one)) for one in caught]
    for fire, resist in under:
        if fire.lives():
            hit = await blaze_at(table, state, fire, resist, weapon, scored, blow) or hit
    if is_explosive(weapon):
        await burst(table, state, cube, weapon, blow, hit)
    elif weapon.has(Keyword.SHOCKWAVE):
        await explosions.blast(table, state, cube, blow, hit, shockwave=True)


async def blaze_at(
    table: Table, state: State, fire: Declared, dice: int, weapon: Weapon, scored: int, blow: Blow
) -> bool:
    """One model under fire: aggression goes down by one, two or three; what cannot go down any more wounds.

    [DZ blaze.wins] [DZ blaze.doubles] [DZ blaze.triples] [DZ blaze.damage] [DZ blaze.miss] [DZ interrupt.struck]
    """
    target = fire.target
    bonus = battle_cards.Bonus()
    await battle_cards.modify(table, state, target, Effect.SURVIVE, bonus, attack=False, against=Effect.BLAZE_AWAY)
    held = noted(table)
    resisted = await successes(table, "survive", dice + bonus.resist, target.card.survive, held)
    resisted = await tests.redo(table, state, target, "survive", dice + bonus.resist, target.card.survive, resisted)
    won = margin(scored, resisted)
    if table.listening:
        params: dict[str, Param] = {"tag": target.tag, "scored": scored, "resisted": resisted}
        params |= {"held": listed(held), "held_stat": target.card.survive}
        table.tell("under_fire", "DZ blaze.wins" if won else "DZ blaze.miss", params)
    if is_explosive(weapon):
        return bool(won)
    if won:
        if not bonus.steadfast:
            left = aggression.lower_by(table, target, won, CLAUSES[won])
            if left:
                await damage.hurt(table, state, target, left, blow)
        await ignite(table, state, target, weapon, blow)
    if weapon.has(Keyword.KNOCKBACK) and not (resisted and resisted >= 2 * scored):
        await explosions.knock_back(table, state, fire, blow)
    return bool(won)


CLAUSES: Final = ("", "DZ blaze.wins", "DZ blaze.doubles", "DZ blaze.triples")
