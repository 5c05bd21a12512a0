"""The chapters of a rules book: which clauses stand in which, and what somebody who reads them first should know.

A chapter names the beginnings of its clauses' ids (`move`, `4.4`). The longest beginning wins, so a chapter can take a
part out of another one; inside a chapter the clauses keep the order of the register.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from muster.kernel.clauses import Clause, Register
from muster.kernel.errors import GameError
from muster.kernel.packs import decode
from muster.kernel.spoken import Spoken
from muster.library import folder_of, load_game

FILE = "book.toml"
TABLE_TITLE = Spoken("At this table", "En esta mesa")
TABLE_ABOUT = Spoken(
    "These few rules belong to no rulebook. They are how Muster asks, and how an answer can be taken back.",
    "Estas pocas reglas no son de ningún reglamento: dicen cómo pregunta Muster y cómo se retira una respuesta.",
)
"""The last chapter of every book: what the table itself asks of everybody."""


class Chapter(msgspec.Struct, frozen=True):
    """A chapter with its clauses. `about` introduces it."""

    id: str
    title: Spoken
    about: Spoken
    clauses: tuple[Clause, ...]


class _Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: Spoken
    about: Spoken
    clauses: list[str]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chapter: list[_Heading]


@lru_cache(maxsize=16)
def chapters_of(game: str) -> tuple[Chapter, ...]:
    """The chapters of a game's book, in order; raises `GameError`."""
    clauses = load_game(game).clauses
    file = folder_of(game) / FILE
    if file.is_file():
        chapters = read_chapters(file.read_text("utf-8"), f"{game}/{FILE}", clauses)
    else:
        chapters = guessed_chapters(clauses)
    table = tuple(clause for clause in clauses if not clause.id.startswith(f"{clauses.prefix} "))
    return (*chapters, Chapter("table", TABLE_TITLE, TABLE_ABOUT, table)) if table else chapters


def read_chapters(text: str, file: str, register: Register) -> tuple[Chapter, ...]:
    """Chapters from their TOML. Every clause of the game must stand in one, and every beginning must be of use."""
    try:
        headings = decode(tomllib.loads(text), _File, file).chapter
    except tomllib.TOMLDecodeError as error:
        raise GameError(f"{file}: not valid TOML: {error}") from None
    taken: dict[str, list[Clause]] = {heading.id: [] for heading in headings}
    if len(taken) < len(headings):
        raise GameError(f"{file}: two chapters have the same id")
    owners = {start: heading.id for heading in headings for start in heading.clauses}
    unused = set(owners)
    for clause in _own(register):
        start = _beginning(clause.id.partition(" ")[2], owners)
        if start is None:
            raise GameError(f"{file}: the clause {clause.id!r} stands in no chapter")
        unused.discard(start)
        taken[owners[start]].append(clause)
    if unused:
        raise GameError(f"{file}: no clause begins with {', '.join(sorted(unused))}")
    return tuple(Chapter(heading.id, heading.title, heading.about, tuple(taken[heading.id])) for heading in headings)


def guessed_chapters(register: Register) -> tuple[Chapter, ...]:
    """Chapters by the first words of the clauses' ids, for a game that does not write any."""
    found: dict[str, list[Clause]] = {}
    for clause in _own(register):
        found.setdefault(clause.id.partition(" ")[2].partition(".")[0], []).append(clause)
    return tuple(Chapter(word, _titled(word), Spoken("", ""), tuple(clauses)) for word, clauses in found.items())


def _titled(word: str) -> Spoken:
    title = word.replace("_", " ").capitalize()
    return Spoken(title, title)


def _own(register: Register) -> Sequence[Clause]:
    """The clauses of the game, without the table's own."""
    return [clause for clause in register if clause.id.startswith(f"{register.prefix} ")]


def _beginning(name: str, owners: dict[str, str]) -> str | None:
    """The longest beginning that a chapter names: `4.4.1` of `4.4.1.white`, then `4.4`, then `4`."""
    while name not in owners:
        name, dot, _ = name.rpartition(".")
        if not dot:
            return None
    return name
