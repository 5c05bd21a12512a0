"""Damage: from successes to injuries and deaths, and what armour, shields and toughness take off (rulebook, "Damage").

Also fire, because a burning model suffers damage again and again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.deadzone.cards.keywords import Ability, Effect, Item, Keyword, Rank
from muster.games.deadzone.rules import aggression, battle_cards, crews, items, tests
from muster.games.deadzone.rules.dice import FIRST, Pool, margin, noted, successes
from muster.games.deadzone.rules.moments import MOMENTS
from muster.games.deadzone.rules.told import DiceRolled
from muster.games.deadzone.rules.validity import Blow
from muster.games.deadzone.state.models import NOBODY, Aggression, Harm, Model, changing
from muster.games.deadzone.state.questions import carries, friends_in, has, on_board
from muster.games.deadzone.state.state import State
from muster.geometry.squares import NOWHERE
from muster.kernel.requests import Table
from muster.kernel.terms import Term, total
from muster.kernel.text import Param

LIFE_SUPPORT: Final = 2
SHIELD_LOST: Final = 4
"""Bits of `Model.saved`."""


async def brace(table: Table, state: State, model: Model) -> battle_cards.Bonus:
    """Ask for a card against something that is no model: a blast, a fall, a fire.  [DZ card.before_dice]"""
    return await battle_cards.brace(table, state, model, Effect.SURVIVE)


async def resist(table: Table, state: State, model: Model, pool: Sequence[Term], bonus: battle_cards.Bonus) -> int:
    """Test Survive against such a thing, with the card that was played before its dice fell."""
    dice = total(pool) + total(tests.mutated(state, model, fight=False)) + bonus.resist
    rolled = noted(table)
    held = await successes(table, "survive", dice, model.card.survive, rolled)
    if rolled is not None:
        params: dict[str, Param] = {"tag": model.tag, "test": "survive", "dice": dice, "scored": held}
        table.tell("tested", "DZ dice.opposed", params, DiceRolled(rolled, model.card.survive))
    return await tests.redo(table, state, model, "survive", dice, model.card.survive, held)


async def hurt(table: Table, state: State, target: Model, potential: int, blow: Blow) -> Harm:
    """Turn potential damage into actual damage, less shields, toughness and armour.

    [DZ damage.armour] [DZ damage.none] [DZ ability.tough] [DZ ability.really_tough]
    """
    potential = await absorb(table, state, target, potential)
    weapon = blow.weapon
    armour = armour_of(state, target) + shield_side(state, target, blow)
    soak = 2 if has(target, Ability.REALLY_TOUGH) else 1 if has(target, Ability.TOUGH) else 0
    if weapon is not None and weapon.has(Keyword.IRRESISTIBLE):
        # Toughness counts as armour, which this attack can pierce.  [DZ ability.irresistible]
        armour += soak
    else:
        potential -= soak
    if potential <= 0:
        return Harm.NONE
    actual = potential - max(0, armour - blow.pierce - (weapon.ap if weapon is not None else 0))
    if actual <= 0:
        if table.listening:
            table.tell("armour_saves", "DZ damage.none", {"tag": target.tag})
        await rupture(table, state, target, blow)
        return Harm.NONE
    return await wound(table, state, target, actual, blow)


def armour_of(state: State, model: Model) -> int:
    extra = state.content.mutations[model.mutation].armour if model.mutation >= 0 else 0
    return model.card.armour + extra


def shield_side(state: State, target: Model, blow: Blow) -> int:
    """The armour of a defender shield, against attacks across the side it covers.  [DZ item.defender_shield]"""
    if not carries(target, Item.DEFENDER_SHIELD) or blow.origin in (NOWHERE, target.cube):
        return 0
    a, b = state.field.cubes.where[blow.origin], state.field.cubes.where[target.cube]
    dx, dy = a[0] - b[0], a[1] - b[1]
    side = (0 if dy < 0 else 2) if abs(dy) > abs(dx) else (1 if dx > 0 else 3)
    return int(side == target.facing)


async def absorb(table: Table, state: State, target: Model, potential: int) -> int:
    """Roll the dice of an energy shield: each 6 or more absorbs a point, and more ones than successes destroy it.

    [DZ item.energy_shield] [DZ item.energy_shield_lost]
    """
    worn = carries(target, Item.ENERGY_SHIELD)
    own = 0 if target.saved & SHIELD_LOST else target.card.shield
    dice = max(own, state.content.constants["energy_shield"] if worn else 0)
    if not dice or potential <= 0:
        return potential
    found = ones = 0
    while dice:
        faces = await table.roll("energy_shield", (8,) * dice)
        found += sum(face >= 6 for face in faces)
        ones += faces.count(1)
        dice = faces.count(8)
    if table.listening:
        table.tell("shield_absorbs", "DZ item.energy_shield", {"tag": target.tag, "count": found})
    if ones > found:
        if worn:
            items.lose(state, target, Item.ENERGY_SHIELD)
        else:
            changing(target).saved |= SHIELD_LOST
        if table.listening:
            table.tell("shield_lost", "DZ item.energy_shield_lost", {"tag": target.tag})
    return potential - found


async def wound(table: Table, state: State, target: Model, actual: int, blow: Blow) -> Harm:
    """Wound a model: one point injures it, or kills it if it is injured; two kill. Vehicles add damage up, vulnerable
    models always die.

    [DZ damage.one] [DZ damage.two] [DZ ability.vehicle_damage] [DZ overwatch.lost] [DZ ability.vulnerable]
    [DZ ability.toxic]
    """
    toxic = blow.weapon is not None and blow.weapon.has(Keyword.TOXIC) and not has(target, Ability.CONSTRUCT)
    if has(target, Ability.VEHICLE):
        changing(target).damage += actual
        changing(target).overwatch = False
        if target.damage < target.card.hull:
            if table.listening:
                table.tell("vehicle_damaged", "DZ ability.vehicle_damage", {"tag": target.tag, "count": target.damage})
            return Harm.INJURED
    elif actual == 1 and not target.injured and not toxic and not has(target, Ability.VULNERABLE):
        return injure(table, target)
    await kill(table, state, target, blow.seat)
    return Harm.KILLED


def injure(table: Table, target: Model) -> Harm:
    """Injure a model: it loses its overwatch, life support mends it once, and a rampager rages.

    [DZ damage.one] [DZ overwatch.lost] [DZ ability.life_support] [DZ ability.rampage_rage]
    """
    changing(target).overwatch = False
    if has(target, Ability.LIFE_SUPPORT) and not target.saved & LIFE_SUPPORT:
        changing(target).saved |= LIFE_SUPPORT
        if table.listening:
            table.tell("life_support", "DZ ability.life_support", {"tag": target.tag})
        return Harm.INJURED
    changing(target).injured = True
    if table.listening:
        table.tell("injured", "DZ damage.one", {"tag": target.tag})
    if has(target, Ability.RAMPAGE) and not has(target, Ability.CONSTRUCT):
        changing(target).aggression = Aggression.ENRAGED
        aggression.tell_level(table, target, "DZ ability.rampage_rage")
    return Harm.INJURED


Wounds = tuple[bool, int, int]


def wounds_of(model: Model) -> Wounds:
    """The wounds a model has had, to tell whether more came: one that life support mended at once counts, too.

    [DZ overwatch.interrupted] [DZ overwatch.lost] [DZ ability.life_support]
    """
    return model.injured, model.damage, model.saved & LIFE_SUPPORT


async def explode(table: Table, state: State, model: Model, seat: int) -> None:
    """Blow a model up because its side wants it: that is nobody's kill, but models it takes along are kills of that
    side.

    [DZ ability.boom] [DZ goal.kill]
    """
    await kill(table, state, model, NOBODY, seat)


async def kill(table: Table, state: State, target: Model, seat: int, bomber: int = NOBODY) -> None:
    """Remove a model from the game: what it carried stays in its cube, its command tokens are lost.

    [DZ damage.two] [DZ item.dropped_by_dead] [DZ command.pool_dead]
    """
    cube = target.cube
    if cube == NOWHERE:
        return
    for item in target.items:
        state.items.append((item, cube))
    changing(target).items = ()
    changing(target).dead = True
    changing(target).cube = NOWHERE
    changing(target).overwatch = target.burning = False
    state.kills.append((target.index, seat))
    side = state.sides[target.owner]
    side.pool = max(0, side.pool - pool_share(target))
    if table.listening:
        table.tell("killed", "DZ damage.two", {"tag": target.tag, "model": target.card.id})
    if has(target, Ability.VEHICLE):
        # A wreck stays as cover.  [DZ ability.vehicle_wreck]
        state.wrecks.append(cube)
    crews.succeed(table, state, target, cube)
    await MOMENTS.killed(table, state, target, cube, seat if bomber == NOBODY else bomber)


def pool_share(model: Model) -> int:
    """The tokens that a model adds to the command pool: a leader 1, a tactician 1, a strategist 2.

    [DZ command.pool]
    """
    share = int(model.card.rank == Rank.LEADER)
    if has(model, Ability.TACTICIAN):
        share += 1
    if has(model, Ability.STRATEGIST):
        share += 2
    return share


# Fire


def smother_pool(state: State, target: Model, again: bool) -> Pool:
    """The dice of a model on fire: a die less if it burns on, and one more for each friend there.

    [DZ burn.test] [DZ burn.again]
    """
    helped = len(friends_in(state, target, target.cube)) - 1 if again else 0
    return [FIRST, Term("DZ burn.again", helped)] if helped else [FIRST]


async def burn(table: Table, state: State, target: Model, blow: Blow, again: bool = False) -> None:
    """Set a model on fire: 3 dice at 4+ against Survive. A loss hurts, a doubled loss keeps it burning. The dead do not
    burn.

    [DZ burn.test] [DZ burn.out] [DZ burn.hurts] [DZ burn.on] [DZ burn.again] [DZ interrupt.struck]
    """
    if not on_board(target):
        return
    bonus = await brace(table, state, target)
    heat = await successes(table, "fire", FIRST.count, 4)
    cold = await resist(table, state, target, smother_pool(state, target, again), bonus)
    won = margin(heat, cold)
    changing(target).burning = won >= 2
    if table.listening:
        key = "burns_on" if won >= 2 else "burns" if won else "flames_out"
        clause = "DZ burn.on" if won >= 2 else "DZ burn.hurts" if won else "DZ burn.out"
        table.tell(key, clause, {"tag": target.tag})
    if won:
        await hurt(table, state, target, heat - cold + 1, Blow(blow.seat, NOWHERE, None))


async def rupture(table: Table, state: State, target: Model, blow: Blow) -> None:
    """Roll for a volatile weapon whose bearer was saved by armour: on a 1 it is lost and sets its bearer on fire.

    [DZ ability.volatile]
    """
    for weapon in target.card.weapons:
        if weapon.has(Keyword.VOLATILE) and not target.wrecked >> weapon.bit & 1:
            if (await table.roll("volatile", (8,)))[0] == 1:
                changing(target).wrecked |= 1 << weapon.bit
                if table.listening:
                    table.tell("ruptured", "DZ ability.volatile", {"tag": target.tag, "weapon": weapon.id})
                await burn(table, state, target, blow)
            return
