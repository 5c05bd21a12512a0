"""Odds for players who ask at a table: worked out by the workers, told in words with their error."""

from __future__ import annotations

import math
import secrets

from muster.kernel.match import Match
from muster.kernel.requests import Seat
from muster.kernel.text import Text
from muster.kernel.words import Words
from muster.server.protocol import Chance
from muster.server.telling.audience import has_odds
from muster.server.telling.phrases import TableRefusal
from muster.server.thinking.jobs import Count, OddsJob, Position

SECONDS = 8.0
"""The time for one answer to `odds`, once a worker has the match."""
SURE = 1.96
"""A normal deviate exceeds so many standard deviations 5 times in 100."""


def odds_job(match: Match[object], position: Position, seat: Seat, key: str, runs: int) -> OddsJob:
    """The job for an answer that this seat could give now; refused for any other answer."""
    ask = match.ask(seat)
    if not has_odds(match.game, ask, ask.space.accept(key)):
        raise TableRefusal("no_odds")
    return OddsJob(position, seat, key, runs, SECONDS, secrets.token_hex(16))


def chance(count: Count, runs: int, words: Words) -> Chance:
    """An outcome with its share and error."""
    text = words.say(Text(count.key, count.params))
    return Chance(count.key, text, count.count, round(count.count / runs, 4), round(error_of(count.count, runs), 4))


def error_of(count: int, runs: int) -> float:
    """Half of the 95% interval (Agresti and Coull): not nothing even for what never, or always, came."""
    squared = SURE * SURE
    share = (count + squared / 2) / (runs + squared)
    return SURE * math.sqrt(share * (1 - share) / (runs + squared))
