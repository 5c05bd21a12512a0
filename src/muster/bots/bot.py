"""What a bot is: something that chooses among the options before a seat."""

from __future__ import annotations

from typing import Any, Protocol

from muster.kernel.game import Game
from muster.kernel.match import Match
from muster.kernel.requests import Seat
from muster.kernel.spaces import Option


class Bot(Protocol):
    def choose(self, game: Game[Any], match: Match[Any], seat: Seat) -> Option[Any]:
        """One of the options that are offered to `seat` now. May fork the match, never look at its state."""
