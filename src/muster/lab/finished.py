"""Finished matches in a file, so that a tournament can be stopped and go on: a heading, then a line for each match.

A line is written when its match is over and never changed. A program that is killed can leave half a line at the end,
which is cut off when the file is opened again; the match it spoke of is played anew.
"""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import IO, Any

import msgspec

from muster import __version__
from muster.kernel.errors import GameError
from muster.kernel.game import Game


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all matches of a file have in common. Which bots play, and how often, may change."""

    tournament: str
    players: int
    seed: int
    options: dict[str, Any]
    rules: int
    packs: dict[str, str]
    muster: str


class Played(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished match: who sat where, the round and its seed, the places of the winners; and for each place how often
    there was something to decide and how many seconds that took.
    """

    seats: tuple[str, ...]
    round: int
    seed: int
    winners: tuple[int, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]

    @property
    def key(self) -> tuple[tuple[str, ...], int]:
        """What tells it from all other matches of the tournament."""
        return self.seats, self.round

    def share(self, bot: str) -> float:
        """The share of the victory that went to a bot, wherever it sits."""
        return sum(self.seats[place] == bot for place in self.winners) / len(self.winners)


def heading_of(game: Game[object], players: int, seed: int, options: dict[str, Any]) -> Heading:
    packs = {pack.name: pack.hash for pack in game.packs}
    return Heading(game.name, players, seed, options, game.rules_version, packs, __version__)


class MatchFile:
    """The matches that are over; with a path they are kept there."""

    def __init__(self, path: Path | None, heading: Heading) -> None:
        self.matches: dict[tuple[tuple[str, ...], int], Played] = {}
        self._file: IO[bytes] | None = None
        if path is not None:
            whole = self._read(path, heading) if path.exists() else 0
            self._file = path.open("ab")
            self._file.truncate(whole)
            if not whole:
                self._write(heading)

    def __enter__(self) -> MatchFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, played: Played) -> None:
        """Keep a match. One that is known already is not counted again."""
        if played.key not in self.matches:
            self.matches[played.key] = played
            self._write(played)

    def _write(self, line: Heading | Played) -> None:
        if self._file is not None:
            self._file.write(line_of(line))
            self._file.flush()

    def _read(self, path: Path, heading: Heading) -> int:
        """Read what is there; returns how many bytes of it are whole lines."""
        content = path.read_bytes()
        whole = content.rfind(b"\n") + 1
        if not whole and not line_of(heading).startswith(content):
            raise GameError(f"{path}: this is no file of a tournament")
        for number, line in enumerate(content[:whole].splitlines(), 1):
            try:
                if number == 1:
                    check(path, msgspec.json.decode(line, type=Heading), heading)
                else:
                    played = msgspec.json.decode(line, type=Played)
                    self.matches.setdefault(played.key, played)
            except msgspec.MsgspecError as error:
                raise GameError(f"{path}: line {number} is none of a tournament: {error}") from None
        return whole


def line_of(entry: Heading | Played) -> bytes:
    return msgspec.json.encode(entry) + b"\n"


def check(path: Path, found: Heading, heading: Heading) -> None:
    """Refuse to go on with a tournament that was played under other conditions."""
    plain = msgspec.json.decode(msgspec.json.encode(heading), type=Heading)
    for name in Heading.__struct_fields__:
        then, now = getattr(found, name), getattr(plain, name)
        if then != now:
            field = "game" if name == "tournament" else name
            raise GameError(f"{path}: its matches were played with {field} {then!r}, not {now!r}: take another file")
