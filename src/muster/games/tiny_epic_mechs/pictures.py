"""The table as text: the arena, the players, the market."""

from __future__ import annotations

from muster.games.tiny_epic_mechs.views import TableView
from muster.kernel.words import Words


def picture(view: TableView, words: Words) -> str:
    return str(view.round)
