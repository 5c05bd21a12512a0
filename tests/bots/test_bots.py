"""Bots choose what is offered, and the better one wins. What they may not know is tested for every game elsewhere."""

from __future__ import annotations

import random

import pytest

from muster.bots import BOTS, make_bot
from muster.kernel.dice import SeededDice
from muster.kernel.errors import GameError
from muster.kernel.sessions import new_match
from muster.lab.simulate import Job, simulate
from muster.library import load_game

GAME = load_game("tiny_epic_mechs")


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_chooses_one_of_the_options_it_is_offered(name: str) -> None:
    match = new_match(GAME, GAME.options({"players": 3}), SeededDice(1))
    bot = make_bot(name, random.Random(1))
    for _ in range(60):
        seat = min(match.pending)
        option = bot.choose(GAME, match, seat)
        assert option in match.pending[seat].space.options()
        match.play(seat, option)


@pytest.mark.parametrize("name", BOTS)
def test_choosing_changes_nothing_at_the_table(name: str) -> None:
    match = new_match(GAME, GAME.options({}), SeededDice(2))
    before = GAME.dump(match.state)
    make_bot(name, random.Random(1)).choose(GAME, match, 0)
    assert GAME.dump(match.state) == before
    assert not any(entry.seat >= 0 for entry in match.record)


def test_an_unknown_bot_is_named() -> None:
    with pytest.raises(GameError, match="there is no bot 'deep_thought'; there are random, greedy"):
        make_bot("deep_thought", random.Random(1))


@pytest.mark.parametrize("seats", [("greedy", "random"), ("random", "greedy")])
def test_greedy_beats_random_from_either_seat(seats: tuple[str, str]) -> None:
    """At 95% or more over 500 matches (bench/results.md), fewer than 10 of 12 happens once in thousands of runs."""
    tally = simulate(Job("tiny_epic_mechs", seats, 11), 12, 1)
    assert tally.wins[seats.index("greedy")] >= 10
