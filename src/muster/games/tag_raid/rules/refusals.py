"""Refusals, and places and directions as players name them."""

from __future__ import annotations

from typing import Final

from muster.games.tag_raid.board.spots import Spot
from muster.games.tag_raid.state.questions import tag_of
from muster.games.tag_raid.state.state import BEAST, State
from muster.kernel.refusal import Refusal
from muster.kernel.text import Text

WAYS: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
"""The eight directions of the compass."""


def refuse(clause: str, **gaps: int | str) -> Refusal:
    """Make a refusal; its words go by the name of its clause."""
    name = clause.partition(" ")[2]
    return Refusal(clause, Text(f"refusal.{name}", gaps))


def millimetres(value: int) -> str:
    """Write tenths of a millimetre as millimetres."""
    return str(value // 10) if value % 10 == 0 else f"{value // 10}.{value % 10}"


def place(spot: Spot) -> str:
    """Write a spot in millimetres, as keys have it."""
    return f"{millimetres(spot[0])},{millimetres(spot[1])}"


def hexagon(state: State, spot: Spot) -> str:
    """Name the hexagon that a spot is in."""
    return state.field.name_at(spot[0], spot[1])


def part_of(state: State, spot: Spot) -> str:
    """Name the part of its hexagon that a spot is in: the middle, or one of the eight directions."""
    found = state.field.part_at(spot[0], spot[1])
    return WAYS[found - 1] if found else "middle"


def direction(bearing: float) -> str:
    """Name the direction of the compass that is nearest to a bearing."""
    return WAYS[round(bearing / 45) % len(WAYS)]


def model(state: State, seat: int) -> str:
    """Name a miniature by its card: a player's TAG, or the MegaBeast."""
    return "beast" if seat == BEAST else tag_of(state, state.miners[seat]).id
