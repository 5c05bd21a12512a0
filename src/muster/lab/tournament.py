"""Tournaments: every bot against every other, so that one knows how strong they are.

A round is one set-up and one stream of dice, both drawn from its seed, played once from every seat: what luck and the
seat decide, they decide for both bots. At a table of more than two, one bot sits alone among others of another kind,
and its share is compared with the fair share. Each pairing has seeds of its own.

The seconds are those on the clock. Bots that think for so long rather than so often play worse beside other work, so
let no more workers run than cores are free.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import msgspec

from muster.arguments import add_json, add_packs, add_setup
from muster.kernel.errors import GameError
from muster.lab.experiments.design import Experiment, Setting
from muster.lab.experiments.ready import play, tell_trouble
from muster.lab.experiments.running import Run
from muster.lab.simulate import add_engine, positive
from muster.lab.standings import markers, plain, rated, report, with_section

BOTS = "greedy,novice,easy,normal"
PLAYERS = (2, 3, 4)
COUNTED = re.compile(r"(?P<pair>.+)@(?P<matches>[1-9]\d{0,6})", re.ASCII)
"""A pair that meets so many times."""


# The command

EXAMPLES = """\
examples:
  muster tournament tiny_epic_mechs --bots random,greedy,novice,easy --games 100
  muster tournament tag_raid --pairs search:100/greedy --players 3
  muster tournament tiny_epic_mechs --pairs search:1000/greedy@200,normal/easy,hard/normal --games 60
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
        metavar="BOT/BOT[@N],...",
        help="only these meet, N times where that is said; at a table of more than two the first sits alone among"
        " others of the second kind",
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
    add_engine(parser)
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
    experiment = experiment_of(args)
    marked = markers(args.game, args.players, dict(args.setup))
    running = Run(experiment)
    if args.write is not None:
        with_section(read(args.write), marked, "", args.write)
    play(running, args, args.resume)
    found = rated(running, args.game)
    if found is None or not found.matches:
        tell_trouble(running)
        raise KeyboardInterrupt
    text = "\n".join(report(found))
    print(msgspec.json.encode(plain(found)).decode() if args.json else text)
    if running.complete and not running.broken and args.write is not None:
        args.write.write_text(with_section(read(args.write), marked, text, args.write), "utf-8")
    tell_trouble(running)
    return 0


def experiment_of(args: argparse.Namespace) -> Experiment:
    """The tournament as an experiment: set-ups drawn, every round from every seat."""
    packs = tuple(str(pack) for pack in args.packs)
    pairings = read_pairings(args)
    return Experiment(
        title=f"Tournament of {args.game}",
        game=(Setting(args.game, dict(args.setup), drawn=True, packs=packs),),
        bots=() if pairings else tuple(args.bots.split(",")),
        seats=tuple(pairings),
        players=args.players,
        matches=args.games,
        matches_of={"/".join(lineup): count for lineup, count in pairings.items() if count != args.games},
        seed=args.seed,
    )


def read_pairings(args: argparse.Namespace) -> dict[tuple[str, ...], int]:
    """The line-ups of the pairs that meet, if they are named, and how often; raises `GameError` with what is wrong."""
    pairings: dict[tuple[str, ...], int] = {}
    for text in args.pairs.split(",") if args.pairs else []:
        counted = COUNTED.fullmatch(text)
        pair = counted["pair"] if counted else text
        one, slash, other = pair.partition("/")
        if not slash or "/" in other or one == other:
            raise GameError(f"--pairs: {pair!r} is no pair: write two different bots, such as greedy/hard")
        lineup = (one, *(other,) * (args.players - 1))
        if lineup in pairings or lineup[::-1] in pairings:
            raise GameError(f"--pairs: {pair!r} is there twice")
        pairings[lineup] = int(counted["matches"]) if counted else args.games
    return pairings


def read(page: Path) -> str:
    """The page as it is; empty if there is none yet."""
    return page.read_text("utf-8") if page.is_file() else ""
