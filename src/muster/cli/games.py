"""`muster games`: list the games in the library."""

from __future__ import annotations

import argparse
import json
import sys

from muster.arguments import add_json, add_language
from muster.kernel.game import Game
from muster.kernel.text import Text
from muster.library import load_games, own_names

EXAMPLES = """\
examples:
  muster games
  muster games --json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    add_language(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    found, errors = load_games()
    games = [describe(game, args.lang) for game in found]
    for error in errors:
        print(f"muster games: {error}", file=sys.stderr)
    if args.json:
        print(json.dumps(games, indent=2, ensure_ascii=False))
        return 0
    for game in games:
        print(f"{game['name']}  {game['title']}\n  {game['summary']}")
        if not game["complete"] and game["name"] in own_names():
            print(f"  not complete yet: docs/rulings/{game['name']}.md says what is missing")
    return 0


def describe(game: Game[object], language: str) -> dict[str, str | int]:
    """A game as the list shows it."""
    words = game.catalogue.words(language)
    return {
        "name": game.name,
        "title": words.say(Text("game.title")),
        "summary": words.say(Text("game.summary")),
        "complete": game.clauses.complete,
        "rules_version": game.rules_version,
        "clauses": sum(clause.id.startswith(f"{game.clauses.prefix} ") for clause in game.clauses),
    }
