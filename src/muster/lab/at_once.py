"""Many matches at once, spread over processes: how much more is played than by one process with one match.

Each process holds its share of the matches, gives each in turn a slice of so many answers, as a computer gives its
programs slices of time, and begins a match that is over anew.
As in `lab.benchmark` we count processor time: what others do on the machine hardly matters, but what the processes take
from each other (caches, memory, a core that is only half a core) does, for they all run at the same time.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from typing import TypeVar

import msgspec

from muster.kernel.dice import RandomDice
from muster.kernel.game import Game, setup_of
from muster.kernel.match import Match
from muster.kernel.sessions import new_match
from muster.kernel.setup import Prepared
from muster.lab.benchmark import is_compiled
from muster.lab.pool import spread
from muster.library import game_names, load_game

S = TypeVar("S")
WARM_UP = 10_000
"""Decisions before we count: what is worked out once for a table, such as lines of sight, comes first."""


SLICE = 32
"""Answers in one match before the next has its turn, so that what it needs is near the processor."""


class Together(msgspec.Struct):
    """The figures of one game."""

    game: str
    matches: int
    workers: int
    alone_per_s: int
    """Decisions a second of one process with one match."""
    together_per_s: int
    times: float


def slice_of_each(game: Game[S], prepared: Prepared[S], matches: list[Match[S]], rng: random.Random) -> int:
    """Play a slice of each match with random answers; those that are over begin anew. Returns how many answers."""
    for number in range(len(matches)):
        match = matches[number]
        for _ in range(SLICE):
            seat = min(match.pending)
            options = match.pending[seat].space.options()
            match.play(seat, options[int(rng.random() * len(options))])
            if match.over:
                match = matches[number] = begun(game, prepared, rng)
    return len(matches) * SLICE


def begun(game: Game[S], prepared: Prepared[S], rng: random.Random) -> Match[S]:
    return new_match(game, prepared, RandomDice(rng), listening=False)


def played(name: str, count: int, seconds: float, seed: int) -> float:
    """In a process: play so many matches at once for a while; returns decisions a second of processor time."""
    game = load_game(name)
    prepared = setup_of(game).prepare({})
    rng = random.Random(seed)
    matches = [begun(game, prepared, rng) for _ in range(count)]
    for _ in range(WARM_UP // count // SLICE):
        slice_of_each(game, prepared, matches, rng)
    decisions, started, ends = 0, time.process_time(), time.monotonic() + seconds
    while time.monotonic() < ends:
        decisions += slice_of_each(game, prepared, matches, rng)
    return decisions / (time.process_time() - started)


def measure(name: str, matches: int, workers: int, seconds: float) -> Together:
    """Play alone, then together, then alone again; the better of the two counts."""
    workers = min(workers, matches)
    shares = [matches // workers + (number < matches % workers) for number in range(workers)]
    alone = played(name, 1, seconds / 2, 1)
    together = sum(spread(played, [(name, share, seconds, seed) for seed, share in enumerate(shares)], workers))
    alone = max(alone, played(name, 1, seconds / 2, 1))
    return Together(name, matches, workers, round(alone), round(together), round(together / alone, 2))


def run(args: argparse.Namespace) -> int:
    """`muster bench --at-once`."""
    names = [args.game] if args.game else game_names()
    found = [measure(name, args.at_once, os.cpu_count() or 1, args.seconds) for name in names]
    if args.json:
        print(msgspec.json.encode({"compiled": is_compiled(), "games": found}).decode())
        return 0
    print("compiled" if is_compiled() else "plain")
    for one in found:
        print(
            f"{one.game}: {one.matches} matches at once on {one.workers} cores {one.together_per_s:,} decisions/s,"
            f" one alone {one.alone_per_s:,}: {one.times:.2f} times"
        )
    return 0
