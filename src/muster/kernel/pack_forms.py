"""The form of a card: which fields it has, of which type and range, and which names may stand in them.

Structs say most of it. `card_of` and `among` say the rest: that a text is the id of another card, or one of some
names. From this one description come the errors (here) and the JSON Schema for editors (`pack_schema`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import inspect

from muster.kernel.pack_errors import nearest, quoted
from muster.kernel.pack_lines import Path
from muster.kernel.text import Param

MOST_TEXT = 300
LARGEST = 9_999
"""No figure on any card is larger."""

Known = Mapping[str, Collection[str]]
"""The ids of all cards, by kind."""


class Flaw(msgspec.Struct, frozen=True):
    """Something wrong at a place of a card."""

    path: Path
    what: str
    params: dict[str, Param] = {}
    suggestion: str = ""


def card_of(*kinds: str) -> msgspec.Meta:
    """A text that is the id of a card of one of these kinds; empty for none."""
    return msgspec.Meta(extra={"cards": kinds})


def among(names: Iterable[str]) -> msgspec.Meta:
    """A text that is one of these names; empty for none."""
    return msgspec.Meta(extra={"names": tuple(names)})


Complaint = tuple[str, dict[str, Param], str]
"""The key of a sentence, its gaps and a suggestion."""


def phrase(check: Callable[[str, Known], Complaint | None], pattern: str) -> msgspec.Meta:
    """A text with a grammar of the game's own: `check` says what is wrong with it; editors get the pattern."""
    return msgspec.Meta(extra={"check": check}, extra_json_schema={"pattern": pattern})


@lru_cache(maxsize=256)
def type_of(form: Any) -> inspect.Type:
    return inspect.type_info(form)


def field_name(path: Path) -> str:
    """A path as people write it: `attack.effects[0].kind`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".")


def flaws(value: object, form: inspect.Type, known: Known, path: Path = ()) -> Iterator[Flaw]:
    """Everything that is wrong with a value of this form."""
    match form:
        case inspect.Metadata(type=inner):
            found = list(flaws(value, inner, known, path))
            yield from found
            if not found and isinstance(value, str) and value:
                yield from _unknown_name(value, form.extra or {}, known, path)
        case inspect.StructType():
            yield from _struct(value, form, known, path)
        case inspect.IntType():
            yield from _number(value, form, path)
        case inspect.BoolType():
            if not isinstance(value, bool):
                yield _wrong(path, "truth", value)
        case inspect.StrType():
            yield from _text(value, form, path)
        case inspect.LiteralType(values=values):
            yield from _choice(value, values, path)
        case inspect.NoneType():
            if value is not None:
                yield _wrong(path, "nothing", value)
        case inspect.TupleType(item_types=items):
            if not isinstance(value, list):
                yield _wrong(path, "list", value)
            elif len(value) != len(items):
                yield Flaw(path, "length", {"wanted": len(items), "count": len(value)})
            else:
                for number, (item, inner) in enumerate(zip(value, items, strict=True)):
                    yield from flaws(item, inner, known, (*path, number))
        case inspect.VarTupleType(item_type=inner) | inspect.ListType(item_type=inner):
            if not isinstance(value, list):
                yield _wrong(path, "list", value)
            else:
                for number, item in enumerate(value):
                    yield from flaws(item, inner, known, (*path, number))
        case inspect.DictType(key_type=keys, value_type=inner):
            if not isinstance(value, Mapping):
                yield _wrong(path, "table", value)
            else:
                for key, item in value.items():
                    yield from flaws(key, keys, known, (*path, key))
                    yield from flaws(item, inner, known, (*path, key))
        case inspect.UnionType(types=types):
            yield from _union(value, types, known, path)
        case _:
            raise TypeError(f"cards have no fields of the kind {form!r}")


def _wrong(path: Path, wanted: str, value: object) -> Flaw:
    return Flaw(path, "wrong_type", {"wanted": wanted, "given": kind_of(value), "value": quoted(value)})


def kind_of(value: object) -> str:
    """The kind of a value in TOML."""
    match value:
        case bool():
            return "truth"
        case int():
            return "number"
        case float():
            return "fraction"
        case str():
            return "text"
        case list():
            return "list"
        case Mapping():
            return "table"
    return "date"


def _struct(value: object, form: inspect.StructType, known: Known, path: Path) -> Iterator[Flaw]:
    if not isinstance(value, Mapping):
        yield _wrong(path, "table", value)
        return
    fields = {field.encode_name: field for field in form.fields}
    for name, item in value.items():
        if name in fields:
            yield from flaws(item, fields[name].type, known, (*path, name))
        else:
            yield Flaw((*path, name), "no_field", {}, nearest(name, fields))
    for name, field in fields.items():
        if field.required and name not in value:
            yield Flaw((*path, name), "missing")


def _number(value: object, form: inspect.IntType, path: Path) -> Iterator[Flaw]:
    if isinstance(value, bool) or not isinstance(value, int):
        yield _wrong(path, "number", value)
        return
    least = form.ge if form.ge is not None else -LARGEST
    most = form.le if form.le is not None else LARGEST
    if not least <= value <= most:
        yield Flaw(path, "range", {"least": least, "most": most, "value": quoted(value) if abs(value) < 1e15 else "?"})


def _text(value: object, form: inspect.StrType, path: Path) -> Iterator[Flaw]:
    if not isinstance(value, str):
        yield _wrong(path, "text", value)
    elif len(value) > (form.max_length or MOST_TEXT):
        yield Flaw(path, "too_long", {"most": form.max_length or MOST_TEXT, "count": len(value)})
    elif not value.isprintable() or "{" in value or "}" in value:
        odd = next(letter for letter in value if not letter.isprintable() or letter in "{}")
        yield Flaw(path, "odd_letter", {"letter": odd if odd in "{}" else f"U+{ord(odd):04X}"})
    elif form.pattern and not re.search(form.pattern, value):
        yield Flaw(path, "pattern", {"value": quoted(value), "pattern": form.pattern})


def _choice(value: object, values: Collection[object], path: Path) -> Iterator[Flaw]:
    if isinstance(value, bool) or value not in values:
        names = [str(name) for name in values if name != ""]
        suggestion = nearest(value, names) if isinstance(value, str) else ""
        yield Flaw(path, "not_among", {"value": quoted(value), "known": listed(names)}, suggestion)


def _unknown_name(value: str, extra: Mapping[str, Any], known: Known, path: Path) -> Iterator[Flaw]:
    if "cards" in extra:
        ids = [name for kind in extra["cards"] for name in known.get(kind, ())]
        if value not in ids:
            params: dict[str, Param] = {"value": quoted(value), "kind": " / ".join(extra["cards"])}
            yield Flaw(path, "no_card", params, nearest(value, ids))
    elif "check" in extra:
        complaint = extra["check"](value, known)
        if complaint is not None:
            yield Flaw(path, *complaint)
    elif "names" in extra and value not in extra["names"]:
        names = extra["names"]
        yield Flaw(path, "not_among", {"value": quoted(value), "known": listed(names)}, nearest(value, names))


def _union(value: object, types: Iterable[inspect.Type], known: Known, path: Path) -> Iterator[Flaw]:
    """A value that may have several forms: tell what is wrong with the form it comes nearest to."""
    found = [(form, list(flaws(value, form, known, path))) for form in types]
    if any(not wrong for _, wrong in found):
        return
    literals = [each for form, _ in found if isinstance(form, inspect.LiteralType) for each in form.values]
    if literals and not isinstance(value, Mapping):
        yield from _choice(value, literals, path)
        return
    yield from min((wrong for _, wrong in found), key=lambda wrong: any(flaw.what == "wrong_type" for flaw in wrong))


def listed(names: Iterable[str], most: int = 24) -> str:
    """Names with commas; a long list is cut."""
    names = list(names)
    return ", ".join(names[:most]) + (", …" if len(names) > most else "")
