"""Positions as data: a form (a struct of a game with a value for everything on an empty table), filled in from a state,
written without what an empty table has anyway, and found for any moment of a match.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

import msgspec

from muster.kernel.dice import RecordedDice
from muster.kernel.errors import GameError
from muster.kernel.game import bench_of
from muster.kernel.match import Match
from muster.kernel.pack_errors import nearest, quoted
from muster.kernel.requests import DICE, Seat

S = TypeVar("S")
V = TypeVar("V")
A_FEW: Final = 24
"""So many names at most are listed when none of them looks like the one that was given."""


class Whole(msgspec.Struct, frozen=True):
    """The last point of a match at which a position says it all: the position, and how many entries came before."""

    position: dict[str, Any]
    entries: int


def last_whole(match: Match[S]) -> Whole | None:
    """Write down where a match stands, or the last point before it at which that can be done; None if there is none."""
    bench = bench_of(match.game)
    record = match.record
    mark, state = match.last_checkpoint
    while (position := bench.write(state)) is None:
        while mark and record[mark - 1].seat == DICE:
            mark -= 1
        if not mark:
            return None
        shorter = Match(match.game, match.beginning(), RecordedDice("recorded"), known=record[: mark - 1])
        mark, state = shorter.last_checkpoint
    return Whole(position, mark)


def meant(name: str, known: Mapping[str, V], field: str) -> V:
    """The thing of that name. Raises `GameError`, with the field and the nearest name, if nothing is called that."""
    if name not in known:
        raise _unknown(name, known, field)
    return known[name]


def number_of(name: str, names: Sequence[str], field: str) -> int:
    """The place of a name in a list of names. Raises `GameError` like `meant`."""
    if name not in names:
        raise _unknown(name, names, field)
    return names.index(name)


def _unknown(name: str, known: Iterable[str], field: str) -> GameError:
    names = list(known)
    near = nearest(name, names)
    help = f"; did you mean {near}?" if near else f"; there are {', '.join(names)}" if len(names) <= A_FEW else ""
    return GameError(f"position: {field}: there is no '{quoted(name)}'{help}")


def redrawn(match: Match[S], eyes: Seat | None) -> dict[str, Any] | None:
    """Write down the last checkpoint of a match as these eyes know it: everything that they may not know is drawn
    again (a spectator knows no secret at all). None where no position can say it.
    """
    rng = random.Random(len(match.record))
    state = match.rules.copy(match.last_checkpoint[1])
    for seat in range(match.rules.seats(state)) if eyes is None else (eyes,):
        match.rules.determinize(state, seat, rng)
    return bench_of(match.game).write(state)


def plain(position: msgspec.Struct) -> dict[str, Any]:
    """A form as plain data, without the fields that say what an empty table says."""
    found: dict[str, Any] = {}
    for field in msgspec.structs.fields(position):
        value = getattr(position, field.name)
        if value is None or (not field.required and value == default_of(field)):
            continue
        found[field.encode_name] = _plain(value)
    return found


def default_of(field: msgspec.structs.FieldInfo) -> Any:
    """The value of a field that nobody gave."""
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


def _plain(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return plain(value)
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    return value
