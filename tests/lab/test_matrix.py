"""The matrix of forces: who plays whom, how often, and the report about it."""

from __future__ import annotations

import pytest

from muster.kernel.errors import GameError
from muster.lab.experiments.keeping import Kept, heading_of
from muster.lab.experiments.running import Run
from muster.lab.matrix import Pair, matrix_of, pairs_in, pairs_of, report
from muster.lab.simulate import Job

JOB = Job("deadzone", ("random", "random"), 1)


def test_forces_of_different_factions_meet() -> None:
    pairs = pairs_of(JOB)
    assert len(pairs) == 60  # 12 teams, two of each faction
    assert all(one.split("_")[0] != other.split("_")[0] for one, other in pairs)
    assert len(pairs_of(JOB, ["rebs_cell"])) == 10


def played(workers: int) -> list[Pair]:
    run = Run(matrix_of(JOB, 2, ["rebs_cell"]))
    run.play(Kept(None, heading_of(run.experiment)), workers)
    assert len({row.seed for row in run.rows}) == len(run.plan.arms)
    for arm, rows in run.by_arm():
        assert [arm.options_in(arm.turns[row.turn])["teams"][row.turn] for row in rows] == [arm.first] * 2
    return pairs_in(run)


def test_half_of_the_matches_from_each_seat_and_the_same_again() -> None:
    pairs = played(1)
    assert [pair.games for pair in pairs] == [2] * 10
    assert pairs == played(2)


def test_what_is_beyond_the_limit_is_named() -> None:
    lines = list(report([Pair("a", "b", 100, 70), Pair("a", "c", 100, 50), Pair("b", "c", 100, 48)]))
    assert lines[2] == "| 1 a |  | 70 | 50 | 60 |"
    assert lines[-1] == "- a beats b in 70% (±5)"


def test_a_game_without_forces_and_a_force_that_is_not_there() -> None:
    with pytest.raises(GameError, match="no forces to build"):
        pairs_of(Job("tiny_epic_mechs", ("random", "random"), 1))
    with pytest.raises(GameError, match="there is no force 'x'"):
        pairs_of(JOB, ["x"])
