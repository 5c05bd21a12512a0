"""Cards as structs: the current attributes of TAGs, tools, events, free corporations."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from muster.games.tag_raid.cards.content import (
    ARMOR_ZERO,
    ARO,
    DECOY,
    DISPOSABLE,
    EFFECT_NAMES,
    INDIRECT,
    NO_RANGE,
    SLOWS,
    TOOL_KIND_NAMES,
    EventCard,
    Tool,
)
from muster.games.tag_raid.rules.damage import SAVES
from muster.games.tag_raid.rules.success import close_attribute, evade_attribute, marksmanship
from muster.games.tag_raid.state.questions import (
    armor_of,
    segments,
    tag_of,
    tools_of,
)
from muster.games.tag_raid.state.state import NOBODY, Miner, Stage, State
from muster.kernel.terms import total


class SheetView(msgspec.Struct, frozen=True):
    """The current attributes of a TAG, with tools, events and states; `wounds` and `slots` are its maximums."""

    moves: tuple[int, int]
    close: int
    ranged: int
    evade: int
    armor: int
    wounds: int
    slots: int
    capacity: str


class CorporationView(msgspec.Struct, frozen=True):
    """A TAG that can still be chosen, with its initial equipment."""

    id: str
    sheet: SheetView
    equipment: tuple[str, ...]


class ToolView(msgspec.Struct, frozen=True):
    """The figures of a tool card: `ranges` are the modifiers of the four bands, None where no shot reaches.

    `hexagons` are the nearest and the farthest it reaches, if its range is in hexagons.
    """

    kind: str
    burst: int
    damage: int
    ammunition: str
    saves: int
    ranges: tuple[int | None, ...]
    traits: tuple[str, ...]
    effect: str
    amount: int
    hexagons: tuple[int, ...]


class EventView(msgspec.Struct, frozen=True):
    """An event in force: its effect, amount and terrain."""

    id: str
    effect: str
    amount: int
    terrain: str


def cards_in_play(state: State) -> dict[str, ToolView]:
    """The tools that a player has or that lie open."""
    held = [tool for miner in state.miners if miner.card != NOBODY for tool in tools_of(state, miner)]
    loose = [number for miner in state.miners for number in miner.loot_tools]
    if state.order is not None:
        loose += state.order.searching
    if state.stage == Stage.CHOOSE_CORPORATION:
        loose += [number for card in state.content.tags for number in card.equipment]
    held += [state.content.tools[number] for number in loose]
    return {tool.id: tool_view(tool) for tool in held}


@lru_cache(maxsize=512)
def tool_view(tool: Tool) -> ToolView:
    """A tool card in figures."""
    names = (
        (ARMOR_ZERO, "armor_zero"),
        (SLOWS, "slows"),
        (DISPOSABLE, "disposable"),
        (DECOY, "decoy"),
        (INDIRECT, "indirect"),
        (ARO, "aro"),
    )
    return ToolView(
        TOOL_KIND_NAMES[tool.kind],
        tool.burst,
        tool.damage,
        tool.ammunition.name,
        SAVES[tool.ammunition],
        tuple(None if mod == NO_RANGE else mod for mod in tool.ranges),
        tuple(name for bit, name in names if tool.traits & bit),
        EFFECT_NAMES[tool.effect],
        tool.amount,
        tool.hexagons,
    )


def corporations(state: State) -> tuple[CorporationView, ...]:
    taken = [miner.card for miner in state.miners]
    return tuple(
        CorporationView(
            card.id,
            SheetView(
                card.moves,
                card.close,
                card.ranged,
                card.evade,
                card.armor,
                card.wounds,
                card.slots,
                EFFECT_NAMES[card.capacity],
            ),
            tool_names(state, card.equipment),
        )
        for card in state.content.tags
        if card.number not in taken
    )


def sheet(state: State, miner: Miner) -> SheetView:
    card = tag_of(state, miner)
    return SheetView(
        (segments(state, miner, second=False), segments(state, miner, second=True)),
        total(close_attribute(state, miner)),
        total(marksmanship(state, miner)),
        total(evade_attribute(state, miner.seat)),
        armor_of(state, miner),
        card.wounds,
        card.slots,
        EFFECT_NAMES[card.capacity],
    )


def event_view(card: EventCard) -> EventView:
    return EventView(card.id, EFFECT_NAMES[card.effect], card.amount, card.terrain)


def tool_names(state: State, numbers: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(state.content.tools[number].id for number in numbers)
