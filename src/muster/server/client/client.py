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
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

import websockets

from muster.kernel.errors import GameError
from muster.server import protocol as p
from muster.server.client.line import GIVE_UP, Line, ignore, new_id
from muster.server.client.links import Link, read_link
from muster.server.client.pinned_dice import PinnedDice, Verdict

LONG = 600.0
"""Wait so many seconds for what takes minutes, such as an analysis."""
ELSEWHERE = 1.5
"""Seconds in which another device of the same player can show the nonce that it has sealed."""


class RemoteSeat(Line):
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
        super().__init__(link, language, view, texts, dice)
        self._giving: set[asyncio.Task[None]] = set()

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

    # Its part of the dice

    async def agreed(self) -> None:
        """Wait until our own part of the dice is given, if they are being agreed."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GIVE_UP):
                while (now := self.agreement) is not None and (not now.missing or self.seat in now.missing):
                    await self.news()

    def take_in(self, message: p.AnyMessage) -> None:
        super().take_in(message)
        if isinstance(message, p.Agreement):
            self._agree(message)

    def _agree(self, agreement: p.Agreement) -> None:
        """Do our part of the dice: seal a nonce, and show it when everybody has sealed one."""
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
