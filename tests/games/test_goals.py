"""What every game says about itself: the goal, the points by source, and nothing that a seat may not know."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given

from games.every_game import Setup, every_setup, examples, lengths, play_out, seeds
from muster.kernel.game import goal_of
from muster.kernel.goals import Goal, Standpoint
from muster.kernel.history import History
from muster.kernel.match import Match
from muster.kernel.requests import Seat
from muster.kernel.words import LANGUAGES


def goal_at(match: Match[Any], seat: Seat | None, state: Any = None, language: str = "en") -> Goal:
    words = match.game.catalogue.words(language)
    shown = match.state if state is None else state
    return goal_of(match.game, Standpoint(shown, seat, match.events(seat), words, match.over))


def clauses(goal: Goal) -> list[str]:
    return [one.clause for one in (*goal.ways, *goal.marks, *goal.missions) if one.clause]


@every_setup
@given(seed=seeds)
@examples(5)
def test_the_points_of_all_ways_are_the_points_of_the_result(setup: Setup, seed: int) -> None:
    match = setup.match(seed)
    play_out(match, random.Random(seed))
    result = match.result
    assert result is not None
    for viewer in setup.viewers():
        goal = goal_at(match, viewer)
        assert goal.totals == result.scores
        if goal.ways:
            sums = [sum(way.points[seat] or 0 for way in goal.ways) for seat in setup.seats()]
            assert tuple(sums) == result.scores


@every_setup
@given(seed=seeds, length=lengths)
@examples(5)
def test_a_goal_gives_nothing_away_that_the_viewer_may_not_know(setup: Setup, seed: int, length: int) -> None:
    match = setup.played(seed, length)
    for viewer in setup.viewers():
        assert goal_at(match, viewer) == goal_at(match, viewer, match.imagined(viewer))


@every_setup
@given(seed=seeds, length=lengths)
@examples(5)
def test_a_goal_speaks_both_languages_and_cites_clauses_that_exist(setup: Setup, seed: int, length: int) -> None:
    match = setup.played(seed, length)
    for language in LANGUAGES:
        goal = goal_at(match, 0, language=language)
        texts = [goal.aim, goal.lasts, *[way.text for way in goal.ways]]
        texts += [text for mark in goal.marks for text in (mark.name, mark.note)]
        texts += [mission.text for mission in goal.missions]
        assert goal.aim
        assert not [text for text in texts if "about." in text or "{" in text]
        assert all(clause in match.game.clauses for clause in clauses(goal))


@every_setup
@given(seed=seeds)
@examples(2)
def test_a_round_is_over_at_the_first_moment_of_the_next(setup: Setup, seed: int) -> None:
    match = setup.match(seed)
    play_out(match, random.Random(seed))
    history = History(match, setup.viewers())
    for _ in history.follow(match):
        pass
    rounds = history.rounds()
    assert [number for number, _ in rounds] == sorted({number for number, _ in rounds})
    words = match.game.catalogue.words("en")
    last = history.goal(rounds[-1][1], 0, words, laid_open=True)
    assert last == goal_at(match, 0)
    for _, moment in rounds:
        assert len(history.goal(moment, 0, words, laid_open=True).totals) == len(setup.seats())
