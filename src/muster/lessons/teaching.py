"""A lesson under way: one pupil, one match, and where in the lesson they are.

A step begins where the one before it ended, so a pupil may do it in any way the step welcomes. An answer that the step
does not welcome is not played at all; one that goes wrong is taken back to the beginning of the step.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, Generic, Literal, TypeVar

from muster.bots import chair_at, make_bot
from muster.kernel.errors import GameError
from muster.kernel.game import Game, setup_of, testing_of
from muster.kernel.match import Match
from muster.kernel.requests import Ask, Event
from muster.kernel.scenario import look_up, said_in
from muster.kernel.spaces import Option
from muster.lessons.dice import LessonDice
from muster.lessons.sheet import Lesson, LessonStep, Slip

S = TypeVar("S")

Came = Literal["done", "on", "slip", "elsewhere", "read"]
"""The outcome of an answer: the step is done; it was good, and the step goes on; it was a slip that the lesson knows;
it is legal, but not what the step is about; the step is only there to be read. In the last three cases nothing is
played.
"""
MOST_REPLIES = 200
"""Answers of others between two of the pupil, at most."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of an answer, and the lesson's words about a slip."""

    came: Came
    slip: Slip | None = None


class Teaching(Generic[S]):
    """A lesson being taken. `step` counts from 0; when it is the number of steps, the lesson is over."""

    def __init__(self, game: Game[S], lesson: Lesson, step: int = 0) -> None:
        if not 0 <= step <= len(lesson.step):
            raise GameError(f"lesson {lesson.name} has {len(lesson.step)} steps: there is no step {step + 1}")
        self.game = game
        self.lesson = lesson
        self.prepared = setup_of(game).prepare(lesson.options)
        self.step = 0
        self.match: Match[S]
        self._known = [] if lesson.beginning is None else said_in(lesson.beginning)
        self._marks: list[int] = []  # how long the record was when each step began
        self._replies: list[str] = []  # of the others, in this step
        self._told = 0  # how many events had been told when it began
        self._build(0)
        while self.step < step:
            self.go_on()

    @property
    def over(self) -> bool:
        return self.step == len(self.lesson.step)

    @property
    def current(self) -> LessonStep | None:
        return None if self.over else self.lesson.step[self.step]

    def answer(self, key: str) -> Verdict:
        """Take an answer of the pupil. Raises the refusal of the rules if it is not legal."""
        step = self.current
        option = self.match.ask(self.lesson.seat).space.accept(key)
        if step is None or step.is_read:
            return Verdict("read")
        slip = next((slip for slip in step.slip if slip.answer and fnmatchcase(option.key, slip.answer)), None)
        if slip is not None or not step.welcomes(option.key):
            return Verdict("elsewhere") if slip is None else Verdict("slip", slip)
        return self._play(step, option)

    def go_on(self) -> None:
        """Go on from a step that is there to be read; do any other as somebody would who knows how."""
        step, number = self.current, self.step
        if step is None:
            return
        if step.is_read:
            self._next()
            return
        self.again()
        for key in step.play:
            verdict = self.answer(key)
            if verdict.came not in ("done", "on"):
                raise GameError(f"{self._place(number)}: {key!r} is played, and comes to {verdict.came!r}")
        if self.step == number:
            raise GameError(f"{self._place(number)}: it is not done by what it plays")

    def again(self) -> None:
        """Begin this step anew."""
        self._build(self.step)

    def back(self) -> None:
        """Go back to the step before."""
        self._build(max(0, self.step - 1))

    def _place(self, number: int) -> str:
        return f"lesson {self.lesson.name}, step {number + 1}"

    def _build(self, step: int) -> None:
        """The match as it was when a step began."""
        known = self._known if step == 0 else self.match.record[: self._marks[step]]
        del self._marks[step:]
        self._dice = LessonDice(f"{self.lesson.name}/{step}")
        self._turn_to(step)
        self.match = Match(self.game, self.prepared.new(), self._dice, known=known)
        self._begin()

    def _next(self) -> None:
        self._turn_to(self.step + 1)
        self._begin()

    def _turn_to(self, step: int) -> None:
        """Lay out what a step brings along: its dice, and what the others will answer."""
        self.step = step
        current = self.current
        self._dice.lay([] if current is None else current.dice)
        self._replies = [] if current is None else list(current.others)

    def _begin(self) -> None:
        """Note where the step begins, and let the others come to the pupil's question."""
        self._marks.append(len(self.match.record))
        self._told = len(self.match.table.events)
        self._settle()

    def _play(self, step: LessonStep, option: Option[Any]) -> Verdict:
        self.match.play(self.lesson.seat, option)
        self._settle()
        told = self.match.table.events[self._told :]
        for slip in step.slip:
            if slip.event and any(event.key == slip.event for event in told):
                self.again()
                return Verdict("slip", slip)
        if not self._is_done(step, told):
            if self.match.over:
                raise GameError(f"{self._place(self.step)}: the match is over before the step is done")
            return Verdict("on")
        self._next()
        return Verdict("done")

    def _is_done(self, step: LessonStep, told: Sequence[Event]) -> bool:
        until = step.until
        if until is None:
            return True
        ask = self.match.pending.get(self.lesson.seat)
        if until.prompt and (ask is None or ask.prompt.key != until.prompt):
            return False
        if until.event and all(event.key != until.event for event in told):
            return False
        state = testing_of(self.game).dump(self.match.state) if until.state else None
        return all(look_up(state, path) == value for path, value in until.state.items())

    def _settle(self) -> None:
        """Let everything be answered that is not the pupil's: by the others, and small questions in the usual way."""
        for _ in range(MOST_REPLIES):
            others = [ask for seat, ask in self.match.pending.items() if seat != self.lesson.seat]
            mine = self.match.pending.get(self.lesson.seat)
            if others:
                self.match.play(others[0].seat, self._reply(others[0]))
            elif mine is not None and mine.small and not self._is_about(mine):
                self.match.play(mine.seat, mine.space.options()[0])
            else:
                return
        raise GameError(f"{self._place(self.step)}: the others never come to an end")

    def _reply(self, ask: Ask[Any]) -> Option[Any]:
        """The answer of another seat: as the step says, or as a bot would."""
        if self._replies:
            for option in ask.space.options():
                if fnmatchcase(option.key, self._replies[0]):
                    del self._replies[0]
                    return option
        rng = random.Random(f"{self.lesson.name}/{len(self.match.record)}")
        return make_bot(self.lesson.opponent, rng).choose(chair_at(self.match, ask.seat))

    def _is_about(self, ask: Ask[Any]) -> bool:
        """Whether the step wants the pupil to answer this small question."""
        step = self.current
        return step is not None and bool(step.good) and any(step.welcomes(o.key) for o in ask.space.options())
