"""What a seat may know, as structs: the only way out of the engine. Nearly everything lies open in TAG Raid."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from muster.games.tag_raid.battlefield import Battlefield
from muster.games.tag_raid.beast import COMPASS
from muster.games.tag_raid.questions import beast_card, behaviour, letter, loot_lies, tag_of
from muster.games.tag_raid.state import NOBODY, Declaration, Miner, Order, State
from muster.games.tag_raid.wording import place
from muster.geometry.hexes import cell_name


class LootView(msgspec.Struct, frozen=True):
    x: int
    y: int
    level: int
    teseum: int
    bezoar: int
    tools: tuple[str, ...]


class MinerView(msgspec.Struct, frozen=True):
    """A player's TAG. Places are in tenths of a millimetre, -1 off the table; a level of -1 is the ground."""

    seat: int
    tag: str
    x: int
    y: int
    level: int
    facing: int
    wounds: int
    slowed: bool
    orders: int
    teseum: int
    bezoar: int
    stored_teseum: int
    stored_bezoar: int
    equipment: tuple[str, ...]
    tools: tuple[str, ...]
    drawn: tuple[int, ...]
    loot: LootView | None


class TileView(msgspec.Struct, frozen=True):
    name: str
    x: int
    y: int
    terrain: str
    special: str


class SceneryView(msgspec.Struct, frozen=True):
    corners: tuple[tuple[int, int], ...]
    height: int


class BeastView(msgspec.Struct, frozen=True):
    id: str
    hexagon: str
    x: int
    y: int
    facing: str
    wounds: int
    trophy: int
    behaviour: str
    deck: int


class DeclarationView(msgspec.Struct, frozen=True):
    skill: str
    tool: str
    at: str
    split: tuple[str, ...]


class OrderView(msgspec.Struct, frozen=True):
    path: tuple[str, ...]
    second: DeclarationView | None
    aros: dict[str, DeclarationView]
    waiting: tuple[int, ...]
    beast_aro: bool
    open_tools: tuple[str, ...]


class TableView(msgspec.Struct, frozen=True):
    """The whole table as one seat sees it. `event_deck` is filled for tests only: nobody knows it."""

    viewer: int | None
    round: int
    stage: str
    active: int
    turn: int
    timeline: tuple[int, ...]
    table: str
    width: int
    depth: int
    tiles: tuple[TileView, ...]
    scenery: tuple[SceneryView, ...]
    containers: tuple[tuple[int, int], ...]
    access: tuple[tuple[int, int], ...]
    miners: tuple[MinerView, ...]
    beast: BeastView
    events: tuple[str, ...]
    seen: tuple[str, ...]
    events_left: int
    event_deck: tuple[str, ...]
    tools_left: int
    discard: tuple[str, ...]
    order: OrderView | None


def table_view(state: State, seat: int | None, everything: bool = False) -> TableView:
    """What `seat` may know; `everything` for tests and scenarios only."""
    content, field = state.content, state.field
    events = content.events
    return TableView(
        viewer=seat,
        round=state.round,
        stage=state.stage.name.lower(),
        active=state.active,
        turn=state.turn,
        timeline=state.timeline,
        table=field.id,
        width=field.width,
        depth=field.depth,
        tiles=tuple(_tile(state, number) for number in range(len(field.tiles))),
        scenery=_scenery(field),
        containers=tuple((x, y) for x, y, _ in field.containers),
        access=tuple(point.edge for point in field.access),
        miners=tuple(_miner(state, miner) for miner in state.miners),
        beast=_beast(state),
        events=tuple(events[number].id for number in state.events),
        seen=tuple(events[number].id for number in state.seen),
        events_left=len(state.event_deck),
        event_deck=tuple(events[number].id for number in state.event_deck) if everything else (),
        tools_left=len(state.tools),
        discard=_names(state, state.discard),
        order=None if state.order is None else _order(state, state.order),
    )


@lru_cache(maxsize=64)
def _scenery(field: Battlefield) -> tuple[SceneryView, ...]:
    """The same for every view of a table."""
    return tuple(
        SceneryView(tuple((round(x), round(y)) for x, y in piece.shape.corners), piece.height)
        for piece in field.scenery
    )


def _names(state: State, numbers: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(state.content.tools[number].id for number in numbers)


def _tile(state: State, number: int) -> TileView:
    tile = state.field.tiles[number]
    special = "impassable" if number in state.impassable else "difficult" if number in state.difficult else ""
    return TileView(tile.name, round(tile.x), round(tile.y), tile.terrain, special)


def _miner(state: State, miner: Miner) -> MinerView:
    chosen = miner.card != NOBODY
    loot = None
    if loot_lies(miner):
        tools = _names(state, miner.loot_tools)
        loot = LootView(*miner.loot_spot, miner.loot_teseum, miner.loot_bezoar, tools)
    return MinerView(
        seat=miner.seat,
        tag=tag_of(state, miner).id if chosen else "",
        x=miner.x,
        y=miner.y,
        level=miner.level,
        facing=miner.facing,
        wounds=miner.wounds,
        slowed=miner.slowed,
        orders=miner.orders,
        teseum=miner.teseum,
        bezoar=miner.bezoar,
        stored_teseum=miner.stored_teseum,
        stored_bezoar=miner.stored_bezoar,
        equipment=_names(state, tag_of(state, miner).equipment) if chosen else (),
        tools=_names(state, miner.slots),
        drawn=tuple(number + 1 for number in miner.drawn),
        loot=loot,
    )


def _beast(state: State) -> BeastView:
    beast = state.beast
    card = behaviour(state)
    x, y = (-1.0, -1.0) if beast.cell is None else state.field.middle(beast.cell)
    return BeastView(
        id=beast_card(state).id,
        hexagon="" if beast.cell is None else cell_name(beast.cell),
        x=round(x),
        y=round(y),
        facing="" if beast.cell is None else COMPASS[beast.facing],
        wounds=beast.wounds,
        trophy=beast.trophy,
        behaviour="" if card is None else card.id,
        deck=len(beast.deck),
    )


def _declaration(state: State, declared: Declaration) -> DeclarationView:
    return DeclarationView(
        skill=declared.skill.name.lower(),
        tool="" if declared.tool == NOBODY else state.content.tools[declared.tool].id,
        at="" if declared.spot is None else place(declared.spot),
        split=tuple(f"{letter(seat)}{dice}" for seat, dice in declared.split),
    )


def _order(state: State, order: Order) -> OrderView:
    return OrderView(
        path=tuple(place(spot) for spot in order.path),
        second=None if order.second is None else _declaration(state, order.second),
        aros={letter(seat): _declaration(state, declared) for seat, declared in order.aros.items()},
        waiting=order.asked,
        beast_aro=order.beast_aro,
        open_tools=_names(state, order.searching),
    )
