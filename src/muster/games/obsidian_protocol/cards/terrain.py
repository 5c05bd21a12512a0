"""Terrain, boards and battlefields as they are printed; nothing is worked out here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from muster.geometry.grid_sight import Box

Corners = tuple[str, str]
"""The grids in the north-west and south-east corners of an area."""


class Terrain:
    """A terrain object: where it stands, its height in inches, and whether it can be destroyed.  [OP 2.6.attacked]"""

    __slots__ = ("box", "destructible", "height", "number")

    def __init__(self, number: int, box: Box, height: int, destructible: bool) -> None:
        self.number = number
        self.box = box
        self.height = height
        self.destructible = destructible


class BoardCard:
    """A board with its size in grids. Tactical areas list their grids by name; a deployment card has the corners of the
    black and of the white side.

    [OP 2.1.board] [OP 5.2.areas]
    """

    __slots__ = ("deployments", "size", "zones")

    def __init__(
        self, size: int, zones: Mapping[str, Sequence[str]], deployments: Mapping[str, tuple[Corners, Corners]]
    ) -> None:
        self.size = size
        self.zones = dict(zones)
        self.deployments = dict(deployments)


class FieldCard:
    """A battlefield card: its terrain, the board it lies on, and how many environment cards it takes."""

    __slots__ = ("board", "environments", "id", "number", "terrain")

    def __init__(self, number: int, card_id: str, board: int, terrain: Sequence[Terrain], environments: int) -> None:
        self.number = number
        self.id = card_id
        self.board = board  # grids along each side
        self.terrain = tuple(terrain)
        self.environments = environments
