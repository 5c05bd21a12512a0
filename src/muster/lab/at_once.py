"""Many matches at once, spread over processes: how much more is played than by one process with one match.

Each process holds its share of the matches, gives each in turn a slice of so many answers, as a computer gives its
programs slices of time, and begins a match that is over anew. What is lost has two causes, and they are told apart:
matches that share a core push each other out of its caches, and cores may take memory from each other.

As in `lab.benchmark` we count processor time. The same processes play alone and together in turn, all equally warm, and
what counts is the middle of some rounds, so that other work on the machine hardly matters.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier

import msgspec

from muster.kernel.dice import RandomDice
from muster.kernel.errors import GameError
from muster.kernel.game import setup_of
from muster.kernel.match import Match
from muster.kernel.sessions import new_match
from muster.lab.benchmark import is_compiled
from muster.library import game_names, load_game
from muster.processes import clean_context, leave_together

SLICE = 512
"""Answers in one match before the next has its turn: some milliseconds, as an operating system does it."""
ROUNDS = 8
PATIENCE = 60.0
"""Seconds until somebody who does not come to the next round is given up."""
UNDISTURBED = 0.9
ALONE, APART, TOGETHER = range(3)
"""What a process plays: one match while the others rest, its share while the others rest, its share beside them."""


class Together(msgspec.Struct):
    """The figures of one game."""

    game: str
    matches: int
    workers: int
    slice: int
    alone_per_s: int
    """Decisions a second of one process with one match."""
    apart_per_s: int
    """Those of one process with its share of the matches, while the others rest."""
    together_per_s: int
    times: float
    """Together beside alone."""
    cores: float
    """Together beside apart: what is left of so many cores."""
    had: float
    """The share of the time in which a process that played had a core."""


class Tables:
    """Some matches that are played in turn, and begin anew when they are over."""

    def __init__(self, name: str, count: int, length: int, seed: int) -> None:
        self._game = load_game(name)
        self._prepared = setup_of(self._game).prepare({})
        self._rng = random.Random(seed)
        self._length = length
        self._matches = [self._begun() for _ in range(count)]

    def _begun(self) -> Match[object]:
        return new_match(self._game, self._prepared, RandomDice(self._rng), listening=False)

    def play_a_slice_of_each(self) -> int:
        """Returns how many answers that were."""
        draw = self._rng.random
        for number, match in enumerate(self._matches):
            for _ in range(self._length):
                seat = min(match.pending)
                options = match.pending[seat].space.options()
                match.play(seat, options[int(draw() * len(options))])
                if match.over:
                    match = self._matches[number] = self._begun()
        return len(self._matches) * self._length

    def play(self, seconds: float) -> tuple[float, float]:
        """Play for a while; returns decisions a second of processor time, and which share of the time we had."""
        decisions, busy, began = 0, time.process_time(), time.monotonic()
        while time.monotonic() < began + seconds:
            decisions += self.play_a_slice_of_each()
        busy = time.process_time() - busy
        return decisions / busy, min(1.0, busy / (time.monotonic() - began))


def take_part(
    name: str, place: int, shares: list[int], length: int, seconds: float, meet: Barrier, mouth: Connection
) -> None:
    """In a process: play alone, apart and together with the others, round by round, and tell how it went."""
    leave_together()
    one, share = Tables(name, 1, length, place), Tables(name, shares[place], length, place)
    one.play(seconds / 3)  # what is worked out once, such as lines of sight, comes first
    share.play(seconds)
    for turn in range(ROUNDS):
        for kind in (ALONE, APART, TOGETHER):
            meet.wait(PATIENCE + seconds)
            if kind == TOGETHER or turn % len(shares) == place:
                mouth.send((kind, turn, *(one if kind == ALONE else share).play(seconds / ROUNDS)))
    mouth.send(None)


def measure(name: str, matches: int, workers: int, seconds: float, length: int = SLICE) -> Together:
    """Let the processes play, and put together what they tell."""
    workers = min(workers, matches)
    shares = [matches // workers + (number < matches % workers) for number in range(workers)]
    context = clean_context("muster.lab.at_once")
    meet = context.Barrier(workers)
    rates = {kind: [0.0] * ROUNDS for kind in (ALONE, APART, TOGETHER)}
    had, ears = [], []
    for place in range(workers):
        ear, mouth = context.Pipe(duplex=False)
        ears.append(ear)
        asked = (name, place, shares, length, seconds, meet, mouth)
        context.Process(target=take_part, args=asked, daemon=True).start()
        mouth.close()
    for ear in ears:
        for kind, turn, rate, share in heard(ear):
            rates[kind][turn] += rate
            had.append(share)
    alone, apart, together = rates[ALONE], rates[APART], rates[TOGETHER]
    return Together(
        game=name,
        matches=matches,
        workers=workers,
        slice=length,
        alone_per_s=round(statistics.median(alone)),
        apart_per_s=round(statistics.median(apart)),
        together_per_s=round(statistics.median(together)),
        times=round(middle_ratio(together, alone), 2),
        cores=round(middle_ratio(together, apart), 2),
        had=round(statistics.mean(had), 2),
    )


def heard(ear: Connection) -> Iterator[tuple[int, int, float, float]]:
    """What a process tells, to its last word."""
    try:
        while (said := ear.recv()) is not None:
            yield said
    except EOFError:
        raise GameError("a process that took part died, perhaps for want of memory") from None


def middle_ratio(some: Sequence[float], others: Sequence[float]) -> float:
    """The middle one of what each round says."""
    return statistics.median(one / other for one, other in zip(some, others, strict=True))


def run(args: argparse.Namespace) -> int:
    """`muster bench --at-once`."""
    names = [args.game] if args.game else game_names()
    found = [measure(name, args.at_once, os.cpu_count() or 1, args.seconds, args.slice) for name in names]
    if args.json:
        print(msgspec.json.encode({"compiled": is_compiled(), "games": found}).decode())
        return 0
    print("compiled" if is_compiled() else "plain")
    for one in found:
        print(
            f"{one.game}: {one.matches} matches at once on {one.workers} cores {one.together_per_s:,} decisions/s,"
            f" one alone {one.alone_per_s:,}: {one.times:.2f} times. A core with its share of the matches plays"
            f" {one.apart_per_s:,}, and all of them together {one.cores:.2f} times that."
        )
        if one.had < UNDISTURBED:
            print(f"  Others wanted the cores as well: we had {one.had:.0%} of them.")
    return 0
