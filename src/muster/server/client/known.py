"""A client's knowledge of its table: the log, the view, the question before it, who is there, what is said."""

from __future__ import annotations

import asyncio
from typing import Any

from muster.kernel.agreed_dice import unsettled
from muster.server import protocol as p
from muster.server.client.links import Link
from muster.server.client.pinned_dice import PinnedDice
from muster.server.protocol.changes import with_changes


class Known:
    """The table as its messages have told it so far. `log` has what was told, `question` what is asked."""

    def __init__(self, link: Link, dice: PinnedDice | None = None) -> None:
        self.link = link
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
        self._check = 0
        self._updates = 0
        self._changed = asyncio.Event()

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
    def updates(self) -> int:
        """The number of updates received so far."""
        return self._updates

    async def news(self, timeout: float | None = None) -> None:
        """Wait until something comes in."""
        self._changed.clear()
        await asyncio.wait_for(self._changed.wait(), timeout)

    def begin(self, welcome: p.Welcome) -> None:
        """Take in what the table says to whoever comes."""
        self.welcome = welcome
        self.places, self.chat = welcome.places, list(welcome.chat)
        self.agreement = None
        self.dice_kept.see(welcome.dice, welcome.seat)

    def take_in(self, message: p.AnyMessage) -> None:
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
                self.dice_kept.see(message.dice, self.seat)
                self.agreement = message if unsettled(message.dice) else None
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
            case p.Moved() if message.table != self.link.table:
                self.moved_to = message.table
            case p.Fault() if not message.id:
                self.fault = message.text
            case _:
                pass
        self._changed.set()
