"""A bot's place at the table: its question, what its seat may know, and forks in which everything else is redrawn."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from muster.kernel.game import Game
from muster.kernel.match import Match
from muster.kernel.requests import Ask, Seat
from muster.kernel.spaces import Option

S = TypeVar("S")


class Fork(Protocol[S]):
    """Makes a match that the seat cannot tell from the one at the table, to be played on at will."""

    def __call__(self, rng: random.Random, listening: bool = False) -> Match[S]: ...


class Chair(Generic[S]):
    """Where a bot sits. Nothing here leads to the state of the match itself."""

    __slots__ = ("ask", "fork", "game", "look", "seat", "seats")

    def __init__(
        self, game: Game[S], seat: Seat, seats: int, ask: Ask[Any], fork: Fork[S], look: Callable[[], msgspec.Struct]
    ) -> None:
        self.game = game
        self.seat = seat
        self.seats = seats
        """How many there are at the table."""
        self.ask = ask
        """The question."""
        self.fork = fork
        """What the seat may not know is drawn again, and so are the dice."""
        self.look = look
        """What the seat may know, as data."""

    @property
    def options(self) -> Sequence[Option[Any]]:
        """The answers to choose from."""
        return self.ask.space.options()


def chair_at(match: Match[S], seat: Seat) -> Chair[S]:
    """The chair of a seat that is asked something."""

    def fork(rng: random.Random, listening: bool = False) -> Match[S]:
        return match.fork(seat, rng, listening)

    seats = match.rules.seats(match.state)
    return Chair(match.game, seat, seats, match.ask(seat), fork, lambda: match.view(seat))


class Bot(Protocol):
    """Something that chooses among the options before a seat."""

    def choose(self, chair: Chair[S]) -> Option[Any]:
        """One of the options that are offered now."""
