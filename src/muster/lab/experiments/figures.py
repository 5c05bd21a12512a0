"""A card's figure changed: the pack that says so, laid over the game like any other."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

import msgspec

from muster.kernel.errors import GameError
from muster.kernel.game import Game
from muster.kernel.pack_errors import nearest
from muster.kernel.pack_writing import write_cards
from muster.kernel.packs import PackFile
from muster.lab.experiments.reading import Fault

FIGURES = "figures-"
"""How the name of a pack of changed figures begins."""
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
            raise no_card(game, figure.card)
        fields = changed.setdefault((kind, card), {"id": card, "source": "house"})
        first, *rest = steps_of(figure)
        if not rest:
            fields[first] = figure.value
            continue
        if first not in sheet:
            raise no_field(figure, first, sheet)
        if first not in fields:
            fields[first] = deepcopy(sheet.get(first))
        put(fields[first], rest, figure)
    text = write_cards((kind, fields) for (kind, _), fields in changed.items())
    return PackFile(f"{FIGURES}{hashlib.blake2b(text.encode(), digest_size=5).hexdigest()}.toml", text)


def no_card(game: Game[object], card: str) -> Fault:
    near = nearest(card, game.sources)
    help = f"did you mean {near}?" if near else f"'muster packs show {game.name}' lists them"
    return Fault(f"{game.name} has no card {card!r}; {help}", text=card)


def sheet_value(game: Game[object], card: str, field: str) -> Any:
    """Today's value of a card's field; None if it has none."""
    kind, _, name = card.partition(".")
    inside: Any = None if game.cards is None else game.cards.sheet(kind, name)
    if inside is None:
        raise no_card(game, card)
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
        raise Fault(
            f"{figure.field!r} is no field of a card: write it like armour or lines[0].damage", text=figure.field
        )
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
        raise no_field(figure, last, inside) from None


def no_field(figure: Figure, step: Any, inside: Any) -> Fault:
    """A way that leads nowhere, with what there is where it ends."""
    known = list(inside) if isinstance(inside, Mapping) else []
    near = nearest(str(step), known)
    there = f"it has {', '.join(known)}" if known else ""
    help = f"did you mean {near}?" if near else there
    return Fault(
        f"card {figure.card!r}: there is no field {figure.field!r}{'; ' * bool(help)}{help}", text=figure.field
    )
