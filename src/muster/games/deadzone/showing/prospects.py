"""Odds of the attacks that the options of a position begin, as the rules would roll them: Shoot, Fight, Blaze Away,
grenades and indirect fire. Nobody plays a card.

Of an explosion everybody whom it may catch gets odds of their own. What follows is named and not counted: where a
thrown model ends up and what that does to it, and what else explodes.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.games.deadzone.cards.content import Weapon
from muster.games.deadzone.cards.keywords import Ability, Keyword
from muster.games.deadzone.rules import aggression, blazing, explosions, fighting, firing, psychic, shooting
from muster.games.deadzone.rules.dice import BASE
from muster.games.deadzone.rules.subjects import Striking, Watching
from muster.games.deadzone.showing.bursts import Found, armed, bursts, rolls_again, struck, tosses, volatile
from muster.games.deadzone.showing.chances import opposed, successes
from muster.games.deadzone.showing.harm import Body, Tally
from muster.games.deadzone.showing.reckoning import bout, doubled_in, fire, loss, shot
from muster.games.deadzone.state.models import Model
from muster.games.deadzone.state.questions import has, models_in, sees
from muster.games.deadzone.state.state import State
from muster.kernel.odds import Prospect
from muster.kernel.requests import Seat
from muster.kernel.terms import total
from muster.kernel.text import Text

FOLLOWS = (Keyword.KNOCKBACK, Keyword.SHOCKWAVE)
"""Keywords of weapons that move models after the attack."""
BOMBS = (Ability.BOOM, Ability.BIG_BOOM)
AP_AMMO, AMMO = "+ap_ammo", "+ammo"


def prospects(state: State, seat: Seat, subject: object, key: str) -> Sequence[Prospect]:
    """The attack that an answer begins, with its odds."""
    what, _, rest = key.partition(":")
    number = subject.model if isinstance(subject, Striking | Watching) else state.active
    if number < 0 or not rest:
        return ()
    model = state.models[number]
    found: Found = iter(())
    if what == "shoot":
        name, _, tag = rest.removesuffix(AP_AMMO).partition("@")
        found = shots(state, model, name, tag, rest.endswith(AP_AMMO), isinstance(subject, Watching))
    elif what == "fight":
        tag, _, name = rest.partition(":")
        found = bouts(state, model, name, tag, isinstance(subject, Striking) and subject.moved)
    elif what == "blaze":
        name, _, cube = rest.removesuffix(AMMO).partition("@")
        found = blazes(state, model, name, cube, rest.endswith(AMMO))
    elif what in ("throw", "lob"):
        name, _, cube = rest.partition("@")
        found = tosses(state, model, name, cube, what == "lob")
    return [
        Prospect(Text("odds.prospect", {"weapon": name, "tag": target.tag, "model": target.card.id}), odds)
        for target, name, odds in found
    ]


def shots(state: State, model: Model, name: str, tag: str, ap_ammo: bool, watching: bool) -> Found:
    """A shot; a psychic's shield not yet raised takes its successes off the dice.

    [DZ shoot.dice] [DZ item.ap_ammo] [DZ overwatch.action] [DZ psychic.shield]
    """
    weapon, target = armed(model, name), marked(state, tag)
    if weapon is None or target is None or burns_twice(weapon, target):
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
    again = (rolls_again(model), rolls_again(target))
    if firing.is_explosive(weapon):
        if not any(again):
            rolls = [(dice - turned, share) for turned, share in enumerate(raised)]
            hit = sum([share * beats(left, model.card.shoot, resist, target.card.survive) for left, share in rolls])
            yield from bursts(state, {target.cube: (hit, 1.0 - hit)}, weapon, pierce)
        return
    body, knocks = struck(state, model, target, weapon), weapon.has(Keyword.KNOCKBACK) and is_movable(target)
    found, doubled = Tally(("missed", "saved", "injured", "killed")), 0.0
    for turned, share in enumerate(raised):
        case, more = shot(
            dice - turned, model.card.shoot, resist, target.card.survive, body, pierce, again, knocks=knocks
        )
        found.add(case, share)
        doubled += share * more
    aims = [*(["aim_redo"] if any(again) else []), *follows(weapon, target), "aim_cards"]
    yield target, name, found.odds([doubled_in(doubled)], aims)


def bouts(state: State, model: Model, name: str, tag: str, moved: bool) -> Found:
    """A fight; the target answers as is better for it.  [DZ fight.dice] [DZ fight.response]"""
    weapon, target = armed(model, name), marked(state, tag)
    if target is None or (weapon is None) != (not name) or burns_twice(weapon, target):
        return
    again = rolls_again(model), rolls_again(target)
    dice, stat = total(fighting.fight_pool(state, model, moved, target)), model.card.fight
    foe, ap = struck(state, model, target, weapon), 0 if weapon is None else weapon.ap
    ways: list[tuple[Tally, str, Weapon | None]] = []
    resist = total(fighting.response_pool(state, target, True, model))
    if fighting.may_fight(target) and resist > 0:
        blades: list[Weapon | None] = [*fighting.blades(target)] or [None]
        for blade in blades:
            if burns_twice(blade, model):
                return
            own, back = struck(state, target, model, blade), 0 if blade is None else blade.ap
            way = bout(dice, stat, resist, target.card.fight, True, foe, ap, own, back, again)
            ways.append((way, "aim_fights_back", blade))
    resist = total(fighting.response_pool(state, target, False, model))
    way = bout(dice, stat, resist, target.card.survive, False, foe, ap, Body(0), 0, again)
    ways.append((way, "aim_survives", None))
    found, aim, answer = min(ways, key=lambda way: loss(way[0]))
    more = dict.fromkeys([*follows(weapon, target), *follows(answer, model)])
    aims = [aim, *(["aim_redo"] if any(again) else []), "aim_free", *more, "aim_cards"]
    yield target, name or "bare", found.odds([], aims)


def blazes(state: State, model: Model, name: str, cube: str, ammo: bool) -> Found:
    """Fire at a cube, one by one for everybody there. Friends who may support it do not.

    [DZ blaze.dice] [DZ blaze.all] [DZ blaze.ammo]
    """
    weapon, place = armed(model, name), state.field.cubes.index.get(cube, -1)
    if weapon is None or place < 0 or rolls_again(model):
        return
    caught = models_in(state, place)
    pool = blazing.blaze_pool(state, model, weapon, place)
    dice = total([*pool, blazing.AMMO] if ammo else pool)
    if dice <= 0:
        return
    alone = not blazing.places_left(state, model) or not blazing.supporters(state, model, place)
    aims = [] if alone else ["aim_alone"]
    if firing.is_explosive(weapon):
        if not any(rolls_again(target) for target in caught):
            hit = hits_somebody(state, model, caught, dice)
            yield from bursts(state, {place: (hit, 1.0 - hit)}, weapon, weapon.ap, tuple(aims))
        return
    for target in caught:
        if aggression.is_fixed(target) or rolls_again(target):
            continue
        resist = total(blazing.survive_blaze_pool(state, model, target))
        body, level = struck(state, model, target, weapon), aggression.LEVELS[target.aggression]
        knocks = weapon.has(Keyword.KNOCKBACK) and is_movable(target)
        found = fire(dice, model.card.shoot, resist, target.card.survive, body, weapon.ap, level, knocks)
        yield target, name, found.odds([], [*aims, *follows(weapon, target), "aim_cards"])


def hits_somebody(state: State, model: Model, caught: Sequence[Model], dice: int) -> float:
    """The chance that fire at a cube wins against anybody there, everybody with dice of their own; in an empty cube
    against nobody.

    [DZ blaze.all] [DZ blaze.any_cube]
    """
    found = 0.0
    for scored, chance in enumerate(successes(dice, model.card.shoot)):
        missed = float(bool(caught) or not scored)
        for target in caught:
            resist = total(blazing.survive_blaze_pool(state, model, target))
            held = successes(resist, target.card.survive)
            missed *= sum([share for count, share in enumerate(held) if count >= scored], 0.0)
        found += chance * (1.0 - missed)
    return found


def beats(dice: int, stat: int, resist: int, held: int) -> float:
    return sum([chance for one, other, chance in opposed(dice, stat, resist, held) if one > other], 0.0)


def follows(weapon: Weapon | None, target: Model) -> list[str]:
    """Whether more comes after the attack than its odds say: knocks, and what explodes."""
    moves = weapon is not None and any(weapon.has(keyword) for keyword in FOLLOWS)
    return ["aim_follows"] if moves or any(has(target, bomb) for bomb in BOMBS) else []


def is_movable(target: Model) -> bool:
    return explosions.is_movable(target)


def marked(state: State, tag: str) -> Model | None:
    return next((model for model in state.models if model.tag == tag), None)


def burns_twice(weapon: Weapon | None, target: Model) -> bool:
    """Whether a model that may roll again would choose between this test and one against a fire that may follow."""
    fiery = weapon is not None and weapon.has(Keyword.IT_BURNS)
    return rolls_again(target) and (fiery or bool(volatile(target)))
