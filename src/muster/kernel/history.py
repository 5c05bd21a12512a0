"""Looking back at a match: the table as a viewer saw it when its log had a given length.

The record is played through once. On the way we note every moment at which the match stood still, and keep a
checkpoint now and then. To look at a moment we start from the checkpoint before it and feed in what came after.
"""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from muster.kernel.dice import DiceSource, RandomDice, ToldDice
from muster.kernel.game import Look, goal_of
from muster.kernel.goals import Goal, Standpoint
from muster.kernel.match import Entry, Match
from muster.kernel.requests import DICE, Seat
from muster.kernel.spaces import Option
from muster.kernel.words import Words

S = TypeVar("S")

SPACING = 32
"""Entries between two checkpoints that are kept, at first."""
MOST_KEPT = 32
"""Keep at most so many checkpoints; beyond that, drop every second one and double the spacing."""


STRIDE = 20
"""Entries taken in at one go, before others get the processor."""


class History(Generic[S]):
    """The moments of one match. `follow` brings it up to date, also after an undo."""

    def __init__(
        self,
        match: Match[S],
        viewers: Sequence[Seat | None],
        weigh: Callable[[Match[S]], list[float] | None] | None = None,
    ) -> None:
        self._viewers = list(viewers)
        self._weigh = weigh
        self._begin(match)

    def _begin(self, match: Match[S]) -> None:
        self._game = match.game
        self._record: list[Entry] = []
        self._dice = ToldDice()
        self._lengths: list[int] = []
        """For each moment, how long the record was."""
        self._rounds: list[int] = []
        """For each moment, the round that was being played."""
        self.weighed: list[list[float] | None] = []
        """For each moment, what `weigh` made of it: for those who may know everything."""
        self._heard: dict[Seat | None, list[int]] = {viewer: [] for viewer in self._viewers}
        """For each viewer and moment, how long its log was."""
        self._kept: list[tuple[int, S]] = [(0, match.beginning())]
        self._spacing = SPACING
        self._read = 0
        self._prepare(match.record, 0)
        self._twin: Match[S] = Match(match.game, match.beginning(), self._dice)
        self._note()

    def _prepare(self, record: Sequence[Entry], start: int) -> None:
        """Get the dice ready for everything from `start` on."""
        self._dice.tell(entry.value for entry in record[start:] if entry.seat == DICE)

    def follow(self, match: Match[S]) -> Iterator[None]:
        """Take in what has happened since; yields now and then so that others can use the processor."""
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
        """Note a moment: how much everybody has heard. Keep the last checkpoint if it is far from the one before."""
        twin = self._twin
        self._lengths.append(len(twin.record))
        thinking = self._game.thinking
        self._rounds.append(0 if thinking is None else thinking.round(twin.state))
        self.weighed.append(None if self._weigh is None else self._weigh(twin))
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

    def moment_after(self, viewer: Seat | None, entries: int) -> tuple[int, int]:
        """The first moment at which the record had so many entries (or the last one), and how much this viewer had
        heard.
        """
        moment = min(bisect_left(self._lengths, entries), len(self._lengths) - 1)
        return moment, self._heard[viewer][moment]

    def look(self, moment: int, eyes: Seat | None) -> Look:
        """The table at a moment through these eyes."""
        return self._match(moment, ToldDice(), remember=False).look(eyes)

    def match(self, moment: int) -> Match[S]:
        """The match as it stood at a moment, with nothing redrawn: for looking back once it is over."""
        return self._match(moment, RandomDice(random.Random(moment)), remember=True)

    def goal(self, moment: int, eyes: Seat | None, words: Words, laid_open: bool) -> Goal:
        """How the match stood at a moment, for these eyes."""
        told = [event for event in self._twin.table.events if event.audience is None or event.audience == eyes]
        state = self._match(moment, ToldDice(), remember=False).state
        heard = self._heard[eyes][moment]
        return goal_of(self._game, Standpoint(state, eyes, told[:heard], words, laid_open))

    def heard(self, viewer: Seat | None, moment: int) -> int:
        """How much a viewer had heard at a moment."""
        return self._heard[viewer][moment]

    def round(self, moment: int) -> int:
        """The round that was being played at a moment."""
        return self._rounds[moment]

    def rounds(self) -> list[tuple[int, int]]:
        """Every round with the moment at which it was over: the first of the next one, or the last of all."""
        found = []
        for moment, number in enumerate(self._rounds[:-1]):
            if self._rounds[moment + 1] > number:
                found.append((number, moment + 1))
        return [*found, (self._rounds[-1], len(self._rounds) - 1)]

    def _match(self, moment: int, dice: DiceSource, remember: bool) -> Match[S]:
        length = self._lengths[moment]
        mark, saved = self._kept[bisect_right(self._kept, length, key=lambda kept: kept[0]) - 1]
        known = self._twin.record[mark:length]
        state = self._game.rules.copy(saved)
        return Match(self._game, state, dice, remember=remember, listening=False, known=known)


__all__ = ["History"]
