"""A table of TAG Raid written down as a position: what `scenario.place` reads back as an equal state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from muster.games.tag_raid.board.spots import GROUND, Spot
from muster.games.tag_raid.showing.position import (
    BeastPosition,
    LootPosition,
    MinerPosition,
    Place,
    Position,
    SeatName,
)
from muster.games.tag_raid.state.state import NOBODY, NOWHERE, STAGE_NAMES, Miner, Stage, State
from muster.geometry.hexes import cell_name
from muster.kernel.positions import plain

LETTERS: tuple[SeatName, ...] = ("A", "B", "C", "D")
COMPASS: tuple[Literal["ne", "e", "se", "sw", "w", "nw"], ...] = ("ne", "e", "se", "sw", "w", "nw")


def written(state: State) -> dict[str, Any] | None:
    """The position of this state; None while the table is set up, and from the declaration of an order to its end."""
    if state.stage < Stage.EVENT or state.order is not None:
        return None
    events, tiles = state.content.events, state.field.tiles
    return plain(
        Position(
            players=len(state.miners),
            table=state.field.id,
            round=state.round,
            stage=STAGE_NAMES[state.stage],
            timeline=tuple(LETTERS[seat] for seat in state.timeline),
            turn=state.turn,
            active=LETTERS[state.active],
            events=tuple(events[number].id for number in state.events),
            seen_events=tuple(events[number].id for number in state.seen),
            event_deck=tuple(events[number].id for number in state.event_deck),
            difficult=tuple(tiles[number].name for number in state.difficult),
            impassable=tuple(tiles[number].name for number in state.impassable),
            tool_deck=_tools(state, state.tools),
            discard=_tools(state, state.discard),
            reserve_teseum=state.reserve_teseum,
            reserve_bezoar=state.reserve_bezoar,
            miner={LETTERS[miner.seat]: _miner(state, miner) for miner in state.miners},
            beast=_beast(state),
        )
    )


def _tools(state: State, numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple(state.content.tools[number].id for number in numbers)


def _at(spot: Spot) -> Place:
    return spot[0] / 10, spot[1] / 10


def _miner(state: State, miner: Miner) -> MinerPosition:
    return MinerPosition(
        tag=state.content.tags[miner.card].id,
        at=_at(miner.spot) if miner.on_table else None,
        roof=miner.level != GROUND,
        off_table=not miner.on_table,
        facing=miner.facing,
        wounds=miner.wounds,
        slowed=miner.slowed,
        orders=miner.orders,
        teseum=miner.teseum,
        bezoar=miner.bezoar,
        stored_teseum=miner.stored_teseum,
        stored_bezoar=miner.stored_bezoar,
        tools=_tools(state, miner.slots),
        drawn=tuple(number + 1 for number in miner.drawn),
        loot=None if miner.loot_spot == NOWHERE else _loot(state, miner),
    )


def _loot(state: State, miner: Miner) -> LootPosition:
    spot = miner.loot_spot
    tools = _tools(state, miner.loot_tools)
    return LootPosition(_at(spot), spot[2] != GROUND, miner.loot_teseum, miner.loot_bezoar, tools)


def _beast(state: State) -> BeastPosition:
    beast = state.beast
    card = state.content.beasts[beast.card]
    hexagon = "" if beast.cell is None else cell_name(beast.cell)
    return BeastPosition(
        id=card.id,
        hexagon=hexagon,
        facing=COMPASS[beast.facing],
        wounds=beast.wounds,
        trophy=beast.trophy,
        card="" if beast.behaviour == NOBODY else card.events[beast.behaviour].id,
        deck=tuple(card.events[number].id for number in beast.deck),
    )
