"""A match or a force brought to a table.

The person who brings a journal may know its dice and foretell them. So an unfinished match goes on with dice that are
agreed here, and its header says how many rolls were brought. Taken-back answers are left behind. Journals are read away
from the event loop.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from muster.forces.limits import MOST_LETTERS, check_limits, texts
from muster.kernel.dice import CommittedDice, ResumedDice
from muster.kernel.errors import GameError
from muster.kernel.game import Game, building_of, forces_of, setup_of
from muster.kernel.journal import Header, Journal, JournalError, read_journal
from muster.kernel.packs import PackFile
from muster.kernel.requests import DICE, Seat
from muster.kernel.sessions import dice_of, load_match, taken_over
from muster.kernel.setup import Prepared
from muster.library import game_names, load_with_packs
from muster.server.table.record import MOST_LINES
from muster.server.table.table import HostedTable

MOST_OPTIONS = 100_000
"""The longest options, as JSON: the largest table of one's own and the largest forces."""


class Brought(msgspec.Struct, frozen=True):
    """A match brought here: its game and options, and its journal with the dice from now on."""

    game: Game[object]
    prepared: Prepared[object]
    journal: Journal
    over: bool


def header_in(text: str) -> Header:
    """The header of a journal that can be brought; raises `JournalError` saying what is wrong."""
    if text.count("\n") > MOST_LINES:
        raise JournalError(f"journal: at most {MOST_LINES} lines can be brought to a table")
    return read_journal(text).header


def bring(text: str, wanted: str, key: bytes, packs: tuple[PackFile, ...] = ()) -> Brought:
    """Read and check a journal. `wanted` is the game it should belong to, if anybody said so; `key` is that of the dice
    that take over. The packs are those it was played with. Raises `GameError` saying what is wrong.
    """
    journal = read_journal(text)
    name = wanted or journal.header.game
    if name not in game_names():
        raise GameError(f"game: there is no game {name!r}; there are {', '.join(game_names())}")
    check_options(journal.header.options)
    game = load_with_packs(name, packs)
    journal = msgspec.structs.replace(journal, entries=tuple(journal.effective()))
    fresh = taken_over(journal, key)
    passed = sum(entry.seat == DICE for entry in journal.entries)
    match = load_match(game, fresh, ResumedDice(passed, CommittedDice(key)))  # dice of no consequence: it must play
    if journal.key or journal.header.dice.startswith("seeded "):
        load_match(game, journal, dice_of(journal))  # what its own dice can vouch for must be true
        fresh = journal if match.over and len(match.record) == len(journal.entries) else fresh
    over = match.over and len(match.record) == len(journal.entries)
    return Brought(game, setup_of(game).prepare(journal.header.options), fresh, over)


def check_options(options: Mapping[str, Any]) -> None:
    """Refuse options that nobody would choose: they are stored, and told to everybody who comes to the table."""
    size = len(msgspec.json.encode(options))
    if size > MOST_OPTIONS:
        raise GameError(f"options: {size} bytes are too many; {MOST_OPTIONS} is the most")
    for text in texts(options):
        if len(text) > MOST_LETTERS:
            raise GameError(f"options: {text[:20]!r}…: a text in them has {MOST_LETTERS} letters at most")
        if not text.isprintable():
            raise GameError(f"options: {text[:20]!r}: a text in them holds signs that cannot be printed")


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
