"""The cards of a unit laid open: its pilot, its parts, and every action with its price, dice and keywords.

Cards are public; their condition in play is in the view. Clients ask for it when they show a unit's sheet.
"""

from __future__ import annotations

import msgspec

from muster.games.obsidian_protocol.cards.content import Action, Content, Effect, Part, UnitCard
from muster.games.obsidian_protocol.cards.keywords import figure_of
from muster.games.obsidian_protocol.cards.kinds import CONTROL_NAMES, LENGTH_NAMES, TYPE_NAMES
from muster.games.obsidian_protocol.showing.views import UnitView


class EffectView(msgspec.Struct, frozen=True):
    """A keyword with its figure or the card it names, and the condition for it."""

    keyword: str
    figure: str
    card: str
    condition: str


class ActionSheet(msgspec.Struct, frozen=True):
    """An action as printed on its card."""

    action: str
    type: str
    length: str
    control: str
    range: int
    yellow: int
    red: int
    ammo: int
    effects: list[EffectView]


class CardSheet(msgspec.Struct, frozen=True):
    """A card: one part of a mech, or the whole card of another unit."""

    slot: str
    card: str
    armor: int
    structure: int
    dodge: int
    electronic: int
    parry: int
    move: int
    freehand: bool
    charge: bool
    actions: list[ActionSheet]


class SheetView(msgspec.Struct, frozen=True, tag="sheet", tag_field="kind"):
    """The cards of a unit. A mech has a pilot, with a trait and an initiative for each timing."""

    unit: str
    trait: str
    initiative: list[int]
    cards: list[CardSheet]


def sheet_of(content: Content, unit: UnitView) -> SheetView:
    """The cards of a unit, which anybody may read.  [OP 2.2.2.parts] [OP 2.4.3.keywords]"""
    name = unit.name.partition("/")[2]
    if unit.kind != "mech":
        return SheetView(unit.key, "", [], [_whole(content.units[content.unit_number[name]])])
    pilot = content.pilots[content.pilot_number[name]]
    parts = [_part(slot, content.parts[content.part_number[part.card]]) for slot, part in unit.parts.items()]
    return SheetView(unit.key, pilot.trait, list(pilot.initiative), parts)


def _part(slot: str, part: Part) -> CardSheet:
    return CardSheet(
        slot,
        part.id,
        part.armor,
        part.structure,
        part.dodge,
        part.electronic,
        part.parry,
        part.maneuver,
        part.freehand,
        part.charge,
        [_action(action) for action in part.actions],
    )


def _whole(card: UnitCard) -> CardSheet:
    return CardSheet(
        "unit",
        card.id,
        card.armor,
        card.structure,
        card.dodge,
        card.electronic,
        card.parry,
        card.move,
        False,
        card.charge,
        [_action(action) for action in card.actions],
    )


def _effect(effect: Effect) -> EffectView:
    figure = "" if effect.card else figure_of(effect.keyword, effect.amount)
    return EffectView(effect.keyword, figure, effect.card, effect.condition)


def _action(action: Action) -> ActionSheet:
    return ActionSheet(
        action.key,
        TYPE_NAMES[action.type],
        LENGTH_NAMES[action.length],
        CONTROL_NAMES[action.control],
        action.range,
        action.yellow,
        action.red,
        action.ammo,
        [_effect(effect) for effect in action.effects],
    )
