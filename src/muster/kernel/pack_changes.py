"""Compare cards: which ones a pack adds to those of a game, which ones it changes, and in which fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from muster.kernel.pack_forms import field_name
from muster.kernel.pack_lines import Path
from muster.kernel.pack_writing import inline
from muster.kernel.packs import Sheet, Shelf

MOST_LETTERS = 300
"""The longest value that is shown of a field."""


class FieldChange(msgspec.Struct, frozen=True):
    """A field of a card: what it said, and what it says now. Empty where it says nothing."""

    field: str
    before: str
    after: str


class CardChange(msgspec.Struct, frozen=True):
    """A card that is new, gone or changed, and the source it names for its figures now."""

    kind: str
    card: str
    name: str
    source: str
    new: bool
    gone: bool
    fields: list[FieldChange]


def card_changes(before: Shelf, after: Shelf) -> list[CardChange]:
    """Everything in which two sets of cards of one game differ, in the order of the later one."""
    found: list[CardChange] = []
    for kind in after.forms:
        for card in dict.fromkeys((*after.ids(kind), *before.ids(kind))):
            was, now = before.sheet(kind, card), after.sheet(kind, card)
            if was == now:
                continue
            fields = list(_differences(was or {}, now or {}, ()))
            shown = now or was or {}
            found.append(
                CardChange(
                    kind,
                    card,
                    str(shown.get("name", "")),
                    str(shown.get("source", "")),
                    was is None,
                    now is None,
                    fields,
                )
            )
    return found


def _differences(before: Sheet, after: Sheet, path: Path) -> Iterator[FieldChange]:
    """The fields that differ; inside tables and lists of equal length, as deep as they do."""
    for name in dict.fromkeys((*before, *after)):
        if path or name != "id":
            yield from _difference(before.get(name), after.get(name), (*path, name))


def _difference(before: object, after: object, path: Path) -> Iterator[FieldChange]:
    if before == after and type(before) is type(after):
        return
    match before, after:
        case Mapping(), Mapping():
            yield from _differences(before, after, path)
        case list(), list() if len(before) == len(after):
            for number, (was, now) in enumerate(zip(before, after, strict=True)):
                yield from _difference(was, now, (*path, number))
        case _:
            yield FieldChange(field_name(path), written(before), written(after))


def written(value: object) -> str:
    """A value as a pack would say it, on one line; nothing for nothing."""
    text = "" if value is None else inline(value)
    return text if len(text) <= MOST_LETTERS else text[:MOST_LETTERS] + "…"
