"""Setting up: the choices before a match, and a match as agreed on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from muster.kernel.requests import Seat
from muster.kernel.text import Text

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Prepared(Generic[S]):
    """A match as agreed on, ready to begin."""

    options: Mapping[str, Any]
    """The options as plain data, with every default filled in; preparing from them gives the same match again."""
    seats: int
    """The number of sides at the table, no matter who plays them."""
    players: Sequence[Seat]
    """The seats of people and bots (not of robots that the rules play)."""
    new: Callable[[], S]
    """The state before the first decision."""
    fair: bool = True
    """Whether the sides are meant to be equally strong."""


class Setting:
    """One thing that can be chosen when a match is set up: a field of the options, its title, and the values to choose
    from, each with its name. With `each` the field is a list: one value for every player.
    """

    __slots__ = ("each", "field", "title", "values")

    def __init__(
        self, field: str, title: Text, values: Sequence[tuple[int | str | bool, Text]], each: bool = False
    ) -> None:
        self.field = field
        self.title = title
        self.values = values
        self.each = each


def how_many(players: Sequence[int]) -> Setting:
    """The number of players as a setting."""
    values = [(number, Text("setup.number", {"number": number})) for number in players]
    return Setting("players", Text("setup.players"), values)


def yes_or_no(field: str) -> Setting:
    """A setting that is on or off."""
    return Setting(field, Text(f"setup.{field}"), [(False, Text("setup.no")), (True, Text("setup.yes"))])


def one_of(field: str, kind: str, ids: Iterable[str], *, drawn: bool = False, each: bool = False) -> Setting:
    """A setting that picks a card of some kind by its name; with `drawn` it can also be left to chance."""
    values: list[tuple[int | str | bool, Text]] = [("", Text("setup.drawn"))] if drawn else []
    values += [(name, Text(f"{kind}.{name}")) for name in ids]
    return Setting(field, Text(f"setup.{field}"), values, each)
