"""Cards as a seat sees them: stat cards and battle cards, made once and shared by all views."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from muster.games.deadzone.cards.content import Content, ModelCard, Weapon
from muster.games.deadzone.cards.keywords import EFFECTS, Ability, Keyword
from muster.games.deadzone.state.state import State
from muster.kernel.numbers import members


class WeaponView(msgspec.Struct, frozen=True):
    id: str
    range: int
    ap: int
    keywords: tuple[str, ...]


class CardView(msgspec.Struct, frozen=True):
    """A stat card."""

    id: str
    faction: str
    rank: str
    cost: int
    command: tuple[int, int]
    shoot: int
    fight: int
    survive: int
    armour: int
    size: int
    hull: int
    abilities: tuple[str, ...]
    weapons: tuple[WeaponView, ...]


class EffectView(msgspec.Struct, frozen=True):
    effect: str
    amount: int


class BattleCardView(msgspec.Struct, frozen=True):
    """A battle card: when it may be played, and its two effects."""

    id: str
    timing: str
    effects: tuple[EffectView, ...]


@lru_cache(maxsize=4096)
def bits(mask: int, names: type) -> tuple[str, ...]:
    return tuple(name for name, bit in members(names).items() if mask >> bit & 1)


def _weapon(weapon: Weapon) -> WeaponView:
    return WeaponView(weapon.id, weapon.range, weapon.ap, bits(weapon.keywords, Keyword))


@lru_cache(maxsize=1024)
def stat_card(card: ModelCard) -> CardView:
    return CardView(
        id=card.id,
        faction=card.faction,
        rank=card.rank.name.lower(),
        cost=card.cost,
        command=card.command,
        shoot=card.shoot,
        fight=card.fight,
        survive=card.survive,
        armour=card.armour,
        size=card.size,
        hull=card.hull,
        abilities=bits(card.abilities, Ability),
        weapons=tuple(_weapon(weapon) for weapon in card.weapons),
    )


def stat_cards(state: State) -> tuple[CardView, ...]:
    """The stat cards of both teams, each once."""
    used = {model.card.id: model.card for model in state.models}
    return tuple(stat_card(card) for card in used.values())


@lru_cache(maxsize=64)
def battle_cards(content: Content) -> tuple[BattleCardView, ...]:
    return tuple(
        BattleCardView(
            card.id,
            card.timing.name.lower(),
            tuple(EffectView(EFFECTS[effect], amount) for effect, amount in card.effects),
        )
        for card in content.cards
    )
