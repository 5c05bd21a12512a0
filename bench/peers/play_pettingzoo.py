"""PettingZoo's classic games: random play through its interface, and deep copies, since it has no others."""

from __future__ import annotations

import copy

from measuring import row, tell
from pettingzoo.classic import chess_v6, connect_four_v3, tictactoe_v3

GAMES = {"connect_four_v3": connect_four_v3, "tictactoe_v3": tictactoe_v3, "chess_v6": chess_v6}


def play(env: object) -> int:
    env.reset()
    count = 0
    for agent in env.agent_iter():
        seen, _, over, cut, _ = env.last()
        if over or cut:
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(seen["action_mask"]))
            count += 1
    return count


def copies(env: object) -> int:
    env.reset()
    copy.deepcopy(env.unwrapped)
    return 1


def measured(name: str) -> dict[str, object]:
    env = GAMES[name].env()
    return row("pettingzoo", name, lambda: play(env), lambda: copies(env))


tell([measured(name) for name in GAMES])
