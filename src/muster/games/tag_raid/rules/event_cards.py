"""The events phase: drawing the round's events and applying them (rulebook, "Events Phase").

Most events only last, and other rules ask for them (`questions.event_sum`); those with an immediate effect are here.
"""

from __future__ import annotations

from muster.games.tag_raid.cards.content import Ammunition, Effect, EventCard
from muster.games.tag_raid.rules.damage import Impact, apply_wounds, is_slowed, is_sure_footed, suffer
from muster.games.tag_raid.rules.neomaterial import gain_teseum
from muster.games.tag_raid.rules.rolls import SIDES, Hits, Throw, normal
from muster.games.tag_raid.rules.success import evade_attribute
from muster.games.tag_raid.rules.told import up_to
from muster.games.tag_raid.state.questions import event_sum, is_there, letter, timeline
from muster.games.tag_raid.state.state import BEAST, NOBODY, Order, Stage, State
from muster.kernel.requests import Table
from muster.kernel.terms import total


async def event(table: Table, state: State) -> None:
    """Begin a new round and its events.  [TR round.phases]"""
    state.round += 1
    state.events = ()
    state.stage = Stage.DRAW_EVENT


async def draw_event(table: Table, state: State) -> None:
    """Draw and apply an event. Its dead are dealt with before the next event is drawn. After the last one all orders
    are ready.

    [TR event.draw] [TR event.several] [TR round.refresh] [TR orders.fresh]
    """
    if not state.event_deck or len(state.events) > event_sum(state, Effect.MORE_EVENTS):
        begin_round(state)
        return
    names = [state.content.events[number].id for number in state.event_deck]
    index = (await table.draw("event", names, 1))[0]
    number = state.event_deck[index]
    state.event_deck = state.event_deck[:index] + state.event_deck[index + 1 :]
    state.events = (*state.events, number)
    card = state.content.events[number]
    if table.listening:
        table.tell("event_drawn", "TR event.draw", {"round": state.round, "event": card.id})
    await happen(table, state, card)
    then(state, Stage.DRAW_EVENT)


def then(state: State, stage: int) -> None:
    """Set the next stage; if the event killed somebody, the dead come first."""
    if state.order is None:
        state.stage = stage
    else:
        state.order.resume = stage
        state.stage = Stage.DEATH


def begin_round(state: State) -> None:
    """Ready all orders, plus those of events, and fill the containers. Next comes the MegaBeast, if it is there or its
    symbol was drawn; otherwise the first turn.

    [TR orders.fresh] [TR event.orders] [TR container.once] [TR beast.appears] [TR event.no_beast]
    """
    for miner in state.miners:
        miner.orders = max(0, state.content.constants.orders + event_sum(state, Effect.ORDERS))
        miner.drawn = ()
    state.turn = 0
    state.active = timeline(state)[0]
    appears = any(state.content.events[number].beast for number in state.events)
    if is_there(state, BEAST):
        state.stage = Stage.BEAST_EVENT
    else:
        state.stage = Stage.BEAST_APPEARS if appears else Stage.TURN


async def happen(table: Table, state: State, card: EventCard) -> None:
    """Apply the immediate effect of an event.  [TR event.immediate] [TR event.dividend]"""
    if card.effect == Effect.DIVIDEND:
        for seat in timeline(state):
            gain_teseum(table, state, state.miners[seat], card.amount, "TR event.dividend")
    elif card.effect == Effect.TREMOR:
        await shake(table, state, list(timeline(state)), "TR event.tremor")
    elif card.effect == Effect.MIRE:
        state.difficult = tuple(sorted({*state.difficult, *tiles_of(state, card.terrain)}))
    elif card.effect == Effect.CAVE_IN:
        state.impassable = tuple(sorted({*state.impassable, *free_tiles(state, card.terrain)}))
    elif card.effect == Effect.SPORES:
        await poison(table, state, card)


def tiles_of(state: State, terrain: str) -> list[int]:
    """The tiles with a terrain symbol.  [TR terrain.symbols] [TR event.mire]"""
    return [number for number, tile in enumerate(state.field.tiles) if tile.terrain == terrain]


def free_tiles(state: State, terrain: str) -> list[int]:
    """The empty tiles of a terrain; only those cave in.  [TR event.cave_in]"""
    taken = [tile for miner in state.miners if miner.on_table for tile in state.field.tiles_under(miner.x, miner.y)]
    return [tile for tile in tiles_of(state, terrain) if tile not in taken]


async def shake(table: Table, state: State, seats: list[int], clause: str) -> list[int]:
    """Make an evade roll for each of these miners, without a move, and slow those that fail. Returns those that failed.

    [TR evade.event] [TR event.tremor]
    """
    failed = await dodge(table, state, seats)
    for seat in failed:
        if not is_sure_footed(state, state.miners[seat]):
            is_slowed(table, state, state.miners[seat], clause)
    return failed


async def dodge(table: Table, state: State, seats: list[int]) -> list[int]:
    """Make evade rolls outside of orders, which allow no move. Returns those that failed.  [TR evade.event]"""
    failed: list[int] = []
    for seat in seats:
        value = total(evade_attribute(state, seat))
        faces = await table.roll(f"evade_{letter(seat).lower()}", [SIDES])
        if table.listening:
            gaps: dict[str, int | str] = {"seat": seat, "value": max(0, value), "faces": str(faces[0])}
            table.tell("evaded", "TR evade.event", gaps, up_to(value, faces))
        if not normal(Throw(value, faces)):
            failed.append(seat)
    return failed


async def poison(table: Table, state: State, card: EventCard) -> None:
    """Make a saving roll for every miner on a tile of this terrain, even partly.  [TR event.spores] [TR area.inside]"""
    tiles = tiles_of(state, card.terrain)
    hit = [
        seat
        for seat in timeline(state)
        if any(tile in tiles for tile in state.field.tiles_under(state.miners[seat].x, state.miners[seat].y))
    ]
    await hurt(table, state, hit, card.amount, NOBODY)


async def hurt(table: Table, state: State, seats: list[int], damage: int, by: int) -> None:
    """Make saving rolls outside of orders. The dead are dealt with as usual, in an order that belongs to nobody."""
    impacts = [Impact(seat, by, Hits(1, 0), damage, Ammunition.N) for seat in seats]
    lost = await suffer(table, state, impacts)
    order = Order(())
    apply_wounds(table, state, order, lost)
    if order.dead:
        state.order = order
