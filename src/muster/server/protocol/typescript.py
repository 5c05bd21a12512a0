"""The protocol and the games' views as TypeScript: made from the structs, so that no client can drift from the server.

`python -m muster.server.protocol.typescript` writes `protocol.ts` and `views/GAME.ts` beside this file; a test fails
when one of them is stale.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from muster.kernel.game import Game, showing_of
from muster.kernel.tables import Vista
from muster.library import load_game, own_names
from muster.server import protocol
from muster.server.protocol import bench, book, forces, packs, people, plans

HERE = Path(__file__).parent
ROOTS = ("AnyCommand", "AnyMessage")
PLAIN = (
    protocol.NewTable,
    protocol.Created,
    protocol.Claim,
    protocol.Claimed,
    protocol.Knock,
    protocol.Invitation,
    protocol.Lobby,
    protocol.ListedTables,
    protocol.RuleInfo,
    protocol.GlossaryInfo,
    book.BookInfo,
    book.ExampleInfo,
    protocol.PuzzleInfo,
    protocol.LessonInfo,
    protocol.Complaint,
    forces.FormInfo,
    forces.AskForm,
    forces.JudgeForce,
    forces.ForceView,
    forces.OpenForce,
    forces.ForceOpened,
    forces.MatchForces,
    forces.ForceMatchup,
    packs.CheckPacks,
    packs.PackReport,
    packs.TableCards,
    plans.KitInfo,
    plans.JudgePlan,
    plans.PlanView,
    plans.OpenPlan,
    plans.PlanOpened,
    plans.LookAround,
    Vista,
    bench.BenchInfo,
    bench.JudgePosition,
    bench.PositionView,
    bench.OpenPosition,
    bench.PositionOpened,
    bench.SavePosition,
    bench.PositionSaved,
    bench.RollAttack,
    bench.Rolled,
    people.AboutMe,
    people.Me,
    people.KeptForce,
    people.KeptPlan,
    people.KeptCards,
    people.KeepThing,
    people.DropThing,
    people.ThingKept,
    people.Things,
    people.MyMatches,
    people.Block,
    people.Blocked,
    people.NewReport,
    people.Profile,
    people.PushKey,
    people.Subscribe,
    people.Unsubscribe,
    people.NewTournament,
    people.Tournaments,
    packs.CardForms,
    packs.PackRead,
)
"""The structs that go over plain HTTP."""


def files() -> dict[Path, str]:
    """Every generated file with its text."""
    views = {HERE / "views" / f"{name}.ts": view_types(load_game(name)) for name in own_names()}
    return {HERE / "protocol.ts": protocol_types(), **views}


def view_types(game: Game[object]) -> str:
    """The types of a game: of `update.view`, of its previews and of the data its events carry."""
    showing = showing_of(game)
    structs: dict[str, type] = {}
    for kind in (showing.view_type, *showing.preview_types, *showing.event_types):
        _collect(kind, structs)
    lines = [f"// Made by `python -m muster.server.protocol.typescript` from the views of {game.name}. Do not edit."]
    lines += [_interface(kind) for kind in structs.values()]
    if showing.view_type.__name__ != "TableView":
        lines.append(f"export type TableView = {showing.view_type.__name__};")
    return "\n\n".join(lines) + "\n"


def protocol_types() -> str:
    """The types of commands, of messages and of everything over HTTP."""
    unions = {name: getattr(protocol, name).__args__ for name in ROOTS}
    structs: dict[str, type] = {}
    for kinds in (*unions.values(), PLAIN):
        for kind in kinds:
            _collect(kind, structs)
    lines = [
        "// Made by `python -m muster.server.protocol.typescript` from the protocol. Do not edit.",
        f"export const VERSION = {protocol.VERSION};",
    ]
    lines += [_interface(kind) for kind in structs.values()]
    lines += [f"export type {name} = {' | '.join(kind.__name__ for kind in kinds)};" for name, kinds in unions.items()]
    return "\n\n".join(lines) + "\n"


def _collect(kind: type, found: dict[str, type]) -> None:
    """A struct and all structs in its fields, each once, the inner ones first."""
    if kind.__name__ in found:
        return
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    for field in info.fields:
        for inner in _structs_in(field.type):
            if inner is not kind:
                _collect(inner, found)
    found[kind.__name__] = kind


def _structs_in(info: msgspec.inspect.Type) -> Iterable[type]:
    match info:
        case msgspec.inspect.StructType(cls=kind):
            yield kind
        case msgspec.inspect.ListType(item_type=item) | msgspec.inspect.VarTupleType(item_type=item):
            yield from _structs_in(item)
        case msgspec.inspect.UnionType(types=types) | msgspec.inspect.TupleType(item_types=types):
            for part in types:
                yield from _structs_in(part)
        case msgspec.inspect.DictType(value_type=value):
            yield from _structs_in(value)
        case _:
            pass


def _interface(kind: type) -> str:
    info: Any = msgspec.inspect.type_info(kind)
    lines = [f"/** {' '.join(inspect.cleandoc(kind.__doc__).split())} */"] if kind.__doc__ else []
    lines.append(f"export interface {kind.__name__} {{")
    if info.tag is not None:
        lines.append(f"  {info.tag_field}: {_literal(info.tag)};")
    sent_whole = not info.forbid_unknown_fields and not kind.__struct_config__.omit_defaults  # type: ignore[attr-defined]
    for field in info.fields:
        optional = "" if field.required or sent_whole else "?"
        lines.append(f"  {field.encode_name}{optional}: {_type(field.type)};")
    return "\n".join([*lines, "}"])


def _type(info: msgspec.inspect.Type) -> str:
    match info:
        case msgspec.inspect.StructType(cls=kind):
            return kind.__name__
        case msgspec.inspect.StrType():
            return "string"
        case msgspec.inspect.IntType() | msgspec.inspect.FloatType():
            return "number"
        case msgspec.inspect.BoolType():
            return "boolean"
        case msgspec.inspect.NoneType():
            return "null"
        case msgspec.inspect.AnyType():
            return "unknown"
        case msgspec.inspect.RawType():  # an object that goes out as it is stored
            return "Record<string, unknown>"
        case msgspec.inspect.LiteralType(values=values):
            return " | ".join(_literal(value) for value in values)
        case msgspec.inspect.ListType(item_type=item) | msgspec.inspect.VarTupleType(item_type=item):
            inner = _type(item)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case msgspec.inspect.TupleType(item_types=types):
            return f"[{', '.join(_type(part) for part in types)}]"
        case msgspec.inspect.DictType(value_type=value):
            return f"Record<string, {_type(value)}>"
        case msgspec.inspect.UnionType(types=types):
            return " | ".join(_type(part) for part in types)
        case _:
            raise TypeError(f"no TypeScript for {info}")


def _literal(value: object) -> str:
    return msgspec.json.encode(value).decode()


if __name__ == "__main__":
    for path, text in files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
