"""`muster rules`: the clauses of a game, with the functions that implement them and the tests that show them."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any

from muster.arguments import add_json, add_language
from muster.kernel.clauses import Clause
from muster.kernel.game import Game
from muster.lab.coverage import find_functions, find_tests, folder_of_tests
from muster.library import load_game

EXAMPLES = """\
examples:
  muster rules tiny_epic_mechs                  every clause with its functions and tests
  muster rules tiny_epic_mechs move.wall        one clause in full
  muster rules tiny_epic_mechs --json --lang es

Functions are found in the game's sources, tests in the directory 'tests' of a checkout."""

PIPE_WIDTH = 140
"""Columns of the table where no terminal sets them."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument("game", metavar="GAME", help="a game ('muster games' lists them)")
    parser.add_argument(
        "clause", metavar="CLAUSE", nargs="*", default=[], help="one clause, with or without the game's prefix"
    )
    add_language(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    game = load_game(args.game)
    clauses: list[Clause] = [clause for clause in game.clauses if clause.id.startswith(f"{game.clauses.prefix} ")]
    if args.clause:
        clauses = [game.clauses.get(" ".join(args.clause))]
    rows = describe(game, clauses, args.lang)
    if args.json:
        print(json.dumps(rows, indent=2, ensure_ascii=False))
    elif args.clause:
        print_clause(rows[0])
    else:
        print_register(game, rows)
    return 0


def describe(game: Game[object], clauses: Sequence[Clause], language: str) -> list[dict[str, Any]]:
    """The clauses as data."""
    functions = find_functions(game.name, game.clauses.prefix)
    tests = find_tests(game.name)
    return [
        {
            "id": clause.id,
            "summary": clause.summary(language),
            "source": clause.source,
            "page": clause.page,
            "functions": functions.get(clause.id, []),
            "tests": tests.get(clause.id, []),
        }
        for clause in clauses
    ]


def print_clause(row: dict[str, Any]) -> None:
    print(f"{row['id']}\n  {row['summary']}")
    print(f"  source: {row['source']}" + (f", page {row['page']}" if row["page"] else ""))
    for name in ("functions", "tests"):
        print(f"  {name}: " + (", ".join(row[name]) or "none"))


def print_register(game: Game[object], rows: Sequence[dict[str, Any]]) -> None:
    """Print all clauses as a table, then those without a function or a test."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="")
    table.add_column("clause", no_wrap=True)
    table.add_column("summary")
    table.add_column("functions", overflow="fold")
    table.add_column("tests", justify="right")
    for row in rows:
        table.add_row(row["id"], row["summary"], "\n".join(row["functions"]), str(len(row["tests"])))
    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = PIPE_WIDTH
    console.print(table)
    tested = [row for row in rows if row["tests"]]
    counts = f"\n{len(rows)} clauses, {sum(bool(row['functions']) for row in rows)} with a function"
    columns = ["functions", "tests"]
    if folder_of_tests(game.name) is None:
        print(f"{counts}; to see their tests, run this in a checkout of the sources")
        columns.remove("tests")
    else:
        print(f"{counts}, {len(tested)} tested")
    for name in columns:
        missing = [row["id"] for row in rows if not row[name]]
        if missing:
            print(f"without {name}: {', '.join(missing)}")
