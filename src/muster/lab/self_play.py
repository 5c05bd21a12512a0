"""Self-play: matches of the search against itself, from which `muster learn` learns.

At each decision it notes what is true of every answer (`Thinking.traits`) and how often the search chose it; and
whenever a search has reached what it looks ahead to, such as a new round, the figures of every seat. It notes what the
seat may know: traits are read in a fork, in which everything else is drawn again.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from muster.bots import chair_at
from muster.bots.search.bot import Mind, SearchBot
from muster.bots.search.budget import Budget
from muster.bots.search.judging import figures_of
from muster.kernel.chances import Chances
from muster.kernel.dice import SeededDice
from muster.kernel.game import Game, Traits, thinking_of
from muster.kernel.match import Match
from muster.kernel.policy import Policy
from muster.kernel.requests import Seat
from muster.kernel.sessions import new_match
from muster.lab.calibrate import Noted
from muster.lab.setups import drawn_setup
from muster.library import load_game


class Lesson(msgspec.Struct, frozen=True):
    """A decision: its match, the traits of each answer, and how often the search chose it."""

    match: int
    traits: list[list[int]]
    chosen: list[int]


class Learned(msgspec.Struct, frozen=True):
    """A mind as data, to be sent to a worker: weights of traits (empty: no policy), and of figures for this number of
    players.
    """

    policy: list[float]
    start: list[float]
    middle: list[float]
    end: list[float]
    tempo: float

    def mind(self, players: int) -> Mind:
        chances = Chances(self.start, self.middle, self.end, self.tempo)
        return Mind({players: chances}, Policy(self.policy) if self.policy else None)


def learned(chances: Chances, policy: Policy | None) -> Learned:
    weights = [] if policy is None else policy.weights
    return Learned(weights, chances.start, chances.middle, chances.end, chances.tempo)


def self_play(
    game: str, players: int, iterations: int, whims: float, known: Learned, seeds: Sequence[int]
) -> tuple[list[Lesson], list[Noted]]:
    """What is to be learned from some matches, in which everybody thinks for so many iterations."""
    loaded, mind = load_game(game), known.mind(players)
    lessons: list[Lesson] = []
    positions: list[Noted] = []
    for seed in seeds:
        found, noted = one_match(loaded, players, iterations, whims, mind, seed)
        lessons += found
        positions += noted
    return lessons, positions


def one_match(
    game: Game[object], players: int, iterations: int, whims: float, mind: Mind, seed: int
) -> tuple[list[Lesson], list[Noted]]:
    """One match, with a set-up of its own. Now and then an answer is a whim, so that positions come up which good
    players avoid.
    """
    rng, thinking = random.Random(seed), thinking_of(game)
    prepared = drawn_setup(game, rng, players)
    budget = Budget(iterations)
    bots = {seat: SearchBot(random.Random(f"{seed}/{seat}"), budget, mind=mind) for seat in prepared.players}
    match = new_match(game, prepared, SeededDice(seed), listening=False)
    lessons: list[Lesson] = []
    noted: list[tuple[float, list[list[float]], int]] = []
    reached = 0
    while match.pending:
        if thinking.horizon is not None and thinking.horizon(match.state) > reached:
            reached = thinking.horizon(match.state)
            asked = -1 if len(match.pending) > 1 else min(match.pending)
            figures = [figures_of(thinking, match.state, seat) for seat in range(prepared.seats)]
            noted.append((thinking.progress(match.state), figures, asked))
        seat = min(match.pending)
        ask = match.pending[seat]
        options = ask.space.options()
        if rng.random() < whims or len(options) == 1 or ask.small:
            match.play(seat, rng.choice(options) if not ask.small else options[0])
            continue
        chair = chair_at(match, seat)
        search = bots[seat].search(chair)
        search.think(budget)
        if thinking.traits is not None:
            lesson = lesson_of(thinking.traits, match, seat, seed, rng)
            if lesson is not None:
                chosen = [search.root.answers[option.key].visits - 1 for option in options]
                lessons.append(Lesson(seed, lesson, chosen))
        match.play(seat, search.best())
    assert match.result is not None
    winners = match.result.winners
    shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(prepared.seats)]
    return lessons, [Noted(seed, progress, figures, asked, shares) for progress, figures, asked in noted]


def lesson_of(
    traits: Traits[object], match: Match[object], seat: Seat, seed: int, rng: random.Random
) -> list[list[int]] | None:
    """The traits of each answer, read where everything that the seat may not know is drawn again."""
    imagined = chair_at(match, seat).fork(random.Random(rng.getrandbits(32)))
    ask = imagined.pending[seat]
    return traits.of(imagined.state, ask, ask.space.options())
