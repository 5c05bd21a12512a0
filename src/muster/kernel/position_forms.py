"""The form of a position as data: every field with its kind, its limits, its choices and its value on an empty table.

A client draws any such form and fills it in without knowing the game. It is made from the struct that reads positions,
so nothing is said twice. Titles come from the game's words: `position.unit_at` if there is that key, otherwise
`position.at`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from muster.kernel.game import Bench, Names
from muster.kernel.words import Words

Kind = Literal["flag", "number", "choice", "text", "list", "row", "map", "record"]
TITLE, VALUE = "position", "position_value"
"""The tables of a game's words for the titles of fields, and for their values."""


class Named(msgspec.Struct, frozen=True):
    """A value that can stand in a field, and its name."""

    value: bool | int | str
    title: str


class FieldForm(msgspec.Struct, frozen=True):
    """A field of a position. `usual` is its value on an empty table; `optional` if it may have none.

    `of` are the fields of a record, the members of a row, or the one form of all members of a list or map. `keys` are
    the names that a map may have, if not any name goes.
    """

    name: str
    title: str
    kind: Kind
    usual: Any = None
    optional: bool = False
    required: bool = False
    least: float | None = None
    most: float | None = None
    whole: bool = True
    choices: list[Named] = []
    keys: list[Named] = []
    of: list[FieldForm] = []


def form_of(bench: Bench[Any], words: Words) -> FieldForm:
    """The whole form, as a record."""
    return _Forms(bench.choices, words).form(msgspec.inspect.type_info(bench.form), "", "", "")


class _Forms:
    """Walks the types of a form; a path names where it is (`unit.*.parts.*`), and `@` stands for the names in a map."""

    def __init__(self, choices: Mapping[str, Names], words: Words) -> None:
        self.choices = choices
        self.words = words

    def form(self, kind: msgspec.inspect.Type, path: str, name: str, title: str) -> FieldForm:
        made = FieldForm(name, title, "text")
        if isinstance(kind, msgspec.inspect.Metadata):
            kind = kind.type
        if isinstance(kind, msgspec.inspect.UnionType):
            [inner] = [one for one in kind.types if not isinstance(one, msgspec.inspect.NoneType)]
            return msgspec.structs.replace(self.form(inner, path, name, title), optional=True)
        if path in self.choices:
            names = self.choices[path]
            given = [Named(one, self.words.name(names.kind, one) if one else "") for one in names.ids]
            return msgspec.structs.replace(made, kind="choice", choices=given, usual=given[0].value if given else "")
        match kind:
            case msgspec.inspect.BoolType():
                return msgspec.structs.replace(made, kind="flag", usual=False)
            case msgspec.inspect.IntType() | msgspec.inspect.FloatType():
                whole = isinstance(kind, msgspec.inspect.IntType)
                most = kind.le if kind.le is not None else kind.lt - 1 if kind.lt is not None else None
                least = kind.ge
                usual = max(0, least or 0)
                return msgspec.structs.replace(made, kind="number", usual=usual, least=least, most=most, whole=whole)
            case msgspec.inspect.LiteralType():
                return msgspec.structs.replace(
                    made, kind="choice", choices=self.literal(kind), usual=kind.values[0] if kind.values else ""
                )
            case msgspec.inspect.StructType():
                fields = [self.field(one, path, kind) for one in kind.fields]
                return msgspec.structs.replace(made, kind="record", usual={}, of=fields)
            case msgspec.inspect.ListType() | msgspec.inspect.VarTupleType():
                return msgspec.structs.replace(
                    made, kind="list", usual=[], of=[self.form(kind.item_type, f"{path}.*", name, title)]
                )
            case msgspec.inspect.TupleType():
                row = [self.form(one, f"{path}.*", name, title) for one in kind.item_types]
                return msgspec.structs.replace(made, kind="row", usual=[one.usual for one in row], of=row)
            case msgspec.inspect.DictType():
                value = self.form(kind.value_type, f"{path}.*", name, title)
                return msgspec.structs.replace(made, kind="map", usual={}, of=[value], keys=self.keys(kind, path))
        return msgspec.structs.replace(made, usual="")

    def field(self, one: msgspec.inspect.Field, path: str, owner: msgspec.inspect.StructType) -> FieldForm:
        """A field of a record, with its own usual value."""
        parent = path.rstrip(".*").rpartition(".")[2]
        where = f"{path}.{one.encode_name}" if path else one.encode_name
        made = self.form(one.type, where, one.encode_name, self.title(parent, one.encode_name))
        if one.required:
            return msgspec.structs.replace(made, required=True)
        usual = one.default_factory() if one.default_factory is not msgspec.NODEFAULT else one.default
        return msgspec.structs.replace(made, usual=msgspec.to_builtins(usual))

    def title(self, parent: str, name: str) -> str:
        own = f"{parent or 'whole'}_{name}"
        return self.words.name(TITLE, own if self.words.knows(f"{TITLE}.{own}") else name)

    def literal(self, kind: msgspec.inspect.LiteralType) -> list[Named]:
        given = [value for value in kind.values if value is not None]
        return [Named(value, self.words.name(VALUE, value) if value != "" else "") for value in given]

    def keys(self, kind: msgspec.inspect.DictType, path: str) -> list[Named]:
        if isinstance(kind.key_type, msgspec.inspect.LiteralType):
            return self.literal(kind.key_type)
        names = self.choices.get(f"{path}.@")
        return [] if names is None else [Named(one, self.words.name(names.kind, one)) for one in names.ids]
