"""The record of one table: the match, and the stored lines that it is made of.

A decision is carried out on the match at once, but it counts only when its line is stored, together with those of the
rolls it caused. If storing fails, the match is built again from what is stored: nothing has happened.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from muster.kernel.game import Game
from muster.kernel.journal import Journal, write_journal
from muster.kernel.match import UNREAD, Entry, Match
from muster.kernel.refusal import Refusal
from muster.kernel.requests import DICE, Ask, Seat
from muster.kernel.sessions import dice_of, load_match
from muster.server.storage.storage import Conflict, Line, Storage, TableRow
from muster.server.table.watched_dice import WatchedDice
from muster.server.telling.phrases import TableRefusal
from muster.server.thinking.jobs import Position

log = logging.getLogger("muster.server.table.record")


class Record:
    """The match and its stored lines. `on_lost` is called when the match in memory can no longer be trusted, or belongs
    to another process."""

    def __init__(
        self, storage: Storage, game: Game[Any], row: TableRow, lines: Sequence[Line], on_lost: Callable[[], None]
    ) -> None:
        self._storage = storage
        self._game = game
        self._row = row
        self._on_lost = on_lost
        self.lines = list(lines)
        self._commands = {(line.seat, line.command) for line in lines if line.command}
        self._spoken = Counter(line.seat for line in lines)
        self._seal = f"{row.dice_key}/{row.settings.host}".encode()
        self._numbers: dict[Seat, tuple[Ask[Any], int, int]] = {}
        self._draft: list[Entry] = []
        self._build()

    def _build(self) -> None:
        """Make the match out of what is stored."""
        journal = Journal(self._row.header, tuple(map(_entry, self.lines)), file=f"table {self._row.id}")
        self.dice = WatchedDice(dice_of(journal, journal.file, self._row.dice_key))
        self._draft.clear()
        self.match: Match[Any] = load_match(
            self._game, journal, self.dice, file=journal.file, listener=self._draft.append
        )

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
            seal = hmac.digest(self._seal, msgspec.json.encode((seat, spoken, told, asked)), "sha256")
            self._numbers[seat] = known = (ask, told, int.from_bytes(seal[:6], "big"))
        return known[2]

    async def carry_out(self, seat: Seat, command: str, spent: int, act: Callable[[], None]) -> None:
        """Carry an act out and store it; returns when it is stored. If it is refused or fails, nothing has happened."""
        try:
            act()
        except (Refusal, TableRefusal):
            raise
        except Exception:
            log.exception("table %s: the rules failed at seat %s", self._row.id, seat)
            self._build()
            raise TableRefusal("broken") from None
        lines = self._written(seat, command, spent)
        if not lines:
            return
        try:
            await self._storage.append(self._row.id, lines, self.match.over)
        except Conflict:
            self._on_lost()
            raise TableRefusal("not_stored") from None
        except asyncio.CancelledError:
            self._on_lost()
            raise
        except Exception:
            log.exception("table %s: an answer could not be stored", self._row.id)
            self._build()
            raise TableRefusal("not_stored") from None
        self.lines += lines
        self._spoken.update(line.seat for line in lines)
        if command:
            self._commands.add((seat, command))

    def _written(self, seat: Seat, command: str, spent: int) -> list[Line]:
        """The drafted entries as lines; the seat's own first line bears the command that caused them all."""
        now = time.time()
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
        return Position(self._row.id, self._row.header.game, self._row.header.options, entries)

    def journal(self, who: Sequence[str]) -> str:
        """The whole match as the text of a journal, with the key of the dice: for when the match is over."""
        header = msgspec.structs.replace(self._row.header, seats=tuple(who))
        return write_journal(header, [_entry(line) for line in self.lines], self._row.dice_key)


def _entry(line: Line) -> Entry:
    return Entry(line.seat, line.key, list(line.faces) if line.seat == DICE else UNREAD)
