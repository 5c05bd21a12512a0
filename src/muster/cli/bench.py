"""`muster bench`: how fast the games run here, or with `table`, how many tables the server holds."""

from __future__ import annotations

import argparse

from muster.cli.usage import UsageError
from muster.lab import benchmark
from muster.lab.simulate import positive
from muster.library import game_names

TABLE = "table"
DEFAULT_SECONDS = {False: 3, True: 20}
EXAMPLES = """\
examples:
  muster bench                       how fast every game is played, copied and forked
  muster bench table --json          200 tables with two clients each; the server is killed in the middle
  muster bench table --servers 2 --database postgresql://...
                                     two servers on one database, one of them killed"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument("what", nargs="?", metavar="GAME|table", help="one game only, or the table server")
    parser.add_argument("--seconds", type=positive, metavar="S", help="how long to measure (default 3; 20 for table)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    group = parser.add_argument_group("for 'table'")
    group.add_argument("--tables", type=int, default=200, metavar="N", help="how many tables (default 200)")
    group.add_argument("--think", type=float, default=1.0, metavar="S", help="seconds a client thinks (default 1)")
    group.add_argument("--no-kill", dest="kill", action="store_false", help="let the server live")
    group.add_argument("--servers", type=int, default=1, metavar="N", help="processes, on one PostgreSQL if several")
    group.add_argument("--database", metavar="URL", help="where to keep the tables (default: a file, thrown away)")
    group.add_argument("--on", dest="table_game", metavar="GAME", help="the game that is played at the tables")


def run(args: argparse.Namespace) -> int:
    args.seconds = args.seconds or DEFAULT_SECONDS[args.what == TABLE]
    if args.what == TABLE:
        from muster.server.client import bench

        args.game = args.table_game or "tiny_epic_mechs"
        if args.game not in game_names():
            raise UsageError(f"--on: there is no game {args.game!r}; there are {', '.join(game_names())}")
        return bench.run(args)
    if args.what is not None and args.what not in game_names():
        raise UsageError(f"there is no game {args.what!r}; there are {', '.join(game_names())}, and {TABLE!r}")
    args.game = args.what
    return benchmark.run(args)
