"""Reasons: why a grid is not among the answers. They are worked out only for one that was refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from muster.games.obsidian_protocol.board.battlefield import GRID_INDEX, GRID_NAMES, GRIDS
from muster.games.obsidian_protocol.board.bitmaps import GRID_AREA
from muster.games.obsidian_protocol.rules.movement.paths import Ways
from muster.games.obsidian_protocol.rules.movement.standing import built_up
from muster.games.obsidian_protocol.rules.warfare.tethers import held_within
from muster.games.obsidian_protocol.state.geometry import grid_of, in_reach, sight_to_grid
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import NONE, Unit
from muster.kernel.refusal import Refusal
from muster.kernel.spaces import Open, Option, no_such_option
from muster.kernel.text import Text

FAR: Final = 8 * GRIDS
"""A range that leads everywhere, whatever is in the way."""


def grid_space(state: State, lister: Callable[[], Sequence[Option[int]]], why: Callable[[int], Refusal]) -> Open[int]:
    """Some grids to choose from; any other grid of the board is refused with its reason."""

    def read(key: str) -> Option[int]:
        for option in lister():
            if option.key == key:
                return option
        kind, _, name = key.partition(":")
        grid = GRID_INDEX.get(name, NONE)
        raise why(grid) if kind == "grid" and grid in state.battlefield.board.inside else no_such_option(key)

    return Open(read, lister, whole=lambda: True)


def refused(clause: str, reason: str, grid: int) -> Refusal:
    """A refusal that names a grid."""
    return Refusal(clause, Text(reason, {"grid": GRID_NAMES[grid]}))


def why_not_there(ways: Ways, grid: int) -> Refusal:
    """Why a movement cannot end in a grid: the line does not reach there, it costs too much, or there is no way.

    [OP card.tether] [OP 4.3.1.range] [OP 4.3.1.blocked] [OP card.shock_attack]
    """
    state, unit = ways.state, ways.unit
    if not held_within(state, unit) & GRID_AREA[unit.size][grid]:
        return refused("OP card.tether", "refuse.line", grid)
    far = Ways(state, unit, FAR, ghost=ways.ghost, flying=ways.flying)
    costs = [far.cost(place) for place in far.places_in(grid)] if grid in far.grids() else []
    if not costs:
        return refused("OP 4.3.1.blocked", "refuse.path_blocked", grid)
    if min(costs) > ways.reach:
        return Refusal("OP 4.3.1.range", Text("refuse.path_range", {"cost": min(costs), "range": ways.reach}))
    return refused("OP card.shock_attack", "refuse.no_blow", grid)


def why_no_landing(state: State, unit: Unit, grid: int, reach: int, direct: bool, clause: str) -> Refusal:
    """Why nothing can be launched or deployed to a grid: its distance, terrain in it, no sight of it, no room.

    [OP 2.4.2.range] [OP 4.7.1.direct] [OP 4.7.4.deploy] [OP 2.2.1.share]
    """
    if not in_reach(grid_of(unit), grid, reach):
        return refused("OP 2.4.2.range", "refuse.grid_range", grid)
    if direct and built_up(state) >> grid & 1:
        return refused("OP 4.7.1.direct", "refuse.grid_terrain", grid)
    if direct and not sight_to_grid(state, unit, grid):
        return refused(clause, "refuse.grid_sight", grid)
    return refused("OP 2.2.1.share", "refuse.grid_room", grid)


def why_no_deployment(zone: frozenset[int], grid: int) -> Refusal:
    """Why a unit cannot be deployed in a grid.  [OP 3.1.4.zone]"""
    return refused("OP 3.1.4.zone", "refuse.grid_taken" if grid in zone else "refuse.grid_zone", grid)
