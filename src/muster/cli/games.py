"""`muster games`: what is in the library."""

from __future__ import annotations

import argparse
import json

from muster.arguments import add_json, add_language
from muster.kernel.text import Text
from muster.library import game_names, load_game

EXAMPLES = """\
examples:
  muster games
  muster games --json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    add_language(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    games = [describe(name, args.lang) for name in game_names()]
    if args.json:
        print(json.dumps(games, indent=2, ensure_ascii=False))
        return 0
    for game in games:
        print(f"{game['name']}  {game['title']}\n  {game['summary']}")
        if not game["complete"]:
            print(f"  in progress: docs/rulings/{game['name']}.md says what is missing")
    return 0


def describe(name: str, language: str) -> dict[str, str | int]:
    """A game as the list shows it."""
    game = load_game(name)
    words = game.catalogue.words(language)
    return {
        "name": name,
        "title": words.say(Text("game.title")),
        "summary": words.say(Text("game.summary")),
        "complete": game.clauses.complete,
        "rules_version": game.rules_version,
        "clauses": sum(clause.id.startswith(f"{game.clauses.prefix} ") for clause in game.clauses),
    }
