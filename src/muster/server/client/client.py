"""The reference client: how a program sits down at a table, decides, and comes back when the connection is lost.

    async with await RemoteSeat.join("http://127.0.0.1:8480/table/4f…#token") as seat:
        while not seat.over:
            if seat.question:
                await seat.answer(seat.question.options[0].key)
            else:
                await seat.news()

It needs `websockets` and nothing of the server but the protocol.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

import websockets
from websockets.asyncio.client import ClientConnection, connect

from muster.kernel.agreed_dice import unsettled
from muster.kernel.errors import GameError
from muster.server import protocol as p
from muster.server.client.links import Link, claim_seat, create_table, lobby, read_link
from muster.server.client.pinned_dice import PinnedDice, Verdict
from muster.server.protocol.changes import with_changes

RETRY_SECONDS = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
"""Seconds to wait before each new attempt; the last one is repeated."""
GIVE_UP = 60.0
LONG = 600.0
"""Wait so many seconds for what takes minutes, such as an analysis."""
ELSEWHERE = 1.5
"""Seconds in which another device of the same player can show the nonce that it has sealed."""
CONNECT_SECONDS = 30.0
"""Be patient: a server that has just come back has everybody to greet."""


def ignore(share: float) -> None:
    """For those who do not want to know how far something has come."""


class ServerRefusal(GameError):
    """The table or its rules said no."""

    def __init__(self, refused: p.Refused) -> None:
        clause = f" [{refused.clause}]" if refused.clause else ""
        super().__init__(f"{refused.reason.text}{clause}")
        self.refused = refused


# Over the socket


class RemoteSeat:
    """A seat at a table, kept through lost connections. `log` has what was told, `question` what is asked."""

    def __init__(
        self,
        link: Link,
        *,
        language: p.Language = "en",
        view: p.ViewKind = "data",
        texts: bool = True,
        dice: PinnedDice | None = None,
    ) -> None:
        self.link = link
        self.addresses = [link.address]
        self.language: p.Language = language
        self.view_kind: p.ViewKind = view
        self.texts = texts
        self.dice_kept = PinnedDice() if dice is None else dice
        """The client's memory of the dice; `alarms` in it says what is wrong with them."""
        self.agreement: p.Agreement | None = None
        """How the dice are agreed, while they are."""
        self.welcome: p.Welcome
        self.log: list[p.Told] = []
        self.update: p.Update
        self.view: Any = None
        self.picture = ""
        self.places: list[p.Place] = []
        self.chat: list[p.Spoken] = []
        self.moved_to = ""
        self.plea: p.Plea | None = None
        self.lesson: p.LessonStepShown | None = None
        self.settled: list[p.Settlement] = []
        self.fault = ""
        """Why the table stands still, if it does."""
        self.reconnects = 0
        self._check = 0
        self._changes = True
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._joined: asyncio.Future[None] | None = None
        self._replies: dict[str, asyncio.Future[p.AnyMessage]] = {}
        self._progress: dict[str, Callable[[float], None]] = {}
        self._changed = asyncio.Event()
        self._connected = asyncio.Event()
        self._updates = 0
        self._giving: set[asyncio.Task[None]] = set()
        self._closed = False

    @classmethod
    async def join(cls, link: str | Link, **given: Any) -> Self:
        seat = cls(read_link(link) if isinstance(link, str) else link, **given)
        await seat.connect(patient=False)
        await seat.agreed()
        return seat

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        self._closed = True
        if self._reader is not None:
            self._reader.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reader
        if self._socket is not None:
            await self._socket.close()

    # What is known

    @property
    def seat(self) -> int | None:
        return self.welcome.seat

    @property
    def question(self) -> p.Question | None:
        return self.update.question

    @property
    def over(self) -> bool:
        return self.update.outcome is not None

    @property
    def connected(self) -> bool:
        return self._socket is not None

    @property
    def updates(self) -> int:
        """The number of updates received so far."""
        return self._updates

    async def news(self, timeout: float | None = None) -> None:
        """Wait until something comes in."""
        self._changed.clear()
        await asyncio.wait_for(self._changed.wait(), timeout)

    async def agreed(self) -> None:
        """Wait until our own part of the dice is given, if they are being agreed."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GIVE_UP):
                while (now := self.agreement) is not None and (not now.missing or self.seat in now.missing):
                    await self.news()

    # What can be done

    async def answer(self, key: str, command: str = "") -> None:
        """Answer the question before this seat; returns when the answer is stored. Raises `ServerRefusal`."""
        if self.question is None:
            raise GameError("there is no question before this seat")
        await self.do(p.Answer(command or new_id(), self.question.number, key))

    async def solve(self, key: str) -> p.Judged:
        """Answer a puzzle: whether that is right, and why. It can be answered again."""
        if self.question is None:
            raise GameError("there is no question before this seat")
        reply = await self.do(p.Answer(new_id(), self.question.number, key))
        assert isinstance(reply, p.Judged)
        return reply

    async def undo(self) -> None:
        await self.do(p.Undo(new_id()))

    async def reset(self) -> None:
        """Take back everything that can be undone, at once."""
        await self.do(p.Reset(new_id()))

    async def speak(self, language: p.Language) -> None:
        """Go on in another language."""
        await self.do(p.Speak(new_id(), language))
        self.language = language

    async def settle(self, on: bool = True) -> None:
        """Have small things decided for this seat, or not."""
        await self.do(p.Settle(new_id(), on))

    async def say(self, text: str) -> None:
        await self.do(p.Chat(new_id(), text))

    async def why(self, key: str = "") -> list[p.NotOffered]:
        reply = await self.do(p.Why(new_id(), key))
        return reply.blocked if isinstance(reply, p.Reasons) else []

    async def odds(self, key: str, runs: int = 2_000) -> p.Outlook:
        """The odds of an answer to the present question."""
        if self.question is None:
            raise GameError("there is no question before this seat")
        reply = await self.do(p.AskOdds(new_id(), self.question.number, key, runs))
        assert isinstance(reply, p.Outlook)
        return reply

    async def hint(self, on_progress: Callable[[float], None] = ignore, command: str = "") -> p.Advised:
        """Advice on the present question; `cancel` calls it off by the id of the command."""
        if self.question is None:
            raise GameError("there is no question before this seat")
        reply = await self._do_long(p.Hint(command or new_id(), self.question.number), on_progress)
        assert isinstance(reply, p.Advised)
        return reply

    async def analyse(
        self, stored: bool = False, on_progress: Callable[[float], None] = ignore, command: str = ""
    ) -> p.Analysed | None:
        """The analysis of a match that is over; with `stored` only one that is kept, None if there is none."""
        reply = await self._do_long(p.Analyse(command or new_id(), stored), on_progress)
        return reply if isinstance(reply, p.Analysed) else None

    async def cancel(self, command: str) -> None:
        """Call off a hint or an analysis that is under way."""
        await self.do(p.Cancel(new_id(), command))

    async def _do_long(self, command: p.AnyCommand, on_progress: Callable[[float], None]) -> p.AnyMessage:
        self._progress[command.id] = on_progress
        try:
            return await self.do(command, LONG)
        finally:
            del self._progress[command.id]

    async def look(self, seq: int, seat: int | None = None) -> p.Looked:
        """The table as it was when the log had `seq` events."""
        reply = await self.do(p.Look(new_id(), seq, seat))
        assert isinstance(reply, p.Looked)
        return reply

    async def goal(self, seq: int | None = None, seat: int | None = None, rounds: bool = False) -> p.GoalShown:
        """The goal of the match, and how it stands."""
        reply = await self.do(p.AskGoal(new_id(), seq, seat, rounds))
        assert isinstance(reply, p.GoalShown)
        return reply

    async def export(self) -> str:
        reply = await self.do(p.Export(new_id()))
        assert isinstance(reply, p.JournalText)
        return reply.text

    async def check_dice(self) -> Verdict:
        """Check every roll of a match that is over with what this client has kept, not with what the server says."""
        return self.dice_kept.check(await self.export())

    async def dice(self) -> p.DiceCounts:
        reply = await self.do(p.Dice(new_id()))
        assert isinstance(reply, p.DiceCounts)
        return reply

    async def rematch(self) -> str:
        """Ask for a rematch; returns the name of the new table, where the same token opens the seat."""
        await self._send(p.Rematch(new_id()))
        while not self.moved_to:
            await self.news(10.0)
        return self.moved_to

    async def do(self, command: p.AnyCommand, patience: float = GIVE_UP) -> p.AnyMessage:
        """Have a command carried out exactly once, however often the connection is lost meanwhile."""
        loop = asyncio.get_running_loop()
        ends = loop.time() + patience
        while True:
            reply: asyncio.Future[p.AnyMessage] = loop.create_future()
            self._replies[command.id] = reply
            try:
                await self._send(command)
                message = await asyncio.wait_for(reply, max(0.1, ends - loop.time()))
            except (OSError, websockets.ConnectionClosed):
                if loop.time() > ends:
                    raise GameError("the table cannot be reached") from None
                await self._wait_for_connection()
                continue
            finally:
                self._replies.pop(command.id, None)
                if reply.done() and not reply.cancelled():
                    reply.exception()  # looked at, even when sending failed before anybody waited for it
            if isinstance(message, p.Refused):
                raise ServerRefusal(message)
            if isinstance(message, p.Fault):
                raise GameError(message.text)
            return message

    # The connection

    async def _send(self, command: p.AnyCommand) -> None:
        socket = self._socket
        if socket is None:
            raise ConnectionError("not connected")
        try:
            await socket.send(p.ENCODER.encode(command).decode())
        except (OSError, websockets.ConnectionClosed):
            if self._socket is socket:  # the reader has not noticed yet
                self._socket = None
                self._connected.clear()
            raise

    async def _wait_for_connection(self) -> None:
        """Wait until the reader is back at the table, or has given up."""
        if self._reader is None:
            raise GameError("nothing was joined")
        if self._socket is None:
            back = asyncio.create_task(self._connected.wait())
            await asyncio.wait((back, self._reader), return_when=asyncio.FIRST_COMPLETED)
            back.cancel()
        if self._reader.done():
            raise GameError("the table cannot be reached")

    async def connect(self, patient: bool) -> None:
        """Join the table wherever it is now; try again and again if `patient`."""
        ends = asyncio.get_running_loop().time() + GIVE_UP
        attempt = 0
        while True:
            address = self.addresses[attempt % len(self.addresses)]
            try:
                moved = await self._try(address)
            except (OSError, websockets.WebSocketException, TimeoutError) as error:
                if not patient or asyncio.get_running_loop().time() > ends:
                    raise GameError(f"{address} cannot be reached: {error}") from None
            else:
                if not moved:
                    return
                if moved not in self.addresses:
                    self.addresses.append(moved)
                if not patient and attempt > 10:
                    raise GameError(f"the table is nowhere to be found; last at {moved}")
            wait = RETRY_SECONDS[min(attempt // len(self.addresses), len(RETRY_SECONDS) - 1)]
            await asyncio.sleep(random.uniform(0.5, 1.5) * wait)  # not everybody at once
            attempt += 1

    async def _try(self, address: str) -> str:
        """Try to join once; returns an empty text, or the address to which the table has moved."""
        url = "ws" + address.removeprefix("http") + "/socket"
        socket = await connect(url, max_size=None, compression=None, open_timeout=CONNECT_SECONDS, proxy=None)
        join = p.Join(
            new_id(),
            self.link.table,
            self.link.token,
            len(self.log),
            self._check,
            self.language,
            self.view_kind,
            self.texts,
            changes=self._changes,
        )
        await socket.send(p.ENCODER.encode(join).decode())
        first = p.MESSAGES.decode(await asyncio.wait_for(socket.recv(), CONNECT_SECONDS))
        if isinstance(first, p.Moved):
            await socket.close()
            return first.address
        if isinstance(first, p.Refused):
            await socket.close()
            raise ServerRefusal(first)
        if isinstance(first, p.Fault) and self._changes and "changes" in first.text:
            await socket.close()
            self._changes = False  # an earlier server, which always sends views whole
            return await self._try(address)
        if not isinstance(first, p.Welcome):
            await socket.close()
            raise GameError(first.text if isinstance(first, p.Fault) else f"{address} does not speak our protocol")
        self.welcome = first
        self.places, self.chat = first.places, list(first.chat)
        self.agreement = None
        self.dice_kept.see(first.dice, first.seat)
        self._socket = socket
        while True:
            message = p.MESSAGES.decode(await asyncio.wait_for(socket.recv(), CONNECT_SECONDS))
            self._take_in(message)
            if isinstance(message, p.Update):
                break
        self._connected.set()
        if self._reader is None:
            self._reader = asyncio.create_task(self._read_on())
        return ""

    async def _read_on(self) -> None:
        """Read what comes in, and reconnect whenever the connection is lost."""
        while not self._closed:
            socket = self._socket
            assert socket is not None
            with contextlib.suppress(websockets.ConnectionClosed, OSError):
                async for data in socket:
                    self._take_in(p.MESSAGES.decode(data))
            self._socket = None
            self._connected.clear()
            self._fail_replies()
            if not self._closed:
                self.reconnects += 1
                await self.connect(patient=True)

    def _fail_replies(self) -> None:
        for reply in self._replies.values():
            if not reply.done():
                reply.set_exception(ConnectionError("the connection was lost"))

    def _agree(self, agreement: p.Agreement) -> None:
        """Do our part of the dice: seal a nonce, and show it when everybody has sealed one."""
        self.dice_kept.see(agreement.dice, self.seat)
        self.agreement = agreement if unsettled(agreement.dice) else None
        if self.agreement is None or self.seat is None:
            return
        task = asyncio.create_task(self._give(agreement, self.seat))
        self._giving.add(task)
        task.add_done_callback(self._giving.discard)

    async def _give(self, agreement: p.Agreement, seat: int) -> None:
        command: p.AnyCommand | None = None
        if nonce := self.dice_kept.reveal(agreement, seat):
            command = p.Reveal(new_id(), nonce)
        else:
            if agreement.seals[seat]:  # sealed elsewhere: give the one who did time to show it
                await asyncio.sleep(ELSEWHERE)
            if self.agreement is agreement and (seal := self.dice_kept.seal(agreement, seat)):
                command = p.Seal(new_id(), seal)
        if command is not None:
            with contextlib.suppress(OSError, websockets.ConnectionClosed):
                await self._send(command)

    def _take_in(self, message: p.AnyMessage) -> None:
        match message:
            case p.Update():
                self.update = message
                del self.log[message.start :]
                self.log += message.events
                self._check = message.check
                self._updates += 1
                if message.view is not None:
                    self.view = message.view
                self.view = with_changes(self.view, message.changes)
                if message.picture:
                    self.picture = message.picture
            case p.Agreement():
                self._agree(message)
            case p.People():
                self.places = message.places
            case p.Spoken():
                self.chat.append(message)
            case p.Settled():
                self.settled += message.decided
            case p.Plea():
                self.plea = message
            case p.LessonStepShown():
                self.lesson = message
            case p.Progress():
                self._progress.get(message.id, ignore)(message.share)
            case p.Moved() if message.table != self.link.table:
                self.moved_to = message.table
            case (
                p.Done()
                | p.Refused()
                | p.Reasons()
                | p.Previewed()
                | p.Outlook()
                | p.Advised()
                | p.Analysed()
                | p.Judged()
                | p.Taught()
                | p.Looked()
                | p.GoalShown()
                | p.MomentTaken()
                | p.JournalText()
                | p.DiceCounts()
                | p.Fault()
            ):
                if isinstance(message, p.Fault) and not message.id:
                    self.fault = message.text
                reply = self._replies.get(message.id)
                if reply is not None and not reply.done():
                    reply.set_result(message)
            case _:
                pass
        self._changed.set()


def new_id() -> str:
    return secrets.token_urlsafe(9)


__all__ = ["Link", "RemoteSeat", "ServerRefusal", "claim_seat", "create_table", "lobby", "new_id", "read_link"]
