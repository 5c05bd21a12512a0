"""Calibration: weights that tell who wins, and forecasts that nobody made who knew the end."""

from __future__ import annotations

import random

import pytest

from muster.lab.calibrate import FOLDS, Noted, fit, reliability

pytest.importorskip("scipy")


def positions(matches: int, telling: float, seed: int = 1) -> list[Noted]:
    """Positions of made-up matches: the better the figure of the first seat, the likelier it wins, as far as it tells
    anything.
    """
    rng = random.Random(seed)
    found: list[Noted] = []
    for match in range(matches):
        worth = rng.gauss(0, 1)
        winner = int(telling * worth + rng.gauss(0, 1) < 0)
        shares = [1.0 - winner, float(winner)]
        found += [Noted(match, 0.5, [[worth + rng.gauss(0, 0.1)], [0.0]], 0, shares) for _ in range(4)]
    return found


def turned(noted: Noted) -> Noted:
    """The same position, but the other side wins."""
    return Noted(noted.match, noted.progress, noted.figures, noted.asked, noted.shares[::-1])


def test_a_figure_that_tells_who_wins_gets_a_weight() -> None:
    told, silent = fit(positions(200, 2.0)), fit(positions(200, 0.0))
    assert told.chances.middle[0] > 1.0 > abs(silent.chances.middle[0])
    assert told.surprise < 0.6 < silent.surprise


def test_what_is_foretold_of_a_match_does_not_depend_on_how_it_ended() -> None:
    """However the first match ends, the weights that foretell it are the same; those of other matches have learned from
    it.
    """
    known = positions(FOLDS * 2, 2.0)
    other = [turned(noted) if noted.match == 0 else noted for noted in known]
    here, there = fit(known).unseen, fit(other).unseen
    alike = [one.middle == two.middle for one, two in zip(here, there, strict=True)]
    assert alike == [noted.match % FOLDS == 0 for noted in known]


def test_a_diagram_counts_every_seat_of_every_position() -> None:
    known = positions(100, 2.0)
    steps = reliability(fit(known).unseen, known)
    assert sum(step.count for step in steps) == 2 * len(known)
    assert sum(step.won * step.count for step in steps) == pytest.approx(len(known), rel=0.01)
    assert steps[-1].won > 0.8 > 0.2 > steps[0].won
