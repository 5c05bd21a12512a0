"""A table: one match, who sits where, who watches, and the order in which things happen.

Everything that changes a table holds its lock; nobody hears of an answer before it is stored. The parts are in modules
of their own: `record` (the match and its lines), `seating`, `company` (who is here), `chat`, `takeback`, `clocks`,
`bot_seats`, `settlements`; and `telling.updates` sends everybody what is theirs to know. Questions that
change nothing are in `looking`, those to the coach in `coaching`; changes of who plays a seat are in `reseating`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from muster.kernel.game import setup_of
from muster.kernel.history import History
from muster.kernel.match import Match
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Ask, Seat
from muster.kernel.text import Text
from muster.kernel.words import Words
from muster.library import load_game
from muster.server.protocol import ENCODER, VERSION, Plea, Remaining, Welcome
from muster.server.storage.storage import Settings, Storage, StoredTable
from muster.server.table.bot_seats import BotSeats
from muster.server.table.chat import Chat
from muster.server.table.clocks import Alarm, Clock, Life
from muster.server.table.company import Company, say_stopped
from muster.server.table.history import Histories
from muster.server.table.record import Record
from muster.server.table.seating import HUMAN, OPEN, Seating
from muster.server.table.settlements import Settlements
from muster.server.table.takeback import Takebacks
from muster.server.telling.audience import Audience
from muster.server.telling.phrases import TableRefusal, title_of
from muster.server.telling.updates import Listener, Updates
from muster.server.telling.webhooks import Notices
from muster.server.thinking.jobs import Position
from muster.server.thinking.studies import Studies
from muster.server.thinking.workers import Thinkers

log = logging.getLogger("muster.server.table.table")

STAND_IN = "normal"


class Household(Protocol):
    """The server around a table, as far as the table needs it."""

    storage: Storage
    thinkers: Thinkers
    notices: Notices
    histories: Histories
    studies: Studies
    life: Life

    def forget(self, table: HostedTable) -> None:
        """Drop a table that another process owns now, or that must be loaded anew."""


class HostedTable:
    """One table in memory. Everything that changes it holds `lock`."""

    def __init__(self, house: Household, kept: StoredTable) -> None:
        self.house = house
        self.row = kept.row
        self.game = load_game(kept.row.header.game)
        self.prepared = setup_of(self.game).prepare(kept.row.header.options)
        self.lock = asyncio.Lock()
        self.idle_since = time.monotonic()
        storage = house.storage
        self.record = Record(storage, self.game, kept.row, kept.lines, self.lose)
        self.seating = Seating(storage, self.id, kept.seats, self.settings, self.lose)
        self.company = Company(self.seating)
        self._chat = Chat(storage, self.id, kept.chat, self.lose)
        asked_at = kept.lines[-1].at if kept.lines else kept.row.created
        asked_for = house.life.seconds_since(asked_at, time.time())
        self._clock = Clock(self.settings.clock, self.prepared.players, kept.lines, asked_for)
        self._alarm = Alarm(self._ring)
        self.updates = Updates(self, self.prepared.seats)
        self._bots = BotSeats(
            self.id,
            self.record,
            self.seating,
            house.thinkers,
            self.lock,
            self._clock.patience,
            self._do,
            self.break_down,
        )
        self._broken = False
        self._small = Settlements(self.record, self.seating)
        self._takebacks = Takebacks()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def settings(self) -> Settings:
        return self.row.settings

    @property
    def match(self) -> Match[Any]:
        return self.record.match

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def waiting(self) -> bool:
        """Whether somebody may still come and bring a force: until then the match stands still."""
        return self.settings.bring and any(row.who == OPEN for row in self.seating.rows.values())

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

    def settling(self) -> set[Seat]:
        return self.seating.settling()

    def remaining(self) -> list[Remaining]:
        return self._clock.remaining()

    async def history(self) -> History[object]:
        """The moments of the match; the table is locked."""
        viewers = (*range(self.prepared.seats), None)
        return await self.house.histories.of(self.id, self.match, viewers)

    def dice_key(self) -> str:
        return self.row.dice_key if self.over else ""

    # Its life

    def start(self) -> None:
        """Start clocks and bots: the table is in place."""
        self._go_on()
        if self._small.pending() and not self.waiting:
            self._begin_task(self._settle_all())

    def stop(self) -> None:
        """Stop thinking and counting: the table leaves memory."""
        self._alarm.stop()
        self._bots.stop()
        for task in self._tasks:
            task.cancel()

    def lose(self) -> None:
        """Give the table up, because it can no longer be trusted or another process owns it: everybody joins again."""
        self.house.forget(self)
        self.company.send_away("the table has moved; join again")
        self.stop()

    def break_down(self) -> None:
        """Stop this table, because the rules broke and nobody can go on. Everybody at it hears why, everything said is
        stored, and other tables notice nothing.
        """
        self._broken = True
        self.stop()
        self.company.tell_stopped()

    # Deciding

    async def answer(self, seat: Seat | None, command: str, question: int, key: str) -> bool:
        """Give a seat's answer and return when it is stored; True if this command had been carried out before."""

        def give(own: Seat) -> None:
            if question != self.asked(own):
                raise TableRefusal("stale")
            self.match.answer(own, key)

        return await self._decide(seat, command, give)

    async def undo(self, seat: Seat | None, command: str) -> bool:
        return await self._decide(seat, command, lambda own: self.match.undo(own, self._small.has(own)))

    async def reset(self, seat: Seat | None, command: str) -> bool:
        """Take back everything that could be undone one by one, in one act."""
        return await self._decide(seat, command, lambda own: self.match.reset(own))

    async def takeback(self, seat: Seat | None, command: str) -> bool:
        """Ask the others whether this seat may take its last answer back, with everything they have said since."""
        async with self.lock:
            own = self.own(seat)
            if self.record.has_heard(own, command):
                return True
            self._check_in_charge(own)
            if not self.match.may_rewind(own, self._small.has(own)):
                raise Refusal("K undo", Text("kernel.cannot_undo"))
            others = [other for other in self.seating.rows if other != own and self.seating.player(other) == HUMAN]
            await self._hear_plea(self._takebacks.ask(own, others), command)
            return False

    async def consent(self, seat: Seat | None, agree: bool) -> None:
        async with self.lock:
            await self._hear_plea(self._takebacks.answer(self.own(seat), agree), "")

    async def _hear_plea(self, plea: Plea, command: str) -> None:
        """Tell everybody how a plea stands, and take back what all have agreed to."""
        self.company.tell(plea)
        if plea.state == "granted":
            await self._do(plea.seat, command, lambda: self.match.rewind(plea.seat, self._small.has(plea.seat)))

    async def _decide(self, seat: Seat | None, command: str, act: Callable[[Seat], None]) -> bool:
        async with self.lock:
            own = self.own(seat)
            if self.record.has_heard(own, command):
                return True
            self._check_in_charge(own)
            await self._do(own, command, lambda: act(own))
            return False

    async def settle(self, seat: Seat | None, on: bool) -> None:
        """Have small things decided for a seat from now on, or not."""
        async with self.lock:
            await self.seating.settle(self.own(seat), on)
            await self.settle_pending()
            self._go_on()

    async def settle_pending(self) -> None:
        """Settle small questions that are open though nobody has answered anything; the table is locked."""
        if self.waiting:
            return
        for seat in self._small.pending()[:1]:
            await self._do(seat, "", lambda: None)

    async def _settle_all(self) -> None:
        async with self.lock:
            await self.settle_pending()

    def _check_in_charge(self, seat: Seat) -> None:
        if self._broken:
            raise TableRefusal("stopped")
        if self.over:
            raise TableRefusal("over")
        if self.waiting:
            raise TableRefusal("forces_to_come")
        bot = self.seating.rows[seat].stand_in
        if bot:
            raise TableRefusal("bot_plays", bot=bot)

    async def _do(self, seat: Seat, command: str, act: Callable[[], None]) -> None:
        """Carry an act out, settle the small questions it leads to, store it all, and only then let anybody know."""
        secret = self.match.secret_since
        await self.record.carry_out(seat, command, self._clock.thought(seat), self._small.after(act))
        unseen = secret is not None and self.match.secret_since == secret and seat in self.match.pending
        self._clock.answered(seat)
        void = self._takebacks.void()
        if void is not None:
            self.company.tell(void)
        self._go_on(seat if unseen else None)
        self._small.tell(self.company, self.words)

    def own(self, seat: Seat | None) -> Seat:
        if seat is None:
            raise TableRefusal("spectator")
        return seat

    def _go_on(self, only: Seat | None = None) -> None:
        """Go on after a change: tell everybody (or only one seat, if it said something in secret), run clocks, wake
        bots, notify those who are away.
        """
        self.idle_since = time.monotonic()
        if self._broken:
            return
        self._clock.ask({} if self.waiting else self.match.pending)
        try:
            self.updates.publish(self.company, only)
        except Exception:
            log.exception("table %s: the rules failed when the table was to be shown", self.id)
            self.break_down()
            return
        self._set_alarm()
        if not self.waiting:
            self._bots.wake()
            self._give_notice()

    # Clocks and notices

    def _set_alarm(self) -> None:
        waits = [self._clock.left(seat) for seat in self._clock.running() if self.seating.player(seat) == HUMAN]
        self._alarm.set(min(waits) if waits else None)

    def _ring(self) -> None:
        self._begin_task(self._time_up())

    def _begin_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _time_up(self) -> None:
        """Let a bot stand in for players with no time left; they can take their seat back."""
        async with self.lock:
            for seat in self._clock.running():
                if self.seating.player(seat) == HUMAN and self._clock.left(seat) <= 0:
                    await self.seating.stand_in(seat, STAND_IN)
            self.reseated()

    def _give_notice(self) -> None:
        here = self.company.seats()
        for seat in self.match.pending:
            if self.seating.player(seat) == HUMAN and seat not in here:
                title, name = title_of(self.game), self.seating.name(seat)
                self.house.notices.your_turn(self.settings.webhook, self.id, title, seat, name)

    # People

    async def join(self, listener: Listener, command: str, since: int, check: int) -> None:
        """Let somebody look at the table: tell them who is here, then everything they have missed."""
        async with self.lock:
            self.idle_since = time.monotonic()
            self.company.add(listener)
            greeting = self._greeting(listener, since, check)
            listener.send(ENCODER.encode(self._welcome(listener, command)))
            listener.send(greeting)
            if listener.seat is not None:
                self.house.notices.came(self.id, listener.seat)
            self.company.tell_people()
            if self._takebacks.open is not None:
                listener.send(ENCODER.encode(self._takebacks.open))
            if self._broken:
                say_stopped(listener)

    def _greeting(self, listener: Listener, since: int, check: int) -> bytes:
        """The update with everything somebody has missed; refused if the rules cannot show it."""
        try:
            return self.updates.greeting(listener.audience, since, check)
        except Exception:
            log.exception("table %s: the rules failed when the table was to be shown", self.id)
            self.company.discard(listener)
            self.break_down()
            raise TableRefusal("stopped") from None

    async def readdress(self, listener: Listener, audience: Audience) -> None:
        """Go on in another language or with another view: tell somebody everything they know that way."""
        async with self.lock:
            listener.audience = audience
            listener.send(self.updates.greeting(audience, 0, 0))

    def leave(self, listener: Listener) -> None:
        if listener in self.company:
            self.company.discard(listener)
            self.idle_since = time.monotonic()
            self.company.tell_people()

    def _welcome(self, listener: Listener, command: str) -> Welcome:
        header = self.row.header
        return Welcome(
            id=command,
            version=VERSION,
            table=self.id,
            game=header.game,
            title=title_of(self.game, listener.audience.language),
            options=header.options,
            rules_version=header.rules_version,
            dice=header.dice,
            seat=listener.seat,
            host=listener.host,
            spectators=self.settings.spectators,
            hints=self.settings.hints,
            places=self.company.places(),
            chat=self._chat.recent(listener.seat),
        )

    def reseated(self) -> None:
        """Go on after a seat has changed hands; the table is locked."""
        self.company.tell_people()
        self._go_on()

    # Talking

    async def chat(self, by: Listener, command: str, text: str) -> bool:
        async with self.lock:
            author = "" if by.seat is None else self.seating.name(by.seat)
            row = await self._chat.say(by.seat, author, command, text)
            if row is None:
                return True
            self.company.pass_on(row)
            return False
