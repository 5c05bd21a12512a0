"""A match that is over, to be walked through again: everything that was said in it, and every moment at which somebody
answered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import msgspec

from muster.kernel.dice import DiceSource, ToldDice
from muster.kernel.errors import GameError
from muster.kernel.game import Game, setup_of, thinking_of
from muster.kernel.journal import Journal
from muster.kernel.match import Match
from muster.kernel.packs import PackFile
from muster.kernel.requests import DICE, Roll, Seat
from muster.kernel.sessions import load_match
from muster.kernel.spaces import Option
from muster.library import load_with_packs

NOT_OVER = "this match is not over yet; what can be said about it would help one side"

SaidEntry = tuple[Seat, str, Sequence[int]]
"""One entry of a match: who, what, and the faces if it was the dice."""


class NotOver(GameError):
    """A match that is still going on: there is nothing to look back at, and something to hide."""


class NoMoreDice:
    """Stand in for the dice of a match that is over: when they are asked for, it is not."""

    def __init__(self, file: str) -> None:
        self._file = file

    def label(self) -> str:
        return "none"

    def roll(self, roll: Roll) -> NoReturn:
        raise NotOver(f"{self._file}: {NOT_OVER}")

    def repeat(self, roll: Roll, recorded: Sequence[int]) -> None:
        """Accept the record."""


class Past(msgspec.Struct, frozen=True):
    """A match as everything that was said in it: plain data, which can go to another process."""

    game: str
    options: dict[str, Any]
    entries: list[SaidEntry]
    packs: tuple[PackFile, ...] = ()
    """The packs laid over the game's own."""

    def load(self) -> Game[object]:
        return load_with_packs(self.game, self.packs)


def past_of(journal: Journal, packs: Sequence[PackFile] = (), file: str = "journal") -> Past:
    """The match of a journal. Raises `JournalError` if the journal does not fit, and `NotOver` if its match has not
    been played to the end.
    """
    game = load_with_packs(journal.header.game, tuple(packs))
    match = load_match(game, journal, NoMoreDice(file), file=file)
    if not match.over:
        raise NotOver(f"{file}: {NOT_OVER}")
    return Past(game.name, journal.header.options, entries_of(match), tuple(packs))


def entries_of(match: Match[object]) -> list[SaidEntry]:
    """Everything said in a match, as plain data."""
    return [(entry.seat, entry.key, entry.value if entry.seat == DICE else ()) for entry in match.record]


@dataclass(frozen=True, slots=True)
class Moment:
    """Somebody answers: how long the record was before, who, what, what the dice showed after it, and how long the
    record was then.
    """

    index: int
    seat: Seat
    played: Option[Any]
    faces: list[int]
    after: int
    begun: tuple[Seat, Option[Any]]
    """The answer that began what is under way, perhaps this one: the attack, not the cards that are played on it."""


class Walk:
    """A match walked through again. It stands before one answer after the other."""

    def __init__(self, past: Past) -> None:
        self.game = past.load()
        self._entries = past.entries
        dice = ToldDice()
        dice.tell(list(faces) for seat, _, faces in past.entries if seat == DICE)
        state = setup_of(self.game).prepare(past.options).new()
        self.match: Match[object] = Match(self.game, state, dice, listening=False)
        self.opening, self.opened = self._dice_from(0)
        """The dice that fell before anybody answered, and the length of the record then."""

    def moments(self) -> Iterator[Moment]:
        """Stand before each answer in turn; the match goes on when the next one is wanted."""
        begins = thinking_of(self.game).begins
        begun: tuple[Seat, Option[Any]] | None = None
        serious = False
        for index, (seat, key, _) in enumerate(self._entries):
            if seat == DICE:
                continue
            played = found(self.match, seat, key)
            ask = self.match.ask(seat)
            weighty = begins is not None and begins(ask, played)
            if begun is None or not (ask.midway or ask.small):
                begun, serious = (seat, played), weighty
            elif weighty and not serious:
                begun, serious = (seat, played), True
            yield Moment(index, seat, played, *self._dice_from(index + 1), begun)
            self.match.play(seat, played)

    def _dice_from(self, start: int) -> tuple[list[int], int]:
        """The faces of the rolls that begin at this entry, and where they end."""
        faces: list[int] = []
        for seat, _, shown in self._entries[start:]:
            if seat != DICE:
                break
            faces += shown
            start += 1
        return faces, start

    def again(self, dice: DiceSource) -> Match[object]:
        """The match as it stands, in a copy that goes on with other dice. Nothing is redrawn: only for looking back."""
        match = self.match
        mark, saved = match.last_checkpoint
        state = self.game.rules.copy(saved)
        return Match(self.game, state, dice, remember=False, listening=False, known=match.record[mark:])

    def anew(self, dice: DiceSource) -> Match[object]:
        """The match from its very beginning, with other dice."""
        return Match(self.game, self.match.beginning(), dice, remember=False, listening=False)


def found(match: Match[object], seat: Seat, key: str) -> Option[Any]:
    """The option behind a recorded answer, with its words."""
    space = match.ask(seat).space
    listed = next((option for option in space.options() if option.key == key), None)
    return space.accept(key) if listed is None else listed
