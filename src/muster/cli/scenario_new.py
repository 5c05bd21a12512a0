"""`muster scenario new`: write a scenario from a moment of a match, or from an empty table."""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from muster.cli.usage import UsageError
from muster.kernel.dice import RandomDice
from muster.kernel.errors import GameError
from muster.kernel.game import Game, bench_of, setup_of
from muster.kernel.journal import Journal, JournalError, read_journal
from muster.kernel.match import Match
from muster.kernel.positions import last_whole
from muster.kernel.requests import DICE
from muster.kernel.scenario_writing import match_text, position_text
from muster.library import game_names, load_game, read_file
from muster.terminal.retrace import retrace

NEW = "new"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    new = parser.add_argument_group("new scenarios", "'muster scenario new FILE' writes one instead of running it.")
    new.add_argument("--from", dest="journal", metavar="JOURNAL", type=Path, help="begin from this match")
    new.add_argument("--at", metavar="N", type=int, help="after its entry N (default: at the end)")
    new.add_argument(
        "--form",
        choices=("best", "position", "match"),
        default="best",
        help="'position' writes how things stand, 'match' what was said since the set-up, 'best' a position where that"
        " says it all (default: best)",
    )
    new.add_argument(
        "--game", metavar="GAME", help="begin from an empty table of this game, or with --set from a set-up"
    )
    new.add_argument("--title", default="", help="the title of the scenario")


def run(args: argparse.Namespace) -> int:
    """Write the scenario; an existing file is never overwritten."""
    if len(args.files) != 2:
        raise UsageError("'new' takes one FILE to write")
    if (args.journal is None) == (args.game is None):
        raise UsageError("say where 'new' begins: --from JOURNAL or --game GAME")
    path = Path(args.files[1])
    text = from_match(args) if args.journal is not None else from_nothing(args)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise GameError(f"{path}: there is a file already; name another one") from None
    print(f"{path}: written; 'muster scenario {path}' runs it")
    return 0


def from_match(args: argparse.Namespace) -> str:
    file = str(args.journal)
    journal = read_journal(read_file(args.journal), file)
    if journal.header.game not in game_names():
        raise JournalError(f"{file}: this is a journal of {journal.header.game!r}, a game that is not installed here")
    game = load_game(journal.header.game, args.packs)
    match = retrace(game, journal, file, with_dice(journal, args.at)).match
    at = len(match.record)
    title = args.title or f"{args.journal.name}, entry {at}"
    whole = None if args.form == "match" else last_whole(match)
    if whole is not None and (whole.entries == at or args.form == "position"):
        later = at - whole.entries
        remark = f"From {args.journal.name} after entry {whole.entries}."
        if later:
            remark += f"\nEntry {at} is in the midst of something: this is the last point before it that says it all."
        return position_text(game, whole.position, title, remark)
    if args.form == "position":
        raise GameError(f"{file}: at entry {at} the table is still being set up; --form match can say that")
    remark = f"From {args.journal.name} after entry {at}, in the midst of something: so it is told from the beginning."
    return match_text(match, journal.header.options, title, remark)


def with_dice(journal: Journal, at: int | None) -> int | None:
    """The entry at which a match stands still: dice that follow an answer belong to it."""
    entries = journal.effective()
    while at is not None and 0 <= at < len(entries) and entries[at].seat == DICE:
        at += 1
    return at


def from_nothing(args: argparse.Namespace) -> str:
    if args.game not in game_names():
        raise UsageError(f"--game: there is no game {args.game!r}; there are {', '.join(game_names())}")
    game: Game[object] = load_game(args.game, args.packs)
    title = args.title or f"An empty table of {args.game}"
    if not args.setup:
        return position_text(game, bench_of(game).empty, title)
    prepared = setup_of(game).prepare(dict(args.setup))
    match: Match[object] = Match(game, prepared.new(), RandomDice(random.Random(0)))
    return match_text(match, prepared.options, title)
