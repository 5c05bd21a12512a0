"""Where a match turned, as a quick estimate: the chances of every seat at each moment, without looking ahead.

The analysis searches at every decision, which takes minutes. This judges each position once, by the figures that
`muster calibrate` has fitted, and takes the greatest rise of whoever won.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from muster.bots.search.judging import judge
from muster.coach.deliberation import chances_of
from muster.kernel.game import Game
from muster.kernel.match import Match

LEAST: Final = 0.03
"""A smaller rise turns nothing."""

Weigh = Callable[[Match[object]], list[float] | None]


class Turning(msgspec.Struct, frozen=True):
    """From one moment of a match to a later one a seat's chance to win rose like this."""

    seat: int
    since: int
    moment: int
    before: float
    after: float


def weigher(game: Game[object]) -> Weigh | None:
    """Tell what judges the moments of a match: the chance of every seat, or nothing where something is half done or all
    is over. None for a game that nobody can judge.
    """
    thinking = game.thinking
    if thinking is None:
        return None

    def weigh(match: Match[object]) -> list[float] | None:
        pending = match.pending
        if not pending or any(ask.midway or ask.small for ask in pending.values()):
            return None
        seats = game.rules.seats(match.state)
        return judge(thinking, chances_of(game, seats), match, seats)

    return weigh


def turning(weighed: Sequence[list[float] | None], winners: Sequence[int]) -> Turning | None:
    """The greatest rise of a winner from one judged moment to the next; None if there was no great one."""
    found: Turning | None = None
    before = -1
    for moment, chances in enumerate(weighed):
        if chances is None:
            continue
        earlier = weighed[before] if before >= 0 else None
        if earlier is not None:
            for seat in winners:
                rise = chances[seat] - earlier[seat]
                if rise >= LEAST and (found is None or rise > found.after - found.before):
                    found = Turning(seat, before, moment, earlier[seat], chances[seat])
        before = moment
    return found
