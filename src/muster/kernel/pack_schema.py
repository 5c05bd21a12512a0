"""The form of a game's packs as JSON Schema (draft 7), for editors of TOML and for the card editor in the browser.

It is made of the same structs that `pack_forms` checks. A card that the game already has needs only the fields that
change; a new one needs all that have no default.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import inspect

from muster.kernel.pack_forms import LARGEST, MOST_TEXT, Known, type_of
from muster.kernel.packs import MOST_CARDS, Shelf

Schema = dict[str, Any]
ALWAYS = ("id", "source")
"""Every card says these, also one that changes another."""


def pack_schema(shelf: Shelf, title: str) -> Schema:
    """The schema of a pack that is laid over these cards."""
    known = {kind: shelf.ids(kind) for kind in shelf.forms}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": title,
        "type": "object",
        "additionalProperties": False,
        "properties": {
            kind: {"type": "array", "maxItems": MOST_CARDS, "items": card_schema(form, kind, known)}
            for kind, form in shelf.forms.items()
        },
    }


def card_schema(form: Any, kind: str, known: Known) -> Schema:
    """The schema of one kind of card."""
    schema = _schema(type_of(form), known)
    required = schema.pop("required")
    ids = {"properties": {"id": {"enum": list(known.get(kind, ()))}}}
    return {**schema, "if": ids, "then": {"required": list(ALWAYS)}, "else": {"required": required}}


def _schema(form: inspect.Type, known: Known) -> Schema:
    match form:
        case inspect.Metadata(type=inner):
            return {**_schema(inner, known), **(form.extra_json_schema or {}), **_names(form.extra or {}, known)}
        case inspect.StructType(fields=fields):
            return {
                "type": "object",
                "additionalProperties": False,
                "properties": {field.encode_name: _field(field, known) for field in fields},
                "required": [field.encode_name for field in fields if field.required],
            }
        case inspect.IntType():
            least = form.ge if form.ge is not None else -LARGEST
            return {"type": "integer", "minimum": least, "maximum": form.le if form.le is not None else LARGEST}
        case inspect.BoolType():
            return {"type": "boolean"}
        case inspect.StrType():
            pattern = {"pattern": form.pattern} if form.pattern else {}
            return {"type": "string", "maxLength": form.max_length or MOST_TEXT, **pattern}
        case inspect.LiteralType(values=values):
            return {"enum": list(values)}
        case inspect.NoneType():
            return {"type": "null"}
        case inspect.TupleType(item_types=items):
            count = len(items)
            inner_schemas = [_schema(item, known) for item in items]
            return {"type": "array", "items": inner_schemas, "minItems": count, "maxItems": count}
        case inspect.VarTupleType(item_type=inner) | inspect.ListType(item_type=inner):
            return {"type": "array", "items": _schema(inner, known)}
        case inspect.DictType(key_type=keys, value_type=inner):
            return {
                "type": "object",
                "propertyNames": _schema(keys, known),
                "additionalProperties": _schema(inner, known),
            }
        case inspect.UnionType(types=types):
            return {"anyOf": [_schema(one, known) for one in types]}
        case _:
            raise TypeError(f"cards have no fields of the kind {form!r}")


def _field(field: inspect.Field, known: Known) -> Schema:
    schema = _schema(field.type, known)
    if field.required:
        return schema
    default = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
    return {**schema, "default": msgspec.to_builtins(default)}


def _names(extra: Mapping[str, Any], known: Known) -> Schema:
    """The names that may stand in a text. Those of cards are only examples: a pack may bring the card along."""
    if "cards" in extra:
        return {"examples": [name for kind in extra["cards"] for name in known.get(kind, ())]}
    return {"enum": ["", *extra["names"]]} if "names" in extra else {}
