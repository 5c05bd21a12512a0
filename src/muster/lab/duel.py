"""Duels: the same search with what it has learned against the same without, from both seats, at equal processor time.

Iterations are shared out so that both think for as long: a few matches are played at equal iterations to find out how
long an iteration of each takes. The result depends on that one number alone, which is told, so anybody can play the
duel again.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

import msgspec

from muster.bots import chair_at
from muster.bots.search.bot import SearchBot
from muster.bots.search.budget import Budget
from muster.kernel.dice import SeededDice
from muster.kernel.errors import GameError
from muster.kernel.sessions import new_match
from muster.lab.self_play import Learned
from muster.lab.setups import drawn_setup
from muster.library import load_game


class Fought(msgspec.Struct):
    """How a duel stands: matches, the first one's victories, and for both decisions and seconds of processor time."""

    iterations: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    matches: int = 0
    won: float = 0.0
    decisions: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    seconds: list[float] = msgspec.field(default_factory=lambda: [0.0, 0.0])

    def add(self, other: Fought) -> None:
        self.matches += other.matches
        self.won += other.won
        for one in (0, 1):
            self.decisions[one] += other.decisions[one]
            self.seconds[one] += other.seconds[one]

    def pace(self, one: int) -> float:
        """Seconds of processor time that a decision took."""
        return self.seconds[one] / max(1, self.decisions[one])


def duel(game: str, minds: Sequence[Learned], iterations: Sequence[int], seeds: Sequence[int]) -> Fought:
    """Matches of two players: for each seed one set-up and one stream of dice, played from both seats."""
    found = Fought()
    for seed in seeds:
        for swapped in (0, 1):
            found.add(one_duel(game, minds, iterations, seed, swapped))
    return found


def one_duel(game: str, minds: Sequence[Learned], iterations: Sequence[int], seed: int, swapped: int) -> Fought:
    """One match of a duel."""
    loaded = load_game(game)
    prepared = drawn_setup(loaded, random.Random(seed), 2)
    if len(prepared.players) != 2:
        raise GameError(f"{game}: a duel needs two players")
    match = new_match(loaded, prepared, SeededDice(seed), listening=False)
    who = {seat: (place + swapped) % 2 for place, seat in enumerate(sorted(prepared.players))}
    bots = {
        seat: SearchBot(random.Random(f"{seed}/{one}"), Budget(iterations[one]), mind=minds[one].mind(2))
        for seat, one in who.items()
    }
    found = Fought(matches=1)
    while match.pending:
        seat = min(match.pending)
        chair = chair_at(match, seat)
        began = time.process_time()
        option = bots[seat].choose(chair)
        if len(chair.options) > 1 and not chair.small:
            found.seconds[who[seat]] += time.process_time() - began
            found.decisions[who[seat]] += 1
        match.play(seat, option)
    assert match.result is not None
    winners = match.result.winners
    found.won = sum(who[seat] == 0 for seat in winners) / len(winners)
    return found
