"""How places and refusals are worded."""

from __future__ import annotations

from muster.games.tag_raid.board.spots import Spot
from muster.kernel.refusal import Refusal
from muster.kernel.text import Text


def refuse(clause: str, **gaps: int | str) -> Refusal:
    """A refusal whose words go by the name of its clause."""
    name = clause.partition(" ")[2]
    return Refusal(clause, Text(f"refusal.{name}", gaps))


def millimetres(value: int) -> str:
    """Tenths of a millimetre as people read them."""
    return str(value // 10) if value % 10 == 0 else f"{value // 10}.{value % 10}"


def place(spot: Spot) -> str:
    return f"{millimetres(spot[0])},{millimetres(spot[1])}"
