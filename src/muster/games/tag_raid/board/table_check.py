"""Checking a table: tiles in one piece with room for a MegaBeast, access points around the edge, four
tool containers that can be reached (rulebook, "Preparation of the game area").
"""

from __future__ import annotations

from typing import Final

from muster.games.tag_raid.board.area import middle_of
from muster.games.tag_raid.board.battlefield import Battlefield, battlefield
from muster.games.tag_raid.cards.content import Constants, Movement, TableCard
from muster.geometry.hexes import Cell, cell_name, neighbours
from muster.kernel.tables import Breach
from muster.kernel.text import Param, Text

GAP: Final = 2
"""The fewest hexagon sides between two access points.  [TR setup.access]"""
CONTAINERS: Final = 4
"""The tool containers of a table.  [TR setup.containers]"""


def breaches(card: TableCard, constants: Constants) -> list[Breach]:
    """Everything a table breaks.  [TR setup.area] [TR setup.access] [TR setup.containers]"""
    if not card.tiles:
        return [Breach("TR setup.area", Text("breach.no_tiles"))]
    field = battlefield(card, constants)
    return [*_tiles(card, field), *_access(field), *_scenery(field), *_containers(field)]


def _breach(clause: str, what: str, x: float, y: float, **params: Param) -> Breach:
    return Breach(clause, Text(f"breach.{what}", params), (x / 10, y / 10, 1))


def pieces_of(tiles: set[Cell]) -> list[set[Cell]]:
    """Tiles that hang together, group by group."""
    left, groups = set(tiles), []
    while left:
        frontier = [min(left)]
        group: set[Cell] = set(frontier)
        while frontier:
            fresh = {cell for cell in neighbours(frontier.pop()) if cell in left} - group
            group |= fresh
            frontier += sorted(fresh)
        groups.append(group)
        left -= group
    return groups


def _tiles(card: TableCard, field: Battlefield) -> list[Breach]:
    """All tiles hang together, and each kind of MegaBeast has a hexagon without a tile to be in.

    [TR setup.area] [TR beast.interior] [TR beast.border]
    """
    found: list[Breach] = []
    for group in pieces_of(set(card.tiles))[1:]:
        cell = min(group)
        found.append(_breach("TR setup.area", "apart", *middle_of(cell, field.size), hexagon=cell_name(cell)))
    for kind, clause in ((Movement.INTERIOR, "TR beast.interior"), (Movement.BORDER, "TR beast.border")):
        if not field.cells[kind]:
            found.append(Breach(clause, Text("breach.no_lair", {"kind": kind.name.lower()})))
    return found


def _access(field: Battlefield) -> list[Breach]:
    """Access points stand far enough apart, each with room for a TAG.  [TR setup.access]"""
    found: list[Breach] = []
    if field.access_gap() < GAP:
        found.append(Breach("TR setup.access", Text("breach.access_gap", {"count": GAP})))
    shut = [point for point in field.access if field.stands(*point.spot)]
    return found + [
        _breach("TR setup.access", "access_room", *point.spot[:2], number=point.number + 1) for point in shut
    ]


def _scenery(field: Battlefield) -> list[Breach]:
    """Scenery stands on tiles, as far as its middle goes.  [TR setup.area]"""
    middles = [(piece.shape.x, piece.shape.y) for piece in field.scenery]
    return [_breach("TR setup.area", "scenery_off", x, y) for x, y in middles if field.tile_of(field.cell_at(x, y)) < 0]


def _containers(field: Battlefield) -> list[Breach]:
    """Four containers stand on tiles, each beside the scenery and on a tile of its own.  [TR setup.containers]"""
    found: list[Breach] = []
    if len(field.containers) != CONTAINERS:
        text = Text("breach.containers", {"count": len(field.containers), "wanted": CONTAINERS})
        found.append(Breach("TR setup.containers", text))
    seen: set[Cell] = set()
    for x, y, _ in field.containers:
        cell = field.cell_at(x, y)
        if container_in_scenery(field, x, y):
            found.append(_breach("TR setup.containers", "container_in", x, y, hexagon=cell_name(cell)))
        if field.tile_of(cell) < 0:
            found.append(_breach("TR setup.containers", "container_off", x, y, hexagon=cell_name(cell)))
        if cell in seen:
            found.append(_breach("TR setup.containers", "containers_together", x, y, hexagon=cell_name(cell)))
        seen.add(cell)
    return found


def container_in_scenery(field: Battlefield, x: int, y: int) -> bool:
    """Whether a container would stand in a piece of scenery."""
    return any(piece.shape.distance(x, y) < field.constants.token_radius for piece in field.scenery)
