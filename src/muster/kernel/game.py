"""A game as the rest of the project knows it: a small object that holds the answers of its rooms.

Everything outside `muster.games` talks to a game through `Game`; nothing there imports a game's modules. A room's
answers are a record of functions, so a game hands over what it has and writes nothing twice. Only the rules are
required: whoever needs more says so with `demand`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec

from muster.kernel.clauses import Register
from muster.kernel.errors import GameError
from muster.kernel.packs import PackId
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Ask, Event, Seat, Table
from muster.kernel.scene import Scene
from muster.kernel.setup import Prepared, Setting
from muster.kernel.spaces import Option, no_such_option
from muster.kernel.text import Text
from muster.kernel.words import Catalogue, Words

S = TypeVar("S")
T = TypeVar("T")


class Result:
    """How a match ended: the winners (several when they share it) and each seat's points."""

    __slots__ = ("scores", "winners")

    def __init__(self, winners: Sequence[Seat], scores: Sequence[int]) -> None:
        self.winners = tuple(winners)
        self.scores = tuple(scores)

    def __repr__(self) -> str:
        return f"Result(winners={self.winners}, scores={self.scores})"


def nothing_hidden(state: object, seat: Seat, rng: random.Random) -> None:
    """For a game without secrets: there is nothing to draw again."""


def two(state: object) -> int:
    """For a game of two."""
    return 2


def halfway(state: object) -> float:
    """For a game that does not say how far it has come."""
    return 0.5


@dataclass(frozen=True, slots=True)
class Rules(Generic[S]):
    """All that a match needs: to run it, to copy it, to hide and to judge it."""

    run: Callable[[Table, S], Coroutine[Any, Any, None]]
    """Play from wherever the state says we are to the end. Starts again from a copy taken at any checkpoint."""
    copy: Callable[[S], S]
    """A twin that shares nothing that can change."""
    determinize: Callable[[S, Seat, random.Random], None]
    """Draw again, in place, everything that a seat may not know; its view stays the same (`nothing_hidden` where there
    are no secrets).
    """
    result: Callable[[S], Result | None]
    """None until the match is over."""
    seats: Callable[[S], int] = two
    """How many sides there are at the table."""


def no_settings() -> Sequence[Setting]:
    """Nothing to choose."""
    return ()


@dataclass(frozen=True, slots=True)
class Setup(Generic[S]):
    """How a match begins."""

    prepare: Callable[[Mapping[str, Any]], Prepared[S]]
    """A match with these options, the rest by default; raises `GameError` with the field at fault."""
    settings: Callable[[], Sequence[Setting]] = no_settings
    """The fields of the options that are worth choosing, in the order in which one would."""


def no_scene(words: Words) -> Scene | None:
    """For a game without a board: its picture is text."""
    return None


@dataclass(frozen=True, slots=True)
class Look:
    """The table as somebody may know it: as data, and for whoever wants it as a picture in text and as a drawing."""

    view: msgspec.Struct
    picture: Callable[[Words], str]
    scene: Callable[[Words], Scene | None] = no_scene
    """Nothing as long as there is nothing to draw."""


def no_preview(state: object, seat: Seat | None, subject: object, about: str, words: Words) -> msgspec.Struct:
    """For a game that previews nothing."""
    raise no_such_option(about)


def no_inquiry(state: object, seat: Seat | None, question: str, words: Words) -> str | None:
    """For a game that answers no questions."""
    return None


@dataclass(frozen=True, slots=True)
class Showing(Generic[S]):
    """What a seat may see: the only way out of the engine. A seat that is `None` is a spectator.

    Previews and inquiries get the state of a fork in which everything that the seat may not know is redrawn, so that
    they cannot tell it, whatever they work out.
    """

    look: Callable[[S, Seat | None], Look]
    """The table as it is for a seat."""
    view_type: type[msgspec.Struct]
    """The struct that `look` gives, from which a client's types are made."""
    preview: Callable[[S, Seat | None, object, str, Words], msgspec.Struct] = no_preview
    """What something planned would come to, such as a path being drawn: by the subject of the question before the seat
    (None if there is none) and what is asked about it, nothing for all its options. Raises `Refusal` for what is no
    plan.
    """
    preview_types: Sequence[type[msgspec.Struct]] = ()
    """The structs that `preview` gives."""
    inquire: Callable[[S, Seat | None, str, Words], str | None] = no_inquiry
    """The answer in words to a question such as `measure A B`; None when it is no question of this game."""
    event_types: Sequence[type[msgspec.Struct]] = ()
    """The structs that events carry."""


@dataclass(frozen=True, slots=True)
class Thinking(Generic[S]):
    """What bots, and people who ask for odds, know about a game."""

    evaluate: Callable[[S, Seat], float]
    """How well things stand for a seat, by what that seat may know."""
    habit: Callable[[S, Ask[Any], random.Random], Option[Any]]
    """What somebody sensible answers without thinking long, on either side, while something is half done."""
    begins: Callable[[Ask[Any], Option[Any]], bool] | None = None
    """Whether this answer begins something whose odds one would like to know before: an attack."""
    outcome: Callable[[S, Sequence[Event], Option[Any], Seat], Text] | None = None
    """What came of it for the seat that answered, in words: one of a few outcomes that exclude each other."""
    progress: Callable[[S], float] = halfway
    """How far the match has come, from 0 at its beginning to 1 at its end."""


@dataclass(frozen=True, slots=True)
class Forces:
    """The sides of a game that are chosen before the match: squads, strike teams.

    A force is plain data: a card of the pack's kind `kind`, complete with `id` and `source`.
    """

    kind: str
    check: Callable[[Mapping[str, Any]], list[Refusal]]
    """Everything that it breaks, each with its clause. Raises `GameError` for what is no force at all."""
    build: Callable[[Mapping[str, Any], random.Random], dict[str, Any]]
    """A legal force that fulfils the wishes; raises `GameError` naming the one that cannot be."""
    show: Callable[[Mapping[str, Any], Words], str]
    """The list on paper: what is in it, what each costs, the sum."""
    ready: Callable[[], Mapping[str, Mapping[str, Any]]]
    """The forces of the packs, by id."""


@dataclass(frozen=True, slots=True)
class Report:
    """A match as balance counts it: the cards offered and taken, as `kind.id`, and the seat that began; where players
    differ, what each seat plays; where there are rounds, how many it took.
    """

    offered: set[str]
    taken: set[str]
    first: Seat
    sides: Mapping[Seat, str] = field(default_factory=dict)
    rounds: int = 0


def nothing_counted(state: object) -> Mapping[str, int]:
    """For a game in which nothing stays the same."""
    return {}


def nothing_reported(events: Sequence[Event]) -> Report:
    """For a game without cards, in which the first seat begins."""
    return Report(set(), set(), 0)


@dataclass(frozen=True, slots=True)
class Testing(Generic[S]):
    """What scenarios, tests and the laboratory ask of a game, and never a seat."""

    position: Callable[[Mapping[str, Any]], S]
    """A position from a scenario: only what differs from an empty table is given. Raises `GameError`."""
    dump: Callable[[S], Any] = msgspec.to_builtins
    """The whole state as plain data, equal for equal states."""
    conserved: Callable[[S], Mapping[str, int]] = nothing_counted
    """Counts that never change in a match: cards, tokens, units."""
    report: Callable[[Sequence[Event]], Report] = nothing_reported
    """What the events of a match say about its cards and sides."""


@dataclass(frozen=True, slots=True)
class Game(Generic[S]):
    """A whole game with its cards, words and clauses, and the answers of its rooms."""

    name: str
    rules_version: int
    packs: tuple[PackId, ...]
    catalogue: Catalogue
    clauses: Register
    sources: Mapping[str, str]
    """Where the figures of each card come from, by `kind.id`: rulebook, public or house."""
    rules: Rules[S]
    setup: Setup[S] | None = None
    showing: Showing[S] | None = None
    thinking: Thinking[S] | None = None
    forces: Forces | None = None
    testing: Testing[S] | None = None


def demand(answers: T | None, game: str, what: str) -> T:
    """The answers of a room; if the game has none, a sentence that says what it lacks."""
    if answers is None:
        raise GameError(f"{game} {what}")
    return answers


def setup_of(game: Game[S]) -> Setup[S]:
    return demand(game.setup, game.name, "cannot be set up: it has only rules and positions")


def showing_of(game: Game[S]) -> Showing[S]:
    return demand(game.showing, game.name, "cannot be shown")


def thinking_of(game: Game[S]) -> Thinking[S]:
    return demand(game.thinking, game.name, "has no evaluation: only the random bot plays it")


def forces_of(game: Game[S]) -> Forces:
    return demand(game.forces, game.name, "has no forces to choose: everybody begins with the same")


def testing_of(game: Game[S]) -> Testing[S]:
    return demand(game.testing, game.name, "takes no positions and counts nothing")
