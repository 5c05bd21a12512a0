"""`muster backup FILE`: a consistent copy of a server's tables, also while it is running; `--restore` puts one back."""

from __future__ import annotations

import argparse
from pathlib import Path

from muster.server.storage.backing_up import back_up, file_of, restore

EXAMPLES = """\
examples:
  muster backup tables-2026-11-18.sqlite              copy the tables, also while the server is running
  muster backup tables-2026-11-18.sqlite --restore    put them back; stop the server first"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument("file", type=Path, help="the backup")
    parser.add_argument("--restore", action="store_true", help="put the backup in the place of the database")
    parser.add_argument("--database", metavar="FILE", help="the SQLite file (default: in your state directory)")


def run(args: argparse.Namespace) -> int:
    database = file_of(args.database)
    if args.restore:
        count = restore(args.file, database)
        print(f"{database}: {count} tables are back; what was there before is {database.name}.before")
    else:
        count = back_up(database, args.file)
        print(f"{args.file}: {count} tables, checked")
    return 0
