"""A lesson as a table, for one pupil: the step says what to do, and an answer is judged by the rules and by the lesson.

A pupil who comes back joins at the step where they left, so nothing need be stored. The others at the table are bots,
which may think for a moment: so everything happens in a thread.
"""

from __future__ import annotations

import asyncio

from muster.kernel.game import Game
from muster.kernel.text import Text
from muster.kernel.words import Words
from muster.lessons import Lesson, Teaching, Verdict
from muster.server.protocol import ENCODER, Join, LessonStepShown, Taught, TurnTo
from muster.server.table.history import Histories
from muster.server.table.staged import StagedTable
from muster.server.telling.audience import Audience
from muster.server.telling.phrases import TableRefusal, words
from muster.server.telling.updates import Listener
from muster.server.thinking.workers import Thinkers

FOLDER = "lesson/"
"""The name of a lesson's table begins with this: `lesson/GAME/NAME/STEP`."""


class TaughtTable(StagedTable):
    """One lesson, for the one who takes it."""

    def __init__(self, game: Game[object], lesson: Lesson, step: int, thinkers: Thinkers) -> None:
        self._teaching: Teaching[object] = Teaching(game, lesson, step)
        self._lesson = lesson
        name = f"{FOLDER}{lesson.game}/{lesson.name}/{step}"
        match = self._teaching.match
        super().__init__(name, game, lesson.options, lesson.seat, lesson.opponent, match, thinkers, Histories())

    def welcome(self, listener: Listener, join: Join) -> None:
        super().welcome(listener, join)
        listener.send(self._step(listener.audience))

    async def readdress(self, listener: Listener, audience: Audience) -> None:
        await super().readdress(listener, audience)
        listener.send(self._step(audience))

    def words(self, language: str) -> Words:
        """Whoever takes a lesson and the one across are called as the page calls them."""
        own, spoken = self._lesson.seat, words(language)
        names = {
            seat: spoken.say(Text("seat.pupil" if seat == own else "seat.opponent"))
            for seat in range(self.prepared.seats)
        }
        return super().words(language).seated(names)

    async def judge(self, listener: Listener, command: str, question: int, key: str) -> Taught:
        """Take an answer; say what came of it."""
        async with self.lock:
            seat = self.own(listener.seat)
            if question != self.asked(seat):
                raise TableRefusal("stale")
            verdict = await asyncio.to_thread(self._teaching.answer, key)
            self._show(listener)
            return self._taught(command, verdict, listener.audience.language)

    async def turn(self, listener: Listener, to: TurnTo) -> None:
        """Go through the lesson without answering."""
        async with self.lock:
            ways = {"on": self._teaching.go_on, "back": self._teaching.back, "again": self._teaching.again}
            await asyncio.to_thread(ways[to])
            self._show(listener)

    def _show(self, listener: Listener) -> None:
        """Tell the pupil how things stand now."""
        self.match = self._teaching.match
        start = self._eyes.look(self.match)[listener.audience.eyes]
        check = self._eyes[listener.audience.eyes].checks[start]
        listener.send(self._update(listener.audience, start, check))
        listener.send(self._step(listener.audience))

    def _step(self, audience: Audience) -> bytes:
        """The step as it is shown."""
        teaching, language = self._teaching, audience.language
        step = teaching.current
        steps = [one.title.said(language) for one in self._lesson.step]
        title = self._lesson.title.said(language)
        if step is None:
            about = self._lesson.about.said(language)
            return ENCODER.encode(LessonStepShown(title, steps, teaching.step, about, "", [], reads=True))
        why = "" if step.why is None else step.why.said(language)
        say = step.say.said(language)
        return ENCODER.encode(LessonStepShown(title, steps, teaching.step, say, why, step.point, step.is_read))

    def _taught(self, command: str, verdict: Verdict, language: str) -> Taught:
        slip = verdict.slip
        if slip is None:
            return Taught(command, verdict.came, "", "")
        return Taught(command, verdict.came, slip.say.said(language), slip.clause)
