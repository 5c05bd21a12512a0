"""Tournaments: every bot against every other, so that one knows how strong they are.

A round is one set-up and one stream of dice, both drawn from its seed, played once from every seat: what luck and the
seat decide, they decide for both bots. At a table of more than two, one bot sits alone among others of another kind,
and its share is compared with the fair share. Each pairing has seeds of its own.

The seconds are those on the clock. Bots that think for so long rather than so often play worse beside other work, so
let no more workers run than cores are free.
"""

from __future__ import annotations

import argparse
import os
import time
import zlib
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec

from muster.arguments import add_json, add_packs, add_setup
from muster.bots import chair_at
from muster.kernel.dice import SeededDice
from muster.kernel.errors import GameError
from muster.kernel.game import Game
from muster.kernel.match import Match
from muster.kernel.sessions import new_match
from muster.lab.finished import MatchFile, Played, heading_of
from muster.lab.pool import spread
from muster.lab.setups import drawn_setup
from muster.lab.simulate import (
    Job,
    failure,
    keep_journal,
    matches_played,
    open_game,
    positive,
    progress,
    seated,
    seed_of,
)
from muster.lab.standings import arrangements, bots_of, pairings_of, plain, report, standings, with_section
from muster.library import load_game

BOTS = "greedy,novice,easy,normal"
PLAYERS = (2, 3, 4)


def plan(job: Job, pairings: Sequence[tuple[str, str]], games: int) -> list[tuple[Job, int]]:
    """Every match of a tournament, as a job and the number of its round; a round of every pairing before the next
    round begins, so that a tournament stopped early is still a fair one.
    """
    players = len(job.seats)
    rounds = -(-games // players)
    return [
        (msgspec.structs.replace(job, seats=seats, seed=seed_for(job.seed, one, other)), number)
        for number in range(rounds)
        for one, other in pairings
        for seats in arrangements(one, other, players)
    ]


def seed_for(seed: int, one: str, other: str) -> int:
    """The seed of a pairing, whoever is named first."""
    return zlib.crc32("/".join([str(seed), *sorted((one, other))]).encode())


def play_one(job: Job, number: int) -> Played:
    """Play one match of a round; raises `GameError`, saying which one it was, if it breaks."""
    game, seed = load_game(job.game, [Path(pack) for pack in job.packs]), seed_of(job, number)
    prepared = drawn_setup(game, Random(seed), len(job.seats), job.options)
    match: Match[object] | None = None
    decisions, seconds = dict.fromkeys(prepared.players, 0), dict.fromkeys(prepared.players, 0.0)
    try:
        match = new_match(game, prepared, SeededDice(seed), listening=False)
        bots = seated(prepared, job.seats, seed)
        while match.pending:
            seat = min(match.pending)
            chair = chair_at(match, seat)
            began = time.perf_counter()
            option = bots[seat].choose(chair)
            spent = time.perf_counter() - began
            if not chair.small and len(chair.options) > 1:
                decisions[seat] += 1
                seconds[seat] += spent
            match.play(seat, option)
    except GameError:
        raise
    except Exception as error:  # a defect must be told, whatever it is
        setup = msgspec.json.encode(dict(prepared.options)).decode()
        named = f"the match of seed {seed} with the set-up {setup} and the seats {','.join(job.seats)}"
        broken = failure(job, prepared, number, match, error, named)
        raise GameError(keep_journal(job.game, seed, broken)) from error
    result = match.result
    assert result is not None
    winners = tuple(place for place, seat in enumerate(prepared.players) if seat in result.winners)
    everybody = tuple(range(len(job.seats)))
    spent_by = tuple(round(seconds[seat], 6) for seat in prepared.players)
    return Played(job.seats, number, seed, winners or everybody, tuple(decisions.values()), spent_by)


def play_all(
    matches: Sequence[tuple[Job, int]], kept: MatchFile, workers: int, done: Callable[[int], None] | None
) -> bool:
    """Play these matches and keep each as it ends; false if somebody stopped it. A match that breaks stops it, too."""
    try:
        with closing(spread(play_one, matches, workers)) as finished:
            for played in finished:
                kept.add(played)
                if done is not None:
                    done(1)
    except KeyboardInterrupt:
        return False
    return True


# The command

EXAMPLES = """\
examples:
  muster tournament tiny_epic_mechs --bots random,greedy,novice,easy --games 100
  muster tournament tag_raid --pairs search:100/greedy --players 3
  muster tournament deadzone --bots greedy,normal,search:1s --games 200 --resume evening.jsonl --write docs/bots.md

The bots are those of 'muster sim'. Stopped with Ctrl-C it reports what it has; with --resume it can go on from there,
with more games or other bots if you like."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument("game", metavar="GAME", help="a game ('muster games' lists them)")
    who = parser.add_mutually_exclusive_group()
    who.add_argument(
        "--bots", default=BOTS, metavar="BOT,BOT,...", help=f"who plays, everybody everybody (default {BOTS})"
    )
    who.add_argument(
        "--pairs",
        default="",
        metavar="BOT/BOT,...",
        help="only these meet; at a table of more than two the first sits alone among others of the second kind",
    )
    parser.add_argument(
        "--games",
        type=positive,
        default=20,
        metavar="N",
        help="matches of each pairing, or a few more so that all seats come up as often (default 20)",
    )
    parser.add_argument("--players", type=int, choices=PLAYERS, default=2, help="how many at a table (default 2)")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="the same seed gives the same dice and set-ups (default 1)"
    )
    parser.add_argument(
        "--workers", type=positive, default=0, metavar="W", help="processes to use (default: one for each core)"
    )
    parser.add_argument(
        "--resume", type=Path, metavar="FILE.jsonl", help="keep every finished match in FILE, and go on from there"
    )
    parser.add_argument(
        "--write",
        type=Path,
        metavar="FILE.md",
        help="write the tables into FILE, between the markers for this game or at the end, if all matches were played",
    )
    add_setup(parser)
    add_packs(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """`muster tournament`."""
    job, pairings = job_of(args), read_pairings(args)
    heading = heading_of(check(job, bots_of(pairings)), args.players, args.seed, job.options)
    if args.write is not None:
        with_section(read(args.write), heading, "", args.write)
    planned = plan(job, pairings, args.games)
    with MatchFile(args.resume, heading) as kept:
        ahead = [(match, number) for match, number in planned if (match.seats, number) not in kept.matches]
        with progress(len(ahead)) as done:
            complete = play_all(ahead, kept, args.workers or os.cpu_count() or 1, done)
        finished = [
            kept.matches[match.seats, number] for match, number in planned if (match.seats, number) in kept.matches
        ]
    if not finished:
        raise KeyboardInterrupt
    found = standings(heading, pairings, len(planned), finished)
    text = "\n".join(report(found))
    print(msgspec.json.encode(plain(found)).decode() if args.json else text)
    if complete and args.write is not None:
        args.write.write_text(with_section(read(args.write), heading, text, args.write), "utf-8")
    if not complete:
        raise GameError(f"interrupted after {len(finished)} of {matches_played(len(planned))}")
    return 0


def job_of(args: argparse.Namespace) -> Job:
    """What all matches have in common; who sits where is said for each."""
    packs = tuple(str(pack) for pack in args.packs)
    return Job(args.game, ("",) * args.players, args.seed, packs, dict(args.setup))


def read_pairings(args: argparse.Namespace) -> list[tuple[str, str]]:
    """Who meets whom; raises `GameError` with what is wrong."""
    if not args.pairs:
        bots: list[str] = args.bots.split(",")
        if len(bots) < 2 or len(set(bots)) < len(bots):
            raise GameError(f"--bots {args.bots}: a tournament needs two bots or more, each named once")
        return pairings_of(bots, args.players)
    pairings: list[tuple[str, str]] = []
    for pair in args.pairs.split(","):
        one, slash, other = pair.partition("/")
        if not slash or "/" in other or one == other:
            raise GameError(f"--pairs: {pair!r} is no pair: write two different bots, such as greedy/hard")
        if (one, other) in pairings or (args.players == 2 and (other, one) in pairings):
            raise GameError(f"--pairs: {pair!r} is there twice")
        pairings.append((one, other))
    return pairings


def check(job: Job, bots: Sequence[str]) -> Game[object]:
    """Say what does not fit before anything is played; returns the game."""
    for bot in bots:
        game, _ = open_game(msgspec.structs.replace(job, seats=(bot,) * len(job.seats)))
    drawn_setup(game, Random(0), len(job.seats), job.options)
    return game


def read(page: Path) -> str:
    """The page as it is; empty if there is none yet."""
    return page.read_text("utf-8") if page.is_file() else ""
