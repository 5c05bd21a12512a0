"""Firing a weapon in any way: weapons that are ready, ammo used up, explosions and fire (rulebook, "Shoot")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.deadzone.cards.content import Weapon
from muster.games.deadzone.cards.keywords import Ability, Keyword
from muster.games.deadzone.rules import crews, damage, explosions
from muster.games.deadzone.rules.validity import Blow
from muster.games.deadzone.state.models import Model, changing
from muster.games.deadzone.state.questions import has
from muster.games.deadzone.state.state import State
from muster.kernel.requests import Table
from muster.kernel.terms import Term
from muster.kernel.text import Params

DIMMED: Final = Term("DZ item.smoke_edge", -1)
"""A die less for fire along the edge of smoke, once, however much smoke there is."""


def ready(state: State, model: Model, weapons: Sequence[Weapon]) -> list[Weapon]:
    """The weapons that a model can fire now: loaded, not lost, and fired by the gunner if they belong to a crew.

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
    """Whether a weapon can be fired directly: not the heavy indirect weapons of crews and vehicles.

    [DZ indirect.heavy]
    """
    return weapon in model.card.shooters or weapon in model.card.blazers


def tell_shot(table: Table, key: str, clause: str, model: Model, weapon: Weapon, target: Params) -> None:
    if table.listening:
        table.tell(key, clause, {"tag": model.tag, "weapon": weapon.id, **target})


def fired(state: State, model: Model, weapon: Weapon) -> None:
    """Note that a weapon was fired: one with a long reload, or of a crew without its loader, must be reloaded.

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
    """Make a weapon explode where it was aimed, even on a miss: only hit or miss counts.

    [DZ ability.frag] [DZ ability.blast] [DZ ability.massive_frag]
    """
    if weapon.has(Keyword.BLAST):
        await explosions.blast(table, state, cube, blow, hit, weapon.has(Keyword.SHOCKWAVE))
    else:
        await explosions.frag(table, state, cube, blow, hit, weapon.has(Keyword.MASSIVE_FRAG))


async def ignite(table: Table, state: State, target: Model, weapon: Weapon, blow: Blow) -> None:
    """Set a model on fire that survives a hit by a burning weapon.  [DZ ability.it_burns]"""
    if weapon.has(Keyword.IT_BURNS):
        await damage.burn(table, state, target, blow)
