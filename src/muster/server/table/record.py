"""The record of one table: the match, and the stored lines that it is made of.

A decision is carried out on the match at once, but it counts only when its line is stored, together with those of the
rolls it caused. If storing fails, the match is built again from what is stored: nothing has happened.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from muster.kernel.agreed_dice import unsettled
from muster.kernel.dice import CommittedDice, DiceSource, ResumedDice
from muster.kernel.game import Game
from muster.kernel.journal import Journal, write_journal
from muster.kernel.match import UNREAD, Entry, Match
from muster.kernel.refusal import Refusal
from muster.kernel.requests import DICE, Ask, Seat
from muster.kernel.sessions import dice_of, load_match
from muster.server.protocol import ENCODER
from muster.server.storage.database import Conflict, Unavailable, Unsaved
from muster.server.storage.rows import Line, StoredTable, TableRow
from muster.server.storage.storage import Storage
from muster.server.table.clocks import steady_time
from muster.server.table.watched_dice import WatchedDice
from muster.server.telling.phrases import TableRefusal
from muster.server.thinking.jobs import Position

log = logging.getLogger("muster.server.table.record")

MOST_LINES = 20_000
"""Nothing is taken back any more in a match of so many lines, twenty times the longest of any game. Answers alone come
to an end, but who answers and takes back for ever would fill the disk.
"""


class Record:
    """The match and its stored lines. `on_lost` is called when the match in memory can no longer be trusted, or belongs
    to another process."""

    def __init__(self, storage: Storage, game: Game[object], kept: StoredTable, on_lost: Callable[[], None]) -> None:
        self._storage = storage
        self._game = game
        self._row = row = kept.row
        self._unsettled = unsettled(row.header.dice)
        self._packs = kept.packs
        self._on_lost = on_lost
        self.lines = list(kept.lines)
        self._commands = {(line.seat, line.command) for line in self.lines if line.command}
        self._spoken = Counter(line.seat for line in self.lines)
        self._seal = blake2b(f"{row.dice_key[:64]}/{row.settings.host}".encode()).digest()
        self._numbers: dict[Seat, tuple[Ask[Any], int, int]] = {}
        self._draft: list[Entry] = []
        self.provisional = False
        """Whether the match has rolled though its dice are not agreed yet: nothing of it is stored or shown."""
        self._build()

    @property
    def row(self) -> TableRow:
        return self._row

    @row.setter
    def row(self, row: TableRow) -> None:
        self._row = row
        self._unsettled = unsettled(row.header.dice)

    @property
    def agreeing(self) -> bool:
        """Whether the dice that the match goes on with are still being agreed."""
        return self._unsettled and (self.provisional or not self.match.over)

    @property
    def rolls(self) -> int:
        """The number of rolls so far."""
        return sum(line.seat == DICE for line in self.lines)

    def _build(self) -> None:
        """Make the match out of what is stored."""
        journal = Journal(self.row.header, tuple(map(entry_of, self.lines)), file=f"table {self.row.id}")
        source: DiceSource
        if self._unsettled:
            source = ResumedDice(self.rolls, CommittedDice(secrets.token_bytes(32)))
        else:
            source = dice_of(journal, journal.file, self.row.dice_key)
        self.dice = WatchedDice(source)
        self._draft.clear()
        self.match: Match[object] = load_match(
            self._game, journal, self.dice, file=journal.file, listener=self._draft.append
        )
        self.provisional = bool(self._draft) and self._unsettled

    async def agree(self, row: TableRow) -> None:
        """Go on with the dice of a new header: the match is made with them, and what they roll is stored at once."""
        before, self.row = self.row, row
        try:
            self._build()
            lines = [] if self.provisional else self._written(DICE, "", 0)
            await self._storage.amend(row, lines=lines, over=self.match.over and bool(lines))
        except BaseException as error:
            self.row = before
            self._build()
            if isinstance(error, Conflict | asyncio.CancelledError):
                self._on_lost()
            if not isinstance(error, Exception):
                raise
            log.exception("table %s: the dice could not be agreed", row.id)
            raise TableRefusal("not_stored") from None
        self._keep(lines)

    def check_room(self) -> None:
        """Refuse to take anything back if far more has been said than any match needs."""
        if len(self.lines) >= MOST_LINES:
            raise TableRefusal("too_long")

    def has_heard(self, seat: Seat, command: str) -> bool:
        """Whether this command of a seat was carried out before."""
        return (seat, command) in self._commands

    def number(self, seat: Seat, ask: Ask[Any], told: int) -> int:
        """The number of a seat's open question. It changes whenever the seat has answered, or when the seat was `told`
        something new (the fingerprint of its log) or is asked something else. It stays the same when the server is
        started again, and whatever others do in secret.
        """
        known = self._numbers.get(seat)
        if known is None or known[0] is not ask or known[1] != told:
            spoken = self._spoken[seat]
            asked = ask.prompt.key, ask.prompt.params, [option.key for option in ask.space.options()]
            seal = blake2b(ENCODER.encode((seat, spoken, told, asked)), digest_size=6, key=self._seal).digest()
            self._numbers[seat] = known = (ask, told, int.from_bytes(seal, "big"))
        return known[2]

    async def carry_out(self, seat: Seat, command: str, spent: int, act: Callable[[], None]) -> None:
        """Carry an act out and store it; returns when it is stored. If it is refused or fails, nothing has happened.
        Nothing can be done while dice are agreed, whoever asks for it.
        """
        if self.agreeing:
            raise TableRefusal("not_begun")
        try:
            act()
        except (Refusal, TableRefusal):
            raise
        except Exception:
            log.exception("table %s: the rules failed at seat %s", self.row.id, seat)
            self._build()
            raise TableRefusal("broken") from None
        lines = self._written(seat, command, spent)
        if not lines:
            return
        try:
            await self._storage.append(self.row.id, lines, self.match.over)
        except Conflict:
            self._on_lost()
            raise TableRefusal("not_stored") from None
        except asyncio.CancelledError:
            self._on_lost()
            raise
        except Exception as error:
            await self._read_back(error)
            if len(self.lines) >= lines[-1].line:  # it was stored; only the answer of the database was lost
                self._note(seat, command)
                return
            raise TableRefusal("not_stored") from None
        self._keep(lines)
        self._note(seat, command)

    async def _read_back(self, error: Exception) -> None:
        """After a write of which nobody knows how it ended: make the match out of what is stored now. If that cannot be
        read either, the table is given up; everybody joins again, says again what was not acknowledged, and it counts
        once.
        """
        if not isinstance(error, Unsaved):  # of which there may be very many, and which was said
            log.warning("table %s: how a write ended is not known (%s); it is read back", self.row.id, error)
        try:
            kept = await self._storage.load(self.row.id)
        except Exception:
            self._on_lost()
            raise Unavailable(str(error)) from None
        if kept is None:
            self._on_lost()
            raise TableRefusal("not_stored") from None
        self.row = kept.row
        self.lines = kept.lines
        self._spoken = Counter(line.seat for line in kept.lines)
        self._commands = {(line.seat, line.command) for line in kept.lines if line.command}
        self._build()

    def _note(self, seat: Seat, command: str) -> None:
        if command:
            self._commands.add((seat, command))

    def _keep(self, lines: list[Line]) -> None:
        self.lines += lines
        self._spoken.update(line.seat for line in lines)

    def _written(self, seat: Seat, command: str, spent: int) -> list[Line]:
        """The drafted entries as lines; the seat's own first line bears the command that caused them all."""
        now = steady_time()
        lines: list[Line] = []
        for entry in self._draft:
            number = len(self.lines) + len(lines) + 1
            if entry.seat == DICE:
                lines.append(Line(number, DICE, entry.key, tuple(entry.value), at=now))
            elif entry.seat == seat:
                lines.append(Line(number, seat, entry.key, (), command, now, spent))
                command, spent = "", 0
            else:
                lines.append(Line(number, entry.seat, entry.key, at=now))
        self._draft.clear()
        return lines

    def position(self) -> Position:
        """The match so far, for the processes that think."""
        entries = [(entry.seat, entry.key, entry.value if entry.seat == DICE else ()) for entry in self.match.record]
        return Position(self.row.id, self.row.header.game, self.row.header.options, entries, self._packs)

    def journal(self, who: Sequence[str]) -> str:
        """The whole match as the text of a journal, with the key of the dice: for when the match is over."""
        header = msgspec.structs.replace(self.row.header, seats=tuple(who))
        return write_journal(header, [entry_of(line) for line in self.lines], self.row.dice_key, self.dice.sides)


def entry_of(line: Line) -> Entry:
    """A stored line as an entry of the match."""
    return Entry(line.seat, line.key, list(line.faces) if line.seat == DICE else UNREAD)
