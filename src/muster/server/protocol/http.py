"""What goes over plain HTTP: tables to be set up, seats to be taken, what there is to play."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from muster.server.protocol.messages import Place
from muster.server.protocol.types import Name, Spectators, Token


class ClockRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Time to decide. Either `bank` seconds for the match and `bonus` for each answer, or `move` seconds for each one
    (days, if you like). It runs only while the seat itself is asked; when it has run out a bot stands in.
    """

    bank: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)] = 0
    bonus: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    move: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)] = 0


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be set up. `seats` says who sits at each player's seat: `open`, or the name of a bot. `name` is given
    by a host who plays, and takes the first open seat. With `journal` the match goes on from there.
    """

    game: Annotated[str, msgspec.Meta(max_length=40)] = ""
    options: dict[str, Any] = {}
    seats: Annotated[list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(max_length=8)] = []
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    public: bool = False
    spectators: Spectators = "public"
    clock: ClockRule | None = None
    webhook: Annotated[str, msgspec.Meta(max_length=300)] = ""
    journal: Annotated[str, msgspec.Meta(max_length=1_000_000)] = ""


class Created(msgspec.Struct, frozen=True):
    """The host's own token (also that of the host's seat, if the host plays), and the one to invite others with."""

    table: str
    token: str
    invite: str
    seat: int | None


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take an open seat. `invite` is needed unless the table is public; without `seat` any open one will do."""

    name: Name
    invite: Token = ""
    seat: Annotated[int, msgspec.Meta(ge=0, le=7)] | None = None


class Claimed(msgspec.Struct, frozen=True):
    """A seat that is now taken: the token is known to nobody else, and stored only as a hash."""

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


class SettingValue(msgspec.Struct, frozen=True):
    """A value that a setting can have, and what it is called."""

    value: bool | int | str
    title: str


class SettingInfo(msgspec.Struct, frozen=True):
    """What can be chosen for a match: a `field` of its options, whose default is in `GameInfo.options`. With `each` the
    field is a list of one value for every player.
    """

    field: str
    title: str
    each: bool
    values: list[SettingValue]


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here; `complete` when nothing of its rules is missing. `options` are the defaults,
    `players` how many sit down with them; `settings` what a lobby can offer to change; `summary` a line about it.
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


class Lobby(msgspec.Struct, frozen=True):
    games: list[GameInfo]
    bots: list[str]
    tables: list[Listed]


class RuleInfo(msgspec.Struct, frozen=True):
    """A clause of a game's register: what it says in a line, its chapter, where it stands, where it comes from."""

    id: str
    chapter: str
    summary: str
    page: str
    source: str


class GlossaryInfo(msgspec.Struct, frozen=True):
    """Words and signs of a game, as keys of its words (`token.fragile`).

    `terms` names the clauses that explain each, the most telling first; `house` are the cards whose figures are ours.
    """

    terms: dict[str, list[str]]
    house: list[str]


class Complaint(msgspec.Struct, frozen=True):
    """Why a request was not granted."""

    text: str
