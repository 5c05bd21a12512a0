"""The MegaBeast's event: a card of its own deck, with an effect now and its behaviour for the round.

Rulebook, "MegaBeast Events and MegaBeast's Behavior".
"""

from __future__ import annotations

from muster.games.tag_raid.cards.content import BeastEvent, Effect
from muster.games.tag_raid.rules.beast import approach
from muster.games.tag_raid.rules.effects import heal_beast
from muster.games.tag_raid.rules.event_cards import dodge, hurt, shake, then
from muster.games.tag_raid.rules.line_of_fire import beast_sees
from muster.games.tag_raid.state.questions import beast_card, hexagons_to_beast, timeline, units_of
from muster.games.tag_raid.state.state import BEAST, Stage, State
from muster.kernel.requests import Table


async def beast_event(table: Table, state: State) -> None:
    """Draw the next card of its deck and do what it says.  [TR beast.event] [TR beast.deck] [TR beast.behaviour]"""
    beast, cards = state.beast, beast_card(state).events
    if not beast.deck:
        beast.deck = tuple(range(len(cards)))
    index = (await table.draw("beast_event", [cards[number].id for number in beast.deck], 1))[0]
    number = beast.deck[index]
    beast.deck = beast.deck[:index] + beast.deck[index + 1 :]
    beast.behaviour = number
    if table.listening:
        table.tell("beast_card_drawn", "TR beast.event", {"beast": beast_card(state).id, "event": cards[number].id})
    await happen(table, state, cards[number])
    then(state, Stage.TURN)


async def happen(table: Table, state: State, card: BeastEvent) -> None:
    """Apply the card's effect in the events phase; some cards only change how the beast fights.  [TR beast.action]"""
    if card.effect == Effect.HEAL:
        heal(table, state, card.amount)
    elif card.effect == Effect.STALK:
        # Of the richest the one ahead in the timeline.  [TR timeline.order]
        richest = max(timeline(state), key=lambda seat: units_of(state.miners[seat]))
        await approach(table, state, richest)
    elif card.effect == Effect.CHURN:
        cell = state.beast.cell
        assert cell is not None
        # The tiles around it become difficult terrain.  [TR beast.churn]
        state.difficult = tuple(sorted({*state.difficult, *state.field.surrounding(cell)}))
    elif card.effect == Effect.ROAR:
        # Whoever it sees must evade or is slowed.  [TR beast.roar]
        seen = [seat for seat in timeline(state) if beast_sees(state, seat, state.miners[seat].spot)]
        await shake(table, state, seen, "TR beast.roar")
    elif card.effect == Effect.LASH:
        # Whoever is in an adjacent hexagon must evade or is hurt.  [TR beast.lash]
        near = [seat for seat in timeline(state) if hexagons_to_beast(state, state.miners[seat].spot) <= 1]
        await hurt(table, state, await dodge(table, state, near), card.amount, BEAST)


def heal(table: Table, state: State, amount: int) -> None:
    """Give the MegaBeast wounds back, up to the number on its card; the units come from the reserve.

    [TR beast.heals]
    """
    healed = heal_beast(state, amount)
    state.reserve_bezoar -= healed
    if healed and table.listening:
        table.tell("beast_heals", "TR beast.heals", {"wounds": healed, "left": state.beast.wounds})
