"""A card's figure changed: the pack that says so, laid over the game like any other."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import msgspec

from muster.kernel.errors import GameError
from muster.kernel.game import Game
from muster.kernel.pack_writing import write_cards
from muster.kernel.packs import PackFile

STEP = re.compile(r"([a-z_][a-z0-9_]*)|\[(\d+)\]")


class Figure(msgspec.Struct, frozen=True):
    """A field of a card, and what it says now: `weapon.pistol`, `lines[0].damage`, 3."""

    card: str
    field: str
    value: Any


def pack_of(game: Game[object], figures: Sequence[Figure]) -> PackFile:
    """The pack that gives these cards their figures; its name tells it from any other."""
    if game.cards is None:
        raise GameError(f"{game.name} has no cards whose figures could vary")
    changed: dict[tuple[str, str], dict[str, Any]] = {}
    for figure in figures:
        kind, _, card = figure.card.partition(".")
        sheet = game.cards.sheet(kind, card)
        if sheet is None:
            raise GameError(f"{game.name} has no card {figure.card!r} ('muster packs show {game.name}' lists them)")
        fields = changed.setdefault((kind, card), {"id": card, "source": "house"})
        first, *rest = steps_of(figure)
        if not rest:
            fields[first] = figure.value
            continue
        if first not in fields:
            fields[first] = deepcopy(sheet.get(first))
        put(fields[first], rest, figure)
    text = write_cards((kind, fields) for (kind, _), fields in changed.items())
    return PackFile(f"figures-{hashlib.blake2b(text.encode(), digest_size=5).hexdigest()}.toml", text)


def sheet_value(game: Game[object], card: str, field: str) -> Any:
    """What a field of a card says today; None if it says nothing."""
    kind, _, name = card.partition(".")
    inside: Any = None if game.cards is None else game.cards.sheet(kind, name)
    if inside is None:
        raise GameError(f"{game.name} has no card {card!r} ('muster packs show {game.name}' lists them)")
    for step in steps_of(Figure(card, field, None)):
        try:
            inside = inside[step]
        except (KeyError, IndexError, TypeError):
            return None
    return inside


def steps_of(figure: Figure) -> list[Any]:
    """The way to a field: `lines[0].damage` is lines, 0, damage."""
    found = [match[1] or int(match[2]) for match in STEP.finditer(figure.field)]
    if not found or isinstance(found[0], int) or STEP.sub("", figure.field).strip("."):
        raise GameError(f"{figure.field!r} is no field of a card: write it like armour or lines[0].damage")
    return found


def put(inside: Any, steps: Sequence[Any], figure: Figure) -> None:
    """Set the value at the end of the way."""
    *way, last = steps
    try:
        for step in way:
            inside = inside[step]
        inside[last]
        inside[last] = figure.value
    except (KeyError, IndexError, TypeError):
        raise GameError(f"card {figure.card!r}: there is no field {figure.field!r}") from None
