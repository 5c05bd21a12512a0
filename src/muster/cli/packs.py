"""`muster packs check`: check that a pack fits a game, and say what is wrong if it does not."""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from muster.kernel.errors import GameError
from muster.library import game_names, load_game, read_file

EXAMPLES = """\
examples:
  muster packs check my.toml
  muster packs check my.toml more.toml --game tiny_epic_mechs

A pack is a TOML file with cards of a game; a card with the id of one of the game's own replaces it field by field."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument("action", choices=("check",), metavar="check", help="check each file by itself")
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="a pack")
    parser.add_argument("--game", metavar="GAME", help="the game it is for (default: the first one it fits)")


def run(args: argparse.Namespace) -> int:
    games = [args.game] if args.game else game_names()
    status = 0
    for path in args.files:
        try:
            print(f"{path}: OK, {check(path, games)}")
        except GameError as error:
            print(f"muster packs: {error}", file=sys.stderr)
            status = 1
    return status


def check(path: Path, games: Sequence[str]) -> str:
    """Say how many cards a pack has for which game; raises `GameError` saying what is wrong."""
    text = read_file(path)
    problems: list[str] = []
    for name in games:
        try:
            load_game(name, [path])
        except GameError as error:
            problems.append(str(error))
        else:
            count = sum(len(cards) for cards in tomllib.loads(text).values())
            return f"{count} {'card' if count == 1 else 'cards'} for {name}"
    raise GameError(problems[0] if len(problems) == 1 else f"{path}: fits no game: {'; '.join(problems)}")
