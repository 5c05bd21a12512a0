"""Matches kept in a file, so that an experiment can be stopped and go on: a heading, then a line for each match.

A line is written when its match is over and never changed. A program that is killed can leave half a line at the end,
which is cut off when the file is opened again; the match it spoke of is played anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Any

import msgspec

from muster import __version__
from muster.kernel.errors import GameError
from muster.lab.experiments.design import Experiment
from muster.lab.experiments.plan import Key
from muster.lab.experiments.playing import Row
from muster.library import load_game


class Conditions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is played in all matches of a file."""

    rules: int
    packs: dict[str, str]
    options: dict[str, Any]
    drawn: bool


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all matches of a file have in common. Who plays, what varies, and how often, may change."""

    experiment: dict[str, Conditions]
    """The conditions of each game."""
    seed: int
    swap: bool
    cards: bool
    decisions: bool
    muster: str


def heading_of(experiment: Experiment) -> Heading:
    games: dict[str, Conditions] = {}
    for setting in experiment.game:
        game = load_game(setting.name, [Path(pack) for pack in setting.packs])
        packs = {pack.name: pack.hash for pack in game.packs}
        games[setting.name] = Conditions(game.rules_version, packs, setting.options, setting.drawn)
    return Heading(games, experiment.seed, experiment.swap, experiment.cards, experiment.decisions, __version__)


class Kept:
    """The matches that are over; with a path they are kept there."""

    def __init__(self, path: Path | None, heading: Heading) -> None:
        self.rows: dict[Key, Row] = {}
        self._file: IO[bytes] | None = None
        if path is not None:
            whole = self._read(path, heading) if path.exists() else 0
            self._file = path.open("ab")
            self._file.truncate(whole)
            if not whole:
                self._write(heading)

    def __enter__(self) -> Kept:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows.values())

    def add(self, row: Row) -> None:
        """Keep a match. One that is known already is not counted again."""
        if row.key not in self.rows:
            self.rows[row.key] = row
            self._write(row)

    def _write(self, line: Heading | Row) -> None:
        if self._file is not None:
            self._file.write(line_of(line))
            self._file.flush()

    def _read(self, path: Path, heading: Heading) -> int:
        """Read what is there; returns how many bytes of it are whole lines."""
        content = path.read_bytes()
        whole = content.rfind(b"\n") + 1
        if not whole and not line_of(heading).startswith(content):
            raise GameError(f"{path}: this is no file of an experiment")
        for number, line in enumerate(content[:whole].splitlines(), 1):
            try:
                if number == 1:
                    check(path, msgspec.json.decode(line, type=Heading), heading)
                else:
                    row = msgspec.json.decode(line, type=Row)
                    self.rows.setdefault(row.key, row)
            except msgspec.MsgspecError as error:
                raise GameError(f"{path}: line {number} is none of an experiment: {error}") from None
        return whole


def line_of(entry: Heading | Row) -> bytes:
    return msgspec.json.encode(entry) + b"\n"


def check(path: Path, found: Heading, heading: Heading) -> None:
    """Refuse to go on with matches that were played under other conditions."""
    now = msgspec.json.decode(msgspec.json.encode(heading), type=Heading)
    for name, then in msgspec.structs.asdict(found).items():
        if name != "experiment" and then != getattr(now, name):
            differs(path, name, then, getattr(now, name))
    if found.experiment.keys() != now.experiment.keys():
        differs(path, "game", ", ".join(found.experiment), ", ".join(now.experiment))
    for game, conditions in found.experiment.items():
        for name, then in msgspec.structs.asdict(conditions).items():
            if then != (today := getattr(now.experiment[game], name)):
                differs(path, f"{game}: {name}", then, today)


def differs(path: Path, name: str, then: Any, now: Any) -> None:
    raise GameError(f"{path}: its matches were played with {name} {then!r}, not {now!r}: take another file")
