"""Simulation: many matches between bots, on all cores, the same from the same seed however many workers there are.

Every match has a seed of its own, made from the seed of the run and its number; workers take chunks of numbers and
return tallies, which add up in any order. The same chunks run in a local process pool or on a Ray cluster.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from muster.arguments import add_json, add_packs, add_setup, state_directory
from muster.bots import Bot, chair_at, make_bot
from muster.kernel.defects import what_broke
from muster.kernel.dice import SeededDice
from muster.kernel.errors import GameError
from muster.kernel.game import Game, setup_of
from muster.kernel.journal import LETTERS
from muster.kernel.match import Match
from muster.kernel.requests import Seat
from muster.kernel.sessions import journal_text, new_match
from muster.kernel.setup import Prepared
from muster.lab.pool import CLUSTERS, spread
from muster.library import load_game

S = TypeVar("S")

CHUNKS_LEFT = 8
"""So many chunks are left for each worker as long as there are more matches than that."""
MOST_FAILURES = 5
"""Name at most so many failed matches."""


class Job(msgspec.Struct, frozen=True):
    """A simulation to run: everything a worker needs to know."""

    game: str
    seats: tuple[str, ...]
    seed: int
    packs: tuple[str, ...] = ()
    options: dict[str, Any] = {}


class Failure(msgspec.Struct, frozen=True, order=True):
    """A match that could not be played to its end: its number, the error, and its journal up to there."""

    number: int
    sentence: str
    journal: str = ""


class Tally(msgspec.Struct):
    """The results of some matches. Tallies add up, in any order."""

    games: int = 0
    decisions: int = 0
    errors: int = 0
    shared: int = 0
    wins: list[int] = []
    points: list[int] = []
    failures: list[Failure] = []

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.errors += other.errors
        self.shared += other.shared
        self.wins = [mine + theirs for mine, theirs in zip(self.wins, other.wins, strict=True)]
        self.points = [mine + theirs for mine, theirs in zip(self.points, other.points, strict=True)]
        self.failures = sorted([*self.failures, *other.failures])[:MOST_FAILURES]


def seed_of(job: Job, number: int) -> int:
    """The seed of one match of the run."""
    return int.from_bytes(hashlib.blake2b(f"{job.seed}/{number}".encode(), digest_size=6).digest(), "big")


def open_game(job: Job) -> tuple[Game[object], Prepared[object]]:
    """The game of a job, prepared as it says; checks that the seats fit."""
    game = load_game(job.game, [Path(pack) for pack in job.packs])
    prepare = setup_of(game).prepare
    prepared = prepare(job.options)
    if len(prepared.players) != len(job.seats):
        prepared = prepare({"players": len(job.seats), **job.options})
    if len(prepared.players) != len(job.seats):
        raise GameError(f"{job.game} with these options has {len(prepared.players)} seats, not {len(job.seats)}")
    for name in job.seats:
        make_bot(name, random.Random(0))
    return game, prepared


def play_match(
    job: Job, game: Game[S], prepared: Prepared[S], number: int, listening: bool = False
) -> tuple[Match[S], int]:
    """Play one match of the run to its end; returns it with the number of decisions."""
    match = new_match(game, prepared, SeededDice(seed_of(job, number)), listening=listening)
    return match, play_out(job, prepared, number, match)


def play_out(job: Job, prepared: Prepared[S], number: int, match: Match[S]) -> int:
    """Let the bots of the job play a match to its end; returns the number of decisions."""
    bots = seated(prepared, job.seats, seed_of(job, number))
    decisions = 0
    while match.pending:
        seat = min(match.pending)
        match.play(seat, bots[seat].choose(chair_at(match, seat)))
        decisions += 1
    return decisions


def seated(prepared: Prepared[S], names: Sequence[str], seed: int) -> dict[Seat, Bot]:
    """Let these bots sit down, each with chance of its own."""
    return {
        seat: make_bot(name, random.Random(f"{seed}/{seat}"))
        for seat, name in zip(prepared.players, names, strict=True)
    }


def play_chunk(job: Job, first: int, last: int) -> Tally:
    """Play the matches from number `first` up to, not including, `last`. A match that raises is counted, not hidden."""
    game, prepared = open_game(job)
    seats = prepared.seats
    tally = Tally(wins=[0] * seats, points=[0] * seats)
    for number in range(first, last):
        tally.games += 1
        match: Match[object] | None = None
        try:
            match = new_match(game, prepared, SeededDice(seed_of(job, number)), listening=False)
            decisions = play_out(job, prepared, number, match)
        except Exception as error:  # every defect must be counted, whatever it is
            tally.errors += 1
            if len(tally.failures) < MOST_FAILURES:
                tally.failures.append(failure(job, prepared, number, match, error))
            continue
        tally.decisions += decisions
        result = match.result
        assert result is not None
        if len(result.winners) == 1:
            tally.wins[result.winners[0]] += 1
        else:
            tally.shared += 1
        tally.points = [sum(pair) for pair in zip(tally.points, result.scores, strict=True)]
    return tally


def failure(
    job: Job, prepared: Prepared[S], number: int, match: Match[S] | None, error: Exception, named: str = ""
) -> Failure:
    """The report on a match that raised, with its journal if there is one. It goes by its number if it has no name."""
    sentence = what_broke(error) if match is None else str(match.defect(error))
    journal = "" if match is None else journal_text(prepared, match, job.seats)
    return Failure(number, f"{named or f'match {number} (seed {seed_of(job, number)})'}: {sentence}", journal)


def keep_journals(job: Job, failures: Sequence[Failure]) -> list[str]:
    """Save the journals of failed matches with the other journals; returns a sentence about each."""
    return [keep_journal(job.game, seed_of(job, failed.number), failed) for failed in failures]


def keep_journal(game: str, seed: int, failed: Failure) -> str:
    """Save the journal of a match that failed; returns a sentence about it."""
    if not failed.journal:
        return failed.sentence
    path = state_directory() / "failures" / f"{game}-{seed}.journal"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(failed.journal, "utf-8")
    return f"{failed.sentence}; its journal is {path} ('muster replay' shows it): please report it"


def chunks(games: int, workers: int) -> list[tuple[int, int]]:
    """Matches in chunks that get smaller towards the end, so that no worker waits long for another."""
    found, first = [], 0
    while first < games:
        last = first + max(1, (games - first) // (workers * CHUNKS_LEFT))
        found.append((first, last))
        first = last
    return found


def simulate(job: Job, games: int, workers: int, cluster: str = "", done: Callable[[int], None] | None = None) -> Tally:
    """Play all matches of a job; `done` is told how many more are over."""
    _, prepared = open_game(job)
    seats = prepared.seats
    total = Tally(wins=[0] * seats, points=[0] * seats)
    for tally in spread(play_chunk, [(job, *part) for part in chunks(games, workers)], workers, cluster):
        total.add(tally)
        if done is not None:
            done(tally.games)
    return total


# The command


def add_job_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of every command that lets bots play many matches."""
    parser.add_argument("game", metavar="GAME", help="a game ('muster games' lists them)")
    parser.add_argument("--games", type=positive, default=100, metavar="N", help="how many matches (default 100)")
    parser.add_argument(
        "--seats", default="random,random", metavar="BOT,BOT", help="a bot for each seat (default random,random)"
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="the same seed gives the same matches (default 1)"
    )
    add_setup(parser)
    add_packs(parser)
    add_json(parser)


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Where the matches are played."""
    parser.add_argument(
        "--workers", type=positive, default=0, metavar="W", help="processes to use (default: one for each core)"
    )
    parser.add_argument(
        "--cluster", choices=CLUSTERS, default="", help="run on a Ray cluster instead of this machine's cores"
    )


def job_of(args: argparse.Namespace) -> Job:
    """The job that the command line asks for."""
    packs = tuple(str(pack) for pack in args.packs)
    return Job(args.game, tuple(args.seats.split(",")), args.seed, packs, dict(args.setup))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_job_arguments(parser)
    add_engine(parser)
    parser.epilog = EXAMPLES


EXAMPLES = """\
examples:
  muster sim tiny_epic_mechs --games 1000 --seats greedy,random
  muster sim tiny_epic_mechs --seats random              the solo game
  muster sim tiny_epic_mechs --games 100000 --json > figures.json

The bots are the levels novice, easy, normal, hard and merciless; 'search:400' (so many tries a decision) and
'search:1s' (so much time); greedy (one step ahead) and random (any option)."""


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a positive number")
    return number


def run(args: argparse.Namespace) -> int:
    """`muster sim`: status 1 when a match failed."""
    job = job_of(args)
    workers = args.workers or os.cpu_count() or 1
    started = time.perf_counter()
    with progress(args.games) as done:
        tally = simulate(job, args.games, workers, args.cluster, done)
    seconds = time.perf_counter() - started
    figures = {
        "game": job.game,
        "seats": list(job.seats),
        "seed": job.seed,
        "games": tally.games,
        "decisions": tally.decisions,
        "decisions_per_s": round(tally.decisions / seconds),
        "games_per_s": round(tally.games / seconds, 1),
        "errors": tally.errors,
        "wins": {LETTERS[seat]: wins for seat, wins in enumerate(tally.wins)},
        "shared": tally.shared,
        "mean_points": {LETTERS[seat]: round(points / tally.games, 2) for seat, points in enumerate(tally.points)},
        "failures": keep_journals(job, tally.failures),
    }
    print(msgspec.json.encode(figures).decode() if args.json else report(job, figures))
    return 1 if tally.errors else 0


def matches_played(count: int) -> str:
    return f"{count} {'match' if count == 1 else 'matches'}"


def report(job: Job, figures: dict[str, Any]) -> str:
    """The figures as text for people."""
    lines = [
        f"{matches_played(figures['games'])} of {job.game}, seed {job.seed}: {figures['decisions']} decisions,"
        f" {figures['decisions_per_s']} a second, {figures['games_per_s']} matches a second"
    ]
    for seat, (letter, wins) in enumerate(figures["wins"].items()):
        who = job.seats[seat] if seat < len(job.seats) else "robot"
        share = 100 * wins / figures["games"]
        lines.append(
            f"  {letter} {who:10} won {wins:6} ({share:4.1f}%), {figures['mean_points'][letter]} points on average"
        )
    lines.append(f"  shared victories {figures['shared']}, errors {figures['errors']}")
    return "\n".join(lines + [f"  {failure}" for failure in figures["failures"]])


@contextmanager
def progress(total: int) -> Iterator[Callable[[int], None] | None]:
    """Show a progress bar on the error stream, if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    with Progress(
        "matches", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True)
    ) as bar:
        task = bar.add_task("matches", total=total)
        yield lambda count: bar.advance(task, count)
