"""A game as the rest of the project knows it: a small object that holds what its rooms answer.

Everything outside `muster.games` talks to a game through `Game`; nothing there imports a game's modules. A room's
answers are a record of functions, so a game hands over what it has and writes nothing twice. Only the rules are
required; code that needs another room asks for it with `demand`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec

from muster.kernel.clauses import Register
from muster.kernel.errors import GameError
from muster.kernel.forms import Draft, Form, Tally
from muster.kernel.goals import Goal, Standpoint
from muster.kernel.luck import GoodDice
from muster.kernel.odds import Reckoning
from muster.kernel.packs import PackId, Shelf
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Ask, Event, Seat, Table
from muster.kernel.scene import Scene
from muster.kernel.setup import Prepared, Setting
from muster.kernel.spaces import Option, no_such_option
from muster.kernel.tables import Tables
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
    """For a game for two players."""
    return 2


def halfway(state: object) -> float:
    """For a game that does not say how far it has come."""
    return 0.5


def no_rounds(state: object) -> int:
    """For a game that counts no rounds."""
    return 0


def no_idea(state: object, ask: object, rng: random.Random) -> None:
    """For a game that knows no quick answers."""


def never_alike(state: object, ask: object) -> str:
    """For a game whose questions are all different."""
    return ""


@dataclass(frozen=True, slots=True)
class Rules(Generic[S]):
    """Everything a match needs: run it, copy it, hide its secrets, judge its end."""

    run: Callable[[Table, S], Coroutine[Any, Any, None]]
    """Play from the stage the state is in to the end. Must be able to start from a copy taken at any checkpoint."""
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
    """The options worth choosing, in the order in which one would choose them."""


def no_scene(words: Words) -> Scene | None:
    """For a game without a board: its picture is text."""
    return None


@dataclass(frozen=True, slots=True)
class Look:
    """The table as somebody may know it: as data, and on request as a picture in text or as a drawing."""

    view: msgspec.Struct
    picture: Callable[[Words], str]
    scene: Callable[[Words], Scene | None] = no_scene
    """A simple drawing, or None while there is nothing to draw."""
    told: Callable[[Words], str] | None = None
    """The same as the picture for somebody who hears it: nothing is drawn, and each thing has a block of its own."""

    def aloud(self, words: Words) -> str:
        """The table to be heard; of a game that does not tell it, the picture."""
        return (self.told or self.picture)(words)


def no_preview(state: object, seat: Seat | None, subject: object, about: str, words: Words) -> msgspec.Struct:
    """For a game that previews nothing."""
    raise no_such_option(about)


def no_inquiry(state: object, seat: Seat | None, question: str, words: Words) -> str | None:
    """For a game that answers no questions."""
    return None


@dataclass(frozen=True, slots=True)
class Meaning:
    """The meaning of a name: a sentence, and the terms of the glossary that say more. Both empty: the name says it."""

    text: str = ""
    terms: Sequence[str] = ()


NO_MEANING = Meaning()


def no_meaning(state: object, text: Text, words: Words) -> Meaning:
    """For a game whose names say it all."""
    return NO_MEANING


@dataclass(frozen=True, slots=True)
class Showing(Generic[S]):
    """Everything a seat may see: the only way out of the engine. The seat `None` is a spectator.

    Previews and inquiries get the state of a fork in which everything the seat may not know is drawn again, so they
    cannot give it away, whatever they work out.
    """

    look: Callable[[S, Seat | None], Look]
    """The table as a seat sees it."""
    view_type: type[msgspec.Struct]
    """The struct that `look` gives, from which a client's types are made."""
    preview: Callable[[S, Seat | None, object, str, Words], msgspec.Struct] = no_preview
    """Show how a plan would turn out, such as a path being drawn. It gets the subject of the seat's open question (None
    if there is none) and what is asked about it (an empty text: about all its options). Raises `Refusal` for anything
    that is not a plan.
    """
    preview_types: Sequence[type[msgspec.Struct]] = ()
    """The structs that `preview` gives."""
    inquire: Callable[[S, Seat | None, str, Words], str | None] = no_inquiry
    """The answer in words to a question such as `measure A B`; None if the game does not know the question."""
    event_types: Sequence[type[msgspec.Struct]] = ()
    """The structs that events carry."""
    goal: Callable[[Standpoint[S]], Goal] | None = None
    """The goal of the match, and the points so far by their source. None if the summary of the game must do."""
    meaning: Callable[[S, Text, Words], Meaning] = no_meaning
    """The meaning of a question or an option, for somebody who knows its name alone. It reads the cards only."""
    luck: Callable[[S, Sequence[Event]], list[GoodDice]] | None = None
    """How the dice fell for every seat, by what was told of them. None for a game without dice."""


@dataclass(frozen=True, slots=True)
class Features(Generic[S]):
    """The figures of a seat that its chance to win is made of, beside the evaluation: points, wounds, whatever a game
    counts. They are counted in forks, where everything that a player may not know was drawn at random.
    """

    names: Sequence[str]
    count: Callable[[S, Seat], list[float]]
    """A figure for each name."""


@dataclass(frozen=True, slots=True)
class Traits(Generic[S]):
    """What is true of an answer, for a policy that learns which answers strong players give (`kernel.policy`). It reads
    nothing that the seat which answers may not know.
    """

    names: Sequence[str]
    of: Callable[[S, Ask[Any], Sequence[Option[Any]]], list[list[int]] | None]
    """For each of these answers the traits that it has, as places in the names; None if nothing is learned about the
    question.
    """
    alike: Callable[[S, Ask[Any]], str] = never_alike
    """A name for the question: while a search looks ahead, questions of one name have the same answers with the same
    traits. Empty if there may be no other like it.
    """


@dataclass(frozen=True, slots=True)
class Thinking(Generic[S]):
    """Knowledge about a game for bots, and for people who ask for odds."""

    evaluate: Callable[[S, Seat], float]
    """How well a seat is doing, judged by what that seat may know."""
    habit: Callable[[S, Ask[Any], random.Random], Option[Any]]
    """A sensible quick answer, for either side, while something is half done."""
    begins: Callable[[Ask[Any], Option[Any]], bool] | None = None
    """Whether this answer begins something whose odds one would like to know first, such as an attack."""
    outcome: Callable[[S, Sequence[Event], Option[Any], Seat], Text] | None = None
    """How it turned out for the seat that answered, in words: one of a few outcomes that exclude each other."""
    progress: Callable[[S], float] = halfway
    """How far the match has come, from 0 at its beginning to 1 at its end."""
    round: Callable[[S], int] = no_rounds
    """The round that is being played, from 1; 0 if there are none."""
    features: Features[S] | None = None
    """Figures from which chances to win are fitted, if the game counts more than its evaluation."""
    horizon: Callable[[S], int] | None = None
    """Grows when what a search looks at is over, such as a round of programs: there positions can be compared. None if
    they can be compared anywhere.
    """
    quick: Callable[[S, Ask[Any], random.Random], Option[Any] | None] = no_idea
    """A plausible answer on the way to the horizon, found at once; None if the game has no idea."""
    traits: Traits[S] | None = None
    """Traits of answers from which a policy is learned, if the game counts any. Where there is a policy, it answers on
    the way to the horizon, and `quick` only where it has no idea.
    """
    unjudged: frozenset[str] = frozenset()
    """Prompts whose answers cannot be compared one step ahead, such as a choice that players make in turn before the
    table stands: whoever answers last would see what whoever answers first cannot. The greedy bot answers at random.
    """


@dataclass(frozen=True, slots=True)
class Building:
    """A form in which forces are put together, card by card, and how they come to a table."""

    field: str
    """The field of a match's options that lists the forces, one for each player."""
    form: Callable[[Words], Form]
    """Everything there is to choose from."""
    draft: Callable[[Mapping[str, Any]], Draft]
    """A force as a draft, whatever it breaks. Raises `GameError` if it is not a force at all."""
    force: Callable[[Draft], dict[str, Any]]
    """A draft as a force, complete with `id` and `source`. Raises `GameError` naming what the form does not have."""
    tally: Callable[[Draft, Words], Tally]
    """The cost of a draft, and what the rules count in it."""


@dataclass(frozen=True, slots=True)
class Forces:
    """The sides of a game that are chosen before the match: squads, strike teams.

    A force is plain data: a card of the pack's kind `kind`, complete with `id` and `source`.
    """

    kind: str
    check: Callable[[Mapping[str, Any]], list[Refusal]]
    """Everything a force breaks, each with its clause. Raises `GameError` if it is not a force at all."""
    build: Callable[[Mapping[str, Any], random.Random], dict[str, Any]]
    """A legal force that fulfils the wishes; raises `GameError` naming the wish that cannot be fulfilled."""
    show: Callable[[Mapping[str, Any], Words], str]
    """The army list on paper: each entry, its cost, the sum."""
    ready: Callable[[], Mapping[str, Mapping[str, Any]]]
    """The forces of the packs, by id."""
    building: Building | None = None
    """The form to build forces in, if the game describes one."""


@dataclass(frozen=True, slots=True)
class Report:
    """A match as the balance report counts it: the cards offered and taken, as `kind.id`, and the seat that began; what
    each seat plays, if they differ; the number of rounds, if there are rounds.
    """

    offered: set[str]
    taken: set[str]
    first: Seat
    sides: Mapping[Seat, str] = field(default_factory=dict)
    rounds: int = 0


def nothing_counted(state: object) -> Mapping[str, int]:
    """For a game in which no count stays the same."""
    return {}


def nothing_reported(events: Sequence[Event]) -> Report:
    """For a game without cards, in which the first seat begins."""
    return Report(set(), set(), 0)


@dataclass(frozen=True, slots=True)
class Impossible:
    """A thing in a position that no match could come to: where in the form (`unit.2.at`), why, and by which clause."""

    where: str
    text: Text
    clause: str = ""


def nothing_impossible(state: object) -> Sequence[Impossible]:
    """For a game whose reader finds everything itself."""
    return ()


@dataclass(frozen=True, slots=True)
class Names:
    """Names that can stand in a field of a position: ids of one kind of things, under which the words name them."""

    kind: str
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Bench(Generic[S]):
    """A position as something one can write down and edit: the counterpart of `Testing.position`."""

    form: type[msgspec.Struct]
    """The form of a position: its fields, their kinds and limits, with the value on an empty table."""
    write: Callable[[S], dict[str, Any] | None]
    """The position of a state, so that reading it gives an equal state. None where the state of play is more than a
    form can say: while the table is set up, and in the midst of something.
    """
    choices: Mapping[str, Names] = field(default_factory=dict)
    """Names that can stand in a field, by its path in the form (`unit.*.pilot`; `zones.@` for the names in a map)."""
    impossible: Callable[[S], Iterable[Impossible]] = nothing_impossible
    """Everything about a position that reads well and still cannot be, such as two bases in one place."""
    players: Callable[[S], Sequence[Seat]] | None = None
    """The seats of people and bots; all of them if the rules play none."""
    empty: Mapping[str, Any] = field(default_factory=dict)
    """The least that must stand on a table before anybody can be asked anything."""


@dataclass(frozen=True, slots=True)
class Testing(Generic[S]):
    """Answers for scenarios, tests and the laboratory, never for a seat."""

    position: Callable[[Mapping[str, Any]], S]
    """A position from a scenario: only what differs from an empty table is given. Raises `GameError`."""
    dump: Callable[[S], Any] = msgspec.to_builtins
    """The whole state as plain data, equal for equal states."""
    conserved: Callable[[S], Mapping[str, int]] = nothing_counted
    """Counts that never change in a match: cards, tokens, units."""
    report: Callable[[Sequence[Event]], Report] = nothing_reported
    """Read from the events of a match what balance counts."""
    bench: Bench[S] | None = None
    """Positions written down, if the game can do that."""


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
    tables: Tables | None = None
    testing: Testing[S] | None = None
    reckoning: Reckoning[S] | None = None
    cards: Shelf | None = None
    """The cards as the packs write them, with their forms."""


def demand(answers: T | None, game: str, what: str) -> T:
    """The answers of a room; raises `GameError`, saying what the game lacks, if it has none."""
    if answers is None:
        raise GameError(f"{game} {what}")
    return answers


POSITION = "position"
"""The option of a match that begins from a position somebody made, instead of being set up."""


def setup_of(game: Game[S]) -> Setup[S]:
    """How a match begins: set up as the rules say, or from a position in its options."""
    setup = demand(game.setup, game.name, "cannot be set up: it has only rules and positions")
    if game.testing is None or game.testing.bench is None:
        return setup

    def prepare(options: Mapping[str, Any]) -> Prepared[S]:
        return made_ready(game, options) if POSITION in options else setup.prepare(options)

    return Setup(prepare, setup.settings)


def made_ready(game: Game[S], options: Mapping[str, Any]) -> Prepared[S]:
    """A match that begins from a position; raises `GameError` for one that cannot be."""
    given = options[POSITION]
    if len(options) > 1 or not isinstance(given, Mapping):
        raise GameError("options: a position is a table, and needs no other options")
    bench = bench_of(game)
    state = testing_of(game).position(given)
    for found in bench.impossible(state):
        raise GameError(f"position: {found.where}: {game.catalogue.words('en').say(found.text)}")
    seats = game.rules.seats(state)
    players = range(seats) if bench.players is None else bench.players(state)
    return Prepared({POSITION: given}, seats, players, lambda: game.rules.copy(state), fair=False)


def showing_of(game: Game[S]) -> Showing[S]:
    return demand(game.showing, game.name, "cannot be shown")


def goal_of(game: Game[S], standpoint: Standpoint[S]) -> Goal:
    """The goal of a match and how it stands; of a game that does not say, its summary and the points at the end."""
    told = showing_of(game).goal
    if told is not None:
        return told(standpoint)
    state = standpoint.state
    result = game.rules.result(state)
    seats = game.rules.seats(state)
    totals = (None,) * seats if result is None else result.scores
    known = 0 if game.thinking is None else game.thinking.round(state)
    return Goal(standpoint.say("game.summary"), "", totals, round=known)


def thinking_of(game: Game[S]) -> Thinking[S]:
    return demand(game.thinking, game.name, "has no evaluation: only the random bot plays it")


def forces_of(game: Game[S]) -> Forces:
    return demand(game.forces, game.name, "has no forces to build: what one plays with is chosen as the match begins")


def tables_of(game: Game[S]) -> Tables:
    return demand(game.tables, game.name, "has no tables to build: it is always played on the same")


def cards_of(game: Game[S]) -> Shelf:
    return demand(game.cards, game.name, "has no cards over which a pack could be laid")


def bench_of(game: Game[S]) -> Bench[S]:
    return demand(testing_of(game).bench, game.name, "writes no positions down")


def building_of(game: Game[S]) -> Building:
    return demand(forces_of(game).building, game.name, "has no form to build its forces in")


def testing_of(game: Game[S]) -> Testing[S]:
    return demand(game.testing, game.name, "takes no positions and counts nothing")


def reckoning_of(game: Game[S]) -> Reckoning[S]:
    return demand(game.reckoning, game.name, "has no attacks whose odds could be worked out")
