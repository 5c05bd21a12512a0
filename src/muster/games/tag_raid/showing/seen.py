"""The table that a view shows, as a state again: what questions about plans are answered from.

It knows no more than the viewer; decks and reserves are as at the start.
"""

from __future__ import annotations

from muster.games.tag_raid.cards.content import Content
from muster.games.tag_raid.rules.beast import COMPASS
from muster.games.tag_raid.rules.setup import new_state
from muster.games.tag_raid.showing.views import DeclarationView, MinerView, OrderView, TableView
from muster.games.tag_raid.state.questions import SEATS
from muster.games.tag_raid.state.state import (
    BEAST,
    NOBODY,
    SKILL_NAMES,
    STAGE_NAMES,
    Declaration,
    Miner,
    Order,
    State,
)


def state_of(content: Content, view: TableView) -> State:
    """A state in which the viewer's questions have the same answers as in the true one."""
    field = [field.id for field in content.fields].index(view.table)
    beast = [card.id for card in content.beasts].index(view.beast.id)
    tools = {tool.id: tool.number for tool in content.tools}
    state = new_state(content, len(view.miners), field, beast)
    for miner, seen in zip(state.miners, view.miners, strict=True):
        _fill_miner(content, tools, miner, seen)
    _fill_beast(state, view)
    state.round, state.stage = view.round, STAGE_NAMES.index(view.stage)
    state.timeline, state.turn, state.active = view.timeline, view.turn, view.active
    state.events = tuple(card.number for card in content.events if card.id in view.events)
    state.difficult = tuple(n for n, tile in enumerate(view.tiles) if tile.special == "difficult")
    state.impassable = tuple(n for n, tile in enumerate(view.tiles) if tile.special == "impassable")
    state.order = None if view.order is None else _order(tools, view.order)
    return state


def _fill_miner(content: Content, tools: dict[str, int], miner: Miner, seen: MinerView) -> None:
    if seen.tag:
        miner.card = [card.id for card in content.tags].index(seen.tag)
    miner.x, miner.y, miner.level, miner.facing = seen.x, seen.y, seen.level, seen.facing
    miner.wounds, miner.slowed, miner.orders = seen.wounds, seen.slowed, seen.orders
    miner.teseum, miner.bezoar = seen.teseum, seen.bezoar
    miner.slots = tuple(tools[name] for name in seen.tools)
    miner.drawn = tuple(number - 1 for number in seen.drawn)
    loot = seen.loot
    if loot is not None:
        miner.loot_spot = loot.x, loot.y, loot.level
        miner.loot_tools = tuple(tools[name] for name in loot.tools)


def _fill_beast(state: State, view: TableView) -> None:
    beast, seen = state.beast, view.beast
    beast.wounds, beast.trophy = seen.wounds, seen.trophy
    if seen.hexagon:
        beast.cell = state.field.cell_at(seen.x, seen.y)
        beast.facing = COMPASS.index(seen.facing)
    cards = [card.id for card in state.content.beasts[beast.card].events]
    beast.behaviour = cards.index(seen.behaviour) if seen.behaviour else NOBODY


def _order(tools: dict[str, int], seen: OrderView) -> Order:
    return Order(
        seen.spots,
        seen.touched,
        step=seen.step,
        second=None if seen.second is None else _declaration(tools, seen.second),
        aros={SEATS.index(name): _declaration(tools, declared) for name, declared in seen.aros.items()},
        entitled=seen.entitled,
        asked=seen.waiting,
        beast_aro=seen.beast_aro,
        watchers=seen.watchers,
        searching=tuple(tools[name] for name in seen.open_tools),
        found=tuple((tools[name], node) for name, node in seen.found),
    )


def _declaration(tools: dict[str, int], seen: DeclarationView) -> Declaration:
    split = tuple((BEAST if part[0] == "M" else SEATS.index(part[0]), int(part[1:])) for part in seen.split)
    return Declaration(SKILL_NAMES.index(seen.skill), tools[seen.tool] if seen.tool else NOBODY, seen.spot, split)
