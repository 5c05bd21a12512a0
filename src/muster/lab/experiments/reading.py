"""Experiments and searches as files: what is wrong with one is said in a sentence, with the line, the field, and what
may have been meant.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from muster.kernel.errors import GameError
from muster.kernel.pack_errors import nearest, quoted
from muster.kernel.pack_forms import field_name, kind_of, type_of
from muster.kernel.pack_lines import lines_of
from muster.library import read_file

T = TypeVar("T")
Way = tuple[str | int, ...]
"""The way to a value: `("vary", 0, "values")`."""

TOML_PLACE = re.compile(r"^(?P<what>.*) \(at line (?P<line>\d+), column (?P<column>\d+)\)$", re.DOTALL)
WRONG = re.compile(r"^(?P<what>.*?)(?: - at `(?P<key>key in )?\$\.?(?P<path>.*)`)?$", re.DOTALL)
FIELD = re.compile(r"(?P<what>missing required|unknown) field `(?P<name>[^`]*)`")
TYPE = re.compile(r"^Expected `(?P<wanted>.*)`, got `(?P<given>.*)`$")
LIMIT = re.compile(r"^Expected `(?P<wanted>int|float)` (?P<how>[<>]=?) (?P<limit>\S+)$")
PATTERN = re.compile(r"^Expected `str` matching regex (?P<pattern>.*)$")
STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")
GAP = re.compile(r"\{\w+\}")
LIMITS = {">=": "from {} up", "<=": "up to {}", ">": "above {}", "<": "below {}"}
KINDS = {
    "int": "a whole number", "float": "a number", "str": "a text", "bool": "true or false", "array": "a list",
    "object": "a table", "null": "nothing",
}  # fmt: skip

GIVEN = KINDS | {"float": "a number with a fraction"}


class Fault(GameError):
    """Something is wrong with a part of a file: the text that stands there, or the way to it, so that its line can be
    named.
    """

    def __init__(self, sentence: str, *way: str | int, text: str = "") -> None:
        super().__init__(sentence)
        self.way: Way = way
        self.text = text


def read_form(path: Path, form: type[T]) -> T:
    """What a file says; raises `GameError` that names the file, the line and the field."""
    text = read_file(path)
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise GameError(toml_sentence(path, str(error))) from None
    for way in endless_in(given):
        fault = Fault(f"field {field_name(way)}: neither inf nor nan is a number that can be kept", *way)
        raise GameError(placed(path, text, fault))
    try:
        return msgspec.convert(given, form)
    except msgspec.ValidationError as error:
        raise GameError(placed(path, text, wrong(given, form, str(error)))) from None


def endless_in(given: Any, way: Way = ()) -> Iterator[Way]:
    """The ways to all numbers that are not finite. TOML has them; no card, no aim and nothing that we keep has."""
    if isinstance(given, float) and not math.isfinite(given):
        yield way
    for step, inside in parts_of(given):
        yield from endless_in(inside, (*way, step))


def parts_of(given: Any) -> Iterable[tuple[Any, Any]]:
    """The parts of a table or a list, each with its name or number."""
    return given.items() if isinstance(given, Mapping) else enumerate(given) if isinstance(given, list) else ()


@contextmanager
def judging(path: Path) -> Iterator[None]:
    """Whatever is found wrong inside is about this file, and is said with its line."""
    try:
        yield
    except GameError as error:
        raise GameError(placed(path, read_file(path), error)) from None


def toml_sentence(path: Path, said: str) -> str:
    found = TOML_PLACE.match(said)
    return f"{path}: {said}" if found is None else f"{path}:{found['line']}: {found['what']} (column {found['column']})"


def placed(path: Path, text: str, error: GameError) -> str:
    """An error with the file and the line it is about, as near as that is known."""
    lines = lines_of(text)
    way: Way = getattr(error, "way", ())
    if part := getattr(error, "text", ""):
        way = way_to(part, tomllib.loads(text)) or way
    while way and way not in lines:
        way = way[:-1]
    return f"{path}:{lines[way]}: {error}" if way else f"{path}: {error}"


def way_to(part: str, given: Any) -> Way:
    """Where a text stands, though perhaps with gaps for what varies; nowhere if it is not there."""
    leaves = list(texts_in(given))
    for fits in (part.__eq__, lambda text: part in text, lambda text: filled_is(text, part)):
        for way, text in leaves:
            if fits(text):
                return way
    return ()


def filled_is(text: str, part: str) -> bool:
    """Whether a text with gaps, filled, can be this one. A text that is nothing but a gap says nothing."""
    pieces = GAP.split(text)
    return any(pieces) and re.fullmatch(".*".join(map(re.escape, pieces)), part) is not None


def texts_in(given: Any, way: Way = ()) -> Iterator[tuple[Way, str]]:
    """All texts in plain data, with the way to each."""
    if isinstance(given, str):
        yield way, given
    for step, inside in parts_of(given):
        yield from texts_in(inside, (*way, step))


def wrong(given: Any, form: type, said: str) -> Fault:
    """What does not fit a form, in our words."""
    match = WRONG.match(said)
    assert match is not None
    what, way = match["what"], steps(match["path"] or "")
    field = FIELD.search(what)
    if field is not None:
        way = (*way, field["name"])
        if field["what"] != "unknown":
            return Fault(f"field {field_name(way)} is missing", *way)
        near = nearest(field["name"], fields_at(type_of(form), way[:-1]))
        meant = f"; did you mean {near}?" if near else ""
        return Fault(f"field {quoted(field_name(way))} is not a field it has{meant}", *way)
    value = value_at(given, way)
    if (expected := TYPE.match(what)) is not None:
        wanted = " or ".join(KINDS.get(kind, kind) for kind in expected["wanted"].split(" | "))
        shown = "" if kind_of(value) in ("list", "table") else f" ({quoted(value)})"
        what = f"expected {wanted}, not {GIVEN.get(expected['given'], expected['given'])}{shown}"
    elif (limit := LIMIT.match(what)) is not None:
        what = f"expected {KINDS[limit['wanted']]} {LIMITS[limit['how']].format(limit['limit'])}, not {quoted(value)}"
    elif (pattern := PATTERN.match(what)) is not None:
        what = f"{quoted(value)!r} is not written like {pattern['pattern']}"
    what = what.replace("`", "")
    sentence = f"{what[:1].lower()}{what[1:]}"
    return Fault(f"field {field_name(way)}: {sentence}" if way else sentence, *way)


def steps(path: str) -> Way:
    return tuple(name or int(number) for name, number in STEP.findall(path))


def value_at(given: Any, way: Way) -> Any:
    for step in way:
        try:
            given = given[step]
        except (KeyError, IndexError, TypeError):
            return given
    return given


def fields_at(form: inspect.Type, way: Way) -> list[str]:
    """The fields that a part of a form can have."""
    for step in way:
        match form:
            case inspect.Metadata(type=inner):
                return fields_at(inner, way)
            case inspect.StructType(fields=fields):
                form = next(field.type for field in fields if field.encode_name == step)
            case inspect.VarTupleType(item_type=inner) | inspect.ListType(item_type=inner):
                form = inner
            case _:
                return []
    return [field.encode_name for field in form.fields] if isinstance(form, inspect.StructType) else []
