"""Matches kept in a file, so that an experiment can be stopped and go on: a heading, then a line for each match.

A line is written when its match is over and never changed. A program that is killed can leave half a line at the end,
which is cut off when the file is opened again; the match it spoke of is played anew. Of a match that broke and was
played again the later line counts. Only one program at a time writes
matches into a file; others may read it meanwhile.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from errno import ENOSPC
from pathlib import Path
from tempfile import SpooledTemporaryFile
from types import TracebackType
from typing import IO, Any

import msgspec

from muster import __version__
from muster.bots import COMMAND
from muster.kernel.errors import GameError
from muster.lab.experiments.design import Experiment
from muster.lab.experiments.plan import Key
from muster.lab.experiments.playing import Row
from muster.library import load_game

IN_MEMORY = 64 << 20
"""So many bytes of matches that nobody wants to keep stay in memory; more go to a file."""
NOWHERE = -1
NONE_YET: array[int] = array("q")


class Conditions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is played in all matches of a file."""

    rules: int
    packs: dict[str, str]
    options: dict[str, Any]
    drawn: bool


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The common ground of all matches of a file. Who plays, what varies, and how often, may change."""

    experiment: dict[str, Conditions]
    """The conditions of each game."""
    seed: int
    swap: bool
    cards: bool
    decisions: bool
    muster: str
    figures: dict[str, str] = {}
    """What varies on cards: the name of each, and where it stands."""
    own_dice: tuple[str, ...] = ()
    """What varies with other dice for each value."""


def heading_of(experiment: Experiment) -> Heading:
    games: dict[str, Conditions] = {}
    for setting in experiment.game:
        game = load_game(setting.name, [Path(pack) for pack in setting.packs])
        packs = {pack.name: pack.hash for pack in game.packs}
        games[setting.name] = Conditions(game.rules_version, packs, setting.options, setting.drawn)
    figures = {varied.name: f"{varied.card}.{varied.field}" for varied in experiment.vary if varied.card}
    own_dice = tuple(sorted(varied.name for varied in experiment.vary if not varied.same_dice))
    how = experiment.seed, experiment.swap, experiment.cards, experiment.decisions
    return Heading(games, *how, __version__, figures, own_dice)


class Kept:
    """The matches that are over: with a path they are kept there, else in a file that goes with the program.

    In memory is only where each of them begins, eight bytes a match; a row is read when somebody asks for it.
    """

    def __init__(self, path: Path | None, heading: Heading, *, writing: bool = True) -> None:
        self._path = path
        self._begins: dict[str, array[int]] = {}  # by what tells a match but its round; NOWHERE: not played yet
        self._broken: dict[Key, None] = {}
        self._count = 0
        self._file: IO[bytes]
        if path is None:
            self._file, self._end = SpooledTemporaryFile(IN_MEMORY), 0  # noqa: SIM115
        else:
            self._file = path.open("ab" if writing else "rb", buffering=0)
            try:
                if writing:
                    hold(self._file, path)
                self._end = self._read(path, heading)
                if writing:
                    self._let_programs_try_again()
            except BaseException:
                self._file.close()
                raise
        if writing:
            self._file.truncate(self._end)
            if not self._end:
                self._write(heading)

    def __enter__(self) -> Kept:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._path is not None:
            self._file.close()

    def __contains__(self, key: Key) -> bool:
        return self._begin(key) != NOWHERE

    def __len__(self) -> int:
        return self._count

    def add(self, row: Row) -> None:
        """Keep a match. One that is known already is not counted again."""
        if row.key not in self:
            begin = self._end
            self._write(row)
            self._note(row, begin)

    def rows(self, keys: Iterable[Key]) -> Iterator[Row]:
        """These matches, as many of them as are kept."""
        with nullcontext(self._file) if self._path is None else self._path.open("rb") as file:
            for key in keys:
                if (begin := self._begin(key)) != NOWHERE:
                    file.seek(begin)
                    yield msgspec.json.decode(file.readline(), type=Row)

    def row(self, key: Key) -> Row | None:
        return next(self.rows([key]), None)

    @property
    def broken(self) -> Iterator[Row]:
        """The matches that could not be played to their end."""
        return self.rows(self._broken)

    def _begin(self, key: Key) -> int:
        text, round = key
        begins = self._begins.get(text, NONE_YET)
        return begins[round] if round < len(begins) else NOWHERE

    def _note(self, row: Row, begin: int) -> None:
        text, round = key = row.key
        begins = self._begins.setdefault(text, array("q"))
        if round >= len(begins):
            begins.extend([NOWHERE] * (round + 1 - len(begins)))
        self._count += begins[round] == NOWHERE
        begins[round] = begin
        self._broken.pop(key, None)
        if row.broken:
            self._broken[key] = None

    def _let_programs_try_again(self) -> None:
        """Forget matches that broke with somebody's program at the table: it may have been mended, or was offline."""
        for row in list(self.broken):
            if any(bot.startswith(COMMAND) for bot in row.seats):
                text, round = row.key
                self._begins[text][round] = NOWHERE
                self._count -= 1
                del self._broken[row.key]

    def _write(self, line: Heading | Row) -> None:
        """Write a line. If there is room for a part of it only, none of it stays."""
        written = line_of(line)
        self._file.seek(self._end)
        try:
            fits, trouble = self._file.write(written) == len(written), os.strerror(ENOSPC)
        except OSError as error:
            fits, trouble = False, error.strerror or str(error)
        if not fits:
            self._file.truncate(self._end)
            raise GameError(f"{self._path}: {trouble}; what was played before is kept")
        self._end += len(written)

    def _read(self, path: Path, heading: Heading) -> int:
        """Read what is there; returns how many bytes of it are whole lines."""
        end = 0
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    break
                try:
                    if number == 1:
                        check(path, msgspec.json.decode(line, type=Heading), heading)
                    else:
                        row = msgspec.json.decode(line, type=Row)
                        if row.key not in self or row.key in self._broken:
                            self._note(row, end)
                except msgspec.MsgspecError as error:
                    raise GameError(f"{path}: line {number} is none of an experiment: {error}") from None
                end += len(line)
            else:
                return end
        if not end and not line_of(heading).startswith(line):
            raise GameError(f"{path}: this is no file of an experiment")
        return end


def hold(file: IO[bytes], path: Path) -> None:
    """Be the only program that writes matches into a file, until it is closed."""
    try:
        import fcntl
    except ImportError:  # on Windows nobody is kept out
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise GameError(f"{path}: another program is playing these matches") from None


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
