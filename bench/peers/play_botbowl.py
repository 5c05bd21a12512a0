"""botbowl: Blood Bowl at random through its Gym environment's game, and deep copies."""

from __future__ import annotations

import copy
import random

import botbowl
from measuring import row, tell

rng = random.Random(1)


def begun() -> botbowl.Game:
    config = botbowl.load_config("gym-3")
    ruleset = botbowl.load_rule_set(config.ruleset)
    home, away = (botbowl.load_team_by_filename("human", ruleset) for _ in range(2))
    agents = botbowl.Agent("A", human=True), botbowl.Agent("B", human=True)
    game = botbowl.Game("1", home, away, *agents, config, arena=botbowl.load_arena(config.arena), ruleset=ruleset)
    game.init()
    return game


def advance(game: botbowl.Game) -> None:
    choice = rng.choice(game.get_available_actions())
    position = rng.choice(choice.positions) if choice.positions else None
    player = rng.choice(choice.players) if choice.players else None
    game.step(botbowl.Action(choice.action_type, position=position, player=player))


def play() -> int:
    game, count = begun(), 0
    while not game.state.game_over:
        advance(game)
        count += 1
    return count


def copies(game: botbowl.Game) -> int:
    copy.deepcopy(game)
    return 1


middle = begun()
tell([row("botbowl", "Blood Bowl, three a side", play, lambda: copies(middle))])
