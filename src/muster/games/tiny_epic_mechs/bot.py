"""What Tiny Epic Mechs adds to the bots: how good a position is for a seat."""

from __future__ import annotations

from muster.games.tiny_epic_mechs.state import State


def evaluate(state: State, seat: int) -> float:
    return float(state.players[seat].score)
