"""Iterations a second of mctspy, a tree search in pure Python without hidden information, at its own game.

Runs where `mctspy` is installed and prints a list of rows as JSON; `bench/peers_search.py` starts it.
"""

from __future__ import annotations

import json
import random
import statistics
import time
from importlib.metadata import version

import numpy as np
from mctspy.games.examples.tictactoe import TicTacToeGameState
from mctspy.tree.nodes import TwoPlayersGameMonteCarloTreeSearchNode
from mctspy.tree.search import MonteCarloTreeSearch

SIZE = 3
MOVES = (0, 1, 2, 3)
ITERATIONS = 250
ROUNDS = 3


def position(moves: int) -> TicTacToeGameState:
    rng = random.Random(moves)
    state = TicTacToeGameState(state=np.zeros((SIZE, SIZE)), next_to_move=1)
    for _ in range(moves):
        state = state.move(rng.choice(state.get_legal_actions()))
    return state


def rate(state: TicTacToeGameState) -> float:
    best = 0.0
    for _ in range(ROUNDS):
        search = MonteCarloTreeSearch(TwoPlayersGameMonteCarloTreeSearchNode(state=state))
        began = time.process_time()
        search.best_action(simulations_number=ITERATIONS)
        best = max(best, ITERATIONS / (time.process_time() - began))
    return best


def main() -> None:
    np.random.seed(1)
    rates = [rate(position(moves)) for moves in MOVES]
    row = {
        "program": f"mctspy {version('mctspy')}",
        "language": "Python, numpy",
        "game": "tic-tac-toe (nothing hidden)",
        "iteration": "tree, random play to the end",
        "usual": statistics.median(rates),
        "slowest": min(rates),
        "fastest": max(rates),
    }
    print(json.dumps([row]))


if __name__ == "__main__":
    main()
