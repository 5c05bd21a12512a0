"""Limits for forces that come from outside: how large they may be, and what a name may look like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from muster.kernel.errors import GameError
from muster.kernel.game import Game

MOST_BYTES = 6_000
"""The largest force, as JSON: three times the largest that is legal in any game."""
MOST_LETTERS = 80
"""The longest text in a force: an id, or its name."""
MOST_NAME = 60
DEPTH = 6


def check_limits(force: Mapping[str, Any]) -> None:
    """Refuse a force that no player would write; raises `GameError` in one sentence."""
    try:
        size = len(msgspec.json.encode(force))
    except (TypeError, RecursionError, ValueError):
        raise GameError("force: this is not a force") from None
    if size > MOST_BYTES:
        raise GameError(f"force: {size} bytes are too many; a force has {MOST_BYTES} at most")
    for text in texts(force):
        if len(text) > MOST_LETTERS:
            raise GameError(f"force: {text[:20]!r}…: a text in it has {MOST_LETTERS} letters at most")
        if not text.isprintable():
            raise GameError(f"force: {text[:20]!r}: a text in it holds signs that cannot be printed")
    name = force.get("name", "")
    if isinstance(name, str) and len(name) > MOST_NAME:
        raise GameError(f"force: its name has {len(name)} letters; {MOST_NAME} is the most")


def texts(value: object, depth: int = 0) -> Iterator[str]:
    """Every text in plain data, keys too; refuses what lies too deep."""
    if depth > DEPTH:
        raise GameError("force: it is nested too deeply")
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key)
            yield from texts(inner, depth + 1)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts(inner, depth + 1)


def check_brought(game: Game[object], options: Mapping[str, Any]) -> None:
    """Refuse forces written out in the options of a match that break the limits."""
    building = None if game.forces is None else game.forces.building
    if building is None:
        return
    brought = options.get(building.field, ())
    for force in brought if isinstance(brought, list | tuple) else ():
        if isinstance(force, Mapping):
            check_limits(force)
