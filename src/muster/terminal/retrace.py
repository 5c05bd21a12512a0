"""Walk through a match again from its journal: the events after each entry, and a check of answers and dice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NoReturn

from muster.kernel.agreed_dice import KIND, read_stretches
from muster.kernel.dice import DiceSource, ScriptedDice
from muster.kernel.game import Game, setup_of
from muster.kernel.journal import Journal, JournalError
from muster.kernel.match import Entry, Match
from muster.kernel.requests import DICE, Event, Roll
from muster.kernel.sessions import dice_of, load_match


@dataclass(frozen=True)
class Retraced:
    """A match at some moment, and all events up to it, each with the number of the entry that caused it."""

    match: Match[object]
    events: list[tuple[int, Event]]
    at: int


class RecordEnds(Exception):
    """The rules want dice that the journal does not have (yet)."""


class NoDice:
    """Stands in for dice when a match is only looked at, and nothing may be rolled."""

    def label(self) -> str:
        return "none"

    def roll(self, roll: Roll) -> NoReturn:
        raise RecordEnds

    def repeat(self, roll: Roll, recorded: Sequence[int]) -> None:
        """Accept the record: there is nothing to compare it with."""


def retrace(game: Game[object], journal: Journal, file: str, at: int | None = None) -> Retraced:
    """Walk to entry `at`, or to the end; raises `JournalError` naming the first entry that does not fit."""
    _check(game, journal, NoDice(), file, at)
    known = journal.effective()[:at]
    faces = [face for entry in known if entry.seat == DICE for face in entry.value]
    try:
        match = Match(game, setup_of(game).prepare(journal.header.options).new(), ScriptedDice(faces, NoDice()))
    except RecordEnds:
        raise JournalError(f"{file}: it ends before anything has happened") from None
    return Retraced(match, _walk(match, known), len(known))


def _walk(match: Match[object], known: Sequence[Entry]) -> list[tuple[int, Event]]:
    events = [(len(match.record), event) for event in match.table.events]
    for entry in known:
        if entry.seat == DICE:
            continue
        told = len(match.table.events)
        with suppress(RecordEnds):  # only the last answer can lack its dice
            match.answer(entry.seat, entry.key)
        events += [(len(match.record), event) for event in match.table.events[told:]]
    return events


def _check(game: Game[object], journal: Journal, dice: DiceSource, file: str, at: int | None = None) -> None:
    with suppress(RecordEnds):
        load_match(game, journal, dice, file=file, at=at)


def verify(game: Game[object], journal: Journal, file: str) -> str:
    """Check every answer against the rules and every roll against its dice; returns the kind of dice.

    Raises `JournalError` for the first thing that is wrong, and for committed dice whose key is not known.
    """
    brought, rolls = brought_rolls(journal), count_rolls(journal)
    if brought > rolls:
        raise JournalError(f"{file}: the header speaks of {brought} rolls before its dice; there are {rolls}")
    check_nonces(journal, file)
    kind = journal.header.dice.partition(" ")[0]
    dice: DiceSource = dice_of(journal, file) if kind in ("seeded", "committed", KIND) else NoDice()
    _check(game, journal, dice, file)
    return "resumed" if brought_rolls(journal) else kind


def check_nonces(journal: Journal, file: str) -> None:
    """Every agreement has a nonce of each seat, and no other by which somebody could have chosen the dice."""
    seats = len(journal.header.seats)
    for stretch in read_stretches(journal.header.dice):
        given = len(stretch.nonces.split())
        if given and given != seats:
            raise JournalError(f"{file}: its dice have {given} nonces, and there are {seats} seats")


def count_rolls(journal: Journal) -> int:
    return sum(entry.seat == DICE for entry in journal.entries)


def brought_rolls(journal: Journal) -> int:
    """The number of rolls that came with the match when it was brought to another table."""
    passed = re.search(r" after (\d+)", journal.header.dice)
    return int(passed[1]) if passed else 0
