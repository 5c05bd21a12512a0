"""`muster play`: a match in the terminal."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

from muster.arguments import add_language, add_packs, add_setup
from muster.bots import COMMAND, SEARCH, CommandBot, bot_names
from muster.cli.broken import broken
from muster.cli.usage import UsageError
from muster.kernel.defects import Defect
from muster.kernel.dice import DiceError
from muster.kernel.errors import GameError
from muster.kernel.game import Game
from muster.kernel.journal import JournalError, read_journal
from muster.kernel.sessions import BrokenMatch, check_header
from muster.library import game_names, load_game, read_file
from muster.terminal.client import Client
from muster.terminal.commands import Leave
from muster.terminal.journal_file import default_path
from muster.terminal.phrases import phrases
from muster.terminal.screen import Screen
from muster.terminal.sitting import (
    DICE_KINDS,
    HUMAN,
    ReadDice,
    Sitting,
    make_dice,
    mend_torn_end,
    prepare,
    sit_down,
    sit_down_again,
)
from muster.terminal.speech import Speech
from muster.terminal.typed_dice import DiceReader

OPPONENT = "normal"

EXAMPLES = """\
examples:
  muster play tiny_epic_mechs                          you are A, a bot is B
  muster play tiny_epic_mechs --seats human,human      two people, one screen, a curtain between them
  muster play tiny_epic_mechs --players 1              the solo game
  muster play deadzone --set teams=rebs_cell,marauders_raid --set battlefield=outpost
  muster play tiny_epic_mechs --seats human,command:./my_player     against a program of yours (docs/programs.md)
  muster play tiny_epic_mechs --dice typed             with your own dice and cards
  muster play --load FILE                              go on with a match
  muster play --join LINK                              sit down at a table of a server"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument("game", metavar="GAME", nargs="?", help="a game ('muster games' lists them)")
    parser.add_argument(
        "--seats",
        metavar="WHO,WHO",
        help=f"who sits where: human or a bot ({', '.join(bot_names())}); default: human,{OPPONENT},...",
    )
    parser.add_argument(
        "--players", metavar="N", type=positive, help="how many players (default: as many as --seats, or 2)"
    )
    parser.add_argument("--seed", metavar="N", type=int, help="the seed of seeded dice (default: a new one)")
    parser.add_argument(
        "--dice",
        choices=DICE_KINDS,
        default=DICE_KINDS[0],
        help="where the dice come from: 'seeded' from a seed, 'typed' by you from real dice and cards, 'committed' from"
        " a key whose hash is in the journal from the start, so that anybody can check every roll (default: seeded)",
    )
    add_setup(parser)
    add_packs(parser)
    add_language(parser)
    parser.add_argument(
        "--settle",
        action="store_true",
        help="have small things decided for you ('settle off' ends it during the match)",
    )
    parser.add_argument(
        "--aloud",
        action="store_true",
        help="for a screen reader: the table in sentences instead of a drawn map, and after that only what changed",
    )
    parser.add_argument("--join", metavar="LINK", help="sit down at a table of a server (see 'muster serve')")
    parser.add_argument("--name", metavar="NAME", default="?", help="your name at that table, when you take a new seat")
    parser.add_argument("--load", metavar="FILE", type=Path, help="go on with the match in this journal")
    parser.add_argument(
        "--trust", action="store_true", help="with --load: start the programs that the journal names as players"
    )
    parser.add_argument(
        "--save",
        metavar="FILE",
        type=Path,
        help="keep the journal in this file (default: a new file in your state directory)",
    )


def positive(text: str) -> int:
    """Read a number of players."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of players")
    return int(text)


def run(args: argparse.Namespace) -> int:
    check_usage(args)
    if args.join is not None:
        return join(args)
    return begin(args) if args.load is None else go_on(args)


def check_usage(args: argparse.Namespace) -> None:
    if args.join is not None:
        for name in ("game", "load", "save", "seats", "players", "seed"):
            if getattr(args, name) is not None:
                raise UsageError(f"--join takes you to a table that is set up already: leave out {name}")
        if args.setup:
            raise UsageError("--join takes you to a table that is set up already: leave out --set")
        return
    if args.load is None and args.game is None:
        raise UsageError("name a game ('muster games' lists them), or a journal with --load")
    if args.load is not None:
        for name in ("save", "seats", "players", "seed"):
            if getattr(args, name) is not None:
                raise UsageError(f"--load goes on with a match as it was set up: leave out --{name}")
        if args.setup:
            raise UsageError("--load goes on with a match as it was set up: leave out --set")
    if args.seed is not None and args.dice != "seeded":
        raise UsageError(f"--seed is for seeded dice, not for {args.dice} ones")


def join(args: argparse.Namespace) -> int:
    """Sit down at a table far away; with an invitation, take an open seat first."""
    from muster.server.client.links import Link, claim_seat, read_link
    from muster.server.protocol import Claim
    from muster.terminal.remote import join_table

    link = read_link(args.join)
    if "#invite=" in args.join:
        claimed = claim_seat(link.address, link.table, Claim(args.name, link.token))
        link = Link(link.address, link.table, claimed.token)
    screen = Screen()
    try:
        join_table(link, screen, args.lang, args.settle, args.aloud)
    except (Leave, EOFError, KeyboardInterrupt):
        command = shlex.join(["muster", "play", "--join", str(link)])
        screen.write(f"\n{phrases(args.lang).say('remote.left', command=command)}")
    return 0


def pack_arguments(args: argparse.Namespace) -> list[str]:
    """The packs as arguments for the next command line."""
    return [word for pack in args.packs for word in ("--pack", str(pack))]


def begin(args: argparse.Namespace) -> int:
    """Begin a new match."""
    game = load_game(args.game, args.packs)
    who = seats_of(args)
    try:
        prepared = prepare(game, len(who), HUMAN in who, dict(args.setup))
    except GameError as error:
        raise UsageError(str(error)) from None
    path: Path = args.save or default_path(game.name, datetime.now())
    return play(
        args, game, path, lambda read: sit_down(game, prepared, who, make_dice(args.dice, args.seed, read), path)
    )


def go_on(args: argparse.Namespace) -> int:
    """Go on with a match from its journal; drop a line that was cut off when the program was killed."""
    path: Path = args.load
    text = read_file(path)
    journal = read_journal(text, str(path), torn_end=True)
    if journal.header.game not in game_names():
        raise JournalError(f"{path}: this is a journal of {journal.header.game!r}, a game that is not installed here")
    programs = [who for who in journal.header.seats if who.startswith(COMMAND)]
    if programs and not args.trust:
        raise GameError(
            f"{path}: this journal wants to start {programs[0]!r} as a player; say --trust if you want that"
        )
    game = load_game(args.game or journal.header.game, args.packs)
    check_header(game, journal.header, str(path))
    if mend_torn_end(path, text):
        print(phrases(args.lang).say("torn", file=str(path)))
    return play(args, game, path, lambda read: sit_down_again(game, journal, path, read))


def play(args: argparse.Namespace, game: Game[object], path: Path, sit: Callable[[ReadDice], Sitting]) -> int:
    """Sit down and play until the match is over or somebody leaves; then say how to come back to it."""
    screen = Screen()
    speech = Speech(game, args.lang, args.aloud)
    say = speech.phrases.say
    try:
        sitting = sit(DiceReader(screen, speech.phrases, speech.words))
        with closing(sitting.journal):
            play_on(sitting, screen, speech, args.settle, args.aloud)
    except Defect as defect:
        raise broken(speech.phrases, str(defect), defect.entries, path, pack_arguments(args)) from defect
    except BrokenMatch as error:
        raise broken(speech.phrases, str(error), error.entry, path, pack_arguments(args)) from error
    except (Leave, EOFError, KeyboardInterrupt):
        screen.write(f"\n{say('left', file=str(path))}")
        screen.write(say("go_on", command=shlex.join(["muster", "play", "--load", str(path), *pack_arguments(args)])))
    else:
        screen.write(f"\n{say('journal', file=str(path))}")
        screen.write(say("replay.again", command=shlex.join(["muster", "replay", str(path), *pack_arguments(args)])))
    return 0


def play_on(sitting: Sitting, screen: Screen, speech: Speech, settle: bool, aloud: bool) -> None:
    """Play to the end. An error of the rules on the way, also while options are listed or the table is drawn, becomes a
    defect at that place of the match.
    """
    try:
        Client(sitting, screen, speech, settle, aloud).run()
    except (Leave, EOFError, GameError, DiceError, OSError):
        raise
    except Exception as error:
        raise sitting.match.defect(error) from error


def seats_of(args: argparse.Namespace) -> list[str]:
    """The player at each seat; by default a person and bots."""
    if args.seats is None:
        return [HUMAN] + [OPPONENT] * ((args.players or 2) - 1)
    who = [name.strip() for name in args.seats.split(",")]
    for name in who:
        if name.startswith(COMMAND):
            CommandBot(name)
        elif name != HUMAN and name not in bot_names() and not name.startswith(SEARCH):
            known = f"{HUMAN}, {', '.join(bot_names())}, {SEARCH}400, {SEARCH}1s, and {COMMAND}PROGRAM"
            raise UsageError(f"--seats: there is no player {name!r}; choose from {known}")
    if args.players is not None and len(who) != args.players:
        raise UsageError(f"--seats names {len(who)} but --players says {args.players}")
    return who
