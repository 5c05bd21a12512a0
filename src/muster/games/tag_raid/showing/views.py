"""Views: the table as a seat may know it, as structs. Nothing else leaves the engine; in this game most is open."""

from __future__ import annotations

import msgspec

from muster.games.tag_raid.cards.content import EFFECT_NAMES
from muster.games.tag_raid.rules.beast import COMPASS, attack_damage, attack_of, side_threat
from muster.games.tag_raid.rules.line_of_fire import vision
from muster.games.tag_raid.rules.refusals import place
from muster.games.tag_raid.showing.card_views import (
    CorporationView,
    EventView,
    SheetView,
    ToolView,
    cards_in_play,
    corporations,
    event_view,
    sheet,
    tool_names,
)
from muster.games.tag_raid.showing.table_views import (
    AccessView,
    MeasuresView,
    SceneryView,
    TileView,
    access_of,
    measures_of,
    scenery_of,
    tile_of,
    voids_of,
)
from muster.games.tag_raid.state.questions import (
    beast_card,
    behaviour,
    events_left,
    letter,
    loot_lies,
    tag_of,
    timeline,
    units_of,
)
from muster.games.tag_raid.state.state import NOBODY, SKILL_NAMES, STAGE_NAMES, Declaration, Miner, Order, Stage, State
from muster.geometry.hexes import SIDES, cell_name


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
    sheet: SheetView | None
    units: int


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
    most: int
    threats: tuple[int, ...]
    """Threat level of the six sides, from north-east on clockwise; empty while it is not on the table."""
    vision: int
    """The number of sides it looks through; the middle one is its facing."""
    attack: str
    reach: int
    damage: int
    moves: bool
    effect: str
    """The further effect of its card, and its amount."""
    amount: int
    fury: tuple[tuple[int, str, int], ...]
    """Fury tokens: the wounds left at which each becomes active, its effect, and its amount."""


class DeclarationView(msgspec.Struct, frozen=True):
    skill: str
    tool: str
    at: str
    split: tuple[str, ...]
    spot: tuple[int, int, int] | None


class OrderView(msgspec.Struct, frozen=True):
    path: tuple[str, ...]
    second: DeclarationView | None
    aros: dict[str, DeclarationView]
    waiting: tuple[int, ...]
    beast_aro: bool
    open_tools: tuple[str, ...]
    spots: tuple[tuple[int, int, int], ...]
    """The path with levels."""
    step: int
    touched: tuple[int, ...]
    entitled: tuple[int, ...]
    watchers: tuple[int, ...]
    """Those of the entitled that have line of fire."""
    found: tuple[tuple[str, int], ...]
    """The tools equipped in this order, and the node of the path."""


class TableView(msgspec.Struct, frozen=True):
    """The whole table as one seat sees it. `event_deck` is filled for tests only: nobody knows it."""

    viewer: int | None
    round: int
    stage: str
    active: int
    turn: int
    timeline: tuple[int, ...]
    turns: tuple[int, ...]
    """The order of turns in this round: the timeline, unless an event has reversed it."""
    table: str
    width: int
    depth: int
    tiles: tuple[TileView, ...]
    scenery: tuple[SceneryView, ...]
    containers: tuple[tuple[int, int], ...]
    access: tuple[AccessView, ...]
    voids: tuple[tuple[str, int, int], ...]
    """Hexagons without a tile: name and middle."""
    measures: MeasuresView
    miners: tuple[MinerView, ...]
    beast: BeastView
    events: tuple[str, ...]
    in_force: tuple[EventView, ...]
    seen: tuple[str, ...]
    events_left: int
    event_deck: tuple[str, ...]
    tools_left: int
    discard: tuple[str, ...]
    order: OrderView | None
    cards: dict[str, ToolView]
    """The tools that a player has or that lie open."""
    corporations: tuple[CorporationView, ...]
    """The free corporations, while corporations are being chosen."""


def table_view(state: State, seat: int | None, everything: bool = False) -> TableView:
    """Make the view of `seat`; `everything` is for tests and scenarios only."""
    content, field = state.content, state.field
    events = content.events
    return TableView(
        viewer=seat,
        round=state.round,
        stage=STAGE_NAMES[state.stage],
        active=state.active,
        turn=state.turn,
        timeline=state.timeline,
        turns=timeline(state),
        table=field.id,
        width=field.width,
        depth=field.depth,
        tiles=tuple(tile_of(state, number) for number in range(len(field.tiles))),
        scenery=scenery_of(field),
        containers=tuple((x, y) for x, y, _ in field.containers),
        access=access_of(field),
        voids=voids_of(field),
        measures=measures_of(content),
        miners=tuple(_miner(state, miner) for miner in state.miners),
        beast=_beast(state),
        events=tuple(events[number].id for number in state.events),
        in_force=tuple(event_view(events[number]) for number in state.events),
        seen=tuple(events[number].id for number in state.seen),
        events_left=events_left(state),
        event_deck=tuple(events[number].id for number in state.event_deck) if everything else (),
        tools_left=len(state.tools),
        discard=tool_names(state, state.discard),
        order=None if state.order is None else _order(state, state.order),
        cards=cards_in_play(state),
        corporations=corporations(state) if state.stage == Stage.CHOOSE_CORPORATION else (),
    )


def _miner(state: State, miner: Miner) -> MinerView:
    chosen = miner.card != NOBODY
    loot = None
    if loot_lies(miner):
        tools = tool_names(state, miner.loot_tools)
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
        equipment=tool_names(state, tag_of(state, miner).equipment) if chosen else (),
        tools=tool_names(state, miner.slots),
        drawn=tuple(number + 1 for number in miner.drawn),
        loot=loot,
        sheet=sheet(state, miner) if chosen else None,
        units=units_of(miner),
    )


def _beast(state: State) -> BeastView:
    beast = state.beast
    card = behaviour(state)
    attack = attack_of(state)
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
        most=beast_card(state).wounds,
        threats=() if beast.cell is None else tuple(side_threat(state, side) for side in range(SIDES)),
        vision=vision(state),
        attack="" if attack is None else attack.id,
        reach=0 if attack is None else attack.reach,
        damage=attack_damage(state),
        moves=card is not None and card.moves,
        effect="none" if card is None else EFFECT_NAMES[card.effect],
        amount=0 if card is None else card.amount,
        fury=tuple((at, EFFECT_NAMES[effect], amount) for at, effect, amount in beast_card(state).fury),
    )


def _declaration(state: State, declared: Declaration) -> DeclarationView:
    return DeclarationView(
        skill=SKILL_NAMES[declared.skill],
        tool="" if declared.tool == NOBODY else state.content.tools[declared.tool].id,
        at="" if declared.spot is None else place(declared.spot),
        split=tuple(f"{letter(seat)}{dice}" for seat, dice in declared.split),
        spot=declared.spot,
    )


def _order(state: State, order: Order) -> OrderView:
    return OrderView(
        path=tuple(place(spot) for spot in order.path),
        second=None if order.second is None else _declaration(state, order.second),
        aros={letter(seat): _declaration(state, declared) for seat, declared in order.aros.items()},
        waiting=order.asked,
        beast_aro=order.beast_aro,
        open_tools=tool_names(state, order.searching),
        spots=order.path,
        step=1 if order.second is None else 2,
        touched=order.touched,
        entitled=order.entitled,
        watchers=order.watchers,
        found=tuple((state.content.tools[number].id, node) for number, node in order.found),
    )
