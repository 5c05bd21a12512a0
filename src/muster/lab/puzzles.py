"""Making puzzles: bots play matches, or people's journals are read, and decisions on the way are examined.

Each match has a seed of its own, which draws the set-up, the bots and the decisions looked at, so the same seed makes
the same puzzles. What is kept is mixed: not all of one kind, not all at first sight, not many of one match.
"""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Any

from muster.bots import SearchBot, chair_at
from muster.bots.search import LEVELS, Budget
from muster.coach.puzzles import USUAL, Puzzle, Standard, has_gap, is_real, pose
from muster.coach.puzzles.posing import round_of
from muster.coach.puzzles.themes import kind_of
from muster.kernel.chances import chances_for
from muster.kernel.dice import SeededDice, ToldDice
from muster.kernel.errors import GameError
from muster.kernel.game import Game, setup_of, thinking_of
from muster.kernel.journal import Journal
from muster.kernel.match import Match
from muster.kernel.requests import DICE
from muster.kernel.sessions import load_match, new_match
from muster.lab.pool import spread
from muster.lab.setups import drawn_setup
from muster.library import load_chances, load_game

PLAYERS = ("easy", "normal")
"""The levels that play: good enough for sensible positions, not so good that nothing is left to find."""
SHARE = 0.5
"""Of all decisions so many are looked at: neighbours are much alike."""
EARLY = 0.2
"""Before a match has come so far hardly anything is clear, and few decisions are looked at."""
MOST_OF_MATCH = 2
"""Puzzles from one match, at most."""
SHARES = {"theme": 0.5, "prompt": 0.6, "kind": 0.3, "glance": 0.34, "setup": 0.15}
"""Of all puzzles so many may have the same theme, question, or kind of answer, may be solved at first sight, or may be
about the set-up, where there is little to see.
"""
LEAST = 2
"""And so many always may."""
PATIENCE = 300
"""So many matches in a row without a puzzle that is kept, and the making ends."""


class Mixture:
    """Which puzzles to keep of those that come: a mixture."""

    def __init__(self, wanted: int, kept: Iterable[Puzzle] = ()) -> None:
        self._limits = {trait: max(LEAST, math.ceil(wanted * share)) for trait, share in SHARES.items()}
        self._counts: Counter[tuple[str, str]] = Counter()
        for puzzle in kept:
            self._counts.update(self._traits(puzzle))

    def _traits(self, puzzle: Puzzle) -> list[tuple[str, str]]:
        prompt = puzzle.prompt.key
        traits = [("theme", puzzle.theme), ("prompt", prompt), ("kind", f"{prompt} {kind_of(puzzle.right[0])}")]
        traits += [("glance", "")] if puzzle.difficulty == 1 else []
        return [*traits, ("setup", "")] if puzzle.theme == "setup" else traits

    def takes(self, puzzle: Puzzle) -> bool:
        """Whether there is still room for one like this; if so, it is counted."""
        traits = self._traits(puzzle)
        if any(self._counts[trait] >= self._limits[trait[0]] for trait in traits):
            return False
        self._counts.update(traits)
        return True


def puzzles_of_match(game: str, seed: int, standard: Standard = USUAL) -> list[Puzzle]:
    """The puzzles in one match of bots."""
    loaded, rng = load_game(game), random.Random(f"{seed}/puzzles")
    prepared = drawn_setup(loaded, rng)
    bots = {seat: player(rng.choice(PLAYERS), random.Random(f"{seed}/{seat}")) for seat in prepared.players}
    match = new_match(loaded, prepared, SeededDice(seed), listening=False)
    looking = Looking(match, dict(prepared.options), f"{seed:04}", seed, standard)
    while match.pending:
        seat = min(match.pending)
        looking.at(seat)
        match.play(seat, bots[seat].choose(chair_at(match, seat)))
    return looking.found


def player(level: str, rng: random.Random) -> SearchBot:
    """The bot of a level, by iterations alone: a slow machine makes the same match."""
    return SearchBot(rng, Budget(iterations=LEVELS[level].budget.iterations), LEVELS[level].temper)


def puzzles_of_journal(journal: Journal, name: str, seed: int, standard: Standard = USUAL) -> list[Puzzle]:
    """The puzzles in a match that was played."""
    game: Game[object] = load_game(journal.header.game)
    dice = ToldDice()
    entries = load_match(game, journal, dice, file=journal.file).record
    dice.tell(entry.value for entry in entries if entry.seat == DICE)
    match = Match(game, setup_of(game).prepare(journal.header.options).new(), dice, listening=False)
    looking = Looking(match, journal.header.options, name, seed, standard)
    for entry in entries:
        if entry.seat != DICE:
            looking.at(entry.seat)
            match.answer(entry.seat, entry.key)
    return looking.found


class Looking:
    """Looks at the decisions of a match as it goes, and keeps the puzzles among them."""

    def __init__(self, match: Match[object], options: dict[str, Any], name: str, seed: int, standard: Standard) -> None:
        self.found: list[Puzzle] = []
        self._match = match
        self._progress = thinking_of(match.game).progress
        self._options = options
        self._name = name
        self._seed = seed
        self._standard = standard
        self._rng = random.Random(f"{seed}/looking")

    def at(self, seat: int) -> None:
        """Look at what this seat is asked now."""
        match = self._match
        share = SHARE if self._progress(match.state) >= EARLY else SHARE * EARLY
        if len(self.found) == MOST_OF_MATCH or self._rng.random() >= share:
            return
        if not is_real(match.pending[seat], self._standard):
            return
        now = seat, round_of(match, seat)
        if any((puzzle.seat, puzzle.round) == now for puzzle in self.found):
            return
        chair = chair_at(match, seat)
        chances = chances_for(load_chances(match.game.name), chair.seats)
        if not has_gap(chair, chances, self._rng, self._standard):
            return
        name = f"{self._name}_{len(match.record):03}"
        puzzle = pose(match, seat, name, self._options, self._seed, self._standard)
        if puzzle is not None:
            self.found.append(puzzle)


def make(
    game: str,
    wanted: int,
    seed: int = 1,
    *,
    standard: Standard = USUAL,
    workers: int = 1,
    kept: Iterable[Puzzle] = (),
    in_time: Callable[[], bool] = lambda: True,
) -> Iterator[Puzzle]:
    """Make so many puzzles from matches of bots, each as soon as it is there, while there is time. `kept` are there
    already, and the mixture minds them.
    """
    there = list(kept)
    mixture = Mixture(wanted + len(there), there)
    made = idle = 0
    for first in count(seed, workers):
        parts = [(game, one, standard) for one in range(first, first + workers)]
        found = sorted(spread(puzzles_of_match, parts, workers), key=lambda puzzles: [one.name for one in puzzles])
        idle += workers
        for puzzle in (puzzle for puzzles in found for puzzle in puzzles):
            if mixture.takes(puzzle):
                idle = 0
                made += 1
                yield puzzle
                if made == wanted:
                    return
        if not in_time():
            return
        if idle >= PATIENCE:
            raise GameError(f"{idle} matches in a row had no puzzle of a kind that is still wanted")


def seconds_from_now(seconds: float) -> Callable[[], bool]:
    """Whether so much time has not passed yet; no limit if it is 0."""
    end = time.monotonic() + seconds
    return lambda: not seconds or time.monotonic() < end
