"""Bots: players that are no people. They see what their seat may know and nothing else.

`random` plays any legal option; `greedy` looks one step ahead over redrawn secrets, by the game's own evaluation; the
levels from `novice` to `merciless`, and `search:400` or `search:1s`, search a tree of answers within their budget. Bots
of others are found by their entry points.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from muster import others
from muster.bots.at_random import RandomBot
from muster.bots.chair import Bot, Chair, chair_at
from muster.bots.command import COMMAND, CommandBot, PlayerError
from muster.bots.greedy import GreedyBot
from muster.bots.search import LEVELS, SearchBot, bot_of, read_budget
from muster.kernel.errors import GameError

SEARCH = "search:"
"""Before a budget: `search:400` thinks for so many iterations about a decision, `search:1s` for so long."""

OWN_BOTS: dict[str, Callable[[random.Random], Bot]] = {
    **{level: partial(bot_of, level) for level in LEVELS},
    "random": RandomBot,
    "greedy": GreedyBot,
}


def bot_names() -> list[str]:
    """The bots that can sit down, by name: ours, then those of others."""
    return [*OWN_BOTS, *sorted(others.brought(others.BOTS).keys() - OWN_BOTS.keys())]


def make_bot(name: str, rng: random.Random) -> Bot:
    """A bot by its name, with the generator for all its own chance."""
    if name in OWN_BOTS:
        return OWN_BOTS[name](rng)
    if name.startswith(SEARCH):
        return SearchBot(rng, read_budget(name.removeprefix(SEARCH)))
    if name not in bot_names():
        raise GameError(f"there is no bot {name!r}; there are {', '.join(bot_names())}, and {SEARCH}400 or {SEARCH}1s")
    make = others.maker(others.BOTS, name)
    try:
        made: Bot = make(rng)
    except Exception as error:
        raise others.broken(others.BOTS, name, error) from error
    return made


def make_player(name: str, rng: random.Random) -> Bot:
    """A bot, or with `command:./my_player` a program of yours. Only where the person at the keyboard says who plays: a
    journal or a guest of a server never starts a program.
    """
    return CommandBot(name) if name.startswith(COMMAND) else make_bot(name, rng)


def is_repeatable(name: str) -> bool:
    """Whether a bot of this name gives the same answers again from the same generator: nothing in it looks at a clock.

    >>> [is_repeatable(name) for name in ("greedy", "search:400", "search:1s", "hard")]
    [True, True, False, False]
    """
    if name.startswith(SEARCH):
        budget = read_budget(name.removeprefix(SEARCH))
        return not budget.seconds and budget.cores == 1
    return name in ("random", "greedy")


__all__ = [
    "COMMAND",
    "SEARCH",
    "Bot",
    "Chair",
    "CommandBot",
    "GreedyBot",
    "PlayerError",
    "RandomBot",
    "SearchBot",
    "bot_names",
    "chair_at",
    "is_repeatable",
    "make_bot",
    "make_player",
]
