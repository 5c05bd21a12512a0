"""A puzzle as data, and as a scenario file.

The file begins from a match (`[from]`), asks one question, and keeps what the coach knows in the table `[puzzle]`. No
sentence stands in it: what is said is kept as keys with gaps, so that it can be read in any language.
"""

from __future__ import annotations

import re
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from muster.coach.sheets import Advice, Said, Step
from muster.kernel.dice import DiceSource
from muster.kernel.errors import GameError
from muster.kernel.game import Game
from muster.kernel.journal import LETTERS
from muster.kernel.match import Match
from muster.kernel.packs import decode
from muster.kernel.scenario import Beginning, read_scenario, said_in
from muster.kernel.sessions import begun
from muster.library import folder_of

BARE = re.compile(r"[A-Za-z0-9_-]+")
"""A name that TOML takes without quotes."""
SUFFIX = ".toml"
FOLDER = "puzzles"
"""The folder of a game's puzzles, in its `content`."""


class Thought(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The search behind a puzzle, and what it found at least."""

    hearing: int
    """Iterations for each answer that might have been best, with each of the seeds."""
    seeds: list[int]
    gap: float
    """By how much the right answer was ahead of every wrong one, in chance to win, whatever the seed."""


class Difference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that happens soon, and how often: after the right answer, and after the tempting one."""

    text: Said
    best: float
    tempting: float


class Posed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The question, the right answer, and why it is right."""

    seat: int
    round: int
    """The round it is; 0 if the game counts none."""
    prompt: Said
    choices: int
    """How many answers there are."""
    theme: str
    """The themes of the right answer: attack, move, defence and the like. It gives something away."""
    difficulty: int
    """1 if the right answer looks best at first sight, 2 and 3 if the bots `easy` and `normal` find it, 4 beyond."""
    right: list[str]
    """The keys of the right answers; several if they come to the same."""
    chances: dict[str, float]
    """The chance to win with each answer, the best first."""
    best: Advice
    equals: list[Step] = []
    """The other right answers."""
    tempting: Advice
    """A wrong answer one might give, and what comes of it."""
    at_first_sight: bool
    """Whether that one looks best at first sight; else it is the best of the wrong ones."""
    differences: list[Difference] = []
    """Their consequences, as far as these differ much."""
    thought: Thought


class Puzzle(Posed, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A puzzle with its position: the options of the set-up, and what was said up to the question."""

    name: str
    game: str
    options: dict[str, Any]
    entries: list[str]
    """As a journal says them. They hold everybody's secrets: show a player the table through the eyes of `seat`."""


POSED = tuple(field.name for field in msgspec.structs.fields(Posed))


def write_puzzle(puzzle: Puzzle) -> str:
    """The text of its file: one line for each field, however much it holds."""
    asked = {
        "asked": LETTERS[puzzle.seat],
        "prompt": puzzle.prompt.key,
        "offered": [*puzzle.right, puzzle.tempting.answer.key],
        "over": False,
    }
    entries = "".join(f"  {inline(entry)},\n" for entry in puzzle.entries)
    lines = [
        *fields({"game": puzzle.game, "title": puzzle.name, "clauses": []}),
        "\n[from]",
        *fields({"options": puzzle.options}),
        f"entries = [\n{entries}]",
        "\n[puzzle]",
        *fields({name: getattr(puzzle, name) for name in POSED}),
        "\n[[step]]",
        *fields(asked),
    ]
    return "".join(f"{line}\n" for line in lines)


def fields(table: dict[str, Any]) -> list[str]:
    return [f"{name} = {inline(msgspec.to_builtins(value))}" for name, value in table.items()]


def inline(data: Any) -> str:
    """Plain data as a value of TOML on one line. A field that is not set is left out: TOML has no word for nothing."""
    if isinstance(data, dict):
        pairs = [f"{name_of(name)} = {inline(value)}" for name, value in data.items() if value is not None]
        return f"{{ {', '.join(pairs)} }}" if pairs else "{}"
    if isinstance(data, (list, tuple)):
        return f"[{', '.join(map(inline, data))}]"
    return msgspec.json.encode(data).decode()


def name_of(field: str) -> str:
    return field if BARE.fullmatch(field) else inline(field)


def read_puzzle(text: str, file: str) -> Puzzle:
    """A puzzle from its file; raises `GameError` with what is wrong."""
    scenario = read_scenario(text, file)
    if scenario.beginning is None or not scenario.puzzle:
        raise GameError(f"{file}: no puzzle: it needs the tables 'from' and 'puzzle'")
    posed = decode(scenario.puzzle, Posed, f"{file}: puzzle")
    return Puzzle(
        name=scenario.title,
        game=scenario.game,
        options=scenario.beginning.options,
        entries=scenario.beginning.entries,
        **{name: getattr(posed, name) for name in POSED},
    )


def match_of(game: Game[object], puzzle: Puzzle, dice: DiceSource) -> Match[object]:
    """The match at its question; from there on these dice roll."""
    beginning = Beginning(puzzle.options, puzzle.entries)
    match = begun(game, puzzle.options, said_in(beginning), dice, file=puzzle.name)
    if puzzle.seat not in match.pending:
        raise GameError(f"{puzzle.name}: {LETTERS[puzzle.seat]} is asked nothing there")
    return match


# The puzzles that come with a game


def _folder(game: str) -> Traversable:
    return folder_of(game) / "content" / FOLDER


def puzzle_names(game: str) -> list[str]:
    """The puzzles of a game, by name."""
    folder = _folder(game)
    if not folder.is_dir():
        return []
    return sorted(file.name.removesuffix(SUFFIX) for file in folder.iterdir() if file.name.endswith(SUFFIX))


def shipped(game: str, name: str) -> Puzzle:
    """A puzzle that comes with a game; raises `GameError` if there is none of that name."""
    if name not in puzzle_names(game):
        raise GameError(f"{game} has no puzzle {name!r}; 'muster puzzles {game}' lists them")
    return read_puzzle((_folder(game) / f"{name}{SUFFIX}").read_text("utf-8"), f"{name}{SUFFIX}")
