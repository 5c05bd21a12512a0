"""The rows of a table as structs: what was stored, read back. A row that is damaged cannot be read."""

from __future__ import annotations

import logging
from typing import Any

import msgspec

from muster.kernel.journal import Header
from muster.kernel.packs import PackFile
from muster.server.protocol import ClockRule, Level, Spectators, Talk

log = logging.getLogger("muster.server.storage.storage")


class Settings(msgspec.Struct, frozen=True):
    """The host's settings. The tokens of host and invitation are kept as hashes."""

    host: str
    invite: str
    public: bool
    spectators: Spectators
    clock: ClockRule | None = None
    webhook: str = ""
    hints: bool = False
    bring: bool = False
    """Players who take a seat may bring a force of their own: nobody decides anything before all have sat down."""
    absence: int = 300
    """So many seconds somebody must be away before others may decide about their seat."""
    talk: Talk = "all"
    """The talk allowed at the table."""
    rated: bool = False
    level: Level | None = None
    until: float = 0.0
    """An open challenge is deleted then, if nobody has taken it up; 0: this is none."""


class TableRow(msgspec.Struct, frozen=True):
    """A table; `origin` stands for the network that has set it up (nothing: this machine)."""

    id: str
    created: float
    header: Header
    dice_key: str
    settings: Settings
    origin: str = ""


class SeatRow(msgspec.Struct, frozen=True):
    """Who sits at a seat from now on. `stand_in` is the bot that plays for somebody who is away; `settle` says whether
    small things are decided for the seat; `seal` and `nonce` are its part of the dice, while and after they are agreed;
    `player` is the id of whoever sat down with a key.
    """

    seat: int
    who: str
    name: str = ""
    token: str = ""
    stand_in: str = ""
    settle: bool = False
    seal: str = ""
    nonce: str = ""
    player: str = ""


class Line(msgspec.Struct, frozen=True):
    """One line of a journal: an answer with the command that gave it, or a roll. `spent`: milliseconds thought."""

    line: int
    seat: int
    key: str
    faces: tuple[int, ...] = ()
    command: str = ""
    at: float = 0.0
    spent: int = 0


class ChatRow(msgspec.Struct, frozen=True):
    number: int
    seat: int
    author: str
    body: str
    command: str
    at: float
    phrase: str = ""


class Overview(msgspec.Struct, frozen=True):
    """A table in one line, for whoever runs the server."""

    id: str
    game: str
    created: float
    lines: int
    over: bool


class Order(msgspec.Struct, frozen=True):
    """An order of the operator about a network or a table, until a moment (0: until it is lifted)."""

    kind: str
    subject: str
    until: float = 0.0
    at: float = 0.0


class StoredTable(msgspec.Struct, frozen=True):
    """Everything stored about one table."""

    row: TableRow
    seats: list[SeatRow]
    lines: list[Line]
    chat: list[ChatRow]
    over: bool
    packs: tuple[PackFile, ...] = ()
    """The packs laid over the game's own cards."""


def has_clock(name: str, settings: str) -> bool:
    try:
        return msgspec.json.decode(settings, type=Settings).clock is not None
    except (msgspec.MsgspecError, TypeError):
        log.warning("table %s is damaged: its settings cannot be read", name)
        return False


def table_row(row: tuple[Any, ...]) -> TableRow:
    return TableRow(
        row[0],
        row[1],
        msgspec.json.decode(row[2], type=Header),
        row[3],
        msgspec.json.decode(row[4], type=Settings),
        row[5],
    )


def seat_row(row: tuple[Any, ...]) -> SeatRow:
    seat, who, name, token, stand_in, settle, seal, nonce, player = row
    return SeatRow(seat, who, name, token, stand_in, bool(settle), seal, nonce, player)


def line_of(row: tuple[Any, ...]) -> Line:
    number, seat, key, faces, command, at, spent = row
    return Line(number, seat, key, tuple(map(int, faces.split())), command, at, spent)
