"""RLCard: random play through its environments, and deep copies of its games."""

from __future__ import annotations

import copy
import random

import rlcard
from measuring import row, tell

GAMES = ("leduc-holdem", "no-limit-holdem", "gin-rummy", "uno")
rng = random.Random(1)


def play(env: object) -> int:
    state, _ = env.reset()
    count = 0
    while not env.is_over():
        state, _ = env.step(rng.choice(list(state["legal_actions"])))
        count += 1
    return count


def copies(env: object) -> int:
    copy.deepcopy(env.game)
    return 1


def measured(name: str) -> dict[str, object]:
    env, middle = rlcard.make(name), rlcard.make(name)
    middle.reset()
    return row("rlcard", name, lambda: play(env), lambda: copies(middle))


tell([measured(name) for name in GAMES])
