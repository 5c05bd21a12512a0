"""Chat at one table: players to everybody, spectators to spectators."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence

import msgspec

from muster.kernel.requests import Seat
from muster.kernel.text import Text
from muster.server.buckets import Buckets
from muster.server.protocol import Phrase, Spoken, Talk
from muster.server.storage.database import Conflict
from muster.server.storage.rows import ChatRow
from muster.server.storage.storage import Storage
from muster.server.telling.phrases import TableRefusal, words
from muster.server.telling.tidy import tidy_line

RECENT = 50
KEPT = 1_000
"""So many lines of players are kept, and as many of spectators; with one more the oldest is forgotten."""
LINES_PER_S = 1.0
"""So many lines a second come from one seat, or from the spectators of one network,"""
LINES_AT_ONCE = 20
"""and so many at once."""
MOST_SPEAKERS = 200
WATCHING: Seat = -1
"""The seat under which the chat of spectators is stored."""


class Chat:
    """The lines that were said, each stored before anybody hears it."""

    def __init__(self, storage: Storage, table: str, rows: Sequence[ChatRow], on_lost: Callable[[], None]) -> None:
        self._storage = storage
        self._table = table
        self._rows = list(rows)
        self._commands = {(row.seat, row.command) for row in rows if row.seat != WATCHING}
        self._on_lost = on_lost
        self._pace = Buckets(LINES_PER_S, LINES_AT_ONCE, MOST_SPEAKERS)

    async def say(
        self,
        seat: Seat | None,
        author: str,
        command: str,
        text: str,
        phrase: Phrase | None,
        talk: Talk,
        network: str = "",
    ) -> ChatRow | None:
        """Store a line; returns it, or None if this command was carried out before. Refused if the table does not
        allow it, or if this seat, or the spectators of this network, say too much at once.
        """
        if talk == "none" or (talk == "phrases" and phrase is None):
            raise TableRefusal("talk_none" if talk == "none" else "talk_phrases")
        text = words("en").say(Text(f"phrase.{phrase}")) if phrase else tidy_line(text)
        if not text:
            raise TableRefusal("nothing_said")
        speaker = WATCHING if seat is None else seat
        if (speaker, command) in self._commands:
            return None
        if not self._pace.take(network if seat is None else seat):
            raise TableRefusal("talk_pace")
        number = self._rows[-1].number + 1 if self._rows else 0
        row = ChatRow(number, speaker, author, text, command, time.time(), phrase or "")
        alike = [other for other in self._rows if (other.seat == WATCHING) == (speaker == WATCHING)]
        oldest = alike[0] if len(alike) >= KEPT else None
        try:
            await self._storage.say(self._table, row, None if oldest is None else oldest.number)
        except Conflict:
            self._on_lost()
            raise TableRefusal("not_stored") from None
        self._rows.append(row)
        if oldest is not None:
            self._rows.remove(oldest)
            self._commands.discard((oldest.seat, oldest.command))
        if speaker != WATCHING:
            self._commands.add((speaker, command))
        return row

    def recent(self, seat: Seat | None) -> list[Spoken]:
        return last_words(self._rows, seat)

    def forget(self, seats: Iterable[Seat]) -> None:
        """Forget what was said at some seats, which the database has forgotten, too."""
        gone = set(seats)
        self._rows = [
            msgspec.structs.replace(row, author="", body="") if row.seat in gone else row for row in self._rows
        ]


def last_words(rows: Iterable[ChatRow], seat: Seat | None) -> list[Spoken]:
    """The last words that a seat has heard."""
    return [spoken(row) for row in rows if row.body and audible(row, seat)][-RECENT:]


def spoken(row: ChatRow) -> Spoken:
    return Spoken(row.author, None if row.seat == WATCHING else row.seat, row.body, row.at, row.phrase)


def audible(row: ChatRow, seat: Seat | None) -> bool:
    """Whether a seat hears a line. Players do not hear spectators, who may know more than they do."""
    return row.seat != WATCHING or seat is None
