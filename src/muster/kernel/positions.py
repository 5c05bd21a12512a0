"""Positions as data: a form (a struct of a game with a value for everything on an empty table), filled in from a state,
written without what an empty table has anyway, and found for any moment of a match.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


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
        return field.default_factory()  # type: ignore[operator]
    return field.default


def _plain(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return plain(value)
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    return value
