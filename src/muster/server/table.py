"""A table: one match, who sits where, who watches, and the order in which things happen.

Everything that changes a table holds its lock; nobody hears of an answer before it is stored. The parts are in modules
of their own: `record` (the match and its lines), `seating`, `chatter`, `clocks`, `bot_seats`, and `bulletin`, which
sends everybody what is theirs to know.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, Protocol

from muster.kernel.game import Surveys
from muster.kernel.match import Match
from muster.kernel.requests import Seat
from muster.kernel.words import Words
from muster.library import load_game
from muster.server.audience import Audience, draw, not_offered
from muster.server.bot_seats import BotSeats
from muster.server.bots import Thinkers
from muster.server.bulletin import Bulletin, Listener
from muster.server.chatter import Chatter, audible, spoken
from muster.server.clocks import Clock
from muster.server.lookback import Lookback
from muster.server.notices import Notices
from muster.server.outlook import chance, odds_job
from muster.server.phrases import TableRefusal, title_of
from muster.server.protocol import (
    ENCODER,
    VERSION,
    AnyMessage,
    DiceCounts,
    Looked,
    NotOffered,
    Outlook,
    People,
    Place,
    Welcome,
)
from muster.server.record import Record
from muster.server.seating import HUMAN, Seating, places_of
from muster.server.storage import Kept, Settings, Storage

STAND_IN = "greedy"


class House(Protocol):
    """What a table needs of the server around it."""

    storage: Storage
    thinkers: Thinkers
    notices: Notices
    lookback: Lookback

    def forget(self, table: Table) -> None:
        """The table is somebody else's now, or must be loaded anew."""


class Table:
    """One table in memory. Everything that changes it holds `lock`."""

    def __init__(self, house: House, kept: Kept) -> None:
        self.house = house
        self.row = kept.row
        self.game = load_game(kept.row.header.game)
        self.options = self.game.options(kept.row.header.options)
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.idle_since = time.monotonic()
        storage = house.storage
        self._record = Record(storage, self.game, kept.row, kept.lines, self.lose)
        self.seating = Seating(storage, self.id, kept.seats, self.settings, self.lose)
        self._chatter = Chatter(storage, self.id, kept.chat, self.lose)
        self._clock = Clock(self.settings.clock, self.game.players(self.options), kept.lines)
        seats = self.game.seats(self.options)
        self._bulletin = Bulletin(self.game, self._record, self.seating, self._clock, seats, self._dice_key)
        self._bots = BotSeats(self.id, self._record, self.seating, house.thinkers, self.lock, self._do)
        self._alarm: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def settings(self) -> Settings:
        return self.row.settings

    @property
    def match(self) -> Match[Any]:
        return self._record.match

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def busy(self) -> bool:
        return bool(self.listeners or self._bots.busy or self._clock.running())

    def _dice_key(self) -> str:
        """The key of the dice, once it may be known."""
        return self.row.dice_key if self.over else ""

    def start(self) -> None:
        """Let clocks and bots begin; the table is in place."""
        self._go_on()

    def stop(self) -> None:
        """Stop thinking and counting: the table leaves memory."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._bots.stop()
        for task in self._tasks:
            task.cancel()

    def lose(self) -> None:
        """What is in memory can no longer be trusted, or belongs to another process: everybody joins again."""
        self.house.forget(self)
        for listener in list(self.listeners):
            listener.dismiss(None, "the table has moved; join again")
        self.stop()

    # Deciding

    async def answer(self, seat: Seat | None, command: str, question: int, key: str) -> bool:
        """Give a seat's answer. True when it had been given before; returns when it is stored."""

        def give(own: Seat) -> None:
            if question != self._bulletin.number(own):
                raise TableRefusal("stale")
            self.match.answer(own, key)

        return await self._decide(seat, command, give)

    async def undo(self, seat: Seat | None, command: str) -> bool:
        return await self._decide(seat, command, lambda own: self.match.undo(own))

    async def reset(self, seat: Seat | None, command: str) -> bool:
        """Take back as much as could be undone, in one act."""
        return await self._decide(seat, command, lambda own: self.match.reset(own))

    async def _decide(self, seat: Seat | None, command: str, act: Callable[[Seat], None]) -> bool:
        async with self.lock:
            own = self._own(seat)
            if self._record.has_heard(own, command):
                return True
            if self.over:
                raise TableRefusal("over")
            bot = self.seating.rows[own].stand_in
            if bot:
                raise TableRefusal("bot_plays", bot=bot)
            await self._do(own, command, lambda: act(own))
            return False

    async def _do(self, seat: Seat, command: str, act: Callable[[], None]) -> None:
        """Carry it out, store it, and only then let anybody know."""
        await self._record.carry_out(seat, command, self._clock.thought(seat), act)
        self._clock.answered(seat)
        self._go_on()

    def _own(self, seat: Seat | None) -> Seat:
        if seat is None:
            raise TableRefusal("spectator")
        return seat

    def _go_on(self) -> None:
        """After a change: everybody hears of it, clocks run, bots think, those who are away are told."""
        self.idle_since = time.monotonic()
        self._clock.ask(self.match.pending)
        self._bulletin.publish(self.listeners)
        self._set_alarm()
        self._bots.wake()
        self._give_notice()

    # Clocks and notices

    def _set_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        waits = [self._clock.left(seat) for seat in self._clock.running() if self.seating.player(seat) == HUMAN]
        if waits:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(0.05, min(waits) / 1000 + 0.01), self._ring)

    def _ring(self) -> None:
        task = asyncio.create_task(self._time_up())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _time_up(self) -> None:
        """A bot stands in for whoever has no time left; they can take their seat back."""
        async with self.lock:
            for seat in self._clock.running():
                if self.seating.player(seat) == HUMAN and self._clock.left(seat) <= 0:
                    await self.seating.stand_in(seat, STAND_IN)
            self._reseated()

    def _give_notice(self) -> None:
        here = {listener.seat for listener in self.listeners}
        for seat in self.match.pending:
            if self.seating.player(seat) == HUMAN and seat not in here:
                title, name = title_of(self.game), self.seating.name(seat)
                self.house.notices.your_turn(self.settings.webhook, self.id, title, seat, name)

    # People

    async def join(self, listener: Listener, command: str, since: int, check: int) -> None:
        """Somebody looks at the table from now on: who is here, then everything they have missed."""
        async with self.lock:
            self.idle_since = time.monotonic()
            self.listeners.add(listener)
            listener.send(ENCODER.encode(self._welcome(listener, command)))
            listener.send(self._bulletin.greeting(listener.audience, since, check))
            if listener.seat is not None:
                self.house.notices.came(self.id, listener.seat)
            self._tell_people()

    async def speak(self, listener: Listener, audience: Audience) -> None:
        """Somebody goes on in another language: everything they know, told in it."""
        async with self.lock:
            listener.audience = audience
            listener.send(self._bulletin.greeting(audience, 0, 0))

    def leave(self, listener: Listener) -> None:
        if listener in self.listeners:
            self.listeners.discard(listener)
            self.idle_since = time.monotonic()
            self._tell_people()

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
            places=self.places(),
            chat=self._chatter.recent(listener.seat),
        )

    def places(self) -> list[Place]:
        here = {listener.seat for listener in self.listeners}
        return places_of(self.seating.rows.values(), here)

    def _tell_people(self) -> None:
        watching = sum(listener.seat is None for listener in self.listeners)
        data = ENCODER.encode(People(self.places(), watching))
        for listener in list(self.listeners):
            listener.send(data)

    def tell_others(self, by: Listener, message: AnyMessage) -> None:
        data = ENCODER.encode(message)
        for listener in list(self.listeners):
            if listener is not by:
                listener.send(data)

    def words(self, language: str) -> Words:
        """The game's words with the names of those who sit here."""
        return self.seating.words(self.game.catalogue, language)

    async def claim(self, name: str, invite: str, wanted: Seat | None, token: str) -> Seat:
        """Sit down at an open seat; the token is from now on that seat's."""
        async with self.lock:
            seat = await self.seating.claim(name, invite, wanted, token)
            self._tell_people()
            return seat

    async def stand_in(self, by: Listener, seat: Seat, bot: str) -> None:
        async with self.lock:
            self.seating.check_person(seat)
            if by.seat != seat:
                self._check_host_and_away(by, seat)
            await self.seating.stand_in(seat, bot)
            self._reseated()

    async def come_back(self, seat: Seat | None) -> None:
        async with self.lock:
            own = self._own(seat)
            if not self.seating.rows[own].stand_in:
                raise TableRefusal("no_stand_in")
            await self.seating.stand_in(own, "")
            self._reseated()

    async def free(self, by: Listener, seat: Seat) -> None:
        async with self.lock:
            self.seating.check_person(seat)
            self._check_host_and_away(by, seat)
            await self.seating.free(seat)
            self._reseated()

    def _reseated(self) -> None:
        self._tell_people()
        self._go_on()

    def _check_host_and_away(self, by: Listener, seat: Seat) -> None:
        if not by.host:
            raise TableRefusal("not_host")
        if any(listener.seat == seat for listener in self.listeners):
            raise TableRefusal("not_away", seat=self.seating.name(seat))

    # Talking and looking

    async def chat(self, by: Listener, command: str, text: str) -> bool:
        async with self.lock:
            author = "" if by.seat is None else self.seating.name(by.seat)
            row = await self._chatter.say(by.seat, author, command, text)
            if row is None:
                return True
            data = ENCODER.encode(spoken(row))
            for listener in list(self.listeners):
                if audible(row, listener.seat):
                    listener.send(data)
            return False

    async def why(self, by: Listener, key: str) -> list[NotOffered]:
        async with self.lock:
            ask = self.match.ask(self._own(by.seat))
            if key:
                ask.space.accept(key)  # raises the refusal that says why
                return []
            return not_offered(ask, self.words(by.audience.language))

    async def survey(self, by: Listener, about: str) -> Any:
        """What the rules say about something planned, as far as the asker can see."""
        async with self.lock:
            if not isinstance(self.game, Surveys):
                raise TableRefusal("no_surveys")
            view = self.match.view(by.audience.eyes)
            return self.game.survey(view, self.words(by.audience.language), about)

    async def odds(self, by: Listener, command: str, question: int, key: str, runs: int) -> Outlook:
        """What an answer would come to. The table is not held up meanwhile."""
        async with self.lock:
            seat = self._own(by.seat)
            if question != self._bulletin.number(seat):
                raise TableRefusal("stale")
            job = odds_job(self.game, self._record, seat, key, runs)
        reply = await self.house.thinkers.count(job)
        if reply is None or not reply.runs:
            raise TableRefusal("no_odds_now")
        words = self.words(by.audience.language)
        return Outlook(command, key, reply.runs, [chance(count, reply.runs, words) for count in reply.counts])

    async def look(self, by: Listener, command: str, seq: int, seat: Seat | None) -> Looked:
        """The table as somebody saw it when their log had `seq` events, through their eyes or those of a seat."""
        async with self.lock:
            audience = by.audience
            eyes = audience.eyes if seat is None else self._borrowed(by, seat)
            viewers = (*range(self.game.seats(self.options)), None)
            told, view = await self.house.lookback.look(self.id, self.match, viewers, audience.eyes, seq, eyes)
            picture = draw(self.game, view, self.words(audience.language)) if audience.view == "text" else ""
            return Looked(command, told, view if audience.view == "data" else None, picture)

    def _borrowed(self, by: Listener, seat: Seat) -> Seat:
        """Somebody else's eyes, for those who may look through them."""
        if seat not in self.seating.rows:
            raise TableRefusal("no_seat")
        if seat != by.audience.eyes and not self.over and (by.seat is not None or self.settings.spectators != "all"):
            raise TableRefusal("not_your_eyes")
        return seat

    async def journal(self) -> str:
        """The journal, once everything in it may be known."""
        async with self.lock:
            if not self.over:
                raise TableRefusal("not_over")
            return self._record.journal(self.seating.who())

    async def dice(self, command: str) -> DiceCounts:
        async with self.lock:
            dice = self._record.dice
            return DiceCounts(command, dice.label(), self._dice_key(), dice.counts(self.over), dice.draws)
