"""A match or a force brought to a table.

The person who brings a journal may know its dice and foretell them. So an unfinished match goes on with fresh committed
dice of this server, and its header says how many rolls were brought. Taken-back answers are left behind. Journals are
read away from the event loop.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from muster.forces.limits import check_limits
from muster.kernel.errors import GameError
from muster.kernel.game import POSITION, Game, building_of, forces_of, setup_of
from muster.kernel.journal import Journal, JournalError, read_journal
from muster.kernel.match import Entry
from muster.kernel.requests import Seat
from muster.kernel.sessions import dice_of, load_match, taken_over
from muster.kernel.setup import Prepared
from muster.library import game_names, load_game
from muster.server.table.table import HostedTable

MOST_LINES = 20_000
"""The longest journal we accept: twenty times the longest match of any game."""


class Brought(msgspec.Struct, frozen=True):
    """A match brought here: its game and options, its dice from now on, and everything said in it."""

    game: Game[Any]
    prepared: Prepared[object]
    journal: Journal
    entries: list[Entry]
    over: bool


def bring(text: str, wanted: str, key: bytes) -> Brought:
    """Read and check a journal. `wanted` is the game it should belong to, if anybody said so; `key` is that of the dice
    that take over. Raises `GameError` saying what is wrong.
    """
    if text.count("\n") > MOST_LINES:
        raise JournalError(f"journal: at most {MOST_LINES} lines can be brought to a table")
    journal = read_journal(text)
    name = wanted or journal.header.game
    if name not in game_names():
        raise GameError(f"game: there is no game {name!r}; there are {', '.join(game_names())}")
    refuse_position(journal.header.options)
    game = load_game(name)
    journal = msgspec.structs.replace(journal, entries=tuple(journal.effective()))
    fresh = taken_over(journal, key)
    rolled: list[Entry] = []
    match = load_match(game, fresh, dice_of(fresh), listener=rolled.append)
    if journal.key or journal.header.dice.startswith("seeded "):
        load_match(game, journal, dice_of(journal))  # what its own dice can vouch for must be true
        fresh = journal if match.over else fresh
    return Brought(game, setup_of(game).prepare(journal.header.options), fresh, [*journal.entries, *rolled], match.over)


def refuse_position(options: Mapping[str, Any]) -> None:
    """Tables begin from a set-up: a position would show everybody's secrets to everybody, and is not checked here."""
    if POSITION in options:
        raise GameError("options: a table of this server cannot begin from a position")


def with_force(table: HostedTable, seat: Seat, force: dict[str, Any]) -> Prepared[object]:
    """The match of a table with the force that somebody brings for a seat; raises `GameError` with every clause that it
    breaks.
    """
    check_limits(force)
    forces, building, game = forces_of(table.game), building_of(table.game), table.game
    faults = forces.check(force)
    if faults:
        words = game.catalogue.words("en")
        raise GameError("; ".join(f"{words.say(fault.reason)} [{fault.clause}]" for fault in faults))
    held = list(table.prepared.options[building.field])
    held[list(table.prepared.players).index(seat)] = force
    prepared = setup_of(game).prepare({**table.prepared.options, building.field: held})
    if table.prepared.fair and not prepared.fair:
        raise GameError("force: it is of another size than the one it would meet at this table")
    return prepared
