"""`muster bench`: measure how fast the games run here, one match after the other or many at once; with `search` how
fast bots think, with `table` how many tables the server holds.
"""

from __future__ import annotations

import argparse

from muster.cli.usage import UsageError
from muster.lab import at_once, benchmark, search_speed
from muster.lab.simulate import positive
from muster.library import game_names

TABLE = "table"
SEARCH = "search"
DEFAULT_SECONDS = {False: 3, True: 20}
EXAMPLES = """\
examples:
  muster bench                       how fast every game is played, copied and forked
  muster bench --at-once 16          how much more sixteen matches at once play on all cores than one alone
  muster bench search --on deadzone  iterations a second of a bot that searches, and what they are spent on
  muster bench table --json          200 tables with two clients each; the server is killed in the middle
  muster bench table --servers 2 --database postgresql://...
                                     two servers on one database, one of them is killed"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument(
        "what",
        nargs="?",
        metavar="GAME|search|table",
        help="a game (default: all of them), 'search' for bots that think, or 'table' for the table server",
    )
    parser.add_argument("--seconds", type=positive, metavar="S", help="how long to measure (default 3; 20 for table)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument(
        "--on",
        metavar="GAME",
        help="the game that 'search' thinks about (default: all of them) or that is played at the tables (default"
        " tiny_epic_mechs)",
    )
    parser.add_argument(
        "--at-once", type=positive, metavar="N", help="play N matches at once, on all cores, and compare with one"
    )
    parser.add_argument(
        "--slice",
        type=positive,
        metavar="N",
        help=f"with --at-once: answers in one match before the next has its turn (default {at_once.SLICE})",
    )
    group = parser.add_argument_group("for 'table'")
    group.add_argument("--tables", type=int, default=200, metavar="N", help="how many tables (default 200)")
    group.add_argument(
        "--think", type=float, default=1.0, metavar="S", help="seconds that a client thinks, on average (default 1)"
    )
    group.add_argument("--no-kill", dest="kill", action="store_false", help="do not kill the server in the middle")
    group.add_argument(
        "--servers", type=int, default=1, metavar="N", help="how many server processes; several need PostgreSQL"
    )
    group.add_argument(
        "--soak",
        type=positive,
        metavar="MINUTES",
        help="play match after match for so long, while the server is fuzzed, killed and told to stop",
    )
    group.add_argument(
        "--database", metavar="URL", help="where to keep the tables (default: a file that is deleted afterwards)"
    )


def run(args: argparse.Namespace) -> int:
    names = game_names()
    args.seconds = args.seconds or DEFAULT_SECONDS[args.what == TABLE]
    if args.on is not None and args.on not in names:
        raise UsageError(f"--on: there is no game {args.on!r}; there are {', '.join(names)}")
    if args.on is not None and args.what not in (SEARCH, TABLE):
        raise UsageError(f"--on belongs to {SEARCH!r} and {TABLE!r}")
    if args.at_once and args.what in (SEARCH, TABLE):
        raise UsageError(f"--at-once is for games, not for {args.what!r}")
    if args.slice and not args.at_once:
        raise UsageError("--slice belongs to --at-once")
    args.slice = args.slice or at_once.SLICE
    if args.what == TABLE:
        from muster.server.client import bench, soak

        args.game = args.on or "tiny_epic_mechs"
        return soak.run(args) if args.soak else bench.run(args)
    if args.what == SEARCH:
        args.game = args.on
        return search_speed.run(args)
    if args.what is not None and args.what not in names:
        raise UsageError(f"there is no game {args.what!r}; there are {', '.join(names)}, and {SEARCH!r} and {TABLE!r}")
    args.game = args.what
    return at_once.run(args) if args.at_once else benchmark.run(args)
