"""Planning phase (rulebook 3.3): all players set the timing dials of their mechs in secret."""

from __future__ import annotations

from typing import Final

from muster.games.obsidian_protocol.cards.kinds import TIMINGS, TYPE_NAMES, Kind
from muster.games.obsidian_protocol.rules.naming import named
from muster.games.obsidian_protocol.state.geometry import allies_of
from muster.games.obsidian_protocol.state.state import Stage, State
from muster.games.obsidian_protocol.state.unit import NONE, Unit
from muster.kernel.requests import Table
from muster.kernel.spaces import OneOf, Option
from muster.kernel.text import Text

DIALS: Final = tuple(
    Option(f"dial:{TYPE_NAMES[timing]}", timing, "OP 3.3.dial", Text("option.dial", {"timing": TYPE_NAMES[timing]}))
    for timing in range(TIMINGS)
)


def planners(state: State, seat: int) -> list[Unit]:
    """The mechs whose dials are to be set."""
    return [unit for unit in allies_of(state, seat) if unit.kind == Kind.MECH]


async def set_dials(table: Table, state: State, seat: int) -> None:
    """One player's dialogue: a timing for each mech.  [OP 3.3.dial]"""
    for unit in planners(state, seat):
        if unit.dial == NONE:
            unit.dial = await table.ask(seat, Text("prompt.dial", named(state, unit)), OneOf(lambda: DIALS))


async def plan(table: Table, state: State) -> None:
    """All players set their dials; nobody sees another's before all are set.  [OP 3.3.secret]"""
    await table.ask_all({seat: set_dials(table, state, seat) for seat in (0, 1)})
    state.stage = Stage.REVEAL


async def reveal(table: Table, state: State) -> None:
    """Turn the dials over.  [OP 3.4.1.reveal]"""
    state.revealed = True
    for unit in state.units:
        unit.acted = False
        if table.listening and unit.dial != NONE and unit.alive:
            table.tell("dial_revealed", "OP 3.4.1.reveal", {**named(state, unit), "timing": TYPE_NAMES[unit.dial]})
    table.reveal()
    state.stage = Stage.NEXT_MECH
