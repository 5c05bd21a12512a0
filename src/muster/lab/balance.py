"""Balance: which cards bots take when they are offered, and which seat wins.

A game's events say what was offered and what was taken; counting both over many matches shows what is too good and
what nobody wants.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from muster.kernel.game import testing_of
from muster.lab import matrix
from muster.lab.pool import spread
from muster.lab.simulate import Job, add_job_arguments, chunks, job_of, matches_played, open_game, play_match, progress
from muster.library import load_game


class Counts(msgspec.Struct):
    """The number of matches in which each thing was offered and taken, and how each seat did."""

    games: int = 0
    offered: dict[str, int] = {}
    taken: dict[str, int] = {}
    wins: dict[int, float] = {}
    first_wins: float = 0.0
    played: dict[str, int] = {}
    won: dict[str, float] = {}
    rounds: dict[int, int] = {}

    def add(self, other: Counts) -> None:
        self.games += other.games
        self.first_wins += other.first_wins
        self.offered = dict(Counter(self.offered) + Counter(other.offered))
        self.taken = dict(Counter(self.taken) + Counter(other.taken))
        self.played = dict(Counter(self.played) + Counter(other.played))
        self.rounds = dict(Counter(self.rounds) + Counter(other.rounds))
        for seat, wins in other.wins.items():
            self.wins[seat] = self.wins.get(seat, 0) + wins
        for side, wins in other.won.items():
            self.won[side] = self.won.get(side, 0) + wins

    def share(self, side: str) -> tuple[float, float]:
        """The share of its matches that a side wins, and the standard error."""
        share = self.won.get(side, 0.0) / self.played[side]
        return share, (share * (1 - share) / self.played[side]) ** 0.5


def count_chunk(job: Job, first: int, last: int) -> Counts:
    game, prepared = open_game(job)
    testing = testing_of(game)
    counts = Counts()
    for number in range(first, last):
        match, _ = play_match(job, game, prepared, number, listening=True)
        counts.games += 1
        result = match.result
        assert result is not None
        for seat in result.winners:
            counts.wins[seat] = counts.wins.get(seat, 0) + 1 / len(result.winners)
        report = testing.report(match.events(None))
        if report.first in result.winners:
            counts.first_wins += 1 / len(result.winners)
        counts.rounds[report.rounds] = counts.rounds.get(report.rounds, 0) + 1
        for seat, side in report.sides.items():
            counts.played[side] = counts.played.get(side, 0) + 1
            if seat in result.winners:
                counts.won[side] = counts.won.get(side, 0) + 1 / len(result.winners)
        for name in report.offered:
            counts.offered[name] = counts.offered.get(name, 0) + 1
        for name in report.taken:
            counts.taken[name] = counts.taken.get(name, 0) + 1
    return counts


def count(job: Job, games: int, workers: int) -> Counts:
    total = Counts()
    with progress(games) as done:
        for part in spread(count_chunk, [(job, *part) for part in chunks(games, workers)], workers):
            total.add(part)
            if done is not None:
                done(part.games)
    return total


def rows(job: Job, counts: Counts) -> Sequence[tuple[str, str, int, int, float]]:
    """For each card: its name, the source of its figures, the matches in which it was offered and taken, the share."""
    game = load_game(job.game)
    found = []
    for name in sorted(counts.offered):
        offered, taken = counts.offered[name], counts.taken.get(name, 0)
        found.append((name, game.sources.get(name, ""), offered, taken, taken / offered))
    return found


def print_sides(counts: Counts) -> None:
    """Print how often each side wins, if sides differ, and how many rounds matches took, if there are rounds."""
    if counts.played:
        print("\n| side | matches | wins | error |\n| --- | ---: | ---: | ---: |")
    for side in sorted(counts.played):
        share, error = counts.share(side)
        print(f"| {side} | {counts.played[side]} | {100 * share:.1f}% | ±{100 * error:.1f}% |")
    if set(counts.rounds) - {0}:
        print("\n| rounds | matches |\n| ---: | ---: |")
        for number, matches in sorted(counts.rounds.items()):
            print(f"| {number} | {matches} |")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_job_arguments(parser)
    parser.add_argument(
        "--matrix",
        action="store_true",
        help="play every force that comes with the game against every other, --games matches for each pair",
    )
    parser.add_argument(
        "--only", metavar="FORCE,FORCE", default="", help="only the pairs that include one of these forces"
    )
    parser.epilog = EXAMPLES


EXAMPLES = """\
examples:
  muster balance tiny_epic_mechs --games 2000 --seats greedy,greedy
  muster balance deadzone --matrix --games 60 --seats greedy,greedy"""


def run_matrix(args: argparse.Namespace) -> int:
    """`muster balance --matrix`: which force wins how often against which."""
    job, only = job_of(args), [name for name in args.only.split(",") if name]
    workers = args.workers or os.cpu_count() or 1
    with progress(args.games * len(matrix.pairs_of(job, only))) as done:
        pairs = matrix.play_matrix(job, args.games, workers, only, done)
    if args.json:
        print(msgspec.json.encode(matrix.plain(pairs)).decode())
    else:
        print("\n".join(matrix.report(pairs)))
    return 0


def run(args: argparse.Namespace) -> int:
    """`muster balance`: a table in Markdown, or JSON."""
    if args.matrix:
        return run_matrix(args)
    job = job_of(args)
    counts = count(job, args.games, args.workers or os.cpu_count() or 1)
    table = rows(job, counts)
    if args.json:
        figures: dict[str, Any] = {
            "games": counts.games,
            "seed": args.seed,
            "first_player_wins": counts.first_wins / counts.games,
            "wins": {seat: wins / counts.games for seat, wins in sorted(counts.wins.items())},
            "sides": {side: counts.share(side) for side in sorted(counts.played)},
            "rounds": dict(sorted(counts.rounds.items())),
            "cards": {
                name: {"offered": offered, "taken": taken, "share": share} for name, _, offered, taken, share in table
            },
        }
        print(msgspec.json.encode(figures).decode())
        return 0
    print(f"{matches_played(counts.games)} of {args.game}, seats {args.seats}, seed {args.seed}.\n")
    for seat, wins in sorted(counts.wins.items()):
        print(f"- seat {seat + 1} wins {100 * wins / counts.games:.1f}%")
    print(f"- the start player wins {100 * counts.first_wins / counts.games:.1f}%")
    print_sides(counts)
    print("\n| card | figures | offered in | taken in | share |\n| --- | --- | ---: | ---: | ---: |")
    for name, source, offered, taken, share in table:
        print(f"| {name} | {source} | {offered} | {taken} | {100 * share:.1f}% |")
    return 0
