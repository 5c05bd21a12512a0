"""A table: one match, who sits where, who watches, and the order in which things happen.

An answer is carried out on the match at once, but nobody hears of it before its line, and those of the rolls it caused,
are stored together. Until then the table is locked. Should storing fail, the match is built again from what is stored:
nothing has happened.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import random
import time
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from muster.kernel.journal import LETTERS, Journal, write_journal
from muster.kernel.match import UNDO, UNREAD, Entry, Match
from muster.kernel.refusal import Refusal
from muster.kernel.requests import DICE, Ask, Seat
from muster.kernel.sessions import dice_of, load_match
from muster.kernel.words import Words
from muster.library import load_game
from muster.server.audience import Audience, Eyes, make_update, not_offered
from muster.server.bots import Job, Thinkers, is_bot
from muster.server.clocks import Clock
from muster.server.notices import Notices
from muster.server.phrases import TableRefusal, title_of
from muster.server.protocol import (
    ENCODER,
    AnyMessage,
    DiceCounts,
    NotOffered,
    People,
    Place,
    Spoken,
    Update,
    Welcome,
)
from muster.server.storage import ChatRow, Conflict, Kept, Line, SeatRow, Settings, Storage
from muster.server.tokens import hash_token, same
from muster.server.watched_dice import WatchedDice

log = logging.getLogger("muster.server.table")

OPEN = "open"
HUMAN = "human"
RULES = "rules"
STAND_IN = "greedy"
RECENT_CHAT = 50
WATCHING: Seat = -1
"""Whose chat it is when a spectator speaks."""


class Listener(Protocol):
    """A connection, as a table knows it."""

    audience: Audience
    seat: Seat | None
    host: bool

    def send(self, data: bytes) -> None:
        """Put something on its way, without waiting."""

    def dismiss(self, message: AnyMessage | None, reason: str) -> None:
        """Say a last thing and hang up."""


class House(Protocol):
    """What a table needs of the server around it."""

    storage: Storage
    thinkers: Thinkers
    notices: Notices

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
        self.seats = {row.seat: row for row in kept.seats}
        self.idle_since = time.monotonic()
        self._versions = len(kept.seats)
        self._lines = list(kept.lines)
        self._chat = list(kept.chat)
        self._commands = {(line.seat, line.command) for line in kept.lines if line.command}
        self._commands |= {(chat.seat, chat.command) for chat in kept.chat if chat.seat != WATCHING}
        self._seal = f"{kept.row.dice_key}/{kept.row.settings.host}".encode()
        self._draft: list[Entry] = []
        self._build()
        self._eyes = Eyes(self.match, self.game.seats(self.options))
        self._shown: dict[Audience, tuple[bytes, bytes]] = {}
        self._numbers: dict[Seat, tuple[Ask[Any], int]] = {}
        self._thinking: dict[Seat, asyncio.Task[None]] = {}
        self._clock = Clock(self.settings.clock, self.game.players(self.options), kept.lines)
        self._alarm: asyncio.TimerHandle | None = None
        self._spoken: dict[str, Words] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def settings(self) -> Settings:
        return self.row.settings

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def busy(self) -> bool:
        return bool(self.listeners or self._thinking or self._clock.running())

    def _build(self) -> None:
        """Make the match out of what is stored."""
        journal = Journal(self.row.header, tuple(map(_entry, self._lines)), file=f"table {self.id}")
        self._dice = WatchedDice(dice_of(journal, journal.file, self.row.dice_key))
        self._draft.clear()
        self.match: Match[Any] = load_match(
            self.game, journal, self._dice, file=journal.file, listener=self._draft.append
        )

    def start(self) -> None:
        """Let clocks and bots begin; the table is in place."""
        self._go_on()

    def stop(self) -> None:
        """Stop thinking and counting: the table leaves memory."""
        if self._alarm is not None:
            self._alarm.cancel()
        for task in (*self._thinking.values(), *self._tasks):
            task.cancel()

    # Deciding

    async def answer(self, seat: Seat | None, command: str, question: int, key: str) -> bool:
        """Give a seat's answer. True when it had been given before; returns when it is stored."""
        async with self.lock:
            seat = self._own(seat)
            if (seat, command) in self._commands:
                return True
            self._check_in_charge(seat)
            ask = self.match.ask(seat)
            if question != self._number(seat, ask):
                raise TableRefusal("stale")
            await self._do(seat, command, lambda: self.match.answer(seat, key))
            return False

    async def undo(self, seat: Seat | None, command: str) -> bool:
        async with self.lock:
            seat = self._own(seat)
            if (seat, command) in self._commands:
                return True
            self._check_in_charge(seat)
            await self._do(seat, command, lambda: self.match.undo(seat))
            return False

    async def _do(self, seat: Seat, command: str, act: Callable[[], None]) -> None:
        """Carry it out, store it, and only then let anybody know."""
        try:
            act()
        except Refusal:
            raise
        except Exception:
            log.exception("table %s: the rules failed at seat %s", self.id, seat)
            self._build()
            raise TableRefusal("broken") from None
        lines = self._written(command, self._clock.thought(seat))
        try:
            await self.house.storage.append(self.id, lines, self.match.over)
        except Conflict:
            self.lose()
            raise TableRefusal("not_stored") from None
        except asyncio.CancelledError:
            self.lose()
            raise
        except Exception:
            log.exception("table %s: an answer could not be stored", self.id)
            self._build()
            raise TableRefusal("not_stored") from None
        self._lines += lines
        if command:
            self._commands.add((seat, command))
        self._clock.answered(seat)
        self._go_on()

    def _written(self, command: str, spent: int) -> list[Line]:
        """The entries that were drafted, as lines; the first is the answer that caused the rest."""
        now = time.time()
        lines: list[Line] = []
        for entry in self._draft:
            number = len(self._lines) + len(lines) + 1
            if entry.seat == DICE:
                lines.append(Line(number, DICE, entry.key, tuple(entry.value), at=now))
            else:
                lines.append(Line(number, entry.seat, entry.key, (), command, now, spent))
        self._draft.clear()
        return lines

    def lose(self) -> None:
        """What is in memory can no longer be trusted, or belongs to another process: everybody joins again."""
        self.house.forget(self)
        for listener in list(self.listeners):
            listener.dismiss(None, "the table has moved; join again")
        self.stop()

    def _own(self, seat: Seat | None) -> Seat:
        if seat is None:
            raise TableRefusal("spectator")
        return seat

    def _check_in_charge(self, seat: Seat) -> None:
        if self.match.over:
            raise TableRefusal("over")
        if self.seats[seat].stand_in:
            raise TableRefusal("bot_plays", bot=self.seats[seat].stand_in)

    def _number(self, seat: Seat, ask: Ask[Any]) -> int:
        """The number of the question before a seat: new whenever the seat has spoken or somebody took something back,
        and the same after the server was started again. It tells nobody how often that was.
        """
        known = self._numbers.get(seat)
        if known is None or known[0] is not ask:
            spoken = sum(line.seat == seat or line.key == UNDO for line in self._lines)
            seal = hmac.digest(self._seal, f"{seat}/{spoken}".encode(), "sha256")
            self._numbers[seat] = known = (ask, int.from_bytes(seal[:6], "big"))
        return known[1]

    # Going on after a change

    def _go_on(self) -> None:
        self.idle_since = time.monotonic()
        self._clock.ask(self.match.pending)
        starts = self._eyes.look(self.match)
        self._publish(starts)
        self._set_alarm()
        self._wake_bots()
        self._give_notice()

    def _publish(self, starts: dict[Seat | None, int]) -> None:
        """Send everybody what is new to them; whoever sees nothing new hears nothing."""
        audiences: dict[Audience, list[Listener]] = {}
        for listener in self.listeners:
            audiences.setdefault(listener.audience, []).append(listener)
        self._shown = {audience: shown for audience, shown in self._shown.items() if audience in audiences}
        for audience, listeners in audiences.items():
            update = self._update(audience, starts[audience.eyes])
            data = self._news(audience, update)
            if data is not None:
                for listener in listeners:
                    listener.send(data)

    def _update(self, audience: Audience, start: int) -> Update:
        number = 0
        if audience.plays and audience.eyes in self.match.pending:
            number = self._number(audience.eyes, self.match.pending[audience.eyes])
        return make_update(
            self.game,
            self.match,
            audience,
            self._eyes[audience.eyes],
            start,
            self.words(audience.language),
            number,
            self.row.dice_key if self.match.over else "",
            [],
        )

    def _news(self, audience: Audience, update: Update) -> bytes | None:
        """An update as bytes, without a view that was sent before; None when nothing in it is new."""
        shown = self._shown.get(audience)
        update = self._remember(audience, update)
        view, rest = self._shown[audience]
        if shown is not None and shown[0] == view:
            if shown[1] == rest and not update.events and update.start == update.seq:
                return None
            update = msgspec.structs.replace(update, view=None, picture="")
        return self._timed(update)

    def _remember(self, audience: Audience, update: Update) -> Update:
        """Note what an audience is shown; the update with its view as bytes, which are made once."""
        view = ENCODER.encode(update.view)
        rest = ENCODER.encode(msgspec.structs.replace(update, view=None, picture="", events=[], start=0))
        self._shown[audience] = view + update.picture.encode(), rest
        return update if update.view is None else msgspec.structs.replace(update, view=msgspec.Raw(view))

    def _timed(self, update: Update) -> bytes:
        return ENCODER.encode(msgspec.structs.replace(update, clocks=self._clock.remaining()))

    # Bots

    def _player(self, seat: Seat) -> str:
        """Who decides for a seat: a bot's name, or `human`."""
        row = self.seats[seat]
        return row.stand_in or row.who

    def _wake_bots(self) -> None:
        for seat in self.match.pending:
            if is_bot(self._player(seat)) and seat not in self._thinking:
                self._thinking[seat] = asyncio.create_task(self._think(seat))

    async def _think(self, seat: Seat) -> None:
        """Let a bot decide for as long as the seat is asked."""
        try:
            while True:
                async with self.lock:
                    ask = self.match.pending.get(seat)
                    bot = self._player(seat)
                    if ask is None or not is_bot(bot):
                        return
                    job = self._job(seat, bot)
                key = await self.house.thinkers.choose(job)
                async with self.lock:
                    if self.match.pending.get(seat) is ask and self._player(seat) == bot:
                        await self._play_bot(seat, ask, key)
        except TableRefusal as refusal:
            log.warning("table %s: the bot at seat %s stops: %s", self.id, seat, refusal)
        finally:
            self._thinking.pop(seat, None)

    def _job(self, seat: Seat, bot: str) -> Job:
        entries = [(e.seat, e.key, e.value if e.seat == DICE else ()) for e in self.match.record]
        header = self.row.header
        return Job(header.game, header.options, entries, seat, bot, f"{self.id}/{seat}/{len(self._lines)}")

    async def _play_bot(self, seat: Seat, ask: Ask[Any], key: str | None) -> None:
        try:
            if key is not None:
                chosen = key
                await self._do(seat, "", lambda: self.match.answer(seat, chosen))
                return
        except Refusal as refusal:
            log.warning("table %s: the bot at seat %s was refused: %s", self.id, seat, refusal)
        fall_back = random.choice(ask.space.options())
        await self._do(seat, "", lambda: self.match.play(seat, fall_back))

    # Clocks and notices

    def _set_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        waits = [self._clock.left(seat) for seat in self._clock.running() if self._player(seat) == HUMAN]
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
                if self._player(seat) == HUMAN and self._clock.left(seat) <= 0:
                    await self._reseat(msgspec.structs.replace(self.seats[seat], stand_in=STAND_IN))
            self._go_on()

    def _give_notice(self) -> None:
        here = {listener.seat for listener in self.listeners}
        for seat in self.match.pending:
            if self._player(seat) == HUMAN and seat not in here:
                name = self.seats[seat].name or LETTERS[seat]
                self.house.notices.your_turn(self.settings.webhook, self.id, title_of(self.game), seat, name)

    # People

    async def join(self, listener: Listener, command: str, since: int, check: int) -> None:
        """Somebody looks at the table from now on: who is here, then everything they have missed."""
        async with self.lock:
            self.idle_since = time.monotonic()
            self.listeners.add(listener)
            audience = listener.audience
            listener.send(ENCODER.encode(self._welcome(listener, command)))
            update = self._update(audience, self._eyes[audience.eyes].known(since, check))
            listener.send(self._timed(self._remember(audience, update)))
            if listener.seat is not None:
                self.house.notices.came(self.id, listener.seat)
            self._tell_people()

    def leave(self, listener: Listener) -> None:
        if listener in self.listeners:
            self.listeners.discard(listener)
            self.idle_since = time.monotonic()
            self._tell_people()

    def _welcome(self, listener: Listener, command: str) -> Welcome:
        header = self.row.header
        return Welcome(
            id=command,
            version=1,
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
            chat=[_spoken(chat) for chat in self._chat if _audible(chat, listener)][-RECENT_CHAT:],
        )

    def places(self) -> list[Place]:
        here = {listener.seat for listener in self.listeners}
        return places_of(self.seats.values(), here)

    def _tell_people(self) -> None:
        watching = sum(listener.seat is None for listener in self.listeners)
        self._tell_all(People(self.places(), watching))

    def _tell_all(self, message: AnyMessage) -> None:
        data = ENCODER.encode(message)
        for listener in list(self.listeners):
            listener.send(data)

    def words(self, language: str) -> Words:
        """The game's words with the names of those who sit here."""
        found = self._spoken.get(language)
        if found is None:
            names = {seat: row.name or LETTERS[seat] for seat, row in self.seats.items()}
            found = self._spoken[language] = self.game.catalogue.words(language, names)
        return found

    def find(self, token: str) -> tuple[Seat | None, bool]:
        """Which seat a token opens, and whether its holder is the host; refused when it opens nothing."""
        host = same(token, self.settings.host)
        for seat, row in self.seats.items():
            if same(token, row.token):
                return seat, host
        if host or same(token, self.settings.invite):
            return None, host
        raise TableRefusal("unknown_link")

    async def claim(self, name: str, invite: str, wanted: Seat | None, token: str) -> Seat:
        """Sit down at an open seat; the token is from now on that seat's."""
        async with self.lock:
            if not self.settings.public and not same(invite, self.settings.invite):
                raise TableRefusal("not_invited")
            free = [seat for seat, row in self.seats.items() if row.who == OPEN and wanted in (None, seat)]
            if not free:
                raise TableRefusal("taken")
            await self._reseat(SeatRow(free[0], HUMAN, name, hash_token(token)))
            return free[0]

    async def stand_in(self, by: Listener, seat: Seat, bot: str) -> None:
        async with self.lock:
            row = self._seat_of_person(seat)
            if not is_bot(bot):
                raise TableRefusal("no_bot", bot=bot)
            if by.seat != seat:
                self._check_host_and_away(by, seat)
            await self._reseat(msgspec.structs.replace(row, stand_in=bot))
            self._go_on()

    async def come_back(self, seat: Seat | None) -> None:
        async with self.lock:
            row = self.seats[self._own(seat)]
            if not row.stand_in:
                raise TableRefusal("no_stand_in")
            await self._reseat(msgspec.structs.replace(row, stand_in=""))
            self._go_on()

    async def free(self, by: Listener, seat: Seat) -> None:
        async with self.lock:
            self._seat_of_person(seat)
            self._check_host_and_away(by, seat)
            await self._reseat(SeatRow(seat, OPEN))
            self._go_on()

    def _seat_of_person(self, seat: Seat) -> SeatRow:
        row = self.seats.get(seat)
        if row is None or row.who not in (HUMAN, OPEN):
            raise TableRefusal("no_seat")
        return row

    def _check_host_and_away(self, by: Listener, seat: Seat) -> None:
        if not by.host:
            raise TableRefusal("not_host")
        if any(listener.seat == seat for listener in self.listeners):
            raise TableRefusal("not_away", seat=self.seats[seat].name or LETTERS[seat])

    async def _reseat(self, row: SeatRow) -> None:
        try:
            await self.house.storage.seat(self.id, self._versions, row)
        except Conflict:
            self.lose()
            raise TableRefusal("not_stored") from None
        self._versions += 1
        self.seats[row.seat] = row
        self._spoken.clear()
        self._tell_people()

    # Talking and looking

    async def chat(self, by: Listener, command: str, text: str) -> bool:
        async with self.lock:
            seat = WATCHING if by.seat is None else by.seat
            if (seat, command) in self._commands and seat != WATCHING:
                return True
            author = "" if by.seat is None else self.seats[by.seat].name or LETTERS[by.seat]
            chat = ChatRow(len(self._chat), seat, author, text, command, time.time())
            try:
                await self.house.storage.say(self.id, chat)
            except Conflict:
                self.lose()
                raise TableRefusal("not_stored") from None
            self._chat.append(chat)
            if seat != WATCHING:
                self._commands.add((seat, command))
            data = ENCODER.encode(_spoken(chat))
            for listener in list(self.listeners):
                if _audible(chat, listener):
                    listener.send(data)
            return False

    async def why(self, by: Listener, key: str) -> list[NotOffered]:
        async with self.lock:
            ask = self.match.ask(self._own(by.seat))
            if key:
                ask.space.accept(key)  # raises the refusal that says why
                return []
            return not_offered(ask, self.words(by.audience.language))

    async def journal(self) -> str:
        """The journal, once everything in it may be known."""
        async with self.lock:
            if not self.match.over:
                raise TableRefusal("not_over")
            who = [_who(self.seats[seat]) for seat in sorted(self.seats)]
            header = msgspec.structs.replace(self.row.header, seats=tuple(who))
            return write_journal(header, [_entry(line) for line in self._lines], self.row.dice_key)

    async def dice(self, command: str) -> DiceCounts:
        async with self.lock:
            over = self.match.over
            key = self.row.dice_key if over else ""
            return DiceCounts(command, self._dice.label(), key, self._dice.counts(over), self._dice.draws)


def _entry(line: Line) -> Entry:
    return Entry(line.seat, line.key, list(line.faces) if line.seat == DICE else UNREAD)


def _who(row: SeatRow) -> str:
    return f"{row.who}+{row.stand_in}" if row.stand_in else row.who


def _spoken(chat: ChatRow) -> Spoken:
    return Spoken(chat.author, None if chat.seat == WATCHING else chat.seat, chat.body, chat.at)


def _audible(chat: ChatRow, listener: Listener) -> bool:
    """Players do not hear spectators, who may know more than they do."""
    return chat.seat != WATCHING or listener.seat is None


def places_of(rows: Any, here: set[Seat | None]) -> list[Place]:
    """Who sits where, as everybody may know."""
    latest = {row.seat: row for row in rows}
    return [Place(seat, row.who, row.name, seat in here, row.stand_in) for seat, row in sorted(latest.items())]
