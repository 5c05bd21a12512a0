"""What the commands share: wrong usage as an error, and the arguments that mean the same everywhere."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from muster.kernel.errors import GameError
from muster.kernel.words import LANGUAGES
from muster.library import game_names


class UsageError(GameError):
    """The command line itself is wrong: exit status 2."""


def check_game(args: argparse.Namespace) -> None:
    """Refuse a game that is not in the library, for every command that takes one."""
    game = getattr(args, "game", None)
    if game is not None and game not in game_names():
        raise UsageError(f"there is no game {game!r}; there are {', '.join(game_names())}")


def add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=language_of_environment(),
        help="the language (default: es where LC_ALL or LANG says so, else en)",
    )


def add_packs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--pack",
        dest="packs",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="lay a pack of your own over the game's cards; may be given again",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print data instead of text")


def language_of_environment() -> str:
    """Spanish where the environment speaks it, else English."""
    spoken = os.environ.get("LC_ALL") or os.environ.get("LANG") or ""
    return "es" if spoken.startswith("es") else "en"
