"""`muster force`: check squads and strike teams, build, show, compare, print them, and read lists."""

from __future__ import annotations

import argparse
import json
import random
import secrets
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import tomli_w

from muster.arguments import add_json, add_language, add_packs, add_setup
from muster.cli.usage import UsageError
from muster.forces.changes import changes
from muster.forces.codec import decode_for, named_packs
from muster.forces.judging import Room
from muster.forces.judging import judge as judge_draft
from muster.forces.listing import full_listing, listing
from muster.forces.phrases import say
from muster.forces.reading import Read, read_list
from muster.forces.sheet import PAPERS, sheet
from muster.kernel.errors import GameError
from muster.kernel.game import Forces, Game, forces_of
from muster.kernel.links import VERSION
from muster.kernel.packs import PackFile
from muster.kernel.text import Text
from muster.kernel.words import LANGUAGES
from muster.library import load_game, load_with_packs, pack_at, read_file, shipped_packs

EXAMPLES = """\
examples:
  muster force deadzone check                                      all forces that come with the game
  muster force deadzone check my.toml                              your own forces, and every clause they break
  muster force obsidian_protocol build --set faction=un --set scale=900 --name mine > my.toml
  muster force deadzone show my.toml                               figures and points
  muster force deadzone diff rebs_cell my.toml                     what differs
  muster force deadzone print my.toml --paper letter > sheet.html  a sheet for a real table
  muster force deadzone import list.txt > my.toml                  a list of names and counts
  muster play obsidian_protocol --pack my.toml --set squads=mine,rdl_900_line

A FORCE is one of the game's own by its id, a file, or a link. A file of forces is a pack: it can also hold cards of
your own. --pack lays one over the cards, such as --pack planetring_dynamics; a link says itself which it needs."""


ACTIONS = ("check", "build", "show", "diff", "print", "import")


class EitherOrder(argparse.Action):
    """The task, named after the game or before it: `muster force show deadzone` means `muster force deadzone show`."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        game, action = namespace.game, values
        if game in ACTIONS:
            game, action = action, game
        if action not in ACTIONS:
            parser.error(f"there is no action {action!r}; choose from {', '.join(ACTIONS)}")
        namespace.game, namespace.action = game, action


class Entry:
    """A force, and the game (with its packs) whose cards judge it."""

    def __init__(self, where: str, game: Game[object], force: dict[str, Any]) -> None:
        self.where = where
        self.game = game
        self.force = force


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument("game", metavar="GAME", help="a game ('muster games' lists them)")
    parser.add_argument(
        "action",
        action=EitherOrder,
        metavar=f"{{{','.join(ACTIONS)}}}",
        help="what to do with forces; it may also stand before the game",
    )
    parser.add_argument(
        "forces", metavar="FORCE", nargs="*", help="a file with forces, a link, or one of the game's own by its id"
    )
    parser.add_argument("--name", metavar="ID", default="mine", help="the id of the new force (default: mine)")
    parser.add_argument(
        "--seed", metavar="N", type=int, help="the same seed builds the same force (default: a new seed)"
    )
    parser.add_argument("--paper", choices=tuple(PAPERS), default="a4", help="the paper to print on (default: a4)")
    add_setup(parser)
    add_packs(parser)
    add_language(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    game = load_game(args.game, args.packs)
    try:
        forces = forces_of(game)
    except GameError as error:
        raise UsageError(str(error)) from None
    if args.action == "build":
        if args.forces:
            raise UsageError("build makes a new force and takes no FORCE; say what you want with --set")
        return build(args, game, forces)
    if args.setup:
        raise UsageError(f"--set is for build; {args.action} takes a force as it stands")
    if args.action == "import":
        return import_list(args, game)
    if args.action != "check":
        return show_or_compare(args, list(find_forces(args, game, forces)))
    return check(args, list(find_forces(args, game, forces)))


def build(args: argparse.Namespace, game: Game[object], forces: Forces) -> int:
    """Print a legal force as a pack, with its list as a comment above it."""
    seed = secrets.randbelow(2**31) if args.seed is None else args.seed
    force = {"id": args.name, "source": "house"} | forces.build(dict(args.setup), random.Random(seed))
    if args.json:
        print(json.dumps(force, ensure_ascii=False))
        return 0
    for line in forces.show(force, game.catalogue.words(args.lang)).splitlines():
        print(f"# {line}".rstrip())
    print()
    print(tomli_w.dumps({forces.kind: [force]}), end="")
    return 0


def find_forces(args: argparse.Namespace, game: Game[object], forces: Forces) -> Iterator[Entry]:
    """The forces named on the command line, or all that come with the game."""
    ready = forces.ready()
    for name in args.forces or ready:
        if name in ready:
            yield Entry(name, game, dict(ready[name]))
        elif "#" in name or name.startswith(VERSION):
            yield linked(args, name)
        elif not Path(name).suffix and not Path(name).exists():
            raise GameError(f"there is no file and no force {name!r}; the game's own are {', '.join(ready)}")
        else:
            yield from read_forces(args, Path(name), forces.kind)


def linked(args: argparse.Namespace, link: str) -> Entry:
    """The force in a link, with the packs it was built with: those that come with the game, or files named here."""
    found = decode_for(args.game, link)
    given = [pack_at(args.game, pack) for pack in args.packs]
    try:
        needed = named_packs(found.packs, given, shipped_packs(args.game))
    except GameError as error:
        raise GameError(f"{error}; name its file with --pack") from None
    packs = dict.fromkeys([*given, *needed])
    return Entry("the link", load_with_packs(args.game, tuple(packs)), found.force)


def read_forces(args: argparse.Namespace, path: Path, kind: str) -> Iterator[Entry]:
    """The forces of a file. Its other cards are laid over the game's; an illegal force does not stop the reading."""
    text = read_file(path)
    try:
        cards = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise GameError(f"{path}: not valid TOML: {error}") from None
    forces = cards.pop(kind, None)
    if not isinstance(forces, list) or not forces:
        raise GameError(f"{path}: no force in it; each begins with [[{kind}]]")
    packs = [pack_at(args.game, pack) for pack in args.packs]
    game = load_with_packs(args.game, (*packs, PackFile(path.name, tomli_w.dumps(cards))))
    for number, force in enumerate(forces, 1):
        if not isinstance(force, dict):
            raise GameError(f"{path}: {kind} number {number}: expected [[{kind}]], an array of tables")
        name = force.get("id", f"number {number}")
        entry = Entry(f"{path}: {kind} {name!r}", game, {"id": "own", "source": "house"} | force)
        try:
            forces_of(game).check(entry.force)
        except GameError:  # no force at all: told as of any pack, with its line
            load_with_packs(args.game, (*packs, pack_at(args.game, path)))
        yield entry


def check(args: argparse.Namespace, entries: Sequence[Entry]) -> int:
    """Print every force with the clauses it breaks; status 1 if any is illegal."""
    rows = [judge(entry, args.lang) for entry in entries]
    if args.json:
        print(json.dumps(rows, indent=2, ensure_ascii=False))
    else:
        for row, entry in zip(rows, entries, strict=True):
            print_row(row, entry, args.lang)
    return 0 if all(row["legal"] for row in rows) else 1


def judge(entry: Entry, language: str) -> dict[str, Any]:
    """The faults of a force, as data."""
    words = entry.game.catalogue.words(language)
    try:
        faults = forces_of(entry.game).check(entry.force)
    except GameError as error:
        raise GameError(f"{entry.where}: {error}") from None
    named = [{"clause": fault.clause, "reason": words.say(fault.reason)} for fault in faults]
    return {"force": entry.where, "legal": not named, "faults": named}


def print_row(row: dict[str, Any], entry: Entry, language: str) -> None:
    words = entry.game.catalogue.words(language)
    print(f"{row['force']}: {words.say(Text('force.legal' if row['legal'] else 'force.illegal'))}")
    for fault in row["faults"]:
        print(f"  {fault['reason']} [{fault['clause']}]")
    if row["legal"]:
        for line in forces_of(entry.game).show(entry.force, words).splitlines():
            print(f"  {line}".rstrip())


def show_or_compare(args: argparse.Namespace, entries: Sequence[Entry]) -> int:
    """Print forces with all figures, or what differs between two, or a sheet of one."""
    if args.action == "diff" and len(entries) != 2:
        raise UsageError("diff compares two forces; name two")
    if args.action == "print" and len(entries) != 1:
        raise UsageError("print makes the sheet of one force; name one")
    rooms = [Room(entry.game, args.lang) for entry in entries]
    drafts = [room.draft(entry.force) for room, entry in zip(rooms, entries, strict=True)]
    if args.action == "print":
        print(sheet(entries[0].game, rooms[0], drafts[0], args.paper), end="")
    elif args.action == "diff":
        found = changes(rooms[1], *drafts)
        print(json.dumps(found, ensure_ascii=False) if args.json else "\n".join(found or [say(args.lang, "same")]))
    elif args.json:
        print(json.dumps([msgspec.to_builtins(judge_draft(*pair)) for pair in zip(rooms, drafts, strict=True)]))
    else:
        print("\n\n".join(full_listing(room, draft) for room, draft in zip(rooms, drafts, strict=True)))
    return 0


def import_list(args: argparse.Namespace, game: Game[object]) -> int:
    """Read a list and print it as a pack. What was understood goes to the other output; questions are asked there, and
    status 1 says that something was left out.
    """
    if len(args.forces) != 1:
        raise UsageError("import reads one list: name its file")
    room, text = Room(game, args.lang), read_file(Path(args.forces[0]))
    forms = [room.building.form(game.catalogue.words(language)) for language in LANGUAGES]
    answers: dict[str, str] = {}
    found = read_list(room, forms, text, answers)
    for line in found.lines:
        if line.kind == "unclear" and sys.stdin.isatty():
            answers[line.key] = ask_which(line)
    found = read_list(room, forms, text, answers)
    for line in found.lines:
        names = ", ".join(one.name for one in line.candidates) if line.kind == "unclear" else ""
        print(f"{line.line:>4}  {line.text}  ->  {line.said} {names}".rstrip(), file=sys.stderr)
    force = room.force(found.draft) | {"id": args.name}
    listed = "".join(f"# {line}".rstrip() + "\n" for line in listing(room, found.draft).splitlines())
    print(
        json.dumps(force, ensure_ascii=False)
        if args.json
        else f"{listed}\n{tomli_w.dumps({room.forces.kind: [force]})}"
    )
    return 1 if any(line.kind in ("unclear", "nothing") for line in found.lines) else 0


def ask_which(line: Read) -> str:
    """Ask which card a line means; an empty answer if it is none of them."""
    print(f"{line.text}: {line.said}", file=sys.stderr)
    for number, one in enumerate(line.candidates, 1):
        print(f"  {number}  {one.name} ({one.sub})", file=sys.stderr)
    typed = sys.stdin.readline().strip()
    return line.candidates[int(typed) - 1].answer if typed.isdigit() and 0 < int(typed) <= len(line.candidates) else ""
