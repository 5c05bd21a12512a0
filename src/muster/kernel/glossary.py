"""The glossary of a game: the clauses that explain each word and sign on the table.

A term is a key of the game's messages, `token.fragile`; its name stands there, in each language. Clients show the
clauses wherever the word, token or icon is drawn, so a table of the glossary must explain every word of its kind.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Set

from muster.kernel.clauses import Register
from muster.kernel.errors import GameError

Glossary = Mapping[str, tuple[str, ...]]
"""The ids of the clauses that explain a term, the most telling first."""


def read_glossary(text: str, file: str, clauses: Register, words: Set[str]) -> Glossary:
    """A glossary from its TOML, `[token]` and `fragile = ["6.3.2.fragile"]`; clauses are written without the prefix."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise GameError(f"{file}: {error}") from None
    found: dict[str, tuple[str, ...]] = {}
    for table, terms in tables.items():
        if not isinstance(terms, dict):
            raise GameError(f"{file}: {table}: expected a table of terms")
        for name, ids in terms.items():
            found[f"{table}.{name}"] = _clauses(f"{file}: {table}.{name}", ids, clauses)
        unknown = sorted(f"{table}.{name}" for name in terms if f"{table}.{name}" not in words)
        missing = sorted(word for word in words if word.startswith(f"{table}.") and word not in found)
        if unknown or missing:
            raise GameError(f"{file}: {', '.join(unknown)}: no such word" if unknown else _left_out(file, missing))
    return found


def _left_out(file: str, missing: list[str]) -> str:
    return f"{file}: {', '.join(missing)}: not explained, though others of the kind are"


def _clauses(where: str, ids: object, clauses: Register) -> tuple[str, ...]:
    if not isinstance(ids, list) or not ids or not all(isinstance(one, str) for one in ids):
        raise GameError(f"{where}: expected a list of clauses")
    try:
        return tuple(clauses.get(one).id for one in ids)
    except GameError as error:
        raise GameError(f"{where}: {error}") from None
