"""Watched matches: after every answer the invariants of the game must hold.

    PYTHONPATH=tests python -m games.watched deadzone --greedy 2000 --random 5000 --seed 7 --workers 2

Every match has a set-up of its own, drawn from everything a lobby offers. A game's invariants are in
`tests/games/<game>/invariants.py`: a `Watcher` that hears every event. The first breach of a match is reported with the
seed that makes the match again.
"""

from __future__ import annotations

import argparse
import importlib
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from muster.bots import chair_at, make_bot
from muster.kernel.dice import SeededDice
from muster.kernel.game import Game
from muster.kernel.match import Match
from muster.kernel.requests import Event
from muster.kernel.sessions import new_match
from muster.kernel.setup import Prepared
from muster.lab.pool import spread
from muster.lab.setups import drawn_setup
from muster.library import load_game

MOST_DECISIONS = 5_000
CHUNK = 10
"""Matches that a worker plays before it reports."""


class Watcher(Protocol):
    """The invariants of a game, for one match."""

    def breaches(self, events: Sequence[Event]) -> list[str]:
        """After every answer, with the events told since the last: what does not hold, a sentence each."""


def watcher_of(match: Match[Any], game: str) -> Watcher:
    watcher: Watcher = importlib.import_module(f"games.{game}.invariants").Watcher(match)
    return watcher


def watch(name: str, bot: str, seed: int) -> str:
    """Play one match; the first thing that does not hold, or nothing."""
    game = load_game(name)
    return watch_match(game, drawn_setup(game, random.Random(seed)), bot, seed)


def watch_match(game: Game[Any], options: Prepared[Any], bot: str, seed: int) -> str:
    """The same for a match that is set up already."""
    match = new_match(game, options, SeededDice(seed))
    bots = {seat: make_bot(bot, random.Random(f"{seed}/{seat}")) for seat in options.players}
    watcher, conserved = watcher_of(match, game.name), game.testing.conserved(match.state)
    heard = 0
    for number in range(MOST_DECISIONS):
        broken = watcher.breaches(match.table.events[heard:])
        heard = len(match.table.events)
        if game.testing.conserved(match.state) != conserved:
            broken.append(f"{conserved} became {game.testing.conserved(match.state)}")
        if broken:
            return f"after decision {number} ({match.record[-1].key if match.record else 'none'}): {broken[0]}"
        if match.over:
            return "" if match.result is not None else "it is over without a result"
        seat = min(match.pending)
        match.play(seat, bots[seat].choose(chair_at(match, seat)))
    return f"it is not over after {MOST_DECISIONS} decisions"


def watch_several(name: str, bot: str, seeds: Sequence[int]) -> list[str]:
    """What does not hold in these matches. A rule that breaks down is a breach like any other."""
    found = []
    for seed in seeds:
        try:
            broken = watch(name, bot, seed)
        except Exception as error:  # every defect must be told, whatever it is
            broken = f"{type(error).__name__}: {error}"
        if broken:
            found.append(f"{bot} {seed}: {broken}")
    return found


def parts(name: str, counts: dict[str, int], seed: int) -> Iterator[tuple[str, str, range]]:
    for bot, count in counts.items():
        for first in range(seed, seed + count, CHUNK):
            yield name, bot, range(first, min(first + CHUNK, seed + count))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--greedy", type=int, default=20, help="matches of greedy bots (20)")
    parser.add_argument("--random", type=int, default=50, help="matches of random bots (50)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first match (1)")
    parser.add_argument("--workers", type=int, default=1, help="how many at a time (1)")
    told = parser.parse_args()
    began, breaches = time.monotonic(), Counter[str]()
    work = list(parts(told.game, {"greedy": told.greedy, "random": told.random}, told.seed))
    for found in spread(watch_several, work, told.workers):
        for breach in found:
            breaches[breach.partition(" ")[0]] += 1
            print(breach, flush=True)
    spent = round(time.monotonic() - began)
    played = f"{told.greedy} greedy and {told.random} random matches in {spent} s"
    print(f"{told.game}: {played}; breaches: {dict(breaches) or 'none'}")
    sys.exit(1 if breaches else 0)


if __name__ == "__main__":
    main()
