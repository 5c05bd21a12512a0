"""Judging a position: the chance to win of every seat."""

from __future__ import annotations

from typing import Final, TypeVar

from muster.kernel.chances import Chances
from muster.kernel.game import Thinking
from muster.kernel.match import Match

S = TypeVar("S")
MARGIN: Final = 0.02
"""How much the figures still count when the match is over: a clear victory is a little better than a narrow one."""


def judge(thinking: Thinking[S], chances: Chances, match: Match[S], seats: int) -> list[float]:
    """The chance of every seat as things stand; nearly certain if the match is over."""
    state = match.state
    figures = [figures_of(thinking, state, seat) for seat in range(seats)]
    pending = match.pending
    if pending:
        return chances.shares(thinking.progress(state), figures, -1 if len(pending) > 1 else min(pending))
    shares = chances.shares(1.0, figures, -1)
    result = match.result
    assert result is not None
    won = (1.0 - MARGIN) / len(result.winners)
    return [(won if seat in result.winners else 0.0) + MARGIN * shares[seat] for seat in range(seats)]


def figures_of(thinking: Thinking[S], state: S, seat: int) -> list[float]:
    """Everything that the chance of a seat is made of: the game's evaluation, then its features."""
    figures = [thinking.evaluate(state, seat)]
    if thinking.features is not None:
        figures.extend(thinking.features.count(state, seat))
    return figures
