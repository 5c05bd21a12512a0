"""Worth: what single things come to, in points expected at the end, for whoever adds them up."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from muster.games.tiny_epic_mechs.cards.content import SCORING_ROUNDS, TURNS, EffectKind, Line, Weapon
from muster.games.tiny_epic_mechs.state.state import Player, State

RESOURCE: Final = 0.35
"""The worth of a unit of energy or credits, in points; nothing when the game is over."""
HEALTH: Final = 0.25
ARMOR: Final = 3.0
MECH: Final = 6.0
DEVICE_LASTS: Final = 0.75
"""The chance that a mine or turret still stands at the next scoring."""
STAYS: Final = 0.5
"""The chance that an enemy still stands where they are now when the program leads there."""
CLASH: Final = 4.0
"""The gain from starting a combat, besides the points for it."""


def rounds_left(state: State) -> float:
    """The share of the game still to come, from 1 to 0."""
    done = (state.round - 1) * TURNS + state.turn / len(state.players)
    return max(0.0, 1 - done / (TURNS * SCORING_ROUNDS[-1]))


def scorings_left(state: State) -> float:
    """The average number of times a device that stands now will score."""
    chance, total = DEVICE_LASTS, 0.0
    for scoring in SCORING_ROUNDS:
        if scoring >= state.round:
            total += chance
            chance *= DEVICE_LASTS
    return total


def firepower(state: State, player: Player) -> float:
    """The worth of the weapons carried in combats to come."""
    ready = player.equipped & ~player.exhausted
    worth = 0.0
    for weapon in state.content.in_mask(ready):
        worth += STRENGTH * strength(weapon)
    return worth


STRENGTH: Final = 0.5
POWER_SHARE: Final = 0.4
"""The weight of the power line beside the attack line."""
EFFECT_WORTH: Final = {
    EffectKind.PAY_ENERGY: 0.6,
    EffectKind.PAY_CREDITS: 0.6,
    EffectKind.SCORE: 1.0,
    EffectKind.GAIN_ENERGY: 0.5,
    EffectKind.GAIN_CREDITS: 0.5,
    EffectKind.DRAIN_ENERGY: 0.5,
    EffectKind.DRAIN_CREDITS: 0.5,
    EffectKind.HEAL: 0.5,
    EffectKind.SHIELD: 1.0,
    EffectKind.JAM: 1.0,
    EffectKind.EXHAUST: 1.0,
    EffectKind.READY: 1.0,
    EffectKind.PIERCE: 0.5,
}
"""The worth of each unit of an effect, in damage."""


@lru_cache(maxsize=1 << 10)
def strength(weapon: Weapon) -> float:
    """A weapon's two lines in one figure, in damage. A card never changes, so it is worked out once for each."""
    return line_strength(weapon.attack) + POWER_SHARE * line_strength(weapon.power)


def line_strength(line: Line) -> float:
    worth = float(line.damage)
    for effect in line.effects:
        worth += EFFECT_WORTH[effect.kind] * effect.amount
    return worth
