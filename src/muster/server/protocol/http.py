"""Requests and answers over plain HTTP: set up a table, take a seat, see which games there are."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from muster.kernel.packs import PackId
from muster.server.protocol.news import Place
from muster.server.protocol.types import Name, PackTexts, ShippedNames, Spectators, Talk, Token


class ClockRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Time to decide: either `bank` seconds for the match plus `bonus` for each answer, or `move` seconds for each
    answer (days, if you like). A clock runs only while its own seat is asked; when it has run out a bot stands in.
    """

    bank: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)] = 0
    bonus: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    move: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)] = 0


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A band of ratings: whoever takes a seat has one in it. Somebody without a rating counts as 1500."""

    least: Annotated[int, msgspec.Meta(ge=0, le=4_000)] = 0
    most: Annotated[int, msgspec.Meta(ge=0, le=4_000)] = 4_000


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to set up. `seats` says who sits at each player's seat: `open`, or the name of a bot. A host who plays
    gives a `name` and gets `seat`, or the first open one. With `journal` the match goes on from there. With `hints`
    everybody who sits down allows the others to ask for advice.
    """

    game: Annotated[str, msgspec.Meta(max_length=40)] = ""
    options: dict[str, Any] = {}
    seats: Annotated[list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(max_length=8)] = []
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    public: bool = False
    spectators: Spectators = "public"
    clock: ClockRule | None = None
    webhook: Annotated[str, msgspec.Meta(max_length=300)] = ""
    hints: bool = False
    bring: bool = False
    """A guest may bring a force of their own; nobody decides anything before all have sat down."""
    absence: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 300
    """So many seconds a player must be away before the host may have a bot play for them, or ask to free their seat."""
    journal: Annotated[str, msgspec.Meta(max_length=1_000_000)] = ""
    packs: PackTexts = []
    """Packs laid over the game's own cards, the last on top. Everybody at the table can see what they change."""
    shipped: ShippedNames = []
    """Packs that come with the game; they lie below the others."""
    talk: Talk = "all"
    """The talk allowed at the table."""
    rated: bool = False
    """The match counts for the ratings of everybody in it: they have keys, or are bots."""
    level: Level | None = None
    """The ratings with which one may take an open seat."""
    seat: Annotated[int, msgspec.Meta(ge=0, le=7)] | None = None
    """The seat of a host who plays, if it is not the first open one."""
    minutes: Annotated[int, msgspec.Meta(ge=0, le=10_080)] = 0
    """An open challenge: the table is listed for so many minutes, and deleted if nobody has taken the seat by then."""


class Created(msgspec.Struct, frozen=True):
    """The host's token (which also opens the host's seat, if the host plays), and the token to invite others with."""

    table: str
    token: str
    invite: str
    seat: int | None


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take an open seat. `invite` is needed unless the table is public; without `seat` you get any open one."""

    name: Name
    invite: Token = ""
    seat: Annotated[int, msgspec.Meta(ge=0, le=7)] | None = None
    force: dict[str, Any] | None = None
    """A force of one's own, at a table to which everybody brings theirs."""


class Knock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask what one is invited to, before sitting down. `invite` is needed unless the table is public."""

    invite: Token = ""


class Invitation(msgspec.Struct, frozen=True):
    """A table as somebody sees it who is invited: what they agree to by sitting down."""

    table: str
    game: str
    title: str
    places: list[Place]
    spectators: Spectators
    clock: ClockRule | None
    hints: bool
    absence: int
    bring: bool
    """Whether one may bring a force of one's own."""
    packs: list[PackId]
    """The packs that are laid over the game's own cards."""
    rated: bool = False
    level: Level | None = None
    position: bool = False
    """Whether the match begins from a position that somebody made: they know everything in it."""


class Claimed(msgspec.Struct, frozen=True):
    """A seat that is yours now. Nobody else knows the token; the server keeps only its hash."""

    table: str
    seat: int
    token: str


class Listed(msgspec.Struct, frozen=True):
    """A public table in the lobby."""

    table: str
    game: str
    title: str
    places: list[Place]
    spectators: Spectators
    over: bool
    hints: bool = False
    clock: ClockRule | None = None
    rated: bool = False
    level: Level | None = None
    until: float = 0.0
    """An open challenge can be taken up until then, in seconds since 1970; 0 if the table is none."""
    ratings: dict[str, int] = {}
    """How the players who sit there are rated, by their ids."""
    brought: bool = False
    """Whether one may bring a force of one's own."""


class SettingValue(msgspec.Struct, frozen=True):
    """A value of a setting, and its name. If it is `seeded`, a number can follow it after a colon: `dense:7`. A force
    says its `points` and, in `about`, who belongs to it.
    """

    value: bool | int | str
    title: str
    seeded: bool = False
    points: int = 0
    about: str = ""


class SettingInfo(msgspec.Struct, frozen=True):
    """A choice for a match: a `field` of its options, whose default is in `GameInfo.options`. With `each` the field is
    a list with one value for every player.
    """

    field: str
    title: str
    each: bool
    values: list[SettingValue]


class ShippedPack(msgspec.Struct, frozen=True):
    """A pack that comes with a game: its name and title."""

    name: str
    title: str


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here; `complete` if none of its rules is missing. `options` are the defaults, `players`
    the number of players with them, `settings` the choices a lobby can offer, `summary` a line about the game,
    `puzzles` and `lessons` how many there are.
    """

    game: str
    title: str
    summary: str
    options: dict[str, Any]
    players: int
    fewest_players: int
    most_players: int
    settings: list[SettingInfo]
    complete: bool
    puzzles: int = 0
    lessons: int = 0
    forces: str = ""
    """The field of the options that lists the forces, if there is a form to build them in."""
    packs: list[ShippedPack] = []
    """Packs that come with the game and can be laid over its cards."""
    cards: bool = False
    """Whether the game has cards over which a pack can be laid."""
    tables: str = ""
    """The field of the options that names the table, if there is a kit to build one with."""
    bench: bool = False
    """Whether positions of it can be written down, and so edited on a workbench."""


class FirstTable(msgspec.Struct, frozen=True):
    """The small match at the end of the lessons: its options, and the bot at the other seats."""

    options: dict[str, Any]
    opponent: str


class LessonInfo(msgspec.Struct, frozen=True):
    """A lesson in the list: what one can do after it, how long it takes, the titles of its steps. The last one may be a
    first match instead, which is played at a table of its own.
    """

    name: str
    title: str
    about: str
    minutes: int
    steps: list[str]
    first: FirstTable | None = None


class PuzzleInfo(msgspec.Struct, frozen=True):
    """A puzzle in the list: what is asked, of which seat, in which round (0 if the game counts none), how many answers
    there are, and how hard it is, from 1 to 4. Nothing in it gives the answer away.
    """

    name: str
    prompt: str
    seat: int
    round: int
    choices: int
    difficulty: int


class ListedTables(msgspec.Struct, frozen=True):
    """The public tables as they stand now, for a lobby that is open."""

    tables: list[Listed]


class Lobby(msgspec.Struct, frozen=True):
    games: list[GameInfo]
    bots: list[str]
    tables: list[Listed]


class RuleInfo(msgspec.Struct, frozen=True):
    """A clause of a game's register: its summary in one line, its chapter, its page and its source."""

    id: str
    chapter: str
    summary: str
    page: str
    source: str


class GlossaryInfo(msgspec.Struct, frozen=True):
    """Words and signs of a game, as keys of its messages (`token.fragile`).

    `terms` names the clauses that explain each, the most telling first; `house` are the cards whose figures are ours.
    """

    terms: dict[str, list[str]]
    house: list[str]


class Complaint(msgspec.Struct, frozen=True):
    """The reason why a request was not granted."""

    text: str
