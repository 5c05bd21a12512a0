"""Requests of the rules to the table: ask, ask everybody at once, roll, tell, reveal, checkpoint.

Rules are coroutines. They `await` one of these requests and get a typed answer; they never know who gives it.
No event loop is involved: `kernel.match` sends the answers in.
"""

from __future__ import annotations

from collections.abc import Awaitable, Generator, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from muster.kernel.spaces import OneOf, Option, Space
from muster.kernel.text import NOTHING, Param, Params, Text

T = TypeVar("T")
Seat = int
"""A place at the table, counted from 0."""

LETTERS = "ABCDEFGH"
"""The letters of the seats, in a journal and at the table."""

DICE: Seat = -1
"""The seat under which the record keeps rolls and shuffles."""


class Ask(Generic[T]):
    """A question to one seat. `secret`: the others must not learn the answer (a checkpoint must follow it).

    `small`: a choice that belongs to the seat but hardly ever matters, such as the quarter of a cube in which a model
    stands. Its first option is the usual answer; a seat may have such things decided for it (`Match.settle`).

    `midway`: something is half done, such as an attack whose dice are not rolled yet; a bot that judges the position
    lets it finish first.

    `closing`: the answers include the end of a turn. Such a question is asked even if nothing else is left to answer.

    `masking`: asked of everybody who might hold something that fits, even if nothing does, because not to be asked
    would tell the others what is in the hand. Where nobody else plays it need not be (`Match.forced`).

    `subject`: what the question is about (this unit, this action), as frozen data of the game's own, from which the
    game's `Showing.preview` makes what a client draws.
    """

    __slots__ = ("closing", "masking", "midway", "prompt", "seat", "secret", "small", "space", "subject")

    def __init__(
        self,
        seat: Seat,
        prompt: Text,
        space: Space[T],
        secret: bool = False,
        small: bool = False,
        midway: bool = False,
        subject: object = None,
        closing: bool = False,
        masking: bool = False,
    ) -> None:
        self.seat = seat
        self.prompt = prompt
        self.space = space
        self.secret = secret
        self.small = small
        self.midway = midway
        self.subject = subject
        self.closing = closing
        self.masking = masking

    def __await__(self) -> Generator[Any, Any, T]:
        answer: T = yield self
        return answer


class AskAll(Generic[T]):
    """One dialogue for each seat, all at the same time and in secret: nobody sees anything before all are done.

    A dialogue is a single `Ask` or a coroutine of several, all to its own seat. It may note what it hears in its own
    seat's secret part of the state and nowhere else; it does not roll, tell or checkpoint.
    """

    __slots__ = ("dialogues",)

    def __init__(self, dialogues: Mapping[Seat, Awaitable[T]]) -> None:
        self.dialogues = dialogues

    def __await__(self) -> Generator[Any, Any, dict[Seat, T]]:
        answers: dict[Seat, T] = yield self
        return answers


class Roll:
    """Chance: one face from 1 to `sides` for each die. A shuffle or a draw is a roll too (`Table.draw`).

    `names` tells a person with real components what each face stands for. `secret` hides the faces from everybody
    whose view does not show them (a checkpoint must follow).
    """

    __slots__ = ("names", "purpose", "secret", "sides")

    def __init__(self, purpose: str, sides: Sequence[int], secret: bool = False, names: Sequence[str] = ()) -> None:
        self.purpose = purpose
        self.sides = sides
        self.secret = secret
        self.names = names

    def __await__(self) -> Generator[Any, Any, list[int]]:
        faces: list[int] = yield self
        return faces


class Checkpoint:
    """A point where the state says it all: `run` can start again from a copy of it."""

    __slots__ = ()

    def __await__(self) -> Generator[Any, Any, None]:
        yield self


CHECKPOINT = Checkpoint()


class Event:
    """Something that happened: a key, its parameters, the clause behind it, and who may know.

    `data` is for clients that draw what happened: a frozen struct of the game's own, beside the words.
    """

    __slots__ = ("audience", "clause", "data", "key", "params")

    def __init__(
        self, key: str, clause: str, params: Params, audience: Seat | None = None, data: object = None
    ) -> None:
        self.key = key
        self.clause = clause
        self.params = params
        self.audience = audience
        self.data = data

    def plain(self) -> dict[str, Any]:
        """The event as plain data, to compare, store and send; equal for equal events."""
        plain: dict[str, Any] = {"key": self.key, "clause": self.clause, "params": dict(self.params)}
        if self.data is not None:
            plain["data"] = msgspec.to_builtins(self.data)
        return plain

    def __repr__(self) -> str:
        gaps = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"Event({self.key}: {gaps} [{self.clause}])"


class Table:
    """The rules' hold on the match: it makes requests and collects events, and decides nothing.

    A checkpoint is `due` when something was said, rolled or revealed since the last one; until then the last one will
    do, because the rules run the same from there. It is `owed` when a secret was among that: then nothing may be asked
    before it is made. Where the match is `forked`, each fork runs the rules again from the last one, so that even one
    that saves a single answer is worth its copy.
    """

    __slots__ = ("due", "events", "forked", "listening", "owed", "revealed")

    def __init__(self, listening: bool) -> None:
        self.listening = listening
        self.events: list[Event] = []
        self.revealed = False
        self.due = 0
        self.owed = False
        self.forked = False

    def ask(
        self,
        seat: Seat,
        prompt: Text,
        space: Space[T],
        secret: bool = False,
        small: bool = False,
        midway: bool = False,
        subject: object = None,
        closing: bool = False,
        masking: bool = False,
    ) -> Ask[T]:
        return Ask(seat, prompt, space, secret, small, midway, subject, closing, masking)

    async def ask_small(self, seat: Seat, prompt: Text, options: Sequence[Option[T]]) -> T:
        """A small choice among options, the usual one first. With one option nothing is asked."""
        if len(options) == 1:
            return options[0].value
        return await Ask(seat, prompt, OneOf(lambda: options), small=True)

    def ask_all(self, dialogues: Mapping[Seat, Awaitable[T]]) -> AskAll[T]:
        return AskAll(dialogues)

    def roll(self, purpose: str, sides: Sequence[int]) -> Roll:
        return Roll(purpose, sides)

    async def draw(self, purpose: str, names: Sequence[str], count: int, secret: bool = False) -> list[int]:
        """`count` different indexes into `names`, in the order drawn; all of them make a shuffle."""
        left = list(range(len(names)))
        faces = await Roll(purpose, range(len(names), len(names) - count, -1), secret, names)
        return [left.pop(face - 1) for face in faces]

    def checkpoint(self) -> Checkpoint:
        return CHECKPOINT

    def reveal(self) -> None:
        """Say that a secret has become known: nothing before this can be taken back. A checkpoint must follow."""
        self.revealed = True
        self.due += 1
        self.owed = True

    def tell(self, key: str, clause: str, params: Params = NOTHING, data: object = None) -> None:
        if self.listening:
            self.events.append(Event(key, clause, params, None, data))

    def whisper(self, seat: Seat, key: str, clause: str, params: Params = NOTHING) -> None:
        """Tell one seat alone."""
        if self.listening:
            self.events.append(Event(key, clause, params, seat))


__all__ = [
    "CHECKPOINT",
    "DICE",
    "LETTERS",
    "Ask",
    "AskAll",
    "Checkpoint",
    "Event",
    "Param",
    "Roll",
    "Seat",
    "Table",
]
