"""Packs: cards as TOML, decoded into typed structs, with overlays and errors that name file, card and field.

A pack file holds arrays of tables, one array for each kind of card; every card has an `id` and says where its figures
come from. An overlay is a pack file of the same form whose cards replace, field by field, those with the same id. A
pack never contains code: an effect is the name of a rule.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeVar

import msgspec

from muster.kernel.errors import GameError

Source = Literal["rulebook", "public", "house"]
"""Where a figure comes from: the rule text, public material, or ourselves because no figure could be found."""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The fields every card has."""

    id: str
    source: Source


C = TypeVar("C", bound=Card)
T = TypeVar("T")


class PackFile(msgspec.Struct, frozen=True):
    """A pack as text, already read from its file."""

    name: str
    text: str


class PackId(msgspec.Struct, frozen=True):
    """A pack as a journal's header names it: its name and the hash of its content (comments do not count)."""

    name: str
    hash: str


class _Raw(msgspec.Struct):
    file: str
    fields: dict[str, Any]


def _parse(pack: PackFile) -> dict[str, Any]:
    try:
        return tomllib.loads(pack.text)
    except tomllib.TOMLDecodeError as error:
        raise GameError(f"{pack.name}: not valid TOML: {error}") from None


def pack_id(name: str, files: Sequence[PackFile]) -> PackId:
    """The identity of the files that together make a pack."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(msgspec.json.encode(_parse(file), order="sorted"))
    return PackId(name, digest.hexdigest()[:16])


def pack_ids(core: Sequence[PackFile], overlays: Sequence[PackFile]) -> tuple[PackId, ...]:
    """The identities of all packs that a game is made of."""
    return pack_id("core", core), *(pack_id(overlay.name, [overlay]) for overlay in overlays)


class Shelf:
    """The raw cards of a core pack with its overlays on top, by kind and id."""

    def __init__(self, core: Sequence[PackFile], overlays: Sequence[PackFile] = (), kinds: Sequence[str] = ()) -> None:
        self._kinds = tuple(kinds)
        self._cards: dict[str, dict[str, _Raw]] = {kind: {} for kind in kinds}
        for file in core:
            self._add(file, overlay=False)
        for file in overlays:
            self._add(file, overlay=True)

    def _add(self, file: PackFile, overlay: bool) -> None:
        for kind, cards in _parse(file).items():
            if kind not in self._cards:
                raise GameError(f"{file.name}: there is no kind of card {kind!r}; there are {', '.join(self._kinds)}")
            if not isinstance(cards, list):
                raise GameError(f"{file.name}: {kind}: expected [[{kind}]], an array of tables")
            for number, fields in enumerate(cards, 1):
                self._add_card(file, kind, number, fields, overlay)

    def _add_card(self, file: PackFile, kind: str, number: int, fields: Any, overlay: bool) -> None:
        card_id = fields.get("id") if isinstance(fields, Mapping) else None
        if not isinstance(card_id, str):
            raise GameError(f"{file.name}: {kind} number {number}: field id: every card needs one, a text")
        shelf = self._cards[kind]
        known = shelf.get(card_id)
        if known is None:
            shelf[card_id] = _Raw(file.name, dict(fields))
            return
        if not overlay:
            raise GameError(f"{file.name}: {kind} {card_id!r} stands there twice")
        if "source" not in fields:
            raise GameError(f"{file.name}: {kind} {card_id!r}: field source: say where the new figures come from")
        shelf[card_id] = _Raw(file.name, {**known.fields, **fields})

    def cards(self, kind: str, card_type: type[C]) -> dict[str, C]:
        """The decoded cards of a kind, by id, in the order of the files."""
        return {
            card_id: decode(raw.fields, card_type, f"{raw.file}: {kind} {card_id!r}")
            for card_id, raw in self._cards[kind].items()
        }


def card_sources(
    core: Sequence[PackFile], overlays: Sequence[PackFile], types: Mapping[str, type[Card]]
) -> dict[str, str]:
    """The source of each card's figures, by `kind.id`, so that clients can mark ours."""
    shelf = Shelf(core, overlays, tuple(types))
    return {
        f"{kind}.{card_id}": card.source
        for kind, card_type in types.items()
        for card_id, card in shelf.cards(kind, card_type).items()
    }


PATH = re.compile(r"^(?P<what>.*?)(?: - at `\$\.?(?P<path>.*)`)?$", re.DOTALL)
FIELD = re.compile(r"^(?P<what>.*?) field `(?P<name>\w+)`$")


def decode(given: Any, wanted: type[T], where: str) -> T:
    """Turn plain data from outside into a typed value; raises `GameError` naming the place and the field."""
    try:
        return msgspec.convert(given, wanted)
    except msgspec.ValidationError as error:
        raise GameError(f"{where}: {explain(error)}") from None


def explain(error: msgspec.ValidationError) -> str:
    """A decoding error as `field attack.damage: expected int, got str`."""
    match = PATH.match(str(error))
    assert match is not None
    what, path = match["what"], match["path"] or ""
    about = FIELD.match(what)
    if about is not None:
        path = f"{path}.{about['name']}".strip(".")
        what = "is missing" if "missing" in about["what"] else "is not a field it has"
        return f"field {path} {what}"
    what = what.replace("`", "")
    return f"field {path}: {what[:1].lower()}{what[1:]}" if path else what[:1].lower() + what[1:]
