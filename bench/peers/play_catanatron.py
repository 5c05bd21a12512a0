"""Catanatron: Settlers of Catan with four random players, and its copies."""

from __future__ import annotations

from catanatron import Color, Game, RandomPlayer
from measuring import row, tell

COLOURS = (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)


def begun() -> Game:
    return Game([RandomPlayer(colour) for colour in COLOURS])


def play() -> int:
    game, count = begun(), 0
    while game.winning_color() is None and count < 20_000:
        game.play_tick()
        count += 1
    return count


def copies(game: Game) -> int:
    for _ in range(10):
        game.copy()
    return 10


middle = begun()
for _ in range(60):
    middle.play_tick()
tell([row("catanatron", "catan", play, lambda: copies(middle))])
