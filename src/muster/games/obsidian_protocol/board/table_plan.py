"""A layout as a plan of pieces, and back: every piece by its middle, in small grids from the north-west corner."""

from __future__ import annotations

from math import floor
from typing import Any, Final

from muster.games.obsidian_protocol.board.battlefield import SMALL
from muster.games.obsidian_protocol.cards.pack import BattlefieldFile, TerrainFile
from muster.kernel.errors import GameError
from muster.kernel.tables import Piece, Plan, known_kind

BUILDING, WALL, CONTAINER = "building", "wall", "container"
KINDS: Final = (BUILDING, WALL, CONTAINER)
SIDE: Final = 12
"""Grids along each side of the board that layouts are planned on."""
ENVIRONMENTS: Final = "environments"
UNNAMED: Final = "Own layout"
"""The name of a layout to which nobody gave one: its card needs a name."""


def plan_of(card: BattlefieldFile) -> Plan:
    """The pieces of a layout; raises `GameError` for the large board, which is not planned here."""
    if card.board != "standard":
        raise GameError(f"battlefield {card.id!r}: only layouts of 12 by 12 grids can be planned")
    name = "" if card.name == UNNAMED else card.name
    return Plan(name, {ENVIRONMENTS: card.environments}, tuple(map(_piece, card.terrain)))


def _piece(one: TerrainFile) -> Piece:
    (x, y), (width, depth) = one.at, one.size
    kind = CONTAINER if one.destructible else BUILDING if one.size == (SMALL, SMALL) else WALL
    return Piece(kind, x + width / 2, y + depth / 2, width=width, depth=depth, height=one.height)


def card_of(plan: Plan) -> dict[str, Any]:
    """The layout of a plan, each piece inside the grid that its middle lies in."""
    terrain = []
    for piece in plan.pieces:
        kind = known_kind(piece, KINDS)
        width, depth = min(max(piece.width, 1), SMALL), min(max(piece.depth, 1), SMALL)
        one: dict[str, Any] = {
            "at": [_corner(piece.x, width), _corner(piece.y, depth)],
            "size": [width, depth],
            "height": min(max(piece.height, 1), 3),
        }
        terrain.append(one | ({"destructible": True} if kind == CONTAINER else {}))
    environments = plan.choices.get(ENVIRONMENTS, 0)
    if not isinstance(environments, int) or not 0 <= environments <= 9:
        raise GameError("plan: environments: a number from 0 to 9")
    name = plan.name or UNNAMED
    return {"id": "own", "source": "house", "name": name, "environments": environments, "terrain": terrain}


def _corner(middle: float, extent: int) -> int:
    """The first small grid of a piece along one axis, so that it stays inside the grid of its middle."""
    grid = min(max(floor(middle / SMALL), 0), SIDE - 1)
    return grid * SMALL + min(max(floor(middle - extent / 2 + 0.5) - grid * SMALL, 0), SMALL - extent)
