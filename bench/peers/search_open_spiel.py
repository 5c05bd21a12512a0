"""Iterations a second of OpenSpiel's IS-MCTS, the bot in C++ and the one in Python, at games of its own.

Runs where `open_spiel` is installed and prints a list of rows as JSON; `bench/peers_search.py` starts it.
"""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Callable
from importlib.metadata import version

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

GAMES = ("leduc_poker", "hearts", "gin_rummy")
SEEDS = (1, 2, 3)
PLACES = (1 / 8, 3 / 8, 5 / 8, 7 / 8)
ITERATIONS = 250
ROUNDS = 2
ROLLOUTS = 1
COURAGE = 2.0


def positions(game: pyspiel.Game) -> list[pyspiel.State]:
    """Decisions with more than one option from random matches, spread over the whole match."""
    found = []
    for seed in SEEDS:
        rng, state, asked = random.Random(seed), game.new_initial_state(), []
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
                continue
            options = state.legal_actions()
            if len(options) > 1:
                asked.append(state.clone())
            state.apply_action(rng.choice(options))
        found += [asked[int(place * len(asked))] for place in PLACES]
    return found


def in_cpp(game: pyspiel.Game) -> pyspiel.Bot:
    return pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1), COURAGE, ITERATIONS)


def in_python(game: pyspiel.Game) -> pyspiel.Bot:
    evaluator = mcts.RandomRolloutEvaluator(ROLLOUTS, np.random.RandomState(1))
    return ismcts.ISMCTSBot(
        game=game,
        evaluator=evaluator,
        uct_c=COURAGE,
        max_simulations=ITERATIONS,
        random_state=np.random.RandomState(1),
    )


def rate(make: Callable[[pyspiel.Game], pyspiel.Bot], game: pyspiel.Game, state: pyspiel.State) -> float:
    """Iterations a second at a position, the best of some rounds."""
    best = 0.0
    for _ in range(ROUNDS):
        bot, at = make(game), state.clone()
        began = time.process_time()
        bot.step(at)
        best = max(best, ITERATIONS / (time.process_time() - began))
    return best


def main() -> None:
    rows = []
    for name in GAMES:
        game = pyspiel.load_game(name)
        found = positions(game)
        for language, make in (("C++", in_cpp), ("Python, game in C++", in_python)):
            rates = [rate(make, game, state) for state in found]
            rows.append(
                {
                    "program": f"OpenSpiel {version('open_spiel')}",
                    "language": language,
                    "game": name,
                    "iteration": "redraw, tree, random play to the end",
                    "usual": statistics.median(rates),
                    "slowest": min(rates),
                    "fastest": max(rates),
                }
            )
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
