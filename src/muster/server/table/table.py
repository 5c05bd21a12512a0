"""A table: one match, who sits where, who watches, and the order in which things happen.

Everything that changes a table holds its lock; nobody hears of an answer before it is stored. The parts are in modules
of their own: `record` (the match and its lines), `seating`, `company` (who is here), `chat`, `takeback`, `clocks`,
`bot_seats`, `settlements`; and `telling.updates` sends everybody what is theirs to know. What people do with it is in
`arriving`, `acting`, `reseating` (who plays a seat), `looking` (questions that change nothing) and `coaching`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

import msgspec

from muster.coach.sheets import Hint
from muster.kernel.errors import GameError
from muster.kernel.game import POSITION, setup_of
from muster.kernel.history import History
from muster.kernel.match import Match
from muster.kernel.requests import Ask, Seat
from muster.kernel.words import Words
from muster.library import load_with_packs
from muster.server.protocol import Remaining
from muster.server.storage.database import Unsaved
from muster.server.storage.rows import Settings, StoredTable, TableRow
from muster.server.storage.storage import Storage
from muster.server.table import agreement
from muster.server.table.bot_seats import BotSeats
from muster.server.table.chat import Chat
from muster.server.table.clocks import Alarm, Clock, Life, steady_time
from muster.server.table.company import Company
from muster.server.table.history import Histories
from muster.server.table.record import Record
from muster.server.table.seating import HUMAN, OPEN, Seating
from muster.server.table.settlements import Settlements
from muster.server.table.takeback import Pleas
from muster.server.telling.audience import Audience
from muster.server.telling.phrases import TableRefusal, title_of
from muster.server.telling.updates import Listener, Updates
from muster.server.telling.webhooks import Notices
from muster.server.thinking.jobs import Position
from muster.server.thinking.studies import Studies
from muster.server.thinking.workers import Thinkers
from muster.server.turns import Turns

log = logging.getLogger("muster.server.table.table")

STAND_IN = "normal"
AGAIN_MS = 2_000  # a clock that has run out rings again after so long, if nothing could be stored


class Household(Protocol):
    """The server around a table, as far as the table needs it."""

    storage: Storage
    thinkers: Thinkers
    notices: Notices
    histories: Histories
    studies: Studies
    turns: Turns
    life: Life

    def expires(self, table: HostedTable) -> float:
        """When a table is deleted if nothing happens there, in seconds since 1970."""

    def away(self, table: HostedTable, seat: Seat) -> None:
        """Note that a table waits for somebody who is not there."""

    def came(self, table: HostedTable, seat: Seat) -> None:
        """Note that somebody has come."""

    def ended(self, table: HostedTable) -> None:
        """Note that the match of a table is over."""

    def forget(self, table: HostedTable) -> None:
        """Drop a table that another process owns now, or that must be loaded anew."""


class HostedTable:
    """One table in memory. Everything that changes it holds `lock`."""

    def __init__(self, house: Household, kept: StoredTable) -> None:
        self.house = house
        self.packs = kept.packs
        self.game = load_with_packs(kept.row.header.game, kept.packs)
        self.prepared = setup_of(self.game).prepare(kept.row.header.options)
        self.lock = asyncio.Lock()
        self.idle_since = time.monotonic()
        storage = house.storage
        self.record = Record(storage, self.game, kept, self.lose)
        self.seating = Seating(storage, kept.row.id, kept.seats, self.settings, self.lose)
        if set(self.seating.rows) != set(range(self.prepared.seats)):
            raise GameError("the seats that are stored are not those of the match")
        self.company = Company(self.seating)
        self.talked = Chat(storage, self.id, kept.chat, self.lose)
        asked_at = kept.lines[-1].at if kept.lines else kept.row.created
        asked_for = house.life.seconds_since(asked_at, steady_time())
        self._clock = Clock(self.settings.clock, self.prepared.players, kept.lines, asked_for)
        self._alarm = Alarm(lambda: self._begin_task(self._time_up()))
        self.updates = Updates(self, self.prepared.seats)
        self._bots = BotSeats(
            self.id,
            self.record,
            self.seating,
            house.thinkers,
            self.lock,
            self._clock.patience,
            self.do,
            self.break_down,
        )
        self.broken = False
        self.small = Settlements(self.record, self.seating)
        self.pleas = Pleas()
        self.advice: dict[Seat, tuple[int, Hint]] = {}
        """What each seat was last advised, and to which question: asked for again, the same is told."""
        self._telling = False
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def row(self) -> TableRow:
        return self.record.row

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def settings(self) -> Settings:
        return self.row.settings

    @property
    def match(self) -> Match[object]:
        return self.record.match

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def from_position(self) -> bool:
        """Whether somebody made the position that this match began from, and so knows everything in it."""
        return POSITION in self.row.header.options

    @property
    def agreeing(self) -> bool:
        """Whether the dice are still being agreed: until then the match stands still."""
        return self.record.agreeing

    @property
    def waiting(self) -> bool:
        """Whether somebody may still come and bring a force."""
        return self.settings.bring and self.agreeing and any(row.who == OPEN for row in self.seating.rows.values())

    @property
    def busy(self) -> bool:
        return bool(len(self.company) or self._bots.busy or self._clock.running())

    # What is told of it

    def words(self, language: str) -> Words:
        return self.seating.words(self.game.catalogue, language)

    def asked(self, seat: Seat) -> int:
        """The number of a seat's open question; refused if it has none."""
        return self.updates.number(seat)

    def position(self) -> Position:
        return self.record.position()

    @property
    def thinkers(self) -> Thinkers:
        return self.house.thinkers

    @property
    def shows_all(self) -> bool:
        """Whether spectators may look through any seat's eyes."""
        return self.settings.spectators == "all"

    def number(self, seat: Seat, ask: Ask[Any], told: int) -> int:
        return self.record.number(seat, ask, told)

    def awaited(self) -> list[Seat] | None:
        """The seats whose part of the dice is missing; None if the match goes on."""
        return agreement.missing(self.seating) if self.agreeing else None

    @property
    def begun(self) -> bool:
        """Whether there is something to see: not if the dice must be agreed before anything else."""
        return not self.record.provisional

    def settling(self) -> set[Seat]:
        return self.seating.settling()

    def remaining(self, eyes: Seat | None) -> list[Remaining]:
        return self._clock.remaining(eyes)

    async def history(self) -> History[object]:
        """The moments of the match; the table is locked."""
        viewers = (*range(self.prepared.seats), None)
        return await self.house.histories.of(self.id, self.match, viewers)

    def dice_key(self) -> str:
        return self.row.dice_key if self.over else ""

    # Its life

    def start(self) -> None:
        """Start clocks and bots: the table is in place."""
        self.go_on()
        if self.agreeing and not agreement.missing(self.seating):
            self._begin_task(self._agree_alone())
        elif self.small.pending():
            self._begin_task(self._settle_all())

    def stop(self) -> None:
        """Stop thinking and counting: the table leaves memory."""
        self._alarm.stop()
        self._bots.stop()
        for task in self._tasks:
            task.cancel()

    def lose(self, why: str = "the table has moved; join again") -> None:
        """Give the table up, because it can no longer be trusted or another process owns it: everybody joins again."""
        self.house.forget(self)
        self.company.send_away(why)
        self.stop()

    def break_down(self) -> None:
        """Stop this table, because the rules broke and nobody can go on. Everybody at it hears why, everything said is
        stored, and other tables notice nothing.
        """
        self.broken = True
        self.stop()
        self.company.tell_stopped()

    # Deciding

    async def settle_pending(self) -> None:
        """Settle small questions that are open though nobody has answered anything; the table is locked."""
        if self.agreeing:
            return
        for seat in self.small.pending()[:1]:
            await self.do(seat, "", lambda: None)

    async def _settle_all(self) -> None:
        async with self.lock:
            await self.settle_pending()

    async def do(self, seat: Seat, command: str, act: Callable[[], None]) -> None:
        """Carry an act out, settle the small questions it leads to, store it all, and only then let anybody know."""
        secret = self.match.secret_since
        await self.record.carry_out(seat, command, self._clock.thought(seat), self.small.after(act))
        unseen = secret is not None and self.match.secret_since == secret and seat in self.match.pending
        self._clock.answered(seat)
        void = self.pleas.void()
        if void is not None:
            self.company.tell(void)
        self.go_on(seat if unseen else None)
        self.small.tell(self.company, self.words)

    def own(self, seat: Seat | None) -> Seat:
        if seat is None:
            raise TableRefusal("spectator")
        return seat

    def go_on(self, only: Seat | None = None) -> None:
        """Go on after a change: tell everybody (or only one seat, if it said something in secret), run clocks, wake
        bots, notify those who are away.
        """
        self.idle_since = time.monotonic()
        if self.broken:
            return
        self._clock.ask({} if self.agreeing else self.match.pending)
        self._clock.conceal(self.match.secret_since is not None)
        if not self._shows(lambda: self.updates.publish(self.company, only)):
            return
        if self.updates.owed is not None and not self._telling:
            self._telling = True
            self._begin_task(self._tell_spectators())
        self._set_alarm()
        if self.over:
            self.house.ended(self)
        if not self.agreeing:
            self._bots.wake()
        self._give_notice()

    def _shows(self, show: Callable[[], None]) -> bool:
        """Show the table to somebody; False if the rules cannot, and the table stands still."""
        try:
            show()
        except Exception:
            log.exception("table %s: the rules failed when the table was to be shown", self.id)
            self.break_down()
            return False
        return True

    async def _tell_spectators(self) -> None:
        """Tell spectators what is new, one audience after the other, each when it is the table's turn: however many of
        them see the table in however many ways, players do not wait for it.
        """
        try:
            while self.updates.owed is not None and not self.broken:
                await self.house.turns.do(self.id, self._tell_next())
        finally:
            self._telling = False

    async def _tell_next(self) -> None:
        async with self.lock:
            audience = self.updates.owed
            if audience is not None:
                self._shows(lambda: self.updates.catch_up(audience, self.company))

    # Clocks and notices

    def _set_alarm(self) -> None:
        waits = [self._clock.left(seat) for seat in self._clock.running() if self.seating.player(seat) == HUMAN]
        self._alarm.set(min(waits) if waits else None)

    def _begin_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _time_up(self) -> None:
        """Let a bot stand in for players with no time left; they can take their seat back."""
        async with self.lock:
            try:
                for seat in self._clock.running():
                    if self.seating.player(seat) == HUMAN and self._clock.left(seat) <= 0:
                        await self.seating.stand_in(seat, STAND_IN)
            except Unsaved:
                self._alarm.set(AGAIN_MS)
                return
            await self.reseated()

    def _give_notice(self) -> None:
        here = self.company.seats()
        awaited = self.awaited()
        for seat in self.match.pending if awaited is None else awaited:
            if self.seating.player(seat) == HUMAN and seat not in here:
                title, name = title_of(self.game), self.seating.name(seat)
                self.house.notices.your_turn(self.settings.webhook, self.id, title, seat, name)
                self.house.away(self, seat)

    # People

    async def readdress(self, listener: Listener, audience: Audience) -> None:
        """Go on in another language or with another view: tell somebody everything they know that way."""
        async with self.lock:
            self.updates.catch_up(audience, self.company)
            listener.audience = audience
            listener.send(self.updates.greeting(audience, 0, 0))

    def leave(self, listener: Listener) -> None:
        if listener in self.company:
            self.company.discard(listener)
            self.idle_since = time.monotonic()
            self.company.tell_people()

    async def reseated(self) -> None:
        """Go on after a seat has changed hands; the table is locked."""
        self.company.tell_people()
        if self.agreeing:
            await self.agree()
        else:
            self.go_on()

    # The dice

    async def agree(self) -> None:
        """Go on agreeing on the dice; when no part is missing any more, the match goes on. The table is locked."""
        if agreement.torn(self.seating):
            await agreement.clear(self.seating)
        if not agreement.missing(self.seating):
            await self.record.agree(agreement.settled(self.row, self.seating))
        await self.settle_pending()
        self.go_on()
        self.company.tell(agreement.agreement(self.row.header.dice, self.seating))

    async def _agree_alone(self) -> None:
        """Begin a match in which no person has a part of the dice."""
        async with self.lock:
            if self.agreeing and not agreement.missing(self.seating):
                await self.agree()

    def player_at(self, seat: Seat | None) -> str:
        """The id of the player at a seat, if they sat down with a key."""
        return "" if seat is None else self.seating.rows[seat].player

    async def forget_player(self, player: str) -> None:
        """Leave the seats and words of a player who is deleted without a name. Whoever holds the link plays on."""
        async with self.lock:
            mine = [row for row in self.seating.rows.values() if row.player == player]
            if mine:
                await self.seating.change(*(msgspec.structs.replace(row, name="", player="") for row in mine))
                self.talked.forget(row.seat for row in mine)
                self.company.tell_people()
                self.go_on()
