"""The arena: the layout of the zone cards for two, three and four players, and the goals of steps and jumps.

The rulebook's diagrams are lost; these outlines are ours (see docs/rulings/tiny_epic_mechs.md): every base is two
steps from the Mech zone, and the arenas are symmetric. `B` is a place for a base, `M` the Mech zone, `o` a resource
zone.
"""

from __future__ import annotations

from muster.games.tiny_epic_mechs.cards.content import Kind
from muster.geometry.squares import DIAGONAL, ORTHOGONAL, Cell, cell_name, distances, steps

OUTLINES: dict[int, tuple[str, ...]] = {
    2: (
        "oBo",
        "ooo",
        "oMo",
        "ooo",
        "oBo",
    ),
    3: (
        " oBo ",
        "ooooo",
        "BoMoB",
        "ooooo",
    ),
    4: (
        " oBo ",
        "ooooo",
        "BoMoB",
        "ooooo",
        " oBo ",
    ),
}


class Arena:
    """One outline with its tables. Zones are numbered from the north-west, row by row."""

    def __init__(self, outline: tuple[str, ...]) -> None:
        self.cells: list[Cell] = [
            (column, row) for row, line in enumerate(outline) for column, mark in enumerate(line) if mark != " "
        ]
        marks = [outline[row][column] for column, row in self.cells]
        self.size = len(self.cells)
        self.names = [cell_name(cell) for cell in self.cells]
        self.index = {name: zone for zone, name in enumerate(self.names)}
        self.base_places = [zone for zone, mark in enumerate(marks) if mark == "B"]
        self.resource_places = [zone for zone, mark in enumerate(marks) if mark == "o"]
        self.mech_place = marks.index("M")
        self.walk = steps(self.cells, ORTHOGONAL)
        self.double_jump = steps(self.cells, ORTHOGONAL, 2)
        self.diagonal_jump = steps(self.cells, DIAGONAL)
        self.distance = distances(self.cells)
        self.leads = [[self._lead(zone, kind, way) for kind in Kind for way in range(4)] for zone in range(self.size)]
        """For each zone, where every card leads to (by its number, `cards.content.code`); NOWHERE at a wall."""

    def _lead(self, zone: int, kind: Kind, way: int) -> int:
        if kind == Kind.DOUBLE_JUMP:
            return self.double_jump[way][zone]
        return self.diagonal_jump[way][zone] if kind == Kind.DIAGONAL_JUMP else self.walk[way][zone]


ARENAS = {players: Arena(outline) for players, outline in OUTLINES.items()}
