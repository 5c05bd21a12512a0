"""The speed of a search: its iterations a second at the usual decision of a game, and what an iteration is spent on.

The positions come from matches of the greedy bot at fixed seeds, spread over the whole match. Each is thought about
from scratch for so many iterations, as a bot would, and the best of some rounds counts; a game's figure is the median
of its positions. What the time goes into is told by another run, with a stopwatch in the game's own functions: it is
slower, so only the shares are taken from it.
"""

from __future__ import annotations

import argparse
import platform
import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec

from muster.bots import Chair, chair_at
from muster.bots.search import Search
from muster.kernel.chances import chances_for
from muster.kernel.dice import SeededDice
from muster.kernel.errors import GameError
from muster.kernel.game import Game, setup_of, thinking_of
from muster.kernel.match import Entry, Match
from muster.kernel.requests import Seat
from muster.kernel.sessions import new_match
from muster.kernel.setup import Prepared
from muster.lab.benchmark import best, is_compiled, reference_loop
from muster.lab.simulate import seated
from muster.lab.stopwatch import PHASES, Stopwatch, watched, watched_fork
from muster.library import game_names, load_chances, load_game, load_policy

S = TypeVar("S")

SEEDS = (1, 2, 3)
PLACES = (1 / 8, 3 / 8, 5 / 8, 7 / 8)
"""Where in a match positions are taken, from its beginning to its end."""
ITERATIONS = 250
"""So long each position is thought about: longer than the level `normal` thinks, and shorter than `hard`."""


@dataclass(frozen=True, slots=True)
class Position(Generic[S]):
    """A decision in a match: what was said before it, and who is asked."""

    prepared: Prepared[S]
    seed: int
    known: Sequence[Entry]
    seat: Seat

    def chair(self, game: Game[S]) -> Chair[S]:
        """The chair of the seat that is asked."""
        dice = SeededDice(self.seed)
        return chair_at(Match(game, self.prepared.new(), dice, listening=False, known=self.known), self.seat)


class Thought(msgspec.Struct, frozen=True):
    """How fast a game is thought about, on one core. The shares of an iteration's time are named in `stopwatch`."""

    game: str
    positions: int
    options: int
    iterations_per_s: int
    slowest: int
    fastest: int
    iteration_us: float
    shares: dict[str, float]


class Report(msgspec.Struct, frozen=True):
    compiled: bool
    python: str
    machine: str
    reference_loops_per_s: int
    games: list[Thought]
    missing: list[str]


def positions(game: Game[S]) -> list[Position[S]]:
    """Decisions from matches of the greedy bot, a few of each match. Only those with something to think about count."""
    prepared = setup_of(game).prepare({})
    found: list[Position[S]] = []
    for seed in SEEDS:
        match = new_match(game, prepared, SeededDice(seed), listening=False)
        bots = seated(prepared, ["greedy"] * len(prepared.players), seed)
        asked: list[tuple[int, Seat]] = []
        while match.pending:
            seat = min(match.pending)
            chair = chair_at(match, seat)
            if not chair.small and len(chair.options) > 1:
                asked.append((len(match.record), seat))
            match.play(seat, bots[seat].choose(chair))
        taken = [asked[int(place * len(asked))] for place in PLACES] if asked else []
        found += [Position(prepared, seed, match.record[:length], seat) for length, seat in taken]
    if not found:
        raise GameError(f"{game.name} has nothing to think about: there is never more than one option")
    return found


def think(chair: Chair[S]) -> Search[S]:
    """Think about a decision from scratch, as a bot would, and the same way each time."""
    name = chair.game.name
    chances = chances_for(load_chances(name), chair.seats)
    search = Search(chair, chances, random.Random(1), policy=load_policy(name))
    while search.iterations < ITERATIONS:
        search.iterate()
    return search


def measure(name: str, seconds: float) -> Thought:
    """Think about all positions, again and again for so long (but once at least); then once more with the stopwatch."""
    game = load_game(name)
    thinking_of(game)
    found = positions(game)
    rates = [0.0] * len(found)
    ends = time.process_time() + seconds
    while not rates[-1] or time.process_time() < ends:
        for place, position in enumerate(found):
            chair = position.chair(game)
            began = time.process_time()
            search = think(chair)
            rates[place] = max(rates[place], search.iterations / (time.process_time() - began))
    usual = statistics.median(rates)
    return Thought(
        game=name,
        positions=len(found),
        options=round(statistics.median(len(position.chair(game).options) for position in found)),
        iterations_per_s=round(usual),
        slowest=round(min(rates)),
        fastest=round(max(rates)),
        iteration_us=round(1e6 / usual, 1),
        shares=breakdown(game, found),
    )


def breakdown(game: Game[S], found: Sequence[Position[S]]) -> dict[str, float]:
    """The share of each phase in the time of an iteration, over all positions alike."""
    sums = dict.fromkeys(PHASES, 0.0)
    for position in found:
        watch = Stopwatch()
        chair = position.chair(watched(game, watch))
        chair.fork = watched_fork(chair.fork, watch)
        watch.reset()
        think(chair)
        spent = watch.spent()
        whole = sum(spent.values())
        for phase in PHASES:
            sums[phase] += spent[phase] / whole / len(found)
    return {phase: round(share, 3) for phase, share in sums.items()}


def report(seconds: float, names: Sequence[str]) -> Report:
    """The figures of these games, and what keeps others from being thought about."""
    loops, _ = best(reference_loop, min(seconds, 1.0))
    games, missing = [], []
    for name in names:
        try:
            games.append(measure(name, seconds))
        except GameError as error:
            missing.append(str(error))
    python, machine = platform.python_version(), platform.machine()
    return Report(is_compiled(), python, machine, round(loops), games, missing)


def run(args: argparse.Namespace) -> int:
    """`muster bench search`: status 1 if the one game that was asked for cannot be thought about."""
    found = report(args.seconds, [args.game] if args.game else game_names())
    if not found.games:
        raise GameError("; ".join(found.missing))
    if args.json:
        print(msgspec.json.encode(found).decode())
        return 0
    kind = "compiled" if found.compiled else "plain"
    print(f"{kind}, Python {found.python} on {found.machine}, one core, {ITERATIONS} iterations a decision")
    print(f"reference: {found.reference_loops_per_s:,} loops/s")
    for thought in found.games:
        print(f"\n{thought.game}: {thought.positions} positions, usually with {thought.options} options")
        between = f"{thought.slowest:,} to {thought.fastest:,}"
        print(f"  iterations/s  {thought.iterations_per_s:>7,}  ({between}; {thought.iteration_us:,} µs each)")
        for phase, share in thought.shares.items():
            print(f"  {phase:<24} {share:>4.0%}  {share * thought.iteration_us:>8,.0f} µs")
    for sentence in found.missing:
        print(f"\n{sentence}")
    return 0
