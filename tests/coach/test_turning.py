"""The quick estimate of where a match turned, against the chances it is read from."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from games.every_game import decisions
from muster.coach.turning import LEAST, turning, weigher
from muster.kernel.dice import SeededDice
from muster.kernel.game import setup_of
from muster.kernel.history import History
from muster.kernel.sessions import new_match
from muster.library import game_names, load_game

UNDECIDED = [0.5, 0.5]


def test_it_is_the_greatest_rise_of_a_winner() -> None:
    weighed = [UNDECIDED, [0.2, 0.8], [0.6, 0.4], None, [0.9, 0.1], None]
    found = turning(weighed, [0])
    assert found is not None
    assert (found.seat, found.since, found.moment, found.before, found.after) == (0, 1, 2, 0.2, 0.6)
    loser = turning(weighed, [1])
    assert loser is not None
    assert (loser.since, loser.moment) == (0, 1)


def test_what_is_half_done_is_passed_over() -> None:
    found = turning([UNDECIDED, None, None, [0.7, 0.3]], [0])
    assert found is not None
    assert (found.since, found.moment) == (0, 3)


def test_a_match_that_never_turned_has_none() -> None:
    assert turning([UNDECIDED, [0.5 + LEAST / 2, 0.5 - LEAST / 2]], [0]) is None
    assert turning([], [0]) is None
    assert turning([None, None], [0]) is None


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_its_moments_weighed(name: str) -> None:
    """In a whole match by chance: the chances of a moment add up to one, and nothing is weighed in the midst of it."""
    game = load_game(name)
    match = new_match(game, setup_of(game).prepare({}), SeededDice(4))
    for _ in decisions(match, random.Random(4)):
        pass
    assert match.result is not None
    history = History(match, (0, 1, None), weigher(game))
    for _ in history.follow(match):
        pass
    judged = [chances for chances in history.weighed if chances is not None]
    assert len(judged) > 5
    assert all(sum(chances) == pytest.approx(1.0) for chances in judged)
    assert history.weighed[-1] is None
    found = turning(history.weighed, match.result.winners)
    assert found is not None
    assert found.seat in match.result.winners
    rises = [after[found.seat] - before[found.seat] for before, after in pairwise(judged)]
    assert found.after - found.before == pytest.approx(max(rises))
