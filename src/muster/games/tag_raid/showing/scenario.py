"""Positions from scenarios: an empty table, and on it what the scenario says, every name and number checked.

An empty table is round 1 on The Claim, A to spend its first order, no event in force, the MegaBeast not there yet. A
plays the Stonebreaker, B the Tafang, C the Cavecrawler, D the Rockeater, each at an access point, looking into the
table. Places are given in millimetres, as players give them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from muster.games.tag_raid.board.battlefield import Battlefield
from muster.games.tag_raid.board.spots import GROUND, Spot
from muster.games.tag_raid.cards.content import Content
from muster.games.tag_raid.rules.beast import COMPASS
from muster.games.tag_raid.rules.setup import new_state
from muster.games.tag_raid.showing.position import SEATS, MinerPosition, Place, Position, SeatName
from muster.games.tag_raid.showing.views import table_view
from muster.games.tag_raid.state.questions import tag_of, timeline, touching
from muster.games.tag_raid.state.state import STAGE_NAMES, Miner, Order, Stage, State
from muster.geometry.hexes import cell_name
from muster.kernel.errors import GameError
from muster.kernel.packs import decode
from muster.kernel.positions import number_of


def place(content: Content, fields: Sequence[Battlefield], given: Mapping[str, Any]) -> State:
    """Build the position that a scenario describes."""
    position = decode(given, Position, "position")
    return _Builder(content, fields, position).state


class _Builder:
    """Puts a position on the table, piece by piece."""

    def __init__(self, content: Content, fields: Sequence[Battlefield], position: Position) -> None:
        self.content = content
        self.position = position
        field = fields[number_of(position.table, [field.id for field in fields], "table")]
        beast = number_of(position.beast.id, [card.id for card in content.beasts], "beast")
        self.state = new_state(content, field, position.players, beast)
        self.state.round = position.round
        self._stage()
        if position.chosen:
            self._miners()
        self._events()
        self._tools()
        self._beast()
        self._terrain()
        self._timeline()
        self._order()

    def _numbers(self, names: Iterable[str], kind: str) -> tuple[int, ...]:
        cards = self.content.tools if kind == "tool" else self.content.events
        known = [card.id for card in cards]
        return tuple(number_of(name, known, kind) for name in names)

    def _stage(self) -> None:
        self.state.stage = number_of(self.position.stage, STAGE_NAMES, "stage")

    def _spot(self, at: Place, roof: bool = False) -> Spot:
        x, y = round(at[0] * 10), round(at[1] * 10)
        if not roof:
            return x, y, GROUND
        for number, piece in enumerate(self.state.field.scenery):
            if piece.shape.inside(x, y) >= 0:
                return x, y, number
        raise GameError(f"position: there is no roof at {at[0]},{at[1]}")

    def _miners(self) -> None:
        for letter in self.position.miner:
            if SEATS.index(letter) >= len(self.state.miners):
                raise GameError(f"position: miner: there is no seat {letter}")
        taken: set[int] = set()
        for miner in self.state.miners:
            given = self.position.miner.get(self._letter(miner.seat), MinerPosition())
            self._miner(miner, given)
            if miner.card in taken:
                raise GameError("position: miner: two players have the same corporation")
            taken.add(miner.card)

    def _letter(self, seat: int) -> SeatName:
        letters: tuple[SeatName, ...] = ("A", "B", "C", "D")
        return letters[seat]

    def _miner(self, miner: Miner, given: MinerPosition) -> None:
        tags = [card.id for card in self.content.tags]
        miner.card = number_of(given.tag, tags, "tag") if given.tag else miner.seat
        miner.wounds = tag_of(self.state, miner).wounds if given.wounds is None else given.wounds
        miner.slowed, miner.orders = given.slowed, given.orders
        miner.teseum, miner.bezoar = given.teseum, given.bezoar
        miner.stored_teseum, miner.stored_bezoar = given.stored_teseum, given.stored_bezoar
        miner.slots = self._numbers(given.tools, "tool")
        miner.drawn = tuple(number - 1 for number in given.drawn)
        if not given.off_table:
            point = self.state.field.access[miner.seat * 2]
            spot = point.spot if given.at is None else self._spot(given.at, given.roof)
            if self.state.field.stands(*spot):
                raise GameError(f"position: miner {self._letter(miner.seat)}: a TAG has no room there")
            miner.x, miner.y, miner.level = spot
            miner.facing = point.facing
        if given.facing is not None:
            miner.facing = given.facing
        if given.loot is not None:
            miner.loot_spot = self._spot(given.loot.at, given.loot.roof)
            miner.loot_teseum, miner.loot_bezoar = given.loot.teseum, given.loot.bezoar
            miner.loot_tools = self._numbers(given.loot.tools, "tool")

    def _events(self) -> None:
        state, position = self.state, self.position
        state.events = self._numbers(position.events, "event")
        if position.event_deck is None:
            left = [card.number for card in self.content.events if card.number not in state.events]
            state.event_deck = tuple(left[: self.content.constants.event_cards - len(state.events)])
        else:
            state.event_deck = tuple(sorted(self._numbers(position.event_deck, "event")))
        if position.stage in ("choose_corporation", "timeline", "event_deck"):
            state.event_deck = ()
        state.seen = self._numbers(position.seen_events, "event")
        if position.reserve_teseum is not None:
            state.reserve_teseum = position.reserve_teseum
        if position.reserve_bezoar is not None:
            state.reserve_bezoar = position.reserve_bezoar

    def _tools(self) -> None:
        state = self.state
        state.discard = self._numbers(self.position.discard, "tool")
        held = [*state.discard, *[tool for miner in state.miners for tool in (*miner.slots, *miner.loot_tools)]]
        if len(set(held)) != len(held):
            raise GameError("position: a tool card is in two places")
        state.tools = tuple(number for number in state.tools if number not in held)
        if self.position.tool_deck is not None:
            state.tools = self._numbers(self.position.tool_deck, "tool")

    def _beast(self) -> None:
        beast, given = self.state.beast, self.position.beast
        if given.wounds is not None:
            beast.wounds = given.wounds
        if given.trophy is not None:
            beast.trophy = given.trophy
        card = self.content.beasts[beast.card]
        if given.card:
            beast.behaviour = number_of(given.card, [event.id for event in card.events], "card")
            beast.deck = tuple(number for number in beast.deck if number != beast.behaviour)
        if given.deck is not None:
            names = [event.id for event in card.events]
            beast.deck = tuple(number_of(name, names, "beast.deck") for name in given.deck)
        if given.facing is not None:
            beast.facing = COMPASS.index(given.facing)
        elif given.hexagon:
            beast.facing = COMPASS.index("e")
        if given.hexagon:
            cells = {cell_name(cell): cell for cell in self.state.field.voids}
            if given.hexagon not in cells:
                raise GameError(f"position: beast: {given.hexagon!r} is no hexagon without a tile")
            beast.cell = cells[given.hexagon] if beast.wounds else None

    def _terrain(self) -> None:
        names = [tile.name for tile in self.state.field.tiles]
        self.state.difficult = tuple(number_of(name, names, "difficult") for name in self.position.difficult)
        self.state.impassable = tuple(number_of(name, names, "impassable") for name in self.position.impassable)

    def _timeline(self) -> None:
        state, given = self.state, self.position.timeline
        if state.stage in (Stage.CHOOSE_CORPORATION, Stage.TIMELINE):
            return
        seats = range(len(state.miners)) if given is None else [SEATS.index(letter) for letter in given]
        if sorted(seats) != list(range(len(state.miners))):
            raise GameError("position: timeline: every seat must be in it once")
        state.timeline = tuple(seats)
        state.turn = self.position.turn
        if state.turn >= len(state.timeline):
            raise GameError(f"position: turn: there are only {len(state.timeline)} in the timeline, counted from 0")
        state.active = timeline(state)[state.turn]
        if self.position.active:
            state.active = SEATS.index(self.position.active)
            if state.active >= len(state.miners):
                raise GameError(f"position: active: there is no seat {self.position.active}")

    def _order(self) -> None:
        """Put an order under way on the table: its path so far, and its dead."""
        state = self.state
        if not self.position.path and not self.position.dead:
            return
        miner = state.miners[state.active]
        path = tuple(self._spot(at) for at in self.position.path)
        dead = tuple(SEATS.index(letter) for letter in self.position.dead)
        if any(seat >= len(state.miners) for seat in dead):
            raise GameError(f"position: dead: there are only {len(state.miners)} players")
        for seat in dead:
            state.miners[seat].wounds = 0
        state.order = Order(path or (miner.spot,), tuple(touching(state, miner.seat, miner.spot)), dead=dead)


def dump(state: State) -> Any:
    """The whole state as plain data, equal for equal states."""
    return msgspec.to_builtins(table_view(state, None, everything=True))
