"""Seating at one table: seats, their tokens and names, and the bots that stand in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from muster.kernel.journal import LETTERS
from muster.kernel.requests import Seat
from muster.kernel.text import Text
from muster.kernel.words import Catalogue, Words
from muster.server.protocol import Place
from muster.server.storage.database import Conflict
from muster.server.storage.rows import SeatRow, Settings
from muster.server.storage.storage import Storage
from muster.server.table.tokens import Sitter, hash_token, same
from muster.server.telling.phrases import TableRefusal, words
from muster.server.thinking.workers import is_bot

MOST_CHANGES = 2_000
"""So often the seats of one table change hands, are sealed anew or settled otherwise because somebody asks for it."""
OPEN = "open"
HUMAN = "human"
RULES = "rules"


class Seating:
    """The seats of one table. Every change is stored before it counts; `on_lost` is called if storing shows that
    another process has the table.
    """

    def __init__(
        self, storage: Storage, table: str, rows: Sequence[SeatRow], settings: Settings, on_lost: Callable[[], None]
    ) -> None:
        self._storage = storage
        self._table = table
        self._settings = settings
        self._on_lost = on_lost
        self.versions = len(rows)
        self._spoken: dict[str, Words] = {}
        self.rows = {row.seat: row for row in rows}

    def player(self, seat: Seat) -> str:
        """The one who decides for a seat: a bot's name, or `human`, or `open`."""
        row = self.rows[seat]
        return row.stand_in or row.who

    def name(self, seat: Seat, language: str = "en") -> str:
        """A person's name; a bot is called as the page calls it, and a free seat by its letter."""
        row = self.rows[seat]
        if row.name or not is_bot(row.who):
            return row.name or LETTERS[seat]
        return words(language).say(Text("seat.bot", {"letter": LETTERS[seat]}))

    def words(self, catalogue: Catalogue, language: str) -> Words:
        """The game's words with the names of those who sit here."""
        found = self._spoken.get(language)
        if found is None:
            names = {seat: self.name(seat, language) for seat in self.rows}
            found = self._spoken[language] = catalogue.words(language, names)
        return found

    def find(self, token: str) -> tuple[Seat | None, bool]:
        """The seat that a token opens, and whether its holder is the host; refused if it opens nothing."""
        host = same(token, self._settings.host)
        for seat, row in self.rows.items():
            if same(token, row.token):
                return seat, host
        if host or same(token, self._settings.invite):
            return None, host
        raise TableRefusal("unknown_link")

    async def claim(self, name: str, invite: str, wanted: Seat | None, sitter: Sitter) -> tuple[Seat, str]:
        """Sit down at an open seat; returns the seat and the token that opens it from now on."""
        if not any(row.player == sitter.player != "" for row in self.rows.values()):
            self.check_invited(invite)
        seat = self.first_open(wanted, sitter.player)
        token = sitter.token(self._table, seat)
        await self.change(SeatRow(seat, HUMAN, name, hash_token(token), player=sitter.player))
        return seat, token

    def first_open(self, wanted: Seat | None, player: str = "") -> Seat:
        """The wanted seat, or any, if it is open; one that is kept for somebody is open to them alone."""
        free = [
            seat
            for seat, row in self.rows.items()
            if row.who == OPEN and wanted in (None, seat) and (row.token or row.player in ("", player))
        ]
        if not free:
            raise TableRefusal("taken")
        return free[0]

    def check_invited(self, invite: str) -> None:
        """Refuse somebody without an invitation, unless the table is public."""
        if not self._settings.public and not same(invite, self._settings.invite):
            raise TableRefusal("not_invited")

    async def stand_in(self, seat: Seat, bot: str) -> None:
        """Let a bot play for the person at this seat; an empty name gives the seat back to them."""
        if bot and not is_bot(bot):
            raise TableRefusal("no_bot", bot=bot)
        await self.change(msgspec.structs.replace(self.rows[seat], stand_in=bot))

    async def settle(self, seat: Seat, on: bool) -> None:
        """Have small things decided for the person at this seat, or not."""
        if self.rows[seat].settle != on:
            await self.change(msgspec.structs.replace(self.rows[seat], settle=on))

    def settling(self) -> set[Seat]:
        """The seats of people who have small things decided for them; a bot that stands in decides for itself."""
        return {seat for seat, row in self.rows.items() if row.settle and self.player(seat) == HUMAN}

    def people(self) -> set[Seat]:
        """The seats at which people decide, whether they are there or not."""
        return {seat for seat in self.rows if self.player(seat) == HUMAN}

    def alone(self) -> bool:
        """Whether one person plays against bots, so that nobody can learn anything from how fast they answer. A seat
        that is open, or whose owner is away, is somebody's.
        """
        return sum(row.who in (HUMAN, OPEN) for row in self.rows.values()) == 1

    async def free(self, seat: Seat) -> None:
        """Open the seat of somebody who is away. Their link brings them back as long as nobody else has sat down."""
        await self.change(msgspec.structs.replace(self.rows[seat], who=OPEN, stand_in=""))

    async def come_back(self, seat: Seat) -> None:
        """Give a seat that was freed back to the person whose link it is."""
        await self.change(msgspec.structs.replace(self.rows[seat], who=HUMAN))

    def check_room(self) -> None:
        """Refuse another change if there were so many that nobody can be in earnest: each is stored."""
        if self.versions >= MOST_CHANGES:
            raise TableRefusal("too_many_changes")

    def check_person(self, seat: Seat) -> None:
        """Refuse if no person sits at this seat."""
        row = self.rows.get(seat)
        if row is None or row.who not in (HUMAN, OPEN):
            raise TableRefusal("no_seat")

    async def change(self, *rows: SeatRow) -> None:
        """Store who sits at these seats from now on, all or none."""
        try:
            await self._storage.seats(self._table, self.versions, rows)
        except Conflict:
            self._on_lost()
            raise TableRefusal("not_stored") from None
        self.versions += len(rows)
        self.rows |= {row.seat: row for row in rows}
        self._spoken.clear()

    def who(self) -> list[str]:
        """The seating, as a journal says it."""
        rows = [row for _, row in sorted(self.rows.items())]
        return [f"{row.who}+{row.stand_in}" if row.stand_in else row.who for row in rows]


def places_of(rows: Iterable[SeatRow], here: set[Seat | None]) -> list[Place]:
    """The seating, as everybody may know it."""
    latest = {row.seat: row for row in rows}
    return [
        Place(
            seat,
            row.who,
            "" if row.who == OPEN else row.name,
            seat in here,
            row.stand_in,
            "" if row.who == OPEN else row.player,
        )
        for seat, row in sorted(latest.items())
    ]
