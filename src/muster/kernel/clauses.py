"""The clause register of a game: every clause of its rulebook with an id and our own one-line summary.

Events, refusals, options, rules functions and tests name clauses by id. The log, the tooltips, `muster rules` and
"why not?" all read this one list.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from muster.kernel.errors import GameError

Source = Literal["rulebook", "public", "house", "ruling"]


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One clause: its id (`TEM move.wall`), its summary in one line, and its page in the book."""

    id: str
    en: str
    es: str
    page: str = ""
    source: Source = "rulebook"

    def summary(self, language: str) -> str:
        return self.es if language == "es" else self.en


class _File(msgspec.Struct, forbid_unknown_fields=True):
    prefix: str
    clause: list[Clause]
    complete: bool = True


class Register:
    """The clauses of one rulebook, in the book's order. `complete` when every rule is there, implemented and tested."""

    def __init__(self, prefix: str, clauses: Mapping[str, Clause], complete: bool = True) -> None:
        self.prefix = prefix
        self.complete = complete
        self._clauses = clauses

    def __iter__(self) -> Iterator[Clause]:
        return iter(self._clauses.values())

    def __len__(self) -> int:
        return len(self._clauses)

    def __contains__(self, clause_id: object) -> bool:
        return clause_id in self._clauses

    def get(self, clause_id: str) -> Clause:
        """A clause by its id, with or without the prefix of the game."""
        for candidate in (clause_id, f"{self.prefix} {clause_id}"):
            if candidate in self._clauses:
                return self._clauses[candidate]
        raise GameError(f"{self.prefix} has no clause {clause_id!r}")

    def joined(self, other: Register) -> Register:
        """This register followed by another: a game's clauses and the table's own."""
        return Register(self.prefix, {**self._clauses, **other._clauses}, self.complete)


def read_register(text: str, file: str) -> Register:
    """A register from its TOML; ids are written without the prefix there."""
    try:
        raw = msgspec.convert(tomllib.loads(text), _File)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise GameError(f"{file}: {error}") from None
    clauses: dict[str, Clause] = {}
    for clause in raw.clause:
        full = f"{raw.prefix} {clause.id}"
        if full in clauses:
            raise GameError(f"{file}: clause {clause.id!r} is listed twice")
        clauses[full] = msgspec.structs.replace(clause, id=full)
    return Register(raw.prefix, clauses, raw.complete)
