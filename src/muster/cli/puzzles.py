"""`muster puzzles`: list the puzzles of a game, solve one, make new ones, or check that they stand."""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from muster.arguments import add_json, add_language
from muster.cli.usage import UsageError
from muster.coach.puzzles import (
    USUAL,
    Puzzle,
    again,
    coloured,
    match_of,
    puzzle_names,
    read_puzzle,
    reasons,
    shipped,
    spending,
    spoken,
    write_puzzle,
)
from muster.coach.puzzles.telling import percent
from muster.kernel.dice import RandomDice
from muster.kernel.errors import GameError
from muster.kernel.game import Game
from muster.kernel.journal import LETTERS, read_journal
from muster.kernel.match import Match
from muster.kernel.refusal import Refusal
from muster.kernel.requests import Ask
from muster.kernel.text import Text
from muster.lab.puzzles import Mixture, make, puzzles_of_journal, seconds_from_now
from muster.lab.simulate import positive
from muster.library import load_game, read_file
from muster.terminal.commands import read_answer
from muster.terminal.screen import Screen
from muster.terminal.speech import Speech

EXAMPLES = """\
examples:
  muster puzzles deadzone                              the puzzles there are
  muster puzzles deadzone NAME                         solve one
  muster puzzles deadzone --check                      search them all again: do they still stand?
  muster puzzles deadzone --make 5 --to my_puzzles     make five from matches of bots
  muster puzzles deadzone --make 5 --from FILE         make them from a match that was played
  muster puzzles deadzone NAME --in my_puzzles         solve one of those"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLES
    parser.add_argument("game", metavar="GAME", help="a game ('muster games' lists them)")
    parser.add_argument("names", metavar="NAME", nargs="*", help="a puzzle; with --check any number of them")
    parser.add_argument("--answer", metavar="KEY", help="answer at once, by number or key")
    parser.add_argument(
        "--in", dest="folder", metavar="DIR", type=Path, help="the puzzles in DIR instead of the game's own"
    )
    parser.add_argument("--check", action="store_true", help="search again with another seed, and say what stands")
    parser.add_argument("--make", metavar="N", type=positive, help="make N new ones")
    parser.add_argument("--to", metavar="DIR", type=Path, default=Path("puzzles"), help="where to (default: puzzles)")
    parser.add_argument(
        "--from", dest="journals", metavar="FILE", type=Path, nargs="+", help="make them from these journals"
    )
    parser.add_argument("--seconds", metavar="S", type=float, default=0.0, help="stop making after so long")
    parser.add_argument("--workers", metavar="W", type=positive, default=1, help="processes to use (default 1)")
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="where to begin (default 1)")
    parser.add_argument(
        "--iterations",
        metavar="N",
        type=positive,
        default=USUAL.hearing,
        help=f"how long to search each answer, with each of {USUAL.seeds} seeds (default {USUAL.hearing})",
    )
    add_language(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    if args.make is not None and (args.check or args.names):
        raise UsageError("--make makes new puzzles: it goes with neither a name nor --check")
    if args.journals and args.make is None:
        raise UsageError("--from needs --make: say how many puzzles to make of them")
    if args.answer is not None and (len(args.names) != 1 or args.check):
        raise UsageError("--answer needs the name of one puzzle")
    game: Game[object] = load_game(args.game)
    speech = Speech(game, args.lang)
    speech.words = coloured(speech.words)
    if args.make is not None:
        return make_some(args, speech)
    puzzles = [found(args, name) for name in args.names] or list(all_of(args))
    if args.check:
        return check(args, game, puzzles, speech)
    if len(args.names) > 1:
        raise UsageError("one puzzle at a time; only --check takes several")
    return solve(args, game, puzzles[0], speech) if args.names else show_list(args, puzzles, speech)


# Where they are


def all_of(args: argparse.Namespace) -> Iterator[Puzzle]:
    if args.folder is None:
        yield from (shipped(args.game, name) for name in puzzle_names(args.game))
        return
    if not args.folder.is_dir():
        raise GameError(f"{args.folder}: no such directory")
    for file in sorted(args.folder.glob("*.toml")):
        puzzle = read_puzzle(read_file(file), str(file))
        if puzzle.game == args.game:
            yield puzzle


def found(args: argparse.Namespace, name: str) -> Puzzle:
    """The puzzle of this name."""
    if args.folder is None:
        return shipped(args.game, name)
    puzzle = next((puzzle for puzzle in all_of(args) if puzzle.name == name), None)
    if puzzle is None:
        raise GameError(f"{args.folder}: there is no puzzle {name!r} of {args.game}")
    return puzzle


# Listing and solving


def show_list(args: argparse.Namespace, puzzles: Sequence[Puzzle], speech: Speech) -> int:
    if args.json:
        print_data([summary(puzzle, speech) for puzzle in puzzles])
    elif not puzzles:
        print(speech.phrases.say("puzzles.none", game=speech.title, name=args.game))
    for puzzle in () if args.json else puzzles:
        print(f"{puzzle.name}  {entry(puzzle, speech)}\n  {about(puzzle, speech)}")
    return 0


def summary(puzzle: Puzzle, speech: Speech) -> dict[str, Any]:
    """A puzzle in the list. Nothing in it gives the answer away."""
    return {
        "name": puzzle.name,
        "prompt": prompt(puzzle, speech),
        "seat": LETTERS[puzzle.seat],
        "round": puzzle.round,
        "choices": puzzle.choices,
        "difficulty": puzzle.difficulty,
    }


def prompt(puzzle: Puzzle, speech: Speech) -> str:
    return speech.words.say(Text(puzzle.prompt.key, puzzle.prompt.params))


def entry(puzzle: Puzzle, speech: Speech) -> str:
    return speech.phrases.say("puzzles.entry", prompt=prompt(puzzle, speech), choices=puzzle.choices)


def about(puzzle: Puzzle, speech: Speech) -> str:
    level = speech.words.name("difficulty", puzzle.difficulty)
    return speech.phrases.say("puzzles.about", round=puzzle.round, seat=side(puzzle.seat, speech), level=level)


def side(seat: int, speech: Speech) -> str:
    """A side by its colour, and the letter that it has in the picture of the table."""
    return f"{speech.words.name('seat', seat)} ({LETTERS[seat]})"


def solve(args: argparse.Namespace, game: Game[object], puzzle: Puzzle, speech: Speech) -> int:
    """Show a puzzle, take an answer and say what is right, and why."""
    match = match_of(game, puzzle, RandomDice(random.Random(0)))
    ask = match.ask(puzzle.seat)
    if args.json:
        given = read_answer(args.answer, ask).key if args.answer is not None else None
        print_data(as_data(puzzle, ask, given, speech))
        return 0
    screen = Screen()
    show(screen, match, puzzle, ask, speech)
    key = read_answer(args.answer, ask).key if args.answer is not None else ask_for(screen, ask, speech)
    for line in verdict(puzzle, key, speech):
        screen.write_sentence(line)
    return 0


def show(screen: Screen, match: Match[object], puzzle: Puzzle, ask: Ask[Any], speech: Speech) -> None:
    screen.write(f"{speech.title}, {puzzle.name}. {about(puzzle, speech)}")
    screen.write(f"\n{match.look(puzzle.seat).picture(speech.words.seated(dict(enumerate(LETTERS))))}")
    prompt = speech.words.say(ask.prompt)
    screen.write(f"\n{speech.phrases.say('question', seat=side(puzzle.seat, speech), prompt=prompt)}")
    screen.write_list(speech.numbered(ask.space.options()))


def ask_for(screen: Screen, ask: Ask[Any], speech: Speech) -> str:
    """Read an answer that the rules allow; others are told why not."""
    while True:
        try:
            return read_answer(screen.read(speech.phrases.say("puzzles.prompt")), ask).key
        except Refusal as refusal:
            screen.write_sentence(speech.refusal(refusal))


def verdict(puzzle: Puzzle, key: str, speech: Speech) -> Iterator[str]:
    """Right or wrong, and why."""
    say = speech.phrases.say
    if key in puzzle.right:
        yield say("puzzles.right")
    else:
        yield say("puzzles.wrong")
        chance = puzzle.chances.get(key)
        yield say("puzzles.unknown") if chance is None else say("puzzles.yours", chance=percent(chance))
    for reason in reasons(puzzle):
        yield f"  {spoken(reason, speech.words)}"
    thought = puzzle.thought
    yield say("puzzles.theme", theme=speech.words.name("theme", puzzle.theme))
    gap = percent(thought.gap)
    yield say("puzzles.thought", seeds=len(thought.seeds), iterations=thought.hearing, gap=gap)


def as_data(puzzle: Puzzle, ask: Ask[Any], given: str | None, speech: Speech) -> dict[str, Any]:
    """A puzzle with its solution, for programs."""
    data: dict[str, Any] = msgspec.to_builtins(puzzle)
    data["question"] = speech.words.say(ask.prompt)
    data["answers"] = [{"key": option.key, "text": speech.option(option)} for option in ask.space.options()]
    data["explanation"] = [spoken(reason, speech.words) for reason in reasons(puzzle)]
    if given is not None:
        data |= {"answer": given, "is_right": given in puzzle.right}
    return data


# Making and checking


def make_some(args: argparse.Namespace, speech: Speech) -> int:
    """Make puzzles and write each as soon as it is there. Those that lie there already belong to the mixture."""
    args.to.mkdir(parents=True, exist_ok=True)
    args.folder = args.to
    files: list[str] = []
    for puzzle in new_ones(args, list(all_of(args))):
        file = args.to / f"{puzzle.name}.toml"
        file.write_text(write_puzzle(puzzle), "utf-8")
        files.append(str(file))
        if not args.json:
            print(speech.phrases.say("puzzles.made", file=str(file), entry=entry(puzzle, speech)), flush=True)
    if args.json:
        print_data(files)
    else:
        print(speech.phrases.say("puzzles.made_all", count=len(files), folder=str(args.to)))
    return 0 if files else 1


def new_ones(args: argparse.Namespace, kept: Sequence[Puzzle]) -> Iterator[Puzzle]:
    standard, in_time = spending(args.iterations), seconds_from_now(args.seconds)
    names = {puzzle.name for puzzle in kept}
    if not args.journals:
        made = make(
            args.game, args.make, args.seed, standard=standard, workers=args.workers, kept=kept, in_time=in_time
        )
        yield from (puzzle for puzzle in made if puzzle.name not in names)
        return
    mixture, left = Mixture(args.make + len(kept), kept), args.make
    for file in args.journals:
        journal = read_journal(read_file(file), str(file))
        if journal.header.game != args.game:
            raise GameError(f"{file}: a journal of {journal.header.game}, not of {args.game}")
        for puzzle in puzzles_of_journal(journal, file.stem, args.seed, standard) if in_time() else ():
            if left and puzzle.name not in names and mixture.takes(puzzle):
                left -= 1
                yield puzzle


def check(args: argparse.Namespace, game: Game[object], puzzles: Sequence[Puzzle], speech: Speech) -> int:
    """Search again; status 1 if something does not stand."""
    results: list[dict[str, Any]] = []
    for puzzle in puzzles:
        found = again(game, puzzle, max(puzzle.thought.seeds) + args.seed, spending(args.iterations))
        lead = round(found.lead, 4)
        results.append({"name": puzzle.name, "stands": found.stands, "lead": lead, "leads": list(found.leads)})
        if not args.json:
            key = "stands" if found.stands else "fails" if lead > 0 else "wrong_answer"
            print(speech.phrases.say(f"puzzles.{key}", name=puzzle.name, gap=percent(abs(lead))), flush=True)
    if args.json:
        print_data(results)
    return 0 if all(result["stands"] for result in results) else 1


def print_data(data: object) -> None:
    print(json.dumps(data, indent=2, ensure_ascii=False))
