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

    `further` are values for which something is made anew: they can be chosen, but are not drawn at random. Those in
    `seeded` take a number after a colon (`dense:7`), and make the same for the same number.
    """

    __slots__ = ("each", "field", "further", "seeded", "title", "values")

    def __init__(
        self,
        field: str,
        title: Text,
        values: Sequence[tuple[int | str | bool, Text]],
        each: bool = False,
        further: Sequence[tuple[int | str | bool, Text]] = (),
        seeded: Sequence[str] = (),
    ) -> None:
        self.field = field
        self.title = title
        self.values = values
        self.each = each
        self.further = further
        self.seeded = seeded


def how_many(players: Sequence[int]) -> Setting:
    """The number of players as a setting."""
    values = [(number, Text("setup.number", {"number": number})) for number in players]
    return Setting("players", Text("setup.players"), values)


def yes_or_no(field: str) -> Setting:
    """A setting that is on or off."""
    return Setting(field, Text(f"setup.{field}"), [(False, Text("setup.no")), (True, Text("setup.yes"))])


def one_of(
    field: str,
    kind: str,
    ids: Iterable[str],
    *,
    drawn: bool = False,
    each: bool = False,
    styles: Sequence[str] = (),
    further: Sequence[str] = (),
) -> Setting:
    """A setting that picks a card of some kind by its name; with `drawn` it can also be left to chance, with `styles`
    one can be made in a style.
    """
    values: list[tuple[int | str | bool, Text]] = [("", Text("setup.drawn"))] if drawn else []
    values += [(name, Text(f"{kind}.{name}")) for name in ids]
    more: list[tuple[int | str | bool, Text]] = [(name, Text(f"setup.{name}")) for name in (*styles, *further)]
    return Setting(field, Text(f"setup.{field}"), values, each, more, styles)
