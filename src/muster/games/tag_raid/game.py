"""TAG Raid as a `Game`: set-up options, the run, the views, and the handles for bots, scenarios and clients."""

from __future__ import annotations

import random
from collections.abc import Coroutine, Mapping, Sequence
from typing import Annotated, Any

import msgspec

from muster.games.tag_raid import (
    arms,
    bot,
    hidden,
    inquiries,
    pictures,
    plans,
    positions,
    prospects,
    rounds,
    seen,
    sequence,
    setup,
)
from muster.games.tag_raid.pack import card_sources, read_content
from muster.games.tag_raid.state import NOBODY, State
from muster.games.tag_raid.surveys import Arms, Chance, Plan
from muster.games.tag_raid.views import TableView, table_view
from muster.kernel.clauses import Register
from muster.kernel.errors import GameError
from muster.kernel.game import Market, Result, Setting, how_many, one_of
from muster.kernel.packs import PackFile, decode, pack_id
from muster.kernel.requests import Ask, Event, Seat, Table
from muster.kernel.spaces import Option, no_such_option
from muster.kernel.text import Text
from muster.kernel.words import Catalogue, Words


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a match is set up: 2 to 4 players, the MegaBeast they agreed on (or "": it is drawn), and the table."""

    players: Annotated[int, msgspec.Meta(ge=2, le=4)] = 2
    beast: str = "stoorworm"
    table: str = "claim"


class TagRaid:
    """The game with its content."""

    name = "tag_raid"
    rules_version = 2

    def __init__(
        self, core: Sequence[PackFile], overlays: Sequence[PackFile], catalogue: Catalogue, clauses: Register
    ) -> None:
        self.content = read_content(core, overlays)
        self.sources = card_sources(core, overlays)
        self.packs = (pack_id("core", core), *(pack_id(overlay.name, [overlay]) for overlay in overlays))
        self.catalogue = catalogue
        self.clauses = clauses

    # Setting up

    def options(self, given: Mapping[str, Any]) -> Options:
        options = decode(given, Options, "options")
        self._beast(options.beast)
        self._number("table", options.table)
        return options

    def _number(self, kind: str, name: str) -> int:
        cards = self.content.beasts if kind == "beast" else self.content.fields
        names = [card.id for card in cards]
        if name not in names:
            raise GameError(f"options: field {kind}: there is no {name!r}; there are {', '.join(names)}")
        return names.index(name)

    def _beast(self, name: str) -> int:
        return self._number("beast", name) if name else NOBODY

    def settings(self) -> Sequence[Setting]:
        beasts, fields = self.content.beasts, self.content.fields
        return (
            how_many((2, 3, 4)),
            one_of("beast", "beast", [beast.id for beast in beasts], drawn=True),
            one_of("table", "table", [field.id for field in fields]),
        )

    def plain_options(self, options: Options) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(options)
        return plain

    def seats(self, options: Options) -> int:
        return options.players

    def players(self, options: Options) -> Sequence[Seat]:
        return range(options.players)

    def new(self, options: Options) -> State:
        field, beast = self._number("table", options.table), self._beast(options.beast)
        return setup.new_state(self.content, options.players, field, beast)

    def position(self, given: Mapping[str, Any]) -> State:
        return positions.place(self.content, given)

    # Playing

    def run(self, table: Table, state: State) -> Coroutine[Any, Any, None]:
        return sequence.play(table, state)

    def copy(self, state: State) -> State:
        return state.copy()

    def determinize(self, state: State, seat: Seat, rng: random.Random) -> None:
        hidden.determinize(state, seat, rng)

    def result(self, state: State) -> Result | None:
        return rounds.result(state)

    # Showing

    def view(self, state: State, seat: Seat | None) -> TableView:
        return table_view(state, seat)

    def dump(self, state: State) -> Any:
        return msgspec.to_builtins(table_view(state, None, everything=True))

    def picture(self, view: TableView, words: Words) -> str:
        return pictures.picture(view, words)

    def inquire(self, view: TableView, words: Words, question: str) -> str | None:
        return inquiries.inquire(self.content, view, words, question)

    def survey(self, view: TableView, words: Words, about: str) -> Plan | Arms | Chance:
        """A planned move (`move:…`, `stay@…`), what could be attacked (`arms`), or the chances of a declaration."""
        state, seat = seen.state_of(self.content, view), view.viewer
        if seat is None or not state.miners[seat].on_table:
            raise no_such_option(about)
        if about.startswith(("move:", "stay@")):
            return plans.plan(state, seat, words, about)
        if about == "arms":
            return arms.arms(state, seat, words, about)
        return arms.chance(state, seat, about)

    # Odds

    def matters(self, ask: Ask[Any], option: Option[Any]) -> bool:
        return prospects.matters(ask, option)

    def settled(self, state: State, asks: Sequence[Ask[Any]], events: Sequence[Event]) -> bool:
        return prospects.settled(state, asks, events)

    def habit(self, state: State, ask: Ask[Any], rng: random.Random) -> Option[Any]:
        return prospects.habit(state, ask, rng)

    def outcome(self, state: State, events: Sequence[Event], option: Option[Any], seat: Seat) -> Text:
        return prospects.outcome(state, events, option, seat)

    # Bots and tests

    def evaluate(self, state: State, seat: Seat) -> float:
        return bot.evaluate(state, seat)

    def market(self, events: Sequence[Event]) -> Market:
        """The tools that containers offered and those somebody equipped; who leads the timeline began; the TAGs."""
        offered = {f"tool.{event.params['tool']}" for event in events if event.key == "tool_drawn"}
        taken = {f"tool.{event.params['tool']}" for event in events if event.key == "equipped"}
        first = next((event.params["seat"] for event in events if event.key == "deployed"), 0)
        sides = {
            int(event.params["seat"]): f"tag.{event.params['tag']}" for event in events if event.key == "corporation"
        }
        rounds = max((int(event.params["round"]) for event in events if event.key == "event_drawn"), default=0)
        return Market(offered | taken, taken, int(first), sides, rounds)

    def conserved(self, state: State) -> Mapping[str, int]:
        """Every tool card is somewhere, once; so is every unit of neomaterial; nobody carries more than fits."""
        searching = () if state.order is None else state.order.searching
        held = [*state.tools, *state.discard, *searching]
        teseum, bezoar = state.reserve_teseum, state.reserve_bezoar + state.beast.wounds + state.beast.trophy
        for miner in state.miners:
            held += [*miner.slots, *miner.loot_tools]
            teseum += miner.teseum + miner.stored_teseum + miner.loot_teseum
            bezoar += miner.bezoar + miner.stored_bezoar + miner.loot_bezoar
        overfull = sum(
            len(miner.slots) > self.content.tags[miner.card].slots for miner in state.miners if miner.card >= 0
        )
        return {
            "tool cards": len(held),
            "different tool cards": len(set(held)),
            "teseum": teseum,
            "bezoar": bezoar,
            "overfull": overfull,
            "events twice": len([*state.event_deck, *state.events, *state.seen])
            - len({*state.event_deck, *state.events, *state.seen}),
        }


def create(core: Sequence[PackFile], overlays: Sequence[PackFile], catalogue: Catalogue, clauses: Register) -> TagRaid:
    """Make the game out of the texts of its content."""
    return TagRaid(core, overlays, catalogue, clauses)
