"""The journal: a match as a text file that a person can read.

A header (game, rules version, options, packs with their hashes, dice, who sits where), then one numbered line for
each answer and roll. Every line ends in a check value over everything before it, so that a changed, missing or torn
line is found and named.

    muster journal 1
    game tiny_epic_mechs 1
    options {"players":2}
    pack core 0f3c…
    dice seeded 7
    seat A human
    begin ~5b0c9e
    1 dice arena 3 12 7 ~a41f02
    2 A pilot:maverick ~77d0c1
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from muster.kernel.errors import GameError
from muster.kernel.match import UNDO, UNREAD, Entry
from muster.kernel.packs import CORE, PackId
from muster.kernel.requests import DICE, LETTERS, Seat

FORMAT = "muster journal 1"


class JournalError(GameError):
    """A journal that cannot be used: one sentence naming the line."""


class Header(msgspec.Struct, frozen=True):
    """Everything a match is built from before the first answer."""

    game: str
    rules_version: int
    options: dict[str, Any]
    packs: tuple[PackId, ...]
    dice: str
    seats: tuple[str, ...] = ()

    def laid_over(self) -> list[PackId]:
        """The packs that are laid over the game's own."""
        return [pack for pack in self.packs if pack.name != CORE]


class Journal(msgspec.Struct, frozen=True):
    """A journal as read: its header, its entries (taken-back answers included), and the key of committed dice."""

    header: Header
    entries: tuple[Entry, ...]
    key: str = ""
    file: str = "journal"

    def effective(self) -> list[Entry]:
        """The entries that count: without the answers taken back and the lines that took them back. Takes one step for
        each entry, however much was taken back.
        """
        kept: list[Entry | None] = []
        spoken: dict[Seat, list[int]] = {}  # where in `kept` each seat's answers stand
        for number, entry in enumerate(self.entries, 1):
            own = spoken.setdefault(entry.seat, [])
            if entry.key != UNDO or entry.seat == DICE:
                own.append(len(kept))
                kept.append(entry)
            elif own:
                kept[own.pop()] = None
            else:
                raise JournalError(f"{self.file}: entry {number}: {LETTERS[entry.seat]} has nothing to take back")
        return [entry for entry in kept if entry is not None]


class Writer:
    """Writes a journal line by line, carrying the check value along. It only makes text; others store it."""

    def __init__(self, header: Header) -> None:
        self._check = ""
        self._count = 0
        self.header = self._header_text(header)

    def _header_text(self, header: Header) -> str:
        options = msgspec.json.encode(header.options, order="sorted").decode()
        lines = [FORMAT, f"game {header.game} {header.rules_version}", f"options {options}"]
        lines += [f"pack {pack.name} {pack.hash}" for pack in header.packs]
        lines.append(f"dice {header.dice}")
        lines += [f"seat {LETTERS[seat]} {who}" for seat, who in enumerate(header.seats)]
        text = "".join(f"{line}\n" for line in lines)
        self._check = check_value("", text)
        return f"{text}begin ~{self._check}\n"

    def line(self, entry: Entry, sides: Sequence[int] = ()) -> str:
        """The next line, for one entry; `sides` of its dice are written if they are given."""
        self._count += 1
        return self._sealed(f"{self._count} {write_entry(entry, sides)}")

    def closing(self, key: str) -> str:
        """The line that publishes the key of committed dice when the match is over."""
        return self._sealed(f"key {key}")

    def _sealed(self, line: str) -> str:
        self._check = check_value(self._check, line)
        return f"{line} ~{self._check}\n"


def write_entry(entry: Entry, sides: Sequence[int] = ()) -> str:
    """An entry as its line says it, without number and check value: `A pilot:maverick`, `dice arena 3 12 7`, or
    `dice arena 3/20 12/20 7/6` for somebody who checks the dice without knowing the rules.
    """
    if entry.seat == DICE:
        faces = [f"{face}/{size}" for face, size in zip(entry.value, sides, strict=True)] if sides else entry.value
        return " ".join(("dice", entry.key, *map(str, faces)))
    return f"{LETTERS[entry.seat]} {entry.key}"


def check_value(before: str, line: str) -> str:
    return hashlib.sha256(f"{before}\n{line}".encode()).hexdigest()[:6]


def write_journal(
    header: Header, entries: Iterable[Entry], key: str = "", sides: Iterable[Sequence[int]] | None = None
) -> str:
    """A whole journal as text. `sides` are those of every roll, for a journal that says them."""
    writer = Writer(header)
    sizes = iter(sides or ())
    lines = [writer.header] + [writer.line(entry, next(sizes, ()) if entry.seat == DICE else ()) for entry in entries]
    if key:
        lines.append(writer.closing(key))
    return "".join(lines)


def writer_after(journal: Journal) -> Writer:
    """A writer that goes on where a journal stopped."""
    writer = Writer(journal.header)
    for entry in journal.entries:
        writer.line(entry)
    return writer


def read_journal(text: str, file: str = "journal", *, torn_end: bool = False) -> Journal:
    """Read and check a journal. `torn_end` forgives a last line that is cut off: it was never acknowledged."""
    lines = text.split("\n")
    if lines[0] != FORMAT:
        raise JournalError(f"{file}: not a journal of this program: its first line must read {FORMAT!r}")
    tail = lines.pop()
    begin = next((index for index, line in enumerate(lines) if line.startswith("begin ")), None)
    if begin is None:
        raise JournalError(f"{file}: the header breaks off: there is no line 'begin'")
    if tail and not torn_end:
        raise JournalError(
            f"{file}: line {len(lines) + 1} breaks off; the lines before it can still be loaded (muster play --load)"
        )
    header = _read_header(lines[1:begin], file)
    check = check_value("", "".join(f"{line}\n" for line in lines[:begin]))
    if lines[begin] != f"begin ~{check}":
        raise JournalError(f"{file}: the header was changed: its check value is not {lines[begin][6:]}")
    entries: list[Entry] = []
    key = ""
    for number, line in enumerate(lines[begin + 1 :], begin + 2):
        said, _, seal = line.rpartition(" ~")
        check = check_value(check, said)
        if not said or seal != check:
            raise JournalError(f"{file}: line {number} was changed, or a line before it is missing")
        if key:
            raise JournalError(f"{file}: line {number}: nothing may follow the key of the dice")
        if said.startswith("key "):
            key = said[4:]
        else:
            entries.append(_read_entry(said, len(entries) + 1, len(header.seats), f"{file}: line {number}"))
    return Journal(header, tuple(entries), key, file)


def _read_header(lines: Sequence[str], file: str) -> Header:
    fields: dict[str, str] = {}
    packs: list[PackId] = []
    seats: list[str] = []
    for number, line in enumerate(lines, 2):
        word, _, rest = line.partition(" ")
        if word == "pack" and " " in rest:
            packs.append(PackId(*rest.rsplit(" ", 1)))
        elif word == "seat" and rest[1:2] == " ":
            seats.append(rest[2:])
        elif word in ("game", "options", "dice") and word not in fields:
            fields[word] = rest
        else:
            raise JournalError(f"{file}: line {number}: {line!r} is no line of a header")
    try:
        name, version = fields["game"].rsplit(" ", 1)
        options = msgspec.json.decode(fields["options"], type=dict[str, Any])
        return Header(name, int(version), options, tuple(packs), fields["dice"], tuple(seats))
    except KeyError as error:
        raise JournalError(f"{file}: the header has no line {error.args[0]!r}") from None
    except (ValueError, msgspec.MsgspecError) as error:
        raise JournalError(f"{file}: the header cannot be read: {error}") from None


def _read_entry(said: str, expected: int, seats: int, where: str) -> Entry:
    number, _, rest = said.partition(" ")
    if number != str(expected) or " " not in rest:
        raise JournalError(f"{where}: expected entry number {expected}, found {said!r}")
    return read_entry(rest, seats, where)


def read_entry(said: str, seats: int, where: str) -> Entry:
    """An entry from what its line says, without number and check value."""
    who, _, rest = said.partition(" ")
    if who != "dice":
        return Entry(read_seat(who, seats, where), rest, UNREAD)
    purpose, *faces = rest.split(" ")
    try:
        return Entry(DICE, purpose, [int(face.partition("/")[0]) for face in faces])
    except ValueError:
        raise JournalError(f"{where}: the dice {said!r} are not numbers") from None


def read_seat(letter: str, seats: int, where: str) -> Seat:
    """A seat by its letter."""
    seat = LETTERS.find(letter) if len(letter) == 1 else -1
    if not 0 <= seat < seats:
        raise JournalError(f"{where}: there is no seat {letter!r} at this table")
    return seat


__all__ = [
    "FORMAT",
    "LETTERS",
    "Header",
    "Journal",
    "JournalError",
    "Writer",
    "check_value",
    "read_entry",
    "read_journal",
    "read_seat",
    "write_entry",
    "write_journal",
    "writer_after",
]
