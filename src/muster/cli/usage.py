"""Errors in the command line itself."""

from __future__ import annotations

import argparse

from muster.kernel.errors import GameError
from muster.library import game_names


class UsageError(GameError):
    """The command line itself is wrong: exit status 2."""


def check_game(args: argparse.Namespace) -> None:
    """Refuse a game that is not in the library, for every command that takes one."""
    game = getattr(args, "game", None)
    if game is not None and game not in game_names():
        raise UsageError(f"there is no game {game!r}; there are {', '.join(game_names())}")
