"""Tiny Epic Mechs as a `Game`: set-up options, the run, the views, and the handles for bots, scenarios and clients."""

from __future__ import annotations

import random
from collections.abc import Coroutine, Mapping, Sequence
from typing import Annotated, Any

import msgspec

from muster.games.tiny_epic_mechs import bot, hidden, pictures, positions, prospects, scoring, sequence, setup
from muster.games.tiny_epic_mechs.pack import card_sources, read_content
from muster.games.tiny_epic_mechs.questions import device_owner, mine_supply, mines_of, turret_supply, turrets_of
from muster.games.tiny_epic_mechs.state import NOBODY, State
from muster.games.tiny_epic_mechs.views import TableView, table_view
from muster.geometry.squares import NOWHERE
from muster.kernel.clauses import Register
from muster.kernel.game import Market, Result, Setting, how_many, yes_or_no
from muster.kernel.packs import PackFile, decode, pack_id
from muster.kernel.requests import Ask, Event, Seat, Table
from muster.kernel.spaces import Option
from muster.kernel.text import Text
from muster.kernel.words import Catalogue, Words


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a match is set up: 2 to 4 players, or one against two robot pilots.

    `confirm_turns` asks everybody to end their turn explicitly, which keeps it open to undo until then.
    """

    players: Annotated[int, msgspec.Meta(ge=1, le=4)] = 2
    confirm_turns: bool = False

    @property
    def solo(self) -> bool:
        return self.players == 1


class TinyEpicMechs:
    """The game with its content."""

    name = "tiny_epic_mechs"
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
        return decode(given, Options, "options")

    def settings(self) -> Sequence[Setting]:
        return how_many((2, 3, 4, 1)), yes_or_no("confirm_turns")

    def plain_options(self, options: Options) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(options)
        return plain

    def seats(self, options: Options) -> int:
        return 1 + setup.ROBOTS if options.solo else options.players

    def players(self, options: Options) -> Sequence[Seat]:
        return range(options.players)

    def new(self, options: Options) -> State:
        return setup.new_state(self.content, options.players, options.solo, options.confirm_turns)

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
        return scoring.result(state)

    # Showing

    def view(self, state: State, seat: Seat | None) -> TableView:
        return table_view(state, seat)

    def dump(self, state: State) -> Any:
        return msgspec.to_builtins(table_view(state, None, everything=True))

    def picture(self, view: TableView, words: Words) -> str:
        return pictures.picture(view, words)

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
        """The weapons on offer in a match, basic ones always, and those somebody bought."""
        offered = {f"weapon.{weapon.id}" for weapon in self.content.in_mask(self.content.basic_mask)}
        offered |= {f"weapon.{event.params['weapon']}" for event in events if event.key == "on_offer"}
        taken = {f"weapon.{event.params['weapon']}" for event in events if event.key == "bought"}
        first = next((event.params["seat"] for event in events if event.key == "start_player"), 0)
        return Market(offered, taken, int(first))

    def conserved(self, state: State) -> Mapping[str, int]:
        """Every mine, turret and weapon card is somewhere, once; the Mech is in one place; health and tokens stay on
        their tracks.
        """
        counts: dict[str, int] = {}
        for player in state.players:
            counts[f"mines {player.seat}"] = len(mines_of(state, player)) + len(mine_supply(state, player))
            counts[f"turrets {player.seat}"] = len(turrets_of(state, player)) + turret_supply(state, player)
            counts[f"equipped but not owned {player.seat}"] = (player.equipped & ~player.weapons).bit_count()
        counts["devices of nobody"] = sum(device_owner(found) >= len(state.players) for found in state.devices)
        advanced = self.content.advanced_mask
        owned = sum((player.weapons & advanced).bit_count() for player in state.players)
        counts["advanced weapons"] = owned + len(state.row) + state.deck.bit_count()
        counts["mechs"] = int(state.mech_zone != NOWHERE) + int(state.mech_owner != NOBODY) + int(not state.zones)
        return counts


def create(
    core: Sequence[PackFile], overlays: Sequence[PackFile], catalogue: Catalogue, clauses: Register
) -> TinyEpicMechs:
    """Make the game out of the texts of its content."""
    return TinyEpicMechs(core, overlays, catalogue, clauses)
