"""A bot's place at the table: its question, what its seat may know, and forks in which everything else is redrawn."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from muster.kernel.game import Game
from muster.kernel.match import Heard, Match
from muster.kernel.requests import Seat
from muster.kernel.spaces import Option
from muster.kernel.text import Text
from muster.kernel.words import Words

S = TypeVar("S")


class Fork(Protocol[S]):
    """Makes a match that the seat cannot tell from the one at the table, to be played on at will."""

    def __call__(self, rng: random.Random, listening: bool = False) -> Match[S]: ...


class Chair(Generic[S]):
    """Where a bot sits: the question, the options, what the seat may know, forks. No attribute, and no attribute of
    one, leads to the match or its state.
    """

    __slots__ = (
        "_list",
        "accept",
        "fork",
        "game",
        "heard",
        "look",
        "patience",
        "picture",
        "prompt",
        "seat",
        "seats",
        "small",
        "subject",
    )

    def __init__(
        self,
        game: Game[S],
        seat: Seat,
        seats: int,
        prompt: Text,
        options: Callable[[], Sequence[Option[Any]]],
        fork: Fork[S],
        look: Callable[[], msgspec.Struct],
        heard: Callable[[], list[Heard]],
        small: bool = False,
        subject: object = None,
        patience: float = 0.0,
        accept: Callable[[str], Option[Any]] | None = None,
        picture: Callable[[Words], str] | None = None,
    ) -> None:
        self.game = game
        self.seat = seat
        self.seats = seats
        """How many there are at the table."""
        self.prompt = prompt
        """The question."""
        self.small = small
        """Whether it hardly ever matters: the first option is the usual answer."""
        self.subject = subject
        """The subject of the question, if the game names one."""
        self.patience = patience
        """The seconds this decision may take, because a clock is running; 0 for no limit."""
        self.fork = fork
        """A match in which the dice and everything hidden from the seat are drawn again."""
        self.look = look
        """The seat's view of the table, as data."""
        self.heard = heard
        """Everything said so far that the seat knows (`Match.heard`)."""
        self._list = options
        self.accept = accept
        """The option behind a key, one that is not proposed too; raises `Refusal` with the reason. None in a chair with
        answers of its own.
        """
        self.picture = picture
        """The seat's view of the table, as text."""

    @property
    def options(self) -> Sequence[Option[Any]]:
        """The answers to choose from."""
        return self._list()


def chair_at(match: Match[S], seat: Seat, patience: float = 0.0) -> Chair[S]:
    """The chair of a seat that is asked something. It gets functions that know the match, and no part of it."""
    ask = match.ask(seat)

    def options() -> Sequence[Option[Any]]:
        return ask.space.options()

    def fork(rng: random.Random, listening: bool = False) -> Match[S]:
        return match.fork(seat, rng, listening)

    def look() -> msgspec.Struct:
        return match.view(seat)

    def heard() -> list[Heard]:
        return match.heard(seat)

    def accept(key: str) -> Option[Any]:
        return ask.space.accept(key)

    def picture(words: Words) -> str:
        return match.look(seat).picture(words)

    seats, game = match.rules.seats(match.state), match.game
    return Chair(
        game, seat, seats, ask.prompt, options, fork, look, heard, ask.small, ask.subject, patience, accept, picture
    )


class Bot(Protocol):
    """Something that chooses among the options before a seat."""

    def choose(self, chair: Chair[S]) -> Option[Any]:
        """One of the options that are offered now."""
