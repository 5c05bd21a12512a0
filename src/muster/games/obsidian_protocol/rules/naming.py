"""Names of units in events."""

from __future__ import annotations

from typing import Final

from muster.games.obsidian_protocol.cards.kinds import Kind
from muster.games.obsidian_protocol.state.geometry import card_of
from muster.games.obsidian_protocol.state.state import State
from muster.games.obsidian_protocol.state.unit import Unit
from muster.kernel.requests import Table
from muster.kernel.text import Param

UNIT_KEYS: Final[tuple[tuple[str, ...], ...]] = tuple(tuple(f"{side}{n}" for n in range(100)) for side in "ab")


def unit_key(unit: Unit) -> str:
    """`a1`: the side and the unit's number."""
    return UNIT_KEYS[unit.seat][unit.id] if unit.id < 100 else f"{'ab'[unit.seat]}{unit.id}"


def named(state: State, unit: Unit) -> dict[str, Param]:
    """How events speak of a unit: its key, and what it is."""
    if unit.kind == Kind.MECH:
        return {"unit": unit_key(unit), "name": state.content.pilots[unit.pilot].label}
    return {"unit": unit_key(unit), "name": state.content.units[unit.card].label}


def tell(table: Table, state: State, key: str, clause: str, unit: Unit, **params: Param) -> None:
    if table.listening:
        table.tell(key, clause, {**named(state, unit), **params})


def is_low_value(state: State, unit: Unit) -> bool:
    """Projectiles, deployables and some drones.  [OP 5.1.low_value_items]"""
    return unit.kind != Kind.MECH and card_of(state, unit).low_value
