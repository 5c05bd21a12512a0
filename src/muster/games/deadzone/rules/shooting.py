"""Shoot (rulebook, "Aim", "Shoot")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.deadzone.board.battlefield import UNSEEN, WHOLLY
from muster.games.deadzone.cards.content import Weapon
from muster.games.deadzone.cards.keywords import Ability, Effect, Item, Keyword
from muster.games.deadzone.rules import aggression, damage, explosions, items, psychic, tests
from muster.games.deadzone.rules.dice import BASE, FIRST, Pool
from muster.games.deadzone.rules.firing import DIMMED, burst, fired, ignite, is_explosive, tell_shot
from muster.games.deadzone.rules.tests import mutated
from muster.games.deadzone.rules.validity import Blow, Declared
from muster.games.deadzone.state.models import Aggression, Model, changing
from muster.games.deadzone.state.questions import (
    carries,
    decider,
    has,
    has_friends,
    in_cover,
    is_dimmed,
    is_prone,
    sees,
    stance,
)
from muster.games.deadzone.state.state import State
from muster.kernel.requests import Table
from muster.kernel.terms import Term, total

SHARP: Final = 1 << Ability.MARKSMAN | 1 << Ability.SNIPER
AIMED: Final = Term("DZ shoot.aim", 1)
CLEAR: Final = Term("DZ shoot.clear", 2)
HIGHER: Final = Term("DZ shoot.higher", 1)
ENRAGED: Final = Term("DZ shoot.enraged", -1)
LONG: Final = Term("DZ shoot.long", -1)
FRIENDS: Final = Term("DZ shoot.friends", -2)
MARKSMAN: Final = Term("DZ ability.marksman", 1)
SNIPER: Final = Term("DZ ability.sniper", 2)
CLOAK: Final = Term("DZ item.cloak", -2)
COVER: Final = Term("DZ shoot.cover", 1)
PRONE: Final = Term("DZ shoot.prone", 1)


def shoot_pool(state: State, model: Model, target: Model, weapon: Weapon, aimed: bool, seen: int) -> Pool:
    """The dice of a Shoot test.

    [DZ shoot.dice] [DZ shoot.aim] [DZ shoot.clear] [DZ shoot.higher] [DZ shoot.enraged] [DZ shoot.long]
    [DZ shoot.friends] [DZ ability.marksman] [DZ ability.sniper] [DZ item.cloak] [DZ item.smoke_edge]
    [DZ psychic.shield] [DZ ability.controlled]
    """
    field, pool = state.field, [FIRST]
    if aimed:
        pool.append(AIMED)
    if seen == WHOLLY:
        pool.append(CLEAR)
    if field.level[model.cube] > field.level[target.cube]:
        pool.append(HIGHER)
    if model.aggression == Aggression.ENRAGED:
        pool.append(ENRAGED)
    if field.far[model.cube * field.size + target.cube] > weapon.range:
        pool.append(LONG)
    if has_friends(state, model, target.cube, target):
        pool.append(FRIENDS)
    if model.abilities & SHARP:
        if has(model, Ability.MARKSMAN):
            pool.append(MARKSMAN)
        if has(model, Ability.SNIPER):
            pool.append(SNIPER)
    if target.items and carries(target, Item.CLOAK):
        pool.append(CLOAK)
    if state.smoke and is_dimmed(state, model.cube, target.cube):
        pool.append(DIMMED)
    if target.psychic > 0:
        pool.append(Term("DZ psychic.shield", -target.psychic))
    return pool


def survive_shot_pool(state: State, model: Model, target: Model) -> Pool:
    """The dice of the model that is shot at.  [DZ shoot.cover] [DZ shoot.prone] [DZ mutation.effect]"""
    pool = [FIRST]
    if in_cover(state, target, model.cube):
        pool.append(COVER)
    if is_prone(target):
        pool.append(PRONE)
    return pool + mutated(state, target, fight=False)


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
                if away <= weapon.reach and total(shoot_pool(state, model, target, weapon, aimed, seen)) > 0:
                    found.append((weapon, target))
    return found


async def shoot(
    table: Table, state: State, model: Model, weapon: Weapon, target: Model, aimed: bool, ap_ammo: bool = False
) -> None:
    """Roll a Shoot test against Survive.

    [DZ shoot.dice] [DZ shoot.wins] [DZ shoot.doubles] [DZ shoot.miss] [DZ item.ap_ammo] [DZ interrupt.struck]
    """
    shot = Declared(model, target)
    pierce = 0
    if ap_ammo:
        await items.use_up(table, state, model, Item.AP_AMMO)
        pierce = 1
    await raise_shield(table, state, target)
    tell_shot(table, "shoots", "DZ shoot.dice", model, weapon, {"target": target.tag})
    pool = shoot_pool(state, model, target, weapon, aimed, sees(state, model, target))
    resist = survive_shot_pool(state, model, target)
    stat, survive, tool = model.card.shoot, target.card.survive, weapon.bit
    outcome = await tests.opposed(
        table, state, Effect.SHOOT, model, pool, stat, target, Effect.SURVIVE, resist, survive, tool
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
    """Test a psychic's shield at the first shot in a round: its successes are dice off all shots that round.

    [DZ psychic.shield]
    """
    if has(target, Ability.PSYCHIC) and target.psychic < 0:
        turned = await psychic.test(table, state, target, BASE)
        changing(target).psychic = turned
        if table.listening:
            table.tell("psychic_shield", "DZ psychic.shield", {"tag": target.tag, "count": target.psychic})
