"""OpenSpiel driven from Python: random play and clones, games in C++ and one in Python."""

from __future__ import annotations

import random

import pyspiel
from measuring import row, tell
from open_spiel.python import games  # noqa: F401  (registers the games in Python)

GAMES = ("backgammon", "chess", "leduc_poker", "python_tic_tac_toe")
rng = random.Random(1)


def advance(state: pyspiel.State) -> int:
    """One answer at random, of chance or of a player; returns whether it was a player's."""
    if state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, chances)[0])
        return 0
    state.apply_action(rng.choice(state.legal_actions()))
    return 1


def play(game: pyspiel.Game) -> int:
    state, count = game.new_initial_state(), 0
    while not state.is_terminal():
        count += advance(state)
    return count


def copier(game: pyspiel.Game) -> pyspiel.State:
    state = game.new_initial_state()
    for _ in range(6):
        if not state.is_terminal():
            advance(state)
    return state


def copies(state: pyspiel.State) -> int:
    for _ in range(100):
        state.clone()
    return 100


def measured(name: str) -> dict[str, object]:
    game = pyspiel.load_game(name)
    state = copier(game)
    return row("open_spiel", name, lambda: play(game), lambda: copies(state))


tell([measured(name) for name in GAMES])
