"""The dice of a test as a ledger: each term with the clause that gives or takes it.

The rules count with `shoot_dice` and its like, which bots ask for thousands of times; here is the same sum written out
for people. A test holds both against each other.
"""

from __future__ import annotations

from typing import Final

from muster.games.deadzone.board.battlefield import WHOLLY
from muster.games.deadzone.cards.content import Weapon
from muster.games.deadzone.cards.keywords import Ability, Item, Keyword
from muster.games.deadzone.rules.blazing import spots
from muster.games.deadzone.rules.dice import BASE
from muster.games.deadzone.rules.fighting import prone_dice
from muster.games.deadzone.state.models import Aggression, Model
from muster.games.deadzone.state.questions import (
    carries,
    distance,
    has,
    has_friends,
    in_cover,
    is_prone,
    level,
    mutation_dice,
    sees,
    smoke_dice,
)
from muster.games.deadzone.state.state import State

Term = tuple[str, int]
"""A clause and the dice it gives or takes."""
FIRST: Final[Term] = ("DZ dice.base", BASE)


def _sum(terms: list[Term]) -> tuple[Term, ...]:
    """The base, and what changes it."""
    return (FIRST, *((clause, dice) for clause, dice in terms if dice))


def shoot(state: State, model: Model, target: Model, weapon: Weapon, aimed: bool) -> tuple[Term, ...]:
    """As `shooting.shoot_dice`."""
    return _sum(
        [
            ("DZ shoot.aim", int(aimed)),
            ("DZ shoot.clear", 2 * int(sees(state, model, target) == WHOLLY)),
            ("DZ shoot.higher", int(level(state, model.cube) > level(state, target.cube))),
            ("DZ shoot.enraged", -int(model.aggression == Aggression.ENRAGED)),
            ("DZ shoot.long", -int(distance(state, model, target) > weapon.range)),
            ("DZ shoot.friends", -2 * int(has_friends(state, model, target.cube))),
            ("DZ ability.marksman", int(has(model, Ability.MARKSMAN))),
            ("DZ ability.sniper", 2 * int(has(model, Ability.SNIPER))),
            ("DZ item.cloak", -2 * int(carries(target, Item.CLOAK))),
            ("DZ item.smoke_edge", smoke_dice(state, model.cube, target.cube)),
            ("DZ psychic.shield", -max(0, target.psychic)),
        ]
    )


def survive_shot(state: State, model: Model, target: Model) -> tuple[Term, ...]:
    """As `shooting.survive_shot_dice`."""
    return _sum(
        [
            ("DZ shoot.cover", int(in_cover(state, target, model.cube))),
            ("DZ shoot.prone", int(is_prone(target))),
            ("DZ mutation.effect", mutation_dice(state, target, fight=False)),
        ]
    )


def blaze(state: State, model: Model, weapon: Weapon, cube: int) -> tuple[Term, ...]:
    """As `shooting.blaze_dice`."""
    heavy = weapon.has(Keyword.WEIGHT_OF_FIRE) or has(model, Ability.WEIGHT_OF_FIRE)
    friends = [one for one in state.models if one.owner == model.owner]
    return _sum(
        [
            ("DZ ability.firestorm", 2 * int(weapon.has(Keyword.FIRESTORM))),
            ("DZ ability.weight_of_fire", int(heavy)),
            ("DZ ability.spotter", int(any(spots(state, friend, cube) for friend in friends))),
            ("DZ item.smoke", -2 * int(cube in state.smoke)),
            ("DZ item.smoke_edge", smoke_dice(state, model.cube, cube)),
        ]
    )


def survive_blaze(state: State, model: Model, target: Model) -> tuple[Term, ...]:
    """As `shooting.survive_blaze_dice`."""
    hidden = in_cover(state, target, model.cube) or not sees(state, model, target)
    return _sum(
        [
            ("DZ blaze.cover", -int(hidden)),
            ("DZ blaze.enraged", int(target.aggression == Aggression.ENRAGED)),
            ("DZ blaze.prone", int(is_prone(target))),
            ("DZ item.cloak", int(carries(target, Item.CLOAK))),
            ("DZ mutation.effect", mutation_dice(state, target, fight=False)),
        ]
    )


def fight(state: State, model: Model, moved: bool, target: Model | None = None) -> tuple[Term, ...]:
    """As `fighting.fight_dice`."""
    return _sum(
        [
            ("DZ fight.charge", int(moved)),
            ("DZ fight.friends", int(has_friends(state, model, model.cube, target))),
            ("DZ fight.enraged", int(model.aggression == Aggression.ENRAGED)),
            ("DZ fight.injured", -int(model.injured)),
            ("DZ fight.prone", -prone_dice(model)),
            *_skill(state, model, True),
        ]
    )


def respond(state: State, model: Model, back: bool, attacker: Model | None = None) -> tuple[Term, ...]:
    """As `fighting.response_dice`."""
    return _sum(
        [
            ("DZ fight.response_dice", int(has_friends(state, model, model.cube, attacker))),
            ("DZ fight.prone", -prone_dice(model)),
            *_skill(state, model, back),
        ]
    )


def _skill(state: State, model: Model, back: bool) -> list[Term]:
    return [
        ("DZ mutation.effect", mutation_dice(state, model, back)),
        ("DZ ability.brawler", int(back and has(model, Ability.BRAWLER))),
        ("DZ ability.support", -int(model.card.clumsy)),
    ]
