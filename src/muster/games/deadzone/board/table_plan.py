"""A battlefield as a plan of pieces, and back: every piece by its middle, in cubes from the north-west corner."""

from __future__ import annotations

from math import floor
from typing import Any, Final

import msgspec

from muster.games.deadzone.board.table_check import (
    STEPS,
    Cube,
    Square,
    beyond,
    cube_at,
    footprint,
    on_board,
    side_at,
)
from muster.games.deadzone.cards.content import COLUMNS, ROWS
from muster.games.deadzone.cards.scenery import BattlefieldFile, BuildingFile
from muster.kernel.errors import GameError
from muster.kernel.tables import Piece, Plan, known_kind

HIGHEST: Final = 4
"""The most levels of a battlefield."""
OPENINGS: Final = {"door": "doors", "window": "windows", "gap": "open"}
HOLES: Final = {"partial": "partial", "hole": "missing"}
CELLS: Final = {"floor": "floors", "walkway": "walkways", "cover": "cover"}
BUILDING, WALL, RAMP = "building", "wall", "ramp"
KINDS: Final = (BUILDING, *OPENINGS, WALL, *HOLES, "floor", "walkway", RAMP, "cover")
TURNS: Final = {"n": 0, "e": 90, "s": 180, "w": 270}


def cell_name(cube: Cube) -> str:
    column, row, level = cube
    return f"{chr(ord('a') + column)}{row + 1}" + (f".{level + 1}" if level else "")


def side_name(cube: Cube, side: str) -> str:
    square, _, level = cell_name(cube).partition(".")
    return f"{square}{side}" + (f".{level}" if level else "")


# From a card


def plan_of(card: BattlefieldFile) -> Plan:
    """The pieces of a battlefield, buildings first."""
    pieces: list[Piece] = []
    for building in card.buildings:
        column, row, _ = cube_at(building.at)
        x, y = column + building.width / 2, row + building.depth / 2
        pieces.append(Piece(BUILDING, x, y, width=building.width, depth=building.depth, height=building.storeys))
        for kind, field in OPENINGS.items():
            pieces += [_side_piece(kind, name) for name in getattr(building, field)]
        for kind, field in HOLES.items():
            pieces += [_cell_piece(kind, name) for name in getattr(building, field)]
    pieces += [_side_piece(WALL, name) for name in card.walls]
    for kind, field in CELLS.items():
        pieces += [_cell_piece(kind, name) for name in getattr(card, field)]
    for low, high in card.ramps:
        foot, top = cube_at(low), cube_at(high)
        side = next((side for side in STEPS if beyond(foot, side)[:2] == top[:2]), "n")
        pieces.append(msgspec.structs.replace(_cell_piece(RAMP, low), turn=TURNS[side]))
    return Plan(card.name, {}, tuple(pieces))


def _cell_piece(kind: str, name: str) -> Piece:
    column, row, level = cube_at(name)
    return Piece(kind, column + 0.5, row + 0.5, level + 1)


def _side_piece(kind: str, name: str) -> Piece:
    (column, row, level), side = side_at(name)
    dx, dy = STEPS[side]
    return Piece(kind, column + 0.5 + dx / 2, row + 0.5 + dy / 2, level + 1, turn=0 if dy else 90)


# To a card


def cube_of(piece: Piece) -> Cube:
    """The cube that a piece lies in, or the nearest of the board."""
    column = min(max(floor(piece.x), 0), COLUMNS - 1)
    row = min(max(floor(piece.y), 0), ROWS - 1)
    return column, row, min(piece.level, HIGHEST) - 1


def side_of(piece: Piece) -> tuple[Cube, str]:
    """The nearest side of the cube that a piece lies in; one that two cubes share, if there is a choice."""
    cube = cube_of(piece)
    x, y = piece.x - cube[0], piece.y - cube[1]
    away = {"n": y, "e": 1 - x, "s": 1 - y, "w": x}
    return cube, min(away, key=lambda side: (round(away[side], 3), not on_board(beyond(cube, side))))


def card_of(plan: Plan) -> dict[str, Any]:
    """The battlefield of a plan, each piece in the cube or side nearest to it; raises `GameError` for pieces that the
    kit does not have.
    """
    buildings: list[dict[str, Any]] = []
    lists: dict[str, list[Any]] = {}
    for piece in plan.pieces:
        if known_kind(piece, KINDS) == BUILDING:
            buildings.append(_building(piece))
    frames = [msgspec.convert(building, BuildingFile) for building in buildings]
    for piece in plan.pieces:
        kind = piece.kind
        if kind in OPENINGS or kind in HOLES:
            name, number = _part(piece, frames)
            _add(buildings[number].setdefault({**OPENINGS, **HOLES}[kind], []), name)
        elif kind == WALL:
            _add(lists.setdefault("walls", []), side_name(*side_of(piece)))
        elif kind == RAMP:
            _add(lists.setdefault("ramps", []), _ramp(piece))
        elif kind in CELLS:
            _add(lists.setdefault(CELLS[kind], []), cell_name(cube_of(piece)))
    tallest = [piece.height + 1 if piece.kind == BUILDING else piece.level for piece in plan.pieces]
    tallest += [piece.level + 1 for piece in plan.pieces if piece.kind == RAMP]
    levels = min(HIGHEST, max([2, *tallest]))
    named = {"name": plan.name} if plan.name else {}
    return {"id": "own", "source": "house", **named, "levels": levels, "buildings": buildings, **lists}


def _add(names: list[Any], name: Any) -> None:
    if name not in names:
        names.append(name)


def _building(piece: Piece) -> dict[str, Any]:
    width, depth = min(max(piece.width, 1), COLUMNS), min(max(piece.depth, 1), ROWS)
    column = min(max(floor(piece.x - width / 2 + 0.5), 0), COLUMNS - width)
    row = min(max(floor(piece.y - depth / 2 + 0.5), 0), ROWS - depth)
    storeys = min(max(piece.height, 1), HIGHEST - 1)
    return {"at": cell_name((column, row, 0)), "width": width, "depth": depth, "storeys": storeys}


def _part(piece: Piece, buildings: list[BuildingFile]) -> tuple[str, int]:
    """The name of an opening or a hole, and the number of the building it belongs to: the last one it fits."""
    if not buildings:
        raise GameError(f"plan: a {piece.kind} needs a building to be in")
    found = len(buildings) - 1
    squares: list[set[Square]] = [set(footprint(building)) for building in buildings]
    if piece.kind in HOLES:
        cube = cube_of(piece)
        return cell_name(cube), max([n for n, own in enumerate(squares) if cube[:2] in own], default=found)
    cube, side = side_of(piece)
    other = beyond(cube, side)
    fits = [
        n for n, own in enumerate(squares) if (cube[:2] in own) != (other[:2] in own) and cube[2] < buildings[n].storeys
    ]
    if fits and cube[:2] not in squares[fits[-1]]:
        return side_name(other, "swne"["nesw".index(side)]), fits[-1]
    return side_name(cube, side), fits[-1] if fits else found


def _ramp(piece: Piece) -> list[str]:
    """The foot and the top of a ramp: where it looks, or the next way round that stays on the board."""
    foot = cube_of(piece)
    foot = foot[0], foot[1], min(foot[2], HIGHEST - 2)
    first = round(piece.turn / 90) % 4
    for side in [*"nesw"[first:], *"nesw"[:first]]:
        top = beyond(foot, side)
        if on_board(top):
            return [cell_name(foot), cell_name((top[0], top[1], top[2] + 1))]
    raise GameError("plan: a ramp leads nowhere")
