"""Writing packs: cards as TOML that a person can edit, short tables on one line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from muster.kernel.packs import Sheet, Shelf

WIDTH = 120


def write_cards(cards: Iterable[tuple[str, Sheet]]) -> str:
    """Cards as the text of a pack: each with its kind."""
    return "\n".join(write_card(kind, fields) for kind, fields in cards)


def write_card(kind: str, fields: Sheet) -> str:
    lines = [f"[[{kind}]]"]
    for name, value in fields.items():
        lines += _field(name, value)
    return "\n".join(lines) + "\n"


def _field(name: str, value: object) -> list[str]:
    line = f"{name} = {inline(value)}"
    if len(line) <= WIDTH or not isinstance(value, list):
        return [line]
    return [f"{name} = [", *(f"    {inline(item)}," for item in value), "]"]


def inline(value: object) -> str:
    """A value as TOML on one line."""
    match value:
        case Mapping():
            inside = ", ".join(f"{key(name)} = {inline(one)}" for name, one in value.items())
            return f"{{ {inside} }}" if inside else "{}"
        case str():
            return msgspec.json.encode(value).decode()
        case Sequence():
            return "[" + ", ".join(map(inline, value)) + "]"
    return msgspec.json.encode(value).decode()


def key(name: str) -> str:
    """A key of a table, in quotes if it needs them."""
    plain = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if plain else msgspec.json.encode(name).decode()


def template(shelf: Shelf) -> str:
    """A pack in comments, with the first card of each kind to copy from."""
    found: list[str] = []
    for kind in shelf.forms:
        for card in shelf.ids(kind)[:1]:
            sheet: Mapping[str, Any] = shelf.sheet(kind, card) or {}
            fields = {**sheet, "id": f"my_{card}"[:60], "source": "house"}
            found.append("".join(f"# {line}\n" for line in write_card(kind, fields).splitlines()))
    return "\n".join(found)
