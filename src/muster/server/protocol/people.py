"""Requests and answers over plain HTTP about people: what the server keeps under a player's key."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from muster.kernel.forms import Draft
from muster.kernel.packs import PackId
from muster.kernel.tables import Plan
from muster.server.protocol.http import ClockRule
from muster.server.protocol.types import MOST_PACK, Language, Name, TableId

ThingKind = Literal["force", "table", "pack"]
ThingId = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[\w.-]+\Z")]
GameName = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Title = Annotated[str, msgspec.Meta(max_length=120)]
PackIds = Annotated[list[PackId], msgspec.Meta(max_length=12)]


class AboutMe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one wants to be called."""

    name: Name


class Me(msgspec.Struct, frozen=True):
    """The player whose key was sent: the id that everybody may know, and the name."""

    player: str
    name: str


class KeptForce(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A force as a browser keeps it: the draft, and what the rules made of it."""

    draft: Draft
    force: dict[str, Any]
    legal: bool
    packs: PackIds = []


class KeptPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of one's own as a browser keeps it."""

    plan: Plan
    card: dict[str, Any]
    legal: bool


class KeptCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pack as a browser keeps it; `on` says whether new tables begin with it."""

    name: Annotated[str, msgspec.Meta(max_length=60, pattern=r"^[\w][\w .()+-]*\Z")]
    text: Annotated[str, msgspec.Meta(max_length=MOST_PACK)]
    on: bool


class KeepThing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Keep something under one's key. `version` is the one that this device knew, 0 for something new: if another
    device has written since, it is not kept.
    """

    kind: ThingKind
    id: ThingId
    game: GameName
    title: Title
    body: dict[str, Any]
    version: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0


class DropThing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Keep something no longer."""

    kind: ThingKind
    id: ThingId


class ThingKept(msgspec.Struct, frozen=True):
    """The version under which something is kept now."""

    version: int


class Thing(msgspec.Struct, frozen=True):
    """Something that is kept under one's key; its body goes out as it is stored, read by nobody here."""

    kind: ThingKind
    id: str
    version: int
    game: str
    title: str
    body: msgspec.Raw
    at: float


class Things(msgspec.Struct, frozen=True):
    """Everything that is kept under one's key, the newest first."""

    things: list[Thing]


class MyMatch(msgspec.Struct, frozen=True):
    """A match of mine: my seats, who else is there, whether it is my turn (None if that cannot be said now) and since
    when; when it is over, how it ended for me.
    """

    table: str
    game: str
    title: str
    seats: list[int]
    others: list[str]
    turn: bool | None
    since: float
    over: bool
    result: Literal["won", "lost", "drawn", ""] = ""
    reserved: bool = False
    """The seat is kept for me, but I have not sat down yet."""


class MyMatches(msgspec.Struct, frozen=True):
    """My seats: the unfinished matches first, those where it is my turn before the others."""

    matches: list[MyMatch]


class Block(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Block somebody, or no longer: they cannot sit down where I sit, nor I where they do, and I do not read them."""

    player: Annotated[str, msgspec.Meta(max_length=40)]
    on: bool


class Blocked(msgspec.Struct, frozen=True):
    """Everybody whom I have blocked: their ids."""

    players: list[str]


class NewReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Report the player at a seat of a table at which I sit. What was said there last goes along."""

    table: TableId
    seat: Annotated[int, msgspec.Meta(ge=0, le=7)]
    kind: Literal["chat", "name", "cheating", "other"]
    text: Annotated[str, msgspec.Meta(max_length=500)] = ""


class RatingInfo(msgspec.Struct, frozen=True):
    """How somebody is rated in a game, how unsure that is, after how many matches, and how it came about, the oldest
    first.
    """

    game: str
    title: str
    rating: int
    deviation: int
    matches: int
    history: list[int]


class PastMatch(msgspec.Struct, frozen=True):
    """A match in somebody's profile; `table` only if anybody may look at it."""

    table: str
    game: str
    title: str
    others: list[str]
    result: Literal["won", "lost", "drawn"]
    rated: bool
    at: float


class Profile(msgspec.Struct, frozen=True):
    """A player, or a bot, as everybody may see them."""

    player: str
    name: str
    bot: bool
    since: float
    won: int
    lost: int
    drawn: int
    ratings: list[RatingInfo]
    matches: list[PastMatch]


class MyFile(msgspec.Struct, frozen=True):
    """Everything of mine that the server has, to take away."""

    player: str
    name: str
    created: float
    blocked: list[str]
    things: list[Thing]
    matches: list[MyMatch]
    profile: Profile


TournamentKind = Literal["swiss", "knockout", "league"]


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament to set up: `rounds` for a Swiss one (0: as many as it takes), `hours` for each round."""

    title: Name
    game: GameName
    kind: TournamentKind
    clock: ClockRule
    rounds: Annotated[int, msgspec.Meta(ge=0, le=15)] = 0
    hours: Annotated[int, msgspec.Meta(ge=1, le=1_000)] = 72
    rated: bool = False


class JoinTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play in a tournament, or no longer, before it has begun."""

    on: bool


class Standing(msgspec.Struct, frozen=True):
    """A line of the table: points, and the points of those one has met."""

    player: str
    name: str
    points: float
    met: float


class Pairing(msgspec.Struct, frozen=True):
    """A pairing; a bye has no second. Points are None until they are known."""

    first: str
    second: str
    table: str
    until: float
    points: tuple[float, float] | None


class Tournament(msgspec.Struct, frozen=True):
    """A tournament as everybody with its link sees it."""

    id: str
    title: str
    game: str
    game_title: str
    kind: TournamentKind
    rated: bool
    hours: int
    owner: str
    state: Literal["open", "running", "over"]
    rounds: int
    standings: list[Standing]
    pairings: list[list[Pairing]]


class Tournaments(msgspec.Struct, frozen=True):
    """The tournaments that I have set up or play in."""

    tournaments: list[Tournament]


class PushKey(msgspec.Struct, frozen=True):
    """The server's public key for web push."""

    key: str


class Subscribe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Have a browser told when it is my turn: where its push service reaches it, and the keys it has made."""

    endpoint: Annotated[str, msgspec.Meta(min_length=1, max_length=1_000)]
    p256dh: Annotated[str, msgspec.Meta(max_length=100, pattern=r"^[A-Za-z0-9_-]+\Z")]
    auth: Annotated[str, msgspec.Meta(max_length=40, pattern=r"^[A-Za-z0-9_-]+\Z")]
    language: Language = "en"


class Unsubscribe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Have a browser told no longer."""

    endpoint: Annotated[str, msgspec.Meta(min_length=1, max_length=1_000)]
