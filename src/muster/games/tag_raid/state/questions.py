"""Pure questions about a position: attributes with their modifiers, contact, hexagons, neomaterial. Nothing here
changes the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.games.tag_raid.board.area import SLACK
from muster.games.tag_raid.board.spots import Spot
from muster.games.tag_raid.cards.content import BeastCard, BeastEvent, Effect, TagCard, Tool, ToolKind
from muster.games.tag_raid.state.state import BEAST, NOBODY, NOWHERE, Miner, Stage, State
from muster.geometry.hexes import steps_between
from muster.geometry.plane import to_piece

SEATS: Final = "ABCD"
BEAST_LETTER: Final = "M"
ON_PATH: Final = 1.5
"""The distance from a path at which a point still lies on it: points between nodes are rounded."""


NO_DECK_YET: Final = (
    Stage.CHOOSE_CORPORATION,
    Stage.LAY_TILES,
    Stage.LAY_SCENERY,
    Stage.LAY_CONTAINERS,
    Stage.TIMELINE,
    Stage.EVENT_DECK,
)
"""The stages before the events are shuffled."""


def events_left(state: State) -> int:
    """How many events are still to come: before the deck is made, all of them.  [TR setup.event_deck]"""
    made = state.stage not in NO_DECK_YET
    return len(state.event_deck) if made else state.content.constants.event_cards


def letter(seat: int) -> str:
    return BEAST_LETTER if seat == BEAST else SEATS[seat]


def tag_of(state: State, miner: Miner) -> TagCard:
    return state.content.tags[miner.card]


def is_there(state: State, who: int) -> bool:
    """Whether a TAG or the MegaBeast is on the table and alive; only then can it do or suffer anything.

    [TR death.zero] [TR beast.dies]
    """
    if who == BEAST:
        return state.beast.cell is not None and state.beast.wounds > 0
    miner = state.miners[who]
    return miner.on_table and miner.wounds > 0


def is_whole(state: State, miner: Miner) -> bool:
    """Whether a TAG has all the wounds on its card."""
    return miner.wounds == tag_of(state, miner).wounds


def timeline(state: State) -> tuple[int, ...]:
    """The timeline as it runs this round; an event may reverse it, for turns and everything else.

    [TR timeline.order] [TR timeline.changed] [TR event.reverse]
    """
    return tuple(reversed(state.timeline)) if event_holds(state, Effect.REVERSE) else state.timeline


def tools_of(state: State, miner: Miner) -> list[Tool]:
    """Everything a miner has equipped: initial equipment in its secured slots, then what it found."""
    tools = state.content.tools
    return [tools[number] for number in (*tag_of(state, miner).equipment, *miner.slots)]


def event_sum(state: State, effect: int) -> int:
    """The sum of an effect over the events of this round.  [TR event.lasting] [TR event.several]"""
    cards = state.content.events
    total = 0
    for number in state.events:
        if cards[number].effect == effect:
            total += cards[number].amount
    return total


def event_holds(state: State, effect: int) -> bool:
    return bool(state.events) and any(state.content.events[number].effect == effect for number in state.events)


def gear_sum(state: State, miner: Miner, effect: int, at: Spot | None = None) -> int:
    """The sum of an effect over a miner's tools and capacity, at a spot of its path if one is named.  [TR tool.mods]"""
    card = tag_of(state, miner)
    total = card.amount if card.capacity == effect else 0
    for number in (*card.equipment, *miner.slots):
        tool = state.content.tools[number]
        if tool.effect == effect and tool.kind == ToolKind.GEAR and works_at(state, miner, number, at):
            total += tool.amount
    return total


def works_at(state: State, miner: Miner, tool: int, at: Spot | None) -> bool:
    """Whether a tool works at a spot: one found in this order works only from where it was equipped.

    [TR tool.from_there]
    """
    order = state.order
    if at is None or order is None or miner.seat != state.active:
        return True
    return not order.found or all(on_path(at, order.path[node:]) for found, node in order.found if found == tool)


def on_path(spot: Spot, path: tuple[Spot, ...]) -> bool:
    """Whether a spot lies on a path: at a node, or between two on one level."""
    before = path[0]
    for after in path:
        if spot == after:
            return True
        same = before[2] == after[2] == spot[2]
        if same and to_piece(spot[0], spot[1], before[0], before[1], after[0], after[1]) <= ON_PATH:
            return True
        before = after
    return False


def has_capacity(state: State, miner: Miner, effect: int) -> bool:
    return tag_of(state, miner).capacity == effect


def armor_of(state: State, miner: Miner, at: Spot | None = None) -> int:
    """The armor of a miner with tools and events, never below 0; at a spot of its path if one is named."""
    own = tag_of(state, miner).armor + gear_sum(state, miner, Effect.ARMOR, at) + event_sum(state, Effect.ARMOR)
    return max(0, own)


def segments(state: State, miner: Miner, second: bool) -> int:
    """The segments a miner may move: the first value of its attribute, or the second for a second move.

    [TR move.first] [TR move.second] [TR slowed.effect]
    """
    count = tag_of(state, miner).moves[1 if second else 0]
    count += gear_sum(state, miner, Effect.MOVE) + event_sum(state, Effect.MOVE)
    if miner.slowed:
        count -= 1
    return max(0, count)


def evade_segments(state: State, miner: Miner) -> int:
    """The segments of an evade move: one, and one less when slowed.

    [TR evade.move] [TR slowed.effect] [TR tag.agile]
    """
    count = state.content.constants.evade_segments + gear_sum(state, miner, Effect.AGILE)
    return max(0, count - 1 if miner.slowed else count)


def weapons(state: State, miner: Miner, kind: int) -> list[Tool]:
    """The weapons of a kind that a miner has.  [TR ranged.weapon] [TR close.weapon] [TR tool.kinds]"""
    return [tool for tool in tools_of(state, miner) if tool.kind == kind]


def boosts(state: State, miner: Miner) -> list[Tool]:
    """The gear that a miner can use up with an evade."""
    return [tool for tool in tools_of(state, miner) if tool.effect == Effect.BOOST]


# Contact


def touch(state: State, one: Spot, other: Spot) -> bool:
    """Whether the silhouettes of TAGs at two spots touch.  [TR contact.silhouette]"""
    constants = state.content.constants
    reach = 2 * constants.base_radius + constants.contact
    dx, dy = one[0] - other[0], one[1] - other[1]
    if dx > reach or dy > reach or -dx > reach or -dy > reach or dx * dx + dy * dy > reach * reach:
        return False
    return abs(state.field.floor(one[2]) - state.field.floor(other[2])) < constants.silhouette


def touching(state: State, seat: int, spot: Spot) -> list[int]:
    """The enemies that a miner touches when it stands at a spot."""
    return [
        other.seat for other in state.miners if other.seat != seat and other.on_table and touch(state, spot, other.spot)
    ]


def crowd(state: State, seat: int, spot: Spot) -> int:
    """The number of enemy TAGs a miner touches while the active one is at a spot of its path.

    [TR close.numbers] [TR evade.numbers]
    """
    if seat == state.active:
        return len(touching(state, seat, spot))
    own = state.miners[seat].spot
    thirds = [other for other in touching(state, seat, own) if other != state.active]
    return len(thirds) + (1 if touch(state, own, spot) else 0)


def touches_beast(state: State, spot: Spot) -> bool:
    """Whether a TAG at a spot, on the ground or on a roof below its head, touches the MegaBeast, which fills its
    hexagon.

    [TR contact.beast]
    """
    cell = state.beast.cell
    if cell is None or not towers_over(state, spot[2]):
        return False
    reach = state.content.constants.base_radius + state.content.constants.contact
    return state.field.voids[cell].closer_than(reach, spot[0], spot[1], spot[0], spot[1])


def towers_over(state: State, level: int) -> bool:
    """Whether the MegaBeast is higher than the floor of a level.  [TR beast.silhouette]"""
    return state.field.floor(level) < beast_card(state).height


def touches_token(state: State, spot: Spot, token: Spot) -> bool:
    """Whether a TAG at a spot touches a container or loot token."""
    return bool(touched(state, spot, (token,)))


def touched(state: State, spot: Spot, tokens: Sequence[Spot]) -> list[int]:
    """The numbers of those of these tokens that a TAG at a spot touches."""
    constants = state.content.constants
    reach = constants.base_radius + constants.token_radius + constants.contact
    x, y, floor = spot
    return [
        number
        for number, (tx, ty, level) in enumerate(tokens)
        if (x - tx) * (x - tx) + (y - ty) * (y - ty) <= reach * reach and level == floor
    ]


# Hexagons


def crosses(state: State, path: tuple[Spot, ...], tiles: Sequence[int]) -> bool:
    """Whether a path leads into one of these hexagons, even with a part of the base.  [TR area.inside]"""
    reach = state.content.constants.base_radius - SLACK
    for tile in tiles:
        shape = state.field.tiles[tile].shape
        ax, ay, _ = path[0]
        for bx, by, _ in path[1:] or path:
            if shape.closer_than(reach, ax, ay, bx, by):
                return True
            ax, ay = bx, by
    return False


def hexagons_to_beast(state: State, spot: Spot) -> int:
    """The distance of a miner from the MegaBeast in hexagons; 1 is adjacent.  [TR range.hexagons]"""
    cell = state.beast.cell
    assert cell is not None
    tiles = state.field.tiles_under(spot[0], spot[1])
    return min([steps_between(cell, state.field.tiles[tile].cell) for tile in tiles], default=99)


def comes_next_to_beast(state: State, path: tuple[Spot, ...]) -> bool:
    """Whether a miner is anywhere on its path in a hexagon adjacent to the MegaBeast's."""
    cell = state.beast.cell
    return cell is not None and crosses(state, path, state.field.surrounding(cell))


# Takings


def units_of(miner: Miner) -> int:
    """All neomaterial of a player: scoring zone and warehouse.  [TR end.fifteen] [TR victory.most]"""
    return miner.teseum + miner.bezoar + miner.stored_teseum + miner.stored_bezoar


def all_bezoar(miner: Miner) -> int:
    return miner.bezoar + miner.stored_bezoar


def loot_lies(miner: Miner) -> bool:
    return miner.loot_spot != NOWHERE


# The MegaBeast


def beast_card(state: State) -> BeastCard:
    return state.content.beasts[state.beast.card]


def behaviour(state: State) -> BeastEvent | None:
    """The card that says how the MegaBeast acts this round."""
    number = state.beast.behaviour
    return None if number == NOBODY else beast_card(state).events[number]


def fury_sum(state: State, effect: int) -> int:
    """The sum of an effect over the active fury tokens and the current card.  [TR beast.fury]"""
    amount = 0
    for at, active, value in beast_card(state).fury:
        if state.beast.wounds <= at and active == effect:
            amount += value
    card = behaviour(state)
    if card is not None and card.effect == effect:
        amount += card.amount
    return amount
