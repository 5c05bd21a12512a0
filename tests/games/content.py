"""The cards of a game as its rules use them, for tests that look at one."""

from __future__ import annotations

from typing import Any

from muster.kernel.game import Game, setup_of


def content_of(game: Game[Any]) -> Any:
    return setup_of(game).prepare({}).new().content
