"""Names of units, terrain and places in events, prompts and options."""

from __future__ import annotations

from typing import Final

from muster.games.obsidian_protocol.board.battlefield import CELLS, GRID_NAMES, SMALL, grid_around
from muster.games.obsidian_protocol.cards.kinds import Kind
from muster.games.obsidian_protocol.rules.movement.standing import place_name
from muster.games.obsidian_protocol.state.geometry import card_of, grid_at
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Unit
from muster.geometry.grid_sight import Box
from muster.kernel.requests import Table
from muster.kernel.text import Param, Params


def unit_key(unit: Unit) -> str:
    """`a1`: the side and the unit's number."""
    return f"{'ab'[unit.seat]}{unit.id}"


def named(state: State, unit: Unit) -> Params:
    """A unit by its key and its name, worked out again only when units have come into play."""
    count = len(state.units)
    if len(state.names) != count:
        state.names = tuple(names_with(state, state.names, state.units[len(state.names) :]))
    # A unit that is still to be put down is not among them.
    return state.names[unit.id] if unit.id < count else name_of(state, unit)


def names_with(state: State, known: tuple[Params, ...], fresh: list[Unit]) -> list[Params]:
    """The names of all units when some have come into play: of those that were there, only a twin is named anew."""
    found = list(known)
    for one in state.units[: len(known)]:
        for other in fresh:
            if is_twin(one, other):
                found[one.id] = name_of(state, one)
                break
    return found + [name_of(state, one) for one in fresh]


def is_twin(unit: Unit, other: Unit) -> bool:
    """Whether two units share a name."""
    return other.card == unit.card and other.pilot == unit.pilot and other.id != unit.id


def name_of(state: State, unit: Unit) -> Params:
    """The key and name of a unit; `twin` is the number on its token if others have the same name, else empty."""
    mech = unit.kind == Kind.MECH
    label = state.content.pilots[unit.pilot].label if mech else state.content.units[unit.card].label
    twin = ""
    for other in state.units:
        if is_twin(unit, other):
            twin = f" #{unit.id}"
            break
    return {"unit": unit_key(unit), "name": label, "twin": twin}


def terrain_named(state: State, number: int) -> dict[str, Param]:
    """A piece of the battlefield's terrain, described."""
    piece = state.battlefield.terrain[number]
    return described(number, piece.box, piece.height, piece.destructible)


def described(number: int, box: Box, height: int, destructible: bool) -> dict[str, Param]:
    """A piece of terrain by its number, shape, height in inches and grid."""
    left, top, right, bottom = box
    shape = "crate" if destructible else "wall" if 1 in (right - left, bottom - top) else "block"
    return {"terrain": number, "shape": shape, "height": height, "grid": GRID_NAMES[grid_around(box)]}


SPOTS: Final = {
    1: ("nw", "n", "ne", "w", "middle", "e", "sw", "s", "se"),
    2: ("nw", "ne", "", "sw", "se"),
    3: ("whole",),
}
"""By the size of a base: what the place of its north-west corner in a grid is called."""


def place_named(place: int, size: int) -> dict[str, Param]:
    """A place by its key, its grid, and where in the grid a base of this size stands."""
    spot = place // CELLS % SMALL * SMALL + place % SMALL
    return {"place": place_name(place), "grid": GRID_NAMES[grid_at(place)], "spot": SPOTS[size][spot]}


def tell(table: Table, state: State, key: str, clause: str, unit: Unit, **params: Param) -> None:
    """Tell an event about a unit, if anybody listens."""
    if table.listening:
        table.tell(key, clause, {**named(state, unit), **params})


def is_low_value(state: State, unit: Unit) -> bool:
    """Whether a unit is of low value: projectiles, deployables and some drones.  [OP 5.1.low_value_items]"""
    return unit.kind != Kind.MECH and card_of(state, unit).low_value
