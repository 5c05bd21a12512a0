"""`muster`: find the command, run it, and turn errors into sentences.

A command is a module with `add_arguments(parser)` and `run(args) -> int`; only the one you ask for is imported.
Exit status: 0 done, 1 something does not hold or failed, 2 wrong usage.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from muster import __version__

COMMANDS = {
    "play": ("muster.cli.play", "play a match in the terminal: alone, against bots, or with friends at one screen"),
    "serve": ("muster.server.serve", "host tables for people far apart, bots and spectators"),
    "admin": ("muster.cli.admin", "look after the tables of a server: list, show, export, delete"),
    "backup": ("muster.cli.backup", "copy a server's tables, also while it is running, or put them back"),
    "games": ("muster.cli.games", "list the games"),
    "lessons": ("muster.cli.lessons", "list the lessons that teach a game in the browser"),
    "rules": ("muster.cli.rules", "list the clauses of a game's rules, or show one"),
    "force": ("muster.cli.force", "check or build a force, such as a squad or a strike team"),
    "tables": ("muster.cli.tables", "make tables at random, check those of a pack, or list those of a game"),
    "odds": ("muster.cli.odds", "work out the exact chances of an attack, or of one force against another"),
    "packs": ("muster.cli.packs", "check packs of cards before you play with them"),
    "scenario": ("muster.cli.scenario", "run scenarios: positions as text, and what must be true"),
    "replay": ("muster.cli.replay", "look at a match again, or verify it"),
    "puzzles": ("muster.cli.puzzles", "find the best answer: positions to solve, with the reason why"),
    "analyse": ("muster.cli.analyse", "find out what decided a match: the chances, the dice, the decisions"),
    "sim": ("muster.lab.simulate", "let bots play many matches"),
    "lab": ("muster.cli.lab", "run an experiment from a file: who plays what, what varies, and a report"),
    "tournament": ("muster.lab.tournament", "let bots play against each other, and rate them"),
    "sweep": ("muster.lab.sweep", "vary a card's figure, an option or a bot, and see what it changes"),
    "balance": ("muster.lab.balance", "find out which cards, forces and seats win too often"),
    "calibrate": ("muster.lab.calibrate", "fit a game's evaluation to the chance to win"),
    "learn": ("muster.lab.learn", "let the search learn from matches against itself, and find out whether it wins"),
    "bench": ("muster.cli.bench", "measure how fast the games and the table server run on this machine"),
}

EXAMPLES = """\
examples:
  muster                                             a table on this machine, opened in the browser
  muster play tiny_epic_mechs                        you against a bot
  muster play tiny_epic_mechs --seats human,human    two people at one screen
  muster rules tiny_epic_mechs move.wall             what a clause says

'muster COMMAND --help' says more about each command."""


ALONE = ("serve", "--browser")
"""The command line that `muster` alone stands for."""


class Parser(argparse.ArgumentParser):
    """An argument parser that complains in one sentence."""

    def __init__(self, **given: Any) -> None:
        given |= {"formatter_class": argparse.RawDescriptionHelpFormatter, "allow_abbrev": False}
        super().__init__(**given)

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} ('{self.prog} --help' says more)\n")


def make_parser(command: str | None) -> Parser:
    """Make the parser, with the arguments of the one command that was asked for."""
    parser = Parser(prog="muster", description="A rules-true table for miniature skirmish games.", epilog=EXAMPLES)
    parser.add_argument("--version", action="version", version=f"muster {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, (module_name, summary) in COMMANDS.items():
        sub = commands.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
        if name == command:
            module = importlib.import_module(module_name)
            module.add_arguments(sub)
            sub.set_defaults(run=module.run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line; returns the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments) or list(ALONE)
    command = next((word for word in given if not word.startswith("-")), None)
    try:
        parser = make_parser(command)
    except KeyboardInterrupt:  # whoever is quick finds us still reading our own modules
        print(f"muster {command}: interrupted", file=sys.stderr)
        return 1
    args, late = parser.parse_known_args(given)
    if late:
        # argparse takes words of any number only before the first option; people write them after it as well.
        if not hasattr(args, "figures") or any(word.startswith("-") for word in late):
            parser.error(f"unrecognized arguments: {' '.join(late)}")
        args.figures += late
    if args.command is None:
        parser.print_help()
        return 0
    return run_command(args)


def run_command(args: argparse.Namespace) -> int:
    """Run the command; a mistake in what came from outside becomes one sentence."""
    from muster import others
    from muster.cli.usage import UsageError, check_game
    from muster.kernel.defects import Defect
    from muster.kernel.dice import DiceError
    from muster.kernel.errors import GameError
    from muster.kernel.refusal import Refusal
    from muster.processes import collect_seldom, end_quietly

    end_quietly()
    collect_seldom()
    try:
        check_game(args)
        status: int = args.run(args)
        sys.stdout.flush()
    except UsageError as error:
        return complain(args, str(error), 2)
    except (GameError, DiceError, Refusal) as error:
        return complain(args, str(error), 1)
    except Defect as defect:
        return complain(args, f"{defect}. That is our mistake: please report it, with what you typed", 1)
    except BrokenPipeError:
        # Whoever read our output has gone; what the interpreter would still flush has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        return complain(args, f"{error.filename or 'system'}: {error.strerror or error}", 1)
    except (KeyboardInterrupt, EOFError):
        return complain(args, "interrupted", 1)
    except Exception as error:
        if getattr(args, "game", None) not in others.brought(others.GAMES):
            raise
        return complain(args, str(others.broken(others.GAMES, args.game, error)), 1)
    return status


def complain(args: argparse.Namespace, sentence: str, status: int) -> int:
    print(f"muster {args.command}: {sentence}", file=sys.stderr)
    return status
