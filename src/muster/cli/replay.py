"""`muster replay`: look at a match again from its journal, at any moment and from any seat, or verify it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from muster.arguments import add_json, add_language, add_packs
from muster.cli.broken import broken
from muster.cli.usage import UsageError
from muster.kernel.errors import GameError
from muster.kernel.game import Game
from muster.kernel.journal import LETTERS, Journal, JournalError, read_journal
from muster.kernel.requests import Event, Seat
from muster.kernel.sessions import BrokenMatch
from muster.library import game_names, load_game, read_file
from muster.terminal.retrace import Retraced, brought_rolls, count_rolls, retrace, verify
from muster.terminal.speech import Speech

EXAMPLES = """\
examples:
  muster replay FILE                 the log, then the table at the end, as a spectator sees it
  muster replay FILE --at 40         the same up to entry 40
  muster replay FILE --seat A        as A saw it
  muster replay FILE --verify        check that every answer was legal and every roll came from its dice"""

Viewer = Seat | None
"""A seat, or None for a spectator."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument("file", metavar="FILE", type=Path, help="a journal, as 'muster play' writes it")
    parser.add_argument("--verify", action="store_true", help="check the journal and say what was checked")
    parser.add_argument("--at", metavar="N", type=int, help="stop after entry N (default: at the end)")
    parser.add_argument(
        "--seat",
        metavar="SEAT",
        default="spectator",
        help="through whose eyes: A, B, ..., spectator, all (default: spectator)",
    )
    add_packs(parser)
    add_language(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    file = str(args.file)
    journal = read_journal(read_file(args.file), file)
    viewers = read_viewers(args.seat, len(journal.header.seats))
    if journal.header.game not in game_names():
        raise JournalError(f"{file}: this is a journal of {journal.header.game!r}, a game that is not installed here")
    game = load_game(journal.header.game, args.packs)
    speech = Speech(game, args.lang)
    packs = [word for pack in args.packs for word in ("--pack", str(pack))]
    try:
        verified = verify(game, journal, file) if args.verify else ""
        retraced = retrace(game, journal, file, args.at)
    except BrokenMatch as error:
        raise broken(speech.phrases, str(error), error.entry, args.file, packs) from error
    try:
        show(args, journal, game, retraced, viewers, verified, speech)
    except (GameError, OSError):
        raise
    except Exception as error:
        defect = retraced.match.defect(error)
        raise broken(speech.phrases, str(defect), defect.entries, args.file, packs) from error
    return 0


def show(
    args: argparse.Namespace,
    journal: Journal,
    game: Game[object],
    retraced: Retraced,
    viewers: Sequence[Viewer],
    verified: str,
    speech: Speech,
) -> None:
    """Print what was asked for."""
    events = [told for told in retraced.events if told[1].audience is None or told[1].audience in viewers]
    if args.json:
        data = as_data(journal, retraced, viewers, events, speech) | {"verified": bool(verified)}
        if verified:
            data["rolls"] = proved_rolls(journal, verified)
        print(json.dumps(data, indent=2, ensure_ascii=False))
        return
    print_header(journal, speech)
    if verified:
        print_verified(journal, verified, speech)
    if not verified or args.at is not None:
        print_log(events, speech)
        print_tables(game, retraced, viewers, speech)
    print_result(retraced, len(journal.effective()), speech)


def read_viewers(given: str, seats: int) -> list[Viewer]:
    """The eyes to look through: one pair, or everybody's."""
    if given == "spectator":
        return [None]
    if given == "all":
        return list(range(seats))
    seat = LETTERS.find(given.upper()) if len(given) == 1 else -1
    if not 0 <= seat < seats:
        raise UsageError(f"--seat: there is no seat {given!r}; there are {', '.join(LETTERS[:seats])}, spectator, all")
    return [seat]


def as_data(
    journal: Journal,
    retraced: Retraced,
    viewers: Sequence[Viewer],
    events: Sequence[tuple[int, Event]],
    speech: Speech,
) -> dict[str, Any]:
    header: dict[str, Any] = msgspec.to_builtins(journal.header)
    result = retraced.match.result
    return {
        **header,
        "entries": len(journal.effective()),
        "at": retraced.at,
        "events": [{"entry": number, **event.plain(), "text": speech.event(event)} for number, event in events],
        "views": {
            "spectator" if viewer is None else LETTERS[viewer]: msgspec.to_builtins(retraced.match.view(viewer))
            for viewer in viewers
        },
        "result": None if result is None else {"winners": result.winners, "scores": result.scores},
    }


def print_header(journal: Journal, speech: Speech) -> None:
    header, say = journal.header, speech.phrases.say
    print(say("replay.game", game=speech.title, version=header.rules_version))
    print("  " + say("replay.seats", seats=", ".join(f"{LETTERS[s]} {who}" for s, who in enumerate(header.seats))))
    print("  " + say("replay.options", options=", ".join(f"{name} {value}" for name, value in header.options.items())))
    print("  " + say("replay.packs", packs=", ".join(f"{pack.name} {pack.hash}" for pack in header.packs)))
    print("  " + say("replay.dice", dice=header.dice))


def print_verified(journal: Journal, kind: str, speech: Speech) -> None:
    """Say what was checked and, for dice from outside, what could not be."""
    say = speech.phrases.say
    print(f"\n{say('verified.title')}")
    print("  " + say("verified.lines", count=len(journal.entries)))
    print("  " + say("verified.answers", version=journal.header.rules_version))
    about = kind if kind in ("seeded", "committed", "agreed", "resumed") else "outside"
    count, brought = count_rolls(journal), brought_rolls(journal)
    if kind == "resumed":
        print("  " + say("verified.brought", count=count, passed=brought))
    print("  " + say(f"verified.{about}", count=count, kind=kind, rest=count - brought))


def proved_rolls(journal: Journal, kind: str) -> dict[str, int]:
    """Count the rolls proved to come from their dice, and those brought or rolled outside."""
    count = count_rolls(journal)
    brought = {"seeded": 0, "committed": 0, "agreed": 0, "resumed": brought_rolls(journal)}.get(kind, count)
    return {"proved": count - brought, "brought": brought}


def print_log(events: Sequence[tuple[int, Event]], speech: Speech) -> None:
    """Print each event with the number of its entry, which `--at` takes."""
    print()
    for number, event in events:
        whisper = (
            "" if event.audience is None else f" ({speech.phrases.say('replay.only', seat=LETTERS[event.audience])})"
        )
        print(f"{number:>5}  {speech.event(event)}{whisper}")


def print_tables(game: Game[object], retraced: Retraced, viewers: Sequence[Viewer], speech: Speech) -> None:
    for viewer in viewers:
        if viewer is not None:
            print(f"\n{speech.phrases.say('replay.as_seen', seat=LETTERS[viewer])}")
        print(f"\n{retraced.match.look(viewer).picture(speech.words)}")


def print_result(retraced: Retraced, entries: int, speech: Speech) -> None:
    result = retraced.match.result
    print()
    if result is None:
        print(speech.phrases.say("replay.not_over", at=retraced.at, entries=entries))
        return
    print(speech.phrases.say("over"))
    for line in speech.result(result):
        print(f"  {line}")
