"""A match looked at again: what a viewer saw when its log had a given length.

The record is played through once; on the way every moment at which the match stood still is noted, and now and then
the last checkpoint is kept. To look at a moment is to start from the checkpoint before it and feed in what came after.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from muster.kernel.dice import ToldDice
from muster.kernel.game import Look
from muster.kernel.match import Entry, Match
from muster.kernel.requests import DICE, Seat
from muster.kernel.spaces import Option

S = TypeVar("S")

SPACING = 32
"""Entries between two checkpoints that are kept, at first."""
MOST_KEPT = 32
"""So many checkpoints are kept; if there are more, every second is dropped and the spacing doubles."""


STRIDE = 20
"""Entries that are taken in at a stretch."""


class History(Generic[S]):
    """The moments of one match. `follow` keeps it up with the match, also over an undo."""

    def __init__(self, match: Match[S], viewers: Sequence[Seat | None]) -> None:
        self._viewers = list(viewers)
        self._begin(match)

    def _begin(self, match: Match[S]) -> None:
        self._game = match.game
        self._record: list[Entry] = []
        self._dice = ToldDice()
        self._lengths: list[int] = []
        """For each moment, how long the record was."""
        self._heard: dict[Seat | None, list[int]] = {viewer: [] for viewer in self._viewers}
        """For each viewer and moment, how long its log was."""
        self._kept: list[tuple[int, S]] = [(0, match.beginning())]
        self._spacing = SPACING
        self._read = 0
        self._prepare(match.record, 0)
        self._twin: Match[S] = Match(match.game, match.beginning(), self._dice)
        self._note()

    def _prepare(self, record: Sequence[Entry], start: int) -> None:
        """Lay out the dice for what is to be played from `start` on."""
        self._dice.tell(entry.value for entry in record[start:] if entry.seat == DICE)

    def follow(self, match: Match[S]) -> Iterator[None]:
        """Take in what happened in the match since, with a pause now and then for others to use the processor."""
        known = len(self._record)
        record = match.record
        if len(record) < known or any(record[place] is not self._record[place] for place in range(known)):
            self._begin(match)
        played = len(self._twin.record)
        self._record = list(record)
        self._prepare(record, played)
        for count, entry in enumerate(record[played:], 1):
            if entry.seat != DICE:
                self._twin.play(entry.seat, Option(entry.key, entry.value, ""))
                self._note()
            if count % STRIDE == 0:
                yield

    def _note(self) -> None:
        """A moment: note how much everybody has heard; keep the last checkpoint if it is far from the one before."""
        twin = self._twin
        self._lengths.append(len(twin.record))
        fresh = twin.table.events[self._read :]
        self._read = len(twin.table.events)
        for viewer, lengths in self._heard.items():
            before = lengths[-1] if lengths else 0
            lengths.append(before + sum(event.audience is None or event.audience == viewer for event in fresh))
        if twin.last_mark - self._kept[-1][0] >= self._spacing:
            self._kept.append(twin.last_checkpoint)
            if len(self._kept) > MOST_KEPT:
                del self._kept[1::2]
                self._spacing *= 2

    def moment(self, viewer: Seat | None, heard: int) -> tuple[int, int]:
        """The first moment at which this viewer had heard so much (or the last one), and how much that was."""
        lengths = self._heard[viewer]
        moment = min(bisect_left(lengths, heard), len(lengths) - 1)
        return moment, lengths[moment]

    def look(self, moment: int, eyes: Seat | None) -> Look:
        """The table at a moment through these eyes."""
        length = self._lengths[moment]
        mark, saved = self._kept[bisect_right(self._kept, length, key=lambda kept: kept[0]) - 1]
        known = self._twin.record[mark:length]
        state = self._game.rules.copy(saved)
        return Match(self._game, state, ToldDice(), remember=False, listening=False, known=known).look(eyes)


__all__ = ["History"]
