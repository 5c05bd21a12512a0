"""`muster force`: check squads and strike teams, or build a legal one."""

from __future__ import annotations

import argparse
import json
import random
import secrets
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import tomli_w

from muster.arguments import add_json, add_language, add_packs, add_setup
from muster.cli.usage import UsageError
from muster.kernel.errors import GameError
from muster.kernel.game import Forces, Game, forces_of
from muster.kernel.packs import PackFile
from muster.kernel.text import Text
from muster.library import load_game, load_with_packs, read_file

EXAMPLES = """\
examples:
  muster force deadzone check                                      all forces that come with the game
  muster force deadzone check my.toml                              your own forces, and every clause they break
  muster force obsidian_protocol build --set faction=un --set scale=900 --name mine > my.toml
  muster play obsidian_protocol --pack my.toml --set squads=mine,rdl_900_line

A file of forces is a pack: it can also hold cards of your own."""


class Entry:
    """A force, and the game (with its packs) whose cards judge it."""

    def __init__(self, where: str, game: Game[object], force: dict[str, Any]) -> None:
        self.where = where
        self.game = game
        self.force = force


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument("game", metavar="GAME", help="a game ('muster games' lists them)")
    parser.add_argument("action", choices=("check", "build"), help="check forces, or build one")
    parser.add_argument(
        "forces", metavar="FORCE", nargs="*", help="a file with forces, or one of the game's own by its id"
    )
    parser.add_argument("--name", metavar="ID", default="mine", help="the id of the new force (default: mine)")
    parser.add_argument(
        "--seed", metavar="N", type=int, help="the same seed builds the same force (default: a new seed)"
    )
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
        raise UsageError("--set is for build; check takes a force as it stands")
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
        elif not Path(name).suffix and not Path(name).exists():
            raise GameError(f"there is no file and no force {name!r}; the game's own are {', '.join(ready)}")
        else:
            yield from read_forces(args, Path(name), forces.kind)


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
    packs = [PackFile(pack.name, read_file(pack)) for pack in args.packs]
    game = load_with_packs(args.game, (*packs, PackFile(path.name, tomli_w.dumps(cards))))
    for number, force in enumerate(forces, 1):
        if not isinstance(force, dict):
            raise GameError(f"{path}: {kind} number {number}: expected [[{kind}]], an array of tables")
        name = force.get("id", f"number {number}")
        yield Entry(f"{path}: {kind} {name!r}", game, {"id": "own", "source": "house"} | force)


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
