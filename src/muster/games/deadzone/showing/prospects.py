"""Odds of the attacks that the options of a position begin: Shoot, Fight and Blaze Away as the rules would roll them.

Nobody plays a card. Where more than one roll on each side decides (blasts, fire, knocks into walls and off roofs,
volatile weapons, vehicles, models that blow up) there are no exact odds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muster.games.deadzone.cards.content import Weapon
from muster.games.deadzone.cards.keywords import Ability, Item, Keyword
from muster.games.deadzone.rules import aggression, blazing, fighting, psychic, shooting
from muster.games.deadzone.rules.damage import LIFE_SUPPORT, SHIELD_LOST, shield_side
from muster.games.deadzone.rules.dice import BASE
from muster.games.deadzone.rules.subjects import Striking, Watching
from muster.games.deadzone.rules.tests import RESOURCEFUL
from muster.games.deadzone.rules.validity import Blow
from muster.games.deadzone.showing.chances import successes
from muster.games.deadzone.showing.reckoning import Body, Tally, bout, doubled_in, fire, loss, shot
from muster.games.deadzone.showing.threats import body
from muster.games.deadzone.state.models import Model
from muster.games.deadzone.state.questions import carries, has, models_in, sees
from muster.games.deadzone.state.state import State
from muster.kernel.odds import Odds, Prospect
from muster.kernel.requests import Seat
from muster.kernel.terms import total
from muster.kernel.text import Text

MORE = (Keyword.FRAG, Keyword.MASSIVE_FRAG, Keyword.BLAST, Keyword.SHOCKWAVE, Keyword.IT_BURNS, Keyword.KNOCKBACK)
"""Keywords of weapons that roll more than once."""
BOMBS = (Ability.BOOM, Ability.BIG_BOOM)
AP_AMMO, AMMO = "+ap_ammo", "+ammo"


def prospects(state: State, seat: Seat, subject: object, key: str) -> Sequence[Prospect]:
    """The attack that an answer begins, with its odds."""
    what, _, rest = key.partition(":")
    number = subject.model if isinstance(subject, Striking | Watching) else state.active
    if number < 0 or not rest:
        return ()
    model = state.models[number]
    found: Iterator[tuple[Model, str, Odds]] = iter(())
    if what == "shoot":
        name, _, tag = rest.removesuffix(AP_AMMO).partition("@")
        found = shots(state, model, name, tag, rest.endswith(AP_AMMO), isinstance(subject, Watching))
    elif what == "fight":
        tag, _, name = rest.partition(":")
        found = bouts(state, model, name, tag, isinstance(subject, Striking) and subject.moved)
    elif what == "blaze":
        name, _, cube = rest.removesuffix(AMMO).partition("@")
        found = blazes(state, model, name, cube, rest.endswith(AMMO))
    return [
        Prospect(Text("odds.prospect", {"weapon": name, "tag": target.tag, "model": target.card.id}), odds)
        for target, name, odds in found
    ]


def shots(
    state: State, model: Model, name: str, tag: str, ap_ammo: bool, watching: bool
) -> Iterator[tuple[Model, str, Odds]]:
    """A shot; a psychic's shield not yet raised takes its successes off the dice.

    [DZ shoot.dice] [DZ item.ap_ammo] [DZ overwatch.action] [DZ psychic.shield]
    """
    weapon, target = armed(model, name), marked(state, tag)
    if weapon is None or target is None or not plain(weapon, target):
        return
    raised: tuple[float, ...] = (1.0,)
    if has(target, Ability.PSYCHIC) and target.psychic < 0:
        if rolls_again(target):
            return
        raised = successes(BASE, psychic.NEEDED)
    aimed = state.aimed and not watching
    dice = total(shooting.shoot_pool(state, model, target, weapon, aimed, sees(state, model, target)))
    resist = total(shooting.survive_shot_pool(state, model, target))
    pierce = weapon.ap + int(ap_ammo)
    body, again = struck(state, model, target, weapon), (rolls_again(model), rolls_again(target))
    found, doubled = Tally(("missed", "saved", "injured", "killed")), 0.0
    for turned, share in enumerate(raised):
        case, more = shot(dice - turned, model.card.shoot, resist, target.card.survive, body, pierce, again)
        found.add(case, share)
        doubled += share * more
    mended(found, "", target)
    yield target, name, found.odds([doubled_in(doubled)], [*(["aim_redo"] if any(again) else []), "aim_cards"])


def bouts(state: State, model: Model, name: str, tag: str, moved: bool) -> Iterator[tuple[Model, str, Odds]]:
    """A fight; the target answers as is better for it.  [DZ fight.dice] [DZ fight.response]"""
    weapon, target = armed(model, name), marked(state, tag)
    if target is None or (weapon is None) != (not name) or not plain(weapon, target):
        return
    if any(has(one, bomb) for one in (model, target) for bomb in BOMBS):
        return
    again = rolls_again(model), rolls_again(target)
    dice, stat = total(fighting.fight_pool(state, model, moved, target)), model.card.fight
    foe, ap = struck(state, model, target, weapon), 0 if weapon is None else weapon.ap
    ways: list[tuple[Tally, str]] = []
    resist = total(fighting.response_pool(state, target, True, model))
    if fighting.may_fight(target) and resist > 0:
        blades: list[Weapon | None] = [*fighting.blades(target)] or [None]
        for blade in blades:
            if not plain(blade, model):
                return
            own, back = struck(state, target, model, blade), 0 if blade is None else blade.ap
            way = bout(dice, stat, resist, target.card.fight, True, foe, ap, own, back, again)
            ways.append((way, "aim_fights_back"))
    resist = total(fighting.response_pool(state, target, False, model))
    ways.append((bout(dice, stat, resist, target.card.survive, False, foe, ap, Body(0), 0, again), "aim_survives"))
    found, aim = min(ways, key=lambda way: loss(way[0]))
    mended(found, "", target)
    mended(found, "own_", model)
    aims = [aim, *(["aim_redo"] if any(again) else []), "aim_free", "aim_cards"]
    yield target, name or "bare", found.odds([], aims)


def blazes(state: State, model: Model, name: str, cube: str, ammo: bool) -> Iterator[tuple[Model, str, Odds]]:
    """Fire at a cube, one by one for everybody there. Friends who may support it do not.

    [DZ blaze.dice] [DZ blaze.all] [DZ blaze.ammo]
    """
    weapon, place = armed(model, name), state.field.cubes.index.get(cube, -1)
    if weapon is None or place < 0 or rolls_again(model):
        return
    caught = models_in(state, place)
    pool = blazing.blaze_pool(state, model, weapon, place)
    dice = total([*pool, blazing.AMMO] if ammo else pool)
    if dice <= 0 or any(has(one, bomb) for one in caught for bomb in BOMBS):
        return
    alone = not blazing.places_left(state, model) or not blazing.supporters(state, model, place)
    for target in caught:
        if not plain(weapon, target) or aggression.is_fixed(target) or rolls_again(target):
            continue
        resist = total(blazing.survive_blaze_pool(state, model, target))
        hit = struck(state, model, target, weapon)
        found = fire(
            dice, model.card.shoot, resist, target.card.survive, hit, weapon.ap, aggression.LEVELS[target.aggression]
        )
        mended(found, "", target)
        yield target, name, found.odds([], ["aim_cards"] if alone else ["aim_alone", "aim_cards"])


def mended(found: Tally, prefix: str, model: Model) -> None:
    """Life support mends the first injury of a battle at once.  [DZ ability.life_support]"""
    if has(model, Ability.LIFE_SUPPORT) and not model.saved & LIFE_SUPPORT and not model.injured:
        found.ends = {
            f"{prefix}mended" if name == f"{prefix}injured" else name: chance for name, chance in found.ends.items()
        }


def rolls_again(model: Model) -> bool:
    """Whether a model may still do a test again.  [DZ ability.resourceful]"""
    return has(model, Ability.RESOURCEFUL) and not model.saved & RESOURCEFUL


def armed(model: Model, name: str) -> Weapon | None:
    return next((weapon for weapon in model.card.weapons if weapon.id == name), None)


def marked(state: State, tag: str) -> Model | None:
    return next((model for model in state.models if model.tag == tag), None)


def plain(weapon: Weapon | None, target: Model) -> bool:
    """Whether one roll on each side decides everything."""
    if weapon is not None and any(weapon.has(keyword) for keyword in MORE):
        return False
    volatile = any(arm.has(Keyword.VOLATILE) and not target.wrecked >> arm.bit & 1 for arm in target.card.weapons)
    return not volatile and not has(target, Ability.VEHICLE)


def struck(state: State, model: Model, target: Model, weapon: Weapon | None) -> Body:
    """A model as damage finds it, with the shields it bears.  [DZ item.defender_shield] [DZ item.energy_shield]"""
    found = body(state, target, weapon)
    worn = state.content.constants["energy_shield"] if carries(target, Item.ENERGY_SHIELD) else 0
    own = 0 if target.saved & SHIELD_LOST else target.card.shield
    side = shield_side(state, target, Blow(model.owner, model.cube, weapon))
    return found._replace(armour=found.armour + side, shield=max(own, worn))
