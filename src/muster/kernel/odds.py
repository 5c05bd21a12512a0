"""Exact odds: the figures that an attack is made of, and the chances that come of them.

A game names its kinds of attacks (`AttackKind`), each with its figures, their limits and a function that works out the
odds; it may do the same for the options of a position, and for one force against another. Nothing here is sampled:
chances are sums over all faces, and where somebody chooses, the choice is the best for the aim that the odds name.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from muster.kernel.errors import GameError
from muster.kernel.requests import Seat
from muster.kernel.text import Text

S = TypeVar("S")
Value = int | str | tuple[str, ...]
"""A number, a word, or several words. Yes is 1 and no is 0."""
YES = {"yes": 1, "true": 1, "1": 1, "no": 0, "false": 0, "0": 0}


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of an attack: a number between two limits, one word of several, or any of them. What it means says the
    game's catalogue, under `figure.NAME`.
    """

    name: str
    default: Value
    low: int = 0
    high: int = 0
    words: tuple[str, ...] = ()
    switch: bool = False

    def read(self, given: str) -> Value:
        """The value that somebody wrote; raises `GameError` if it cannot be that."""
        if self.switch:
            if given.lower() not in YES:
                raise GameError(f"{self.name}: {given!r} is neither yes nor no")
            return YES[given.lower()]
        if isinstance(self.default, int):
            return self._number(given)
        if isinstance(self.default, str):
            return self._word(given)
        return tuple(self._word(word) for word in given.replace("+", ",").split(",") if word)

    def _number(self, given: str) -> int:
        plain = given.removeprefix("-")
        if not (plain.isascii() and plain.isdecimal()):
            raise GameError(f"{self.name}: {given!r} is not a whole number")
        if len(plain) > 6 or not self.low <= int(given) <= self.high:
            raise GameError(f"{self.name}: {given} is not between {self.low} and {self.high}")
        return int(given)

    def _word(self, given: str) -> str:
        if given not in self.words:
            raise GameError(f"{self.name}: there is no {given!r}; there are {', '.join(self.words)}")
        return given

    def limits(self) -> str:
        """The values that may be written: `0..20`, `yes|no`, `a|b`, or `a,b` for several."""
        if self.switch:
            return "yes|no"
        if isinstance(self.default, int):
            return f"{self.low}..{self.high}"
        return ("|" if isinstance(self.default, str) else ",").join(self.words)

    def written(self) -> str:
        """The default as one would write it."""
        if self.switch:
            return "yes" if self.default else "no"
        return ",".join(self.default) if isinstance(self.default, tuple) else str(self.default)


def number(name: str, default: int, low: int, high: int) -> Figure:
    return Figure(name, default, low, high)


def switch(name: str) -> Figure:
    return Figure(name, 0, 0, 1, switch=True)


def one_of(name: str, default: str, words: Sequence[str]) -> Figure:
    return Figure(name, default, words=tuple(words))


def some_of(name: str, words: Sequence[str]) -> Figure:
    return Figure(name, (), words=tuple(words))


class Figures:
    """The figures of one attack, all of them, by name."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Value]) -> None:
        self._values = dict(values)

    def number(self, name: str) -> int:
        found = self._values[name]
        assert isinstance(found, int)
        return found

    def word(self, name: str) -> str:
        found = self._values[name]
        assert isinstance(found, str)
        return found

    def words(self, name: str) -> tuple[str, ...]:
        found = self._values[name]
        assert isinstance(found, tuple)
        return found

    def value(self, name: str) -> Value:
        return self._values[name]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One of the ways in which an attack can end; they exclude each other, and together they are sure."""

    text: Text
    chance: float


@dataclass(frozen=True, slots=True)
class Count:
    """Something that is counted, such as wounds: the chances of 0, 1, 2 and so on."""

    text: Text
    chances: tuple[float, ...]

    @property
    def mean(self) -> float:
        return sum([number * chance for number, chance in enumerate(self.chances)], 0.0)


@dataclass(frozen=True, slots=True)
class Odds:
    """The outcomes of an attack. `aims` says how choices were made, and what was left out."""

    outcomes: tuple[Outcome, ...]
    counts: tuple[Count, ...] = ()
    aims: tuple[Text, ...] = ()

    def chance(self, key: str) -> float:
        """The chance of the outcomes with this key."""
        return sum([outcome.chance for outcome in self.outcomes if outcome.text.key == key], 0.0)

    def count(self, key: str) -> Count:
        return next(count for count in self.counts if count.text.key == key)


@dataclass(frozen=True, slots=True)
class AttackKind:
    """A kind of attack that can be worked out from figures. Its name is explained under `attack_kind.NAME`."""

    name: str
    figures: tuple[Figure, ...]
    work_out: Callable[[Figures], Odds]

    def read(self, given: Mapping[str, str]) -> Figures:
        """The figures that somebody wrote, the rest by default; raises `GameError` that names the figure."""
        known = {figure.name: figure for figure in self.figures}
        for name in given:
            if name not in known:
                raise GameError(f"{self.name} has no figure {name!r}; it has {', '.join(known)}")
        return Figures(
            {name: figure.read(given[name]) if name in given else figure.default for name, figure in known.items()}
        )

    def plain(self, figures: Figures) -> dict[str, Any]:
        """Figures as data: numbers, words, lists of words, and true or false."""
        found: dict[str, Any] = {}
        for figure in self.figures:
            value = figures.value(figure.name)
            found[figure.name] = bool(value) if figure.switch else list(value) if isinstance(value, tuple) else value
        return found


@dataclass(frozen=True, slots=True)
class Prospect:
    """An attack that an option of a position begins: what it is, and its odds."""

    text: Text
    odds: Odds


@dataclass(frozen=True, slots=True)
class Cell:
    """One weapon against one armour, at one range: the chance to get through, and the damage to expect. It is so from
    `near` to `far` on the board; where `far` is less, the cell is about other circumstances than distance.
    """

    bearer: Text
    weapon: Text
    target: Text
    armour: Text
    band: Text
    chance: float
    damage: float
    near: int = 1
    far: int = 0


@dataclass(frozen=True, slots=True)
class Reach:
    """Damage from `near` to `far`: the damage to expect of the best weapon there, on the mean of all
    armour.
    """

    bearer: Text
    near: int
    far: int
    dealt: float


@dataclass(frozen=True, slots=True)
class Share:
    """The share of one part of a force: the damage to expect of its best weapon, on the mean of all armour."""

    bearer: Text
    part: Text
    dealt: float


@dataclass(frozen=True, slots=True)
class Matchup:
    """A force against another: every weapon against every armour, and what each part adds."""

    cells: tuple[Cell, ...]
    shares: tuple[Share, ...] = ()
    aims: tuple[Text, ...] = ()

    def reaches(self) -> list[Reach]:
        """Everybody's damage by distance, in spans within which nothing changes."""
        weapons: dict[tuple[str, str, int, int], list[Cell]] = {}
        for cell in self.cells:
            if cell.near <= cell.far:
                weapons.setdefault((repr(cell.bearer), repr(cell.weapon), cell.near, cell.far), []).append(cell)
        edges = sorted({edge for *_, near, far in weapons for edge in (near, far + 1)})
        found = []
        for name, bearer in {repr(cell.bearer): cell.bearer for cell in self.cells}.items():
            for near, after in itertools.pairwise(edges):
                dealt = [
                    sum([cell.damage for cell in cells], 0.0) / len(cells)
                    for (who, _, first, last), cells in weapons.items()
                    if who == name and first <= near <= last
                ]
                found.append(Reach(bearer, near, after - 1, max(dealt, default=0.0)))
        return found


def no_prospects(state: object, seat: Seat, subject: object, key: str) -> Sequence[Prospect]:
    """For a game that works nothing out from a position."""
    return ()


@dataclass(frozen=True, slots=True)
class Reckoning(Generic[S]):
    """Exact odds of a game."""

    attacks: tuple[AttackKind, ...]
    """The kinds of attacks that are worked out from figures; the first is the usual one."""
    prospects: Callable[[S, Seat, object, str], Sequence[Prospect]] = no_prospects
    """The attacks that an answer would begin: the state as the seat may know it, the subject of its question and the
    key of the option. Nothing if the answer begins none, or none that can be worked out.
    """
    matchup: Callable[[Mapping[str, Any], Mapping[str, Any]], Matchup] | None = None
    """One force against another; both are legal."""

    def attack(self, name: str) -> AttackKind:
        """A kind of attack by name; without a name the usual one."""
        for kind in self.attacks:
            if name in (kind.name, ""):
                return kind
        known = ", ".join(kind.name for kind in self.attacks)
        raise GameError(f"there is no attack {name!r}; there are {known}")
