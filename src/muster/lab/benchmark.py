"""Benchmarks: how fast a game is played, copied and forked on one core, beside a reference loop timed in the same
run.

We count processor time, so that other work on the machine hardly matters. Shared machines are noisy all the same, so
every figure is the best of several rounds and comes with the reference, and times stay out of the tests.
`bench/` keeps recorded results.
"""

from __future__ import annotations

import argparse
import platform
import random
import time
from collections.abc import Callable
from typing import TypeVar

import msgspec

import muster.kernel.match
from muster.kernel.dice import RandomDice
from muster.kernel.game import Game, setup_of
from muster.kernel.sessions import new_match
from muster.kernel.setup import Prepared
from muster.library import game_names, load_game

S = TypeVar("S")
ROUNDS = 5


class Figures(msgspec.Struct):
    """The figures of one game. Forks are measured at every decision of random matches."""

    game: str
    decisions_per_s: int
    decisions_per_s_without_record: int
    games_per_s: float
    decisions_per_game: float
    listing_share: float
    copies_per_s: int
    forks_per_s: int
    fork_us: float


class Report(msgspec.Struct):
    compiled: bool
    python: str
    machine: str
    reference_loops_per_s: int
    games: list[Figures]


def is_compiled() -> bool:
    """Whether the hot modules were built with mypyc."""
    return not (muster.kernel.match.__file__ or "").endswith(".py")


def random_match(game: Game[S], prepared: Prepared[S], rng: random.Random, remember: bool) -> int:
    """Play one match with random answers; returns the number of decisions."""
    match = new_match(game, prepared, RandomDice(rng), remember=remember, listening=False)
    return match.play_at_random(rng.random)


def timed(work: Callable[[], int], seconds: float) -> tuple[int, int, float]:
    """Repeat `work` for a while; returns how often, the sum of its results, and the processor time it took."""
    times = total = 0
    started = time.process_time()
    while (elapsed := time.process_time() - started) < seconds:
        total += work()
        times += 1
    return times, total, elapsed


def best(work: Callable[[], int], seconds: float) -> tuple[float, float]:
    """The best of some rounds: results and repetitions per second."""
    rounds = [timed(work, seconds / ROUNDS) for _ in range(ROUNDS)]
    return max(total / elapsed for _, total, elapsed in rounds), max(times / elapsed for times, _, elapsed in rounds)


def reference_loop() -> int:
    """A fixed piece of plain Python, to compare machines and moments."""
    total = 0
    for number in range(10_000):
        total += number % 7
    return 10_000


def measure(name: str, seconds: float) -> Figures:
    game = load_game(name)
    prepared = setup_of(game).prepare({})
    rng = random.Random(1)
    decisions, games = best(lambda: random_match(game, prepared, rng, True), seconds)
    unrecorded, _ = best(lambda: random_match(game, prepared, rng, False), seconds)
    copies, forks, listing = copy_and_fork(game, prepared, rng, seconds)
    return Figures(
        game=name,
        decisions_per_s=round(decisions),
        decisions_per_s_without_record=round(unrecorded),
        games_per_s=round(games, 1),
        decisions_per_game=round(decisions / games, 1),
        listing_share=round(listing * decisions, 3),
        copies_per_s=round(copies),
        forks_per_s=round(forks),
        fork_us=round(1e6 / forks, 2),
    )


def copy_and_fork(
    game: Game[S], prepared: Prepared[S], rng: random.Random, seconds: float
) -> tuple[float, float, float]:
    """Copies and forks per second, and the seconds one listing takes, over every decision of random matches."""
    spent_copying = spent_forking = spent_listing = 0.0
    count = 0
    clock = time.process_time
    ends = clock() + seconds
    while clock() < ends:
        match = new_match(game, prepared, RandomDice(rng), listening=False)
        while match.pending:
            seat = min(match.pending)
            start = clock()
            options = match.pending[seat].space.options()
            listed = clock()
            game.rules.copy(match.state)
            copied = clock()
            match.fork(seat, rng)
            forked = clock()
            spent_listing += listed - start
            spent_copying += copied - listed
            spent_forking += forked - copied
            count += 1
            match.play(seat, options[int(rng.random() * len(options))])
    return count / spent_copying, count / spent_forking, spent_listing / count


def report(seconds: float, names: list[str]) -> Report:
    loops, _ = best(reference_loop, min(seconds, 1.0))
    return Report(
        compiled=is_compiled(),
        python=platform.python_version(),
        machine=platform.machine(),
        reference_loops_per_s=round(loops),
        games=[measure(name, seconds) for name in names],
    )


def run(args: argparse.Namespace) -> int:
    """`muster bench`."""
    names = [args.game] if args.game else game_names()
    found = report(args.seconds, names)
    if args.json:
        print(msgspec.json.encode(found).decode())
        return 0
    kind = "compiled" if found.compiled else "plain"
    print(f"{kind}, Python {found.python} on {found.machine}, one core")
    print(f"reference: {found.reference_loops_per_s:,} loops/s")
    for figures in found.games:
        print(f"\n{figures.game}")
        unrecorded = f"without a record {figures.decisions_per_s_without_record:,}"
        print(f"  decisions/s  {figures.decisions_per_s:>9,}  ({unrecorded})")
        print(f"  games/s      {figures.games_per_s:>9,}  ({figures.decisions_per_game} decisions each)")
        print(f"  copies/s     {figures.copies_per_s:>9,}")
        print(f"  forks/s      {figures.forks_per_s:>9,}  ({figures.fork_us} µs each)")
        print(f"  listing the options takes {100 * figures.listing_share:.0f}% of the time")
    return 0
