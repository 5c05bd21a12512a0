"""What a game is to the rest of the project: the one interface through which it is played, shown and searched.

Everything outside `muster.games` talks to a game through `Game`; nothing there imports a game's modules.
"""

from __future__ import annotations

import random
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from muster.kernel.clauses import Register
from muster.kernel.packs import PackId
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Ask, Event, Seat, Table
from muster.kernel.spaces import Option
from muster.kernel.text import Text
from muster.kernel.words import Catalogue, Words

S = TypeVar("S")


class Result:
    """How a match ended: the winners (several when they share it) and each seat's points."""

    __slots__ = ("scores", "winners")

    def __init__(self, winners: Sequence[Seat], scores: Sequence[int]) -> None:
        self.winners = tuple(winners)
        self.scores = tuple(scores)

    def __repr__(self) -> str:
        return f"Result(winners={self.winners}, scores={self.scores})"


class Market:
    """The cards offered and taken in a match, as `kind.id`, and the seat that began; where players differ, what each
    seat plays; where there are rounds, how many it took.
    """

    __slots__ = ("first", "offered", "rounds", "sides", "taken")

    def __init__(
        self,
        offered: set[str],
        taken: set[str],
        first: Seat,
        sides: Mapping[Seat, str] | None = None,
        rounds: int = 0,
    ) -> None:
        self.offered = offered
        self.taken = taken
        self.first = first
        self.sides = {} if sides is None else sides
        self.rounds = rounds


class Rules(Protocol[S]):
    """What a match needs of a game: to run it, to copy it, to hide and to judge it."""

    def run(self, table: Table, state: S) -> Coroutine[Any, Any, None]:
        """Play from wherever `state` says we are to the end. Starts again from a copy taken at any checkpoint."""

    def copy(self, state: S) -> S:
        """A twin that shares nothing that can change."""

    def determinize(self, state: S, seat: Seat, rng: random.Random) -> None:
        """Draw again, in place, everything that `seat` may not know. Its view stays the same."""

    def view(self, state: S, seat: Seat | None) -> Any:
        """What a seat may know, as a struct; `None` is a spectator. The only way out of the engine."""

    def result(self, state: S) -> Result | None:
        """None until the match is over."""


class Game(Rules[S], Protocol[S]):
    """A whole game with its content: what set-up, clients, bots, scenarios and tests use."""

    name: str
    rules_version: int
    packs: tuple[PackId, ...]
    catalogue: Catalogue
    clauses: Register
    sources: Mapping[str, str]
    """Where the figures of each card come from, by `kind.id`: rulebook, public or house."""

    def options(self, given: Mapping[str, Any]) -> Any:
        """Typed set-up options, every default filled in; raises `GameError` with the field at fault."""

    def plain_options(self, options: Any) -> dict[str, Any]:
        """The options as plain data, from which `options` makes them again."""

    def seats(self, options: Any) -> int:
        """How many sides there are at the table, whoever plays them."""

    def players(self, options: Any) -> Sequence[Seat]:
        """The seats that somebody, person or bot, sits at (a robot that the rules play is none)."""

    def new(self, options: Any) -> S:
        """The state before the first decision."""

    def position(self, given: Mapping[str, Any]) -> S:
        """A position from a scenario: only what differs from an empty table is given. Raises `GameError`."""

    def dump(self, state: S) -> Any:
        """The whole state as plain data, equal for equal states. For tests and scenarios, never for a seat."""

    def conserved(self, state: S) -> Mapping[str, int]:
        """Counts that never change in a match: cards, tokens, units."""

    def market(self, events: Sequence[Event]) -> Market:
        """Which cards a match put on offer and which were taken: what balance reports count."""

    def evaluate(self, state: S, seat: Seat) -> float:
        """How well things stand for a seat: the bots' only knowledge of the game. Uses only what the seat may know."""

    def picture(self, view: Any, words: Words) -> str:
        """The table as text: the board, then what the viewer may know about everybody."""


@runtime_checkable
class Foresight(Protocol):
    """What a game may offer besides, for bots that look ahead: quick answers in the midst of something."""

    def reply(self, state: Any, ask: Ask[Any]) -> Option[Any] | None:
        """How the seat that is asked would sensibly answer; None when nothing is half done: the position can be
        judged as it is.
        """


@runtime_checkable
class Inquiries(Protocol):
    """What a game may offer besides: answers to questions that change nothing, such as `measure A B`."""

    def inquire(self, view: Any, words: Words, question: str) -> str | None:
        """The answer in words, from what the view shows; None when it is no question of this game."""


@runtime_checkable
class Surveys(Protocol):
    """What a game may offer besides: what the rules say about something that is only planned, as data for a drawing.

    Such as a path that somebody drags over the table: what it costs, why it may not be, who could react to it where.
    """

    def survey(self, view: Any, words: Words, about: str) -> Any:
        """A struct, made of what the view shows; raises `Refusal` for what is nothing to survey."""


@runtime_checkable
class Forces(Protocol):
    """What a game offers whose sides are chosen before the match: squads, strike teams.

    A force is plain data: a card of the pack's kind `force_kind`, complete with `id` and `source`.
    """

    force_kind: str

    def check_force(self, force: Mapping[str, Any]) -> list[Refusal]:
        """Everything that it breaks, each with its clause. Raises `GameError` for what is no force at all."""

    def build_force(self, wishes: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
        """A legal force that fulfils the wishes; raises `GameError` naming the one that cannot be."""

    def show_force(self, force: Mapping[str, Any], words: Words) -> str:
        """The list on paper: what is in it, what each costs, the sum."""

    def ready_forces(self) -> Mapping[str, Mapping[str, Any]]:
        """The forces of the packs, by id."""


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
    """A card of some kind by its name; with `drawn` also none, and one is drawn."""
    values: list[tuple[int | str | bool, Text]] = [("", Text("setup.drawn"))] if drawn else []
    values += [(name, Text(f"{kind}.{name}")) for name in ids]
    return Setting(field, Text(f"setup.{field}"), values, each)


@runtime_checkable
class Setups(Protocol):
    """What a game may offer besides: what a lobby lets people choose."""

    def settings(self) -> Sequence[Setting]:
        """The fields of the options that are worth choosing, in the order in which one would."""


@runtime_checkable
class Prospects(Protocol):
    """What a game may offer besides: which answers are worth their odds, and how to tell what came of one.

    `muster.bots.outlook` plays such an answer in many forks, follows it to its end and counts.
    """

    def matters(self, ask: Ask[Any], option: Option[Any]) -> bool:
        """Whether this answer begins something whose odds one would like to know before: an attack."""

    def settled(self, state: Any, asks: Sequence[Ask[Any]], events: Sequence[Event]) -> bool:
        """Whether what the answer began is over, judged by what is asked now and what has happened since."""

    def habit(self, state: Any, ask: Ask[Any], rng: random.Random) -> Option[Any]:
        """What somebody sensible answers without thinking long, on either side, to what is asked on the way."""

    def outcome(self, state: Any, events: Sequence[Event], option: Option[Any], seat: Seat) -> Text:
        """What came of it for the seat that answered, in words: one of a few outcomes that exclude each other."""
