"""`muster analyse`: look back at a match that is over: how the chances went, and what decided it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from muster.arguments import add_json, add_language, add_packs
from muster.cli.broken import broken
from muster.coach.analysis import SECONDS, Effort, analyse
from muster.coach.past import past_of
from muster.coach.watch import Progress
from muster.kernel.game import thinking_of
from muster.kernel.journal import JournalError, read_journal
from muster.kernel.sessions import BrokenMatch
from muster.library import game_names, load_game, pack_at, read_file
from muster.terminal.coaching import Coaching
from muster.terminal.sitting import HUMAN
from muster.terminal.speech import Speech

EXAMPLES = """\
examples:
  muster analyse FILE                       the curve, the moments that decided it, everybody's dice and decisions
  muster analyse FILE --iterations 2000     think longer about each decision, however long it takes in all
  muster analyse FILE --seconds 30          be done in half a minute"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument("file", metavar="FILE", type=Path, help="the journal of a match that is over")
    parser.add_argument(
        "--iterations",
        metavar="N",
        type=positive,
        default=0,
        help="tries of the search for each decision (default: by the length of the match)",
    )
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=positive,
        help=f"the time for it all (default: {SECONDS:.0f}, or no limit with --iterations)",
    )
    parser.add_argument(
        "--workers", metavar="W", type=positive, default=0, help="processes to use (default: one for each core)"
    )
    add_packs(parser)
    add_language(parser)
    add_json(parser)


def positive(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number")
    return int(text)


def run(args: argparse.Namespace) -> int:
    file = str(args.file)
    journal = read_journal(read_file(args.file), file)
    if journal.header.game not in game_names():
        raise JournalError(f"{file}: this is a journal of {journal.header.game!r}, a game that is not installed here")
    game = load_game(journal.header.game, args.packs)
    thinking_of(game)
    speech = Speech(game, args.lang)
    packs = [pack_at(game.name, path) for path in args.packs]
    try:
        past = past_of(journal, packs, file)
    except BrokenMatch as error:
        words = [word for path in args.packs for word in ("--pack", str(path))]
        raise broken(speech.phrases, str(error), error.entry, args.file, words) from error
    seconds = args.seconds or (0.0 if args.iterations else SECONDS)
    with progress(speech.phrases.say("analysis.progress")) as done:
        found = analyse(past, Effort(args.iterations, seconds), args.workers or os.cpu_count() or 1, done)
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
        return 0
    people = [seat for seat, who in enumerate(journal.header.seats) if who == HUMAN]
    for line in Coaching(speech, people if len(people) == 1 else ()).analysis(found):
        print(line)
    return 0


@contextmanager
def progress(title: str) -> Iterator[Progress | None]:
    """Show how much is done and how long it takes, on the error stream, if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    with Bar(title, BarColumn(), TaskProgressColumn(), TimeRemainingColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task(title, total=1.0)
        yield lambda share: bar.update(task, completed=share)
