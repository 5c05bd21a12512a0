"""python-chess: random play with all legal moves listed, and copies of the board with its moves."""

from __future__ import annotations

import random

import chess
from measuring import row, tell

rng = random.Random(1)


def play() -> int:
    board, count = chess.Board(), 0
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
        count += 1
    return count


def copies(board: chess.Board) -> int:
    for _ in range(100):
        board.copy()
    return 100


middle = chess.Board()
for _ in range(40):
    if not middle.is_game_over():
        middle.push(rng.choice(list(middle.legal_moves)))
tell([row("chess", "chess", play, lambda: copies(middle))])
