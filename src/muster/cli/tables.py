"""`muster tables`: tables made at random as a pack, those of a pack checked, those of a game listed."""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from muster.arguments import add_language, add_packs
from muster.cli.usage import UsageError
from muster.kernel.errors import GameError
from muster.kernel.game import Game, tables_of
from muster.kernel.tables import MOST_SEED, made
from muster.kernel.words import Words
from muster.library import load_game, read_file
from muster.tables.judging import as_pack

MOST = 200
"""The most tables made at once."""

EXAMPLES = """\
examples:
  muster tables deadzone                                     the battlefields there are
  muster tables deadzone --make 3 --style dense --seed 7     three new ones, as a pack
  muster tables tag_raid --make 1 --style open --out my.toml
  muster tables deadzone --check my.toml                     everything its tables break, with clauses
  muster play deadzone --set battlefield=dense:7             play on a new one at once
  muster play deadzone --set battlefield=in_turn             set it up in turn, as the rules say

The same style and seed make the same table. In 'muster tables --make 3 --seed 7' they have the seeds 7, 8 and 9."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument("game", metavar="GAME", help="a game ('muster games' lists them)")
    doing = parser.add_mutually_exclusive_group()
    doing.add_argument("--make", metavar="N", type=int, help="make so many tables, and print them as a pack")
    doing.add_argument("--check", metavar="FILE", type=Path, help="check the tables of a pack")
    parser.add_argument("--style", metavar="STYLE", help="how they look, such as dense or open")
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="the seed of the first (default: 1)")
    parser.add_argument("--out", metavar="FILE", type=Path, help="write the pack to a file")
    add_packs(parser)
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    game = load_game(args.game, args.packs)
    words = game.catalogue.words(args.lang)
    if args.check is not None:
        return check(game, words, args.check, args.packs)
    if args.make is None:
        for name in tables_of(game).ready():
            print(f"{name:16} {words.name(tables_of(game).kind, name)}")
        return 0
    text = new_pack(game, args.make, args.style, args.seed)
    if args.out is None:
        print(text, end="")
    else:
        args.out.write_text(text, encoding="utf-8")
    return 0


def new_pack(game: Game[Any], count: int, style: str | None, seed: int) -> str:
    """Tables with one seed after the other, as a pack."""
    tables = tables_of(game)
    if not 1 <= count <= MOST:
        raise UsageError(f"--make: from 1 to {MOST} tables, not {count}")
    if not 1 <= seed <= MOST_SEED - count:
        raise UsageError(f"--seed: from 1 to {MOST_SEED}, not {seed}")
    wanted = style or tables.styles[0]
    if wanted not in tables.styles:
        raise UsageError(f"--style: there is no {wanted!r}; there are {', '.join(tables.styles)}")
    named = [made(tables, wanted, number) for number in range(seed, seed + count)]
    return as_pack(game, [{"name": f"{wanted.capitalize()} {card['id'].rpartition('_')[2]}"} | card for card in named])


def check(game: Game[Any], words: Words, path: Path, packs: Sequence[Path]) -> int:
    """Say of each table in a pack what it breaks; advice alone is no failure. What is no table at all is told as of any
    pack, with its line.
    """
    tables = tables_of(game)
    try:
        cards = tomllib.loads(read_file(path)).get(tables.kind)
    except tomllib.TOMLDecodeError as error:
        raise GameError(f"{path}: not valid TOML: {error}") from None
    if not isinstance(cards, list) or not cards:
        raise GameError(f"{path}: no table in it; each begins with [[{tables.kind}]]")
    status = 0
    for number, card in enumerate(cards, 1):
        if not isinstance(card, Mapping):
            raise GameError(f"{path}: {tables.kind} number {number}: expected a table")
        name = str(card.get("id", number))
        try:
            found = tables.check({"id": "own", "source": "house"} | dict(card))
        except GameError as error:
            load_game(game.name, [*packs, path])
            raise GameError(f"{path}: {error}") from None
        print(f"{path}: {name}: {'OK' if all(one.advice for one in found) else 'breaks rules'}")
        for one in found:
            mark = "advice: " if one.advice else ""
            print(f"  {mark}{words.say(one.reason)} [{one.clause}]", file=sys.stdout if one.advice else sys.stderr)
        status |= int(any(not one.advice for one in found))
    return status
